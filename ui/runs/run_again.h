// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_actions.h"
#include "store/run_queue.h"

#include <QString>
#include <cstdint>
#include <optional>

/// A kept run once more, from its start or from a checkpoint, with its settings or those of the Model page. GUI thread.
namespace gatelab {

class ExperimentModel;
class QueueController;
class RunController;
struct RunSummary;

/// What is chosen for it.
struct RunAgain {
    QString checkpoint = {};                ///< it begins from: "last", "best", a step; empty: from the start
    bool asOnModelPage = false;             ///< with the settings of the Model page; else its own
    std::optional<std::int64_t> seed = {};  ///< none: that of the settings
};

/// The settings of the run as they were at this checkpoint, with what was changed while it went on; empty: at its
/// start.
ExperimentConfig settingsAt(const RunSummary& run, const QString& checkpoint);
/// Why the run has no such checkpoint, "last" or "best", in a few words; empty: it has.
QString checkpointObstacle(const RunSummary& run, const QString& checkpoint);

/// The run that comes of such a choice.
struct PlannedRun {
    QueuedRun run;     ///< from a checkpoint it trains as many epochs beyond those begun there as its settings say
    QString text;      ///< what it will be, in a sentence
    QString obstacle;  ///< why it cannot start; empty: it can
};
/// From a checkpoint it is refused when the weights would not fit the settings or the data that are open.
PlannedRun planAgain(const RunController& runs, const ExperimentModel& experiment, const RunSummary& run,
                     const RunAgain& choice);
/// In the queue, "last" and "best" mean those that are there when its turn comes.
Began runAgain(RunController& runs, QueueController& queue, ExperimentModel& experiment, const QString& runId,
               const RunAgain& choice);
/// Starts a new run now, or lets it wait while another one trains.
Began startOrQueue(RunController& runs, QueueController& queue, ExperimentModel& experiment, QueuedRun run);

}  // namespace gatelab
