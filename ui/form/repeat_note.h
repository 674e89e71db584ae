// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QPushButton>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace gatelab {

class ExperimentModel;
class RunController;

/// Beside a button that trains: says which finished run had these settings and this seed, so that another one would
/// only repeat its numbers, and offers a seed that no run of the settings has, as one step of undo. Hidden where there
/// is no such run. GUI thread.
class RepeatNote : public QWidget {
    Q_OBJECT
public:
    RepeatNote(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    /// A place that has no room for it for now.
    void setAllowed(bool allowed);
    /// There is such a run.
    [[nodiscard]] bool repeats() const { return !button_->text().isEmpty(); }

Q_SIGNALS:
    void changed();  ///< there is such a run, or there is none any more

private:
    void refresh();
    ExperimentModel& experiment_;
    RunController& runs_;
    QLabel* words_;
    QPushButton* button_;
    std::int64_t seed_ = 0;  ///< that is offered
    bool isAllowed_ = true;
    QTimer later_;  ///< several signals of one edit are one refresh
};

}  // namespace gatelab
