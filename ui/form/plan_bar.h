// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QFrame>

class QLabel;

namespace gatelab {

class ExperimentModel;
class RunController;

/// The plan as one line over a page, with the goal and the button that trains: seen only while the right column, which
/// has both, is not. So nothing that can be closed holds the start. GUI thread.
class PlanBar : public QFrame {
    Q_OBJECT
public:
    PlanBar(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    /// For this column of the page, where the whole plan is.
    void standInFor(QWidget& column) { column.installEventFilter(this); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    ExperimentModel& experiment_;
    QLabel* count_;
};

}  // namespace gatelab
