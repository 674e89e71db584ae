// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe_steps.h"

#include <cmath>

namespace gatelab::steps {
namespace {

struct Line {
    double intercept = 0, slope = 0;
    [[nodiscard]] double at(std::int64_t row) const { return intercept + slope * static_cast<double>(row); }
};

/// Subtracts the least-squares line of the training part, continued over all rows.
class DetrendStep final : public FittedStep {
public:
    /// firstRow: of the table that it is applied to, counted from the first row of the table that it was fitted on.
    DetrendStep(std::vector<Line> columns, std::vector<std::string> names, std::int64_t firstRow = 0)
        : columns_(std::move(columns)), names_(std::move(names)), firstRow_(firstRow) {}
    void apply(Table& table) const override {
        for (std::size_t c = 0; c < columns_.size(); ++c)
            for (std::size_t r = 0; r < table.columns[c].values.size(); ++r)
                table.columns[c].values[r] -= columns_[c].at(firstRow_ + static_cast<std::int64_t>(r));
    }
    void invert(std::size_t column, std::span<const double> history, std::span<double> values) const override {
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] += columns_[column].at(firstRow_ + static_cast<std::int64_t>(history.size() + i));
    }
    std::string state() const override {
        std::vector<double> intercepts, slopes;
        for (const Line& line : columns_) intercepts.push_back(line.intercept), slopes.push_back(line.slope);
        return jsonState(names_, {{"intercept", intercepts}, {"slope", slopes}});
    }

private:
    std::vector<Line> columns_;
    std::vector<std::string> names_;
    std::int64_t firstRow_;
};

Line learnLine(std::span<const double> values) {
    double count = 0, meanRow = 0, mean = 0;
    for (std::size_t r = 0; r < values.size(); ++r)
        if (std::isfinite(values[r])) {
            count += 1;
            meanRow += (static_cast<double>(r) - meanRow) / count;
            mean += (values[r] - mean) / count;
        }
    double across = 0, squares = 0;
    for (std::size_t r = 0; r < values.size(); ++r)
        if (std::isfinite(values[r])) {
            const double distance = static_cast<double>(r) - meanRow;
            across += distance * (values[r] - mean);
            squares += distance * distance;
        }
    const double slope = squares > 0 ? across / squares : 0;
    return {mean - slope * meanRow, slope};
}

Result<std::unique_ptr<FittedStep>> restoreDetrend(const SavedStep& kept) {
    const auto intercepts = learnedNumbers(kept.learned, "intercept"), slopes = learnedNumbers(kept.learned, "slope");
    if (!intercepts) return intercepts.error();
    if (!slopes) return slopes.error();
    if (!kept.firstRow)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing",
                                  "the trend goes on from the data of the training, and without times in both files "
                                  "nobody knows how many rows lie between them")};
    std::vector<Line> columns;
    for (std::size_t c = 0; c < intercepts->size(); ++c) columns.push_back({(*intercepts)[c], (*slopes)[c]});
    return std::unique_ptr<FittedStep>(
        std::make_unique<DetrendStep>(std::move(columns), kept.learned.columns, *kept.firstRow));
}

}  // namespace

RecipeStep detrend() {
    return {
        "detrend",
        GATELAB_TEXT("recipe", "Remove the trend"),
        GATELAB_TEXT("recipe", "Subtracts the straight line that fits the training part best; forecasts get it back."),
        {},
        [](const TrainView& train, const RecipeStepConfig&) -> Result<std::unique_ptr<FittedStep>> {
            std::vector<Line> columns;
            std::vector<std::string> names;
            for (std::size_t c = 0; c < train.columns(); ++c)
                columns.push_back(learnLine(train.values(c))), names.push_back(train.name(c));
            return std::unique_ptr<FittedStep>(std::make_unique<DetrendStep>(std::move(columns), std::move(names)));
        },
        restoreDetrend};
}

}  // namespace gatelab::steps
