// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/words_for_run.h"

#include "base/category_names.h"
#include "data/csv/roles/category_columns.h"
#include "data/csv/words.h"
#include "data/many/many_series.h"
#include "data/recipe/categories.h"
#include "data/recipe/saved_preparation.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

namespace gatelab {
namespace {

std::string wordOf(const Series& series, std::size_t channel, const std::string& column) {
    return series.channels[channel].name.substr(column.size() + 1);
}

std::int64_t rowsOf(const Channel& channel) {
    return std::ranges::count_if(channel.values, [](double value) { return value > 0; });
}

std::string listed(const std::vector<std::string>& words) {
    constexpr std::size_t kShown = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(words.size(), kShown); ++i) text += (i > 0 ? ", " : "") + words[i];
    return words.size() > kShown ? text + ", ..." : text;
}

/// One channel in the place of those of the words.
Result<> toSwitch(const Series& series, const Category& category, KeptKind kind, Series& made) {
    const std::string& column = category.column;
    const auto rows = static_cast<std::size_t>(series.rows());
    std::vector<double> on(rows), all(rows);
    std::vector<std::string> odd, meansOn;
    for (const std::size_t c : category.channels) {
        const std::string word = wordOf(series, c, column);
        if (word == kMissingWord) continue;
        const auto meant = switchWord(word);
        if (!meant) odd.push_back("'" + word + "' (" + std::to_string(rowsOf(series.channels[c])) + ")");
        if (meant && meant->isOn) meansOn.push_back("'" + word + "'");
        const ColumnValues& values = series.channels[c].values;
        for (std::size_t r = 0; r < rows; ++r) {
            all[r] += values[r];
            if (meant && meant->isOn) on[r] += values[r];
        }
    }
    if (kind == KeptKind::Number) {
        std::vector<std::string> all;
        for (const std::size_t c : category.channels)
            all.push_back("'" + wordOf(series, c, column) + "' (" + std::to_string(rowsOf(series.channels[c])) + ")");
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "the run was trained with column '%1' as numbers, and here it holds words, with "
                                   "their rows: %2. Write numbers"),
                      {column, listed(all)}}};
    }
    if (!odd.empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "the run was trained with column '%1' as yes and no, and here it holds other words, "
                                   "with their rows: %2. Write yes and no, or 1 and 0"),
                      {column, listed(odd)}}};
    for (std::size_t r = 0; r < rows; ++r)
        on[r] = all[r] > 0 ? on[r] / all[r] : std::numeric_limits<double>::quiet_NaN();
    const auto isWord = [&](const Channel& channel) { return isWordIn(series, channel.name, column); };
    const auto place = std::ranges::find_if(made.channels, isWord) - made.channels.begin();
    std::erase_if(made.channels, isWord);
    made.channels.insert(made.channels.begin() + place, {column, "", std::move(on)});
    made.report.warnings.push_back(
        {-1, meansOn.empty() ? Phrase(GATELAB_TEXT("Reading", "column '%1': its words were read as 0"), {column})
                             : Phrase(GATELAB_TEXT("Reading", "column '%1': read as 1 was %2, any other word as 0"),
                                      {column, listed(meansOn)})});
    return {};
}

/// Tells of words that are none of the run's.
Result<> tellUnknown(const Series& series, const Category& category, const std::set<std::string>& learned,
                     Series& made) {
    std::vector<std::string> unknown;
    std::int64_t rows = 0, known = 0;
    for (const std::size_t c : category.channels) {
        const std::int64_t own = rowsOf(series.channels[c]);
        const std::string word = wordOf(series, c, category.column);
        if (learned.contains(word)) {
            known += own;
        } else if (own > 0) {
            rows += own;
            unknown.push_back("'" + word + "' (" + std::to_string(own) + ")");
        }
    }
    if (unknown.empty()) return {};
    const std::string own = listed({learned.begin(), learned.end()});
    if (known == 0 && !isMany(series))
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "column '%1' holds no word that the run learned. Its words, with their rows: %2. The "
                          "run learned: %3. Write those words, or train a run on data that hold these"),
             {category.column, listed(unknown), own}}};
    made.report.warnings.push_back(
        {-1,
         {GATELAB_TEXT("Reading",
                       "column '%1': %2 of %3 rows hold no word that the run learned and are read as none of its words "
                       "(%4). The others, with their rows: %5"),
          {category.column, rows, series.rows(), own, listed(unknown)}}});
    return {};
}

const Text kLacksNamed = GATELAB_TEXT("Reading",
                                      "column '%1' does not hold %2 of the words that the inputs name (%3): they are "
                                      "0 in every row"),
           kHoldsOthers = GATELAB_TEXT("Reading",
                                       "column '%1': %2 of %3 rows hold words that the inputs do not name and are read "
                                       "as none of them: %4");

bool tellsOfNamedWords(const Phrase& said, const std::string& column) {
    return (said.source == kLacksNamed.source || said.source == kHoldsOthers.source) &&
           said.arguments.front().source == column;
}

/// Tells how the words of a column differ from those that the inputs name; false: in nothing, or it holds none of them.
bool tellNamed(const Series& series, const Category& category, const std::vector<std::string>& names, Series& made) {
    std::set<std::string> named, held;
    for (const std::string& name : names)
        if (isWordIn(series, name, category.column)) named.insert(name);
    std::vector<std::string> lacking, others;
    std::int64_t rows = 0;
    for (const std::size_t c : category.channels) {
        const Channel& channel = series.channels[c];
        if (named.contains(channel.name)) held.insert(channel.name);
        const std::int64_t own = named.contains(channel.name) ? 0 : rowsOf(channel);
        rows += own;
        if (own > 0) others.push_back("'" + wordOf(series, c, category.column) + "' (" + std::to_string(own) + ")");
    }
    if (held.empty()) return false;
    for (const std::string& name : named)
        if (!held.contains(name)) lacking.push_back(name.substr(category.column.size() + 1));
    if (!lacking.empty())
        made.report.warnings.push_back({-1, {kLacksNamed, {category.column, lacking.size(), listed(lacking)}}});
    if (!others.empty())
        made.report.warnings.push_back({-1, {kHoldsOthers, {category.column, rows, series.rows(), listed(others)}}});
    return !lacking.empty() || !others.empty();
}

}  // namespace

SeriesPtr withNamedWords(const SeriesPtr& series, const std::vector<std::string>& names) {
    std::shared_ptr<Series> made;
    std::vector<std::string> words;
    for (const Category& category : categoriesOf(*series)) {
        const auto isWord = [&](const std::string& name) { return isWordIn(*series, name, category.column); };
        const bool isWhole = std::ranges::find(names, category.column) != names.end();
        if (isWhole || std::ranges::none_of(names, isWord)) continue;
        auto told = std::make_shared<Series>(made ? *made : *series);
        if (!tellNamed(*series, category, names, *told)) continue;
        made = std::move(told);
        std::ranges::copy_if(names, std::back_inserter(words), isWord);
    }
    return made ? withKeptWords(made, words) : series;
}

Result<SeriesPtr> wordsForRun(const SeriesPtr& series, const FittedRecipe& kept) {
    const std::vector<Category> categories = categoriesOf(*series);
    const std::vector<std::string> columns = columnNames(kept);
    std::vector<std::string> words;
    for (const std::string& name : columns)
        if (keptKind(kept, name) == KeptKind::Word) words.push_back(name);
    if (categories.empty()) return series;
    auto made = std::make_shared<Series>(*series);
    for (const Category& category : categories) {
        const std::string& column = category.column;
        std::erase_if(made->report.warnings, [&](const ReadWarning& said) {
            return tellsOfWords(said.message, column) || tellsOfNamedWords(said.message, column);
        });
        std::set<std::string> learned;
        for (const std::string& name : words)
            if (isWordOf(name, column)) learned.insert(name.substr(column.size() + 1));
        Result<> told;
        if (std::ranges::find(columns, column) != columns.end())
            told = toSwitch(*series, category, keptKind(kept, column), *made);
        else if (!learned.empty())
            told = tellUnknown(*series, category, learned, *made);
        if (!told.ok()) return told.error();
    }
    return withKeptWords(made, words);
}

}  // namespace gatelab
