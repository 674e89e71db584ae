// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/lab/lab_bar.h"

#include "common/texts.h"
#include "config/architecture.h"
#include "measure/lab_controller.h"
#include "store/run_name.h"
#include "widgets/button.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"

#include <QBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// In the order of the segments.
constexpr LabMode kModes[] = {LabMode::Ladder, LabMode::OneOff, LabMode::Pair};
constexpr std::size_t kMaxListed = 50;  ///< earlier tables

}  // namespace

LabBar::LabBar(Theme& theme, LabController& lab, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      lab_(&lab),
      mode_(new Segments({tr("Cumulative"), tr("One at a time"), tr("A against B")})),
      repeats_(new QSpinBox),
      run_(makeButton({}, {}, this, [this] { lab_->running() ? lab_->stop() : lab_->start(); })),
      report_(new QPushButton(theme.icon(QStringLiteral("export")), tr("Report"))) {
    repeats_->setRange(1, LabChoice::kMaxRepeats);
    repeats_->setPrefix(tr("Repeats "));
    repeats_->setAccessibleName(tr("Repeats"));
    repeats_->setToolTip(tr("How often each rung is measured, in shuffled order."));
    report_->setAccessibleName(tr("Report"));
    report_->setMenu(new QMenu(report_));
    setStyleProperty(report_, "menu", true);
    makeRow(this, {}, 8, {mode_, spring(1), report_, repeats_, run_});
    connect(report_->menu(), &QMenu::aboutToShow, this, &LabBar::fillReport);
    connect(mode_, &Segments::chosen, this, [this](int index) { lab_->setMode(kModes[index]); });
    connect(repeats_, &QSpinBox::valueChanged, lab_, &LabController::setRepeats);
    showState();
}

void LabBar::setCompact(bool compact, QBoxLayout* place) {
    (place ? place : static_cast<QBoxLayout*>(layout()))->insertWidget(0, mode_);
    compact_ = compact;
    report_->setText(compact ? QString() : tr("Report"));
    report_->setToolTip(compact ? tr("Report") : QString());
    showRun();
}

void LabBar::showState() {
    const LabChoice& choice = lab_->choice();
    const QSignalBlocker quiet(repeats_);
    if (repeats_->value() != choice.repeats) repeats_->setValue(choice.repeats);  // half-typed text stays
    mode_->setCurrent(static_cast<int>(std::ranges::find(kModes, choice.lines.mode) - std::begin(kModes)));
    const bool running = lab_->running();
    for (QWidget* widget : std::initializer_list<QWidget*>{mode_, repeats_}) widget->setEnabled(!running);
    showRun();
}

void LabBar::showRun() {
    const bool running = lab_->running();
    const double seconds = running ? kNotMeasured : lab_->secondsNeeded();
    const QString time = formatDuration(seconds);
    run_->setText(running               ? tr("Cancel")
                  : std::isnan(seconds) ? tr("Run the lab")
                  : lab_->needsAtMost() ? (compact_ ? tr("Run, at most %1") : tr("Run the lab, at most %1")).arg(time)
                                        : (compact_ ? tr("Run, about %1") : tr("Run the lab, about %1")).arg(time));
    // Filled where nothing else is to be done.
    const bool isFirst = !running && !lab_->measured();
    setStyleProperty(run_, "primary", isFirst);
    run_->setIcon(
        theme_->icon(running ? QStringLiteral("stop") : QStringLiteral("play"), isFirst ? Ink::OnFill : Ink::Text));
    run_->setEnabled(running ? !lab_->stopping() : lab_->canStart());
    run_->setToolTip(lab_->isBusy() ? tr("Something else trains or measures: it and the lab would disturb each other.")
                                    : lab_->problem());
}

/// What is done with the table, then the tables of this workspace, the newest first.
void LabBar::fillReport() {
    QMenu& menu = *report_->menu();
    menu.clear();
    menu.addAction(tr("Export..."), this, &LabBar::exportClicked)->setEnabled(lab_->measured());
    menu.addAction(tr("Copy command"), this, &LabBar::copyClicked);
    menu.addSeparator();
    menu.addAction(tr("Play a case: text in a fraction of the time..."), this, &LabBar::caseClicked);
    const auto& kept = lab_->kept();
    if (kept.empty() || lab_->running()) return;
    menu.addSection(tr("Earlier tables"));
    const auto shown = std::min(kept.size(), kMaxListed);
    for (auto report = kept.rbegin(); report != kept.rbegin() + static_cast<std::ptrdiff_t>(shown); ++report) {
        const QString mode = report->plan.mode == LabMode::Ladder   ? tr("cumulative")
                             : report->plan.mode == LabMode::OneOff ? tr("one at a time")
                                                                    : tr("A against B");
        const QString end = report->finished()
                                ? tr("finished")
                                : tr("cut off after %1 of %2 rounds").arg(report->rounds()).arg(report->plan.repeats);
        const QString when =
            report->when() > 0 ? formatMoment(static_cast<double>(report->when())) : tr("date unknown");
        QString what =
            tr("%1  %2 on %3, %4")
                .arg(when, fromUtf8(runName(report->plan.base)), fromUtf8(dataName(report->plan.base)), mode);
        what.replace(QLatin1Char('&'), QStringLiteral("&&"));
        const QString rungs = tr("%1 of %2 rungs, %3").arg(report->measuredRungs()).arg(report->wantedRungs()).arg(end);
        QAction* action =
            menu.addAction(what + QLatin1Char('\t') + rungs, this, [this, name = report->name] { lab_->open(name); });
        action->setCheckable(true);
        action->setChecked(report->name == lab_->report().name);
    }
    if (shown < kept.size())
        menu.addAction(tr("%1 older ones: gatelab-worker lab --kept").arg(kept.size() - shown))->setEnabled(false);
}

}  // namespace gatelab
