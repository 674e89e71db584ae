// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/score_shares.h"
#include "verdict/run_groups.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Data, task, targets and horizon: runs of one scope are looked at together. Text, equal for runs of the same scope.
std::string scopeKey(const ExperimentConfig& config);

/// What lessons tag their runs with.
inline constexpr std::string_view kLessonTag = "lesson";
/// A lesson trained it, or it is a network before its first step that a lesson measured ("LSTM@0"): no run of a
/// person's own, so it is in no scope of theirs.
bool isLessonRun(const RunSummary& run);

/// One run on the board: a seed of its group.
struct BoardSeed {
    std::string run;
    std::int64_t number = 0;  ///< of the run in the workspace
    std::int64_t seed = 0;
    double score = std::numeric_limits<double>::quiet_NaN();  ///< see Board::metric; NaN: none
    RunState state = RunState::Finished;
    bool counts = false;  ///< part of the mean: it has a score, and is the first of its seed that ended
};

/// A row of the board: what needs no network, or a group of runs (all settings but the seed). A run whose settings were
/// changed while it went on is a group of its own.
struct BoardRow {
    std::string key;                    ///< RunSelection::baselineKey(), or the id of the group's oldest run
    std::string method = {};            ///< of a baseline; empty: a group of runs
    RunGroup group = {};                ///< of a group
    std::int64_t number = 0;            ///< of the group's oldest run
    std::vector<BoardSeed> seeds = {};  ///< oldest first
    /// Whether its scores are the same quantity as those of the base: the same split and loss, too
    bool isComparable = true;
    bool isChanged = false;  ///< the settings of its run were changed while it went on

    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    double score = kNone;  ///< mean of the seeds that count
    double low = kNone,
           high = kNone;       ///< 95 % of the mean, by t on the logarithms where all are positive; from 3 seeds
    double test = kNone;       ///< mean on the test part, by selection_score.h
    double seconds = kNone;    ///< mean training time of a run
    std::int64_t parent = -1;  ///< row of the group that its oldest run came from; -1: none
    std::vector<ConfigChange> changes = {};  ///< from the parent's settings

    [[nodiscard]] bool isBaseline() const { return !method.empty(); }
    [[nodiscard]] std::size_t scored() const;
    /// Different seeds, with a score or without; a seed that ran again is one.
    [[nodiscard]] std::size_t seedCount() const;
    /// One of its runs goes on.
    [[nodiscard]] bool isLive() const;
    [[nodiscard]] bool has(std::string_view runId) const;
};

/// The score of what needs no network on the validation part of a scope.
struct BoardBaseline {
    std::string method;
    double score = BoardRow::kNone, test = BoardRow::kNone;
    std::string metric = {};  ///< of score, see Board
};

/// The runs of one scope as rows. A value; made of thousands of runs in some 10 ms, off the GUI thread where they are
/// more.
struct Board {
    std::vector<BoardRow> rows;  ///< by score, best first; without one behind them, newest first
    /// By row: the oldest group with 3 seeds, else the oldest that ended with a score and unchanged settings, else the
    /// oldest; -1: none
    int base = -1;
    int best = -1;    ///< group with the lowest score
    int latest = -1;  ///< group of the newest run
    int bestBaseline = -1;
    std::vector<std::string>
        columns;           ///< settings in which groups differ, those that matter most first (see findColumns)
    ScoreShares shares;    ///< of the columns, over the single runs that count and are comparable with the base
    std::size_t runs = 0;  ///< runs in all groups
    /// What the scores are: "mse" or "accuracy" of the weights that a run keeps, on the validation part and the scale
    /// of the baselines (validationScore()); empty: the best validation loss, for no run has that score
    std::string metric;
    bool lowerIsBetter = true;

    [[nodiscard]] const BoardRow* find(std::string_view key) const;
    /// The row of a run or of a key; -1: none.
    [[nodiscard]] int rowOf(std::string_view runOrKey) const;
};

/// The rows of these runs (newest first, all of one scope, archived ones left out by the caller) and baselines. `base`:
/// key of the group that others are held against; empty: the board's own.
Board makeBoard(std::span<const RunSummary> runs, std::span<const BoardBaseline> baselines,
                const std::string& base = {});

/// At most so many settings become columns by themselves.
inline constexpr std::size_t kMaxBoardColumns = 6;

/// Fills columns and shares of the rows. Columns are the settings in which groups differ and that have an effect: cell,
/// layers, units and direction first, of the others those that explain most alone, by their shares.
void findColumns(Board& board);

/// What the best of these scores and a baseline need of an axis.
struct BoardAxis {
    double low = 0, high = 1;
    bool isLog = false;  ///< then both are above 0
    /// Place on the axis, 0 to 1; below 0 or above 1 outside.
    [[nodiscard]] double place(double value) const;
    [[nodiscard]] double valueAt(double place) const;
};
/// From the 2nd to the 98th percentile of all scores, the best baseline too, with a little room on both sides;
/// logarithmic where all are positive.
BoardAxis axisOf(const Board& board);
/// Round values to label, at most so many: 1, 1.5, 2, 3, 4, 5, 7 of a decade below one decade, 1, 2, 5 or decades
/// beyond.
std::vector<double> axisTicks(const BoardAxis& axis, int most);

}  // namespace gatelab
