// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/columns/evidence.h"

namespace gatelab {

void ColumnEvidence::append(const ColumnEvidence& later) {
    empty += later.empty, words += later.words, numbers += later.numbers, percents += later.percents;
    dates += later.dates, clocks += later.clocks, codes += later.codes;
    for (const auto& [word, count] : later.wordCounts) wordCounts[word] += count;
    masks.append(later.masks);
    hundreds += later.hundreds, thousands += later.thousands;
    bareYears += later.bareYears, zeroLed += later.zeroLed, signedNumbers += later.signedNumbers;
    if (marked.empty()) marked = later.marked;
    for (std::size_t i = 0; i < orderCounts.size(); ++i) orderCounts[i] += later.orderCounts[i];
    for (std::size_t i = 0; i < orderSteps.size(); ++i) orderSteps[i].append(later.orderSteps[i]);
    for (std::size_t i = 0; i < turnedSteps.size(); ++i) turnedSteps[i].append(later.turnedSteps[i]);
    dayMonthSteps.append(later.dayMonthSteps);
    dayMonths += later.dayMonths, leapDays += later.leapDays;
    otherYears += later.otherYears;
    clockSteps.append(later.clockSteps);
    amounts += later.amounts, mixesCurrencies = mixesCurrencies || later.mixesCurrencies;
    if (currency.empty()) currency = later.currency;
    united += later.united;
    for (const auto& [unit, count] : later.cellUnits) cellUnits[unit] += count;
    for (const auto& [word, count] : later.magnitudes) magnitudes[word] += count;
    if (magnitudeSample.empty()) magnitudeSample = later.magnitudeSample;
    intervals += later.intervals, finer += later.finer, dottedClocks += later.dottedClocks,
        ordersOfFirsts += later.ordersOfFirsts;
    if (sample.empty()) sample = later.sample;
    if (std::isnan(later.last)) return;
    low = std::min(low, later.low), high = std::max(high, later.high);
    // Dates are counted as long as all numbers are whole.
    if (whole) compactDates += later.compactDates;
    whole = whole && later.whole;
    if (std::isnan(last))
        first = later.first;
    else
        addStep(later.first);
    rises += later.rises, falls += later.falls, up += later.up, down += later.down;
    last = later.last;
}

}  // namespace gatelab
