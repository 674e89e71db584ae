// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "core/data_support.h"

#include <functional>
#include <set>

/// Tables as loggers, spreadsheets and scripts write them, with faults, and what they truly say. Shared by the test and
/// the count in tests/bench.
namespace messy {

using namespace gatelab;
using datatest::numberText;
using datatest::timeText;

/// What a file says; columns that a reader may leave out (text, counters) are not in it.
struct Truth {
    std::vector<std::int64_t> times;                     ///< microseconds; empty: no time
    std::vector<std::string> names;                      ///< empty texts where the file names none
    std::vector<std::vector<double>> columns;            ///< NaN: missing
    std::vector<std::vector<double>> switches;           ///< columns of yes and no beside them, 1 and 0
    std::vector<std::vector<std::string>> words;         ///< columns of words beside them
    std::set<std::pair<std::size_t, std::size_t>> lost;  ///< row and column of what cannot be told from the file
    std::set<std::size_t> out;                           ///< rows that are taken out of the file
};

/// A text of a table, and the value of the truth that it writes.
struct Cell : std::string {
    using std::string::string;
    using std::string::operator=;
    Cell(std::string text = {}) : std::string(std::move(text)) {}  // NOLINT(google-explicit-constructor)
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::size_t row = kNone, column = kNone;
    std::size_t sumFrom = 0, sumTo = 0;  ///< rows of the column that it sums up; none: no sum
    bool isTurned = false;               ///< written with the other decimal mark
};
using Row = std::vector<Cell>;
inline Row rowOf(const std::vector<std::string>& texts) { return {texts.begin(), texts.end()}; }
/// The cell is written so that its value is gone.
inline void lose(Truth& truth, const Cell& cell) {
    if (cell.column != Cell::kNone) truth.lost.emplace(cell.row, cell.column);
}

/// One written table: a grid of texts, so that faults can be put in before it is joined.
struct Table {
    std::vector<std::string> header;
    std::vector<Row> rows;
    std::string delimiter = ",", lineEnd = "\n", preamble, footer;
    char decimal = '.';
    bool byteOrderMark = false;
    std::size_t labels = 0;                                  ///< columns before the values
    int digits = 0;                                          ///< behind the decimal mark
    bool hasTime = false;                                    ///< sums stand under labels of time
    std::string faults;                                      ///< their names, for messages
    std::set<std::size_t> commented = {}, beforeBlank = {};  ///< rows behind a mark of comments; above a blank line
};

struct File {
    std::string text, faults;
    Truth truth;
    std::vector<std::size_t> kinds = {};  ///< rows of faults()
};

/// Told: the file cannot be read rightly without a word from a person, and what has to be said of it was said.
enum class Outcome { Exact, Told, Refused, Said, Silent };
inline constexpr std::size_t kOutcomes = 5;

inline std::string written(double value, int digits, char decimal) {
    if (std::isnan(value)) return {};
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    std::string out = text;
    std::replace(out.begin(), out.end(), '.', decimal);
    return out;
}

/// The row of the truth that a row writes; kNone: none.
inline std::size_t placeOf(const Row& row) {
    for (const Cell& cell : row)
        if (cell.row != Cell::kNone) return cell.row;
    return Cell::kNone;
}

/// Takes the last cell from a row, which keeps its place; a word that stood in the cell is gone as well.
inline void cutLast(Truth& truth, Row& row) {
    const std::size_t at = placeOf(row);
    lose(truth, row.back());
    if (row.back().column == Cell::kNone && at != Cell::kNone)
        for (auto& words : truth.words)
            if (row.back().find(words[at]) != std::string::npos) words[at].clear();
    row.pop_back();
    if (!row.empty() && placeOf(row) == Cell::kNone) row.back().row = at;
}

inline std::string join(const Table& table) {
    std::string text = (table.byteOrderMark ? "\xEF\xBB\xBF" : "") + table.preamble;
    const auto line = [&](const auto& cells) {
        for (std::size_t c = 0; c < cells.size(); ++c) text += (c ? table.delimiter : "") + cells[c];
        text += table.lineEnd;
    };
    if (!table.header.empty()) line(table.header);
    for (const Row& row : table.rows) {
        text += table.commented.contains(placeOf(row)) ? "#" : "";
        line(row);
        text += table.beforeBlank.contains(placeOf(row)) ? table.lineEnd : "";
    }
    return text + table.footer;
}

/// The cell that writes the last value of a row; its last cell where it writes none.
inline Cell& lastValue(Row& row) {
    for (auto cell = row.rbegin(); cell != row.rend(); ++cell)
        if (cell->column != Cell::kNone) return *cell;
    return row.back();
}

/// Whether the row names the columns again, some of them perhaps in another order.
inline bool isRepeated(const Table& table, const Row& row) {
    return !table.header.empty() && std::ranges::any_of(row, [&](const Cell& cell) {
        return cell.size() > 1 && std::ranges::find(table.header, cell) != table.header.end();
    });
}

/// Puts a column into the table that is no part of the truth; `cell` writes that of a row of values by its number among
/// them. Lines of another kind have none.
inline void insertColumn(Table& table, std::size_t at, const std::string& name,
                         const std::function<std::string(std::size_t)>& cell) {
    if (!table.header.empty())
        table.header.insert(table.header.begin() + static_cast<std::ptrdiff_t>(std::min(at, table.header.size())),
                            name);
    std::size_t values = 0;
    for (Row& row : table.rows) {
        const bool isValue = placeOf(row) != Cell::kNone, isHeader = !row.empty() && isRepeated(table, row);
        row.insert(row.begin() + static_cast<std::ptrdiff_t>(std::min(at, row.size())), isValue    ? cell(values++)
                                                                                        : isHeader ? name
                                                                                                   : std::string());
    }
}

/// A counter in front: `at(row)` is its number.
inline void insertCounter(Table& table, Rng& rng, const std::function<std::size_t(std::size_t)>& at) {
    static const char* kNames[] = {"index", "", "Nr", "Unnamed: 0", "no", "probe", "messung"};
    insertColumn(table, 0, kNames[rng.below(7)], [&](std::size_t r) { return std::to_string(at(r)); });
    ++table.labels;
}

/// Writes a value with the other decimal mark.
inline Cell otherMark(Cell cell) {
    for (char& c : cell) c = c == '.' ? ',' : c == ',' ? '.' : c;
    cell.isTurned = !cell.isTurned;
    return cell;
}

/// The sums of the rows [from, to) below one another, laid out as the row `like`, with `label` in front.
inline Row sumRow(const Row& like, std::size_t from, std::size_t to, const std::string& label) {
    Row row(like.size());
    row[0] = label;
    for (std::size_t c = 0; c < like.size(); ++c)
        if (like[c].column != Cell::kNone) row[c].sumFrom = from, row[c].sumTo = to, row[c] = "sum";
    return row;
}

/// Writes the sums of what stands in their columns, as a spreadsheet does: what is no number counts as nothing.
inline void writeSums(Table& table, const Truth& truth) {
    for (Row& row : table.rows)
        for (std::size_t c = 0; c < row.size(); ++c) {
            Cell& cell = row[c];
            const auto like = std::ranges::find_if(
                table.rows, [&](const Row& other) { return c < other.size() && other[c].column != Cell::kNone; });
            const std::size_t word = cell.find("sum");
            if (cell.sumTo == 0 || word == std::string::npos || like == table.rows.end()) continue;
            double sum = 0;
            const std::size_t column = (*like)[c].column;
            for (std::size_t r = cell.sumFrom; r < cell.sumTo; ++r)
                if (!std::isnan(truth.columns[column][r]) && !truth.lost.contains({r, column}) &&
                    !truth.out.contains(r))
                    sum += truth.columns[column][r];
            const char other = table.decimal == '.' ? ',' : '.';
            cell.replace(word, 3, written(sum, table.digits, cell.isTurned ? other : table.decimal));
        }
}

struct Fault {
    const char* name;
    void (*apply)(Table&, Truth&, Rng&);
};

/// Faults keep the truth: what the file would say to a careful person.
inline const std::vector<Fault>& faults() {
    static const std::vector<Fault> kFaults = {
        {"counter",
         [](Table& t, Truth&, Rng& rng) {
             static const char* kNames[] = {"index", "", "Nr", "Unnamed: 0", "lfd. Nr.", "probe"};
             const std::size_t start = rng.below(3) * 50;
             insertColumn(t, 0, kNames[rng.below(6)], [&](std::size_t r) { return std::to_string(start + r); });
             ++t.labels;
         }},
        {"counter with a doubled number",
         [](Table& t, Truth&, Rng& rng) {
             const std::size_t twice = 5 + rng.below(t.rows.size() - 10);
             insertColumn(t, 0, "id", [&](std::size_t r) { return std::to_string(r > twice ? r - 1 : r); });
             ++t.labels;
         }},
        {"counter with gaps",
         [](Table& t, Truth&, Rng& rng) {
             std::size_t number = rng.below(2) * 5000;
             insertCounter(t, rng,
                           [&](std::size_t) { return number += 1 + (rng.below(10) == 0 ? 1 + rng.below(2) : 0); });
         }},
        {"counter in steps",
         [](Table& t, Truth&, Rng& rng) {
             static constexpr std::size_t kSteps[] = {2, 3, 5, 10};
             const std::size_t step = kSteps[rng.below(4)];
             insertCounter(t, rng, [&](std::size_t r) { return r * step; });
         }},
        {"counter that starts over",
         [](Table& t, Truth&, Rng& rng) {
             const std::size_t run = 22 + rng.below(t.rows.size() - 30);
             if (t.rows.size() % run >= 1 && t.rows.size() % run < 3) return;
             insertCounter(t, rng, [&](std::size_t r) { return r % run + 1; });
         }},
        {"counter that runs down",
         [](Table& t, Truth&, Rng& rng) { insertCounter(t, rng, [&](std::size_t r) { return t.rows.size() - r; }); }},
        {"other decimal mark",
         [](Table& t, Truth& truth, Rng& rng) {
             if (t.delimiter == ",") return;
             for (Row& row : t.rows)
                 for (Cell& cell : row)
                     if (cell.column + 1 == truth.columns.size() && rng.below(2)) cell = otherMark(cell);
         }},
        {"other decimal mark in a column",
         [](Table& t, Truth& truth, Rng&) {
             if (t.delimiter == "," || truth.columns.size() < 2) return;
             for (Row& row : t.rows)
                 for (Cell& cell : row)
                     if (cell.column + 1 == truth.columns.size() || &cell == &row.back()) {
                         if (cell.column != Cell::kNone || cell.sumTo > 0) cell = otherMark(cell);
                     }
         }},
        {"bare decimal commas",
         [](Table& t, Truth&, Rng&) {
             if (t.delimiter != ",") return;
             for (auto& row : t.rows)
                 for (std::size_t c = t.labels; c < row.size(); ++c) row[c] = otherMark(row[c]);
         }},
        {"a sum below",
         [](Table& t, Truth& truth, Rng& rng) {
             if (t.labels == 1 && t.hasTime)
                 t.rows.push_back(sumRow(t.rows.back(), 0, truth.columns[0].size(), rng.below(2) ? "" : "2021"));
         }},
        {"sums of groups",
         [](Table& t, Truth& truth, Rng& rng) {
             if (t.labels != 1 || !t.hasTime || t.rows.size() != truth.columns[0].size()) return;
             const std::size_t group = 7 + rng.below(8);
             std::vector<Row> rows;
             for (std::size_t r = 0; r < t.rows.size(); ++r) {
                 rows.push_back(t.rows[r]);
                 if (r % group == group - 1)
                     rows.push_back(sumRow(t.rows[r], r + 1 - group, r + 1, std::to_string(2000 + r / group)));
             }
             t.rows = rows;
         }},
        {"header in another order",
         [](Table& t, Truth&, Rng& rng) {
             if (t.header.size() < 2 || t.rows[0].size() != t.header.size()) return;
             auto header = t.header;
             std::swap(header.back(), header[header.size() - 2]);
             const std::size_t at = 5 + rng.below(t.rows.size() - 10);
             for (std::size_t r = at; r < t.rows.size(); ++r)
                 if (t.rows[r].resize(header.size()); true) std::swap(t.rows[r].back(), t.rows[r][header.size() - 2]);
             t.rows.insert(t.rows.begin() + static_cast<std::ptrdiff_t>(at), rowOf(header));
         }},
        {"commented rows",
         [](Table& t, Truth& truth, Rng& rng) {
             for (const Row& row : t.rows)
                 if (const std::size_t at = placeOf(row); rng.below(12) == 0 && at != Cell::kNone)
                     t.commented.insert(at), truth.out.insert(at);
         }},
        {"text",
         [](Table& t, Truth& truth, Rng& rng) {
             static const char* kWords[] = {"ok", "hall A", "north", "süd", "n.b.", "x-1"};
             const std::size_t at = t.rows[0].size() - rng.below(2);
             std::vector<std::string> words(truth.columns[0].size());
             insertColumn(t, at, "state", [&](std::size_t r) {
                 const std::string word = kWords[rng.below(4)];
                 words[r] = word;
                 return word;
             });
             // Behind a row that was cut it stands under another name.
             std::size_t values = 0;
             for (const Row& row : t.rows)
                 if (placeOf(row) != Cell::kNone && row.size() <= at)
                     words[values++].clear();
                 else
                     values += placeOf(row) != Cell::kNone ? 1 : 0;
             truth.words.push_back(std::move(words));
         }},
        {"switch",
         [](Table& t, Truth& truth, Rng& rng) {
             std::vector<double> values(truth.columns[0].size());
             insertColumn(t, t.rows[0].size(), "holiday", [&](std::size_t r) {
                 const bool on = rng.below(2) > 0;
                 values[r] = on ? 1 : 0;
                 return std::string(on ? "True" : "False");
             });
             truth.switches.push_back(std::move(values));
         }},
        {"remark without a name",
         [](Table& t, Truth&, Rng& rng) {
             const std::size_t at = rng.below(t.rows.size());
             for (std::size_t r = 0; r < t.rows.size(); ++r) t.rows[r].push_back(r == at ? "door open" : "");
         }},
        {"quote over rows",
         [](Table& t, Truth& truth, Rng& rng) {
             const std::size_t from = 2 + rng.below(t.rows.size() / 2),
                               to = from + 1 + rng.below(t.rows.size() / 2 - 3);
             t.rows[from].back().insert(0, 1, '"');
             t.rows[to].back() += "\"";
             lose(truth, t.rows[from].back()), lose(truth, t.rows[to].back());
         }},
        {"stray quote",
         [](Table& t, Truth& truth, Rng& rng) {
             Cell& cell = t.rows[rng.below(t.rows.size())].back();
             cell.insert(0, 1, '"');
             lose(truth, cell);
         }},
        {"short row",
         [](Table& t, Truth& truth, Rng& rng) {
             if (auto& row = t.rows[1 + rng.below(t.rows.size() - 2)]; row.size() > 1) cutLast(truth, row);
         }},
        {"long row", [](Table& t, Truth&, Rng& rng) { t.rows[1 + rng.below(t.rows.size() - 2)].push_back("77"); }},
        {"word for a number",
         [](Table& t, Truth& truth, Rng& rng) {
             Cell& cell = lastValue(t.rows[rng.below(t.rows.size())]);
             cell = "broken";
             lose(truth, cell);
         }},
        {"too large",
         [](Table& t, Truth& truth, Rng& rng) {
             Cell& cell = lastValue(t.rows[rng.below(t.rows.size())]);
             cell = "1e400";
             lose(truth, cell);
         }},
        {"spellings of missing",
         [](Table& t, Truth& truth, Rng& rng) {
             static const char* kWords[] = {"NA", "NaN", "null", "-", "", "#N/A"};
             for (int n = 0; n < 5; ++n) {
                 Row& row = t.rows[1 + rng.below(t.rows.size() - 2)];
                 Cell& cell = row[rng.below(row.size())];
                 if (cell.column == Cell::kNone) continue;
                 // A line without anything is no row of a table of one column.
                 cell = kWords[rng.below(row.size() > 1 ? 6 : 4)];
                 truth.columns[cell.column][cell.row] = std::nan("");
                 truth.lost.erase({cell.row, cell.column});
             }
         }},
        {"title", [](Table& t, Truth&, Rng&) { t.preamble = "Export of the station" + t.lineEnd + t.lineEnd; }},
        {"comment", [](Table& t, Truth&, Rng&) { t.preamble = "# made by hand" + t.lineEnd; }},
        {"sums",
         [](Table& t, Truth&, Rng& rng) {
             static const char* kWords[] = {"Total", "Summe", "Average:"};
             t.footer = kWords[rng.below(3)];
             for (std::size_t c = 1; c < t.rows[0].size(); ++c) t.footer += t.delimiter + "9" + t.decimal + "5";
             t.footer += t.lineEnd;
         }},
        {"repeated header",
         [](Table& t, Truth&, Rng& rng) {
             if (t.header.empty()) return;
             const auto at = static_cast<std::ptrdiff_t>(5 + rng.below(10));
             // As the columns stand there
             Row names = rowOf(t.header);
             for (auto row = t.rows.begin(); row != t.rows.begin() + at; ++row)
                 if (isRepeated(t, *row)) names = *row;
             t.rows.insert(t.rows.begin() + at, names);
         }},
        {"blank lines",
         [](Table& t, Truth&, Rng& rng) { t.beforeBlank.insert(placeOf(t.rows[rng.below(t.rows.size())])); }},
        {"delimiter at the end",
         [](Table& t, Truth&, Rng&) {
             for (auto& row : t.rows) row.push_back({});
             if (!t.header.empty()) t.header.push_back({});
         }},
        {"byte order mark", [](Table& t, Truth&, Rng&) { t.byteOrderMark = true; }},
        {"blanks around cells",
         [](Table& t, Truth&, Rng&) {
             for (auto& row : t.rows)
                 for (auto& cell : row) cell = " " + cell + " ";
         }},
        {"everything quoted",
         [](Table& t, Truth&, Rng&) {
             if (t.delimiter == " ") return;
             for (auto& row : t.rows)
                 for (auto& cell : row)
                     if (cell.find('"') == std::string::npos && cell.find('\n') == std::string::npos &&
                         cell.find('\r') == std::string::npos)
                         cell = "\"" + cell + "\"";
         }},
        {"unit row",
         [](Table& t, Truth&, Rng&) {
             if (t.header.empty()) return;
             t.rows.insert(t.rows.begin(), Row(t.header.size(), Cell("kW")));
         }},
        {"name missing",
         [](Table& t, Truth& truth, Rng&) {
             if (!t.header.empty() && t.header.size() > 2) t.header.pop_back(), truth.names.back().clear();
         }},
        {"last line cut",
         [](Table& t, Truth& truth, Rng&) {
             if (t.rows.back().size() > 1) cutLast(truth, t.rows.back());
         }},
    };
    return kFaults;
}

inline std::string writeTime(std::int64_t micros, std::uint64_t style) {
    const std::string iso = timeText(micros), year = iso.substr(0, 4), month = iso.substr(5, 2), day = iso.substr(8, 2),
                      clock = iso.substr(11, 5);
    switch (style) {
        case 1:
            return day + "." + month + "." + year + " " + clock;
        case 2:
            return month + "/" + day + "/" + year + " " + clock;
        case 3:
            return std::to_string(micros / 1'000'000);
        case 4: {
            static const char* kMonths[] = {"Januar", "Februar", "März",      "April",   "Mai",      "Juni",
                                            "Juli",   "August",  "September", "Oktober", "November", "Dezember"};
            return day + ". " + kMonths[std::stoi(month) - 1] + " " + year + " " + clock;
        }
        case 5: {
            static const char* kMonths[] = {"janv.", "févr.", "mars",  "avr.", "mai",  "juin",
                                            "juil.", "août",  "sept.", "oct.", "nov.", "déc."};
            return std::to_string(std::stoi(day)) + " " + kMonths[std::stoi(month) - 1] + " " + year + " " + clock;
        }
        default:
            return iso.substr(0, 16);
    }
}

/// Times in several columns of numbers; their names.
struct SplitTime {
    std::vector<std::string> names;
    std::int64_t step;  ///< microseconds; 0: months, -1: quarters
    std::vector<std::string> (*write)(std::int64_t micros, std::size_t row);
};
inline const std::vector<SplitTime>& splitTimes() {
    static constexpr std::int64_t kHour = INT64_C(3'600'000'000);
    static const auto plain = [](const std::string& text) { return std::to_string(std::stoi(text)); };
    static const auto yearDay = [](std::int64_t micros, const std::string& iso) {
        using namespace std::chrono;
        return (micros / 86'400'000'000) -
               sys_days(year(std::stoi(iso.substr(0, 4))) / 1 / 1).time_since_epoch().count() + 1;
    };
    static const std::vector<SplitTime> kAll = {
        {{"yyyymm"},
         0,
         [](std::int64_t m, std::size_t) {
             const std::string iso = timeText(m);
             return std::vector<std::string>{iso.substr(0, 4) + iso.substr(5, 2)};
         }},
        {{"Year", "Month"},
         0,
         [](std::int64_t m, std::size_t) {
             const std::string iso = timeText(m);
             return std::vector<std::string>{iso.substr(0, 4), plain(iso.substr(5, 2))};
         }},
        {{"Year", "Quarter"},
         -1,
         [](std::int64_t m, std::size_t) {
             const std::string iso = timeText(m);
             return std::vector<std::string>{iso.substr(0, 4), std::to_string((std::stoi(iso.substr(5, 2)) + 2) / 3)};
         }},
        {{"ymd", "hm"},
         kHour / 2,
         [](std::int64_t m, std::size_t) {
             const std::string iso = timeText(m);
             return std::vector<std::string>{iso.substr(0, 4) + iso.substr(5, 2) + iso.substr(8, 2),
                                             plain(iso.substr(11, 2) + iso.substr(14, 2))};
         }},
        {{"Date", "Hour"},
         kHour,
         [](std::int64_t m, std::size_t) {
             const std::string iso = timeText(m - kHour);
             return std::vector<std::string>{iso.substr(0, 10), std::to_string(std::stoi(iso.substr(11, 2)) + 1)};
         }},
        {{"year", "doy", "hr"},
         kHour,
         [](std::int64_t m, std::size_t) {
             const std::string iso = timeText(m);
             return std::vector<std::string>{iso.substr(0, 4), std::to_string(yearDay(m, iso)),
                                             plain(iso.substr(11, 2))};
         }},
    };
    return kAll;
}
inline std::int64_t stepOn(std::int64_t start, std::int64_t step, std::size_t row) {
    if (step > 0) return start + static_cast<std::int64_t>(row) * step;
    using namespace std::chrono;
    const year_month_day first{floor<days>(sys_time<microseconds>(microseconds(start)))};
    return duration_cast<microseconds>(
               sys_days((first.year() / first.month() / 1) + months(static_cast<int>(row) * (step == 0 ? 1 : 3)))
                   .time_since_epoch())
        .count();
}

/// The rows that the file takes out go, and what is lost moves with the others.
inline void takeOut(Truth& truth) {
    truth.out.erase(Cell::kNone);
    const auto before = [&](std::size_t row) {
        return static_cast<std::size_t>(std::distance(truth.out.begin(), truth.out.lower_bound(row)));
    };
    std::set<std::pair<std::size_t, std::size_t>> lost;
    for (const auto& [row, column] : truth.lost)
        if (!truth.out.contains(row)) lost.emplace(row - before(row), column);
    truth.lost = std::move(lost);
    const auto drop = [&](auto& list) {
        std::size_t row = 0;
        std::erase_if(list, [&](const auto&) { return truth.out.contains(row++); });
    };
    for (auto* table : {&truth.columns, &truth.switches})
        for (auto& column : *table) drop(column);
    for (auto& column : truth.words) drop(column);
    drop(truth.times);
    truth.out.clear();
}

/// A table of random shape and dialect with none to three faults.
inline File make(Rng& rng) {
    Table table;
    Truth truth;
    static const char* kDelimiters[] = {",", ";", "\t", ",", ";"};
    table.delimiter = kDelimiters[rng.below(5)];
    table.decimal = table.delimiter == ";" && rng.below(2) ? ',' : '.';
    table.lineEnd = rng.below(3) == 0 ? "\r\n" : "\n";
    const std::size_t rows = 40 + rng.below(120), columns = 1 + rng.below(4);
    const int digits = static_cast<int>(rng.below(5));  // 3 is the hard case
    const std::uint64_t timeStyle = rng.below(11);      // 6, 7: no time; from 8 on: in columns of numbers
    const SplitTime* split = timeStyle >= 8 ? &splitTimes()[rng.below(splitTimes().size())] : nullptr;
    const std::int64_t step = split                                                  ? split->step
                              : timeStyle == 4 || timeStyle == 5 || rng.below(3) > 0 ? INT64_C(3'600'000'000)
                                                                                     : INT64_C(86'400'000'000);
    std::int64_t start = INT64_C(1'600'000'000'000'000) / 86'400'000'000 * 86'400'000'000 +
                         static_cast<std::int64_t>(rng.below(1000)) * 86'400'000'000;
    const double scale = std::pow(10.0, static_cast<double>(rng.below(4)));
    for (std::size_t c = 0; c < columns; ++c) {
        std::vector<double> values;
        double level = rng.normal() * scale;
        for (std::size_t r = 0; r < rows; ++r) {
            level += rng.normal() * scale * 0.1;
            const double power = std::pow(10.0, digits);
            values.push_back(std::round(level * power) / power + 0.0);
        }
        truth.columns.push_back(std::move(values));
        truth.names.push_back("v" + std::to_string(c));
    }
    const bool hasHeader = rng.below(5) != 0 || split, hasTime = timeStyle < 6 || split;
    if (split)
        table.header = split->names;
    else if (hasHeader && hasTime)
        table.header.push_back(rng.below(2) ? "time" : "Datum");
    if (split && step <= 0) start = stepOn(INT64_C(1'577'836'800'000'000), step, rng.below(20));  // from 2020 on
    table.labels = split ? split->names.size() : hasTime ? 1 : 0;
    table.digits = digits;
    table.hasTime = hasTime;
    for (const std::string& name : truth.names)
        if (hasHeader) table.header.push_back(name);
    if (!hasHeader) truth.names.assign(columns, {});
    for (std::size_t r = 0; r < rows; ++r) {
        Row row;
        if (split)
            truth.times.push_back(stepOn(start, step, r)), row = rowOf(split->write(truth.times.back(), r));
        else if (hasTime)
            truth.times.push_back(start + static_cast<std::int64_t>(r) * step),
                row.emplace_back(writeTime(truth.times.back(), timeStyle));
        for (std::size_t c = 0; c < columns; ++c) {
            row.emplace_back(written(truth.columns[c][r], digits, table.decimal));
            row.back().row = r, row.back().column = c;
        }
        table.rows.push_back(std::move(row));
    }
    std::string names = std::string("delimiter '") + table.delimiter + "' decimal '" + table.decimal + "' digits " +
                        std::to_string(digits) + " time " + std::to_string(timeStyle);
    std::vector<std::size_t> kinds;
    for (std::uint64_t n = rng.below(4); n > 0; --n) {
        const std::size_t kind = rng.below(faults().size());
        if (std::ranges::find(kinds, kind) != kinds.end()) continue;
        faults()[kind].apply(table, truth, rng);
        kinds.push_back(kind);
        names += std::string("; ") + faults()[kind].name;
    }
    writeSums(table, truth);
    takeOut(truth);
    return {join(table), names, truth, kinds};
}

}  // namespace messy
