// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/place_choice.h"

#include "common/texts.h"
#include "config/rank_obstacle.h"

#include <QCoreApplication>

#include <utility>

namespace gatelab {

Result<std::shared_ptr<const TrainingPlace>> placeOf(const PlaceChoice& choice, std::int64_t ranks) {
    if (choice.kind != PlaceChoice::Kind::Hosts && ranks == 0) return std::shared_ptr<const TrainingPlace>();
    auto place = std::make_shared<TrainingPlace>();
    place->ranks = ranks;
    if (choice.kind == PlaceChoice::Kind::Hosts) {
        auto hosts = rankHostsFrom(choice.hosts.trimmed().toStdString());
        if (!hosts.ok()) return hosts.error();
        place->setup.hosts = std::move(*hosts);
        place->setup.program = choice.program.trimmed().toStdString();
    }
    return std::shared_ptr<const TrainingPlace>(std::move(place));
}

QString placeObstacle(const PlaceChoice& choice, const ExperimentConfig& config, bool onGpu) {
    if (choice.kind == PlaceChoice::Kind::Cluster)
        return choice.profile.isEmpty()
                   ? QCoreApplication::translate(
                         "PlaceChoice",
                         QT_TRANSLATE_NOOP("PlaceChoice", "Choose a profile of the cluster, or make one."))
                   : QString();
    if (choice.kind != PlaceChoice::Kind::Hosts) return {};
    if (choice.hosts.trimmed().isEmpty())
        return QCoreApplication::translate(
            "PlaceChoice",
            QT_TRANSLATE_NOOP("PlaceChoice", "Type hosts with their numbers of ranks, for instance h1:4,h2."));
    const auto place = placeOf(choice);
    if (!place.ok()) return translated(place.error());
    return translated(rankObstacle(placedAt(**place, config), onGpu));
}

}  // namespace gatelab
