// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/alert_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>

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

bool isOfSteps(MetricId id) { return id == MetricId::TrainLoss || id == MetricId::GradientNorm; }

/// Only finite values, of single steps the means of kAlertSteps at a time; what does not fill one waits.
AlertCurve steadied(MetricId id, const AlertCurve& curve) {
    AlertCurve steady;
    const std::size_t width = isOfSteps(id) ? kAlertSteps : 1;
    std::size_t count = 0;
    double sum = 0;
    for (std::size_t i = 0; i < curve.values.size(); ++i) {
        if (!std::isfinite(curve.values[i])) continue;
        sum += curve.values[i];
        if (++count < width) continue;
        steady.seconds.push_back(curve.seconds[i]);
        steady.epochs.push_back(curve.epochs[i]);
        steady.values.push_back(sum / static_cast<double>(width));
        count = 0, sum = 0;
    }
    return steady;
}

/// Follows a curve and says since when its condition is met.
class ConditionWatch {
public:
    explicit ConditionWatch(const AlertRule& rule) : rule_(rule) {}
    void add(double value, std::size_t index) {
        const bool isMet = meets(value, index);
        if (!isMet) since_.reset();
        if (isMet && !since_) since_ = rule_.condition == AlertCondition::NotFalling ? lowestAt_ : index;
        // A new lowest that is hardly lower is none.
        if (lowest_ == std::numeric_limits<double>::infinity() || value < lowest_ - rule_.value * std::abs(lowest_))
            lowest_ = std::min(lowest_, value), lowestAt_ = index;
        else if (rule_.condition != AlertCondition::NotFalling)
            lowest_ = std::min(lowest_, value);
        highest_ = std::max(highest_, value);
    }
    [[nodiscard]] const std::optional<std::size_t>& since() const { return since_; }
    [[nodiscard]] double lowest() const { return lowest_; }
    [[nodiscard]] double highest() const { return highest_; }

private:
    [[nodiscard]] bool meets(double value, std::size_t index) const {
        switch (rule_.condition) {
            case AlertCondition::Below:
                return value < rule_.value;
            case AlertCondition::Above:
                return value > rule_.value;
            case AlertCondition::OverLowest:
                return index > 0 && value > lowest_ + rule_.value * std::abs(lowest_);
            case AlertCondition::UnderHighest:
                return index > 0 && value < highest_ - rule_.value * std::abs(highest_);
            case AlertCondition::NotFalling:
                return index > 0 && !(value < lowest_ - rule_.value * std::abs(lowest_));
        }
        return false;
    }
    const AlertRule& rule_;
    double lowest_ = std::numeric_limits<double>::infinity(), highest_ = -std::numeric_limits<double>::infinity();
    std::size_t lowestAt_ = 0;
    std::optional<std::size_t> since_;
};

std::string digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

/// "train loss": charts say it in their title, a sentence has none.
Phrase metricName(MetricId id) {
    const Phrase label(metric(id).label);
    const bool isLoss = id == MetricId::TrainLoss || id == MetricId::ValidationLoss;
    return isLoss ? Phrase(GATELAB_TEXT("Alert", "%1 loss"), {label}) : label;
}

Phrase textOf(const AlertRule& rule, double value, const ConditionWatch& watch, double duration) {
    const Phrase name = alertName(rule), of = metricName(rule.metric);
    const auto percent = [&](double base) { return digits(100 * std::abs(value - base) / std::abs(base)); };
    const Phrase time = rule.inEpochs ? Phrase(GATELAB_TEXT("Alert", "%1 epochs"), {digits(duration)})
                                      : Phrase(GATELAB_TEXT("Alert", "%1 s"), {digits(duration)});
    switch (rule.condition) {
        case AlertCondition::OverLowest:
            return {GATELAB_TEXT("Alert", "%1: %2 is %3, %4 % over its lowest, for %5"),
                    {name, of, digits(value), percent(watch.lowest()), time}};
        case AlertCondition::UnderHighest:
            return {GATELAB_TEXT("Alert", "%1: %2 is %3, %4 % under its highest, for %5"),
                    {name, of, digits(value), percent(watch.highest()), time}};
        case AlertCondition::NotFalling:
            return {GATELAB_TEXT("Alert", "%1: %2 is %3 and has not fallen for %4"), {name, of, digits(value), time}};
        default:
            return {GATELAB_TEXT("Alert", "%1: %2 is %3 for %4"), {name, of, digits(value), time}};
    }
}

std::optional<Alert> holding(const AlertRule& rule, const AlertCurve& curve) {
    if (curve.values.empty()) return std::nullopt;
    ConditionWatch watch(rule);
    for (std::size_t i = 0; i < curve.values.size(); ++i) watch.add(curve.values[i], i);
    if (!watch.since()) return std::nullopt;
    const std::vector<double>& clock = rule.inEpochs ? curve.epochs : curve.seconds;
    const double duration = clock.back() - clock[*watch.since()];
    if (duration < rule.duration) return std::nullopt;
    return Alert{rule, curve.seconds[*watch.since()], textOf(rule, curve.values.back(), watch, duration)};
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
    std::vector<Alert> alerts;
    std::vector<std::pair<MetricId, AlertCurve>> curves;  // each is steadied once
    for (const AlertRule& rule : rules) {
        if (!rule.isOn) continue;
        auto found = std::ranges::find(curves, rule.metric, &std::pair<MetricId, AlertCurve>::first);
        if (found == curves.end())
            found = curves.insert(curves.end(), {rule.metric, steadied(rule.metric, curveOf(rule.metric))});
        if (auto alert = holding(rule, found->second)) alerts.push_back(std::move(*alert));
    }
    return alerts;
}

}  // namespace gatelab
