// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/plan_bar.h"

#include "form/goal_segments.h"
#include "form/plan_card.h"
#include "form/repeat_note.h"
#include "form/train_button.h"
#include "runs/experiment_model.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QEvent>
#include <QLabel>

namespace gatelab {

PlanBar::PlanBar(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent)
    : QFrame(parent), experiment_(experiment), count_(makeLabel({}, "note")) {
    setProperty("bar", true);
    makeRow(this, {12, 6, 12, 6}, 8,
            {makeLabel(tr("Plan"), "section"), count_, spring(), new GoalSegments(experiment),
             new RepeatNote(theme, experiment, runs), new TrainButton(theme, experiment, runs)});
    connect(&experiment_, &ExperimentModel::configChanged, this, &PlanBar::refresh);
    connect(&experiment_, &ExperimentModel::dataChanged, this, &PlanBar::refresh);
    refresh();
}

void PlanBar::refresh() { count_->setText(PlanCard::countText(experiment_.plan())); }

bool PlanBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show) hide();
    if (event->type() == QEvent::Hide) show();
    return QFrame::eventFilter(watched, event);
}

}  // namespace gatelab
