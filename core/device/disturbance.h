// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "device/monitor.h"

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace gatelab {

/// What else used the machine since the look before.
struct MachineLook {
    double otherCores = 0;              ///< kept busy by other programs
    int cores = 1, threads = 1;         ///< of the machine, and that the run uses
    std::vector<GpuProcess> gpuOthers;  ///< other processes on the GPU of the run
    std::optional<double> clockShare;   ///< of the GPU's highest clock, 0..1
    std::optional<GpuBrake> brake;      ///< why it is not higher
};

/// A stretch of training time whose timings cannot be trusted.
struct Disturbance {
    double from = 0, to = 0;  ///< seconds of training
    Phrase cause;
};

/// Whether the driver holds the clock down so far that timings suffer.
bool isSlowed(std::optional<double> clockShare, std::optional<GpuBrake> brake);
/// "its power limit", "heat", "its hardware".
Text brakeName(GpuBrake brake);

/// Finds out what disturbed the timing of a run: other programs on its processor cores, other processes that compute on
/// its GPU, a clock that is held down. Looks once a second of training and joins what follows closely. One thread.
class DisturbanceWatch {
public:
    using Around = std::function<MachineLook()>;
    /// `wall` and `training`: seconds of a steady clock and of training. Asks `around` when a second has passed; gives
    /// what has ended by now. A stretch in which the run mostly stood still counts for nothing.
    std::vector<Disturbance> look(double wall, double training, const Around& around);
    /// What is still going on.
    std::vector<Disturbance> close();

private:
    enum Cause { Load, Neighbours, Clock, Causes };
    struct Span {
        bool open = false;
        double from = 0, to = 0;
        double worst = 0;                ///< cores, processes, or the clock's lowest share
        std::vector<std::string> names;  ///< of processes
        std::optional<GpuBrake> brake;
    };
    void note(Cause cause, double training, double worst);
    void endQuiet(double training, std::vector<Disturbance>& ended);
    [[nodiscard]] static Disturbance described(Cause cause, const Span& span);
    std::array<Span, Causes> spans_;
    double wall_ = -1, training_ = 0;  ///< where the stretch began; negative: no look yet
};

}  // namespace gatelab
