// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/advice_card.h"

#include "common/texts.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "runs/run_view.h"
#include "widgets/badge.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"

#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace gatelab {

namespace {

AdviceCurves curvesOf(const MetricStore& metrics) {
    AdviceCurves curves;
    for (const MetricId id :
         {MetricId::TrainLoss, MetricId::ValidationLoss, MetricId::ShareData, MetricId::ShareOptimiser}) {
        const MetricSeries& series = metrics.series(id);
        for (std::size_t i = 0; i < series.size(); ++i) curves.add(id, series.x(i, XAxis::Epoch), series.value(i));
    }
    return curves;
}

}  // namespace

AdviceCard::AdviceCard(Theme& theme, RunController& runs, QWidget* parent)
    : QFrame(parent), theme_(&theme), runs_(&runs), text_(new WrappedLabel), button_(makeButton({}, {}, this, [this] {
          if (advice_) Q_EMIT wanted(id_, AdviceAction(advice_->action));  // a copy: the run shown next takes its place
      })) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(6);
    column->addWidget(makeLabel(tr("What to try next"), "section"));
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(text_);
    button_->setProperty("compact", true);
    column->addWidget(button_, 0, Qt::AlignLeft);
    hide();
}

void AdviceCard::showRun(const RunView* run) {
    const bool ended = run && !run->live && !isGoingOn(run->summary.state) && !run->id.isEmpty();
    advice_.reset();
    if (ended) {
        if (curvesOf_ != run->id || revision_ != run->metrics.revision()) {
            curves_ = curvesOf(run->metrics);
            curvesOf_ = run->id;
            revision_ = run->metrics.revision();
        }
        id_ = run->id;
        advice_ = adviseOn(adviceFacts(run->summary, run->plan, curves_, run->events, run->baselines, runs_->runs()));
    }
    setVisible(advice_.has_value());
    if (!advice_) return;
    text_->setFullText(translated(advice_->text));
    button_->setText(translated(advice_->action.button));
    setAccessibleName(text_->fullText());
}

void AdviceCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(toneColour(theme_->palette(), Tone::Info));
    painter.setBrush(toneTint(theme_->palette(), Tone::Info));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

}  // namespace gatelab
