// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/experiment_check.h"

#include "config/field.h"
#include "data/split.h"

#include <algorithm>

namespace gatelab {
namespace {

DataKind kindOf(const Dataset& data) {
    if (data.series) return DataKind::Series;
    if (!data.sequences) return DataKind::Unknown;
    const SequenceSet& set = *data.sequences;
    if (std::ranges::any_of(set.items, [](const SequenceSet::Item& item) { return item.label >= 0; })) return DataKind::Classes;
    if (std::ranges::all_of(set.items, [](const SequenceSet::Item& item) { return item.targets.empty(); })) return DataKind::Unlabelled;
    return set.classNames.empty() ? DataKind::Numbers : DataKind::StepClasses;
}

}  // namespace

DataFacts dataFacts(const Dataset* data) {
    DataFacts facts;
    if (data) facts.kind = kindOf(*data);
    if (data && data->series) {
        facts.rows = data->series->rows();
        for (const Channel& channel : data->series->channels) facts.columns.push_back(channel.name);
    }
    return facts;
}

std::vector<ConfigFinding> checkExperiment(const ExperimentConfig& config, const Dataset* data) { return checkExperiment(config, dataFacts(data)); }

std::vector<ConfigFinding> checkExperiment(const ExperimentConfig& config, const DataFacts& facts) {
    auto findings = checkConfig(config, facts);
    if (facts.rows < 0 || config.task != "forecast") return findings;
    if (const auto split = splitRows(config.split, facts.rows, config.splitGap); !split.ok())
        findings.push_back({Severity::Error, "split", split.error().phrase});
    return findings;
}

Result<> firstError(const std::vector<ConfigFinding>& findings) {
    for (const ConfigFinding& finding : findings)
        if (finding.severity == Severity::Error) {
            const Field* field = findField(finding.key);
            return Error{ErrorCode::InvalidInput, field ? labelled(field->label, finding.message) : finding.message}.ofField(finding.key);
        }
    return {};
}

}  // namespace gatelab
