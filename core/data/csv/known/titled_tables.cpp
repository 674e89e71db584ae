// SPDX-License-Identifier: GPL-3.0-or-later
// Held by tst_titled_tables.
#include "data/csv/known/known_table.h"
#include "data/csv/numbers.h"
#include "data/csv/text/dialect.h"
#include "data/csv/time/times.h"
#include "data/tables/file_part.h"
#include "data/taken_anew.h"

#include <algorithm>
#include <string>
#include <utility>

namespace gatelab::known_table {
namespace {

constexpr std::string_view kSeriesName = "series_id";

using CellSpan = std::span<const std::string_view>;

bool isTyped(std::string_view cell) { return sniffNumber(cell).mask != 0 || sniffTime(cell).has_value(); }

std::ptrdiff_t filled(CellSpan cells) {
    return std::ranges::count_if(cells, [](std::string_view cell) { return !cell.empty(); });
}

/// Words in the first cell alone, as "Station A".
bool isTitle(CellSpan cells) {
    constexpr std::size_t kLongest = 120;
    return filled(cells) == 1 && !cells.front().empty() && cells.front().size() <= kLongest && !isTyped(cells.front());
}

/// Names of two columns or more.
bool areNames(CellSpan cells) {
    return filled(cells) > 1 && std::ranges::none_of(cells, [](std::string_view cell) { return isTyped(cell); });
}

bool areValues(CellSpan cells) {
    return filled(cells) > 1 && std::ranges::any_of(cells, [](std::string_view cell) { return isTyped(cell); });
}

CsvDialect cutAt(char delimiter) {
    CsvDialect dialect;
    dialect.delimiter = delimiter;
    return dialect;
}

/// Where the first cells of a table's rows stand on their way: times, else numbers.
struct Span {
    std::optional<double> first, last;
};

std::optional<double> placeOfCell(std::string_view cell) {
    if (const auto look = sniffTime(cell); look && sniffNumber(cell).mask == 0)
        for (const DateOrder order : kDateOrders)
            if (const auto micros = timeMicros(*look, order)) return static_cast<double>(*micros);
    double value = 0;
    const NumberSniff number = sniffNumber(cell);
    if (number.mask == 0 || !parseNumber(cell, number, kPlainPoint, value)) return std::nullopt;
    return value;
}

/// A table below its title.
struct Titled {
    std::string title;
    std::int64_t line = 0, rows = 0;  ///< of the title in the file; of values
    Span span;
};

/// What stands below another header in between.
struct Other {
    std::string title;
    std::int64_t line = 0;
};

/// Walks over a text whose tables have the header `names` and a title each.
class TitledWalk {
public:
    explicit TitledWalk(std::vector<std::string> names) : names_(std::move(names)) {}

    enum class Row { Blank, Title, Names, Value, Left };
    Row take(const CsvRows& rows) {
        const CellSpan cells = rows.cells();
        if (filled(cells) == 0) {
            isGroup_ = false;
            return Row::Blank;
        }
        if (isTitle(cells)) {
            if (!isGroup_ || title_.empty()) title_ = cells.front(), titleLine_ = rows.line();
            isGroup_ = true;
            return Row::Title;
        }
        isGroup_ = false;
        const std::string title = std::exchange(title_, {});
        if (std::ranges::equal(cells, names_)) {
            isInside_ = true;
            if (!title.empty()) tables.push_back({title, titleLine_, 0, {}});
            untitled = untitled || tables.empty();
            return Row::Names;
        }
        if (!title.empty() && areNames(cells)) {
            isInside_ = false;
            others.push_back({title, titleLine_});
            return Row::Left;
        }
        if (!isInside_ || tables.empty()) return Row::Left;
        if (!areValues(cells)) return Row::Left;
        Titled& table = tables.back();
        const auto place = placeOfCell(cells.front());
        if (table.rows++ == 0) table.span.first = place;
        table.span.last = place;
        return Row::Value;
    }

    std::vector<Titled> tables;
    std::vector<Other> others;
    bool untitled = false;  ///< the first header has no title

private:
    std::vector<std::string> names_;
    std::string title_;
    std::int64_t titleLine_ = 0;
    bool isGroup_ = false, isInside_ = false;
};

/// Each table but the first goes back to times that were there before: pages of one table go on.
bool startOver(const std::vector<Titled>& tables) {
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const Span& own = tables[i].span;
        if (!own.first || !own.last || tables[i].rows < 2) return false;
        if (i == 0) continue;
        const Span& before = tables[i - 1].span;
        const bool isRising = *before.last > *before.first, goesOn = *own.first > *before.last;
        if (isRising == goesOn && *own.first != *before.last) return false;
    }
    return true;
}

/// Each has a title of its own.
bool areApart(const std::vector<Titled>& tables) {
    std::vector<std::string> titles;
    for (const Titled& table : tables) titles.push_back(table.title);
    std::ranges::sort(titles);
    return std::ranges::adjacent_find(titles) == titles.end();
}

/// The delimiter and the names below the first title; nothing: the text does not begin so.
std::optional<std::pair<char, std::vector<std::string>>> firstNames(std::string_view text) {
    constexpr int kFirstRows = 30;
    for (const char delimiter : {',', ';', '\t', '|'}) {
        bool hasTitle = false;
        std::vector<std::string> names;
        CsvRows rows(text, cutAt(delimiter));
        for (int i = 0; i < kFirstRows && rows.next(); ++i) {
            const CellSpan cells = rows.cells();
            if (!names.empty() && areValues(cells)) return std::pair(delimiter, std::move(names));
            if (filled(cells) > 1 && (!hasTitle || !areNames(cells))) break;
            names.clear();
            if (filled(cells) > 1) names.assign(cells.begin(), cells.end());
            hasTitle = hasTitle || isTitle(cells);
        }
    }
    return std::nullopt;
}

/// Most files with words above their names have one table: its longest name stands in it once. A name with quotes in
/// it stands there otherwise, and nothing is said.
bool areNamesOnce(std::string_view text, const std::vector<std::string>& names) {
    const std::string& longest = *std::ranges::max_element(names, {}, &std::string::size);
    const std::size_t once = text.find(longest);
    return once != std::string_view::npos && text.find(longest, once + 1) == std::string_view::npos;
}

std::string someTitles(const std::vector<Titled>& tables) {
    constexpr std::size_t kNamed = 4;
    std::string names;
    for (std::size_t i = 0; i < std::min(tables.size(), kNamed); ++i)
        names += (names.empty() ? "'" : ", '") + tables[i].title + "'";
    return tables.size() > kNamed ? names + ", ..." : names;
}

}  // namespace

std::optional<KnownTable> titledTables(std::string_view text, const Progress& progress) {
    if (text.size() > kLargest) return std::nullopt;
    auto found = firstNames(text);
    if (!found) return std::nullopt;
    const auto& [delimiter, names] = *found;
    if (areNamesOnce(text, names)) return std::nullopt;
    constexpr std::int64_t kEach = 4096;
    std::int64_t count = 0;
    const auto mayGoOn = [&](const CsvRows& rows, double from) {
        const double share = static_cast<double>(rows.position()) / static_cast<double>(text.size());
        return ++count % kEach != 0 || report(progress, from + share / 2);
    };
    TitledWalk looking(names);
    for (CsvRows rows(text, cutAt(delimiter)); rows.next();)
        if (looking.take(rows); !mayGoOn(rows, 0)) return std::nullopt;
    if (looking.tables.size() < 2 || looking.untitled || !areApart(looking.tables) || !startOver(looking.tables))
        return std::nullopt;
    KnownTable table;
    table.keepsLines = true;
    table.takenAnew = kTitledTables;
    TitledWalk writing(names);
    std::int64_t line = 1, left = 0;
    bool isNamed = false;
    std::vector<std::string> cells;
    for (CsvRows rows(text, cutAt(delimiter)); rows.next();) {
        if (!mayGoOn(rows, 0.5)) return std::nullopt;
        const auto kind = writing.take(rows);
        const bool areFirst = kind == TitledWalk::Row::Names && !std::exchange(isNamed, true);
        left += kind == TitledWalk::Row::Left ? 1 : 0;
        if (kind != TitledWalk::Row::Value && !areFirst) continue;
        for (; line < rows.line(); ++line) table.text += "\r\n";
        cells = {areFirst ? std::string(kSeriesName) : writing.tables.back().title};
        for (const std::string_view cell : rows.cells()) cells.emplace_back(cell);
        appendCsvRow(table.text, cells);
        line = rows.nextLine();
    }
    table.said.push_back({writing.tables[1].line,
                          {GATELAB_TEXT("Reading",
                                        "the file holds %1 tables of the same columns one below the other, each "
                                        "under a title: each became a series that is called so (%2)"),
                           {writing.tables.size(), someTitles(writing.tables)}}});
    for (const Other& other : writing.others)
        table.said.push_back({other.line,
                              {GATELAB_TEXT("Reading",
                                            "the table '%1' has other columns and was left out. To read it, write it "
                                            "into a file of its own"),
                               {other.title}}});
    if (left > std::ssize(writing.others))
        table.said.push_back({-1,
                              {GATELAB_TEXT("Reading", "%1 lines that are no rows of these tables were left out"),
                               {left - std::ssize(writing.others)}}});
    return table;
}

}  // namespace gatelab::known_table
