// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/suggest/suggestion_members.h"

#include "config/architecture.h"
#include "config/linear_path.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/setting_predicates.h"
#include "data/findings/mended_series.h"
#include "data/many/many_series.h"
#include "data/many/member_split.h"
#include "data/prepared_windows.h"
#include "data/rows_ahead.h"
#include "data/split.h"
#include "data/windows.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

namespace {

// Of validation and test: all of their windows are judged, those of the validation part after every epoch
constexpr std::int64_t kMaxPartRows = 10'000;

/// The network alone, or beside a linear map that is fitted before it learns; what the map is worth, alone.
void suggestStart(Suggester& to, const Series& series) {
    const double linear = linearError(series, to.config());
    const FieldValue drawn = std::string("uniform"), fitted = std::string(kLeastSquares);
    if (seeksForecast(to.config()) && !isXla(to.config().device)) {
        to.suggest("linear_path", true,
                   GATELAB_TEXT("Suggestion",
                                "most series are forecast well by a linear map; the network adds what that cannot"));
        to.suggest("initialisation", fitted,
                   GATELAB_TEXT("Suggestion",
                                "the linear path is fitted before the first step, so that the run starts at the best "
                                "of linear and simple forecasts and keeps it where nothing better comes"));
        to.insteadOf("initialisation", {{"linear_path", false}, {"initialisation", drawn}}, 1 / linear - 1);
        return;
    }
    const bool onXla = isXla(to.config().device);
    to.suggest(
        "linear_path", false,
        onXla ? GATELAB_TEXT("Suggestion", "XLA devices compute no linear map beside the network")
              : GATELAB_TEXT("Suggestion", "an experiment is about the network: no linear map forecasts beside it"));
    to.suggest("initialisation", drawn,
               GATELAB_TEXT("Suggestion",
                            "the network starts from drawn weights, so that what it forecasts is what it has learned"));
    if (!onXla) to.insteadOf("initialisation", {{"linear_path", true}, {"initialisation", fitted}}, linear - 1);
}

/// With the price of twice as many.
void suggestUnits(Suggester& to) {
    const std::int64_t units = ExperimentConfig().hiddenSize;
    to.suggest("hidden_size", units,
               GATELAB_TEXT("Suggestion", "over a panel of series twice as many did no better, and take longer"));
    ExperimentConfig twice = to.config();
    twice.hiddenSize = 2 * units;
    const ModelShape shape{std::max<std::int64_t>(1, std::ssize(twice.inputs)),
                           std::max<std::int64_t>(1, std::ssize(twice.targets))};
    to.insteadOf(
        "hidden_size", {{"hidden_size", twice.hiddenSize}}, Suggester::kUnknown,
        describeArchitecture(twice, shape).multiplyAdds / describeArchitecture(to.config(), shape).multiplyAdds);
}

/// Training windows of these data with these settings, as the window and a run count them; of long series their places,
/// those with missing values among them.
std::int64_t trainExamples(const SeriesPtr& all, ExperimentConfig config, std::int64_t stride) {
    constexpr std::int64_t kMostValues = 500'000;  // that are prepared at once
    config.stride = stride;
    if (all->rows() * std::ssize(all->channels) <= kMostValues)
        if (const auto prepared = prepareWindows(all, config); prepared.ok()) return prepared->windows.train.size();
    const auto placesIn = [&](std::string_view parts, std::int64_t rows) {
        const auto split = splitRows(parts, rows, config.splitGap);
        return split.ok() ? windowPlaces(split->train, config.lookback, config.horizon, trainStride(config)) : 0;
    };
    if (!isMany(*all)) return placesIn(observedSplit(*all, config), all->rows());
    const auto splits = memberSplits(*all, config);
    const std::vector<SeriesMember> members = membersOf(*all);
    std::int64_t places = 0;
    for (std::size_t i = 0; splits.ok() && i < members.size(); ++i)
        if ((*splits)[i].trains) places += placesIn((*splits)[i].parts, members[i].rows());
    return places;
}

}  // namespace

void suggestForecast(Suggester& to, const SeriesPtr& series, const SeriesPtr& all, std::optional<FoundFacts>& found) {
    const std::int64_t rows = series->rows() - rowsWaiting(*series, to.config(), 0, series->rows());
    if (rows > 5 * kMaxPartRows)
        to.suggest(
            "split",
            std::to_string(rows - 2 * kMaxPartRows) + "/" + std::to_string(kMaxPartRows) + "/" +
                std::to_string(kMaxPartRows),
            {GATELAB_TEXT("Suggestion", "of %1 rows, so many are enough to judge by; all others are learned from"),
             {rows}});
    ExperimentConfig alone = to.config();
    if (!to.isGiven("inputs") && alone.inputs.empty()) {
        if (alone.targets.empty()) alone.targets = {series->channels.back().name};
        alone.inputs = alone.targets;
    }
    const SeriesPtr mended = mendedSeries(series, alone);
    if (!found) {
        found = FoundFacts{seriesFacts(series, alone), {}, {}};
        if (isMany(*all)) found->drifting.clear();  // of many series nothing is told of it
        if (found->trainRows >= 4) judgeColumns(isMany(*all) ? all : mended, *series, alone, *found);
        if (!isMany(*all)) leaveEndedOut(*series, alone.targets, *found);
    }
    const FoundFacts& facts = *found;
    if (facts.trainRows < 4) return;
    suggestInputs(to, *mended, alone, facts);
    suggestGiven(to, *mended, facts);
    suggestWindows(to, *mended, facts);
    suggestAnchor(to, facts);
    suggestStart(to, *mended);
    suggestUnits(to);
    to.suggest("learning_rate", 0.01,
               GATELAB_TEXT("Suggestion", "the rate that did best over a panel of series with this schedule"));
    to.suggest("schedule", std::string("one-cycle"),
               GATELAB_TEXT("Suggestion", "few steps go furthest when the rate rises and falls once over the run"));
    if (!splitRows(observedSplit(*series, to.config()), series->rows(), to.config().splitGap).ok()) return;
    constexpr std::int64_t kSteps = 1200;
    const std::int64_t most = kSteps / kMinSuggestedEpochs * 64;
    std::int64_t examples = trainExamples(all, to.config(), to.isGiven("stride") ? to.config().stride : 1);
    if (!to.isGiven("stride") && examples > most) {
        to.suggest("stride", std::clamp<std::int64_t>((examples + most - 1) / most, 1, to.config().lookback),
                   {GATELAB_TEXT("Suggestion",
                                 "%1 windows that share all but one row: every so many of them are enough, and the "
                                 "validation part is looked at more often"),
                    {examples}});
        to.insteadOf("stride", {{"stride", std::int64_t{1}}}, Suggester::kUnknown,
                     static_cast<double>(to.config().stride));
        examples = trainExamples(all, to.config(), to.config().stride);
    }
    suggestLength(to, std::max<std::int64_t>(1, examples), kSteps);
}

}  // namespace gatelab
