// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/run_event.h"

#include <chrono>
#include <filesystem>

namespace gatelab::worker {

/// The patience of a command line whose run stands still because its checkpoint cannot be written: says on stderr that
/// it waits and what is free, at most once a minute. A run that a window has paused is left alone.
class DiskWait {
public:
    DiskWait(std::filesystem::path folder, std::chrono::seconds patience)
        : folder_(std::move(folder)), patience_(patience) {}
    void handle(const RunEvent& event);
    /// Call it often. Whether the time is over: the run is to be left as it is.
    bool isOver();
    /// Why it waited.
    [[nodiscard]] const Error& problem() const { return problem_; }

private:
    using Clock = std::chrono::steady_clock;
    void report();
    std::filesystem::path folder_;
    std::chrono::seconds patience_;
    RunWarning warning_;  ///< the last one of a run that waits
    Error problem_;
    bool waiting_ = false;
    Clock::time_point since_, reportedAt_;
};

}  // namespace gatelab::worker
