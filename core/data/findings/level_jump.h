// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/findings/checked_column.h"
#include "data/split.h"

#include <optional>
#include <span>

namespace gatelab {

/// Rows that lie on another level than those around them.
struct LevelJump {
    RowRange rows;           ///< from the first row of the column on, or up to its last, where only one side is another
    std::int64_t at = 0;     ///< the row with the jump
    double change = 0;       ///< by which the values rise there
    bool comesBack = false;  ///< after `rows` the level is the one before them
};

/// A jump from one row to the next that stays, below a swing (of a day) that is wider than the jump: it is five times
/// as large as any other step between neighbours, but for one that takes it back, and the level over a twentieth of the
/// rows changes by it, where such levels hardly move else. Steps over gaps and out of stretches without a change are
/// none. Nothing: there is none, or the column is shorter than 200 rows.
std::optional<LevelJump> levelJump(const CheckedColumn& column);

/// Whether the level over a twentieth of the rows mostly moves by no more than three tenths of `change`, once these
/// rows are brought back by it: a walk moves by as much again and again. `values`: without gaps.
bool hardlyMoves(std::span<const double> values, RowRange rows, double change);

}  // namespace gatelab
