// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/board.h"
#include "config/field.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

/// What the cells of a map show of their groups: the board's score, that of the test part, seconds of training.
enum class MapFigure { Score, Test, Seconds };

/// A pair of values of two settings.
struct BoardMapCell {
    int row = -1;  ///< in the board; -1: nothing has run with these values
    /// The figure of the map, a mean of the runs that count; NaN: none, or another quantity than the base's
    double score = BoardRow::kNone;
    std::size_t seeds = 0;  ///< behind the score; 0: it was reached on the way, no run has ended
};

/// The groups of a board that differ from its base in two settings at most, as a grid over these. A value; rows are
/// those of the board that it was made of.
struct BoardMap {
    const Field* x = nullptr;  ///< null: the map is empty
    const Field* y = nullptr;  ///< null: a single row
    /// Numbers by size, choices in the order of their table, other texts by the alphabet.
    std::vector<FieldValue> xValues, yValues;
    std::vector<BoardMapCell> cells;                         ///< the first of yValues first, each along xValues
    double best = BoardRow::kNone, worst = BoardRow::kNone;  ///< score; NaN: there is none
    bool isLog = true;                                       ///< all scores are positive
    bool isTrainable = false;                                ///< what has not run can: the base began from the start

    [[nodiscard]] std::size_t columns() const { return xValues.size(); }
    [[nodiscard]] std::size_t rows() const { return columns() == 0 ? 0 : cells.size() / columns(); }
    [[nodiscard]] const BoardMapCell& at(std::size_t column, std::size_t row) const {
        return cells[row * columns() + column];
    }
    /// From 0 for the worst score of the map to 1 for its best, by logarithms where all are positive; 1 where all are
    /// equal, NaN for none.
    [[nodiscard]] double ink(double score) const;
};

/// `y` empty, unknown or equal to `x`: a single row. Of two groups with one pair of values (other settings differ, and
/// have no effect) that with more scores, the base before all.
BoardMap mapOf(const Board& board, std::string_view x, std::string_view y, MapFigure figure = MapFigure::Score);
/// The two columns with the largest shares (Board::shares), numbers before all others; empty: there is none.
std::pair<std::string, std::string> usualMapAxes(const Board& board);

/// What a map leaves out, for its groups are like the base in all other settings.
struct BoardMapOffer {
    std::size_t shown = 0, groups = 0;  ///< groups on the map, and of the board
    int other = -1;                     ///< row that would give more cells as the base; -1: none
    std::size_t cells = 0;              ///< with that base
};
/// Of many kinds of groups the first ones are looked at, best scores first.
BoardMapOffer mapOfferOf(const Board& board, std::string_view x, std::string_view y);

/// The settings of the base with the values of a cell, and no name.
ExperimentConfig cellConfig(const Board& board, const BoardMap& map, std::size_t column, std::size_t row);
/// How many seeds most groups in the row of the map have, of all rows where this one has none.
std::size_t usualSeeds(const Board& board, const BoardMap& map, std::size_t row);
/// Runs of a cell: the seeds of the base first, so that they make pairs with it, then others above them.
std::vector<ExperimentConfig> cellRuns(const Board& board, const BoardMap& map, std::size_t column, std::size_t row,
                                       std::size_t seeds);
/// How many of these runs belong into each cell; `settings` are theirs, by settingOf().
std::vector<std::size_t> waitingCells(const Board& board, const BoardMap& map,
                                      std::span<const ExperimentConfig> settings);

}  // namespace gatelab
