// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/smoothing_box.h"

#include "theme.h"
#include "widgets/card.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kSliderSteps = 100, kWidth = 56;
constexpr double kMostSmoothing = 0.999;

/// 0, 0.9, 0.99, 0.999 are equally far apart.
int sliderOf(double weight) { return static_cast<int>(std::lround(-std::log10(1 - std::min(weight, kMostSmoothing)) / 3 * kSliderSteps)); }
double weightOf(int slider) { return slider == 0 ? 0 : std::min(1 - std::pow(10.0, -3.0 * slider / kSliderSteps), kMostSmoothing); }

}  // namespace

SmoothingBox::SmoothingBox(const Theme& theme, QWidget* parent)
    : QWidget(parent), label_(makeLabel(tr("Smoothing"), "muted")), slider_(new QSlider(Qt::Horizontal)), box_(new QDoubleSpinBox) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    slider_->setRange(0, kSliderSteps);
    slider_->setFixedWidth(kWidth);
    box_->setRange(0, kMostSmoothing);
    box_->setDecimals(3);
    box_->setSingleStep(0.01);
    box_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box_->setFixedWidth(static_cast<int>(kWidth * theme.textScale()));
    box_->setKeyboardTracking(false);
    const QString help = tr("Weight of the past per step: 0 draws the raw values, 0.97 averages over about 33 steps; in a short run over at most a fiftieth of its steps. The raw line stays behind.");
    for (QWidget* widget : std::initializer_list<QWidget*>{label_, slider_, box_}) {
        widget->setToolTip(help);
        row->addWidget(widget);
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{slider_, box_}) widget->setAccessibleName(tr("Smoothing"));
    connect(slider_, &QSlider::valueChanged, this, [this](int value) {
        setWeight(weightOf(value));
        Q_EMIT chosen(weightOf(value));
    });
    connect(box_, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        setWeight(value);
        Q_EMIT chosen(value);
    });
}

void SmoothingBox::setWeight(double weight) {
    weight_ = weight;
    const QSignalBlocker quietSlider(slider_), quietBox(box_);
    slider_->setValue(sliderOf(weight));
    box_->setValue(weight);
}

void SmoothingBox::showParts(bool label, bool slider) {
    label_->setVisible(label);
    slider_->setVisible(slider);
    layout()->invalidate();
    updateGeometry();  // who measures next sees it at once
}

}  // namespace gatelab
