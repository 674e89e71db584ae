// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/scan/cell_reader.h"

#include "data/csv/columns/table_scan.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace gatelab {
namespace {

constexpr std::size_t kMaxOdds = 5;
static_assert(kMostWords < kNoWord);

/// 31-Dec: a day and the name of a month, or a month and a year.
void addDayMonth(ColumnEvidence& e, const TimeSniff& look) {
    const auto micros = dayOfYear(look, 2000);
    if (!micros) return;
    ++e.dayMonths;
    e.leapDays += dayOfYear(look, 2001) ? 0 : 1;
    e.dayMonthSteps.add(*micros);
}

void addTimeCell(ColumnEvidence& e, std::string_view cell, const TimeSniff& look) {
    if (e.sample.empty()) e.sample = cell;
    e.intervals += look.isInterval ? 1 : 0, e.finer += look.isFiner ? 1 : 0;
    if (!look.hasDate) {
        ++e.clocks;
        e.clockSteps.add(look.ofDayMicros);
        return;
    }
    ++e.dates;
    ++e.orderCounts[look.orders];
    const bool isPlain = look.lengths[0] == 4 && look.lengths[2] > 0;
    e.otherYears += look.orders == static_cast<DateMask>(DateOrder::YearFirst) && !isPlain ? 1 : 0;
    e.dottedClocks += sniffDottedClock(cell) ? 1 : 0;
    e.ordersOfFirsts +=
        (look.orders & static_cast<DateMask>(DateOrder::MonthFirst)) && look.lengths[2] > 0 && look.numbers[1] == 1 ? 1
                                                                                                                    : 0;
    for (std::size_t i = 0; i < kDateOrders.size(); ++i)
        if (const auto micros = timeMicros(look, kDateOrders[i])) e.orderSteps[i].add(*micros);
    addDayMonth(e, look);
    constexpr std::array kTurned = {DateOrder::DayFirst, DateOrder::MonthFirst};
    for (std::size_t i = 0; i < kTurned.size(); ++i) {
        const bool exists = (look.orders & static_cast<DateMask>(kTurned[i])) != 0;
        if (const auto micros = timeMicros(look, exists ? kTurned[i] : kTurned[1 - i])) e.turnedSteps[i].add(*micros);
    }
}

/// How long a length of time is that is written as a clock, in seconds.
double secondsOf(std::string_view cell, const TimeSniff& look, DurationForm form) {
    const double seconds = static_cast<double>(look.ofDayMicros) / 1e6;
    return form == DurationForm::Minutes && std::ranges::count(cell, ':') == 1 ? seconds / 60 : seconds;
}

/// The mark before the decimals of a column; 0: it is not known, or both are.
char decimalOf(const ColumnPlan& plan) {
    return plan.kind == ColumnKind::Number && !plan.bothMarks ? kNumberFormats[plan.format].decimal : '\0';
}

/// A cell that says something and is no value of its column.
void addUnread(ColumnEvidence& e, std::string_view cell, std::int64_t line) {
    ++e.unread;
    if (e.odds.size() < kMaxOdds) e.odds.push_back({line, shortened(cell)});
}

}  // namespace

std::string shortened(std::string_view text) {
    return std::string(text.substr(0, 40)) + (text.size() > 40 ? "..." : "");
}

bool areWrittenAlike(std::string_view a, std::string_view b) {
    const auto kindOf = [](char c) {
        return c >= '0' && c <= '9' ? '0' : (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? 'a' : c;
    };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        const char kind = kindOf(a[i]);
        if (kindOf(b[j]) != kind) return false;
        while (i < a.size() && kindOf(a[i]) == kind) ++i;
        while (j < b.size() && kindOf(b[j]) == kind) ++j;
    }
    return i == a.size() && j == b.size();
}

CellReader::CellReader(const CsvLayout& layout, const TablePlan& plan, const ExperimentConfig& options, bool isSample)
    : plan_(plan),
      options_(options),
      isSample_(isSample),
      looks_(layout.width),
      lastWords_(std::min(layout.width, kMaxWordColumns)) {
    std::ranges::copy_if(plan.time.columns, std::back_inserter(timeTexts_),
                         [&](std::size_t c) { return plan.time.isText(c); });
}

CellVerdict CellReader::look(std::size_t c, std::string_view cell) {
    Look& found = looks_[c];
    found = {};
    if (cell.empty()) return CellVerdict::Missing;
    found.sign = signOf(cell);
    if (found.sign == 0) found.sign = sideOf(cell);
    const ColumnKind kind = plan_.columns[c].kind;
    if (!options_.csvMissing.empty() && isMissingWord(cell, options_.csvMissing, decimalOf(plan_.columns[c])))
        return CellVerdict::Missing;
    const bool timeFirst = kind == ColumnKind::Date || kind == ColumnKind::Clock;
    if (kind == ColumnKind::Clock && (found.time = sniffDottedClock(cell))) return CellVerdict::Typed;
    if (timeFirst && (found.time = sniffTime(cell))) return CellVerdict::Typed;
    if (found.number = sniffNumber(cell); found.number.mask)
        return plan_.columns[c].areCodes ? CellVerdict::Odd : CellVerdict::Typed;
    if (isMissingWord(cell, options_.csvMissing)) return CellVerdict::Missing;
    if (!timeFirst && (found.time = sniffTime(cell))) return CellVerdict::Typed;
    if (givenFormat(c) && timeByFormat(cell, plan_.time.format)) return CellVerdict::Typed;
    const LedgerCell::Minus marks = plan_.columns[c].ledger;
    const bool hasSides = marks == LedgerCell::Minus::Debits || marks == LedgerCell::Minus::Credits;
    // Sides look like units, and a first look counts both.
    if (kind == ColumnKind::Empty || hasSides) found.ledger = sniffSide(cell);
    if (found.number = found.ledger.number; hasSides && found.number.mask) {
        found.money.currency = found.ledger.currency;
        return CellVerdict::Typed;
    }
    if (kind != ColumnKind::Text && (found.money = sniffMoney(cell)).found()) {
        cell = found.money.rest;
        if (found.number = sniffNumber(cell); found.number.mask) return CellVerdict::Typed;
    } else if (plan_.columns[c].hasMagnitudes ? lookForMagnitude(c, cell)
                                              : lookForUnit(c, cell) == CellVerdict::Typed) {
        return CellVerdict::Typed;
    }
    // A first look cannot know whether all cells of the column are numbers then.
    if (!found.ledger.hasSide()) found.ledger = sniffLedger(cell);
    if (found.ledger.minus == LedgerCell::Minus::None || (kind != ColumnKind::Empty && marks != found.ledger.minus))
        return CellVerdict::Odd;
    found.number = found.ledger.number;
    if (!found.ledger.currency.empty()) found.money.currency = found.ledger.currency;
    return CellVerdict::Typed;
}

/// A first look counts all units; then the one that the column was found to carry is read.
CellVerdict CellReader::lookForUnit(std::size_t c, std::string_view cell) {
    const ColumnPlan& plan = plan_.columns[c];
    const bool isOpen = plan.kind == ColumnKind::Empty, isKnown = plan.kind == ColumnKind::Number && !plan.unit.empty();
    if (!isOpen && !isKnown) return CellVerdict::Odd;
    Look& found = looks_[c];
    found.unit = sniffUnit(cell);
    if (isOpen && lookForMagnitude(c, cell)) return CellVerdict::Typed;
    if (!found.unit.found() || (isKnown && found.unit.unit != plan.unit)) return CellVerdict::Odd;
    found.number = sniffNumber(found.unit.number);
    return CellVerdict::Typed;
}

/// A number with thousand, million or billion behind it, perhaps with a currency.
bool CellReader::lookForMagnitude(std::size_t c, std::string_view cell) {
    Look& found = looks_[c];
    found.magnitude = sniffMagnitude(cell);
    if (!found.magnitude.found()) return false;
    found.number = sniffNumber(found.magnitude.number);
    if (found.number.mask != 0) return true;
    found.money = sniffMoney(found.magnitude.number);
    found.number = sniffNumber(found.money.rest);
    if (found.number.mask == 0) found.magnitude = {}, found.money = {};
    return found.number.mask != 0;
}

bool CellReader::givenFormat(std::size_t c) const {
    return !plan_.time.format.empty() &&
           std::find(plan_.time.columns.begin(), plan_.time.columns.end(), c) != plan_.time.columns.end();
}

double CellReader::add(std::size_t c, std::string_view cell, CellVerdict verdict, std::int64_t line,
                       ColumnEvidence& e) {
    double value = std::numeric_limits<double>::quiet_NaN();
    const Look& found = looks_[c];
    if (found.unit.found())
        if (const std::string unit(found.unit.unit); e.cellUnits.size() < kMaxWords || e.cellUnits.contains(unit))
            ++e.cellUnits[unit];
    if (found.magnitude.found()) ++e.magnitudes[std::string(found.magnitude.word)];
    if (found.sign != 0) (found.sign > 0 ? e.pluses : e.minuses) += 1;
    if (found.ledger.hasSide()) {
        (found.ledger.isCredit ? e.credits : e.debits) += 1;
        e.letterSides += found.ledger.isLetter ? 1 : 0;
    } else if (found.ledger.minus != LedgerCell::Minus::None)
        (found.ledger.minus == LedgerCell::Minus::Behind ? e.behind : e.parentheses) += 1;
    if (verdict == CellVerdict::Missing) {
        if (cell.empty())
            ++e.empty;
        else {
            ++e.words;
            if (e.wordCounts.size() < kMaxWords || e.wordCounts.contains(std::string(cell)))
                ++e.wordCounts[std::string(cell)];
        }
    } else if (found.number.mask && plan_.columns[c].areCodes) {
        ++e.codes;
        if (double code = 0; parseNumber(cell, found.number, kPlainPoint, code)) e.addValue(code);
        addOdd(e, c, cell, line);
    } else if (found.number.mask) {
        addNumber(e, c, cell, line, value);
    } else if (found.time) {
        addTimeCell(e, cell, *found.time);
        const DurationForm form = plan_.columns[c].duration;
        if (form != DurationForm::None && !found.time->hasDate) value = secondsOf(cell, *found.time, form);
        if (plan_.columns[c].kind == ColumnKind::Number) addUnread(e, cell, line);
    } else if (!givenFormat(c)) {
        addOdd(e, c, cell, line);
    }
    return value;
}

void CellReader::addOdd(ColumnEvidence& e, std::size_t c, std::string_view cell, std::int64_t line) {
    ++e.odd;
    e.oddLedger += looks_[c].ledger.minus != LedgerCell::Minus::None ? 1 : 0;
    if (c < kMaxWordColumns && cell != lastWords_[c]) {
        ++e.wordChanges;
        lastWords_[c] = cell;
        if (e.someWords.size() < kMostSomeWords) e.someWords.insert(shortened(cell));
    }
    addUnread(e, cell, line);
}

/// -1 or 1, by which the digits of a column are multiplied; NaN: the column of its signs has none in this row.
double CellReader::signFor(std::size_t c) const {
    const LedgerCell& ledger = looks_[c].ledger;
    if (ledger.hasSide()) return ledger.isCredit == (plan_.columns[c].ledger == LedgerCell::Minus::Credits) ? -1 : 1;
    if (ledger.minus != LedgerCell::Minus::None) return -1;
    const auto& signs = plan_.columns[c].signs;
    if (!signs) return 1;
    return looks_[*signs].sign == 0 ? std::numeric_limits<double>::quiet_NaN() : looks_[*signs].sign;
}

void CellReader::addNumber(ColumnEvidence& e, std::size_t c, std::string_view cell, std::int64_t line, double& value) {
    const NumberSniff& look = looks_[c].number;
    const MagnitudeCell& magnitude = looks_[c].magnitude;
    if (magnitude.found() && e.magnitudeSample.empty()) e.magnitudeSample = shortened(cell);
    if (const MoneyCell& money = looks_[c].money; money.found()) {
        ++e.amounts;
        if (e.currency.empty()) e.currency = money.currency;
        e.mixesCurrencies = e.mixesCurrencies || e.currency != money.currency;
        cell = money.rest;
    }
    if (looks_[c].unit.found() || magnitude.found()) ++e.united;
    if (magnitude.found() && !looks_[c].money.found())
        cell = magnitude.number;
    else if (looks_[c].unit.found())
        cell = looks_[c].unit.number;
    if (looks_[c].ledger.minus != LedgerCell::Minus::None) cell = looks_[c].ledger.digits;
    countNumber(e, cell, look, isSigned(cell));
    if (!isParsed(c)) return;
    const ColumnPlan& plan = plan_.columns[c];
    const int power = plan.hasMagnitudes ? magnitude.power : 0;
    const bool isRead =
        look.percent == plan.percent &&
        (parseNumber(cell, look, plan.format, value, power) ||
         (plan.bothMarks && parseNumber(cell, look, kPlainPoint + kPlainComma - plan.format, value, power)));
    if (!isRead) {
        addUnread(e, cell, line);
        return;
    }
    if (const double sign = signFor(c); sign != 1 && value != 0) value *= sign;
    if (std::isnan(value)) return;
    e.addValue(value);
}

std::optional<std::int64_t> CellReader::timeOf(std::size_t c) const {
    return looks_[c].time ? timeMicros(*looks_[c].time, plan_.time) : std::nullopt;
}

std::optional<std::int64_t> CellReader::lookedTime() const {
    std::int64_t micros = 0;
    for (const std::size_t c : timeTexts_) {
        auto part = timeOf(c);
        if (!part && plan_.time.fillsDown && plan_.columns[c].kind == ColumnKind::Date) part = dateAbove_;
        if (!part) return std::nullopt;
        micros += *part;
    }
    return micros;
}

void CellReader::keepDate() {
    if (!plan_.time.fillsDown) return;
    for (const std::size_t c : timeTexts_)
        if (plan_.columns[c].kind == ColumnKind::Date)
            if (const auto date = timeOf(c)) dateAbove_ = date;
}

}  // namespace gatelab
