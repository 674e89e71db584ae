// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/alerts/alert_rules.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// The alert rules of a workspace, alerts.json in its folder, which a person may edit: {"rules": [{"name", "metric",
/// "condition", "value", "for", "unit": "seconds" or "epochs", "on"}]}.
std::string alertRulesJson(std::span<const AlertRule> rules);
/// InvalidInput: what is wrong, and in which rule.
Result<std::vector<AlertRule>> alertRulesOfJson(std::string_view json);

/// Those of the table where there is no file.
Result<std::vector<AlertRule>> readAlertRules(const std::filesystem::path& workspace);
Result<> keepAlertRules(const std::filesystem::path& workspace, std::span<const AlertRule> rules);

}  // namespace gatelab
