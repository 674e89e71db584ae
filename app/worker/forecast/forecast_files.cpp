// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/forecast/forecast_files.h"

#include "session/engine.h"

#include <cstdio>

namespace gatelab::worker {

Result<> writeForecasts(const ForecastOptions& options, const ForecastSet& set) {
    const auto notify = [&](const std::filesystem::path& path, std::size_t windows, std::int64_t steps) {
        if (options.json || path.empty()) return;
        if (!set.answers.empty())
            std::printf("wrote %s: %zu answer(s)\n", path.c_str(), set.answers.rows());
        else
            std::printf("wrote %s: %zu window(s) of %lld steps\n", path.c_str(), windows,
                        static_cast<long long>(steps));
    };
    const auto beside = [&](const char* what) {
        return options.csv.parent_path() / (options.csv.stem().string() + what + options.csv.extension().string());
    };
    const bool hasWindows = !set.originRows.empty() || !set.answers.empty();
    if (!options.csv.empty() && hasWindows) {
        if (auto written = exportForecastCsv(set, options.csv); !written.ok()) return written;
        notify(options.csv, set.originRows.size(), set.horizon);
    }
    if (!options.hdf5.empty()) {
        if (auto written = exportForecastHdf5(set, options.hdf5); !written.ok()) return written;
        notify(options.hdf5, hasWindows ? set.originRows.size() : 1, hasWindows ? set.horizon : options.ahead);
    }
    if (!options.csv.empty() && options.closedLoop > 0) {
        if (auto written = exportClosedLoopCsv(set, beside("-closed-loop")); !written.ok()) return written;
        notify(beside("-closed-loop"), 1, options.closedLoop);
    }
    if (options.csv.empty() || set.future.empty()) return {};
    const auto path = hasWindows ? beside("-future") : options.csv;
    if (auto written = exportFutureCsv(set, path); !written.ok()) return written;
    notify(path, 1, options.ahead);
    return {};
}

}  // namespace gatelab::worker
