// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/blank_pair.h"

#include "data/many/many_series.h"
#include "data/recipe/rescaled_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

namespace gatelab {
namespace {

constexpr std::int64_t kFewestRows = 8, kOneIn = 100;
constexpr std::size_t kMostGappy = 16;  // columns that miss values: a table of more is no ledger

/// Words of money that comes in or goes out, in lower case.
constexpr std::array<std::string_view, 40> kMoneyWords = {
    "paid",    "money",   "credit",   "debit",    "deposit", "withdraw", "in",         "out",
    "income",  "expense", "spent",    "received", "receipt", "payment",  "inflow",     "outflow",
    "haben",   "soll",    "einnahme", "ausgabe",  "eingang", "ausgang",  "gutschrift", "lastschrift",
    "zufluss", "abfluss", "entrata",  "uscita",   "abono",   "cargo",    "ingreso",    "gasto",
    "crédit",  "débit",   "收入",     "支出",     "借方",    "贷方",     "存入",       "取出"};

std::string lower(std::string_view text) {
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

/// "Paid in", "Debit Amount (GBP)": a short word as the whole name ("T_in" is what a logger measured), a longer one as
/// the beginning of a word.
bool isMoneyName(std::string_view name) {
    constexpr std::size_t kShort = 3;
    const std::string small = lower(name);
    return std::ranges::any_of(kMoneyWords, [&](std::string_view word) {
        const auto isLetter = [&](std::size_t at) { return at < small.size() && small[at] >= 'a' && small[at] <= 'z'; };
        if (word.size() <= kShort) return small == word;
        for (std::size_t at = small.find(word); at != std::string::npos; at = small.find(word, at + 1))
            if (at == 0 || !isLetter(at - 1)) return true;
        return false;
    });
}

/// Rows that may have both or none: that of an opening balance, and one in a hundred.
std::int64_t strays(std::int64_t rows) { return std::max<std::int64_t>(1, rows / kOneIn); }

std::int64_t countPresent(const Channel& channel) {
    return std::ranges::count_if(channel.values, [](double value) { return std::isfinite(value); });
}

/// Rows with exactly one of the two; -1: too many have both or none.
std::int64_t exclusiveRows(const Channel& a, const Channel& b) {
    const auto rows = static_cast<std::int64_t>(a.values.size());
    std::int64_t one = 0, none = 0, both = 0;
    for (std::size_t row = 0; row < a.values.size(); ++row) {
        const bool hasA = std::isfinite(a.values[row]) && a.values[row] != 0,
                   hasB = std::isfinite(b.values[row]) && b.values[row] != 0;
        (hasA && hasB ? both : hasA || hasB ? one : none) += 1;
        if (none + both > strays(rows)) return -1;
    }
    return one;
}

/// Ways in which the step of a balance is written: the order of the rows, then in less out, out less in, both signed,
/// both negated.
constexpr std::size_t kWays = 8, kSigns = 4;

/// Steps of a balance that are more than a rounding, and those of them that are made, in the best way.
struct BalanceSteps {
    std::int64_t all = 0, explained = 0;
    std::size_t way = 0;
};

double nearTo(double balance) {
    constexpr double kCent = 0.006, kRelative = 1e-9;
    return kCent + kRelative * std::abs(balance);
}

/// Whether the step of the balance to this row is made by what came in and went out, in this way.
bool isMade(const Channel& in, const Channel& out, const Channel& balance, std::size_t row, std::size_t way) {
    const auto orZero = [](double value) { return std::isfinite(value) ? value : 0; };
    const bool isBefore = way >= kSigns;
    const std::size_t at = row - (isBefore ? 1 : 0);
    const double a = orZero(in.values[at]), b = orZero(out.values[at]);
    const double step = (balance.values[row] - balance.values[row - 1]) * (isBefore ? -1 : 1);
    const std::array made{a - b, b - a, a + b, -a - b};
    return std::abs(made[way % kSigns] - step) <= nearTo(balance.values[row]);
}

/// How many of the steps of a balance are made by what came in and went out in the row, under the better of the ways in
/// which that can be written.
BalanceSteps explainedSteps(const Channel& in, const Channel& out, const Channel& balance) {
    constexpr std::int64_t kJudged = 1000;  // steps after which it is no balance where half of them are not made
    std::array<std::int64_t, kWays> fits{};
    std::int64_t steps = 0;
    for (std::size_t row = 1; row < balance.values.size(); ++row) {
        const double step = balance.values[row] - balance.values[row - 1];
        // What stands still is no proof: nor do numbers that are all smaller than a cent prove anything.
        if (!std::isfinite(step) || std::abs(step) <= nearTo(balance.values[row])) continue;
        if (++steps > kJudged && *std::ranges::max_element(fits) < kJudged / 2) break;
        for (std::size_t way = 0; way < kWays; ++way) fits[way] += isMade(in, out, balance, row, way) ? 1 : 0;
    }
    const auto best = std::ranges::max_element(fits);
    return {steps, *best, static_cast<std::size_t>(best - fits.begin())};
}

/// Steps that are made are so many of all that the column is a balance.
bool makesBalance(const BalanceSteps& steps, std::int64_t rows) {
    constexpr std::int64_t kOf = 20;
    return 2 * steps.all >= rows - 1 && (steps.all - steps.explained) * kOf <= steps.all;
}

/// The column whose steps the two make.
void findBalance(const Series& series, const std::vector<std::int64_t>& present, BlankPair& pair) {
    constexpr std::int64_t kOf = 20;
    for (std::size_t c = 0; c < series.channels.size(); ++c) {
        const Channel& channel = series.channels[c];
        if (c == pair.first || c == pair.second) continue;
        if (present[c] * kOf < series.rows() * (kOf - 1)) continue;
        const BalanceSteps steps = explainedSteps(series.channels[pair.first], series.channels[pair.second], channel);
        if (!makesBalance(steps, series.rows())) continue;
        pair.balance = channel.name, pair.steps = steps.all, pair.explained = steps.explained;
        return;
    }
}

}  // namespace

std::vector<BlankPair> blankPairs(const Series& series) {
    std::vector<BlankPair> pairs;
    const std::int64_t rows = series.rows();
    if (rows < kFewestRows || series.report.valuesMissing < kFewestRows || isMany(series)) return pairs;
    std::vector<std::int64_t> present;  // values of each column
    std::vector<std::size_t> gappy;
    for (const Channel& channel : series.channels) {
        present.push_back(countPresent(channel));
        if (present.back() > 0 && present.back() < rows && !channel.name.empty())  // no step names one without a name
            gappy.push_back(present.size() - 1);
    }
    if (gappy.size() > kMostGappy) return pairs;
    std::set<std::size_t> taken;
    for (std::size_t i = 0; i < gappy.size(); ++i)
        for (std::size_t j = i + 1; j < gappy.size() && !taken.contains(gappy[i]); ++j) {
            const std::int64_t apart = std::abs(present[gappy[i]] + present[gappy[j]] - rows);
            if (apart > strays(rows) || taken.contains(gappy[j])) continue;
            const Channel &a = series.channels[gappy[i]], &b = series.channels[gappy[j]];
            BlankPair pair{gappy[i], gappy[j], a.name, b.name, {}, exclusiveRows(a, b)};
            if (pair.rows < kFewestRows) continue;
            findBalance(series, present, pair);
            if (!pair.isProven() && !(isMoneyName(a.name) && isMoneyName(b.name))) continue;
            taken.insert({pair.first, pair.second});
            pairs.push_back(std::move(pair));
        }
    return pairs;
}

std::vector<LedgerColumns> ledgerColumns(const Series& series) {
    std::vector<LedgerColumns> found;
    if (series.channels.size() > kMostGappy || series.rows() < kFewestRows || isMany(series)) return found;
    const auto rows = static_cast<std::size_t>(series.rows());
    const Channel none{"", "", std::vector<double>(rows, 0.0)};
    for (std::size_t amount = 0; amount < series.channels.size(); ++amount)
        for (std::size_t balance = 0; balance < series.channels.size(); ++balance) {
            if (amount == balance) continue;
            const BalanceSteps steps = explainedSteps(series.channels[amount], none, series.channels[balance]);
            if (steps.all < kFewestRows || !makesBalance(steps, series.rows())) continue;
            found.push_back({amount, balance, steps.all, steps.explained});
            break;
        }
    return found;
}

bool coversGaps(const Series& series) {
    constexpr std::int64_t kOf = 20;
    const auto& times = series.time.values;
    if (!series.time.known() || series.time.stepMicros <= 0) return false;
    const Channel none{"", "", std::vector<double>(static_cast<std::size_t>(series.rows()), 0.0)};
    const auto covers = [&](const Channel& in, const Channel& out, const Channel& balance) {
        const std::size_t way = explainedSteps(in, out, balance).way;
        std::int64_t gaps = 0, made = 0;
        for (std::size_t row = 1; row < times.size(); ++row)
            if (2 * (times[row] - times[row - 1]) > 3 * series.time.stepMicros &&
                std::isfinite(balance.values[row] - balance.values[row - 1]))
                ++gaps, made += isMade(in, out, balance, row, way) ? 1 : 0;
        return (gaps - made) * kOf <= gaps;
    };
    for (const BlankPair& pair : blankPairs(series))
        if (const auto balance = series.find(pair.balance); pair.isProven() && balance)
            if (covers(series.channels[pair.first], series.channels[pair.second], series.channels[*balance]))
                return true;
    return std::ranges::any_of(ledgerColumns(series), [&](const LedgerColumns& one) {
        return covers(series.channels[one.amount], none, series.channels[one.balance]);
    });
}

Phrase blankPairText(const BlankPair& pair) {
    if (pair.isProven())
        return {GATELAB_TEXT("Doctor",
                             "Each row has a value in one of '%1' and '%2' (%3 rows), and they make %4 of the %5 steps "
                             "of '%6': a blank cell there is 0, and no value is missing."),
                {pair.firstName, pair.secondName, pair.rows, pair.explained, pair.steps, pair.balance}};
    return {GATELAB_TEXT("Doctor",
                         "Each row has a value in one of '%1' and '%2' (%3 rows), and both are called like money that "
                         "comes in or goes out: a blank cell there is probably 0 and no missing value."),
            {pair.firstName, pair.secondName, pair.rows}};
}

std::string blankPairStep(const BlankPair& pair) { return zeroStep(std::array{pair.firstName, pair.secondName}); }

}  // namespace gatelab
