// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/row_forecaster.h"

#include "config/setting_predicates.h"
#include "forecast/future_forecast.h"
#include "forecast/row_network.h"
#include "plan/devices.h"
#include "store/saved_preparation_file.h"

#include <algorithm>

namespace gatelab {

namespace {

/// Rows kept beside those of the window: what smoothing, filters and seasonal steps of the recipe look back on.
constexpr std::int64_t kRowsBefore = 4096;

class RowForecaster final : public SampleForecaster {
public:
    /// `kept` is of a series.
    RowForecaster(SavedPreparation kept, RunWeights weights, std::optional<PackedNetwork> packed)
        : kept_(std::move(kept)), network_(std::move(weights), std::move(packed)) {
        rows_ = std::make_shared<Series>();
        rows_->name = "rows";
        for (const FittedRecipe::Column& column : kept_.series->columns) {
            columns_.push_back(column.name);
            if (column.target) targets_.push_back(column.name);
            rows_->channels.push_back({column.name, column.unit, {}});
        }
        for (const ApartColumn& column : kept_.series->apart) {
            columns_.push_back(column.name);
            rows_->channels.push_back({column.name, "", {}});
        }
        rows_->time.stepMicros = kept_.series->stepMicros;
    }

    const std::vector<std::string>& columns() const override { return columns_; }
    const std::vector<std::string>& targets() const override { return targets_; }
    std::int64_t lookback() const override { return network_.config().lookback; }
    std::int64_t horizon() const override { return network_.config().horizon; }

    Result<FutureForecast> add(const std::vector<double>& row) override {
        if (auto fits = checkRowWidth(row.size(), columns_.size()); !fits.ok()) return fits.error();
        const std::int64_t most = lookback() + kRowsBefore;
        for (std::size_t c = 0; c < row.size(); ++c) {
            std::vector<double> values = rows_->channels[c].values.take();
            // In blocks, so that not every row moves all of them.
            if (static_cast<std::int64_t>(values.size()) >= 2 * most)
                values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(most));
            values.push_back(row[c]);
            rows_->channels[c].values = std::move(values);
        }
        if (rows_->rows() < lookback()) return FutureForecast{};
        auto kept = makeSavedRunPlan(kept_, network_.config(), {rows_, nullptr}, horizon());
        if (!kept.ok()) return kept.error();
        const LibrarySettings settings(kept->plan.config, kept->plan.device, LibrarySettings::Of::LookingIn);
        const auto objective = network_.on(kept->plan);
        if (!objective.ok()) return objective.error();
        return forecastFuture(*kept, **objective, std::make_shared<const DeviceSeries>(placeSeries(kept->plan)),
                              horizon());
    }

    Phrase unlike() const override { return unlikeTraining(differencesFrom(*kept_.series, *rows_)); }

private:
    SavedPreparation kept_;
    RowNetwork network_;
    std::vector<std::string> columns_, targets_;
    std::shared_ptr<Series> rows_;
};

}  // namespace

Result<std::unique_ptr<SampleForecaster>> openRowForecaster(const std::filesystem::path& runFolder,
                                                            std::optional<PackedNetwork> packed) {
    auto loaded = readRowWeights(runFolder);
    if (!loaded.ok()) return loaded.error();
    if (!isForecast(loaded->config))
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Training", "this run reads whole sequences; give it a file of them")};
    auto kept = readPreparation(runFolder);
    if (!kept.ok()) return kept.error();
    if (!kept->series)
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Preparing", "the run's record names no target column")};
    if (!kept->series->members.empty())
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Training",
                                  "this run forecasts many series, and a row does not say of which it is; give the run "
                                  "a file")};
    if (std::ranges::any_of(kept->series->steps,
                            [](const FittedRecipe::Step& step) { return step.text.starts_with("calendar"); }))
        return Error{
            ErrorCode::Unsupported,
            GATELAB_TEXT("Training",
                         "the recipe asks for the time of every row, and single rows have none; give the run a file")};
    return std::unique_ptr<SampleForecaster>(
        std::make_unique<RowForecaster>(std::move(*kept), std::move(*loaded), std::move(packed)));
}

}  // namespace gatelab
