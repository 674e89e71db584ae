// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/belt/belt_network.h"

#include <QPointF>
#include <QRectF>

#include <cstddef>
#include <optional>
#include <vector>

namespace gatelab {

/// What of the belt a hand can be on.
enum class BeltPart {
    None,
    OldMemory,
    Forget,
    Kept,
    Plus,
    Memory,
    Input,
    Candidate,
    Tanh,
    Output,
    Head,
    Forecast,
    Left,
    Units
};
/// The valve that this part is; nothing: it is none.
std::optional<BeltValve> valveOf(BeltPart part);
BeltPart partOf(BeltValve valve);

/// Where everything of the belt lies in a drawing of some size, in pixels. Full: with what is left and all units below;
/// else only series and belt, for the start page.
struct BeltLayout {
    static constexpr std::size_t kBars = 30;  ///< of what is left

    BeltLayout() = default;
    BeltLayout(QSizeF size, double textScale, std::size_t units, bool isFull);

    [[nodiscard]] QRectF plates(BeltValve valve) const;  ///< both plates and what is between them
    [[nodiscard]] QRectF bar(std::size_t steps) const;   ///< of what is left after so many steps, from 1: its column
    [[nodiscard]] QRectF tile(std::size_t unit) const;
    [[nodiscard]] BeltPart partAt(QPointF at) const;
    /// Where a caption of the part points to.
    [[nodiscard]] QPointF anchor(BeltPart part) const;

    bool isFull = true;
    bool isFlat = false;   ///< full, and so low that a name and its number share a line
    double scale = 1;      ///< of letters
    double thickness = 0;  ///< of a belt for 1.0
    QSizeF size;
    QRectF series, ahead;                                       ///< numbers read, and forecast
    double left = 0, forget = 0, plus = 0, tap = 0, right = 0;  ///< x along the belt
    double belt = 0;                                            ///< y of its middle
    QRectF head, tanh;
    double output = 0, input = 0, candidate = 0, foot = 0;  ///< y of valves o and i, top and foot of the candidate
    double keptText = 0, memoryText = 0, sideText = 0, inputText = 0, notes = 0;  ///< x of texts
    QRectF bars, tiles;                                                           ///< empty: not full
    std::size_t units = 0;
};

}  // namespace gatelab
