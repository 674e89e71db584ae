// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/terminal_chart.h"

#include "base/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>

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

/// Those that terminals draw over two columns (Unicode's East Asian width W and F), and marks (Mn) of none.
int columnsOfCharacter(std::uint32_t code) {
    constexpr std::pair<std::uint32_t, std::uint32_t> kWide[] = {
        {0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0x33FF},   {0x3400, 0x4DBF},  {0x4E00, 0x9FFF},
        {0xA000, 0xA4CF}, {0xA960, 0xA97F}, {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},  {0xFE30, 0xFE6F},
        {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};
    constexpr std::pair<std::uint32_t, std::uint32_t> kMarks[] = {{0x0300, 0x036F}, {0x200B, 0x200F}, {0xFE00, 0xFE0F}};
    const auto holds = [code](const auto& range) { return code >= range.first && code <= range.second; };
    return std::ranges::any_of(kMarks, holds) ? 0 : std::ranges::any_of(kWide, holds) ? 2 : 1;
}

/// The character that begins there, with its bytes; a byte that begins none is one of its own.
std::pair<std::uint32_t, std::size_t> characterAt(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::uint32_t first = byte(at);
    const std::size_t count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    if (count == 1 || at + count > text.size()) return {first, 1};
    std::uint32_t code = first & (0xFFu >> (count + 1));
    for (std::size_t i = 1; i < count; ++i) code = code << 6 | (byte(at + i) & 0x3Fu);
    return {code, count};
}

std::string scaleText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%*s ", kScale - 1, numberText(value, 3).c_str());
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

int columnsOf(std::string_view line) {
    int count = 0;
    for (std::size_t at = 0; at < line.size();) {
        const auto [code, bytes] = characterAt(line, at);
        count += columnsOfCharacter(code);
        at += bytes;
    }
    return count;
}

std::string fitColumns(const std::string& line, int columns) {
    std::string fitted;
    int count = 0;
    for (std::size_t at = 0; at < line.size();) {
        const auto [code, bytes] = characterAt(line, at);
        const int wide = columnsOfCharacter(code);
        if (count + wide > columns) break;
        count += wide;
        fitted.append(line, at, bytes);
        at += bytes;
    }
    fitted.append(static_cast<std::size_t>(std::max(0, columns - count)), ' ');
    return fitted;
}

}  // namespace gatelab
