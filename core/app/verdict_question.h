// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "verdict/run_groups.h"
#include "verdict/verdict.h"

#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// "Is the challenger better than the base?" of two different settings: by what score they are compared, what keeps
/// them from being compared, and what the next look lacks. A value that reads no file.
class VerdictQuestion {
public:
    /// The two as they can be held against each other (see fromTheStart()), and what the next look lacks.
    struct Plan {
        RunGroup challenger, base;
        Verdict verdict;
        std::vector<ExperimentConfig> missing;
        /// Of training what is missing; 0: nothing of it is known
        double seconds = 0;
        bool isWhole = true;  ///< whether `seconds` is of all that is missing

        /// Of which of the two this one is a run.
        [[nodiscard]] const RunGroup& groupOf(const ExperimentConfig& run) const;
    };

    /// others: among them are the same settings begun from the start, where runs of the two began from given weights.
    /// score: by what they are compared; without one, or by a validation loss that a run of the two lacks, it is the
    /// validation loss, or the test score where a run has no validation part.
    VerdictQuestion(RunGroup challenger, RunGroup base, std::vector<RunGroup> others,
                    std::optional<VerdictScore> score = {});

    [[nodiscard]] const RunGroup& challenger() const { return challenger_; }
    [[nodiscard]] const RunGroup& base() const { return base_; }
    [[nodiscard]] VerdictScore score() const { return score_; }

    /// Settings in which the two differ and that make their scores different quantities: there is no verdict.
    [[nodiscard]] std::vector<std::string> otherMeasures() const;
    /// Those of the two whose runs began with given weights: they are no pairs of other runs.
    [[nodiscard]] std::vector<const RunGroup*> givenStarts() const;
    /// Of the two as they are.
    [[nodiscard]] Verdict verdict() const;
    [[nodiscard]] Plan plan() const;

private:
    RunGroup challenger_, base_;
    std::vector<RunGroup> others_;
    VerdictScore score_;
};

}  // namespace gatelab
