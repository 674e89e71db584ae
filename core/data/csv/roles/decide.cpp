// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/roles/decide.h"
#include "config/setting_predicates.h"
#include "data/csv/roles/sign_columns.h"
#include "data/csv/time/choice.h"
#include "data/csv/time/row_times.h"
#include "data/csv/units/cell_unit.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

/// Formats that the user's choice of decimal and thousands mark allows.
NumberMask allowedFormats(const ExperimentConfig& options) {
    const auto mark = [](const std::string& key) {
        constexpr std::pair<std::string_view, char> kMarks[] = {
            {"point", '.'}, {"comma", ','}, {"space", ' '}, {"apostrophe", '\''}};
        const auto* found = std::ranges::find(kMarks, key, [](const auto& row) { return row.first; });
        return found == std::end(kMarks) ? '\0' : found->second;
    };
    NumberMask allowed = 0;
    for (std::size_t i = 0; i < kNumberFormats.size(); ++i) {
        const bool decimal = isGuessed(options.csvDecimal) || kNumberFormats[i].decimal == mark(options.csvDecimal);
        const bool thousands =
            isGuessed(options.csvThousands) || kNumberFormats[i].thousands == mark(options.csvThousands);
        if (decimal && thousands) allowed = static_cast<NumberMask>(allowed | 1u << i);
    }
    return allowed;
}

/// How the numbers with a mark of a column are written.
struct MarkCounts {
    std::int64_t points = 0, commas = 0;  ///< 21.107 and 21,107: decimals or thousands
    std::int64_t decimals = 0;            ///< 21,5
    std::int64_t thousands = 0;           ///< 1.234,5 or 1.234.567
};
MarkCounts countMarks(const ColumnEvidence& e) {
    MarkCounts counts;
    e.masks.each([&](NumberMask mask, std::int64_t count) {
        if (mask == kAllFormats) return;
        (hasTwoValues(mask)            ? (mask & 1u) != 0 ? counts.points : counts.commas
         : (mask & kPlainFormats) != 0 ? counts.decimals
                                       : counts.thousands) += count;
    });
    return counts;
}

/// Formats under which most cells of the column are numbers; `all` says whether every one of them is.
NumberMask bestFormats(const ColumnEvidence& e, NumberMask allowed, bool& all) {
    std::array<std::int64_t, 8> fits{};
    e.masks.each([&](NumberMask mask, std::int64_t count) {
        for (std::size_t i = 0; i < fits.size(); ++i)
            if (mask >> i & 1u & allowed >> i) fits[i] += count;
    });
    const std::int64_t most = *std::max_element(fits.begin(), fits.end());
    all = most == e.numbers;
    NumberMask best = 0;
    for (std::size_t i = 0; i < fits.size(); ++i)
        if (most > 0 && fits[i] == most) best = static_cast<NumberMask>(best | 1u << i);
    return best;
}

bool onlyPlainIntegers(const ColumnEvidence& e) { return e.masks.plain() == e.numbers; }

/// Both 21.107 and 21107 are possible for the whole column.
bool isOpen(NumberMask best, const ColumnEvidence& e) { return !onlyPlainIntegers(e) && hasTwoValues(best); }

/// Only thousands marks would reconcile 21.559 with 20,13, and (nearly) no number shows one beyond doubt: two people's
/// decimal marks. A file that marks its thousands has a 1.234,5 as well.
bool isMixed(NumberMask best, const ColumnEvidence& e) {
    const MarkCounts counts = countMarks(e);
    const std::int64_t kinds = (counts.points > 0) + (counts.commas > 0) + (counts.decimals > 0);
    return (best & kPlainFormats) == 0 && kinds > 1 && counts.points + counts.commas > 0 &&
           counts.thousands * 10 <= counts.points + counts.commas;
}

/// Points and commas both stand before decimals: each before another number of digits than three somewhere, or both
/// before three in every number of the column; or few of one kind, which cannot be thousands, stand among the other,
/// which are none.
bool usesBothMarks(const ColumnEvidence& e) {
    std::int64_t points = 0, commas = 0, surePoints = 0, sureCommas = 0;
    bool thousands = false;
    e.masks.each([&](NumberMask mask, std::int64_t count) {
        if (mask == kAllFormats) return;
        const bool point = (mask & 1u << kPlainPoint) != 0, comma = (mask & 1u << kPlainComma) != 0;
        thousands = thousands || point == comma;
        (point ? points : commas) += count;
        if (!hasTwoValues(mask)) (point ? surePoints : sureCommas) += count;
    });
    constexpr std::int64_t kFew = 3, kMany = 20;
    if (thousands || points == 0 || commas == 0) return false;
    const std::int64_t twoPoints = points - surePoints, twoCommas = commas - sureCommas;
    if (std::min(points, commas) < kFew)
        return points < commas ? twoPoints == 0 && sureCommas >= kMany : twoCommas == 0 && surePoints >= kMany;
    const bool areThreeDigits = twoPoints >= kFew && twoCommas >= kFew && e.masks.plain() <= 1;
    return (surePoints > 0 && sureCommas > 0) || areThreeDigits;
}

/// Thousands marks stand in the large numbers only: whole numbers of three digits without one, and none of four.
bool hasSmallWholes(const ColumnEvidence& e) {
    constexpr std::int64_t kFewHundreds = 3;
    return e.thousands == 0 && e.hundreds >= kFewHundreds;
}

/// The unit that nearly every cell of the column carries behind its number; empty: none does. Where the others are
/// numbers without one, or with another, nobody knows what they mean.
std::string unitOf(const ColumnEvidence& e) {
    const auto most = std::ranges::max_element(e.cellUnits, {}, [](const auto& unit) { return unit.second; });
    const bool isOne = most != e.cellUnits.end() && e.odd + e.numbers - most->second <= e.present() / 20;
    return isOne && most->second > 1 ? most->first : std::string();
}

/// Cells that fit nothing beside the others: one, or one in a hundred.
bool hasFewStrays(const ColumnEvidence& e, std::int64_t strays) {
    constexpr std::int64_t kFewest = 20, kOneIn = 100;
    return strays == 0 || (e.present() >= kFewest && strays <= std::max<std::int64_t>(1, e.present() / kOneIn));
}

/// K, M, B behind the numbers are thousand, million, billion: half of them at least end so, some with decimals (whole
/// ones are labels more often: 3M, 12M), and one letter is no unit of measurement or there are several.
bool hasMagnitudes(const ColumnEvidence& e) {
    std::int64_t all = 0;
    bool isSure = e.magnitudes.size() > 1;
    for (const auto& [word, count] : e.magnitudes) all += count, isSure = isSure || !isUnitToo(word);
    return isSure && all == e.united && all * 2 >= e.numbers && !onlyPlainIntegers(e) &&
           hasFewStrays(e, e.odd + e.dates + e.clocks);
}

/// Signs alone. The words for the sides of an account are words, too: "c" is Christmas as well.
std::int64_t bareSigns(const ColumnEvidence& e) { return areSides(e) ? 0 : e.pluses + e.minuses; }

ColumnKind kindOf(const ColumnEvidence& e) {
    const bool isUnited = hasMagnitudes(e) || !unitOf(e).empty();
    const std::int64_t present = e.present(), numbers = isUnited ? e.numbers : e.numbers - e.united;
    if (present == 0) return ColumnKind::Empty;
    // In a short table one stray cell is more than a tenth.
    const auto most = [&](std::int64_t count) {
        return count * 10 >= present * 9 || (count >= 2 && present - count == 1);
    };
    // Years of sums among the dates of what they sum up.
    if (e.bareYears > 0 && e.bareYears == numbers && e.dates >= 3 * e.bareYears && most(e.dates + e.bareYears))
        return ColumnKind::Date;
    // A machine that was off: the same word in place of fewer than a fifth of the numbers.
    const bool oneWord =
        e.someWords.size() == 1 && e.odd > 1 && numbers + e.odd == present && e.oddLedger == 0 && bareSigns(e) == 0;
    if (most(numbers) || (oneWord && numbers * 5 > present * 4)) return ColumnKind::Number;
    // 18.00.00 is a clock, and 10.05.07 among such cells is one as well.
    if (e.clocks > 0 && e.dottedClocks == e.dates && most(e.clocks + e.dates)) return ColumnKind::Clock;
    if (most(e.dates)) return ColumnKind::Date;
    if (most(e.clocks)) return ColumnKind::Clock;
    return ColumnKind::Text;
}

/// Every number has a mark, with three digits behind it wherever that can be told, which is in one of five.
bool hasThreeDecimals(const ColumnEvidence& e) {
    const MarkCounts counts = countMarks(e);
    return e.numbers > 2 && e.masks.plain() == 0 && counts.thousands == 0 && counts.points + counts.commas > 0 &&
           (counts.points == 0 || counts.commas == 0) && (counts.points + counts.commas) * 5 >= e.numbers;
}

/// Three decimals in every number of both, behind points in one and behind commas in the other: behind the same mark
/// in both they are thousands as well ("10,288" steps and "2,544" kcal).
bool hasThreeDecimalsBeside(const ColumnEvidence& e, const ColumnEvidence& other) {
    return hasThreeDecimals(e) && hasThreeDecimals(other) &&
           (countMarks(e).points > 0) != (countMarks(other).points > 0);
}

/// Numbers with a sign in front beside those of a ledger, more than the odd -0.00 among many amounts in parentheses.
bool hasOtherMinus(const ColumnEvidence& e) {
    constexpr std::int64_t kOneIn = 20;
    return e.signedNumbers > 0 && (e.behind > 0 || e.signedNumbers * kOneIn > e.parentheses || onlyPlainIntegers(e));
}

/// Of numbers with the side of an account behind them: both sides, or one beside numbers without; one letter alone is a
/// unit (siemens, henry), and "Cr" alone ten million.
LedgerCell::Minus sidesOf(const ColumnEvidence& e) {
    const std::int64_t sides = e.debits + e.credits;
    const bool isPure = e.letterSides == 0 || e.letterSides == sides;
    const bool others = !hasFewStrays(e, e.odd - e.oddLedger + e.dates + e.clocks) || e.signedNumbers > 0 ||
                        e.parentheses + e.behind > 0;
    if (!isPure || others) return LedgerCell::Minus::None;
    if (e.debits > 0 && e.credits > 0) return LedgerCell::Minus::Debits;
    if (e.letterSides > 0 || e.magnitudes.contains("Cr")) return LedgerCell::Minus::None;
    // Beside amounts without a side what is marked is the other way.
    return e.credits > 0 && e.credits < e.numbers ? LedgerCell::Minus::Credits : LedgerCell::Minus::Debits;
}

/// How a column writes its numbers below zero where every cell of it but a stray one is a number then: as ledgers do,
/// in one way, and hardly one with a sign in front. Whole numbers that are all in parentheses are more often labels.
LedgerCell::Minus ledgerOf(const ColumnEvidence& e) {
    if (e.debits + e.credits > 0) return sidesOf(e);
    const std::int64_t all = e.parentheses + e.behind;
    const bool others = !hasFewStrays(e, e.odd - e.oddLedger + e.dates + e.clocks) || hasOtherMinus(e);
    const bool labels = all == e.numbers + e.oddLedger && onlyPlainIntegers(e);
    if (all == 0 || others || labels || (e.parentheses > 0 && e.behind > 0)) return LedgerCell::Minus::None;
    return e.behind > 0 ? LedgerCell::Minus::Behind : LedgerCell::Minus::Parentheses;
}

/// Which decimal mark the file as a whole writes.
struct FileMark {
    bool comma = false, certain = true;
};

/// Of a file in which every marked number has three digits behind its mark. Thousands marks stand in the large numbers
/// only: where whole numbers of three digits are there and none of four, they are thousands. A mark in every value is
/// that of a fixed number of decimals; a comma in a table that is cut at commas is not a decimal mark as a rule.
FileMark weighMarks(const std::vector<NumberMask>& best, const std::vector<ColumnEvidence>& evidence,
                    const CsvDialect& dialect) {
    constexpr std::int64_t kManyHundreds = 10, kManyMarked = 50;
    bool points = false, commas = false, thousands = false, certain = false;
    for (std::size_t c = 0; c < best.size(); ++c) {
        const ColumnEvidence& e = evidence[c];
        if (!isOpen(best[c], e)) continue;
        (e.marked.find(',') != std::string::npos ? commas : points) = true;
        if (!hasSmallWholes(e)) continue;
        thousands = true;
        certain = certain || (e.hundreds >= kManyHundreds && e.numbers - e.masks.plain() >= kManyMarked);
    }
    if (points == commas) return {false, !points};
    if (thousands) return {points, certain};
    return {commas && dialect.delimiter != ',', false};
}

/// From the columns that leave no choice; else by weighing.
FileMark decimalMark(const std::vector<NumberMask>& best, const std::vector<ColumnEvidence>& evidence,
                     const CsvDialect& dialect) {
    if (dialect.cutDigits > 0) return {true, true};
    std::int64_t points = 0, commas = 0;
    bool open = false;
    for (std::size_t c = 0; c < best.size(); ++c) {
        if (onlyPlainIntegers(evidence[c]) || best[c] == 0) continue;
        points += (best[c] & kCommaFormats) == 0 ? 1 : 0;
        commas += (best[c] & kPointFormats) == 0 ? 1 : 0;
        open = open || isOpen(best[c], evidence[c]);
    }
    if (points != commas) return {commas > points, points == 0 || commas == 0};
    if (open && points == 0) return weighMarks(best, evidence, dialect);
    return {dialect.delimiter == ';' && points == 0, !open};
}

/// One number and a few short words that come again and again, as 0, a, b and c of a kind of holiday: the number is one
/// of the words. As a number it would say nothing.
bool areCodes(const ColumnEvidence& e) {
    constexpr std::int64_t kFew = 3;
    constexpr std::size_t kMostWords = 8, kLongest = 12;
    if (e.codes > 0) return e.low == e.high;
    const auto words = std::ssize(e.someWords);
    const bool isPlain = e.dates + e.clocks + e.united + e.percents + e.amounts + e.oddLedger + bareSigns(e) +
                             e.parentheses + e.behind ==
                         0;
    return e.numbers > 0 && e.whole && e.low == e.high && isPlain && e.odd >= kFew && words * 2 <= e.odd &&
           e.someWords.size() <= kMostWords && (words + 1) * kFew <= e.present() &&
           std::ranges::all_of(e.someWords, [](const std::string& word) { return word.size() <= kLongest; });
}

/// Clocks that are not the time of the rows and are called lengths of time, and those of a name such as "time" beside
/// one of these: values. Of two numbers minutes and seconds are a pace or a lap, and what stands among hours.
void findDurations(const CsvLayout& layout, const std::vector<ColumnEvidence>& evidence, TablePlan& plan) {
    const auto isFree = [&](std::size_t c) {
        return plan.columns[c].kind == ColumnKind::Clock && std::ranges::count(plan.time.columns, c) == 0;
    };
    const auto isCalled = [&](std::size_t c) { return csv_time::isCalledDuration(layout.names[c]); };
    bool any = false;
    for (std::size_t c = 0; c < layout.width; ++c) any = any || (isFree(c) && isCalled(c));
    if (!any || !layout.header || plan.time.mode == TimePlan::Mode::None) return;
    for (std::size_t c = 0; c < layout.width; ++c) {
        if (!isFree(c) || !(isCalled(c) || isTimeName(layout.names[c]))) continue;
        const bool hasHours = std::ranges::count(evidence[c].sample, ':') > 1;
        plan.columns[c].duration =
            hasHours || csv_time::isCalledPace(layout.names[c]) ? DurationForm::Minutes : DurationForm::Hours;
    }
}

}  // namespace

Result<TablePlan> decideTable(const CsvLayout& layout, const TableScan& scan, const CsvDialect& dialect,
                              const ExperimentConfig& options) {
    const std::vector<ColumnEvidence>& evidence = scan.evidence;
    const NumberMask allowed = allowedFormats(options);
    const bool free = isGuessed(options.csvDecimal) && isGuessed(options.csvThousands);
    TablePlan plan;
    std::vector<NumberMask> best;
    for (const ColumnEvidence& e : evidence) {
        ColumnPlan column;
        column.ledger = ledgerOf(e);
        column.kind = column.ledger != LedgerCell::Minus::None ? ColumnKind::Number : kindOf(e);
        const bool mayBeCodes = column.kind == ColumnKind::Number || column.kind == ColumnKind::Text;
        column.areCodes = mayBeCodes && areCodes(e);
        if (column.areCodes) column.kind = ColumnKind::Text;
        bool all = true;
        best.push_back(column.kind == ColumnKind::Number ? bestFormats(e, allowed, all) : NumberMask{0});
        if (free && column.kind == ColumnKind::Number && usesBothMarks(e)) {
            best.back() = bestFormats(e, kPlainFormats, all);
            column.bothMarks = all = true;
        } else if (free && isMixed(best.back(), e)) {
            best.back() = bestFormats(e, kPlainFormats, all);
            column.doubt = MarkDoubt::Mixed;
        }
        column.ambiguous = !all;
        if (column.kind == ColumnKind::Number && best.back() == 0) column.kind = ColumnKind::Text;
        column.percent = e.percents * 2 > e.numbers;
        const bool hasSides = column.ledger == LedgerCell::Minus::Debits || column.ledger == LedgerCell::Minus::Credits;
        const bool isMeasured = column.kind == ColumnKind::Number && !hasSides;
        column.hasMagnitudes = isMeasured && hasMagnitudes(e);
        if (isMeasured && !column.hasMagnitudes) column.unit = unitOf(e);
        plan.columns.push_back(column);
    }
    const FileMark mark = decimalMark(best, evidence, dialect);
    for (std::size_t c = 0; c < best.size(); ++c) {
        if (best[c] == 0) continue;
        const NumberMask wanted = best[c] & (mark.comma ? kCommaFormats : kPointFormats);
        plan.columns[c].format = static_cast<std::size_t>(std::countr_zero(wanted ? wanted : best[c]));
        // That another column has a decimal comma makes 21.107 a large number only where small ones stand beside it
        // without a mark.
        ColumnPlan& column = plan.columns[c];
        bool thousands = kNumberFormats[column.format].thousands != 0;
        // Three decimals in every number of the file, here behind the other mark
        if (free && thousands && isOpen(best[c], evidence[c]) && hasThreeDecimals(evidence[c]) &&
            std::ranges::any_of(evidence, [&](const ColumnEvidence& other) {
                return hasThreeDecimalsBeside(evidence[c], other) || (&other != &evidence[c] && usesBothMarks(other));
            })) {
            column.format =
                static_cast<std::size_t>(std::countr_zero(static_cast<NumberMask>(best[c] & kPlainFormats)));
            thousands = false;
        }
        if (column.doubt == MarkDoubt::None && isOpen(best[c], evidence[c]) &&
            (!mark.certain || (free && thousands && !hasSmallWholes(evidence[c]))))
            column.doubt = MarkDoubt::Grouped;
        column.ambiguous |= column.doubt != MarkDoubt::None;
    }
    joinSigns(layout, evidence, plan.columns);
    auto time = decideTime(layout, scan, plan.columns, options);
    if (!time) return time.error();
    plan.time = std::move(*time);
    for (const std::size_t c : plan.time.columns) plan.columns[c].signs.reset();
    findDurations(layout, evidence, plan);
    return plan;
}

}  // namespace gatelab
