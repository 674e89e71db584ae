// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/words_for_run.h"

#include "base/category_names.h"
#include "data/csv/category_columns.h"
#include "data/csv/words.h"
#include "data/many/many_series.h"
#include "data/recipe/categories.h"
#include "data/recipe/saved_preparation.h"

#include <algorithm>
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

}  // namespace

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
        std::erase_if(made->report.warnings,
                      [&](const ReadWarning& said) { return tellsOfWords(said.message, column); });
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
