// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/evidence.h"
#include "data/csv/columns/plan.h"
#include "data/csv/layout/layout.h"
#include "data/csv/units/cell_unit.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What a cell is to its column.
enum class CellVerdict { Missing, Typed, Odd };

/// Reads the cells of a row under a plan, one column after the other, and counts what they look like. Layout, plan and
/// options outlive it. Used by one thread.
class CellReader {
public:
    CellReader(const CsvLayout& layout, const TablePlan& plan, const ExperimentConfig& options, bool isSample);

    struct Look {
        NumberSniff number;
        LedgerCell ledger;
        MoneyCell money;
        UnitCell unit;
        MagnitudeCell magnitude;
        std::optional<TimeSniff> time;
        int sign = 0;
    };
    /// What the cell is, without counting it yet.
    CellVerdict look(std::size_t c, std::string_view cell);
    [[nodiscard]] const Look& found(std::size_t c) const { return looks_[c]; }
    /// Counts the cell that was looked at last in its column; its number, or NaN.
    double add(std::size_t c, std::string_view cell, CellVerdict verdict, std::int64_t line, ColumnEvidence& evidence);

    /// A first look keeps what may be numbers: some plans are made from values.
    [[nodiscard]] bool isStored(std::size_t c) const {
        return plan_.columns[c].kind == ColumnKind::Number || plan_.columns[c].duration != DurationForm::None ||
               (isSample_ && plan_.columns[c].kind == ColumnKind::Empty);
    }
    /// A column that seemed empty may hold numbers: its evidence is collected, its values when it is read again.
    [[nodiscard]] bool isParsed(std::size_t c) const {
        return isStored(c) || plan_.columns[c].kind == ColumnKind::Empty;
    }
    /// Whether the column is read by the format that the user gave.
    [[nodiscard]] bool givenFormat(std::size_t c) const;
    /// The sum of what the time columns say: a date and, beside it, a clock. Where dates stand only where they change:
    /// with the one above.
    [[nodiscard]] std::optional<std::int64_t> lookedTime() const;
    /// The row that was looked at last is one of the table: its date holds for those below.
    void keepDate();
    [[nodiscard]] const std::vector<std::size_t>& timeTexts() const { return timeTexts_; }

private:
    void addOdd(ColumnEvidence& e, std::size_t c, std::string_view cell, std::int64_t line);
    [[nodiscard]] double signFor(std::size_t c) const;
    void addNumber(ColumnEvidence& e, std::size_t c, std::string_view cell, std::int64_t line, double& value);

    const TablePlan& plan_;
    const ExperimentConfig& options_;
    const bool isSample_;
    [[nodiscard]] std::optional<std::int64_t> timeOf(std::size_t c) const;
    [[nodiscard]] CellVerdict lookForUnit(std::size_t c, std::string_view cell);
    [[nodiscard]] bool lookForMagnitude(std::size_t c, std::string_view cell);

    std::vector<std::size_t> timeTexts_;
    std::optional<std::int64_t> dateAbove_;
    std::vector<Look> looks_;
    std::vector<std::string> lastWords_;
};

/// Columns whose words are told apart; of a column at most, and those that say what kind of column it is.
inline constexpr std::size_t kMaxWordColumns = 64, kMostWords = 2'000, kMostSomeWords = 200;
/// Spellings of missing values that are counted, of one column.
inline constexpr std::size_t kMaxWords = 50;

/// For messages.
std::string shortened(std::string_view text);
/// 2024-01 as 2023-12, but not as 2024Q1: digits, letters and what is between them come in one order.
bool areWrittenAlike(std::string_view a, std::string_view b);

/// How a number is written; `isSigned`: as isSigned() says.
inline void countNumber(ColumnEvidence& e, std::string_view cell, const NumberSniff& look, bool isSigned) {
    ++e.numbers;
    e.signedNumbers += isSigned ? 1 : 0;
    e.masks.add(look.mask);
    e.percents += look.percent ? 1 : 0;
    if (look.mask == kAllFormats && look.plain) {
        const std::string_view digits = cell.front() == '-' ? cell.substr(1) : cell;
        e.bareYears += digits.size() == 4 && (digits.front() == '1' || digits.front() == '2') ? 1 : 0;
        if (digits.size() > 3)
            ++e.thousands;
        else if (digits.size() == 3 && digits != "999")
            ++e.hundreds;
        if (digits.size() > 1 && digits.front() == '0') ++e.zeroLed;
    } else if (e.marked.empty() && (look.mask & kPointFormats) && (look.mask & kCommaFormats)) {
        e.marked = shortened(cell);
    }
}

}  // namespace gatelab
