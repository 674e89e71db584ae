// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QTimer>
#include <QWidget>

class QPushButton;
class QShortcut;

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
class PlaceForm;
class QueueController;
class RunController;

/// Where a run of these settings trains, in the right column of the Model page: what is chosen is what Train does. What
/// cannot be so is an error of the experiment, and stands here with its reason; where messages between ranks were
/// measured, what more ranks would gain does. GUI thread.
class PlaceCard : public QWidget {
    Q_OBJECT
public:
    PlaceCard(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
              QWidget* parent = nullptr);
    ~PlaceCard() override;

private:
    void take();
    void refresh();
    void measure();
    void measureOrStop();
    [[nodiscard]] bool onGpu() const;
    /// Of this choice, without an obstacle.
    [[nodiscard]] QString note() const;
    [[nodiscard]] QString clusterNote() const;
    [[nodiscard]] QString forecastNote() const;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    PlaceForm* form_;
    QPushButton* measure_;
    QShortcut* escape_;
    BackgroundJob* job_;
    QTimer later_;
};

}  // namespace gatelab
