// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/alerts/alert_rules.h"
#include "run/run_event.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

/// Follows a run sample by sample and says which rules hold. What it has seen takes no memory. Of losses and norms of
/// single steps the means of kAlertSteps at a time are compared, as one step says little; values that are not finite
/// count for nothing. One thread at a time.
class AlertWatch {
public:
    explicit AlertWatch(std::span<const AlertRule> rules);
    /// seconds: of training. In their order.
    void add(MetricId metric, double seconds, double epoch, double value);
    [[nodiscard]] std::vector<Alert> holding() const;

private:
    struct Point {
        double seconds = 0, epoch = 0, value = 0;
    };
    struct Follower {
        AlertRule rule;
        double sum = 0;         ///< of the steps that wait for their mean
        std::size_t count = 0;  ///< of them
        bool isFirst = true;
        double lowest = 0, highest = 0;
        Point lowestAt, last;
        std::optional<Point> since = {};
        [[nodiscard]] bool meets(double value) const;
        void add(const Point& point);
    };
    std::vector<Follower> followers_;
};

/// A rule that began to hold, or no longer holds, as the record of a run keeps it.
struct AlertNote {
    std::string rule;    ///< its name
    bool begins = true;  ///< false: it no longer holds
    Phrase text;         ///< what the alert said; of an end, as people read it too
    std::int64_t step = 0, epoch = 0;
    double seconds = 0;  ///< of training
};
/// The event that keeps it.
RunMarker alertMarker(const AlertNote& note);
/// Where it is about an alert: its rule, and whether that begins; an empty name: it is not.
std::pair<std::string, bool> alertOf(const RunMarker& marker);
/// Nothing: it is another event.
std::optional<AlertNote> alertNote(const RunEvent& event);
/// The notes of these events, in their order.
std::vector<AlertNote> alertNotes(std::span<const RunEvent> events);
/// Those that began and have not ended.
std::vector<AlertNote> openAlerts(std::span<const AlertNote> notes);

}  // namespace gatelab
