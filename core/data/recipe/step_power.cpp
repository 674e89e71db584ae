// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab::steps {
namespace {

/// One column of a Box-Cox transform: y = ((x + shift)^lambda - 1) / lambda, and log(x + shift) for lambda 0.
struct Power {
    double shift = 0;
    double lambda = 0;

    [[nodiscard]] double forward(double x) const {
        const double z = x + shift;
        if (!(z > 0)) return std::numeric_limits<double>::quiet_NaN();
        return lambda == 0 ? std::log(z) : std::expm1(lambda * std::log(z)) / lambda;
    }
    [[nodiscard]] double backward(double y) const {
        if (lambda == 0) return std::exp(y) - shift;
        // Beyond the end of the transform's range there is no x: its limit is taken.
        const double base = std::max(lambda * y, -1.0);
        return std::exp(std::log1p(base) / lambda) - shift;
    }
};

/// Values of later parts below what the training part can express (x + shift <= 0) become missing.
class PowerStep final : public FittedStep {
public:
    PowerStep(std::vector<Power> columns, std::vector<std::string> names)
        : columns_(std::move(columns)), names_(std::move(names)) {}

    void apply(Table& table) const override {
        for (std::size_t c = 0; c < columns_.size(); ++c)
            for (double& value : table.columns[c].values) value = columns_[c].forward(value);
    }
    void invert(std::size_t column, std::span<const double>, std::span<double> values) const override {
        for (double& value : values) value = columns_[column].backward(value);
    }
    std::string state() const override {
        std::vector<double> shifts, lambdas;
        for (const Power& column : columns_) shifts.push_back(column.shift), lambdas.push_back(column.lambda);
        return jsonState(names_, {{"shift", shifts}, {"lambda", lambdas}});
    }

private:
    std::vector<Power> columns_;
    std::vector<std::string> names_;
};

/// 0 where all values are positive; else the spread of the training part is kept above zero, with as much room below
/// its smallest value.
double shiftFor(const std::vector<double>& values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    if (*low > 0) return 0;
    const double spread = *high - *low;
    return -*low + (spread > 0 ? spread : 1);
}

/// Profile log likelihood of lambda (Box and Cox 1964, eq. 8), without its constant.
double likelihood(const std::vector<double>& values, Power power) {
    double sum = 0, logs = 0;
    for (const double value : values) sum += power.forward(value), logs += std::log(value + power.shift);
    const auto count = static_cast<double>(values.size());
    const double mean = sum / count;
    double squares = 0;
    for (const double value : values) {
        const double distance = power.forward(value) - mean;
        squares += distance * distance;
    }
    return -0.5 * count * std::log(squares / count) + (power.lambda - 1) * logs;
}

/// Golden section over lambda from -2 to 2 (the likelihood has one peak).
Power bestPower(const std::vector<double>& values) {
    Power power{shiftFor(values), 1};
    const auto score = [&](double lambda) { return likelihood(values, {power.shift, lambda}); };
    constexpr double kRatio = 0.6180339887498949;
    double low = -2, high = 2;
    double left = high - kRatio * (high - low), right = low + kRatio * (high - low);
    double leftScore = score(left), rightScore = score(right);
    for (int round = 0; round < 40; ++round) {
        if (leftScore > rightScore) {
            high = right, right = left, rightScore = leftScore;
            leftScore = score(left = high - kRatio * (high - low));
        } else {
            low = left, left = right, leftScore = rightScore;
            rightScore = score(right = low + kRatio * (high - low));
        }
    }
    const double lambda = (low + high) / 2;
    power.lambda = std::abs(lambda) < 1e-4 ? 0 : lambda;
    return power;
}

Result<std::unique_ptr<FittedStep>> fitPower(const TrainView& train, Power (*learn)(const std::vector<double>&)) {
    std::vector<Power> columns;
    std::vector<std::string> names;
    for (std::size_t c = 0; c < train.columns(); ++c) {
        const auto values = valuesToLearn(train, c);
        if (!values) return values.error();
        columns.push_back(learn(*values));
        names.push_back(train.name(c));
    }
    return std::unique_ptr<FittedStep>(std::make_unique<PowerStep>(std::move(columns), std::move(names)));
}

Result<std::unique_ptr<FittedStep>> restorePower(const SavedStep& kept) {
    const auto shifts = learnedNumbers(kept.learned, "shift"), lambdas = learnedNumbers(kept.learned, "lambda");
    if (!shifts) return shifts.error();
    if (!lambdas) return lambdas.error();
    std::vector<Power> columns;
    for (std::size_t c = 0; c < shifts->size(); ++c) columns.push_back({(*shifts)[c], (*lambdas)[c]});
    return std::unique_ptr<FittedStep>(std::make_unique<PowerStep>(std::move(columns), kept.learned.columns));
}

}  // namespace

RecipeStep logarithm() {
    return {"log",
            GATELAB_TEXT("recipe", "Logarithm"),
            GATELAB_TEXT("recipe",
                         "Natural logarithm, after a shift where the training part has values of zero or less, which "
                         "is taken back in forecasts. Later "
                         "values that it cannot "
                         "express become missing."),
            {},
            [](const TrainView& train, const RecipeStepConfig&) {
                return fitPower(train, [](const std::vector<double>& values) { return Power{shiftFor(values), 0}; });
            },
            restorePower};
}

RecipeStep boxCox() {
    return {"boxcox",
            GATELAB_TEXT("recipe", "Box-Cox"),
            GATELAB_TEXT("recipe",
                         "A power of the values, chosen by maximum likelihood on the training part, that makes their "
                         "spread even (Box and Cox 1964)."),
            {},
            [](const TrainView& train, const RecipeStepConfig&) {
                return fitPower(train, [](const std::vector<double>& values) {
                    const bool constant =
                        std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
                    return constant ? Power{shiftFor(values), 1} : bestPower(values);
                });
            },
            restorePower};
}

}  // namespace gatelab::steps
