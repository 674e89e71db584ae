// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "data/series.h"
#include "data/split.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

struct FittedRecipe;
struct RecipeStepConfig;

/// A column of words: its channels, one for each word (base/category_names.h). The vocabulary of a run is the words
/// of its training rows, in the order of their bytes; it is kept as the names of the run's columns. A word that only
/// other rows hold is 0 in all channels of the column, and a missing one too where none is missing in the training
/// rows.
struct Category {
    std::string column;
    std::vector<std::size_t> channels;
};
/// In the order of the file.
std::vector<Category> categoriesOf(const Series& series);
/// Whether a channel is a word of this column ("weather=rain" of "weather"), and no column of the data that is only
/// called like one.
bool isWordIn(const Series& series, const std::string& channel, const std::string& column);

/// The channels of all of them: what holds of numbers (spikes, stretches that stand still, drift) says nothing of
/// words.
std::set<std::size_t> wordChannels(const Series& series);

/// Columns that the steps "category" and "known" of a recipe name which are on: they are read whatever words they hold.
std::set<std::string> namedCategories(const std::vector<std::string>& recipe);
/// The recipe without the steps of these kinds that are on and name a column which neither the data have nor a step
/// before them makes.
std::vector<std::string> withoutMissingColumns(const Series& series, const std::vector<std::string>& recipe);
/// What becomes of a column of words.
inline constexpr const char *kAsOneHot = "onehot", *kAsEmbedding = "embedding", *kAsNothing = "leave";
inline constexpr std::int64_t kMaxTableSize = 512;  ///< numbers that an embedding has for a word, at most
/// The step that says so.
/// size: of an embedding; 0: by the rule.
std::string categoryStep(const std::string& column, const char* as, std::int64_t size = 0);
/// The columns that a step is for; none of another kind of step.
std::vector<std::string> categoryColumns(const RecipeStepConfig& step);
/// What the recipe makes of this column: kAsOneHot where no step says.
std::string categoryUse(const std::vector<std::string>& recipe, const std::string& column);
/// The columns that it reads as an embedding, with the size; 0: by the number of words (usualTableSize).
std::map<std::string, std::int64_t> embeddedColumns(const std::vector<std::string>& recipe);
/// Whether the recipe leaves this column out.
bool leavesOut(const std::vector<std::string>& recipe, const std::string& column);

/// Channels that are no inputs unless each is named: words that no training row holds, and columns that the recipe
/// leaves out. Where the parts cannot be cut every row counts.
std::set<std::size_t> unusedWords(const Series& series, const ExperimentConfig& config);
/// The names with that of a column of words replaced by those of its channels that are not unused, and without words of
/// columns that the recipe leaves out.
std::vector<std::string> withWordChannels(const Series& series, const std::vector<std::string>& recipe,
                                          const std::vector<std::string>& names, const std::set<std::size_t>& unused);
/// The channels that are inputs before any step, in the order in which they are named or that of the series. Names that
/// there are not stay as they are.
std::vector<std::string> inputChannels(const Series& series, const ExperimentConfig& config);

/// Whether a channel is a word that no step of the recipe changes: all but those of columns that are known ahead. A
/// word is 0 or 1 for the network, whatever the steps do to numbers.
bool standsApart(const Series& series, const std::vector<std::string>& recipe, const std::string& channel);

/// The columns that a kept series was prepared of, words among them.
std::vector<std::string> columnNames(const FittedRecipe& kept);
/// What each of these columns of a series holds, as FittedRecipe::kinds keeps it.
std::vector<std::string> kindsOf(const Series& series, const std::vector<std::string>& columns);
/// What a kept column holds. A run that was kept by an older version does not say: then a column is a switch whose
/// values were all from 0 to 1.
enum class KeptKind { Number, Switch, Word };
KeptKind keptKind(const FittedRecipe& kept, const std::string& column);

/// The recipe with the words of a column in its place where a step "known" names it and the data have a column that is
/// only called like one of them.
std::vector<std::string> withKnownWords(const Series& series, const ExperimentConfig& config);

/// The series with a channel of 0 for each of these names that is a word which its column of words does not hold.
SeriesPtr withKeptWords(const SeriesPtr& series, const std::vector<std::string>& names);
/// Gives series that are put together the same words: a column of words of all of them has those of each, one that
/// somebody lacks is taken out of the others. What was taken out.
std::vector<Phrase> alignWords(std::vector<std::pair<std::string, SeriesPtr>>& series);

}  // namespace gatelab
