// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/study.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gatelab {

/// Asynchronous successive halving (Li et al., MLSys 2020). At each rung (a number of epochs) the best third of all
/// trials that have come so far goes on and the others stop; a trial that was stopped goes on once it is among the best
/// third of its rung after all. Nobody waits for the others. A view of what is known; pure.
class Asha {
public:
    static constexpr std::int64_t kEta = 3;

    /// Rungs for a plan of so many epochs, from about a 27th of it, at least 1, each three times the one before.
    explicit Asha(std::int64_t epochs);
    [[nodiscard]] const std::vector<std::int64_t>& rungs() const { return rungs_; }
    /// Whether a trial that has just trained so many epochs goes on, by StudyTrial::byEpoch of all. NaN is the worst.
    /// Between rungs always.
    [[nodiscard]] bool goesOn(std::span<const StudyTrial> trials, std::size_t trial, std::int64_t epochs) const;
    /// Of the trials that were stopped the one that goes on: of the highest rung, there the best.
    [[nodiscard]] std::optional<std::size_t> promoted(std::span<const StudyTrial> trials) const;

private:
    /// Whether the trial is among the best third of those that have come to this rung; of fewer than three the best.
    [[nodiscard]] static bool isAmongBest(std::span<const StudyTrial> trials, std::size_t trial, std::int64_t rung);
    std::vector<std::int64_t> rungs_;
};

}  // namespace gatelab
