// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/category_names.h"
#include "data/recipe/formula.h"
#include "data/recipe/known_ahead.h"
#include "data/recipe/recipe_steps.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace gatelab::steps {
namespace {

/// Those that may be known ahead, in their order.
std::string inputNames(const Table& table) {
    constexpr std::size_t kMost = 12;
    std::string names;
    std::size_t count = 0;
    for (const Table::Column& column : table.columns) {
        if (!column.input || column.target) continue;
        if (++count > kMost) return names + ", ...";
        names += (names.empty() ? "'" : ", '") + column.name + "'";
    }
    return names;
}

/// Adds for each of its columns one that holds the value of `rows` rows later: at the origin of a window the network
/// has then read the values of the whole horizon. The one step that looks ahead, at columns that somebody says are
/// known.
class KnownStep final : public FittedStep {
public:
    KnownStep(std::vector<std::string> names, std::int64_t rows) : names_(std::move(names)), rows_(rows) {}

    Result<> check(const Table& table) const override {
        for (const std::string& name : namesIn(table)) {
            const auto found = std::ranges::find(table.columns, name, &Table::Column::name);
            if (found == table.columns.end() || !found->input)
                return Error{
                    ErrorCode::NotFound,
                    {GATELAB_TEXT("Preparing", "'%1' is none of the inputs; there are %2"), {name, inputNames(table)}}};
            if (found->target)
                return Error{
                    ErrorCode::InvalidInput,
                    {GATELAB_TEXT("Preparing", "'%1' is a target: what is forecast cannot be known ahead"), {name}}};
        }
        return {};
    }
    void apply(Table& table) const override {
        for (const std::string& name : namesIn(table)) {
            const auto found = std::ranges::find(table.columns, name, &Table::Column::name);
            if (found == table.columns.end()) continue;
            Table::Column ahead{name + " +" + std::to_string(rows_), {}, true};
            ahead.values.assign(found->values.size(), std::numeric_limits<double>::quiet_NaN());
            if (static_cast<std::size_t>(rows_) < found->values.size())
                std::ranges::copy(found->values.begin() + rows_, found->values.end(), ahead.values.begin());
            table.columns.push_back(std::move(ahead));
        }
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override { return "{\"rows\": " + std::to_string(rows_) + "}"; }

private:
    /// The name of a column of words stands for all of its words.
    [[nodiscard]] std::vector<std::string> namesIn(const Table& table) const {
        std::vector<std::string> all;
        for (const std::string& name : names_) {
            const std::size_t before = all.size();
            if (std::ranges::find(table.columns, name, &Table::Column::name) == table.columns.end())
                for (const Table::Column& column : table.columns)
                    if (column.input && isWordOf(column.name, name)) all.push_back(column.name);
            if (all.size() == before) all.push_back(name);
        }
        return all;
    }
    std::vector<std::string> names_;
    std::int64_t rows_;
};

std::unique_ptr<FittedStep> make(const RecipeStepConfig& config) {
    const RecipeStep row = known();
    return std::make_unique<KnownStep>(namesOf(textOf(row, config, "columns")),
                                       static_cast<std::int64_t>(numberOf(row, config, "rows")));
}

}  // namespace

void settleKnown(std::int64_t horizon, RecipeStepConfig& config) {
    if (config.key == "known" && numberOf(known(), config, "rows") == 0)
        config.parameters["rows"] = std::to_string(horizon);
}

RecipeStep known() {
    return {"known",
            GATELAB_TEXT("recipe", "Known ahead"),
            GATELAB_TEXT("recipe",
                         "For inputs whose values of the horizon are given: holidays, a calendar, planned prices. The "
                         "network reads them for each step that it forecasts. To forecast beyond the end, the file "
                         "must hold those rows, with the target left empty."),
            {{"columns", GATELAB_TEXT("recipe", "Columns (a|b)"), "", {}, 0, 0, true},
             {"rows", GATELAB_TEXT("recipe", "Rows ahead (0: the horizon)"), "0", {}, 0, 100000}},
            [](const TrainView&, const RecipeStepConfig& config) -> Result<std::unique_ptr<FittedStep>> {
                return make(config);
            },
            [](const SavedStep& kept) -> Result<std::unique_ptr<FittedStep>> { return make(kept.config); },
            true};
}

}  // namespace gatelab::steps

namespace gatelab {
namespace {

std::vector<std::string> knownColumns(const RecipeStepConfig& step) {
    return steps::namesOf(steps::textOf(steps::known(), step, "columns"));
}

/// What stands between the name of a column and the rest of the name of one that the step makes of it; empty: it makes
/// none by such a name.
std::string markOf(const RecipeStepConfig& step) {
    if (step.key == "lags") return " lag ";
    if (step.key == "rolling") return " " + steps::textOf(steps::rolling(), step, "statistic") + " ";
    if (step.key == "onehot") return " = ";
    return step.key == "known" ? " +" : "";
}

/// The columns that a step makes columns of; empty: of any.
std::vector<std::string> readBy(const RecipeStepConfig& step) {
    if (step.key == "lags") return steps::namesOf(steps::textOf(steps::lags(), step, "columns"));
    if (step.key == "rolling") return steps::namesOf(steps::textOf(steps::rolling(), step, "columns"));
    if (step.key == "onehot") return steps::namesOf(steps::textOf(steps::oneHot(), step, "column"));
    return knownColumns(step);
}

/// What a column is made of, by the steps of a recipe that make columns of others.
class Origins {
public:
    explicit Origins(const std::vector<std::string>& recipe) {
        for (const std::string& text : recipe) {
            auto step = parseRecipeStep(text);
            steps_.push_back(step.ok() && step->enabled ? std::move(*step) : RecipeStepConfig{});
        }
    }
    [[nodiscard]] const RecipeStepConfig& step(std::size_t number) const { return steps_[number]; }
    /// With the column itself; `before`: as it is before that step.
    [[nodiscard]] std::set<std::string> of(const std::string& column, std::size_t before) const {
        std::set<std::pair<std::string, std::size_t>> seen;
        add(column, before, seen);
        std::set<std::string> names;
        for (const auto& [name, number] : seen) names.insert(name);
        return names;
    }

private:
    using Seen = std::set<std::pair<std::string, std::size_t>>;

    void add(const std::string& column, std::size_t before, Seen& seen) const {
        if (!seen.insert({column, before}).second) return;
        for (std::size_t k = before; k-- > 0;)
            if (const auto sources = sourcesBy(steps_[k], column); !sources.empty()) {
                for (const std::string& name : sources) add(name, k, seen);
                return;
            }
    }
    /// Nothing: the step does not make the column.
    static std::vector<std::string> sourcesBy(const RecipeStepConfig& step, const std::string& column) {
        if (step.key == "formula") {
            const auto names = steps::namesOf(steps::textOf(steps::formula(), step, "name"));
            if (names.size() != 1 || names.front() != column) return {};
            const auto formula = Formula::parse(steps::unescaped(steps::textOf(steps::formula(), step, "formula")));
            return formula.ok() ? formula->columns() : std::vector<std::string>();
        }
        const std::string mark = markOf(step);
        const std::size_t at = mark.empty() ? std::string::npos : column.rfind(mark);
        if (at == std::string::npos || at == 0) return {};
        std::string source = column.substr(0, at);
        const auto read = readBy(step);
        if (!read.empty() && std::ranges::find(read, source) == read.end()) return {};
        return {std::move(source)};
    }

    std::vector<RecipeStepConfig> steps_;  ///< of a step that is off or cannot be read the key is empty
};

}  // namespace

std::vector<std::string> knownAheadColumns(const std::vector<std::string>& recipe) {
    std::vector<std::string> all;
    for (const std::string& text : recipe) {
        const auto step = parseRecipeStep(text);
        if (!step || !step->enabled || step->key != "known") continue;
        for (std::string& name : knownColumns(*step)) all.push_back(std::move(name));
    }
    return all;
}

std::vector<std::string> knownAheadSources(const std::vector<std::string>& recipe) {
    const Origins origins(recipe);
    std::set<std::string> all;
    for (std::size_t k = 0; k < recipe.size(); ++k)
        if (origins.step(k).key == "known")
            for (const std::string& name : knownColumns(origins.step(k))) all.merge(origins.of(name, k));
    return {all.begin(), all.end()};
}

Result<> checkKnownAhead(const std::vector<std::string>& recipe, std::size_t step,
                         std::span<const std::string> targets) {
    const Origins origins(recipe);
    if (origins.step(step).key != "known") return {};
    for (const std::string& name : knownColumns(origins.step(step)))
        for (const std::string& source : origins.of(name, step))
            if (source != name && std::ranges::find(targets, source) != targets.end())
                return Error{ErrorCode::InvalidInput,
                             {GATELAB_TEXT("Preparing",
                                           "'%1' is made of '%2', which is a target: what is forecast cannot be known "
                                           "ahead"),
                              {name, source}}};
    return {};
}

}  // namespace gatelab
