// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/training_place.h"

#include <QString>
#include <memory>

namespace gatelab {

/// Where a run of the window trains. Threads and ranks of this computer are settings of the run; here stands what is
/// beyond it.
struct PlaceChoice {
    enum class Kind { Here, Hosts, Cluster };

    Kind kind = Kind::Here;
    QString hosts = {};    ///< "h1:4,user@h2", as they were typed
    QString program = {};  ///< gatelab-worker on the hosts; empty: where it is here
    QString profile = {};  ///< of the cluster
    bool operator==(const PlaceChoice&) const = default;
};

/// Key of the finding (ExperimentModel::setUnread) of a place that cannot be; no setting has it.
inline constexpr const char* kPlaceFinding = "place";

/// Its hosts; null: all ranks are on this computer. InvalidInput: what was typed is no list of hosts.
Result<std::shared_ptr<const TrainingPlace>> placeOf(const PlaceChoice& choice, std::int64_t ranks = 0);
/// Why these settings cannot train there, as far as it is known without asking the hosts or the cluster; empty: they
/// can. Of this computer nothing: there the settings tell (ExperimentModel::findings).
QString placeObstacle(const PlaceChoice& choice, const ExperimentConfig& config, bool onGpu);

}  // namespace gatelab
