// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "core/data_support.h"

#include <functional>
#include <numeric>

/// Tables as loggers, spreadsheets and scripts write them, with faults, and what they truly say. Shared by the test and
/// the count in tests/bench.
namespace messy {

using namespace gatelab;
using datatest::numberText;
using datatest::timeText;

/// What a file says; columns that a reader may leave out (text, counters) are not in it.
struct Truth {
    std::vector<std::int64_t> times;  ///< microseconds; empty: no time
    std::vector<std::string> names;   ///< empty texts where the file names none
    std::vector<std::vector<double>> columns;
};

/// One written table: a grid of texts, so that faults can be put in before it is joined.
struct Table {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
    std::string delimiter = ",", lineEnd = "\n", preamble, footer;
    char decimal = '.';
    bool byteOrderMark = false;
    std::size_t labels = 0;  ///< columns before the values
    int digits = 0;          ///< behind the decimal mark
    bool hasTime = false;    ///< sums stand under labels of time
    std::string faults;      ///< their names, for messages
};

struct File {
    std::string text, faults;
    Truth truth;
};

enum class Outcome { Exact, Refused, Said, Silent };

inline std::string written(double value, int digits, char decimal) {
    if (std::isnan(value)) return {};
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    std::string out = text;
    std::replace(out.begin(), out.end(), '.', decimal);
    return out;
}

inline std::string join(const Table& table) {
    std::string text = (table.byteOrderMark ? "\xEF\xBB\xBF" : "") + table.preamble;
    const auto line = [&](const std::vector<std::string>& cells) {
        for (std::size_t c = 0; c < cells.size(); ++c) text += (c ? table.delimiter : "") + cells[c];
        text += table.lineEnd;
    };
    if (!table.header.empty()) line(table.header);
    for (const auto& row : table.rows) line(row);
    return text + table.footer;
}

/// Puts a column into the table that is no part of the truth.
inline void insertColumn(Table& table, std::size_t at, const std::string& name,
                         const std::function<std::string(std::size_t)>& cell) {
    if (!table.header.empty())
        table.header.insert(table.header.begin() + static_cast<std::ptrdiff_t>(std::min(at, table.header.size())),
                            name);
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        table.rows[r].insert(table.rows[r].begin() + static_cast<std::ptrdiff_t>(std::min(at, table.rows[r].size())),
                             cell(r));
}

/// A counter in front: `at(row)` is its number.
inline void insertCounter(Table& table, Rng& rng, const std::function<std::size_t(std::size_t)>& at) {
    static const char* kNames[] = {"index", "", "Nr", "Unnamed: 0", "no", "probe", "messung"};
    insertColumn(table, 0, kNames[rng.below(7)], [&](std::size_t r) { return std::to_string(at(r)); });
    ++table.labels;
}

/// Writes a value with the other decimal mark.
inline std::string otherMark(std::string cell) {
    for (char& c : cell) c = c == '.' ? ',' : c == ',' ? '.' : c;
    return cell;
}

/// The sums of the rows [from, to) below one another, as a row of the table with `label` in front.
inline std::vector<std::string> sumRow(const Table& table, const Truth& truth, std::size_t from, std::size_t to,
                                       const std::string& label, int digits) {
    std::vector<std::string> row(table.labels, "");
    if (!row.empty()) row[0] = label;
    for (const auto& column : truth.columns)
        row.push_back(written(std::accumulate(column.begin() + static_cast<std::ptrdiff_t>(from),
                                              column.begin() + static_cast<std::ptrdiff_t>(to), 0.0),
                              digits, table.decimal));
    return row;
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
         }},
        {"counter with a doubled number",
         [](Table& t, Truth&, Rng& rng) {
             const std::size_t twice = 5 + rng.below(t.rows.size() - 10);
             insertColumn(t, 0, "id", [&](std::size_t r) { return std::to_string(r > twice ? r - 1 : r); });
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
         [](Table& t, Truth&, Rng& rng) {
             if (t.delimiter == ",") return;
             for (auto& row : t.rows)
                 if (rng.below(2)) row.back() = otherMark(row.back());
         }},
        {"other decimal mark in a column",
         [](Table& t, Truth& truth, Rng&) {
             if (t.delimiter == "," || truth.columns.size() < 2) return;
             for (auto& row : t.rows) row.back() = otherMark(row.back());
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
                 t.rows.push_back(sumRow(t, truth, 0, truth.columns[0].size(), rng.below(2) ? "" : "2021", t.digits));
         }},
        {"sums of groups",
         [](Table& t, Truth& truth, Rng& rng) {
             if (t.labels != 1 || !t.hasTime || t.rows.size() != truth.columns[0].size()) return;
             const std::size_t group = 7 + rng.below(8);
             std::vector<std::vector<std::string>> rows;
             for (std::size_t r = 0; r < t.rows.size(); ++r) {
                 rows.push_back(t.rows[r]);
                 if (r % group == group - 1)
                     rows.push_back(sumRow(t, truth, r + 1 - group, r + 1, std::to_string(2000 + r / group), t.digits));
             }
             t.rows = rows;
         }},
        {"header in another order",
         [](Table& t, Truth&, Rng& rng) {
             if (t.header.size() < 2) return;
             auto header = t.header;
             std::swap(header.back(), header[header.size() - 2]);
             const std::size_t at = 5 + rng.below(t.rows.size() - 10);
             for (std::size_t r = at; r < t.rows.size(); ++r)
                 if (t.rows[r].size() == header.size()) std::swap(t.rows[r].back(), t.rows[r][header.size() - 2]);
             t.rows.insert(t.rows.begin() + static_cast<std::ptrdiff_t>(at), header);
         }},
        {"commented rows",
         [](Table& t, Truth&, Rng& rng) {
             for (auto& row : t.rows)
                 if (rng.below(12) == 0) row.front().insert(0, 1, '#');
         }},
        {"text",
         [](Table& t, Truth&, Rng& rng) {
             static const char* kWords[] = {"ok", "hall A", "north", "süd", "n.b.", "x-1"};
             const std::size_t at = t.rows[0].size() - rng.below(2);
             insertColumn(t, at, "state", [&](std::size_t) { return std::string(kWords[rng.below(4)]); });
         }},
        {"switch",
         [](Table& t, Truth&, Rng& rng) {
             insertColumn(t, t.rows[0].size(), "holiday",
                          [&](std::size_t) { return std::string(rng.below(2) ? "True" : "False"); });
         }},
        {"remark without a name",
         [](Table& t, Truth&, Rng& rng) {
             const std::size_t at = rng.below(t.rows.size());
             for (std::size_t r = 0; r < t.rows.size(); ++r) t.rows[r].push_back(r == at ? "door open" : "");
         }},
        {"quote over rows",
         [](Table& t, Truth&, Rng& rng) {
             const std::size_t from = 2 + rng.below(t.rows.size() / 2),
                               to = from + 1 + rng.below(t.rows.size() / 2 - 3);
             t.rows[from].back() = "\"" + t.rows[from].back();
             t.rows[to].back() += "\"";
         }},
        {"stray quote", [](Table& t, Truth&, Rng& rng) { t.rows[rng.below(t.rows.size())].back().insert(0, 1, '"'); }},
        {"short row",
         [](Table& t, Truth&, Rng& rng) {
             if (auto& row = t.rows[1 + rng.below(t.rows.size() - 2)]; row.size() > 1) row.pop_back();
         }},
        {"long row", [](Table& t, Truth&, Rng& rng) { t.rows[1 + rng.below(t.rows.size() - 2)].push_back("77"); }},
        {"word for a number", [](Table& t, Truth&, Rng& rng) { t.rows[rng.below(t.rows.size())].back() = "broken"; }},
        {"too large", [](Table& t, Truth&, Rng& rng) { t.rows[rng.below(t.rows.size())].back() = "1e400"; }},
        {"spellings of missing",
         [](Table& t, Truth& truth, Rng& rng) {
             static const char* kWords[] = {"NA", "NaN", "null", "-", "", "#N/A"};
             const std::size_t before = t.rows[0].size() - truth.columns.size();
             for (int n = 0; n < 5; ++n) {
                 const std::size_t r = 1 + rng.below(t.rows.size() - 2), c = rng.below(truth.columns.size());
                 if (before + c >= t.rows[r].size()) continue;
                 t.rows[r][before + c] = kWords[rng.below(6)];
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
             if (!t.header.empty())
                 t.rows.insert(t.rows.begin() + static_cast<std::ptrdiff_t>(5 + rng.below(10)), t.header);
         }},
        {"blank lines", [](Table& t, Truth&, Rng& rng) { t.rows[rng.below(t.rows.size())].back() += t.lineEnd; }},
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
             t.rows.insert(t.rows.begin(), std::vector<std::string>(t.header.size(), "kW"));
         }},
        {"name missing",
         [](Table& t, Truth& truth, Rng&) {
             if (!t.header.empty() && t.header.size() > 2) t.header.pop_back(), truth.names.back().clear();
         }},
        {"last line cut",
         [](Table& t, Truth&, Rng&) {
             if (t.rows.back().size() > 1) t.rows.back().pop_back();
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
        std::vector<std::string> row;
        if (split)
            truth.times.push_back(stepOn(start, step, r)), row = split->write(truth.times.back(), r);
        else if (hasTime)
            truth.times.push_back(start + static_cast<std::int64_t>(r) * step),
                row.push_back(writeTime(truth.times.back(), timeStyle));
        for (const auto& column : truth.columns) row.push_back(written(column[r], digits, table.decimal));
        table.rows.push_back(std::move(row));
    }
    std::string names = std::string("delimiter '") + table.delimiter + "' decimal '" + table.decimal + "' digits " +
                        std::to_string(digits) + " time " + std::to_string(timeStyle);
    for (std::uint64_t n = rng.below(4); n > 0; --n) {
        const Fault& fault = faults()[rng.below(faults().size())];
        if (names.find(fault.name) != std::string::npos) continue;
        fault.apply(table, truth, rng);
        names += std::string("; ") + fault.name;
    }
    return {join(table), names, truth};
}

/// How the reading compares: every cell of the truth must be there, be told as missing by a warning or a guess, or the
/// file be refused. Faults that damage a cell make it missing.
inline Outcome judge(const File& file, const Result<Dataset>& data, std::string& wrong) {
    if (!data) return Outcome::Refused;
    const Series& series = *data->series;
    const bool message = !series.report.warnings.empty();
    wrong.clear();
    const auto rows = file.truth.columns.front().size();
    if (series.rows() != static_cast<std::int64_t>(rows))
        wrong = "rows " + std::to_string(series.rows()) + " of " + std::to_string(rows);
    else if (series.channels.size() != file.truth.columns.size())
        wrong = "columns " + std::to_string(series.channels.size());
    else if (series.time.known() != !file.truth.times.empty() ||
             (series.time.known() && series.time.values != file.truth.times))
        wrong = "times";
    std::size_t missing = 0;
    for (std::size_t c = 0; c < file.truth.columns.size() && wrong.empty(); ++c) {
        if (!file.truth.names[c].empty() && series.channels[c].name != file.truth.names[c])
            wrong = "name " + series.channels[c].name;
        for (std::size_t r = 0; r < rows && wrong.empty(); ++r) {
            const double got = series.channels[c].values[r], wanted = file.truth.columns[c][r];
            missing += std::isnan(got) ? 1 : 0;
            if (!std::isnan(got) && got != wanted)
                wrong = "column " + std::to_string(c) + " row " + std::to_string(r) + ": " + numberText(got) + " for " +
                        numberText(wanted);
        }
    }
    // Cells spelled as missing are counted; anything else that is missing needs a warning.
    const ReadGuess* spelled = datatest::findGuess(series.report, "csv_missing");
    if (wrong.empty() && missing > 5 && !message) wrong = std::to_string(missing) + " cells missing";
    if (wrong.empty()) return Outcome::Exact;
    (void)spelled;
    return message ? Outcome::Said : Outcome::Silent;
}

/// Random damage to one line of a text: how many of `trials` change what other rows say without a warning or a refusal.
/// `good`: the reading of the whole text.
inline int countSilentMutations(const datatest::Folder& folder, const std::string& text, const Series& good, Rng& rng,
                                int trials, std::string& reasons) {
    static constexpr std::string_view kBytes = "0123456789,;.\"'-# \tex/:\n";
    int silent = 0;
    const auto rows = static_cast<std::size_t>(good.rows());
    for (int trial = 0; trial < trials; ++trial) {
        std::string damaged = text;
        const std::size_t at = text.find('\n') + 1 + rng.below(text.size() - text.find('\n') - 2);
        const char byte = kBytes[rng.below(kBytes.size())];
        const std::uint64_t kind = rng.below(3);
        if (kind == 0)
            damaged[at] = byte;
        else if (kind == 1)
            damaged.insert(at, 1, byte);
        else
            damaged.erase(at, 1 + rng.below(4));
        const auto data = readFile(folder.put("mutated.csv", damaged), {});
        if (!data || !data->series || !data->series->report.warnings.empty()) continue;
        const Series& series = *data->series;
        // Untouched rows lie before and after the damage: at most two rows differ, and one may have become two, or two
        // one.
        const auto read = static_cast<std::size_t>(series.rows());
        std::string why;
        if (series.channels.size() != good.channels.size() || series.time.known() != good.time.known() ||
            read + 1 < rows || read > rows + 1)
            why = "shape";
        std::size_t same = 0, sameEnd = 0;
        const auto equal = [&](std::size_t a, std::size_t b) {
            for (std::size_t c = 0; c < good.channels.size(); ++c) {
                const double x = good.channels[c].values[a], y = series.channels[c].values[b];
                if (!(x == y || (std::isnan(x) && std::isnan(y)))) return false;
            }
            return !good.time.known() || good.time.values[a] == series.time.values[b];
        };
        if (why.empty()) {
            while (same < std::min(rows, read) && equal(same, same)) ++same;
            while (sameEnd + same < std::min(rows, read) && equal(rows - 1 - sameEnd, read - 1 - sameEnd)) ++sameEnd;
            if (same + sameEnd + 2 < rows) why = std::to_string(rows - same - sameEnd) + " rows differ";
        }
        if (why.empty()) continue;
        if (++silent <= 5)
            reasons += why + " after " +
                       (kind == 0   ? "change"
                        : kind == 1 ? "insertion"
                                    : "removal") +
                       " of '" + byte + "' in: " + damaged.substr(at > 30 ? at - 30 : 0, 60) + "\n";
    }
    return silent;
}

}  // namespace messy
