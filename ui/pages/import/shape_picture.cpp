// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/shape_picture.h"

#include "common/theme.h"
#include "config/many_series.h"
#include "config/shapes/array_axes.h"
#include "config/shapes/running_text.h"

#include <QPainter>

#include <algorithm>
#include <functional>
#include <iterator>

namespace gatelab {

namespace {

constexpr int kRows = 6;
constexpr double kGap = 1;

/// Cells of a table; `colourOf(row, column)`, row 0 is the head.
void paintCells(QPainter& painter, const QRectF& area, int columns, const std::function<QColor(int, int)>& colourOf) {
    const double width = (area.width() + kGap) / columns, height = (area.height() + kGap) / kRows;
    for (int row = 0; row < kRows; ++row)
        for (int column = 0; column < columns; ++column)
            painter.fillRect(
                QRectF(area.left() + column * width, area.top() + row * height, width - kGap, height - kGap),
                colourOf(row, column));
}

QColor faded(QColor colour, double share) {
    colour.setAlphaF(share);
    return colour;
}

/// Series one below the other: to the left of `to`, which is what becomes of them.
void paintBlocks(QPainter& painter, const QRectF& area, const Theme& theme) {
    const Palette& palette = theme.palette();
    paintCells(painter, area, 3, [&](int row, int column) {
        if (row == 0) return palette.strong;
        return column == 0 ? palette.border
                           : faded(theme.runColour((row - 1) * 3 / (kRows - 1)), column == 1 ? 0.45 : 1);
    });
}

/// Lines from three series into one network.
void paintNetwork(QPainter& painter, const QRectF& from, const QPointF& centre, bool ofColumns, const Theme& theme) {
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < 3; ++i) {
        const double share = (i + 0.5) / 3;
        const double y = ofColumns ? from.top() + from.height() * (0.25 + 0.25 * i)
                                   : from.top() + from.height() * (1.0 / kRows + share * (kRows - 1) / kRows);
        painter.setPen(QPen(theme.runColour(i), 1.5));
        painter.drawLine(QPointF(from.right() + 2, y), centre);
    }
    const double radius = from.height() * 0.16;
    painter.setPen(QPen(theme.palette().text, 1.5));
    painter.setBrush(theme.palette().surface);
    painter.drawEllipse(centre, radius, radius);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintTogether(QPainter& painter, const QRectF& area, bool ofColumns, const Theme& theme) {
    const QRectF table(area.left(), area.top(), area.width() * 0.58, area.height());
    if (ofColumns)
        paintCells(painter, table, 4, [&](int row, int column) {
            return row == 0      ? theme.palette().strong
                   : column == 0 ? theme.palette().border
                                 : theme.runColour(column - 1);
        });
    else
        paintBlocks(painter, table, theme);
    paintNetwork(painter, table, {area.right() - area.height() * 0.2, area.center().y()}, ofColumns, theme);
}

/// Rows of three series, whose times go on from the left to the right, into one network.
void paintAcross(QPainter& painter, const QRectF& area, const Theme& theme) {
    constexpr int kColumns = 5;
    const QRectF table(area.left(), area.top(), area.width() * 0.58, area.height());
    paintCells(painter, table, kColumns, [&](int row, int column) {
        if (row == 0) return theme.palette().border;
        if (column == 0) return theme.palette().strong;
        return faded(theme.runColour((row - 1) * 3 / (kRows - 1)), 0.3 + 0.7 * column / (kColumns - 1));
    });
    paintNetwork(painter, table, {area.right() - area.height() * 0.2, area.center().y()}, false, theme);
}

/// An array as three sheets, one behind the other; each is one step of the first dimension, its rows of the second and
/// its columns of the third. A sequence has one colour, its steps grow darker.
void paintArray(QPainter& painter, const QRectF& area, std::string_view shape, const Theme& theme) {
    constexpr int kSheets = 3, kDown = 3, kRight = 4;
    constexpr double kOffset = 0.11, kFaintest = 0.3;
    const ArrayAxes axes = axesOfShape(shape, kSheets);
    const double shift = area.height() * kOffset;
    const QSizeF size(area.width() - (kSheets - 1) * shift, area.height() - (kSheets - 1) * shift);
    const double width = (size.width() + kGap) / kRight, height = (size.height() + kGap) / kDown;
    for (int sheet = kSheets - 1; sheet >= 0; --sheet) {
        const QPointF corner(area.left() + sheet * shift, area.top() + (kSheets - 1 - sheet) * shift);
        painter.fillRect(QRectF(corner, size).adjusted(-kGap, -kGap, kGap, kGap), theme.palette().surface);
        for (int row = 0; row < kDown; ++row)
            for (int column = 0; column < kRight; ++column) {
                const int place[] = {sheet, row, column};
                const int count[] = {kSheets, kDown, kRight};
                const double step = static_cast<double>(place[axes.steps]) / (count[axes.steps] - 1);
                painter.fillRect(
                    QRectF(corner.x() + column * width, corner.y() + row * height, width - kGap, height - kGap),
                    faded(theme.runColour(place[axes.sequences]), kFaintest + (1 - kFaintest) * step));
            }
    }
}

/// Lines of a text, its characters or words apart; the last one is said by those before it.
void paintText(QPainter& painter, const QRectF& area, bool areWords, const Theme& theme) {
    static constexpr double kWords[] = {0.22, 0.3, 0.12, 0.26, 0.1, 0.34, 0.18};
    const double width = area.width() / 12, height = (area.height() + kGap) / kRows;
    std::size_t word = 0;
    for (int row = 0; row < kRows; ++row) {
        const double end = row + 1 < kRows ? area.right() : area.left() + area.width() * 0.6;
        for (double left = area.left(); left < end;) {
            const double wide = areWords ? area.width() * kWords[word++ % std::size(kWords)] : width;
            const double right = std::min(left + wide, area.right());
            const bool isLast = row + 1 == kRows && left + wide >= end;
            painter.fillRect(QRectF(left, area.top() + row * height, right - left - 2 * kGap, height - 2 * kGap),
                             isLast ? theme.runColour(0) : theme.palette().border);
            left += wide;
        }
    }
}

}  // namespace

void paintShape(QPainter& painter, const QRectF& area, std::string_view shape, bool ofColumns, const Theme& theme) {
    const Palette& palette = theme.palette();
    painter.save();
    painter.setPen(Qt::NoPen);
    if (isArrayShape(shape)) {
        paintArray(painter, area, shape, theme);
    } else if (shape == "together") {
        paintTogether(painter, area, ofColumns, theme);
    } else if (isTextShape(shape)) {
        paintText(painter, area, shape == kAsWords, theme);
    } else if (isLongShape(shape)) {
        paintBlocks(painter, area.adjusted(0, 0, -area.width() * 0.55, 0), theme);
        paintCells(painter, area.adjusted(area.width() * 0.58, 0, 0, 0), 3,
                   [&](int row, int column) { return row == 0 ? palette.strong : theme.runColour(column); });
    } else if (shape == "transposed") {
        paintCells(painter, area, 6, [&](int row, int column) {
            return row == 0 ? palette.border : column == 0 ? palette.strong : theme.runColour(row - 1);
        });
    } else if (shape == kAcrossShape) {
        paintAcross(painter, area, theme);
    } else if (isAcrossShape(shape)) {
        // One series, from the left to the right and row by row, or each column down before the next one
        constexpr int kColumns = 7;
        paintCells(painter, area, kColumns, [&](int row, int column) {
            if (row == 0 || column == 0) return palette.border;
            const bool areYears = shape == "years";
            const int before = areYears ? (column - 1) * (kRows - 1) + row : (row - 1) * (kColumns - 1) + column;
            const double place = static_cast<double>(before) / ((kRows - 1) * (kColumns - 1));
            return faded(theme.runColour(0), 0.25 + 0.75 * place);
        });
    } else {
        paintCells(painter, area, 5, [&](int row, int column) {
            return row == 0 ? palette.strong : column == 0 ? palette.border : theme.runColour(column - 1);
        });
    }
    painter.restore();
}

}  // namespace gatelab
