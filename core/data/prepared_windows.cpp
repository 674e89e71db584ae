// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/prepared_windows.h"

#include <utility>

namespace gatelab {

Result<PreparedWindows> prepareWindows(const SeriesPtr& series, const ExperimentConfig& config) {
    auto prepared = prepareSeries(series, config);
    if (!prepared.ok()) return prepared.error();
    auto windows = makeWindows(**prepared, config);
    if (!windows.ok()) return windows.error().ofField("lookback");
    return PreparedWindows{std::move(*prepared), std::move(*windows)};
}

}  // namespace gatelab
