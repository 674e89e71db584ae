// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/roles/column_warnings.h"

#include "data/cell_reason.h"
#include "data/csv/roles/sign_columns.h"
#include "data/csv/units/cell_unit.h"

#include <algorithm>

namespace gatelab {
namespace {

/// Whether a column of text holds numbers for the most part, some of them below zero as ledgers write them; says so.
bool isBrokenLedger(const std::string& name, const ColumnEvidence& e, std::vector<ReadWarning>& warnings) {
    const std::int64_t below = e.parentheses + e.behind;
    if (below < 2 || e.numbers == 0 || (e.numbers + below) * 2 <= e.present()) return false;
    warnings.push_back(
        {-1,
         {GATELAB_TEXT(
              "Reading",
              "column '%1' was left out as text: %2 of its cells are written as '%3', as ledgers write numbers "
              "below zero, and other cells are no such numbers. Write a minus in front of numbers below zero, "
              "and leave cells without a number empty"),
          {name, below, e.behind > 0 ? "1.5-" : "(1.5)"}}});
    return true;
}

}  // namespace

void warnOfText(const CsvLayout& layout, const CsvRoles& roles, const TableScan& scan,
                std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kNamed = 8;
    std::string texts;
    std::size_t all = 0;
    for (std::size_t c = 0; c < layout.width; ++c) {
        if (!roles.is(c, CsvRole::Text) || roles.told.contains(c)) continue;
        if (isBrokenLedger(layout.names[c], scan.evidence[c], warnings)) continue;
        if (++all <= kNamed) texts += (texts.empty() ? "'" : ", '") + layout.names[c] + "'";
        if (all == kNamed + 1) texts += ", ...";
    }
    if (all > 0)
        warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "text columns left out: %1 (%2 in all). Write numbers, or few words that come "
                           "again, to use one"),
              {texts, all}}});
}

void warnOfHalves(const CsvLayout& layout, const CsvRoles& roles, std::vector<ReadWarning>& warnings) {
    if (roles.halves == 0) return;
    warnings.push_back({-1,
                        {GATELAB_TEXT("Reading",
                                      "columns '%1' and '%2' look like the two halves of one number: a decimal comma "
                                      "without quotes cuts numbers in two, and every column is then wrong. If that is "
                                      "so, write the file again with a decimal point, with quotes or with semicolons"),
                         {layout.names[roles.halves - 1], layout.names[roles.halves]}}});
}

Phrase counterText(const std::string& name, const RowCount& count) {
    if (count.isIdentifier)
        return {GATELAB_TEXT("Reading",
                             "column '%1' identifies the rows (another number in each) and was left out; to keep it, "
                             "name it as an input"),
                {name}};
    if (count.starts > 1)
        return {GATELAB_TEXT("Reading",
                             "column '%1' only counts the rows and was left out; it starts over, so that the file "
                             "holds %2 runs: if these are files that were put together, windows cross their borders. "
                             "To keep the column, name it as an input or choose time column 'none'"),
                {name, count.starts}};
    if (count.skipped > 0)
        return {GATELAB_TEXT("Reading",
                             "column '%1' only counts the rows and was left out; it skips %2 numbers, so that rows may "
                             "be missing. To keep the column, name it as an input or choose time column 'none'"),
                {name, count.skipped}};
    return {GATELAB_TEXT("Reading",
                         "column '%1' only counts the rows and was left out; to keep it, name it as an input or choose "
                         "time column 'none'"),
            {name}};
}

namespace {

/// How many numbers the marks of a column made negative.
std::int64_t minusesOf(const ColumnPlan& plan, const ColumnEvidence& e) {
    if (plan.ledger == LedgerCell::Minus::Debits) return e.debits;
    return plan.ledger == LedgerCell::Minus::Credits ? e.credits : e.parentheses + e.behind;
}
const char* shownMinus(const ColumnPlan& plan, const ColumnEvidence& e) {
    if (plan.ledger == LedgerCell::Minus::Debits) return e.letterSides > 0 ? "1.5 S" : "1.5 DR";
    if (plan.ledger == LedgerCell::Minus::Credits) return "1.5 CR";
    return e.behind > 0 ? "1.5-" : "(1.5)";
}

}  // namespace

void warnOfMarks(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, const CsvRoles& roles,
                 std::vector<ReadWarning>& warnings) {
    for (std::size_t c = 0; c < layout.width; ++c) {
        const auto& signs = plan.columns[c].signs;
        const ColumnEvidence& e = scan.evidence[c];
        if (plan.columns[c].bothMarks && roles.is(c, CsvRole::Value))
            warnings.push_back(
                {-1,
                 {GATELAB_TEXT("Reading",
                               "column '%1' writes decimals behind points and behind commas, and both were read as "
                               "decimals. If one of them marks thousands, choose the decimal and the thousands mark"),
                  {layout.names[c]}}});
        if (plan.columns[c].ledger != LedgerCell::Minus::None)
            warnings.push_back(
                {-1,
                 {GATELAB_TEXT(
                      "Reading",
                      "column '%1': %2 numbers that are written as '%3' were read as numbers below zero, which "
                      "is a guess. If they mean something else, write them without these marks"),
                  {layout.names[c], minusesOf(plan.columns[c], e), shownMinus(plan.columns[c], e)}}});
        if (signs && areSides(scan.evidence[*signs]))
            warnings.push_back(
                {-1,
                 {GATELAB_TEXT("Reading",
                               "column '%1' was read as the side of the account that '%2' is on, which is a guess: %3 "
                               "of them are a debit and below zero, and the value of %4 rows without a side counts as "
                               "missing. If the words mean something else, write other ones"),
                  {layout.names[*signs], layout.names[c], scan.evidence[*signs].minuses,
                   scan.evidence[*signs].empty}}});
        else if (signs)
            warnings.push_back(
                {-1,
                 {GATELAB_TEXT(
                      "Reading",
                      "column '%1' was read as the signs of '%2', which is a guess: %3 of them are a minus, and "
                      "the value of %4 rows without a sign counts as missing. If they are no signs, write "
                      "words in their place"),
                  {layout.names[*signs], layout.names[c], scan.evidence[*signs].minuses,
                   scan.evidence[*signs].empty}}});
    }
}

namespace {

/// That letters behind numbers were read as thousand, million or billion, by the first of them.
void warnOfMagnitudes(const std::string& name, const ColumnEvidence& e, std::vector<ReadWarning>& warnings) {
    std::string words;
    for (const auto& [word, count] : e.magnitudes)
        words += (words.empty() ? "" : ", ") + word + " (" + std::to_string(count) + ")";
    const MagnitudeCell sample = sniffMagnitude(e.magnitudeSample);
    warnings.push_back({-1,
                        {GATELAB_TEXT("Reading",
                                      "column '%1': the words behind its numbers, %2, were read as thousand, million "
                                      "or billion, which is a guess: '%3' is %4 times 10^%5. If they are units, name "
                                      "the unit in the head of the column and leave them out"),
                         {name, words, e.magnitudeSample, std::string(sample.number), sample.power}}});
}

}  // namespace

void warnOfUnits(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c,
                 std::vector<ReadWarning>& warnings) {
    const std::string& unit = plan.columns[c].unit;
    const ColumnEvidence& e = scan.evidence[c];
    if (plan.columns[c].hasMagnitudes) warnOfMagnitudes(layout.names[c], e, warnings);
    if (unit.empty()) return;
    warnings.push_back(
        {-1,
         {GATELAB_TEXT("Reading", "column '%1': its cells carry the unit '%2', which became the unit of the column"),
          {layout.names[c], unit}}});
    if (e.united < e.numbers)
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "column '%1': %2 numbers have no unit and were read as if they had '%3'. "
                                          "Write the unit behind them too, or in the name of the column alone"),
                             {layout.names[c], e.numbers - e.united, unit}}});
    for (const auto& [other, count] : e.cellUnits)
        if (other != unit)
            warnings.push_back({-1,
                                {GATELAB_TEXT("Reading",
                                              "column '%1': %2 cells are in '%3' and not in '%4', and were read as "
                                              "missing. Write all of them in one unit"),
                                 {layout.names[c], count, other, unit}}});
    if (!layout.units[c].empty() && layout.units[c] != unit)
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "column '%1': its name says the unit '%2' and its cells say '%3', which was "
                                          "taken. Check which of them is right"),
                             {layout.names[c], layout.units[c], unit}}});
}

std::set<std::string> unitsOf(const ColumnEvidence& e) {
    std::set<std::string> units;
    for (const std::string& word : e.someWords) {
        const UnitCell cell = sniffUnit(word);
        if (!cell.found()) return {};
        units.emplace(cell.unit);
    }
    return units;
}

void warnOfNumbersInText(const CsvLayout& layout, const TableScan& scan, const CsvRoles& roles,
                         std::vector<ReadWarning>& warnings) {
    for (std::size_t c = 0; c < layout.width; ++c) {
        const ColumnEvidence& e = scan.evidence[c];
        if (!roles.is(c, CsvRole::Text) || e.odds.empty()) continue;
        if (const std::set<std::string> units = unitsOf(e); units.size() > 1) {
            warnings.push_back(
                {e.odds.front().line,
                 {GATELAB_TEXT("Reading",
                               "column '%1' was left out: its numbers carry different units ('%2' and '%3' among "
                               "them). Write all of them in one unit, or without units"),
                  {layout.names[c], *units.begin(), *units.rbegin()}}});
            continue;
        }
        const Phrase why = whyNoNumber(e.odds.front().text);
        if (why.empty() ||
            !std::ranges::all_of(e.odds, [&](const ColumnEvidence::Odd& odd) { return whyNoNumber(odd.text) == why; }))
            continue;
        warnings.push_back({e.odds.front().line,
                            {GATELAB_TEXT("Reading",
                                          "column '%1' was left out although '%2' looks like a number: %3. Write "
                                          "plain numbers in its place"),
                             {layout.names[c], e.odds.front().text, why}}});
    }
}

}  // namespace gatelab
