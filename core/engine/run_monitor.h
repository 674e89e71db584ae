// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/disturbance.h"
#include "observe/metric_tap.h"
#include "run/metric_channel.h"
#include "store/workspace.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace gatelab {

/// What is seen of a run from outside while it goes on: memory and load of the machine as metrics, and what disturbs
/// its timing as events. Owned and used by the monitor thread; writes into the run's record, which lives longer.
class RunMonitor {
public:
    /// Seconds of a steady clock.
    using Clock = std::function<double()>;
    /// `record` null: nothing is kept. `around` and `clock` empty: this machine.
    RunMonitor(RunProgress& progress, MetricChannel& channel, RunRecord* record, DisturbanceWatch::Around around = {},
               Clock clock = {});
    ~RunMonitor();
    RunMonitor(const RunMonitor&) = delete;
    RunMonitor& operator=(const RunMonitor&) = delete;

    /// While no step is done (baselines are computed, the run is paused), a figure is told again only where it has
    /// changed much.
    void look();
    /// The run has ended: tells what still disturbs.
    void close();

private:
    struct Devices;
    /// The figures as they were told last at a step.
    struct Reported {
        std::int64_t step = -1;
        std::map<MetricId, double> values;
        /// Whether the value is to be told; then it has been.
        bool isNews(MetricId id, double value);
    };
    void post(const std::vector<Disturbance>& disturbances);
    RunProgress& progress_;
    MetricChannel& channel_;
    RunRecord* record_;
    std::unique_ptr<Devices> devices_;
    Reported reported_;
    DisturbanceWatch watch_;
    DisturbanceWatch::Around around_;
    Clock clock_;
};

}  // namespace gatelab
