// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/forecast_pair.h"

#include "common/texts.h"
#include "common/theme.h"
#include "config/setting_predicates.h"
#include "data/recipe/shared_preparation.h"

#include <QCoreApplication>

#include <algorithm>
#include <unordered_map>

namespace gatelab {

namespace {

QString say(const char* source) { return QCoreApplication::translate("ForecastPair", source); }

QString countOf(std::size_t count) { return formatCount(static_cast<std::int64_t>(count)); }

}  // namespace

bool canShareForecasts(const ExperimentConfig& a, const ExperimentConfig& b) {
    if (!isForecast(a) || !isForecast(b) || dataKey(a) != dataKey(b)) return false;
    return a.targets.empty() || b.targets.empty() || std::ranges::any_of(a.targets, [&](const std::string& target) {
               return std::ranges::find(b.targets, target) != b.targets.end();
           });
}

std::optional<std::size_t> ForecastPair::secondOf(std::size_t window) const {
    const auto found = std::ranges::find(first, window);
    if (found == first.end()) return std::nullopt;
    return second[static_cast<std::size_t>(found - first.begin())];
}

ForecastPair pairForecasts(const ForecastSet& first, const ForecastSet& second) {
    std::unordered_map<std::int64_t, std::size_t> windows;
    for (std::size_t window = 0; window < second.originRows.size(); ++window)
        windows.emplace(second.originRows[window], window);
    ForecastPair pair;
    for (std::size_t window = 0; window < first.originRows.size(); ++window)
        if (const auto other = windows.find(first.originRows[window]); other != windows.end()) {
            pair.first.push_back(window);
            pair.second.push_back(other->second);
        }
    return pair;
}

std::optional<std::size_t> targetOf(const ForecastSet& set, const std::string& name) {
    const auto found = std::ranges::find(set.targets, name);
    if (found == set.targets.end()) return std::nullopt;
    return static_cast<std::size_t>(found - set.targets.begin());
}

QStringList unpairedTexts(const ForecastSet& first, const ForecastSet& second, const ForecastPair& pair,
                          std::size_t target, const QString& name) {
    if (target >= first.targets.size()) return {};
    if (!targetOf(second, first.targets[target]))
        return {say(QT_TRANSLATE_NOOP("ForecastPair", "Not drawn: %1 does not forecast %2."))
                    .arg(name, fromUtf8(first.targets[target]))};
    if (pair.first.empty())
        return {say(QT_TRANSLATE_NOOP("ForecastPair", "Not drawn: no window of %1 begins where one of this run does."))
                    .arg(name)};
    QStringList words;
    const std::size_t ofFirst = first.originRows.size(), ofSecond = second.originRows.size(), both = pair.first.size();
    if (both < ofFirst || both < ofSecond)
        words << say(QT_TRANSLATE_NOOP("ForecastPair",
                                       "Both forecast %1 windows, and only these are drawn of %4 and counted in the "
                                       "errors by step (this run has %2, %4 %3)."))
                     .arg(countOf(both), countOf(ofFirst), countOf(ofSecond), name);
    if (both < ofFirst && !first.baselineErrors.empty())
        words << say(
            QT_TRANSLATE_NOOP("ForecastPair", "The baseline is left out there: its errors are those of all windows."));
    if (first.horizon != second.horizon)
        words << say(QT_TRANSLATE_NOOP("ForecastPair", "This run forecasts %1 steps, %3 %2."))
                     .arg(formatCount(first.horizon), formatCount(second.horizon), name);
    if (!first.closedLoop.empty() && second.closedLoop.empty())
        words << say(QT_TRANSLATE_NOOP("ForecastPair", "%1 has no closed loop.")).arg(name);
    else if (!first.closedLoop.empty() && first.originRows.front() != second.originRows.front())
        words << say(QT_TRANSLATE_NOOP("ForecastPair", "The closed loop of %1 begins at another row and is not drawn."))
                     .arg(name);
    return words;
}

}  // namespace gatelab
