// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cmath>
#include <string>

namespace gatelab::worker {

/// How far a long command is, on stderr: one line drawn again and again where that is a terminal, else a line every ten
/// seconds. Nothing where JSON goes to the same place. The line is wiped off where this ends, or at end().
class ProgressLine {
public:
    explicit ProgressLine(bool json);
    ~ProgressLine() { end(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    /// "trial 12 of 75" with the time so far and the time left; call it often. share: 0 to 1. secondsLeft: NaN tells it
    /// from the share. isAtMost: it is a bound and no estimate.
    void show(const std::string& what, double share, double secondsLeft = NAN, bool isAtMost = false);
    void end();

private:
    using Clock = std::chrono::steady_clock;
    enum class Way { None, Redraw, Lines };
    Way way_;
    Clock::time_point began_ = Clock::now(), shown_ = began_;
    bool drawn_ = false;
};

/// A signal stopped a command that measures: says so on stderr, and returns whether there is a part that can be shown.
bool isStopReported(int runsDone, bool json);

/// "trial 12 of 75, 0:00:31, about 0:02:43 left".
std::string progressText(const std::string& what, double share, double seconds, double secondsLeft,
                         bool isAtMost = false);

}  // namespace gatelab::worker
