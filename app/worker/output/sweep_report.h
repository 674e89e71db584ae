// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/score_shares.h"
#include "config/field.h"
#include "verdict/verdict.h"
#include "worker/group_runs.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gatelab::worker {

/// What a sweep found: its settings, best first by the mean of their best validation losses, and what fresh seeds make
/// of the best. The lowest of many scores is lower than it would be again: how much of that was luck is told once it is
/// confirmed.
class SweepReport {
public:
    /// `configs`: one setting behind the other, each with `seeds` seeds; `ends`: of each.
    SweepReport(ExperimentConfig base, const std::vector<ExperimentConfig>& configs,
                const std::vector<GroupRunEnd>& ends, std::int64_t seeds);
    /// Tells too what moves the losses of the whole runs, as the window does (scoreShares).
    void tellShares();
    /// How many settings have a score.
    [[nodiscard]] std::size_t ranked() const;
    /// The k-th best.
    [[nodiscard]] const ExperimentConfig& setting(std::size_t k) const { return rows_[k].config; }
    /// What the best setting, or the best two in turn, came to on fresh seeds.
    void confirm(const std::vector<ExperimentConfig>& configs, const std::vector<GroupRunEnd>& ends);
    [[nodiscard]] std::string text() const;
    /// {"result": {"settings": [{"rank", "settings", "seeds", "validation_loss", "deviation", "diverged", "failed",
    /// "left_out", "runs"}], "importance": {key: share, "rest"}, "confirmed": {"seeds", "sweep", "fresh", "deviation",
    /// "grew_percent", "second", "verdict", "pairs"}}}. "settings" of a row: those that vary in the sweep; "stopped_at"
    /// where a search stopped it.
    [[nodiscard]] std::string json() const;

private:
    struct Row {
        ExperimentConfig config;
        std::vector<double> scores = {};  ///< best validation losses
        std::vector<std::string> runs = {};
        /// Without a score: not finite; for another reason; not begun, or stopped
        std::int64_t diverged = 0, failed = 0, left = 0;
        std::int64_t stoppedAt = 0;  ///< epoch at which the search stopped it; 0: it did not
        [[nodiscard]] double mean() const;
        [[nodiscard]] double deviation() const;
        [[nodiscard]] bool isWhole() const { return !scores.empty() && diverged == 0 && stoppedAt == 0; }
    };
    struct Confirmed {
        std::vector<double> best, second;  ///< by fresh seed; NaN: diverged
        Verdict verdict;
    };
    static Row rowOf(const ExperimentConfig& config, const std::vector<GroupRunEnd>& ends, std::size_t first,
                     std::size_t count, std::size_t step = 1);
    /// The settings that vary, as they are in this row.
    [[nodiscard]] std::vector<std::pair<const Field*, std::string>> settingsOf(const Row& row) const;
    [[nodiscard]] std::string confirmedText() const;
    [[nodiscard]] std::string sharesText() const;

    ExperimentConfig base_;
    std::vector<const Field*> varied_;
    std::vector<Row> rows_;
    std::optional<ScoreShares> shares_;
    std::optional<Confirmed> confirmed_;
};

}  // namespace gatelab::worker
