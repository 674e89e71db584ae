// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/repeat_note.h"

#include "common/run_words.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "verdict/run_groups.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QLabel>

namespace gatelab {

namespace {
constexpr int kRefreshMs = 30;
}

RepeatNote::RepeatNote(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent)
    : QWidget(parent),
      experiment_(experiment),
      runs_(runs),
      words_(makeLabel({}, "note")),
      button_(makeButton({}, {}, this, [this] { experiment_.set("seed", FieldValue(seed_)); })) {
    words_->setFont(theme.font(12));
    setStyleProperty(button_, "link", true);
    button_->setFlat(true);
    makeRow(this, {}, 4, {words_, button_, spring()});
    setFocusProxy(button_);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    later_.setSingleShot(true);
    later_.setInterval(kRefreshMs);
    connect(&later_, &QTimer::timeout, this, &RepeatNote::refresh);
    const auto soon = [this] { later_.start(); };
    connect(&experiment_, &ExperimentModel::configChanged, this, soon);
    connect(&runs_, &RunController::runsChanged, this, soon);
    refresh();
}

void RepeatNote::setAllowed(bool allowed) {
    isAllowed_ = allowed;
    setVisible(isAllowed_ && repeats());
}

void RepeatNote::refresh() {
    const QString before = button_->text();
    const ExperimentConfig& config = experiment_.config();
    const RunSummary* same = finishedRepeat(config, runs_.runs());
    if (same) {
        seed_ = nextSeed(config, runs_.runs());
        words_->setText(
            tr("Same as %1").arg(same->number > 0 ? QStringLiteral("#%1").arg(same->number) : shownRunName(*same)));
        const QString whole =
            tr("%1 had these settings and this seed: the numbers would be the same.").arg(shownRunName(*same));
        words_->setToolTip(whole);
        button_->setToolTip(whole);
        button_->setAccessibleDescription(whole);
    }
    button_->setText(same ? tr("Use seed %1").arg(seed_) : QString());
    setVisible(isAllowed_ && repeats());
    if (before != button_->text()) Q_EMIT changed();
}

}  // namespace gatelab
