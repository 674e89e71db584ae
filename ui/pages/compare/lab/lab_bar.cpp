// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/lab/lab_bar.h"

#include "common/texts.h"
#include "config/switches.h"
#include "measure/lab_controller.h"
#include "widgets/button.h"
#include "widgets/segments.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kCopiedMs = 2000;
/// In the order of the segments.
constexpr LabMode kModes[] = {LabMode::Ladder, LabMode::OneOff, LabMode::Pair};

}  // namespace

LabBar::LabBar(Theme& theme, LabController& lab, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      lab_(&lab),
      mode_(new Segments({tr("Cumulative"), tr("One at a time off"), tr("A against B")})),
      tabs_(new Segments({tr("Table"), tr("Chart")})),
      first_(new QComboBox),
      second_(new QComboBox),
      repeats_(new QSpinBox),
      run_(makeButton({}, {}, this, [this] { lab_->running() ? lab_->stop() : lab_->start(); })),
      export_(makeButton(theme.icon(QStringLiteral("export")), tr("Export"), this, &LabBar::exportClicked)),
      copy_(makeButton(theme.icon(QStringLiteral("copy")), tr("Copy command"), this, &LabBar::copyClicked)),
      use_(makeButton(theme.icon(QStringLiteral("check")), {}, &lab, &LabController::useBest)),
      copied_(new QTimer(this)) {
    // What is measured above what is done with it: one row is too long for a window of usual size.
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    auto *row = new QHBoxLayout, *actions = new QHBoxLayout;
    for (QHBoxLayout* one : {row, actions}) {
        one->setSpacing(8);
        rows->addLayout(one);
    }
    repeats_->setRange(1, LabChoice::kMaxRepeats);
    repeats_->setPrefix(tr("Repeats "));
    repeats_->setAccessibleName(tr("Repeats"));
    repeats_->setToolTip(
        tr("How often each rung is measured, in shuffled order; a disturbed repeat is measured again. Fewer than three "
           "repeats have no interval, so nothing can be claimed from them."));
    fillSides();
    row->addWidget(mode_);
    for (QComboBox* box : {first_, second_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(16);
        box->hide();
        row->addWidget(box);
        connect(box, &QComboBox::activated, this, [this] {
            lab_->setSides(
                {first_->currentData().toString().toStdString(), second_->currentData().toString().toStdString()});
        });
    }
    row->addStretch();
    row->addWidget(tabs_);
    tabs_->setAccessibleName(tr("What is shown of the lab"));
    tabs_->hide();
    // The run button says now this, now that, and so does the one for the fastest: what stands at the other end does
    // not move for them.
    for (QWidget* widget : std::initializer_list<QWidget*>{repeats_, run_}) actions->addWidget(widget);
    actions->addStretch();
    for (QWidget* widget : std::initializer_list<QWidget*>{use_, copy_, export_}) actions->addWidget(widget);
    copied_->setSingleShot(true);
    copied_->setInterval(kCopiedMs);
    connect(copied_, &QTimer::timeout, this, [this] { copy_->setText(tr("Copy command")); });
    run_->setProperty("primary", true);
    show(State{});
    connect(tabs_, &Segments::chosen, this, [this](int index) { Q_EMIT chartChosen(index == 1); });
    connect(mode_, &Segments::chosen, this, [this](int index) { lab_->setMode(kModes[index]); });
    connect(repeats_, &QSpinBox::valueChanged, lab_, &LabController::setRepeats);
}

void LabBar::fillSides() {
    for (QComboBox* box : {first_, second_}) {
        box->addItem(tr("The plain loop"), QStringLiteral("baseline"));
        box->addItem(tr("All switches"), QStringLiteral("all"));
        box->addItem(tr("As it is now"), QStringLiteral("current"));
        for (const Switch& row : switches()) {
            const QString title = translated(row.title), key = QString::fromLatin1(row.key);
            box->addItem(tr("With: %1").arg(title), key);
            box->addItem(tr("Without: %1").arg(title), QStringLiteral("no-") + key);
        }
    }
    first_->setAccessibleName(tr("A"));
    second_->setAccessibleName(tr("B"));
}

void LabBar::setTabbed(bool on) { tabs_->setVisible(on); }

void LabBar::reportCopied() {
    copy_->setMinimumWidth(std::max(copy_->minimumWidth(), copy_->width()));  // the shorter word moves nothing
    copy_->setText(tr("Copied"));
    copied_->start();
}

void LabBar::show(const LabChoice& choice) {
    const QSignalBlocker quiet(repeats_);
    if (repeats_->value() != choice.repeats) repeats_->setValue(choice.repeats);  // half-typed text stays
    mode_->setCurrent(static_cast<int>(std::ranges::find(kModes, choice.lines.mode) - std::begin(kModes)));
    first_->setCurrentIndex(std::max(0, first_->findData(fromUtf8(choice.lines.sides.first))));
    second_->setCurrentIndex(std::max(0, second_->findData(fromUtf8(choice.lines.sides.second))));
    for (QComboBox* box : {first_, second_}) box->setVisible(choice.lines.mode == LabMode::Pair);
}

void LabBar::show(const State& state) {
    run_->setText(state.measures                 ? tr("Stop")
                  : std::isfinite(state.seconds) ? tr("Run the lab, about %1").arg(formatDuration(state.seconds))
                                                 : tr("Run the lab"));
    run_->setIcon(theme_->icon(state.measures ? QStringLiteral("stop") : QStringLiteral("play"), Ink::OnFill));
    run_->setEnabled(state.measures ? !state.isStopping : state.canRun);
    run_->setToolTip(state.runTip);
    for (QWidget* widget : std::initializer_list<QWidget*>{mode_, first_, second_, repeats_})
        widget->setEnabled(!state.measures);
    export_->setEnabled(state.canExport);
    export_->setToolTip(state.canExport ? QString() : tr("Nothing is measured yet."));
    use_->setEnabled(state.canUse);
    use_->setText(state.use.isEmpty() ? tr("Use the fastest") : state.use);
    use_->setToolTip(state.useTip.isEmpty()
                         ? tr("The fastest line with the same numbers whose switch is shown to help.")
                         : state.useTip);
}

}  // namespace gatelab
