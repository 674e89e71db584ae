// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/training_place.h"

#include "config/config_io.h"
#include "data/data_identity.h"
#include "session/rank_hosts.h"

#include <algorithm>
#include <utility>

namespace gatelab {

ExperimentConfig placedAt(const TrainingPlace& place, ExperimentConfig config) {
    if (place.ranks > 0) config.ranks = place.ranks;
    config.ranks += place.setup.ranksOfHosts();
    return config;
}

ExperimentConfig placedAgain(const TrainingPlace& place, ExperimentConfig config) {
    const std::int64_t away = place.setup.ranksOfHosts();
    config.ranks = place.ranks > 0 ? place.ranks + away : std::max(config.ranks, away > 0 ? away + 1 : 1);
    return config;
}

Result<std::shared_ptr<const TrainingPlace>> reachHosts(const std::shared_ptr<const TrainingPlace>& place,
                                                        const ExperimentConfig& placed, const Dataset& data) {
    if (place == nullptr || place->setup.hosts.empty()) return place;
    auto address = checkHosts(place->setup, configToJson(placed), dataIdentity(data, placed));
    if (!address.ok()) return address.error();
    auto reached = std::make_shared<TrainingPlace>(*place);
    reached->setup.address = std::move(*address);
    return std::shared_ptr<const TrainingPlace>(std::move(reached));
}

}  // namespace gatelab
