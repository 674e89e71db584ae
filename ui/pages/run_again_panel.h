// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_again.h"

#include <QDialog>
#include <QString>
#include <vector>

class QButtonGroup;
class QLabel;
class QPushButton;
class QRadioButton;

namespace gatelab {

class ExperimentModel;
class QueueController;
class RunController;
class Theme;
class WrappedLabel;

/// Asks what a kept run is run again with: where it begins, whose settings, which seed. Says what will come of it, or
/// why it cannot start. GUI thread.
class RunAgainPanel : public QDialog {
    Q_OBJECT
public:
    /// `checkpoint`: the one that is chosen at first (see RunAgain); a step is offered beside the best and the last
    /// one.
    RunAgainPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                  const QString& runId, const QString& checkpoint, QWidget* parent = nullptr);

Q_SIGNALS:
    /// `name`: what the new run is called while it waits.
    void began(gatelab::Began began, const QString& name);

private:
    struct Beginning {
        QString checkpoint;
        QRadioButton* button;
    };
    void addBeginnings(const QString& checkpoint);
    [[nodiscard]] RunAgain choice() const;
    void chooseSeed();
    void refresh();
    void fit();
    void start();
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    QString runId_;
    std::vector<Beginning> beginnings_;
    QButtonGroup *from_, *seeds_;
    QRadioButton *own_, *model_, *another_, *same_;
    WrappedLabel *difference_, *result_, *problem_;
    QPushButton* start_;
    std::int64_t freeSeed_ = 0;
    bool isSeedChosen_ = false;  ///< by a person
};

}  // namespace gatelab
