// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/open_findings.h"

#include "data/findings/remedy.h"

namespace gatelab {

std::vector<DataFinding> openFindings(std::span<const DataFinding> findings, const Series& series,
                                      const ExperimentConfig& config) {
    std::vector<DataFinding> open;
    for (const DataFinding& finding : findings)
        if (isTold(finding) && !isMended(finding, series, config)) open.push_back(finding);
    return open;
}

std::vector<DataFinding> graveFindings(std::span<const DataFinding> findings, const Series& series,
                                       const ExperimentConfig& config) {
    std::vector<DataFinding> grave = openFindings(findings, series, config);
    std::erase_if(grave, [](const DataFinding& one) { return one.severity != DataFinding::Severity::Error; });
    return grave;
}

}  // namespace gatelab
