// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/timeline.h"

#include "config/field.h"
#include "config/setting_predicates.h"
#include "config/switches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace gatelab {

namespace {

struct PartName {
    const char* key;
    Text label;
};
/// In the order of TimelinePart.
constexpr PartName kNames[] = {
    {"gather", GATELAB_TEXT("Timeline", "gather")},         {"to_device", GATELAB_TEXT("Timeline", "host to device")},
    {"forward", GATELAB_TEXT("Timeline", "forward")},       {"backward", GATELAB_TEXT("Timeline", "backward")},
    {"optimiser", GATELAB_TEXT("Timeline", "optimiser")},   {"waiting", GATELAB_TEXT("Timeline", "waiting")},
    {"other", GATELAB_TEXT("Timeline", "other")},           {"prepare", GATELAB_TEXT("Timeline", "prepare")},
    {"evaluation", GATELAB_TEXT("Timeline", "evaluation")}, {"checkpoint", GATELAB_TEXT("Timeline", "checkpoint")},
};
static_assert(std::size(kNames) == kTimelineParts);

double medianOf(const Timeline& timeline, bool isRecorded) {
    std::vector<double> lengths;
    for (const TimelineStep& step : timeline.steps)
        if (step.isRecorded == isRecorded) lengths.push_back(step.seconds);
    if (lengths.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::ranges::sort(lengths);
    const std::size_t half = lengths.size() / 2;
    return lengths.size() % 2 == 1 ? lengths[half] : (lengths[half - 1] + lengths[half]) / 2;
}

double recordedSeconds(const Timeline& timeline) {
    double seconds = 0;
    for (const TimelineStep& step : timeline.steps)
        if (step.isRecorded) seconds += step.seconds;
    return seconds;
}

bool isCopy(const std::string& name) {
    return name == "aten::to" || name == "aten::_to_copy" || name == "aten::copy_" || name == "aten::pin_memory";
}

/// Cuts what copies took out of the span of Gather that they lie in.
void splitCopies(Timeline& timeline) {
    std::vector<TimelineSpan> cut;
    for (const TimelineOperation& operation : timeline.operations) {
        if (operation.part != TimelinePart::Gather || !isCopy(operation.name)) continue;
        const auto within = std::ranges::find_if(timeline.spans, [&](const TimelineSpan& span) {
            return span.part == TimelinePart::Gather && span.step == operation.step && span.began <= operation.began &&
                   operation.began + operation.seconds <= span.began + span.seconds;
        });
        if (within == timeline.spans.end()) continue;
        const double end = within->began + within->seconds, after = operation.began + operation.seconds;
        within->seconds = operation.began - within->began;
        const std::int64_t step = operation.step;
        timeline.spans.push_back({TimelinePart::ToDevice, operation.began, operation.seconds, step});
        timeline.spans.push_back({TimelinePart::Gather, after, end - after, step});
    }
    std::erase_if(timeline.spans, [](const TimelineSpan& span) { return span.seconds <= 0; });
    for (TimelineOperation& operation : timeline.operations)
        if (operation.part == TimelinePart::Gather && isCopy(operation.name)) operation.part = TimelinePart::ToDevice;
}

/// "Data on the device" of device_data: what a person looks for.
Phrase settingName(const char* field) {
    const Field* row = findField(field);
    return row != nullptr ? Phrase(row->label) : Phrase(field);
}

Phrase percent(double share) { return std::to_string(std::lround(100 * share)); }

using Shares = std::array<double, kTimelineParts>;

/// The first switch that could shorten the passes; empty: they are as short as settings make them.
const char* switchOfPasses(const ExperimentConfig& config, bool isCuda) {
    const std::string_view row = expectedImplementation(config);
    if (row == "naive" || row == "cell") return "implementation";
    if (isCuda && !config.cudaGraph) return "cuda_graph";
    if (!isCuda && config.threads == 1 && config.batchSize > 1) return "threads";
    if (isFp64(config.precision)) return "precision";
    return "";
}

const char* switchOfData(const ExperimentConfig& config, bool isCuda) {
    if (!config.deviceData) return "device_data";
    if (!config.deviceGather) return "device_gather";
    return isCuda && !config.cudaGraph ? "cuda_graph" : "batch_size";
}

const char* switchOf(TimelinePart part, const ExperimentConfig& config, bool isCuda) {
    switch (part) {
        case TimelinePart::Gather:
            return switchOfData(config, isCuda);
        case TimelinePart::ToDevice:
            return !config.deviceData ? "device_data" : !config.copyAhead ? "copy_ahead" : "batch_size";
        case TimelinePart::Optimiser:
            return !config.fusedOptimiser ? "fused_optimiser" : "batch_size";
        case TimelinePart::Waiting:
            return !config.syncFree ? "sync_free" : "batch_size";
        case TimelinePart::Other:
            return config.layerHealth > 0 ? "layer_health" : "batch_size";
        default:
            return switchOfPasses(config, isCuda);
    }
}

std::vector<TimelineRow> sorted(std::vector<TimelineRow> rows, double stepSeconds) {
    for (TimelineRow& row : rows) row.share = stepSeconds > 0 ? row.seconds / stepSeconds : 0;
    std::ranges::stable_sort(rows, std::ranges::greater(), &TimelineRow::seconds);
    return rows;
}

}  // namespace

const char* timelineKey(TimelinePart part) { return kNames[static_cast<std::size_t>(part)].key; }
Text timelineLabel(TimelinePart part) { return kNames[static_cast<std::size_t>(part)].label; }

std::int64_t Timeline::recordedSteps() const { return std::ranges::count(steps, true, &TimelineStep::isRecorded); }
double Timeline::recordedMedian() const { return medianOf(*this, true); }
double Timeline::plainMedian() const { return medianOf(*this, false); }

void completeTimeline(Timeline& timeline) {
    if (timeline.isCuda) splitCopies(timeline);
    std::ranges::stable_sort(timeline.spans, {}, &TimelineSpan::began);
    std::vector<TimelineSpan> others;
    for (const TimelineStep& step : timeline.steps) {
        if (!step.isRecorded) continue;
        double at = step.began;
        const auto fill = [&](double to) {
            if (to > at) others.push_back({TimelinePart::Other, at, to - at, step.step});
        };
        for (const TimelineSpan& span : timeline.spans)
            if (span.step == step.step) fill(span.began), at = std::max(at, span.began + span.seconds);
        fill(step.began + step.seconds);
    }
    timeline.spans.insert(timeline.spans.end(), others.begin(), others.end());
    std::ranges::stable_sort(timeline.spans, {}, &TimelineSpan::began);
}

std::vector<TimelineRow> timelineParts(const Timeline& timeline) {
    std::array<TimelineRow, kTimelineParts> all;
    for (const TimelineSpan& span : timeline.spans) {
        TimelineRow& row = all[static_cast<std::size_t>(span.part)];
        row.seconds += span.seconds;
        ++row.count;
    }
    std::vector<TimelineRow> rows;
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].part = static_cast<TimelinePart>(i);
        if (all[i].count > 0) rows.push_back(all[i]);
    }
    return sorted(std::move(rows), recordedSeconds(timeline));
}

std::vector<TimelineRow> timelineOperations(const Timeline& timeline) {
    std::map<std::pair<TimelinePart, std::string>, TimelineRow> all;
    for (const TimelineOperation& operation : timeline.operations) {
        TimelineRow& row = all[{operation.part, operation.name}];
        row.part = operation.part;
        row.operation = operation.name;
        row.seconds += operation.seconds;
        ++row.count;
    }
    std::vector<TimelineRow> rows;
    for (auto& [key, row] : all) rows.push_back(std::move(row));
    return sorted(std::move(rows), recordedSeconds(timeline));
}

TimelineVerdict judgeTimeline(const Timeline& timeline, const ExperimentConfig& config) {
    Shares shares{};
    for (const TimelineRow& row : timelineParts(timeline)) shares[static_cast<std::size_t>(row.part)] = row.share;
    const auto of = [&shares](TimelinePart part) { return shares[static_cast<std::size_t>(part)]; };
    if (timeline.recordedSteps() == 0) return {};
    // Both passes are what the step is for: another part bounds it where it takes longer than either.
    TimelineVerdict verdict;
    for (std::size_t i = 0; i < kTimelineParts; ++i)
        if (const auto part = static_cast<TimelinePart>(i); isOfStep(part) && shares[i] > verdict.share)
            verdict.part = part, verdict.share = shares[i];
    const bool isPass = verdict.part == TimelinePart::Forward || verdict.part == TimelinePart::Backward;
    if (isPass) verdict.share = of(TimelinePart::Forward) + of(TimelinePart::Backward);
    verdict.field = switchOf(verdict.part, config, timeline.isCuda);
    const Phrase what =
        isPass ? Phrase(GATELAB_TEXT("Timeline", "forward and backward")) : Phrase(timelineLabel(verdict.part));
    if (*verdict.field == '\0')
        verdict.text = {GATELAB_TEXT("Timeline",
                                     "%1 % of a step is %2: it computes what it is for, and no switch shortens it; a "
                                     "smaller network would."),
                        {percent(verdict.share), what}};
    else if (std::string_view(verdict.field) == "batch_size")
        verdict.text = {GATELAB_TEXT("Timeline",
                                     "%1 % of a step is %2: it costs about the same for any batch, so a larger '%3' "
                                     "spreads it over more examples."),
                        {percent(verdict.share), what, settingName(verdict.field)}};
    else
        verdict.text = {GATELAB_TEXT("Timeline", "%1 % of a step is %2: change '%3' first."),
                        {percent(verdict.share), what, settingName(verdict.field)}};
    return verdict;
}

}  // namespace gatelab
