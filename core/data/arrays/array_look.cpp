// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_look.h"

#include "config/shapes/array_axes.h"
#include "data/sequences/reading_for_run.h"

#include <algorithm>

namespace gatelab {
namespace {

/// Only arrays along the axes stand beside the values, so that there is nothing else to be read.
bool isAllThereIs(const SequenceArrays& arrays) { return arrays.left.empty() && !arrays.hasTime; }

/// Two dimensions are a table unless the names say otherwise, as sets for classification are written.
bool isNamedSet(const SequenceArrays& arrays) {
    constexpr std::int64_t kFewestSteps = 8;
    return arrays.parts.front().part == ArrayRole::Part::Train &&
           std::ranges::all_of(arrays.parts, [](const SequencePart& part) {
               return part.answers && roleOf(part.values.path).rank == 0 && roleOf(part.answers->path).rank == 0 &&
                      roleOf(part.values.path).kind == ArrayRole::Kind::Values && part.values.shape[1] >= kFewestSteps;
           });
}

bool answersFit(const SequenceArrays& arrays, const AxisOrder& order) {
    return arrays.hasAnswers() && std::ranges::all_of(arrays.parts, [&](const SequencePart& part) {
               const ArrayAxes axes = axesOfShape(order.shape, part.values.shape.size());
               return !part.answers || fitsSequences(*part.answers, part.values.shape[axes.sequences]);
           });
}

/// The orders that come to a set: one sequence alone is none, except for a run that reads it.
std::vector<AxisOrder> ordersOf(const SequenceArrays& arrays, const ArrayFile& file) {
    std::vector<AxisOrder> orders = weighAxes(arrays, file.format);
    if (ReadingForRun::current() != nullptr) return orders;
    std::erase_if(orders, [&](const AxisOrder& order) {
        std::int64_t sequences = 0;
        for (const SequencePart& part : arrays.parts)
            sequences += part.values.shape[axesOfShape(order.shape, part.values.shape.size()).sequences];
        return sequences < 2;
    });
    return orders;
}

}  // namespace

ArrayLook lookAtArrays(const ArrayFile& file, const ExperimentConfig& options) {
    ArrayLook look{.arrays = findSequences(file, options, 3)};
    if (!look.arrays.parts.empty()) {
        look.orders = ordersOf(look.arrays, file);
        const bool isSet = !look.orders.empty() && answersFit(look.arrays, look.orders.front());
        look.isTaken = !look.orders.empty() && (isSet || isAllThereIs(look.arrays));
        return look;
    }
    look.arrays = findSequences(file, options, 2);
    if (look.arrays.parts.empty()) return look;
    look.orders = ordersOf(look.arrays, file);
    // Rows without answers are a table's.
    if (!look.arrays.hasAnswers() || look.orders.empty() || !answersFit(look.arrays, look.orders.front()))
        look.orders.clear();
    look.isTaken = !look.orders.empty() && isNamedSet(look.arrays);
    return look;
}

Phrase outcomeOf(const ArrayLook& look, const AxisOrder& order) {
    const SequencePart& first = look.arrays.parts.front();
    const ArrayAxes axes = axesOfShape(order.shape, first.values.shape.size());
    std::int64_t sequences = 0, tested = 0;
    for (const SequencePart& part : look.arrays.parts)
        (part.part == ArrayRole::Part::Test ? tested : sequences) += part.values.shape[axes.sequences];
    const std::int64_t steps = first.values.shape[axes.steps],
                       channels = first.values.shape.size() > 2 ? first.values.shape[axes.channels] : 1;
    if (!look.arrays.hasAnswers())
        return {GATELAB_TEXT("Shape", "%1 series of %2 steps, %3 channels"), {sequences + tested, steps, channels}};
    if (tested > 0 && sequences > 0)
        return {GATELAB_TEXT("Shape", "%1 and %2 sequences of %3 steps, %4 channels"),
                {sequences, tested, steps, channels}};
    return {GATELAB_TEXT("Shape", "%1 sequences of %2 steps, %3 channels"), {sequences + tested, steps, channels}};
}

}  // namespace gatelab
