// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab::steps {
namespace {

constexpr double kMadToDeviation = 1.4826;  // of a normal distribution

struct Limits {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
};

/// Moves outliers to fixed limits learned from the training part. Not undone in forecasts: they are on the same scale.
class ClipStep final : public FittedStep {
public:
    ClipStep(std::vector<Limits> columns, std::vector<std::string> names)
        : columns_(std::move(columns)), names_(std::move(names)) {}
    void apply(Table& table) const override {
        for (std::size_t c = 0; c < columns_.size(); ++c)
            for (double& value : table.columns[c].values)
                if (!std::isnan(value)) value = std::clamp(value, columns_[c].low, columns_[c].high);
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override {
        std::vector<double> low, high;
        for (const Limits& limits : columns_) low.push_back(limits.low), high.push_back(limits.high);
        return jsonState(names_, {{"low", low}, {"high", high}});
    }

private:
    std::vector<Limits> columns_;
    std::vector<std::string> names_;
};

/// Hampel filter on the last `window` values, the newest included (Hampel 1974): an outlier becomes the median. Learns
/// nothing, looks back only.
class HampelStep final : public FittedStep {
public:
    HampelStep(std::size_t window, double threshold) : window_(window), threshold_(threshold) {}
    void apply(Table& table) const override {
        for (Table::Column& column : table.columns) {
            const std::vector<double> values = column.values;
            for (std::size_t r = 0; r < values.size(); ++r) column.values[r] = filtered(values, r);
        }
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override {
        return "{\"window\": " + std::to_string(window_) + ", \"threshold\": " + jsonNumbers({threshold_}) + "}";
    }

private:
    [[nodiscard]] double filtered(const std::vector<double>& values, std::size_t row) const {
        if (std::isnan(values[row])) return values[row];
        std::vector<double> near;
        for (std::size_t r = row + 1 > window_ ? row + 1 - window_ : 0; r <= row; ++r)
            if (!std::isnan(values[r])) near.push_back(values[r]);
        if (near.size() < 3) return values[row];
        const double median = quantileOf(near, 0.5);
        for (double& value : near) value = std::abs(value - median);
        const double spread = kMadToDeviation * quantileOf(std::move(near), 0.5);
        return spread > 0 && std::abs(values[row] - median) > threshold_ * spread ? median : values[row];
    }

    std::size_t window_;
    double threshold_;
};

Limits learnLimits(const std::vector<double>& values, bool quartiles, double threshold) {
    if (quartiles) {
        const double low = quantileOf(values, 0.25), high = quantileOf(values, 0.75);
        return {low - threshold * (high - low), high + threshold * (high - low)};
    }
    double mean = 0, squares = 0;
    for (const double value : values) mean += value / static_cast<double>(values.size());
    for (const double value : values) squares += (value - mean) * (value - mean);
    const double deviation = std::sqrt(squares / static_cast<double>(values.size()));
    return {mean - threshold * deviation, mean + threshold * deviation};
}

Result<std::unique_ptr<FittedStep>> fitClip(const TrainView& train, const RecipeStepConfig& config) {
    const RecipeStep row = clip();
    const std::string method = textOf(row, config, "method");
    const double threshold = numberOf(row, config, "threshold");
    if (method == "hampel") {
        const auto window = static_cast<std::size_t>(numberOf(row, config, "window"));
        return std::unique_ptr<FittedStep>(std::make_unique<HampelStep>(window, threshold));
    }
    std::vector<Limits> columns;
    std::vector<std::string> names;
    for (std::size_t c = 0; c < train.columns(); ++c) {
        const std::vector<double> values = presentValues(train, c);
        columns.push_back(values.empty() ? Limits{} : learnLimits(values, method == "iqr", threshold));
        names.push_back(train.name(c));
    }
    return std::unique_ptr<FittedStep>(std::make_unique<ClipStep>(std::move(columns), std::move(names)));
}

Result<std::unique_ptr<FittedStep>> restoreClip(const SavedStep& kept) {
    const RecipeStep row = clip();
    if (textOf(row, kept.config, "method") == "hampel")
        return std::unique_ptr<FittedStep>(std::make_unique<HampelStep>(
            static_cast<std::size_t>(numberOf(row, kept.config, "window")), numberOf(row, kept.config, "threshold")));
    const auto low = learnedNumbers(kept.learned, "low"), high = learnedNumbers(kept.learned, "high");
    if (!low) return low.error();
    if (!high) return high.error();
    std::vector<Limits> columns(low->size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        // A column without values in the training part has no limits.
        if (!std::isnan((*low)[c])) columns[c].low = (*low)[c];
        if (!std::isnan((*high)[c])) columns[c].high = (*high)[c];
    }
    return std::unique_ptr<FittedStep>(std::make_unique<ClipStep>(std::move(columns), kept.learned.columns));
}

}  // namespace

RecipeStep clip() {
    return {"clip",
            GATELAB_TEXT("recipe", "Clip outliers"),
            GATELAB_TEXT("recipe",
                         "Z-score: at a number of standard deviations. IQR: at a multiple of the quartile distance "
                         "beyond the quartiles. Hampel: against "
                         "the median of the last rows and none after them, so that no row sees what comes; on a steep "
                         "curve it changes more than one that looks both ways. Limits come from the training part; "
                         "scores still use the values "
                         "as they are in the file."),
            {{"method",
              GATELAB_TEXT("recipe", "Method"),
              "zscore",
              {{"zscore", GATELAB_TEXT("recipe", "z-score")},
               {"iqr", GATELAB_TEXT("recipe", "quartiles")},
               {"hampel", GATELAB_TEXT("recipe", "Hampel")}}},
             {"threshold", GATELAB_TEXT("recipe", "Threshold"), "4", {}, 0.1, 1000},
             {"window", GATELAB_TEXT("recipe", "Rows looked back (Hampel)"), "25", {}, 3, 1000}},
            fitClip,
            restoreClip};
}

}  // namespace gatelab::steps
