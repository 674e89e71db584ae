// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/backtest/dropout_ahead.h"

#include "data/readers.h"
#include "forecast/saved_run_plan.h"
#include "plan/devices.h"
#include "replay/backtest/origin_forecasts.h"

#include <algorithm>

namespace gatelab {

Result<NormalAhead> dropoutAhead(const std::filesystem::path& runFolder, const std::shared_ptr<const Dataset>& data,
                                 std::int64_t samples) {
    auto weights = readRunWeights(runFolder);
    if (!weights.ok()) return weights.error();
    Dataset rows;
    if (data)
        rows = *data;
    else if (auto loaded = loadDataset(weights->config); loaded.ok())
        rows = std::move(*loaded);
    else
        return loaded.error();
    auto kept = makeSavedRunPlan(runFolder, weights->config, rows, weights->config.horizon);
    if (!kept.ok()) return kept.error();
    const LibrarySettings settings(kept->plan.config, kept->plan.device, LibrarySettings::Of::LookingIn);
    const std::int64_t start = kept->rows - kept->plan.config.lookback;
    const OriginNetwork network(std::move(kept->plan), std::move(*weights));
    auto forecasts = network.forecast({start}, samples, [] { return true; });
    if (!forecasts.ok()) return forecasts.error();
    if (std::ranges::all_of(forecasts->dropoutDeviation, [](double deviation) { return deviation == 0; }))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Backtest",
                                  "this network has no dropout; train with dropout (from two layers on), recurrent "
                                  "dropout or zoneout above 0")};
    return NormalAhead{std::move(forecasts->dropoutMean), std::move(forecasts->dropoutDeviation)};
}

}  // namespace gatelab
