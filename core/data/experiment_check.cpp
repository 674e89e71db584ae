// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/experiment_check.h"

#include "config/field.h"
#include "data/split.h"
#include "data/windows.h"

#include <algorithm>

namespace gatelab {
namespace {

DataKind kindOf(const Dataset& data) {
    if (data.series) return DataKind::Series;
    if (!data.sequences) return DataKind::Unknown;
    const SequenceSet& set = *data.sequences;
    if (std::ranges::any_of(set.items, [](const SequenceSet::Item& item) { return item.label >= 0; }))
        return DataKind::Classes;
    if (std::ranges::all_of(set.items, [](const SequenceSet::Item& item) { return item.targets.empty(); }))
        return DataKind::Unlabelled;
    return set.classNames.empty() ? DataKind::Numbers : DataKind::StepClasses;
}

/// Steps of the whole run; windows that are left out because of gaps count as if they were there.
std::int64_t totalSteps(const ExperimentConfig& c, RowRange train) {
    const std::int64_t windows = windowPlaces(train, c.lookback, c.horizon, trainStride(c)),
                       batch = std::max<std::int64_t>(1, c.batchSize * std::max<std::int64_t>(1, c.accumulate));
    const std::int64_t all = (windows + batch - 1) / batch * c.epochs;
    return c.maxSteps > 0 ? std::min(all, c.maxSteps) : all;
}

void checkSteps(const ExperimentConfig& c, std::int64_t steps, std::vector<ConfigFinding>& findings) {
    if (steps < 1) return;
    if (c.warmupSteps >= steps)
        findings.push_back(
            {Severity::Warning,
             "warmup_steps",
             {GATELAB_TEXT("Finding",
                           "lasts longer than the run, which has %1 steps: the learning rate is never reached"),
              {steps}}});
    if (c.schedule == "step" && c.scheduleSteps >= steps)
        findings.push_back(
            {Severity::Warning,
             "schedule_steps",
             {GATELAB_TEXT("Finding", "is longer than the run, which has %1 steps: the learning rate is never cut"),
              {steps}}});
}

}  // namespace

DataFacts dataFacts(const Dataset* data) {
    DataFacts facts;
    if (data) facts.kind = kindOf(*data);
    if (data && data->series) {
        facts.rows = data->series->rows();
        facts.left = data->series->report.leftColumns;
        for (const Channel& channel : data->series->channels) facts.columns.push_back(channel.name);
    }
    return facts;
}

std::vector<ConfigFinding> checkExperiment(const ExperimentConfig& config, const Dataset* data) {
    return checkExperiment(config, dataFacts(data));
}

std::vector<ConfigFinding> checkExperiment(const ExperimentConfig& config, const DataFacts& facts) {
    auto findings = checkConfig(config, facts);
    if (facts.rows < 0 || config.task != "forecast") return findings;
    const auto split = splitRows(config.split, facts.rows, config.splitGap);
    if (!split.ok()) {
        findings.push_back({Severity::Error, "split", split.error().phrase});
        return findings;
    }
    if (split->test.size() == 0) findings.push_back({Severity::Info, "split", kNoTestPart});
    checkSteps(config, totalSteps(config, split->train), findings);
    return findings;
}

Result<> firstError(const std::vector<ConfigFinding>& findings) {
    for (const ConfigFinding& finding : findings)
        if (finding.severity == Severity::Error) {
            const Field* field = findField(finding.key);
            return Error{ErrorCode::InvalidInput, field ? labelled(field->label, finding.message) : finding.message}
                .ofField(finding.key);
        }
    return {};
}

}  // namespace gatelab
