// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/why/why_view.h"

#include "common/texts.h"
#include "pages/learn/gates/network_inspection.h"
#include "pages/learn/why/attribution_canvas.h"
#include "pages/learn/why/importance_panel.h"
#include "runs/run_controller.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "widgets/list_box.h"
#include "widgets/scroll_into_view.h"

#include <QLabel>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

WhyView::WhyView(Theme& theme, RunController& runs, NetworkInspection& look, QWidget* parent)
    : LearnView(parent),
      theme_(&theme),
      runs_(&runs),
      look_(&look),
      target_(named(new ListBox, tr("What is explained"))),
      step_(named(new ListBox, tr("Which step ahead"))),
      soWhat_(new WrappedLabel),
      proof_(new WrappedLabel("note")),
      cell_(new WrappedLabel("note")),
      canvas_(new AttributionCanvas(theme)),
      panel_(new ImportancePanel(theme, explanations_, this)) {
    soWhat_->setObjectName(QStringLiteral("why-so-what"));
    proof_->setObjectName(QStringLiteral("why-proof"));
    proof_->setToolTip(
        tr("Integrated gradients along the straight line from the mean of the training windows to this window, 32 "
           "Gauss-Legendre nodes or more in float64. They are shown only where they add up to the change within 1e-6. "
           "The mean "
           "as the start is a choice: another start gives other shares."));
    makeColumn(this, {}, 8, {makeRow({target_, step_, spring(1)}), soWhat_, {canvas_, 1}, cell_, proof_});
    panel_->hide();
    connect(canvas_, &AttributionCanvas::cellChanged, this, [this](const QString& text) {
        cell_->setFullText(text.isEmpty() ? tr("Point at a number to read it.") : text);
    });
    cell_->setFullText(tr("Point at a number to read it."));
    for (ListBox* box : {target_, step_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(box, &QComboBox::activated, this, &WhyView::ask);
    }
    connect(look_, &NetworkInspection::opened, this, [this] {
        fillChoices();
        ask();
        // The page shows its views after this
        if (std::exchange(wantsFocus_, false)) QTimer::singleShot(0, this, &WhyView::focusQuestion);
    });
    connect(look_, &NetworkInspection::gatesChanged, this, &WhyView::ask);
    connect(&explanations_, &Explanations::attributionChanged, this, [this] {
        refresh();
        // Where this answer cannot be explained, what matters to all of them is measured at once
        if (!explanations_.refusal().isEmpty() && wanted_ && !explanations_.importance() &&
            explanations_.importanceRefusal().isEmpty() && !explanations_.isMeasuring())
            panel_->measure();
    });
    refresh();
}

QWidget* WhyView::inspector() { return panel_; }

void WhyView::setWanted(bool on) {
    if (std::exchange(wanted_, on) == on) return;
    if (!on) return explanations_.stopImportance();
    fillChoices();
    ask();
}

void WhyView::showField(const QString& field) {
    if (field != QLatin1String("why")) return;
    wantsFocus_ = true;  // the network of another run is opened first
    if (look_->isOpen()) focusQuestion();
    // It was this run: none that is opened later takes the focus.
    QTimer::singleShot(0, this, [this] { wantsFocus_ = wantsFocus_ && !look_->isOpen(); });
}

void WhyView::focusQuestion() {
    for (QWidget* there : {static_cast<QWidget*>(target_), static_cast<QWidget*>(step_)})
        if (!there->isHidden()) return focusToType(there);
    canvas_->setFocus(Qt::OtherFocusReason);
}

void WhyView::fillChoices() {
    const auto& run = look_->run();
    const QString target = target_->currentText();
    const int step = step_->currentIndex();
    target_->clear();
    step_->clear();
    if (!run) return;
    if (!run->classes.empty()) {
        target_->addItem(tr("likeliest class"), -1);
        for (std::size_t i = 0; i < run->classes.size(); ++i)
            target_->addItem(tr("class %1").arg(fromUtf8(run->classes[i])), static_cast<int>(i));
    } else {
        for (std::size_t i = 0; i < run->targets.size(); ++i)
            target_->addItem(fromUtf8(run->targets[i]), static_cast<int>(i));
    }
    target_->setCurrentIndex(std::max(0, target_->findText(target)));
    const bool isForecast = run->classes.empty() && !run->series.empty();
    step_->addItem(tr("mean of all steps"));
    for (std::int64_t i = 0; isForecast && i < run->config.horizon; ++i) step_->addItem(tr("step %1 ahead").arg(i + 1));
    step_->setCurrentIndex(step >= 0 && step < step_->count() ? step : 0);
    step_->setVisible(isForecast && run->config.horizon > 1);
    target_->setVisible(target_->count() > 1);
}

void WhyView::ask() {
    if (!wanted_ || !look_->isOpen() || look_->following()) return refresh();
    explanations_.open(runs_->sharedEngine(), look_->folder(), look_->weights());
    panel_->setPart(look_->window().part);
    AttributionQuestion question;
    question.part = look_->window().part, question.window = look_->window().window;
    const bool hasClasses = !look_->run()->classes.empty();
    const int chosen = target_->currentData().isValid() ? target_->currentData().toInt() : 0;
    (hasClasses ? question.label : question.target) = chosen;
    question.step = std::max(0, step_->currentIndex()) - 1;
    explanations_.askAttribution(question);
    refresh();
}

void WhyView::refresh() {
    const auto& answer = explanations_.attribution();
    canvas_->setEmptyText(
        !explanations_.refusal().isEmpty() ? explanations_.refusal()
        : look_->following() ? tr("The run still trains. Stop following it, or wait for its end, to explain an answer.")
                             : tr("Computing what this answer is made of."));
    canvas_->setAnswer(answer, look_->run());
    soWhat_->setFullText(answer ? tr("%1: %2").arg(translated(answer->subject), translated(answer->soWhat()))
                                : QString());
    QStringList rest;
    if (answer) {
        rest << translated(answer->proof());
        for (const AttributionRest& one : answer->rest)
            rest << tr("Of that by the %1: %2.").arg(translated(one.what), formatNumber(one.value, 3));
    }
    proof_->setFullText(rest.join(QLatin1Char(' ')));
    for (QWidget* widget : std::initializer_list<QWidget*>{soWhat_, proof_, cell_})
        widget->setVisible(answer != nullptr);
}

}  // namespace gatelab
