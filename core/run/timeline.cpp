// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/timeline.h"

#include "base/number_text.h"
#include "config/field.h"
#include "config/setting_predicates.h"
#include "config/switches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
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
    {"optimiser", GATELAB_TEXT("Timeline", "optimiser")},   {"device", GATELAB_TEXT("Timeline", "step on the device")},
    {"waiting", GATELAB_TEXT("Timeline", "waiting")},       {"other", GATELAB_TEXT("Timeline", "other")},
    {"prepare", GATELAB_TEXT("Timeline", "prepare")},       {"evaluation", GATELAB_TEXT("Timeline", "evaluation")},
    {"checkpoint", GATELAB_TEXT("Timeline", "checkpoint")},
};
static_assert(std::size(kNames) == kTimelineParts);

constexpr double kNone = std::numeric_limits<double>::quiet_NaN(), kMilliseconds = 1e3;
constexpr std::size_t kLeastPairs = 6;   ///< below them no interval of 95 % is there
constexpr double kWorthThreads = 0.002;  ///< seconds of a step: below them threads mostly wait for each other
constexpr std::size_t kMostNamed = 3;    ///< steps that are apart, one by one

double medianOf(std::vector<double> values) {
    if (values.empty()) return kNone;
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::vector<double> lengthsOf(const Timeline& timeline, bool isRecorded) {
    std::vector<double> lengths;
    for (const TimelineStep& step : timeline.steps)
        if (step.isRecorded == isRecorded) lengths.push_back(step.seconds);
    return lengths;
}

std::vector<TimelineStep> stepsWhere(const Timeline& timeline, bool isApart) {
    const double most = Timeline::kOutlier * medianOf(lengthsOf(timeline, true));
    std::vector<TimelineStep> steps;
    for (const TimelineStep& step : timeline.steps)
        if (step.isRecorded && (step.seconds > most) == isApart) steps.push_back(step);
    return steps;
}

/// Numbers of the steps that the table is of, and -1 for what lies beside steps.
std::set<std::int64_t> countedSteps(const Timeline& timeline) {
    std::set<std::int64_t> counted{-1};
    for (const TimelineStep& step : timeline.usualSteps()) counted.insert(step.step);
    return counted;
}

double usualSeconds(const Timeline& timeline) {
    double seconds = 0;
    for (const TimelineStep& step : timeline.usualSteps()) seconds += step.seconds;
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
const char* switchOfPasses(const ExperimentConfig& config, bool isCuda, double stepSeconds) {
    const std::string_view row = expectedImplementation(config);
    if (row == "naive" || row == "cell") return "implementation";
    if (isCuda && !config.cudaGraph) return "cuda_graph";
    if (!isCuda && config.threads == 1 && config.batchSize > 1 && stepSeconds >= kWorthThreads) return "threads";
    if (isFp64(config.precision)) return "precision";
    return "";
}

const char* switchOfData(const ExperimentConfig& config, bool isCuda) {
    if (!config.deviceData) return "device_data";
    if (!config.deviceGather) return "device_gather";
    return isCuda && !config.cudaGraph ? "cuda_graph" : "batch_size";
}

const char* switchOf(TimelinePart part, const ExperimentConfig& config, bool isCuda, double stepSeconds) {
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
        case TimelinePart::Device:
            return "";  // the program is one, and the switches of our own code are not in it
        default:
            return switchOfPasses(config, isCuda, stepSeconds);
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
std::vector<TimelineStep> Timeline::usualSteps() const { return stepsWhere(*this, false); }
std::vector<TimelineStep> Timeline::outliers() const { return stepsWhere(*this, true); }

double Timeline::stepSeconds() const {
    const auto count = usualSteps().size();
    return count == 0 ? kNone : usualSeconds(*this) / static_cast<double>(count);
}

TimelineCost Timeline::cost() const {
    const std::vector<double> recorded = lengthsOf(*this, true), plain = lengthsOf(*this, false);
    std::vector<double> shares;
    for (std::size_t i = 0; i < std::min(recorded.size(), plain.size()); ++i)
        if (plain[i] > 0) shares.push_back(recorded[i] / plain[i] - 1);
    const std::size_t count = shares.size();
    if (count < kLeastPairs) return {kNone, kNone, kNone};
    std::ranges::sort(shares);
    const auto pairs = static_cast<double>(count);
    const auto low = static_cast<std::size_t>(std::max(0.0, std::floor((pairs - 1.96 * std::sqrt(pairs)) / 2)));
    return {medianOf(shares), shares[low], shares[count - 1 - low]};
}

void addTrack(Timeline& timeline, int rank, const Timeline& ofRank) {
    if (timeline.steps.empty() || ofRank.steps.empty() || timeline.clock <= 0 || ofRank.clock <= 0) return;
    const double later = ofRank.clock - timeline.clock;
    const auto ended = [](const Timeline& one) { return one.steps.back().began + one.steps.back().seconds; };
    if (later + ended(ofRank) < timeline.steps.front().began || later + ofRank.steps.front().began > ended(timeline))
        return;
    TimelineTrack track{.rank = rank, .steps = ofRank.steps, .spans = ofRank.spans};
    for (TimelineStep& step : track.steps) step.began += later;
    for (TimelineSpan& span : track.spans) span.began += later;
    timeline.ranks.push_back(std::move(track));
}

Timeline timelineOf(const TimelineTrack& track) { return {.steps = track.steps, .spans = track.spans}; }

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
    const auto counted = countedSteps(timeline);
    for (const TimelineSpan& span : timeline.spans) {
        if (!counted.contains(span.step)) continue;
        TimelineRow& row = all[static_cast<std::size_t>(span.part)];
        row.seconds += span.seconds;
        ++row.count;
    }
    std::vector<TimelineRow> rows;
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].part = static_cast<TimelinePart>(i);
        if (all[i].count > 0) rows.push_back(all[i]);
    }
    return sorted(std::move(rows), usualSeconds(timeline));
}

namespace {

std::vector<TimelineRow> byName(const Timeline& timeline, const std::vector<TimelineOperation>& operations) {
    std::map<std::pair<TimelinePart, std::string>, TimelineRow> all;
    const auto counted = countedSteps(timeline);
    for (const TimelineOperation& operation : operations) {
        if (!counted.contains(operation.step)) continue;
        TimelineRow& row = all[{operation.part, operation.name}];
        row.part = operation.part;
        row.operation = operation.name;
        row.seconds += operation.seconds;
        ++row.count;
    }
    std::vector<TimelineRow> rows;
    for (auto& [key, row] : all) rows.push_back(std::move(row));
    return sorted(std::move(rows), usualSeconds(timeline));
}

}  // namespace

std::vector<TimelineRow> timelineOperations(const Timeline& timeline) { return byName(timeline, timeline.operations); }
std::vector<TimelineRow> timelineKernels(const Timeline& timeline) { return byName(timeline, timeline.kernels); }

std::vector<Phrase> timelineNotes(const Timeline& timeline) {
    std::vector<Phrase> notes;
    const auto apart = timeline.outliers();
    const double usual = timeline.stepSeconds();
    for (std::size_t i = 0; i < std::min(apart.size(), kMostNamed); ++i)
        notes.push_back({GATELAB_TEXT("Timeline",
                                      "Step %1 took %2 ms, %3 times as long, and is left out: a compilation, or "
                                      "another program's turn."),
                         {apart[i].step, numberText(kMilliseconds * apart[i].seconds, 3),
                          numberText(apart[i].seconds / usual, 3)}});
    if (apart.size() > kMostNamed)
        notes.push_back({GATELAB_TEXT("Timeline", "%1 more steps as long are left out, too."),
                         {static_cast<std::int64_t>(apart.size() - kMostNamed)}});
    if (const std::int64_t recorded = timeline.recordedSteps(); recorded < timeline.asked)
        notes.push_back({GATELAB_TEXT("Timeline",
                                      "%1 of %2 steps were recorded: the first 10 and every second five are not, and "
                                      "then the training was over."),
                         {recorded, timeline.asked}});
    return notes;
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
    verdict.field = switchOf(verdict.part, config, timeline.isCuda, timeline.stepSeconds());
    const Phrase what =
        isPass ? Phrase(GATELAB_TEXT("Timeline", "forward and backward")) : Phrase(timelineLabel(verdict.part));
    if (*verdict.field == '\0')
        verdict.text = {GATELAB_TEXT("Timeline",
                                     "%1 % of a step is %2: it computes what it is for, and no switch shortens it; a "
                                     "smaller network would."),
                        {percent(verdict.share), what}};
    else if (std::string_view(verdict.field) == "threads")
        verdict.text = {GATELAB_TEXT("Timeline",
                                     "%1 % of a step is %2, on one thread: with 0 in '%3' as many are taken as are "
                                     "measured to be fastest."),
                        {percent(verdict.share), what, settingName(verdict.field)}};
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
