// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/known_ahead.h"
#include "data/recipe/recipe_steps.h"

#include <algorithm>
#include <limits>

namespace gatelab::steps {
namespace {

/// Adds for each of its columns one that holds the value of `rows` rows later: at the origin of a window the network
/// has then read the values of the whole horizon. The one step that looks ahead, at columns that somebody says are
/// known.
class KnownStep final : public FittedStep {
public:
    KnownStep(std::vector<std::string> names, std::int64_t rows) : names_(std::move(names)), rows_(rows) {}

    Result<> check(const Table& table) const override {
        for (const std::string& name : names_) {
            const auto found = std::ranges::find(table.columns, name, &Table::Column::name);
            if (found == table.columns.end() || !found->input)
                return Error{ErrorCode::NotFound,
                             {GATELAB_TEXT("Preparing", "'%1' is none of the inputs; name one of them"), {name}}};
            if (found->target)
                return Error{
                    ErrorCode::InvalidInput,
                    {GATELAB_TEXT("Preparing", "'%1' is a target: what is forecast cannot be known ahead"), {name}}};
        }
        return {};
    }
    void apply(Table& table) const override {
        for (const std::string& name : names_) {
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

std::vector<std::string> knownAheadColumns(const std::vector<std::string>& recipe) {
    std::vector<std::string> all;
    for (const std::string& text : recipe) {
        const auto step = parseRecipeStep(text);
        if (!step || !step->enabled || step->key != "known") continue;
        for (std::string& name : steps::namesOf(steps::textOf(steps::known(), *step, "columns")))
            all.push_back(std::move(name));
    }
    return all;
}

}  // namespace gatelab
