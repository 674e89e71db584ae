// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/outside/external_score.h"

#include "app/outside/many_score.h"
#include "app/run_data.h"
#include "config/setting_predicates.h"
#include "data/many/many_series.h"
#include "data/readers.h"
#include "store/data_for_run.h"
#include "store/saved_preparation_file.h"

#include <memory>
#include <utility>

namespace gatelab {

Result<ExternalScore> scoreBesideRun(const BacktestRequest& asked, const ExperimentConfig& config,
                                     const std::filesystem::path& file, const std::vector<std::string>& targets,
                                     const BacktestMaker& make, const BacktestWatch& watch, IntervalMethod method) {
    if (!isForecast(config))
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Backtest",
                                  "this run answers for whole sequences, and what is scored here are forecasts of a "
                                  "series: read the file on the page Forecasts ('gatelab-worker classify RUN --data "
                                  "FILE'), where its classes are compared with the answers")};
    const auto given = readForecastFile(file);
    if (!given.ok()) return given.error();
    if (auto there = checkRunData(asked.runFolder, config); !there.ok()) return there.error();
    auto data = loadDataset(withKeptData(config, asked.runFolder));
    if (!data.ok()) return data.error();
    if (!data->series)
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Backtest", "this run reads whole sequences; there are no origins to forecast from")};
    const auto placed = placeForecasts(*given, *data->series, targets.empty() ? config.targets : targets);
    if (!placed.ok()) return placed.error();
    if (isMany(*data->series)) {
        auto named = withKeptColumns(config, asked.runFolder);
        if (!named.ok()) return named.error();
        const auto engine = openEngine();
        if (!engine.ok()) return engine.error();
        const ManyRun run{asked.runFolder, std::move(*named), std::make_shared<const Dataset>(std::move(*data)),
                          asked.plan.seasonality};
        auto scored =
            scoreBesideManyRun(run, *placed, method, **engine, [&](double share) { return watch(Backtest(), share); });
        if (scored.ok()) scored->backtest.run = asked.run;
        return scored;
    }
    BacktestRequest request = asked;
    request.data = std::make_shared<const Dataset>(std::move(*data));
    request.plan = {};
    request.plan.seasonality = asked.plan.seasonality, request.plan.origins = originsOf(*placed);
    const auto own = make(request, watch);
    if (!own.ok()) return own.error();
    ExternalScore all{{}, placed->notes};
    auto beside = besideRun(*placed, *own, all.notes);
    if (!beside.ok()) return beside.error();
    all.backtest = std::move(*beside);
    return all;
}

}  // namespace gatelab
