// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "run/metric.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// When a rule is met by a value. Below, Above: the value itself. OverLowest: it lies by so large a share over the
/// lowest value before it. UnderHighest: by so large a share under the highest one. NotFalling: since the lowest value
/// nothing was lower by that share of it.
enum class AlertCondition : std::uint8_t { Below, Above, OverLowest, UnderHighest, NotFalling };
const char* alertConditionKey(AlertCondition condition);  ///< "over_lowest": in files
/// Nothing for a key that is none.
const AlertCondition* findAlertCondition(std::string_view key);
std::span<const AlertCondition> alertConditions();
Text alertConditionLabel(AlertCondition condition);

/// A rule: a metric meets a condition for so long.
struct AlertRule {
    std::string name;  ///< "diverging": one of the table's, or a person's own
    MetricId metric = MetricId::TrainLoss;
    AlertCondition condition = AlertCondition::Above;
    double value = 0;     ///< what is compared with; a share where the condition has one
    double duration = 0;  ///< in seconds of training, or epochs
    bool inEpochs = false;
    bool isOn = true;
    bool operator==(const AlertRule&) const = default;
};
/// Stuck, diverging, overfitting, idle device, throttled.
std::vector<AlertRule> defaultAlertRules();
/// What is wrong with it: no name, no number, a share or a duration below 0; empty: nothing.
Phrase alertRuleProblem(const AlertRule& rule);
/// "stuck" as people read it: those of the table are translated.
Phrase alertName(const AlertRule& rule);

/// A curve as rules look at it, oldest first.
struct AlertCurve {
    std::vector<double> seconds, epochs, values;
};

/// A rule that holds now.
struct Alert {
    AlertRule rule;
    double since = 0;  ///< seconds of training
    Phrase text;       ///< "diverging: train loss is 2.3, 130 % over its lowest, for 40 s"
};

/// Which rules hold at the end of the curves. Of losses and norms of single steps the means of kAlertSteps at a time
/// are compared, as one step says little. Values that are not finite count for nothing. Pure.
inline constexpr std::size_t kAlertSteps = 50;
std::vector<Alert> holdingAlerts(std::span<const AlertRule> rules, const std::function<AlertCurve(MetricId)>& curveOf);

}  // namespace gatelab
