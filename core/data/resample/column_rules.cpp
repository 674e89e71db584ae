// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/resample/column_rules.h"

#include "base/words/name_words.h"
#include "data/findings/blank_pair.h"
#include "data/many/many_series.h"
#include "data/recipe/categories.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

// As hasNameWord() takes them.
constexpr auto kLevelWords = std::to_array<std::string_view>(
    {"balance*", "saldo*", "kontostand*", "price*", "preis*", "prix", "precio*", "prezzo*", "close", "closing", "open",
     "opening", "high", "low", "kurs*", "counter*", "meter", "z\u00e4hler*", "stand", "index*", "stock", "inventory*",
     "level*", "pegel*", "bestand*", "solde*", "quote*", "odometer*",
     // The last ones: balance (two words), price, unit price, closing, opening, inventory, water level
     "\u4f59\u989d", "\u7ed3\u4f59", "\u4ef7\u683c", "\u5355\u4ef7", "\u6536\u76d8", "\u5f00\u76d8", "\u5e93\u5b58",
     "\u6c34\u4f4d"});
constexpr auto kAmountWords = std::to_array<std::string_view>(
    {"amount*", "betrag*", "umsatz*", "ums\u00e4tze*", "sales", "sale", "sold", "revenue*", "turnover*", "qty",
     "quantity*", "menge*", "count", "counts", "anzahl*", "number", "orders", "visits", "visitors", "clicks", "views",
     "paid", "payment*", "deposit*", "withdraw*", "credit*", "debit*", "income*", "expense*", "spent", "cost", "costs",
     "rain*", "precip*", "snowfall", "volume*", "consumption*", "verbrauch*", "montant*", "importe*", "ventes",
     "ventas", "cantidad*", "gasto*", "ingreso*", "total*", "summe*", "passengers",
     // Amount of money, quantity, sold, income, spent, traded volume, rain
     "\u91d1\u989d", "\u6570\u91cf", "\u9500\u91cf", "\u6536\u5165", "\u652f\u51fa", "\u6210\u4ea4\u91cf",
     "\u964d\u6c34"});

struct Values {
    std::int64_t present = 0, rises = 0, falls = 0;
    bool isYesNo = true;
};
Values valuesOf(const Channel& channel) {
    Values all;
    double before = std::numeric_limits<double>::quiet_NaN();
    for (const double value : channel.values) {
        if (!std::isfinite(value)) continue;
        ++all.present;
        all.isYesNo = all.isYesNo && (value == 0 || value == 1);
        all.rises += value > before ? 1 : 0, all.falls += value < before ? 1 : 0;
        before = value;
    }
    return all;
}

/// What is known of the columns by each other: one makes the steps of another.
struct Ledger {
    std::map<std::size_t, std::string> amounts;   ///< column, the balance it makes; empty: known by its name
    std::map<std::size_t, std::string> balances;  ///< column, by what it is made
};
Ledger ledgerOf(const Series& series) {
    Ledger ledger;
    for (const BlankPair& pair : blankPairs(series)) {
        ledger.amounts[pair.first] = ledger.amounts[pair.second] = pair.balance;
        if (const auto balance = series.find(pair.balance); pair.isProven() && balance)
            ledger.balances[*balance] = pair.firstName + ", " + pair.secondName;
    }
    for (const LedgerColumns& one : ledgerColumns(series)) {
        ledger.amounts.try_emplace(one.amount, series.channels[one.balance].name);
        ledger.balances.try_emplace(one.balance, series.channels[one.amount].name);
    }
    // What makes the steps of one is itself no balance.
    for (const auto& [amount, balance] : ledger.amounts)
        if (!balance.empty()) ledger.balances.erase(amount);
    return ledger;
}

constexpr Text kLikeAmount = GATELAB_TEXT("Reading", "called like an amount"),
               kLikeLevel = GATELAB_TEXT("Reading", "called like a balance, a counter or a price"),
               kState = GATELAB_TEXT("Reading", "a state of 0 and 1"),
               kOnlyRises = GATELAB_TEXT("Reading", "it never falls, as a counter"),
               kUnknown = GATELAB_TEXT("Reading", "nothing says that it is an amount or a level"),
               kWords = GATELAB_TEXT("Reading", "words");

std::pair<SpanRule, Phrase> decided(const Series& series, std::size_t c, const Ledger& ledger) {
    const Channel& channel = series.channels[c];
    if (const auto amount = ledger.amounts.find(c); amount != ledger.amounts.end())
        return {SpanRule::Sum, amount->second.empty()
                                   ? Phrase(kLikeAmount)
                                   : Phrase(GATELAB_TEXT("Reading", "it makes the steps of '%1'"), {amount->second})};
    if (const auto balance = ledger.balances.find(c); balance != ledger.balances.end())
        return {SpanRule::Last, {GATELAB_TEXT("Reading", "its steps are made by %1"), {balance->second}}};
    const Values values = valuesOf(channel);
    constexpr std::int64_t kFewest = 8;
    if (values.present > 0 && values.isYesNo) return {SpanRule::Last, kState};
    if (hasNameWord(channel.name, kLevelWords)) return {SpanRule::Last, kLikeLevel};
    if (values.rises >= kFewest && values.falls == 0) return {SpanRule::Last, kOnlyRises};
    if (hasNameWord(channel.name, kAmountWords)) return {SpanRule::Sum, kLikeAmount};
    return {SpanRule::Mean, kUnknown};
}

Phrase describeRule(SpanRule by, const std::string& names, const Phrase& why) {
    switch (by) {
        case SpanRule::Sum:
            return {GATELAB_TEXT("Reading", "rows of one span are summed in %1 (%2)"), {names, why}};
        case SpanRule::Last:
            return {GATELAB_TEXT("Reading", "of the rows of one span the last value counts in %1 (%2)"), {names, why}};
        case SpanRule::Most:
            return {GATELAB_TEXT("Reading", "of the rows of one span the most frequent word counts in %1 (%2)"),
                    {names, why}};
        default:
            return {GATELAB_TEXT("Reading", "of the rows of one span the mean is taken in %1 (%2)"), {names, why}};
    }
}

}  // namespace

std::vector<ColumnRule> columnRules(const Series& series, const ResampleRule& asked) {
    const auto isOpen = [&](const std::string& column) { return asked.of(column) == SpanRule::Auto; };
    std::vector<ColumnRule> rules;
    std::set<std::size_t> words;
    for (const Category& category : categoriesOf(series)) {
        words.insert(category.channels.begin(), category.channels.end());
        const bool open = isOpen(category.column);
        rules.push_back({category.column, open ? SpanRule::Most : asked.of(category.column),
                         open ? Phrase(kWords) : Phrase(), category.channels});
    }
    const bool asksAny = std::ranges::any_of(series.channels, [&](const Channel& one) { return isOpen(one.name); });
    const Ledger ledger = asksAny ? ledgerOf(series) : Ledger();
    for (std::size_t c = 0; c < series.channels.size(); ++c) {
        if (words.contains(c)) continue;
        const std::string& name = series.channels[c].name;
        auto [by, why] = isOpen(name) ? decided(series, c, ledger) : std::pair(asked.of(name), Phrase());
        if (name == kSeriesNumber) by = SpanRule::Last;
        rules.push_back({name, by, std::move(why), {c}});
    }
    std::ranges::stable_sort(rules, {}, [](const ColumnRule& rule) { return rule.channels.front(); });
    return rules;
}

ResampleRule writtenRule(const std::vector<ColumnRule>& rules) {
    std::map<SpanRule, std::size_t> counts;
    for (const ColumnRule& rule : rules) ++counts[rule.by];
    ResampleRule written;
    if (rules.empty()) return written;
    written.common = std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; })->first;
    for (const ColumnRule& rule : rules)
        if (rule.by != written.common) written.columns.emplace_back(rule.column, rule.by);
    return written;
}

std::vector<std::string> unknownColumns(const Series& series, const ResampleRule& asked) {
    std::vector<std::string> unknown;
    const std::vector<Category> categories = categoriesOf(series);
    for (const auto& [name, by] : asked.columns)
        if (!series.find(name) && std::ranges::find(categories, name, &Category::column) == categories.end())
            unknown.push_back(name);
    return unknown;
}

std::vector<Phrase> describeRules(const std::vector<ColumnRule>& rules) {
    constexpr std::size_t kMostNames = 8;
    struct Group {
        SpanRule by;
        Phrase why;
        std::string names;
        std::size_t count = 0;
    };
    std::vector<Group> groups;
    for (const ColumnRule& rule : rules) {
        if (rule.why.empty()) continue;
        auto group = std::ranges::find_if(
            groups, [&](const Group& one) { return one.by == rule.by && one.why.english() == rule.why.english(); });
        if (group == groups.end()) group = groups.insert(group, {rule.by, rule.why, {}, 0});
        if (++group->count <= kMostNames) group->names += (group->names.empty() ? "'" : ", '") + rule.column + "'";
    }
    std::vector<Phrase> said;
    for (const Group& group : groups) {
        const std::string more =
            group.count > kMostNames ? " + " + std::to_string(group.count - kMostNames) : std::string();
        said.push_back(describeRule(group.by, group.names + more, group.why));
    }
    return said;
}

}  // namespace gatelab
