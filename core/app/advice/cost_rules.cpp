// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/advice/advice_rules.h"

#include "config/field_use.h"

#include <cmath>
#include <cstdint>
#include <variant>

namespace gatelab::advice {

namespace {

using Facts = AdviceFacts;
using Kind = AdviceAction::Kind;

constexpr double kDataShare = 0.25, kOptimiserShare = 0.35;

// Out of memory.

Phrase memoryText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "Batch %1 ran out of memory (estimated %2)."),
            {f.config.batchSize, bytesText(f.forecastBytes)}};
}
AdviceAction halfBatch(const Facts& f) {
    const std::int64_t half = f.config.batchSize / 2;
    if (!canTake(f, "accumulate", 2 * f.config.accumulate))
        return {
            Kind::NewRun, {GATELAB_TEXT("Advice", "Train with batch %1"), {half}}, 0, {changeOf("batch_size", half)}};
    return {Kind::NewRun,
            {GATELAB_TEXT("Advice", "Train with batch %1, two steps per update"), {half}},
            0,
            {changeOf("batch_size", half), changeOf("accumulate", 2 * f.config.accumulate)}};
}

// Where the time of a step goes.

/// The first switch that brings data faster and is off.
const Field* dataSwitch(const Facts& f) {
    for (const char* key : {"device_data", "device_gather"}) {
        const Field* field = findField(key);
        if (!std::get<bool>(fieldValue(f.config, *field)) && !unusedReason(*field, f.config)) return field;
    }
    return nullptr;
}
bool isDataBound(const Facts& f) { return f.isHeard() && f.shareData >= kDataShare && dataSwitch(f); }
Phrase dataText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "%1 % of each step gathers batches: limited by data loading."),
            {percent(f.shareData)}};
}
AdviceAction fasterData(const Facts& f) {
    const Field* field = dataSwitch(f);
    return {Kind::NewRun, {GATELAB_TEXT("Advice", "Train with \"%1\""), {Phrase(field->label)}}, 0, {{field, true}}};
}

bool isMemoryBound(const Facts& f) { return f.isHeard() && f.shareOptimiser >= kOptimiserShare && f.parameters > 0; }
Phrase memoryBoundText(const Facts& f) {
    return {GATELAB_TEXT("Advice", "%2 % of each step updates %1 weights, however small the batch (%3): memory-bound."),
            {f.parameters, percent(f.shareOptimiser), f.config.batchSize}};
}
AdviceAction doubleBatch(const Facts& f) {
    const std::int64_t batch = 2 * f.config.batchSize;
    return {Kind::NewRun, {GATELAB_TEXT("Advice", "Train with batch %1"), {batch}}, 0, {changeOf("batch_size", batch)}};
}

}  // namespace

const AdviceRule kOutOfMemory{
    "out-of-memory", false,
    [](const Facts& f) { return f.outOfMemory && f.config.batchSize > 1 && std::isfinite(f.forecastBytes); },
    memoryText, halfBatch};
const AdviceRule kDataBound{"data-bound", false, isDataBound, dataText, fasterData};
const AdviceRule kMemoryBound{"memory-bound", false, isMemoryBound, memoryBoundText, doubleBatch};

}  // namespace gatelab::advice
