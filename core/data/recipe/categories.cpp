// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/categories.h"

#include "base/category_names.h"
#include "data/many/many_series.h"
#include "data/many/member_split.h"
#include "data/recipe/known_ahead.h"
#include "data/recipe/recipe_steps.h"
#include "data/recipe/saved_preparation.h"
#include "data/rows_ahead.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gatelab {
namespace {

/// What a step "category" makes of a column.
struct CategoryUse {
    std::string as;
    std::int64_t size = 0;  ///< of an embedding; 0: by the rule
};

/// Of the columns that steps of the recipe name which are on; the last one counts.
std::map<std::string, CategoryUse> usesOf(const std::vector<std::string>& recipe) {
    std::map<std::string, CategoryUse> uses;
    for (const std::string& text : recipe) {
        const auto step = parseRecipeStep(text);
        if (!step || !step->enabled) continue;
        const RecipeStep row = steps::category();
        for (const std::string& name : categoryColumns(*step))
            uses[name] = {steps::textOf(row, *step, "as"),
                          static_cast<std::int64_t>(steps::numberOf(row, *step, "size"))};
    }
    return uses;
}

bool holdsWord(const Channel& channel, std::span<const RowRange> rows) {
    return std::ranges::any_of(rows, [&](const RowRange& range) {
        const auto values = channel.values.span().subspan(static_cast<std::size_t>(range.begin),
                                                          static_cast<std::size_t>(range.size()));
        return std::ranges::any_of(values, [](double value) { return value > 0; });  // a share in resampled rows
    });
}

/// Those of all series that are trained on, in the rows of the table.
std::vector<RowRange> trainingRows(const Series& series, const ExperimentConfig& config) {
    const std::vector<RowRange> whole = {{0, series.rows()}};
    if (!isMany(series)) {
        const auto split = splitRows(observedSplit(series, config), series.rows(), config.splitGap);
        return split.ok() && split->train.size() > 0 ? std::vector<RowRange>{split->train} : whole;
    }
    const auto splits = memberSplits(series, config);
    if (!splits.ok()) return whole;
    std::vector<RowRange> all;
    const std::vector<SeriesMember> members = membersOf(series);
    for (std::size_t m = 0; m < members.size(); ++m) {
        const auto split = splitRows((*splits)[m].parts, members[m].rows(), config.splitGap);
        if (split && (*splits)[m].trains && (*splits)[m].leftOut.empty())
            all.push_back({members[m].begin, members[m].begin + split->train.end});
    }
    return all;
}

/// The zeros of a word that a column does not hold: NaN where it holds nothing yet.
std::vector<double> noneOf(const Channel& other) {
    std::vector<double> values = other.values.vector();
    for (double& value : values)
        if (std::isfinite(value)) value = 0;
    return values;
}

/// The series with exactly these channels of a column, in this order, where its first one stands.
void setWords(Series& series, const std::string& column, const std::set<std::string>& names) {
    std::set<std::string> own;
    for (const Channel& channel : series.channels)
        if (channel.name == column || isWordIn(series, channel.name, column)) own.insert(channel.name);
    const auto isOne = [&](const Channel& channel) { return own.contains(channel.name); };
    std::vector<Channel> group;
    const auto first = std::ranges::find_if(series.channels, isOne);
    if (first == series.channels.end()) return;
    const auto place = first - series.channels.begin();
    ColumnValues none;  // shared by all that it lacks
    for (const std::string& name : names) {
        const auto found = series.find(name);
        if (!found && none.empty()) none = noneOf(*first);
        group.push_back(found ? series.channels[*found] : Channel{name, "", none});
    }
    std::erase_if(series.channels, isOne);
    series.channels.insert(series.channels.begin() + place, group.begin(), group.end());
}

/// Refuses a column without words.
class CategoryStep final : public FittedStep {
public:
    void apply(Table&) const override {}
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override { return "{}"; }
};

}  // namespace

std::vector<Category> categoriesOf(const Series& series) {
    std::vector<Category> all;
    for (const ReadColumn& column : series.report.columns) {
        if (column.kind != ReadColumn::Kind::Text || column.role != ReadColumn::Role::Value || series.find(column.name))
            continue;
        Category category{column.name, {}};
        for (std::size_t c = 0; c < series.channels.size(); ++c)
            if (isWordIn(series, series.channels[c].name, column.name)) category.channels.push_back(c);
        if (!category.channels.empty()) all.push_back(std::move(category));
    }
    return all;
}

bool isWordIn(const Series& series, const std::string& channel, const std::string& column) {
    return isWordOf(channel, column) && std::ranges::none_of(series.report.columns, [&](const ReadColumn& own) {
               return own.role == ReadColumn::Role::Value && own.name == channel;
           });
}

std::set<std::size_t> wordChannels(const Series& series) {
    std::set<std::size_t> all;
    for (const Category& category : categoriesOf(series))
        all.insert(category.channels.begin(), category.channels.end());
    return all;
}

std::set<std::string> namedCategories(const std::vector<std::string>& recipe) {
    std::set<std::string> all;
    for (std::string& name : knownAheadColumns(recipe)) all.insert(std::move(name));
    for (const std::string& text : recipe) {
        const auto step = parseRecipeStep(text);
        if (step.ok() && step->enabled)
            for (std::string& name : categoryColumns(*step)) all.insert(std::move(name));
    }
    return all;
}

std::vector<std::string> withoutMissingColumns(const Series& series, const std::vector<std::string>& recipe) {
    const std::vector<Category> categories = categoriesOf(series);
    std::vector<std::string> left;
    const auto isThere = [&](const std::string& name) {
        const auto isOf = [&](const Channel& one) { return name == one.name || name.starts_with(one.name + ' '); };
        const auto isWritten = [&](const std::string& step) { return step.find(name) != std::string::npos; };
        return std::ranges::any_of(series.channels, isOf) ||
               std::ranges::find(categories, name, &Category::column) != categories.end() ||
               std::ranges::any_of(left, isWritten);  // made of others
    };
    for (const std::string& step : recipe)
        if (std::ranges::all_of(namedCategories({step}), isThere)) left.push_back(step);
    return left;
}

std::string categoryStep(const std::string& column, const char* as, std::int64_t size) {
    RecipeStepConfig step{"category", {{"column", steps::escaped(column)}, {"as", as}}, true};
    if (size > 0) step.parameters["size"] = std::to_string(size);
    return formatRecipeStep(step);
}

std::vector<std::string> categoryColumns(const RecipeStepConfig& step) {
    if (step.key != "category") return {};
    return steps::namesOf(steps::textOf(steps::category(), step, "column"));
}

std::string categoryUse(const std::vector<std::string>& recipe, const std::string& column) {
    const auto uses = usesOf(recipe);
    const auto use = uses.find(column);
    return use == uses.end() ? std::string(kAsOneHot) : use->second.as;
}

bool leavesOut(const std::vector<std::string>& recipe, const std::string& column) {
    return categoryUse(recipe, column) == kAsNothing;
}

std::map<std::string, std::int64_t> embeddedColumns(const std::vector<std::string>& recipe) {
    std::map<std::string, std::int64_t> columns;
    for (const auto& [column, use] : usesOf(recipe))
        if (use.as == kAsEmbedding) columns.emplace(column, use.size);
    return columns;
}

std::set<std::size_t> unusedWords(const Series& series, const ExperimentConfig& config) {
    std::set<std::size_t> unused;
    const std::vector<Category> categories = categoriesOf(series);
    const std::vector<RowRange> rows = categories.empty() ? std::vector<RowRange>() : trainingRows(series, config);
    for (const Category& category : categories) {
        const bool isLeft = leavesOut(config.recipe, category.column);
        for (const std::size_t c : category.channels)
            if (isLeft || !holdsWord(series.channels[c], rows)) unused.insert(c);
    }
    return unused;
}

std::vector<std::string> withWordChannels(const Series& series, const std::vector<std::string>& recipe,
                                          const std::vector<std::string>& names, const std::set<std::size_t>& unused) {
    std::vector<std::string> all;
    const std::vector<Category> categories = categoriesOf(series);
    for (const std::string& name : names) {
        const auto isIt = [&](const Category& one) { return name == one.column || isWordIn(series, name, one.column); };
        const auto category = std::ranges::find_if(categories, isIt);
        if (category == categories.end()) {
            all.push_back(name);
        } else if (name == category->column) {
            for (const std::size_t c : category->channels)
                if (!unused.contains(c)) all.push_back(series.channels[c].name);
        } else if (!leavesOut(recipe, category->column)) {
            all.push_back(name);
        }
    }
    return all;
}

std::vector<std::string> inputChannels(const Series& series, const ExperimentConfig& config) {
    const std::set<std::size_t> unused = unusedWords(series, config);
    std::vector<std::string> names = withWordChannels(series, config.recipe, config.inputs, unused);
    for (std::size_t c = 0; c < series.channels.size() && config.inputs.empty(); ++c)
        if (series.channels[c].name != kSeriesNumber && !unused.contains(c)) names.push_back(series.channels[c].name);
    return names;
}

bool standsApart(const Series& series, const std::vector<std::string>& recipe, const std::string& channel) {
    const std::vector<std::string> known = knownAheadColumns(recipe);
    const auto isOf = [&](const std::string& name) { return name == channel || isWordIn(series, channel, name); };
    return std::ranges::any_of(categoriesOf(series),
                               [&](const Category& category) { return isWordIn(series, channel, category.column); }) &&
           std::ranges::none_of(known, isOf);
}

std::vector<std::string> columnNames(const FittedRecipe& kept) {
    std::vector<std::string> names;
    for (const FittedRecipe::Column& column : kept.columns) names.push_back(column.name);
    for (const ApartColumn& column : kept.apart) names.push_back(column.name);
    return names;
}

namespace {

constexpr const char *kNumber = "number", *kSwitch = "switch", *kWord = "word";

}  // namespace

std::vector<std::string> kindsOf(const Series& series, const std::vector<std::string>& columns) {
    std::set<std::string> words, switches;
    for (const std::size_t c : wordChannels(series)) words.insert(series.channels[c].name);
    for (const ReadColumn& column : series.report.columns)
        if (column.kind == ReadColumn::Kind::Text && column.role == ReadColumn::Role::Value)
            switches.insert(column.name);
    std::vector<std::string> kinds;
    for (const std::string& name : columns)
        kinds.emplace_back(words.contains(name) ? kWord : switches.contains(name) ? kSwitch : kNumber);
    return kinds;
}

KeptKind keptKind(const FittedRecipe& kept, const std::string& column) {
    const std::vector<std::string> names = columnNames(kept);
    const auto at = static_cast<std::size_t>(std::ranges::find(names, column) - names.begin());
    if (at < kept.kinds.size())
        return kept.kinds[at] == kWord     ? KeptKind::Word
               : kept.kinds[at] == kSwitch ? KeptKind::Switch
                                           : KeptKind::Number;
    if (column.find('=') != std::string::npos) return KeptKind::Word;
    const bool isSwitch = at >= kept.columns.size() || !kept.columns[at].learned.known() ||
                          (kept.columns[at].learned.low >= 0 && kept.columns[at].learned.high <= 1);
    return isSwitch ? KeptKind::Switch : KeptKind::Number;
}

std::vector<std::string> withKnownWords(const Series& series, const ExperimentConfig& config) {
    std::vector<std::string> recipe = config.recipe;
    const std::vector<Category> categories = categoriesOf(series);
    for (std::string& text : recipe) {
        auto step = parseRecipeStep(text);
        if (!step || step->key != "known" || !step->parameters.contains("columns")) continue;
        std::string all;
        bool isOther = false;
        for (const std::string& name : steps::namesOf(step->parameters["columns"])) {
            std::vector<std::string> names = {name};
            const auto found = std::ranges::find(categories, name, &Category::column);
            if (found != categories.end() && std::ranges::any_of(series.channels, [&](const Channel& channel) {
                    return isWordOf(channel.name, name) && !isWordIn(series, channel.name, name);
                })) {
                isOther = true;
                names.clear();
                const std::vector<std::string> inputs = inputChannels(series, config);
                for (const std::size_t c : found->channels)
                    if (std::ranges::find(inputs, series.channels[c].name) != inputs.end())
                        names.push_back(series.channels[c].name);
            }
            for (const std::string& one : names) all += (all.empty() ? "" : "|") + steps::escaped(one);
        }
        if (!isOther) continue;
        step->parameters["columns"] = all;
        text = formatRecipeStep(*step);
    }
    return recipe;
}

SeriesPtr withKeptWords(const SeriesPtr& series, const std::vector<std::string>& names) {
    std::shared_ptr<Series> more;
    for (const Category& category : categoriesOf(*series)) {
        std::set<std::string> all, own;
        for (const std::size_t c : category.channels) own.insert(series->channels[c].name);
        all = own;
        for (const std::string& name : names)
            if (isWordIn(*series, name, category.column)) all.insert(name);
        if (all.size() == own.size()) continue;
        if (!more) more = std::make_shared<Series>(*series);
        setWords(*more, category.column, all);
    }
    return more ? SeriesPtr(more) : series;
}

std::vector<Phrase> alignWords(std::vector<std::pair<std::string, SeriesPtr>>& series) {
    struct Found {
        std::set<std::string> names;  // of its channels: its own for a column of switches
        std::size_t count = 0;
    };
    std::map<std::string, Found> columns;
    for (const auto& [name, one] : series)
        for (const ReadColumn& column : one->report.columns) {
            if (column.kind != ReadColumn::Kind::Text || column.role != ReadColumn::Role::Value) continue;
            Found& found = columns[column.name];
            ++found.count;
            for (const Channel& channel : one->channels)
                if (channel.name == column.name || isWordIn(*one, channel.name, column.name))
                    found.names.insert(channel.name);
        }
    std::vector<Phrase> said;
    for (auto& [column, found] : columns) {
        const bool isMixed = found.names.size() > 1 && found.names.contains(column);
        if (found.count < series.size() || isMixed) found.names.clear();
        if (found.names.empty())
            said.push_back(
                {GATELAB_TEXT("Reading", "column '%1' was left out: not every file holds several words in it"),
                 {column}});
        for (auto& [name, one] : series) {
            auto changed = std::make_shared<Series>(*one);
            setWords(*changed, column, found.names);
            one = std::move(changed);
        }
    }
    return said;
}

namespace steps {

RecipeStep category() {
    return {"category",
            GATELAB_TEXT("recipe", "Words"),
            GATELAB_TEXT("recipe",
                         "What becomes of a column of words (up to 2,000, those of the training part): an input of 0 "
                         "and 1 for each, an embedding, which is a few numbers for each word that the network learns, "
                         "or nothing. Without this step columns of up to 32 words are inputs of 0 and 1, longer ones "
                         "are left out."),
            {{"column", GATELAB_TEXT("recipe", "Column"), "", {}, 0, 0, true},
             {"as",
              GATELAB_TEXT("recipe", "As"),
              kAsOneHot,
              {{kAsOneHot, GATELAB_TEXT("recipe", "0 and 1 for each word")},
               {kAsEmbedding, GATELAB_TEXT("recipe", "an embedding")},
               {kAsNothing, GATELAB_TEXT("recipe", "left out")}}},
             {"size", GATELAB_TEXT("recipe", "Numbers a word (0: by their count)"), "0", {}, 0, kMaxTableSize}},
            [](const TrainView&, const RecipeStepConfig& config) -> Result<std::unique_ptr<FittedStep>> {
                if (namesOf(textOf(category(), config, "column")).empty())
                    return Error{ErrorCode::InvalidInput,
                                 GATELAB_TEXT("Preparing", "name the column of words that it is for")};
                return std::unique_ptr<FittedStep>(std::make_unique<CategoryStep>());
            },
            [](const SavedStep&) -> Result<std::unique_ptr<FittedStep>> {
                return std::unique_ptr<FittedStep>(std::make_unique<CategoryStep>());
            },
            true};
}

}  // namespace steps
}  // namespace gatelab
