// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/backtest/backtest.h"

#include "baselines/strong/strong_baselines.h"

#include <algorithm>

namespace gatelab {

std::int64_t Backtest::doneWindows() const { return std::ranges::count(done, std::int64_t{1}); }

const BacktestMethod* Backtest::find(std::string_view key) const {
    const auto found = std::ranges::find(methods, key, &BacktestMethod::key);
    return found == methods.end() ? nullptr : &*found;
}

std::string Backtest::nameOfSeries(std::size_t series) const {
    return series < seriesNames.size() ? seriesNames[series] : std::to_string(series + 1);
}

std::size_t Backtest::seriesOf(std::size_t window) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(seriesEnds, cutoffs[window]) - seriesEnds.begin());
}

Backtest doneOf(const Backtest& backtest) {
    if (backtest.finished()) return backtest;
    Backtest part = backtest;
    const auto keep = [&](auto& values, std::size_t each) {
        if (values.empty()) return;
        std::size_t at = 0;
        for (std::size_t w = 0; w < backtest.windows(); ++w)
            for (std::size_t i = 0; backtest.done[w] != 0 && i < each; ++i) values[at++] = values[w * each + i];
        values.resize(at);
    };
    const std::size_t each = backtest.perWindow();
    keep(part.truth, each), keep(part.seasonErrors, backtest.targets.size());
    keep(part.times, static_cast<std::size_t>(backtest.horizon));
    for (BacktestMethod& method : part.methods) {
        keep(method.forecast, each), keep(method.deviation, each);
        for (std::vector<double>& quantile : method.quantiles) keep(quantile, each);
    }
    for (std::vector<double>& quantile : part.quantiles) keep(quantile, each);
    keep(part.cutoffs, 1), keep(part.fittedRows, 1), keep(part.done, 1);
    return part;
}

namespace {
constexpr std::string_view kExternal = "external:";
}

std::string externalKey(const std::string& name) { return std::string(kExternal) + name; }
bool isExternal(std::string_view key) { return key.starts_with(kExternal); }

Phrase testedMethodLabel(const std::string& key) {
    if (isExternal(key)) return {GATELAB_TEXT("Backtest", "%1 (external)"), {key.substr(kExternal.size())}};
    if (key == "model") return GATELAB_TEXT("Backtest", "The run");
    if (key == "dropout") return GATELAB_TEXT("Backtest", "Monte-Carlo dropout");
    if (key == "ensemble") return GATELAB_TEXT("Backtest", "Seed ensemble");
    if (const Baseline* baseline = findBaseline(key)) return baseline->label;
    return key;
}

}  // namespace gatelab
