// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe_steps.h"
#include "data/recipe/rescaled_rows.h"
#include "data/recipe/row_spans.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab::steps {
namespace {

enum class Method { Hold, Linear, Cubic, Mean, Seasonal, Drop };

bool isChosen(const std::vector<std::string>& only, const std::string& column) {
    return only.empty() || std::ranges::find(only, column) != only.end();
}

/// A blank that means a value, as 0 an amount that was not paid. Learns nothing.
class ConstantFill final : public TruthStep {
public:
    ConstantFill(std::vector<std::string> columns, double value) : columns_(std::move(columns)), value_(value) {}
    [[nodiscard]] bool concerns(const std::string& column) const override { return isChosen(columns_, column); }
    void correct(const TimeAxis&, std::span<double> values) const override {
        std::ranges::replace_if(
            values, [](double value) { return !std::isfinite(value); }, value_);
    }
    std::string state() const override { return "{}"; }

private:
    std::vector<std::string> columns_;
    double value_;
};

/// Fills NaN cells. Hold, mean and seasonal use the past only. Linear joins both ends of a gap, but only when both ends
/// lie in the same part (it holds the last value otherwise), and marks every joined row as known only when the gap
/// ends.
class FillStep final : public FittedStep {
public:
    /// `only`: the columns that are filled; empty: all.
    FillStep(Method method, std::int64_t season, std::vector<double> means, std::vector<std::string> names,
             std::vector<std::string> only)
        : method_(method),
          season_(season),
          means_(std::move(means)),
          names_(std::move(names)),
          only_(std::move(only)) {}

    void apply(Table& table) const override {
        if (method_ == Method::Drop) return;
        for (std::size_t c = 0; c < means_.size(); ++c) {
            std::vector<double>& values = table.columns[c].values;
            if (!isChosen(only_, names_[c])) continue;
            if (method_ == Method::Linear || method_ == Method::Cubic)
                joinGaps(table, values);
            else if (method_ == Method::Mean)
                std::replace_if(
                    values.begin(), values.end(), [](double v) { return std::isnan(v); }, means_[c]);
            else
                holdGaps(values);
        }
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override {
        return jsonState(names_, {{"mean", means_}, {"season", {static_cast<double>(season_)}}});
    }

private:
    void holdGaps(std::vector<double>& values) const {
        const auto lag = static_cast<std::size_t>(season_);
        for (std::size_t r = 1; r < values.size(); ++r) {
            if (!std::isnan(values[r])) continue;
            const bool seasonKnown = method_ == Method::Seasonal && r >= lag && !std::isnan(values[r - lag]);
            values[r] = seasonKnown ? values[r - lag] : values[r - 1];
        }
    }

    void joinGaps(Table& table, std::vector<double>& values) const {
        const std::size_t rows = values.size();
        for (std::size_t r = 0; r < rows; ++r) {
            if (!std::isnan(values[r])) continue;
            std::size_t end = r;
            while (end < rows && std::isnan(values[end])) ++end;
            if (r == 0) {
                r = end;
                continue;
            }
            fillGap(table, values, r, end);
            r = end;
        }
    }

    void fillGap(Table& table, std::vector<double>& values, std::size_t begin, std::size_t end) const {
        const double before = values[begin - 1];
        for (std::size_t r = begin; r < end; ++r) {
            // Rows of one part share the first border after them: a gap that leaves the part is held from its last
            // row's part on.
            const auto border =
                std::upper_bound(table.borders.begin(), table.borders.end(), static_cast<std::int64_t>(r));
            const bool samePart =
                end < values.size() && (border == table.borders.end() || static_cast<std::int64_t>(end) < *border);
            if (!samePart) {
                values[r] = before;
                continue;
            }
            const double share = static_cast<double>(r + 1 - begin) / static_cast<double>(end + 1 - begin);
            // That the row is missing is known no sooner than its value would be
            const bool looksOn = method_ == Method::Cubic && end + 1 < values.size() &&
                                 (border == table.borders.end() || static_cast<std::int64_t>(end + 1) < *border);
            const bool seesNext = looksOn && !std::isnan(values[end + 1]);
            values[r] = method_ == Method::Cubic ? cubic(values, begin, end, seesNext, share)
                                                 : before + share * (values[end] - before);
            if (table.knownAt.empty()) {
                table.knownAt.resize(values.size());
                std::iota(table.knownAt.begin(), table.knownAt.end(), std::int64_t{0});
            }
            // No window may end between the gap and the last row that was looked at
            const auto last = static_cast<std::int64_t>(looksOn ? end + 1 : end);
            table.knownAt[r] = std::max(table.knownAt[r], last);
            if (looksOn) table.knownAt[end] = std::max(table.knownAt[end], last);
        }
    }

    /// Hermite's cubic from the row before the gap to the one after it, with the slopes that the values had before it
    /// and have after it; the chord's where they are not known.
    static double cubic(const std::vector<double>& values, std::size_t begin, std::size_t end, bool seesNext,
                        double s) {
        const double from = values[begin - 1], to = values[end];
        const auto length = static_cast<double>(end + 1 - begin);
        const double into =
                         begin >= 2 && !std::isnan(values[begin - 2]) ? length * (from - values[begin - 2]) : to - from,
                     out = seesNext ? length * (values[end + 1] - to) : to - from;
        const double t = s - 1;
        return (1 + 2 * s) * t * t * from + s * t * t * into + s * s * (3 - 2 * s) * to + s * s * t * out;
    }

    Method method_;
    std::int64_t season_;
    std::vector<double> means_;
    std::vector<std::string> names_, only_;
};

Method methodOf(const std::string& text) {
    if (text == "hold") return Method::Hold;
    if (text == "mean") return Method::Mean;
    if (text == "seasonal") return Method::Seasonal;
    if (text == "cubic") return Method::Cubic;
    return text == "drop" ? Method::Drop : Method::Linear;
}

std::unique_ptr<FittedStep> constantFill(const RecipeStep& row, const RecipeStepConfig& config) {
    return std::make_unique<ConstantFill>(namesOf(textOf(row, config, "columns")), numberOf(row, config, "value"));
}

Result<std::unique_ptr<FittedStep>> fitFill(const TrainView& train, const RecipeStepConfig& config) {
    const RecipeStep row = fill();
    auto only = columnsIn(train, textOf(row, config, "columns"));
    if (!only) return only.error();
    if (textOf(row, config, "method") == "constant") return constantFill(row, config);
    std::vector<double> means;
    std::vector<std::string> names;
    for (std::size_t c = 0; c < train.columns(); ++c) {
        names.push_back(train.name(c));
        if (!isChosen(*only, names.back())) {
            means.push_back(0);
            continue;
        }
        const auto values = valuesToLearn(train, c);
        if (!values) return values.error();
        means.push_back(std::accumulate(values->begin(), values->end(), 0.0) / static_cast<double>(values->size()));
    }
    const auto season = static_cast<std::int64_t>(numberOf(row, config, "season"));
    return std::unique_ptr<FittedStep>(std::make_unique<FillStep>(
        methodOf(textOf(row, config, "method")), season, std::move(means), std::move(names), std::move(*only)));
}

Result<std::unique_ptr<FittedStep>> restoreFill(const SavedStep& kept) {
    if (textOf(fill(), kept.config, "method") == "constant") return constantFill(fill(), kept.config);
    auto means = learnedNumbers(kept.learned, "mean");
    if (!means) return means.error();
    const RecipeStep row = fill();
    const auto season = static_cast<std::int64_t>(numberOf(row, kept.config, "season"));
    return std::unique_ptr<FittedStep>(std::make_unique<FillStep>(methodOf(textOf(row, kept.config, "method")), season,
                                                                  std::move(*means), kept.learned.columns,
                                                                  namesOf(textOf(row, kept.config, "columns"))));
}

}  // namespace

RecipeStep fill() {
    constexpr double kMost = 1e15;
    return {
        "fill",
        GATELAB_TEXT("recipe", "Fill gaps"),
        GATELAB_TEXT(
            "recipe",
            "Hold: last value. Linear: a line across the gap, using the value after it; windows that end inside such a "
            "gap are left "
            "out. Cubic: a curve with the slopes on both sides of the gap (Hermite, no spline through all values), "
            "else as linear. Mean: of the training part. Seasonal: "
            "one season before. Drop: leave out windows that touch a gap. Constant: a blank means this value, as 0 an "
            "amount that was not paid; in a target it is then a value as any other."),
        {{"method",
          GATELAB_TEXT("recipe", "Method"),
          "linear",
          {{"hold", GATELAB_TEXT("recipe", "hold")},
           {"linear", GATELAB_TEXT("recipe", "linear")},
           {"cubic", GATELAB_TEXT("recipe", "cubic")},
           {"mean", GATELAB_TEXT("recipe", "mean")},
           {"seasonal", GATELAB_TEXT("recipe", "seasonal")},
           {"drop", GATELAB_TEXT("recipe", "drop")},
           {"constant", GATELAB_TEXT("recipe", "constant")}}},
         {"season", GATELAB_TEXT("recipe", "Season in rows"), "24", {}, 1, 1e6},
         {"value", GATELAB_TEXT("recipe", "Value (constant)"), "0", {}, -kMost, kMost},
         {"columns", GATELAB_TEXT("recipe", "Columns (a|b; empty: all)"), "", {}, 0, 0, true}},
        fitFill,
        restoreFill};
}

}  // namespace gatelab::steps

namespace gatelab {

std::vector<std::string> namedColumns(const RecipeStepConfig& step) {
    const auto columns = step.parameters.find("columns");
    return columns == step.parameters.end() ? std::vector<std::string>() : steps::namesOf(columns->second);
}

bool isConstantFill(const RecipeStepConfig& step) {
    return step.key == "fill" && steps::textOf(steps::fill(), step, "method") == "constant";
}

std::string zeroStep(std::span<const std::string> columns) {
    return formatRecipeStep({"fill", {{"method", "constant"}, {"value", "0"}, {"columns", steps::namesText(columns)}}});
}

}  // namespace gatelab
