// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe_steps.h"

#include <cmath>
#include <limits>

namespace gatelab::steps {
namespace {

/// y[t] = x[t] - x[t - lag]; the first lag rows become missing. Forecasts are summed up from the values before the
/// origin.
class DifferenceStep final : public FittedStep {
public:
    explicit DifferenceStep(std::int64_t lag) : lag_(static_cast<std::size_t>(lag)) {}

    void apply(Table& table) const override {
        for (Table::Column& column : table.columns)
            for (std::size_t r = column.values.size(); r-- > 0;)
                column.values[r] =
                    r >= lag_ ? column.values[r] - column.values[r - lag_] : std::numeric_limits<double>::quiet_NaN();
    }
    void invert(std::size_t, std::span<const double> history, std::span<double> values) const override {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i >= lag_)
                values[i] += values[i - lag_];
            else if (history.size() + i >= lag_)
                values[i] += history[history.size() + i - lag_];
            else
                values[i] = std::numeric_limits<double>::quiet_NaN();
        }
    }
    std::string state() const override { return "{\"lag\": " + std::to_string(lag_) + "}"; }

private:
    std::size_t lag_;
};

}  // namespace

RecipeStep difference() {
    return {"difference",
            GATELAB_TEXT("recipe", "Difference"),
            GATELAB_TEXT(
                "recipe",
                "Replaces each value by its change since the row before. Removes a trend; forecasts are summed back."),
            {},
            [](const TrainView&, const RecipeStepConfig&) -> Result<std::unique_ptr<FittedStep>> {
                return std::unique_ptr<FittedStep>(std::make_unique<DifferenceStep>(1));
            },
            [](const SavedStep&) -> Result<std::unique_ptr<FittedStep>> {
                return std::unique_ptr<FittedStep>(std::make_unique<DifferenceStep>(1));
            }};
}

RecipeStep seasonalDifference() {
    return {
        "seasonal_difference",
        GATELAB_TEXT("recipe", "Seasonal difference"),
        GATELAB_TEXT(
            "recipe",
            "Replaces each value by its change since one season before. Removes a season; forecasts are summed back."),
        {{"lag", GATELAB_TEXT("recipe", "Season in rows"), "24", {}, 1, 1e6}},
        [](const TrainView& train, const RecipeStepConfig& config) -> Result<std::unique_ptr<FittedStep>> {
            const auto lag = static_cast<std::int64_t>(numberOf(seasonalDifference(), config, "lag"));
            if (train.columns() > 0 && lag >= static_cast<std::int64_t>(train.values(0).size()))
                return Error{
                    ErrorCode::InvalidInput,
                    {GATELAB_TEXT("Preparing", "the season of %1 rows is as long as the training part"), {lag}}};
            return std::unique_ptr<FittedStep>(std::make_unique<DifferenceStep>(lag));
        },
        [](const SavedStep& kept) -> Result<std::unique_ptr<FittedStep>> {
            const auto lag = static_cast<std::int64_t>(numberOf(seasonalDifference(), kept.config, "lag"));
            return std::unique_ptr<FittedStep>(std::make_unique<DifferenceStep>(lag));
        }};
}

}  // namespace gatelab::steps
