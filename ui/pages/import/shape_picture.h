// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <string_view>

class QPainter;

namespace gatelab {

class Theme;

/// A little table as a shape of csv_shape has it: what is one series in one colour, names and times grey. `ofColumns`:
/// many series that stand side by side. Of an array its dimensions: one down, one to the right, and one sheet behind
/// the other.
void paintShape(QPainter& painter, const QRectF& area, std::string_view shape, bool ofColumns, const Theme& theme);

}  // namespace gatelab
