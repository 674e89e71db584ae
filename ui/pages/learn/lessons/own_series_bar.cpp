// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/own_series_bar.h"

#include "app/board.h"
#include "common/run_words.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace gatelab {

OwnSeriesBar::OwnSeriesBar(Theme& theme, RunController& runs, QWidget* parent)
    : QFrame(parent), runs_(runs), words_(makeLabel({}, "")) {
    setProperty("bar", true);
    setObjectName(QStringLiteral("own-series"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 4, 4);
    words_->setTextFormat(Qt::PlainText);
    row->addWidget(words_, 1);
    act_ = makeButton({}, {}, this, [this] {
        if (isTrained_)
            Q_EMIT lookAsked(run_);
        else
            Q_EMIT trainAsked();
    });
    row->addWidget(act_);
    row->addWidget(
        makeIconButton(theme.icon(QStringLiteral("close")), tr("Done with the own series"), this, &OwnSeriesBar::end));
    connect(&runs, &RunController::begun, this, [this](const QString& id) {
        const RunSummary* run = runs_.findRun(id);
        if (lesson_.isEmpty() || isTrained_ || (run != nullptr && isLessonRun(*run))) return;
        run_ = id;
        refresh();
    });
    connect(&runs, &RunController::runFinished, this, [this](const QString& id) {
        if (id != run_ || run_.isEmpty()) return;
        // A lesson's run gets its tag as it trains.
        const RunSummary* run = runs_.findRun(id);
        isTrained_ = run == nullptr || !isLessonRun(*run);
        if (!isTrained_) run_.clear();
        refresh();
    });
    hide();
}

void OwnSeriesBar::begin(const QString& lesson) {
    lesson_ = lesson;
    run_.clear();
    isTrained_ = false;
    refresh();
}

void OwnSeriesBar::end() { begin({}); }

void OwnSeriesBar::refresh() {
    setVisible(!lesson_.isEmpty());
    const RunSummary* run = runs_.findRun(run_);
    const QString name = run != nullptr ? shownRunName(*run) : QString();
    if (isTrained_)
        words_->setText(tr("%1, own series: %2 is trained. Now look at its gates.").arg(lesson_, name));
    else if (!run_.isEmpty())
        words_->setText(tr("%1, own series: it trains; then look at its gates.").arg(lesson_));
    else
        words_->setText(tr("%1, own series: train it, then look at its gates.").arg(lesson_));
    act_->setText(isTrained_ ? tr("Look at the gates") : tr("To the training"));
}

}  // namespace gatelab
