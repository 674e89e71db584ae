// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/layout/cut_decimals.h"

#include "data/csv/layout/header.h"
#include "data/csv/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace gatelab {
namespace {

using Cells = std::vector<std::string_view>;

constexpr std::size_t kSampleRows = 300, kFewRows = 8, kMostLabels = 8, kMostDigits = 8, kMostCells = 20'000;

/// The rows of a sample with numbers or times, and the names above them.
struct CutRows {
    std::vector<Cells> rows;
    Cells names;              ///< of the last line without a number above the rows
    std::size_t ordered = 0;  ///< rows before a line that names the columns in another order
    std::size_t widest = 0;
};

bool isTypedOrMissing(std::string_view cell) { return isMissingWord(cell, {}) || csv_header::isTyped(cell); }

bool areSameNames(Cells a, Cells b) {
    std::ranges::sort(a);
    std::ranges::sort(b);
    return a == b;
}

CutRows readRows(std::string_view sample, const CsvDialect& dialect) {
    CutRows out;
    for (CsvRows scan(sample, dialect); out.rows.size() < kSampleRows && scan.next();) {
        if (scan.isComment() || scan.isBlank()) continue;
        Cells cells(scan.cells().begin(), scan.cells().end());
        for (std::string_view& cell : cells)  // with doubled quotes: in a buffer that the next row takes
            if (cell.data() < sample.data() || cell.data() > sample.data() + sample.size()) cell = sample.substr(0, 0);
        const bool isRow =
            std::ranges::any_of(cells, [](std::string_view cell) { return !cell.empty() && isTypedOrMissing(cell); });
        if (!isRow && out.rows.empty()) out.names = cells;
        if (!isRow && out.ordered == 0 && cells != out.names && areSameNames(cells, out.names))
            out.ordered = out.rows.size();
        if (isRow) out.rows.push_back(std::move(cells));
    }
    if (out.ordered == 0) out.ordered = out.rows.size();
    // A column of remarks without a name, or a delimiter at the end
    const auto open = std::ranges::count_if(out.rows, [](const Cells& cells) { return cells.back().empty(); });
    if (open * 10 >= std::ssize(out.rows) * 9) {
        for (Cells& cells : out.rows)
            if (cells.size() > 1 && cells.back().empty()) cells.pop_back();
        if (out.names.size() > 1 && out.names.back().empty()) out.names.pop_back();
    }
    for (const Cells& cells : out.rows) out.widest = std::max(out.widest, cells.size());
    if (out.rows.size() * out.widest > kMostCells)
        out.rows.resize(std::min(out.rows.size(), std::max(kFewRows, kMostCells / out.widest)));
    out.ordered = std::min(out.ordered, out.rows.size());
    return out;
}

/// A column of numbers that were joined, and of cells that were not.
struct JoinedColumn {
    std::size_t pairs = 0, zeroLed = 0, negativeZeros = 0, longFirsts = 0, lone = 0, loneWholes = 0;
    std::map<std::string_view, std::size_t> seconds;
    std::vector<std::pair<double, double>> numbers;  ///< first and second halves
};

/// What joining halves makes of the columns of a table.
struct Joined {
    std::map<std::size_t, std::size_t> widths;
    std::map<std::size_t, JoinedColumn> columns;  ///< by their place afterwards
};

double valueOf(std::string_view digits) {
    double value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

Joined joinedAs(const CutRows& table, std::size_t from, std::size_t digits) {
    Joined all;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const Cells& cells = table.rows[r];
        std::size_t to = 0;
        for (std::size_t i = 0; i < cells.size(); ++i, ++to) {
            const bool isPair = i >= from && i + 1 < cells.size() && areHalves(cells[i], cells[i + 1], digits);
            const std::string_view first = cells[i], second = isPair ? cells[++i] : std::string_view();
            if (r >= table.ordered || (i < from && !isPair)) continue;
            JoinedColumn& column = all.columns[to];
            if (!isPair) {
                ++column.lone, column.loneWholes += csv_header::isWhole(first) ? 1 : 0;
                continue;
            }
            ++column.pairs;
            column.zeroLed += second.front() == '0' ? 1 : 0;
            column.negativeZeros += first == "-0" ? 1 : 0;
            column.longFirsts += first.size() > 1 ? 1 : 0;
            ++column.seconds[second];
            column.numbers.emplace_back(valueOf(first), valueOf(second) / std::pow(10, digits));
        }
        ++all.widths[to];
    }
    return all;
}

/// The second halves belong to the first ones: joined, the numbers change less from row to row than with those of other
/// rows.
bool areSmooth(const std::vector<std::pair<double, double>>& numbers) {
    constexpr double kLess = 0.85;
    const auto pathWith = [&](std::size_t moved) {
        double path = 0, before = 0;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const double first = numbers[i].first, second = numbers[(i + moved) % numbers.size()].second,
                         here = first < 0 ? first - second : first + second;
            path += i > 0 ? std::abs(here - before) : 0;
            before = here;
        }
        return path;
    };
    return pathWith(0) < kLess * std::min(pathWith(numbers.size() / 2), pathWith(numbers.size() / 3));
}

/// A digit that is anything, as the last one of a measurement: all ten are there, none of them much more often.
bool isAnyDigit(const JoinedColumn& column) {
    constexpr std::size_t kFewest = 24;
    std::size_t most = 0;
    for (const auto& [digit, count] : column.seconds) most = std::max(most, count);
    return column.pairs >= kFewest && column.seconds.size() == 10 && most * 4 < column.pairs;
}

/// Numbers of digits that second halves may have.
std::set<std::size_t> possibleDigits(const CutRows& table) {
    std::set<std::size_t> all;
    for (const std::size_t r : {std::size_t{0}, table.rows.size() / 2, table.rows.size() - 1})
        for (const std::string_view cell : table.rows[r])
            if (cell.size() <= kMostDigits && csv_header::isWhole(cell)) all.insert(cell.size());
    return all;
}

/// How one way to join the halves does.
struct JoinedAs {
    std::size_t columns = 0, sure = 0, even = 0, anyDigits = 0;
    std::size_t wholes = 0;  ///< columns of whole numbers behind the first that is joined, which were not
    std::size_t width = 0;   ///< of nearly all rows; 0: they differ
    bool negativeZeros = false, isMeasured = false;
};

JoinedAs weigh(const Joined& joined, const CutRows& table, std::size_t digits) {
    JoinedAs out;
    std::size_t most = 0;
    for (const auto& [here, count] : joined.widths)
        if (count > most) most = count, out.width = here;
    if (most * 10 < table.rows.size() * 9) out.width = 0;
    for (const auto& [place, column] : joined.columns) {
        if (column.pairs * 10 < table.ordered * 8) {
            out.wholes += column.loneWholes * 10 >= table.ordered * 8 ? 1 : 0;
            continue;
        }
        const char last = column.seconds.rbegin()->first.front();
        ++out.columns;
        out.negativeZeros = out.negativeZeros || column.negativeZeros > 0;
        out.sure += digits > 1 ? column.zeroLed > 0 : column.seconds.size() >= 9 ? 1 : 0;
        out.even += digits > 1 && column.zeroLed > 0 && last >= '8' ? 1 : 0;
        const bool isSmooth = areSmooth(column.numbers);
        out.anyDigits += digits == 1 && (isSmooth ? column.seconds.size() >= 9 : isAnyDigit(column)) ? 1 : 0;
        out.isMeasured = out.isMeasured || isSmooth || column.longFirsts * 2 > column.pairs;
    }
    return out;
}

/// Whether nearly every row becomes as wide as the names, or as the others, and the second halves are what stands
/// behind a decimal mark: zeros lead some of them, and they run through all digits.
bool areDecimals(const JoinedAs& as, std::size_t names) {
    if (as.columns == 0 || as.width == 0) return false;
    if (names == 0)
        return as.negativeZeros || as.even == as.columns ||
               (as.wholes == 0 && as.anyDigits == as.columns && as.isMeasured);
    if (as.width == names) return as.columns > 1 || as.sure == as.columns || as.negativeZeros;
    // The last column has no name.
    return as.width == names + 1 && as.sure == as.columns && as.wholes == 0;
}

}  // namespace

void findCutDecimals(std::string_view sample, CsvDialect& dialect) {
    const CutRows table = readRows(sample, dialect);
    // One cell of words is a title as well, where it does not name the only column.
    std::vector<std::size_t> named{table.names.size()};
    if (named.front() == 1) named.push_back(0);
    if (table.rows.size() < kFewRows || table.widest < 2) return;
    const std::set<std::size_t> possible = possibleDigits(table);
    for (const std::size_t names : named) {
        if (names > 0 && table.widest <= names) continue;
        // The names tell where the numbers begin, and a label before a number is no half of one; without names the
        // first place that fits. None of whole numbers stays alone where all of them can be joined, and as many
        // as can be are.
        using Worth = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;
        Worth best{};
        const std::size_t places = std::min(kMostLabels, table.widest);
        for (std::size_t i = 0; i < places; ++i)
            for (const std::size_t digits : possible) {
                const std::size_t from = names > 0 ? places - 1 - i : i;
                const JoinedAs as = weigh(joinedAs(table, from, digits), table, digits);
                if (!areDecimals(as, names)) continue;
                const Worth worth{names > 0 && as.width != names ? 1 : 0, as.wholes, table.widest - as.columns,
                                  as.columns - as.sure};
                if (dialect.cutDigits > 0 && worth >= best) continue;
                best = worth;
                dialect.cutFrom = from, dialect.cutDigits = digits;
            }
        if (dialect.cutDigits > 0) return;
    }
}

}  // namespace gatelab
