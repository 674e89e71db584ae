// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/board.h"
#include "verdict/sweep_result.h"
#include "verdict/verdict.h"
#include "verdict/verdict_score.h"

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// What the board says of a group against its base.
enum class BoardAnswer {
    OneSetting,     ///< there is no other group
    Better,         ///< the interval leaves out zero at a look, see kVerdictLooks
    Worse,          ///< likewise
    Equal,          ///< the interval lies within a small part of the scores' deviation
    TooEarly,       ///< fewer pairs than the next look has
    TooSmall,       ///< the interval of the last look holds zero, or would by what is seen
    NotComparable,  ///< their scores are different quantities
    NoPairs,        ///< one began with given weights
    SeedsRepeat,    ///< copies of one result, or of too few for a test at the last look
    AllDiverged,
    NoSettings  ///< one was imported: nobody knows what differs, nor whether the scores are the same quantity
};

/// What makes the scores of two groups different quantities.
enum class BoardMeasure { Data, Target, Horizon, Recipe, Split, Loss };

/// By how much the challenger's score is above that of the base.
struct BoardEffect {
    double size = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not known
    double low = size, high = size;                          ///< 95 % interval; NaN: none
    bool isShare = true;                                     ///< of the base's mean; false: in the score's unit
    int pairs = 0;                                           ///< that it rests on
    int results = 0;                                         ///< different ones among them, see Verdict

    [[nodiscard]] bool hasSize() const;
    [[nodiscard]] bool hasInterval() const;
};

/// "Is this group better than the base?", with what the next answer lacks. A value.
struct BoardVerdict {
    BoardAnswer answer = BoardAnswer::TooEarly;
    VerdictScore score = VerdictScore::Validation;
    /// Of the look that gave the answer. Its interval has level 1 - kVerdictAlpha, so that those of the three looks
    /// hold together at 95 %. TooEarly: of all pairs that there are, so far, from kMinIntervalPairs on with an interval
    BoardEffect effect;
    Verdict verdict;                         ///< what the answer rests on
    std::vector<BoardMeasure> differs = {};  ///< NotComparable: in what, in order
    /// Runs that would help and do not wait yet: until the next look; of the challenger's settings measured as the base
    /// is; from the start; or of the only group
    std::vector<ExperimentConfig> missing = {};
    double seconds = 0;  ///< of training them; 0: not known
    int waiting = 0;     ///< runs that would help and wait, or go on
    /// Keys of the rows to compare instead, where what would be trained is there; empty: none
    std::string challengerInstead = {}, baseInstead = {};

    static constexpr int kMinIntervalPairs = 3;
    /// How many seeds `missing` has.
    [[nodiscard]] int missingSeeds() const;
    [[nodiscard]] bool isSoFar() const { return answer == BoardAnswer::TooEarly || answer == BoardAnswer::OneSetting; }
};

/// Two groups of the board, by this score; none, or the validation loss where a run has no validation part: by the
/// usual one. `waiting`: runs of the queue. Some ms for a board of thousands of runs.
BoardVerdict boardVerdict(const Board& board, const BoardRow& challenger, const BoardRow& base,
                          std::optional<VerdictScore> score = {}, std::span<const ExperimentConfig> waiting = {});
/// The only group of a board, beside what needs no network (null: nothing): it lacks seeds for an interval.
BoardVerdict oneSettingVerdict(const BoardRow& only, const BoardRow* baseline, VerdictScore score,
                               std::span<const ExperimentConfig> waiting = {});
/// By how much the mean of one row is above that of another, as a part of the latter: a comparison without a verdict.
/// 0: they are the same (isSameScore); NaN: not known.
double shareAbove(const BoardRow& row, const BoardRow& base, VerdictScore score);

/// How much of what a sweep said of its best setting fresh seeds took back.
struct SweepLuck {
    int said = 0;    ///< percent below the base, by the seeds of the sweep
    int points = 0;  ///< of these, what is not there by all seeds; 1 or more
};
/// Nothing: the challenger is not the best of the sweep, has no fresh seed, or they took nothing back.
std::optional<SweepLuck> sweepLuck(const SweepResult& sweep, const BoardRow& challenger, const BoardRow& base,
                                   const BoardVerdict& verdict);

}  // namespace gatelab
