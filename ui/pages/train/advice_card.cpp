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
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMost = 3;  // that are shown

AdviceCurves curvesOf(const MetricStore& metrics) {
    AdviceCurves curves;
    for (const MetricId id : {MetricId::TrainLoss, MetricId::ValidationLoss, MetricId::GradientNorm,
                              MetricId::ShareData, MetricId::ShareOptimiser}) {
        const MetricSeries& series = metrics.series(id);
        for (std::size_t i = 0; i < series.size(); ++i) curves.add(id, series.x(i, XAxis::Epoch), series.value(i));
    }
    return curves;
}

/// How often the validation part was looked at; without one, whole epochs.
std::size_t evaluations(const MetricStore& metrics) {
    if (const std::size_t size = metrics.series(MetricId::ValidationLoss).size(); size > 0) return size;
    const MetricSeries& series = metrics.series(MetricId::TrainLoss);
    return series.size() == 0 ? 0 : static_cast<std::size_t>(series.x(series.size() - 1, XAxis::Epoch));
}

/// "Overfits since epoch 19" and "Validation loss +12 %, training loss still falls." of the sentence.
std::pair<QString, QString> parted(const QString& sentence) {
    static const QRegularExpression kColon(QStringLiteral(":\\s+|\uff1a"));
    const QRegularExpressionMatch colon = kColon.match(sentence);
    if (!colon.hasMatch()) return {sentence, {}};
    QString rest = sentence.mid(colon.capturedEnd());
    if (!rest.isEmpty()) rest[0] = rest[0].toUpper();
    return {sentence.left(colon.capturedStart()), rest};
}

}  // namespace

AdviceCard::AdviceCard(Theme& theme, RunController& runs, QWidget* parent)
    : QFrame(parent), theme_(&theme), runs_(&runs), others_(makeButton({}, {}, this, [this] {
          isOpen_ = !isOpen_;
          showAll();
      })) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(6);
    addLine(*column);
    others_->setFlat(true);
    setStyleProperty(others_, "link", true);
    column->addWidget(others_, 0, Qt::AlignLeft);
    for (std::size_t i = 1; i < kMost; ++i) addLine(*column);
    hide();
}

void AdviceCard::addLine(QVBoxLayout& column) {
    auto *clause = new WrappedLabel("title"), *text = new WrappedLabel("note");
    for (WrappedLabel* label : {clause, text}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column.addWidget(label);
    }
    auto* button = makeButton({}, {}, this, [this, at = lines_.size()] {
        // A copy: the run shown next takes its place
        if (at < all_.size()) Q_EMIT wanted(id_, AdviceAction(all_[at].action));
    });
    button->setProperty("compact", true);
    column.addWidget(button, 0, Qt::AlignLeft);
    lines_.push_back({clause, text, button});
}

void AdviceCard::showRun(const RunView* run) {
    if (!run || run->id.isEmpty() || (!run->live && isGoingOn(run->summary.state))) {
        heard_ = {};
        all_.clear();
        return showAll();
    }
    const RunSummary& summary = run->summary;
    Heard heard(run->id, summary.state, evaluations(run->metrics), summary.changes.size(), run->baselines.size());
    if (run->live && heard == heard_) return;
    heard_ = std::move(heard);
    if (curvesOf_ != run->id || revision_ != run->metrics.revision()) {
        curves_ = curvesOf(run->metrics);
        curvesOf_ = run->id;
        revision_ = run->metrics.revision();
    }
    if (id_ != run->id) isOpen_ = false;
    id_ = run->id;
    all_ = allAdvice(adviceFacts(summary, run->plan, curves_, run->events, run->baselines, runs_->runs()));
    showAll();
}

void AdviceCard::showAll() {
    const std::size_t count = std::min(all_.size(), kMost);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const bool isShown = i < count && (i == 0 || isOpen_);
        const auto [clause, rest] = i < count ? parted(translated(all_[i].text)) : std::pair<QString, QString>();
        lines_[i].clause->setVisible(isShown);
        lines_[i].text->setVisible(isShown && !rest.isEmpty());
        lines_[i].button->setVisible(isShown);
        if (i >= count) continue;
        lines_[i].clause->setFullText(clause);
        lines_[i].text->setFullText(rest);
        lines_[i].button->setText(translated(all_[i].action.button));
    }
    others_->setVisible(count > 1);
    if (count > 1) others_->setText(tr("%n other ideas", nullptr, static_cast<int>(count) - 1));
    setVisible(count > 0);
    if (count > 0) setAccessibleName(translated(all_.front().text));
}

void AdviceCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(toneColour(theme_->palette(), Tone::Info));
    painter.setBrush(toneTint(theme_->palette(), Tone::Info));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

}  // namespace gatelab
