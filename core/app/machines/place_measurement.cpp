// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/machines/place_measurement.h"

#include "app/epoch_time.h"
#include "app/machines/rank_forecast.h"
#include "base/clock.h"
#include "config/config_io.h"
#include "data/data_identity.h"
#include "session/measure_ranks.h"
#include "session/rank_hosts.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {
constexpr double kOfHosts = 0.3, kBeforeSteps = 0.6;  // shares of the time, roughly
}

Result<MeasuredRanks> measurePlace(Engine& engine, const TrainingPlace& place, const ExperimentConfig& config,
                                   const std::shared_ptr<const Dataset>& data, const Progress& progress) {
    ExperimentConfig alone = config;
    alone.ranks = 1;
    alone.isolated = false;
    const auto checked = engine.check(alone, data, {});
    if (!checked.ok()) return checked.error();
    const auto from = [&progress](double begin, double share) -> Progress {
        return [&progress, begin, share](double done) {
            return report(progress, done < 0 ? begin : begin + share * done);
        };
    };
    RankSetup setup = place.setup;
    if (!setup.hosts.empty()) {
        auto address = checkHosts(setup, configToJson(alone), dataIdentity(**checked, alone), from(0, kOfHosts));
        if (!address.ok()) return address.error();
        setup.address = std::move(*address);
    }
    MeasuredRanks measured;
    measured.hosts = setup.hosts.empty() ? std::string() : setup.hostsText();
    measured.ranks = std::max<std::int64_t>(2, std::max<std::int64_t>(1, place.ranks) + setup.ranksOfHosts());
    measured.measured = wallSeconds();
    measured.settings = workIdentity(config);
    auto links = measureRanks(setup, measured.ranks, from(kOfHosts, 0));
    if (!links.ok()) return links.error();
    measured.links = std::move(*links);
    measured.costs = slowestOf(measured.links);
    const auto epoch = measureEpoch(engine, alone, *checked, from(kBeforeSteps, 1 - kBeforeSteps), 1);
    if (!epoch.ok()) return epoch.error();
    auto work = sharedStep(alone, epoch->plan, epoch->time.seconds);
    if (!work)
        return Error{ErrorCode::Internal, GATELAB_TEXT("Ranks", "the time of a step of these settings is not known")};
    measured.work = *work;
    return measured;
}

}  // namespace gatelab
