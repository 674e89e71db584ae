// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe_steps.h"

#include <algorithm>
#include <cmath>

namespace gatelab::steps {
namespace {

/// Exponential moving average y[t] = y[t-1] + alpha (x[t] - y[t-1]), alpha = 2 / (span + 1): looks back only. Missing
/// rows stay missing.
class SmoothStep final : public FittedStep {
public:
    explicit SmoothStep(double span) : alpha_(2 / (span + 1)) {}

    void apply(Table& table) const override {
        for (Table::Column& column : table.columns) run(column.values, [](double& cell, double mean) { cell = mean; });
    }
    void invert(std::size_t, std::span<const double> history, std::span<double> values) const override {
        if (alpha_ >= 1) return;
        // Older rows than this weigh less than the last bit of the mean.
        const auto memory = static_cast<std::size_t>(std::ceil(std::log(1e-18) / std::log1p(-alpha_))) + 1;
        if (history.size() > memory) history = history.subspan(history.size() - memory);
        std::vector<double> rows(history.begin(), history.end());
        double before = run(rows, [](double&, double) {});
        for (double& value : values) {
            const double mean = value;
            if (!std::isnan(before)) value = before + (mean - before) / alpha_;
            before = mean;
        }
    }
    std::string state() const override { return "{\"alpha\": " + jsonNumbers({alpha_}) + "}"; }

private:
    template <class Store>
    double run(std::vector<double>& values, Store store) const {
        double mean = std::nan("");
        for (double& value : values) {
            if (std::isnan(value)) continue;
            mean = std::isnan(mean) ? value : mean + alpha_ * (value - mean);
            store(value, mean);
        }
        return mean;
    }

    double alpha_;
};

}  // namespace

RecipeStep smooth() {
    return {
        "smooth",
        GATELAB_TEXT("recipe", "Smooth"),
        GATELAB_TEXT("recipe",
                     "Exponential moving average over the past. Scores still use the values as they are in the file."),
        {{"span", GATELAB_TEXT("recipe", "Span in rows"), "5", {}, 1, 10000}},
        [](const TrainView&, const RecipeStepConfig& config) -> Result<std::unique_ptr<FittedStep>> {
            return std::unique_ptr<FittedStep>(std::make_unique<SmoothStep>(numberOf(smooth(), config, "span")));
        },
        [](const SavedStep& kept) -> Result<std::unique_ptr<FittedStep>> {
            return std::unique_ptr<FittedStep>(std::make_unique<SmoothStep>(numberOf(smooth(), kept.config, "span")));
        }};
}

}  // namespace gatelab::steps
