// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Where the cells of one column stand in their lines, in characters.
struct CellPlace {
    std::size_t begin = 0, end = 0;
    friend bool operator==(const CellPlace&, const CellPlace&) = default;
};

/// How a text table is cut into cells.
struct CsvDialect {
    char delimiter = ',';
    char quote = '"';               ///< 0: none
    bool backslash = false;         ///< \" inside quotes is a quote (else "" is)
    std::string comment;            ///< lines starting with this are not data; empty: none
    bool signsApart = false;        ///< between blanks or tabs, a sign alone belongs to the number behind it: "- 1.2"
    std::vector<CellPlace> places;  ///< of columns aligned by blanks; empty: they are not
    /// Digits behind decimal commas that no quotes protect, from the cell `cutFrom` on: 12,5 is one cell; 0: none
    std::size_t cutDigits = 0, cutFrom = 0;
    friend bool operator==(const CsvDialect&, const CsvDialect&) = default;
};

/// Where a cell stands in the line that it is a part of.
CellPlace placeOf(std::string_view line, std::string_view cell);

/// Whether two cells beside each other are a number that its decimal comma cut: "-12" and "50", of as many digits.
bool areHalves(std::string_view first, std::string_view second, std::size_t digits);

/// Walks over the rows of a text. Cells are views into the text, trimmed and without their quotes (those with doubled
/// quotes into a buffer that lives until the next row). Line ends: LF, CR LF, CR; quoted cells may hold them. A quote
/// is left out where it does not close within 64 KiB, or where it closes only after lines that are rows of the table.
/// Blank delimiters: any number of blanks is one; where the columns have places, a row that lacks cells has empty ones
/// in those that are blank. Used by one thread.
class CsvRows {
public:
    CsvRows(std::string_view text, const CsvDialect& dialect, std::size_t at = 0, std::int64_t line = 1);

    /// False at the end of the text.
    bool next();
    [[nodiscard]] std::span<const std::string_view> cells() const { return cells_; }
    [[nodiscard]] bool isComment() const { return comment_; }
    /// Without any character but blanks; in a table of one column "" is a missing value.
    [[nodiscard]] bool isBlank() const {
        return !comment_ && cells_.size() == 1 && cells_[0].empty() &&
               !(lastWidth_ == 1 && dialect_.quote != 0 && raw().find(dialect_.quote) != std::string_view::npos);
    }
    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] std::int64_t line() const { return line_; }          ///< 1-based line where the row starts
    [[nodiscard]] std::size_t begin() const { return begin_; }         ///< byte where the row starts
    [[nodiscard]] std::size_t position() const { return at_; }         ///< byte where the next row starts
    [[nodiscard]] std::int64_t nextLine() const { return nextLine_; }  ///< of the row at position()
    /// Goes on at a row further below that begins at `position` in line `line`, behind one of `width` cells.
    void skipTo(std::size_t position, std::int64_t line, std::size_t width) {
        at_ = position, nextLine_ = line, lastWidth_ = width;
    }
    [[nodiscard]] std::string_view raw() const { return text_.substr(begin_, rawEnd_ - begin_); }
    [[nodiscard]] std::int64_t strayQuotes() const { return strayQuotes_; }
    [[nodiscard]] std::int64_t strayLine() const { return strayLine_; }  ///< of the first one; -1: none
    /// The cells of this row that a quote without its other one begins or ends, as they were cut.
    [[nodiscard]] std::span<const std::size_t> strayCells() const { return strayCells_; }
    /// The row has more than kMaxCells cells or kLongestRow bytes: it is cut there, and the last one.
    static constexpr std::size_t kMaxCells = 32'768, kLongestRow = std::size_t{4} << 20;
    [[nodiscard]] bool isTooLong() const { return tooLong_; }
    /// Line ends inside the quoted cells of all rows so far.
    [[nodiscard]] std::int64_t innerLines() const { return innerLines_; }
    /// The text ended inside this row, without a line end.
    [[nodiscard]] bool endedWithoutNewline() const { return rawEnd_ == text_.size(); }

private:
    bool quotedCell();
    void plainCell();
    void joinSign();
    void placeCells();
    void joinHalves();
    void lineEnd();
    [[nodiscard]] bool swallowsRows(std::size_t end) const;
    void noteStray();

    std::string_view text_;
    CsvDialect dialect_;
    bool special_[256] = {};
    std::size_t at_ = 0, begin_ = 0, rawEnd_ = 0, limit_ = 0, lastWidth_ = 0;
    std::int64_t line_ = 0, nextLine_ = 1, innerLines_ = 0, strayQuotes_ = 0, strayLine_ = -1;
    bool comment_ = false, tooLong_ = false, strayIsOpen_ = false;
    std::vector<std::string_view> cells_;
    std::vector<std::size_t> strayCells_;
    std::vector<std::string> unescaped_;
    std::size_t unescapedUsed_ = 0;
};

}  // namespace gatelab
