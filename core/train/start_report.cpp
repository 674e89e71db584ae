// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/start_report.h"

#include "baselines/signal_check.h"
#include "config/config_check.h"
#include "config/linear_path.h"
#include "config/obstacles/gpu_advice.h"
#include "config/rank_obstacle.h"
#include "config/setting_predicates.h"
#include "data/leak_audit.h"
#include "forecast/forecasts.h"
#include "plan/plan.h"
#include "train/run_identity.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

/// What the reader saw in the file goes with the run: the first few places, and how many more.
void reportReadWarnings(const TrainPlan& plan, RunReporter& reporter) {
    constexpr std::size_t kMaxReported = 5;
    const auto& warnings = (plan.data.series ? plan.data.series->report : plan.data.sequences->report).warnings;
    for (std::size_t i = 0; i < std::min(warnings.size(), kMaxReported); ++i) {
        Phrase text = warnings[i].line > 0
                          ? Phrase(GATELAB_TEXT("RunEvent", "line %1: %2"), {warnings[i].line, warnings[i].message})
                          : warnings[i].message;
        if (i + 1 == kMaxReported && warnings.size() > kMaxReported)
            text = {GATELAB_TEXT("RunEvent", "%1 (and %2 more places)"), {text, warnings.size() - kMaxReported}};
        reporter.event({RunWarning{std::move(text)}});
    }
}

/// Said before the first step; what is said after the last one (run_advice.h) rests on it.
void reportNoSignal(const TrainPlan& plan, RunReporter& reporter) {
    if (!plan.isForecast()) return;
    for (const SignalCheck& check : checkSignals(*plan.data.series, plan.config))
        if (Phrase text = noSignalText(check); !text.empty()) reporter.event({RunWarning{std::move(text)}});
}

/// Whether anything before a border depends on what comes after it, where that is soon found out.
void reportLeaks(const TrainPlan& plan, RunReporter& reporter) {
    constexpr std::int64_t kMostValues = 50'000;
    constexpr std::size_t kMostLeaks = 3;
    if (!plan.isForecast()) return;
    LeakAudit audit;
    (void)addPerturbed(plan.data.series, plan.config, kMostValues, audit);
    for (std::size_t i = 0; i < std::min(kMostLeaks, audit.leaks.size()); ++i)
        reporter.event({RunWarning{labelled(GATELAB_TEXT("RunEvent", "leak"), audit.leaks[i])}});
}

/// Switches that were chosen and have no effect on this machine.
void reportSwitches(const TrainPlan& plan, RunReporter& reporter) {
    for (const ConfigFinding& finding : checkSwitches(plan.config, machineOf(plan)))
        reporter.event({RunWarning{together(findField(finding.key)->label, finding.message)}});
}

/// A part smaller than a batch is trained on all the same, where others train no step.
void reportSmallPart(const TrainPlan& plan, std::int64_t examples, RunReporter& reporter) {
    if (!plan.config.dropLast || examples >= plan.config.batchSize) return;
    const Text text = GATELAB_TEXT("RunEvent", "%1 training examples, fewer than a batch of %2: one step per epoch");
    reporter.event({RunWarning{labelled(findField("drop_last")->label, {text, {examples, plan.config.batchSize}})}});
}

/// Of work that the processor would have done before the GPU has started, where a person left the choice to Gatelab.
void reportTinyRun(const TrainPlan& plan, std::int64_t examples, RunReporter& reporter) {
    if (!picksDevice(plan.config.device) || !plan.device.is_cuda()) return;
    const auto steps = static_cast<double>(plan.config.maxSteps), batch = static_cast<double>(plan.config.batchSize);
    double windows = static_cast<double>(examples) * static_cast<double>(plan.config.epochs);
    if (steps > 0) windows = std::min(windows, steps * batch);
    const double each = describeArchitecture(plan.config, plan.shape).multiplyAdds;
    if (Phrase advice = tinyRunAdvice(each, windows); !advice.empty())
        reporter.event({RunWarning{together(findField("device")->label, std::move(advice))}});
}

/// The end of a run scores every window of its test part, and holds all of them for it.
void reportManyForecasts(const TrainPlan& plan, RunReporter& reporter) {
    if (!plan.isForecast()) return;
    if (Phrase text = manyForecastsText(plan.windows.test.size(), plan.config.horizon, plan.shape.targets);
        !text.empty())
        reporter.event({RunMarker{std::move(text)}});
}

/// What a person should know before the first step.
void reportDoubts(const TrainPlan& plan, std::int64_t examples, RunReporter& reporter) {
    reportReadWarnings(plan, reporter);
    reportNoSignal(plan, reporter);
    reportLeaks(plan, reporter);
    reportSwitches(plan, reporter);
    reportSmallPart(plan, examples, reporter);
    reportTinyRun(plan, examples, reporter);
    reportManyForecasts(plan, reporter);
}

/// How the ranks share the batches, and what is doubtful about it.
void reportRanks(const TrainPlan& plan, bool isNew, std::int64_t parameters, RunReporter& reporter,
                 const RankExchange& ranks) {
    constexpr double kLeastBytes = 280e3;  // fewer are on the way for less time than a message takes
    if (isNew && isPipelined(plan.config))
        reporter.event({RunMarker{
            {GATELAB_TEXT("Ranks",
                          "%1 ranks share the %2 layers, and a window goes through them in %3 "
                          "chunks of time; networks of this size seldom need it"),
             {ranks.size(), plan.config.layers, std::min(plan.config.pipelineChunks, plan.config.lookback)}}}});
    else if (isNew)
        reporter.event({RunMarker{{GATELAB_TEXT("Ranks",
                                                "%1 ranks share each batch, cut into %2 blocks; as many threads of one "
                                                "process do the same and need no messages"),
                                   {ranks.size(), rankBlocks(plan.config)}}}});
    if (Phrase how = ranks.network().describe(); !how.empty()) reporter.event({RunMarker{std::move(how)}});
    const double bytes = static_cast<double>(parameters) * static_cast<double>(c10::elementSize(plan.dtype));
    if (isNew && !sendsAll(plan.config) && bytes < kLeastBytes)
        reporter.event({RunWarning{{GATELAB_TEXT("Ranks",
                                                 "the gradient has %1 bytes: under 280 kB a smaller exchange gains "
                                                 "nothing, unless the network is slower than 100 Mbit/s"),
                                    {static_cast<std::int64_t>(bytes)}}}});
}

}  // namespace

void reportStart(const TrainPlan& plan, RunPlanInfo planned, std::int64_t step, bool isNew, const LinearStart& start,
                 const Batcher& batcher, RunReporter& reporter, RankExchange* ranks) {
    if (ranks != nullptr) ranks->meet(planned.identity.data);
    const bool readsOthers = reportOtherData(planned.identity, step, reporter);
    const std::int64_t parameters = planned.parameters;
    reporter.event({std::move(planned)});
    if (isNew)
        reportDoubts(plan, batcher.examples(), reporter);
    else if (readsOthers)
        reportReadWarnings(plan, reporter);
    if (const Phrase text = start.describe(); !text.empty()) reporter.event({RunMarker{text}});
    if (ranks != nullptr) reportRanks(plan, isNew, parameters, reporter, *ranks);
    if (const std::int64_t values = plan.config.lookback * plan.shape.inputs;
        isNew && fitsLinearPath(plan.config) && values > kMaxLinearColumns)
        reporter.event(
            {RunMarker{{GATELAB_TEXT("Training",
                                     "the linear path stays at zero: a window holds %1 values, and the limit "
                                     "is %2"),
                        {values, kMaxLinearColumns}}}});
}

}  // namespace gatelab
