// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/experiment_check.h"

#include "data/split.h"

namespace gatelab {

DataFacts dataFacts(const Dataset* data) {
    DataFacts facts;
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
        if (finding.severity == Severity::Error) return Error{ErrorCode::InvalidInput, labelled(finding.key, finding.message)};
    return {};
}

}  // namespace gatelab
