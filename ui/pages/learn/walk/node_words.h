// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/cell_walk.h"

#include <QString>

namespace gatelab {

/// Words and numbers of one node in the window's language.
struct NodeWords {
    QString symbol, name, formula, filled, back, backFilled, paper;
    /// All lines, as a tool tip says them.
    [[nodiscard]] QString text(bool withGradient) const;
};
NodeWords nodeWords(const WalkNode& node);
/// A line with its numbers.
QString filledText(const FilledLine& line);
/// "x₁₂".
QString subscript(const QString& symbol, std::int64_t number);

}  // namespace gatelab
