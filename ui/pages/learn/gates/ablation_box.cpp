// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gates/ablation_box.h"

#include "common/list_text.h"
#include "common/texts.h"
#include "config/cell_traits.h"
#include "pages/learn/gates/gate_canvas.h"
#include "pages/learn/gates/quantity_words.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"
#include "widgets/thin_progress.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace gatelab {

AblationBox::AblationBox(NetworkInspection& look, GateCanvas& canvas, QWidget* parent)
    : QWidget(parent),
      look_(&look),
      canvas_(&canvas),
      off_(makeButton(QIcon(), tr("Switch the chosen units off"), this, &AblationBox::switchOff)),
      measure_(makeButton(QIcon(), tr("Measure over the whole part"), this, &AblationBox::measure)),
      what_(new ListBox),
      effect_(new WrappedLabel),
      whole_(new WrappedLabel),
      progress_(new ThinProgress) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(makeLabel(tr("Without these units"), "section"));
    off_->setCheckable(true);
    off_->setObjectName(QStringLiteral("switch-off"));
    off_->setToolTip(tr("Holds the chosen units at 0 (ablation) and shows the answer; the run is unchanged"));
    column->addWidget(off_);
    column->addWidget(effect_);
    what_->setAccessibleName(tr("What is held"));
    what_->setToolTip(
        tr("The states of the units at 0, or one of their gates at its mean, so that it no longer reacts"));
    column->addWidget(what_);
    measure_->setObjectName(QStringLiteral("measure-part"));
    column->addWidget(measure_);
    progress_->hide();
    column->addWidget(progress_);
    whole_->setObjectName(QStringLiteral("part-effect"));
    column->addWidget(whole_);
    connectAll();
    fillWhat();
    refresh();
}

void AblationBox::connectAll() {
    connect(canvas_, &GateCanvas::unitsChosen, this, &AblationBox::unitsChanged);
    connect(off_, &QPushButton::toggled, this,
            [this](bool off) { off_->setText(off ? tr("Switch them on again") : tr("Switch the chosen units off")); });
    connect(what_, &QComboBox::currentIndexChanged, this, &AblationBox::forgetWhole);
    connect(look_, &NetworkInspection::gatesChanged, this, &AblationBox::refresh);
    connect(look_, &NetworkInspection::opened, this, [this] {
        off_->setChecked(false);
        effect_->setFullText({});
        forgetWhole();
        fillWhat();
    });
    connect(look_, &NetworkInspection::ablationProgressed, this,
            [this](double share) { progress_->setValue(qRound(100 * share)); });
    connect(look_, &NetworkInspection::ablated, this, [this](const Ablation& answer) {
        const QString whose = subject();
        forgetWhole();
        whole_->setFullText(tr("%1: %2").arg(whose, translated(answer.phrase())));
        measuredFor_ = look_->weights() + QString::number(static_cast<int>(look_->window().part));
    });
    connect(look_, &NetworkInspection::ablationStopped, this, &AblationBox::forgetWhole);
}

void AblationBox::fillWhat() {
    const QSignalBlocker quiet(what_);
    what_->clear();
    what_->addItem(tr("States held at 0"), QString());
    if (!look_->run()) return;
    const std::string& cell = look_->run()->config.cell;
    const CellTraits& traits = cellTraits(cell);
    for (const char key : traits.gates)
        if (traits.library && traits.isGate(key))
            what_->addItem(tr("%1 held at its mean").arg(quantityWords(std::string(1, key), cell).name),
                           QString(QLatin1Char(key)));
}

void AblationBox::setPlace(int layer, int direction) {
    if (layer == layer_ && direction == direction_) return;
    layer_ = layer, direction_ = direction;
    unitsChanged();
}

std::vector<UnitPlace> AblationBox::places() const {
    std::vector<UnitPlace> places;
    for (const int unit : canvas_->chosenUnits()) places.push_back({layer_, direction_, unit});
    return places;
}

QString AblationBox::subject() const {
    QStringList numbers;
    for (const int unit : canvas_->chosenUnits()) numbers << QString::number(unit + 1);
    const QString units =
        numbers.size() == 1 ? tr("unit %1").arg(numbers.front()) : tr("units %1").arg(listText(numbers));
    return what_->currentIndex() > 0 ? tr("%1 of %2").arg(what_->currentText(), units) : units;
}

void AblationBox::unitsChanged() {
    forgetWhole();
    if (off_->isChecked()) {  // the sentence is of those that are chosen
        off_->setChecked(!places().empty());
        switchOff(off_->isChecked());
    }
    refresh();
}

void AblationBox::refresh() {
    const bool hasUnits = !canvas_->chosenUnits().empty();
    off_->setEnabled(look_->isOpen() && (hasUnits || off_->isChecked()));
    measure_->setEnabled(look_->isOpen() && (hasUnits || isMeasuring_));
    measure_->setToolTip(hasUnits
                             ? tr("Reads every window of this part twice: the mean change of the loss, with a 95 % "
                                  "interval by blocks of windows")
                             : tr("Choose a unit first: click on a heat map"));
    if (measuredFor_ != look_->weights() + QString::number(static_cast<int>(look_->window().part)) && !isMeasuring_)
        forgetWhole();
    if (!look_->gates()) return;
    const GateView& view = *look_->gates();
    if (!view.whole) return effect_->setFullText({});
    const double loss = view.window.loss, before = view.whole->loss;
    effect_->setFullText(
        tr("Loss of this window %1 instead of %2 (%3 %). The answer above is the one without %n unit(s).", nullptr,
           static_cast<int>(look_->window().off.size()))
            .arg(formatNumber(loss, 4), formatNumber(before, 4), formatNumber(100 * (loss / before - 1), 3)));
}

void AblationBox::switchOff(bool off) {
    effect_->setFullText({});
    look_->setOff(off ? places() : std::vector<UnitPlace>());
}

void AblationBox::measure() {
    if (isMeasuring_) return look_->stopAblation();
    AblationQuestion question;
    question.part = look_->window().part;
    question.off = places();
    question.gate = what_->currentData().toString().toStdString();
    forgetWhole();
    isMeasuring_ = true;
    measure_->setText(tr("Stop"));
    progress_->setValue(0);
    progress_->show();
    look_->askAblation(question);
}

void AblationBox::forgetWhole() {
    if (std::exchange(isMeasuring_, false)) look_->stopAblation();
    measure_->setText(tr("Measure over the whole part"));
    progress_->hide();
    whole_->setFullText({});
    measuredFor_.clear();
}

}  // namespace gatelab
