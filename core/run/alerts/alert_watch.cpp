// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/alerts/alert_watch.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr Text kBegins = GATELAB_TEXT("Alert", "alert: %2"), kEnds = GATELAB_TEXT("Alert", "alert over: %1");

bool isOfSteps(MetricId id) { return id == MetricId::TrainLoss || id == MetricId::GradientNorm; }

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

/// `lowest`, `highest`: before the value, or with it.
Phrase textOf(const AlertRule& rule, double value, double lowest, double highest, double duration) {
    const Phrase name = alertName(rule), of = metricName(rule.metric);
    const auto percent = [&](double base) { return digits(100 * std::abs(value - base) / std::abs(base)); };
    const Phrase time = rule.inEpochs ? Phrase(GATELAB_TEXT("Alert", "%1 epochs"), {digits(duration)})
                                      : Phrase(GATELAB_TEXT("Alert", "%1 s"), {digits(duration)});
    switch (rule.condition) {
        case AlertCondition::OverLowest:
            return {GATELAB_TEXT("Alert", "%1: %2 is %3, %4 % over its lowest, for %5"),
                    {name, of, digits(value), percent(lowest), time}};
        case AlertCondition::UnderHighest:
            return {GATELAB_TEXT("Alert", "%1: %2 is %3, %4 % under its highest, for %5"),
                    {name, of, digits(value), percent(highest), time}};
        case AlertCondition::NotFalling:
            return {GATELAB_TEXT("Alert", "%1: %2 is %3 and has not fallen for %4"), {name, of, digits(value), time}};
        default:
            return {GATELAB_TEXT("Alert", "%1: %2 is %3 for %4"), {name, of, digits(value), time}};
    }
}

}  // namespace

bool AlertWatch::Follower::meets(double value) const {
    const double share = rule.value;
    switch (rule.condition) {
        case AlertCondition::Below:
            return value < share;
        case AlertCondition::Above:
            return value > share;
        case AlertCondition::OverLowest:
            return !isFirst && value > lowest + share * std::abs(lowest);
        case AlertCondition::UnderHighest:
            return !isFirst && value < highest - share * std::abs(highest);
        case AlertCondition::NotFalling:
            return !isFirst && !(value < lowest - share * std::abs(lowest));
    }
    return false;
}

void AlertWatch::Follower::add(const Point& point) {
    const bool isMet = meets(point.value);
    if (!isMet) since.reset();
    if (isMet && !since) since = rule.condition == AlertCondition::NotFalling ? lowestAt : point;
    // A new lowest that is hardly lower is none.
    if (isFirst || point.value < lowest - rule.value * std::abs(lowest))
        lowest = isFirst ? point.value : std::min(lowest, point.value), lowestAt = point;
    else if (rule.condition != AlertCondition::NotFalling)
        lowest = std::min(lowest, point.value);
    highest = isFirst ? point.value : std::max(highest, point.value);
    last = point;
    isFirst = false;
}

AlertWatch::AlertWatch(std::span<const AlertRule> rules) {
    for (const AlertRule& rule : rules)
        if (rule.isOn) followers_.emplace_back().rule = rule;
}

void AlertWatch::add(MetricId metric, double seconds, double epoch, double value) {
    if (!std::isfinite(value)) return;
    for (Follower& follower : followers_) {
        if (follower.rule.metric != metric) continue;
        follower.sum += value;
        const std::size_t width = isOfSteps(metric) ? kAlertSteps : 1;
        if (++follower.count < width) continue;  // what does not fill one waits
        follower.add({seconds, epoch, follower.sum / static_cast<double>(width)});
        follower.sum = 0, follower.count = 0;
    }
}

std::vector<Alert> AlertWatch::holding() const {
    std::vector<Alert> alerts;
    for (const Follower& one : followers_) {
        if (!one.since) continue;
        const double duration =
            one.rule.inEpochs ? one.last.epoch - one.since->epoch : one.last.seconds - one.since->seconds;
        if (duration < one.rule.duration) continue;
        alerts.push_back(
            {one.rule, one.since->seconds, textOf(one.rule, one.last.value, one.lowest, one.highest, duration)});
    }
    return alerts;
}

RunMarker alertMarker(const AlertNote& note) {
    if (!note.begins) return {.text = {kEnds, {note.rule}}};
    return {.text = {kBegins, {note.rule, note.text}}};
}

std::pair<std::string, bool> alertOf(const RunMarker& marker) {
    const Phrase& text = marker.text;
    const bool begins = text.source == kBegins.source;
    if (marker.change || text.context != kBegins.context || text.arguments.empty() ||
        (!begins && text.source != kEnds.source))
        return {};
    return {text.arguments[0].source, begins};
}

std::optional<AlertNote> alertNote(const RunEvent& event) {
    const auto* marker = event.as<RunMarker>();
    if (marker == nullptr) return std::nullopt;
    const auto [rule, begins] = alertOf(*marker);
    if (rule.empty()) return std::nullopt;
    const auto& arguments = marker->text.arguments;
    return AlertNote{rule,       begins,      begins && arguments.size() > 1 ? arguments[1] : marker->text,
                     event.step, event.epoch, event.seconds};
}

std::vector<AlertNote> alertNotes(std::span<const RunEvent> events) {
    std::vector<AlertNote> notes;
    for (const RunEvent& event : events)
        if (auto note = alertNote(event)) notes.push_back(std::move(*note));
    return notes;
}

std::vector<AlertNote> openAlerts(std::span<const AlertNote> notes) {
    std::vector<AlertNote> open;
    for (const AlertNote& note : notes) {
        std::erase_if(open, [&note](const AlertNote& one) { return one.rule == note.rule; });
        if (note.begins) open.push_back(note);
    }
    return open;
}

}  // namespace gatelab
