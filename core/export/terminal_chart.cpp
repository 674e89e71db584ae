// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/terminal_chart.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>

namespace gatelab {

namespace {

constexpr int kScale = 9;  // columns of the values at the left
constexpr char kSigns[] = {'*', 'o', '+', 'x'};
/// Bits of a braille pattern by [row of four][column of two].
constexpr std::uint8_t kDots[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void add(double value) {
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool isEmpty() const { return low > high; }
    /// 0 at the low end, count - 1 at the high one.
    [[nodiscard]] int place(double value, int count) const {
        const double share = high > low ? (value - low) / (high - low) : 0.5;
        return std::clamp(static_cast<int>(std::lround(share * (count - 1))), 0, count - 1);
    }
};

/// A dot each, by [row][column], with the number of the curve; -1: none.
struct Raster {
    Raster(int columns, int rows)
        : columns(columns), rows(rows), dots(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), -1) {}
    int& at(int row, int column) {
        return dots[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                    static_cast<std::size_t>(column)];
    }
    int columns, rows;
    std::vector<int> dots;
};

void drawCurve(Raster& raster, const TerminalCurve& curve, const Range& x, const Range& y, bool isLog, int number) {
    std::optional<int> lastColumn, lastRow;
    for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
        const double value = isLog ? std::log10(curve.y[i]) : curve.y[i];
        if (!std::isfinite(value) || !std::isfinite(curve.x[i])) {
            lastRow.reset();
            continue;
        }
        const int column = x.place(curve.x[i], raster.columns), row = raster.rows - 1 - y.place(value, raster.rows);
        // Within a column, and to the next one, without holes.
        int from = row;
        if (lastRow && column == *lastColumn) from = *lastRow;
        if (lastRow && column == *lastColumn + 1 && row != *lastRow) from = *lastRow + (row > *lastRow ? 1 : -1);
        for (int r = std::min(from, row); r <= std::max(from, row); ++r) raster.at(r, column) = number;
        lastColumn = column, lastRow = row;
    }
}

void appendUtf8(std::string& out, std::uint32_t code) {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
}

std::string brailleLine(Raster& raster, int row) {
    std::string line;
    for (int column = 0; column < raster.columns; column += 2) {
        std::uint8_t pattern = 0;
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 2; ++c)
                if (raster.at(4 * row + r, column + c) >= 0) pattern |= kDots[r][c];
        if (pattern == 0)
            line += ' ';
        else
            appendUtf8(line, 0x2800u + pattern);
    }
    return line;
}

std::string signLine(Raster& raster, int row) {
    std::string line;
    for (int column = 0; column < raster.columns; ++column) {
        const int number = raster.at(row, column);
        line += number < 0 ? ' ' : kSigns[static_cast<std::size_t>(number) % std::size(kSigns)];
    }
    return line;
}

std::string scaleText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%*.3g ", kScale - 1, value);
    return text;
}

}  // namespace

std::vector<std::string> TerminalChart::draw(std::span<const TerminalCurve> curves) const {
    Range x, y;
    bool isPositive = true;
    for (const TerminalCurve& curve : curves)
        for (const double value : curve.y) isPositive = isPositive && !(value <= 0);
    const bool byLog = isLog && isPositive;
    for (const TerminalCurve& curve : curves) {
        for (const double value : curve.x) x.add(value);
        for (const double value : curve.y) y.add(byLog ? std::log10(value) : value);
    }
    const int plot = std::max(1, columns - kScale);
    Raster raster(isAscii ? plot : 2 * plot, isAscii ? rows : 4 * rows);
    if (!x.isEmpty() && !y.isEmpty())
        for (std::size_t i = 0; i < curves.size(); ++i) drawCurve(raster, curves[i], x, y, byLog, static_cast<int>(i));
    std::vector<std::string> lines;
    for (int row = 0; row < rows; ++row) {
        std::string line(kScale, ' ');
        const bool isEnd = row == 0 || row == rows - 1;
        if (!y.isEmpty() && (isEnd || row == rows / 2)) {
            const double value = y.high - (y.high - y.low) * row / std::max(1, rows - 1);
            line = scaleText(byLog ? std::pow(10, value) : value);
        }
        lines.push_back(line + (isAscii ? signLine(raster, row) : brailleLine(raster, row)));
    }
    return lines;
}

std::string fitColumns(const std::string& line, int columns) {
    std::string fitted;
    int count = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool isFirst = (static_cast<unsigned char>(line[i]) & 0xC0) != 0x80;
        if (isFirst && count == columns) break;
        if (isFirst) ++count;
        fitted += line[i];
    }
    fitted.append(static_cast<std::size_t>(std::max(0, columns - count)), ' ');
    return fitted;
}

}  // namespace gatelab
