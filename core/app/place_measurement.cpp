// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/place_measurement.h"

#include "app/epoch_time.h"
#include "app/rank_forecast.h"
#include "base/clock.h"
#include "session/measure_ranks.h"

#include <algorithm>
#include <utility>

namespace gatelab {

Result<PlaceMeasurement> measurePlace(Engine& engine, const TrainingPlace& place, const ExperimentConfig& config,
                                      const std::shared_ptr<const Dataset>& data, const Progress& progress) {
    ExperimentConfig alone = config;
    alone.ranks = 1;
    alone.isolated = false;
    const auto checked = engine.check(alone, data, {});
    if (!checked.ok()) return checked.error();
    const auto reached = reachHosts(std::make_shared<const TrainingPlace>(place), alone, **checked);
    if (!reached.ok()) return reached.error();
    const RankSetup& setup = (*reached)->setup;
    PlaceMeasurement measured;
    measured.found.hosts = setup.hosts.empty() ? std::string() : setup.hostsText();
    measured.found.ranks = std::max<std::int64_t>(2, std::max<std::int64_t>(1, place.ranks) + setup.ranksOfHosts());
    measured.found.measured = wallSeconds();
    measured.found.settings = workIdentity(config);
    if (!report(progress, -1))
        return Error{ErrorCode::Cancelled, GATELAB_TEXT("Training", "the measurement was stopped")};
    auto links = measureRanks(setup, measured.found.ranks);
    if (!links.ok()) return links.error();
    measured.links = std::move(*links);
    measured.found.costs = slowestOf(measured.links);
    const auto epoch = measureEpoch(engine, alone, *checked, progress, 1);
    if (!epoch.ok()) return epoch.error();
    auto work = sharedStep(alone, epoch->plan, epoch->time.seconds);
    if (!work)
        return Error{ErrorCode::Internal, GATELAB_TEXT("Ranks", "the time of a step of these settings is not known")};
    measured.found.work = *work;
    return measured;
}

}  // namespace gatelab
