// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace gatelab {

/// What one step cost the calling thread.
struct StepTime {
    double processor = 0;        ///< seconds that the thread computed
    double wall = 0;             ///< seconds that passed
    std::int64_t preempted = 0;  ///< times that the system took the core away
};

/// `step` as a function that says what it cost.
std::function<StepTime()> measuredStep(std::function<void()> step);

/// One way to compute a training step. `prepare` makes all that it needs, which lives as long as the step that it
/// gives; empty: it cannot compute this step.
struct ImplementationCandidate {
    std::string row;
    std::function<std::function<StepTime()>()> prepare;
};

/// What a measurement came to.
struct RowFinding {
    std::string row;
    bool isClear = false;  ///< its lead, or that of the row before it, is larger than what the rounds differ by
    bool isCalm = false;   ///< no other program took the cores meanwhile

    bool operator==(const RowFinding&) const = default;
};

/// The fastest row by the processor's time, which other programs cannot take away. All candidates in turn, several
/// rounds, each with its best step; a row takes the place of one before it where it needs at most 97 % of its time, in
/// the median of the ratios within a round. Only one candidate is in memory at a time. Rounds are fewer where steps
/// are long, and a row that needs twice the time of another is left out of the later ones. `goOn` false ends it, with
/// nothing found. Nothing: no candidate can compute the step.
std::optional<RowFinding> measureRows(std::span<const ImplementationCandidate> candidates,
                                      const std::function<bool()>& goOn = {});

}  // namespace gatelab
