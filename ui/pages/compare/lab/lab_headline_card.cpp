// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/lab/lab_headline_card.h"

#include "common/texts.h"
#include "measure/lab_controller.h"
#include "store/run_name.h"
#include "widgets/badge.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/elided_label.h"
#include "widgets/layouts.h"
#include "widgets/thin_progress.h"

#include <QLabel>

#include <algorithm>
#include <cmath>
#include <optional>

namespace gatelab {

namespace {

constexpr int kHeight = 76, kPadding = 16;

}  // namespace

LabHeadlineCard::LabHeadlineCard(Theme& theme, LabController& lab, QWidget* parent)
    : QFrame(parent),
      lab_(&lab),
      title_(makeLabel({}, "figure")),
      range_(makeLabel({}, "name")),
      disturbed_(new Badge(theme, tr("disturbed"), Tone::Warning)),
      line_(new ElidedLabel),
      progress_(new ThinProgress),
      other_(makeButton({}, {}, this, [this] { isOfOther() ? lab_->showPresent() : lab_->openLast(); })),
      repeat_(makeButton(theme.icon(QStringLiteral("clock")), {}, this,
                         [this] { lab_->repeatWhenIdle(!lab_->waitsForIdle()); })),
      use_(makeButton(theme.icon(QStringLiteral("check"), Ink::OnFill), {}, &lab, &LabController::useTop)) {
    setProperty("card", true);
    setAccessibleName(tr("What the lab shows"));
    setFixedHeight(qRound(kHeight * theme.textScale()));
    line_->setProperty("role", "note");
    use_->setProperty("primary", true);
    auto* first = makeRow({{title_}, gap(8), {range_}, {disturbed_}, spring()});
    auto* words = makeColumn(nullptr, {}, 4, {spring(), first, line_, spring()});
    auto* row = makeRow(nullptr, {kPadding, 0, kPadding, 0}, 8, {{words, 1}, other_, repeat_, use_});
    auto* column = makeColumn(this, {}, 0);
    column->addLayout(row, 1);
    column->addWidget(progress_);
    progress_->setFixedHeight(3);
    progress_->setAccessibleName(tr("Progress"));
    showState();
}

bool LabHeadlineCard::isOfOther() const { return lab_->measured() && !lab_->isOfPresent(); }

QString LabHeadlineCard::headline() const {
    const auto headline = labHeadline(lab_->report());
    return headline ? translated(headline->title) : QString();
}

/// "31 of 105 runs, at most 1:10 left; 3 disturbed, again".
QString LabHeadlineCard::progressText() const {
    const LabReport& report = lab_->report();
    const double left = lab_->secondsLeft();
    const QString done = report.total > 0 ? tr("%1 of %2 runs").arg(report.done).arg(report.total) : tr("starting");
    const QString time = std::isnan(left)  ? tr("the time is being measured")
                         : report.isAtMost ? tr("at most %1 left").arg(formatTimeLeft(left))
                                           : tr("about %1 left").arg(formatTimeLeft(left));
    const QString text = tr("%1, %2").arg(done, time);
    const int again = report.again() + report.toMeasureAgain();
    return again > 0 ? tr("%1; %2 disturbed, again").arg(text).arg(again) : text;
}

/// What there is to say besides the headline, before anything else.
QString LabHeadlineCard::stateText() const {
    const LabReport& report = lab_->report();
    if (lab_->running()) return progressText();
    if (!lab_->problem().isEmpty()) return lab_->problem();
    if (!lab_->measured())
        return lab_->canStart() ? tr("Each rung trains some hundred steps, several times.") : QString();
    QString text;
    if (!lab_->finished())
        text = tr("Interrupted after %1 of %2 rounds.").arg(report.rounds()).arg(report.plan.repeats);
    if (lab_->isOfPresent()) return text;
    const QString other =
        tr("Measured on %1; the present experiment is another.").arg(fromUtf8(runName(report.plan.base)));
    return text.isEmpty() ? other : tr("%1 %2").arg(text, other);
}

void LabHeadlineCard::showState() {
    const LabReport& report = lab_->report();
    const auto headline = labHeadline(report);
    title_->setText(headline          ? translated(headline->title)
                    : lab_->running() ? tr("Measuring")
                                      : tr("Not measured here yet."));
    range_->setText(headline ? translated(headline->range) : QString());
    range_->setVisible(!range_->text().isEmpty());
    disturbed_->setVisible(headline && headline->isDisturbed);
    const QString state = stateText(), words = headline ? translated(headline->text) : QString();
    line_->setFullText(words.isEmpty() ? state : state.isEmpty() ? words : tr("%1 %2").arg(words, state));
    progress_->setVisible(lab_->running());
    if (lab_->running()) {
        progress_->setRange(0, std::max(1, report.total));
        progress_->setValue(report.done);
    }
    showButtons();
}

void LabHeadlineCard::showButtons() {
    const LabReport& report = lab_->report();
    const bool isIdle = !lab_->running(), isOther = isOfOther();
    other_->setVisible(isIdle && (isOther || (!lab_->measured() && lab_->hasLast())));
    other_->setText(isOther ? tr("Present settings") : tr("Last table"));
    other_->setToolTip(isOther ? tr("What would be measured now. This table comes back with a click.")
                               : tr("What was measured last in this mode"));
    const auto headline = lab_->measured() ? labHeadline(report) : std::nullopt;
    const bool waits = lab_->waitsForIdle();
    repeat_->setVisible(isIdle && (waits || (headline && headline->isDisturbed && lab_->isOfPresent())));
    repeat_->setText(waits ? tr("Waiting for an idle machine") : tr("Repeat when idle"));
    repeat_->setToolTip(waits ? tr("Click to wait no longer.")
                              : tr("Measures again as soon as others leave the processor alone."));
    const std::size_t top = lab_->measured() ? labTop(report) : 0;
    use_->setVisible(isIdle && top > 0);
    if (top == 0) return;
    use_->setText(report.plan.mode == LabMode::Pair ? tr("Use B")
                                                    : tr("Use %1").arg(translated(labRungNumbers(report, top))));
    use_->setToolTip(tr("Sets these switches in the present experiment."));
}

}  // namespace gatelab
