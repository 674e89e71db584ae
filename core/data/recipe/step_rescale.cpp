// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/field.h"
#include "data/recipe/recipe_steps.h"
#include "data/recipe/rescaled_rows.h"
#include "data/recipe/row_spans.h"

#include <algorithm>
#include <optional>

namespace gatelab {
namespace {

/// Rows that were written in another unit than those after them: times * x + plus. Not undone in forecasts, which are
/// in the unit of the rows that stay; the truth of such rows is rescaled as well. Learns nothing.
class RescaleStep final : public steps::TruthStep {
public:
    /// `firstRow`: as rowsOf() has it.
    RescaleStep(std::vector<std::string> columns, std::vector<steps::RowSpan> spans, double times, double plus,
                std::optional<std::int64_t> firstRow)
        : columns_(std::move(columns)), spans_(std::move(spans)), times_(times), plus_(plus), firstRow_(firstRow) {}

    Result<> check(const Table& table) const override { return steps::checkRows(table, spans_, firstRow_); }
    std::string state() const override { return "{}"; }

    [[nodiscard]] bool concerns(const std::string& column) const override {
        return columns_.empty() || std::ranges::find(columns_, column) != columns_.end();
    }
    void correct(const TimeAxis& time, std::span<double> values) const override {
        std::vector<RowRange> all;
        for (const steps::RowSpan& span : spans_)
            for (const RowRange& rows : steps::rowsOf(time, std::ssize(values), span, firstRow_)) all.push_back(rows);
        std::ranges::sort(all, {}, &RowRange::begin);
        std::int64_t done = 0;  // ranges that overlap change each row once
        for (const RowRange& rows : all) {
            for (std::int64_t r = std::max(done, rows.begin); r < rows.end; ++r) {
                double& value = values[static_cast<std::size_t>(r)];
                value = times_ * value + plus_;
            }
            done = std::max(done, rows.end);
        }
    }

private:
    std::vector<std::string> columns_;
    std::vector<steps::RowSpan> spans_;
    double times_, plus_;
    std::optional<std::int64_t> firstRow_;
};

std::unique_ptr<FittedStep> made(std::vector<std::string> columns, std::vector<steps::RowSpan> spans,
                                 const RecipeStepConfig& config, std::optional<std::int64_t> firstRow) {
    const RecipeStep row = steps::rescale();
    return std::make_unique<RescaleStep>(std::move(columns), std::move(spans), steps::numberOf(row, config, "times"),
                                         steps::numberOf(row, config, "plus"), firstRow);
}

Result<std::unique_ptr<FittedStep>> fitRescale(const TrainView& train, const RecipeStepConfig& config) {
    const RecipeStep row = steps::rescale();
    auto columns = steps::columnsIn(train, steps::textOf(row, config, "columns"));
    if (!columns) return columns.error();
    auto spans = steps::rowSpans(train, steps::textOf(row, config, "rows"));
    if (!spans) return spans.error();
    if (steps::numberOf(row, config, "times") == 0)
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Preparing", "times 0 leaves nothing of the values")};
    return made(std::move(*columns), std::move(*spans), config, 0);
}

Result<std::unique_ptr<FittedStep>> restoreRescale(const SavedStep& kept) {
    const RecipeStep row = steps::rescale();
    auto spans = steps::rowSpans(steps::textOf(row, kept.config, "rows"));
    if (!spans) return spans.error();
    return made(steps::namesOf(steps::textOf(row, kept.config, "columns")), std::move(*spans), kept.config,
                kept.firstRow);
}

}  // namespace

bool isRescaled(const PreparedSeries& prepared, const std::string& column) {
    return std::ranges::any_of(prepared.steps, [&](const auto& step) {
        const auto* truth = dynamic_cast<const steps::TruthStep*>(step.get());
        return truth != nullptr && truth->concerns(column);
    });
}

std::vector<double> rescaledSource(const PreparedSeries& prepared, const std::string& column) {
    std::vector<double> values = prepared.source->channels[*prepared.source->find(column)].values.vector();
    for (const auto& step : prepared.steps)
        if (const auto* truth = dynamic_cast<const steps::TruthStep*>(step.get());
            truth != nullptr && truth->concerns(column))
            truth->correct(prepared.table.time, values);
    return values;
}

std::optional<Series> rescaledSeries(const Series& series, std::span<const std::string> recipe) {
    std::optional<Series> other;
    for (const std::string& text : recipe) {
        const auto truth = steps::truthStep(text);
        if (!truth) continue;
        if (!other) other = series;
        for (Channel& channel : other->channels)
            if (truth->concerns(channel.name)) truth->correct(series.time, channel.values.edit());
    }
    return other;
}

std::string rescaleStep(const std::string& column, RowRange rows, double times, double plus, const TimeAxis& time) {
    RecipeStepConfig step;
    step.key = "rescale";
    step.parameters["columns"] = steps::escaped(column);
    // A row beyond the border that shares its time is none of them: then they are told by their numbers.
    const auto isShared = [&](std::int64_t row) {
        return time.known() && row > 0 && row < std::ssize(time.values) &&
               time.values[static_cast<std::size_t>(row - 1)] == time.values[static_cast<std::size_t>(row)];
    };
    const bool byRow = isShared(rows.begin) || isShared(rows.end);
    step.parameters["rows"] = steps::rowsText(std::span(&rows, 1), byRow ? TimeAxis() : time);
    step.parameters["times"] = formatFieldValue(times);
    if (plus != 0) step.parameters["plus"] = formatFieldValue(plus);
    return formatRecipeStep(step);
}

namespace steps {

std::unique_ptr<TruthStep> truthStep(std::string_view text) {
    const auto config = parseRecipeStep(text);
    const bool mayBe = config.ok() && config->enabled && (config->key == "rescale" || config->key == "fill");
    if (!mayBe) return nullptr;
    auto step = findRecipeStep(config->key)->restore({{}, *config, 0});
    if (!step.ok() || dynamic_cast<TruthStep*>(step->get()) == nullptr) return nullptr;
    return std::unique_ptr<TruthStep>(static_cast<TruthStep*>(step->release()));
}

RecipeStep rescale() {
    constexpr double kMost = 1e15;
    return {"rescale",
            GATELAB_TEXT("recipe", "Rescale rows"),
            GATELAB_TEXT("recipe",
                         "Rows that are in another unit than the others: each value times a number, plus a number. "
                         "Scores and forecasts are in the unit that the rows then have."),
            {{"columns", GATELAB_TEXT("recipe", "Columns (a|b; empty: all)"), "", {}, 0, 0, true},
             {"rows", GATELAB_TEXT("recipe", "Rows or times (first..last|...)"), "", {}, 0, 0, true},
             {"times", GATELAB_TEXT("recipe", "Times"), "1", {}, -kMost, kMost},
             {"plus", GATELAB_TEXT("recipe", "Plus"), "0", {}, -kMost, kMost}},
            fitRescale,
            restoreRescale,
            true};
}

}  // namespace steps
}  // namespace gatelab
