// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/alerts/alert_rules.h"

#include "run/alerts/alert_watch.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

struct ConditionRow {
    AlertCondition condition;
    const char* key;
    Text label;
};
constexpr ConditionRow kConditions[] = {
    {AlertCondition::Below, "below", GATELAB_TEXT("Alert", "is below")},
    {AlertCondition::Above, "above", GATELAB_TEXT("Alert", "is above")},
    {AlertCondition::OverLowest, "over_lowest", GATELAB_TEXT("Alert", "lies over its lowest by the share")},
    {AlertCondition::UnderHighest, "under_highest", GATELAB_TEXT("Alert", "lies under its highest by the share")},
    {AlertCondition::NotFalling, "not_falling", GATELAB_TEXT("Alert", "falls no further by the share")},
};

const ConditionRow& rowOf(AlertCondition condition) { return kConditions[static_cast<std::size_t>(condition)]; }

constexpr Text kDefaultNames[] = {GATELAB_TEXT("Alert", "stuck"), GATELAB_TEXT("Alert", "diverging"),
                                  GATELAB_TEXT("Alert", "overfitting"), GATELAB_TEXT("Alert", "idle device"),
                                  GATELAB_TEXT("Alert", "throttled")};

bool isShare(AlertCondition condition) {
    return condition != AlertCondition::Below && condition != AlertCondition::Above;
}

}  // namespace

const char* alertConditionKey(AlertCondition condition) { return rowOf(condition).key; }
Text alertConditionLabel(AlertCondition condition) { return rowOf(condition).label; }

const AlertCondition* findAlertCondition(std::string_view key) {
    const auto* found = std::ranges::find(kConditions, key, &ConditionRow::key);
    return found == std::end(kConditions) ? nullptr : &found->condition;
}

std::span<const AlertCondition> alertConditions() {
    static constexpr AlertCondition kAll[] = {AlertCondition::Below, AlertCondition::Above, AlertCondition::OverLowest,
                                              AlertCondition::UnderHighest, AlertCondition::NotFalling};
    return kAll;
}

std::vector<AlertRule> defaultAlertRules() {
    return {{"stuck", MetricId::TrainLoss, AlertCondition::NotFalling, 0.001, 10, true},
            {"diverging", MetricId::TrainLoss, AlertCondition::OverLowest, 1, 10, false},
            {"overfitting", MetricId::ValidationLoss, AlertCondition::OverLowest, 0.1, 3, true},
            {"idle device", MetricId::GpuUtilisation, AlertCondition::Below, 30, 60, false},
            {"throttled", MetricId::GpuClock, AlertCondition::UnderHighest, 0.2, 30, false}};
}

Phrase alertRuleProblem(const AlertRule& rule) {
    if (rule.name.empty()) return GATELAB_TEXT("Alert", "a rule needs a name");
    if (!std::isfinite(rule.value)) return {GATELAB_TEXT("Alert", "%1: the value is no number"), {rule.name}};
    if (!(rule.duration >= 0) || !std::isfinite(rule.duration))
        return {GATELAB_TEXT("Alert", "%1: the time is 0 or more"), {rule.name}};
    if (isShare(rule.condition) && rule.value < 0)
        return {GATELAB_TEXT("Alert", "%1: the share is 0 or more"), {rule.name}};
    return {};
}

Phrase alertName(const AlertRule& rule) {
    const auto* known = std::ranges::find(kDefaultNames, std::string_view(rule.name), &Text::source);
    return known == std::end(kDefaultNames) ? Phrase(rule.name) : Phrase(*known);
}

std::vector<Alert> holdingAlerts(std::span<const AlertRule> rules, const std::function<AlertCurve(MetricId)>& curveOf) {
    AlertWatch watch(rules);
    std::vector<MetricId> seen;
    for (const AlertRule& rule : rules) {
        if (!rule.isOn || std::ranges::find(seen, rule.metric) != seen.end()) continue;
        seen.push_back(rule.metric);
        const AlertCurve curve = curveOf(rule.metric);
        for (std::size_t i = 0; i < curve.values.size(); ++i)
            watch.add(rule.metric, curve.seconds[i], curve.epochs[i], curve.values[i]);
    }
    return watch.holding();
}

}  // namespace gatelab
