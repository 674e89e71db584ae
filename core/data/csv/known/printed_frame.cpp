// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/known/known_table.h"
#include "data/csv/numbers.h"
#include "data/tables/file_part.h"

#include <algorithm>
#include <string>

namespace gatelab::known_table {
namespace {

/// Cells between two blanks or more.
std::vector<std::string_view> wideCells(std::string_view line) {
    std::vector<std::string_view> cells;
    while (!(line = trimCell(line)).empty()) {
        const std::size_t end = std::min(line.find("  "), line.size());
        cells.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return cells;
}

/// Cells of a row: a minus that fills its column has one blank before it.
std::vector<std::string_view> rowCells(std::string_view line) {
    std::vector<std::string_view> cells;
    for (std::string_view wide : wideCells(line)) {
        for (std::size_t at = wide.find(" -"); at != std::string_view::npos; at = wide.find(" -", at + 1)) {
            const char next = at + 2 < wide.size() ? wide[at + 2] : ' ';
            if ((next < '0' || next > '9') && wide.substr(at + 1, 4) != "-inf") continue;
            cells.push_back(wide.substr(0, at));
            wide.remove_prefix(at + 1);
            at = 0;
        }
        cells.push_back(wide);
    }
    return cells;
}

bool isBlank(std::string_view line) { return trimCell(line).empty(); }

/// "..." in place of the rows, or of the columns, that a print leaves out.
bool isDots(std::string_view cell) { return cell == "..." || cell == ".."; }

/// "[240 rows x 2 columns]"
bool isSize(std::string_view line) {
    return line.starts_with('[') && line.ends_with(" columns]") && line.find(" rows x ") != std::string_view::npos;
}

/// What stands behind `key` in "Freq: h, Name: temp, Length: 240, dtype: float64"; empty: nothing.
std::string_view valueOf(std::string_view line, std::string_view key) {
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos) return {};
    line.remove_prefix(at + key.size());
    return trimCell(line.substr(0, line.find(',')));
}

/// A printed table under work: a block of lines of equal length, right-aligned under its names.
class Print {
public:
    explicit Print(const std::vector<std::string_view>& lines) : lines_(lines) {}

    /// Names above the rows: a line that begins with blanks, is as long as most rows, and has a cell less than they.
    [[nodiscard]] bool isFrame() {
        constexpr std::size_t kFewest = 3, kSlack = 2;
        while (at_ < lines_.size() && isBlank(lines_[at_])) ++at_;
        if (at_ + kFewest >= lines_.size() || !lines_[at_].starts_with(' ')) return false;
        names_ = wideCells(lines_[at_]);
        first_ = at_ + 1;
        const std::vector<std::string_view> below = wideCells(lines_[first_]);
        if (below.size() == 1 && !lines_[first_].starts_with(' ') && !isSize(lines_[first_])) {
            indexName_ = below.front();
            ++first_;
        }
        std::size_t rows = 0, fit = 0;
        const std::size_t length = trimmedEnd(lines_[at_]);
        for (std::size_t r = first_; r < lines_.size() && !isBlank(lines_[r]); ++r) {
            if (isSize(lines_[r])) break;
            ++rows;
            fit += rowCells(lines_[r]).size() == names_.size() + 1 && !lines_[r].starts_with(' ') &&
                           trimmedEnd(lines_[r]) + kSlack >= length && trimmedEnd(lines_[r]) <= length + kSlack
                       ? 1
                       : 0;
        }
        const bool areWords = std::ranges::none_of(
            names_, [](std::string_view name) { return sniffNumber(name).mask != 0 && name.find('.') != name.npos; });
        return rows >= kFewest && fit * 10 >= rows * 9 && areWords;
    }

    [[nodiscard]] KnownTable frame() const {
        KnownTable table;
        table.keepsLines = true;
        std::vector<bool> shown(names_.size(), true);
        for (std::size_t c = 0; c < names_.size(); ++c) shown[c] = !isDots(names_[c]);
        std::int64_t gaps = 0, gapLine = -1, others = 0;
        for (std::size_t r = 0; r < lines_.size(); ++r) {
            std::vector<std::string> row;
            const std::vector<std::string_view> cells = r == at_ ? names_ : rowCells(lines_[r]);
            const bool isRow = r >= first_ && cells.size() == names_.size() + 1;
            const bool isGap = isRow && std::ranges::all_of(cells, isDots);
            if (isGap && gaps++ == 0) gapLine = static_cast<std::int64_t>(r) + 1;
            const bool isOther = r >= first_ && !isRow && !isBlank(lines_[r]) && !isSize(lines_[r]);
            others += isOther ? 1 : 0;
            if (r == at_) row.emplace_back(indexName_);
            if (isRow && !isGap) row.emplace_back(cells[0]);
            for (std::size_t c = 0; (r == at_ || (isRow && !isGap)) && c < names_.size(); ++c)
                if (shown[c]) row.emplace_back(cells[c + (r == at_ ? 0 : 1)]);
            appendCsvRow(table.text, row);
        }
        say(table, gapLine, std::ranges::find(shown, false) != shown.end(), others);
        return table;
    }

private:
    static std::size_t trimmedEnd(std::string_view line) { return line.find_last_not_of(" \t") + 1; }

    static void say(KnownTable& table, std::int64_t gapLine, bool lacksColumns, std::int64_t others) {
        table.said.push_back(
            {1, GATELAB_TEXT("Reading", "a printed table of pandas: the names stand above the ends of their columns")});
        if (gapLine > 0)
            table.said.push_back(
                {gapLine, GATELAB_TEXT("Reading",
                                       "here the print leaves out rows ('...'), which are not in the file: "
                                       "windows would run over the gap. Write the table with to_csv()")});
        if (lacksColumns)
            table.said.push_back({1, GATELAB_TEXT("Reading",
                                                  "the print leaves out columns ('...'), which are not in the file. "
                                                  "Write the table with to_csv()")});
        if (others > 0)
            table.said.push_back(
                {-1,
                 {GATELAB_TEXT("Reading", "%1 lines have other cells than the names and were left out"), {others}}});
    }

    const std::vector<std::string_view>& lines_;
    std::size_t at_ = 0, first_ = 0;
    std::vector<std::string_view> names_;
    std::string_view indexName_;
};

/// print(series): its name stands below the rows.
std::optional<KnownTable> printedSeries(const std::vector<std::string_view>& lines) {
    std::size_t last = lines.size();
    while (last > 0 && isBlank(lines[last - 1])) --last;
    if (last < 3 || valueOf(lines[last - 1], "dtype: ").empty()) return std::nullopt;
    const std::string_view name = valueOf(lines[last - 1], "Name: ");
    KnownTable table;
    table.keepsLines = true;
    std::size_t first = 0;
    std::string_view indexName;
    if (wideCells(lines[0]).size() == 1) indexName = trimCell(lines[0]), first = 1;
    // The names need a line of their own: that of the index, or one more.
    table.keepsLines = first == 1;
    appendCsvRow(table.text, {std::string(indexName), name.empty() ? std::string("value") : std::string(name)});
    for (std::size_t r = first; r + 1 < last; ++r) {
        const std::vector<std::string_view> cells = rowCells(lines[r]);
        if (cells.size() != 2) return std::nullopt;
        if (isDots(cells[1])) {
            table.said.push_back({static_cast<std::int64_t>(r) + 1,
                                  GATELAB_TEXT("Reading",
                                               "here the print leaves out rows ('...'), which are not in the file: "
                                               "windows would run over the gap. Write the table with to_csv()")});
            appendCsvRow(table.text, {});
        } else {
            appendCsvRow(table.text, {std::string(cells[0]), std::string(cells[1])});
        }
    }
    table.said.push_back({-1, GATELAB_TEXT("Reading", "a printed series of pandas: its name stands below the rows")});
    return table;
}

}  // namespace

std::optional<KnownTable> printedFrame(std::string_view text) {
    constexpr std::size_t kMostLines = 1'000'000;
    // Either names that begin behind the index, or a last line with the type.
    const std::string_view tail = text.substr(text.size() - std::min<std::size_t>(text.size(), 256));
    const std::vector<std::string_view> head = firstLines(text, 40);
    Print look(head);
    const bool isFrame = look.isFrame(), isSeries = tail.find("dtype: ") != std::string_view::npos;
    if (!isFrame && !isSeries) return std::nullopt;
    const std::vector<std::string_view> lines = firstLines(text, kMostLines);
    if (lines.size() == kMostLines) return std::nullopt;  // no print is so long, and none of its rows may get lost
    if (!isFrame) return printedSeries(lines);
    Print print(lines);
    return print.isFrame() ? std::optional(print.frame()) : std::nullopt;
}

}  // namespace gatelab::known_table
