// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/alert_rules_json.h"

#include "io/file_io.h"
#include "io/json/json_text.h"

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostBytes = 1u << 20;
constexpr const char* kFile = "alerts.json";

Error invalid(const Phrase& why) {
    return {
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Alert", "the alert rules cannot be read: %1; mend alerts.json, or remove it for the usual ones"),
         {why}}};
}

/// Throws what nlohmann throws.
Result<AlertRule> ruleOf(const Json& json) {
    AlertRule rule;
    rule.name = json.at("name");
    const std::string metricKey = json.at("metric"), conditionKey = json.at("condition");
    const Metric* metric = findMetric(metricKey);
    if (metric == nullptr)
        return invalid({GATELAB_TEXT("Alert", "%1: there is no metric '%2'"), {rule.name, metricKey}});
    rule.metric = metric->id;
    const AlertCondition* condition = findAlertCondition(conditionKey);
    if (condition == nullptr)
        return invalid({GATELAB_TEXT("Alert", "%1: there is no condition '%2'"), {rule.name, conditionKey}});
    rule.condition = *condition;
    rule.value = json.at("value").get<double>();
    rule.duration = json.at("for").get<double>();
    rule.inEpochs = json.value("unit", "seconds") == std::string("epochs");
    rule.isOn = json.value("on", true);
    if (Phrase problem = alertRuleProblem(rule); !problem.empty()) return invalid(problem);
    return rule;
}

}  // namespace

std::string alertRulesJson(std::span<const AlertRule> rules) {
    Json list = Json::array();
    for (const AlertRule& rule : rules)
        list.push_back({{"name", rule.name},
                        {"metric", metric(rule.metric).key},
                        {"condition", alertConditionKey(rule.condition)},
                        {"value", rule.value},
                        {"for", rule.duration},
                        {"unit", rule.inEpochs ? "epochs" : "seconds"},
                        {"on", rule.isOn}});
    return Json{{"rules", list}}.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<std::vector<AlertRule>> alertRulesOfJson(std::string_view text) {
    try {
        const Json whole = parseJson<Json>(text);
        std::vector<AlertRule> rules;
        for (const Json& one : whole.at("rules")) {
            auto rule = ruleOf(one);
            if (!rule.ok()) return rule.error();
            rules.push_back(std::move(*rule));
        }
        return rules;
    } catch (const Json::exception& problem) {
        return invalid(problem.what());
    }
}

Result<std::vector<AlertRule>> readAlertRules(const std::filesystem::path& workspace) {
    std::error_code ignored;
    if (!std::filesystem::exists(workspace / kFile, ignored)) return defaultAlertRules();
    const auto bytes = readFileBytes(workspace / kFile, kMostBytes);
    if (!bytes.ok()) return bytes.error();
    return alertRulesOfJson(*bytes);
}

Result<> keepAlertRules(const std::filesystem::path& workspace, std::span<const AlertRule> rules) {
    return writeFileDurably(workspace / kFile, alertRulesJson(rules));
}

}  // namespace gatelab
