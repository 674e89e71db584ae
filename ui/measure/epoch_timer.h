// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "runs/measurements.h"

#include <QObject>
#include <QTimer>
#include <optional>

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
class QueueController;
class RunController;

/// How long an epoch of the present experiment trains, measured with its first steps: on demand, and by itself some
/// moments after the last edit while somebody looks, where no kept run tells it. By itself only briefly, and never
/// while anything trains or measures: what starts meanwhile ends it. GUI thread.
class EpochTimer : public QObject {
    Q_OBJECT
public:
    EpochTimer(ExperimentModel& experiment, RunController& runs, QueueController& queue, QObject* parent = nullptr);

    /// Whether somebody looks.
    void setWanted(bool on);
    void measure();
    [[nodiscard]] bool running() const;
    /// Something trains or measures.
    [[nodiscard]] bool isBusy() const;

Q_SIGNALS:
    void changed();

private:
    void measureUnasked();
    void run(std::optional<int> maxMs);
    void time(std::optional<int> maxMs, Measurements::Lease lease);
    void cancel();
    void followOthers();
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    BackgroundJob* job_;
    QTimer later_;
    std::optional<ExperimentConfig> tried_;  ///< in vain, by itself
    bool wanted_ = false, cancelled_ = false;
};

}  // namespace gatelab
