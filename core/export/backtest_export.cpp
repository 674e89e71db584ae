// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/backtest_export.h"

#include "io/csv_cell.h"
#include "io/file_io.h"

#include <algorithm>
#include <string>

namespace gatelab {

Result<> exportBacktestCsv(const Backtest& backtest, IntervalMethod method, const std::filesystem::path& path) {
    const BacktestIntervals intervals = makeIntervals(backtest, method);
    const bool isMany = !backtest.seriesEnds.empty();
    std::string text = std::string(isMany ? "series," : "") + "window,cutoff,step,target,truth,season_error";
    for (const BacktestMethod& one : backtest.methods) text += ',' + csvText(one.key);
    for (const double level : intervals.levels) text += ",q", appendCsvNumber(text, level);
    text += '\n';
    const std::size_t targets = backtest.targets.size();
    for (std::size_t at = 0; at < backtest.truth.size(); ++at) {
        const std::size_t window = at / backtest.perWindow();
        std::int64_t firstRow = 0;
        if (isMany) {
            const std::size_t series = backtest.seriesOf(window);
            text += csvText(backtest.nameOfSeries(series)) + ',';
            firstRow = series > 0 ? backtest.seriesEnds[series - 1] : 0;
        }
        text += std::to_string(window) + ',' + std::to_string(backtest.cutoffs[window] - firstRow) + ',' +
                std::to_string(at % backtest.perWindow() / targets + 1) + ',' + csvText(backtest.targets[at % targets]);
        const auto add = [&](double value) { text += ',', appendCsvNumber(text, value); };
        add(backtest.truth[at]), add(backtest.seasonErrors[window * targets + at % targets]);
        for (const BacktestMethod& one : backtest.methods) add(one.forecast[at]);
        for (const std::vector<double>& quantile : intervals.quantiles) add(quantile[at]);
        text += '\n';
    }
    return writeFileDurably(path, text);
}

}  // namespace gatelab
