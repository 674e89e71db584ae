// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/finding_hint.h"

#include "config/config_difference.h"
#include "data/findings/remedy.h"
#include "worker/output/console_text.h"

namespace gatelab::worker {

std::string remedyHint(const ConfigFinding& finding, const Dataset& data, const ExperimentConfig& config) {
    const auto remedy = remedyOf(finding, data, config);
    return remedy ? " (" + changeFlags(configChanges(config, remedy->config)) + ")" : std::string();
}

Error withWindowsHint(const Error& error, const Dataset& data, const ExperimentConfig& config) {
    const std::string hint = remedyHint({Severity::Error, "lookback", error.phrase}, data, config);
    return hint.empty() ? error : Error{error.code, consoleText(error) + hint}.ofField(error.field);
}

}  // namespace gatelab::worker
