// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/smoothing_box.h"

#include "common/theme.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kSliderSteps = 100, kWidth = 56;
constexpr double kMaxSmoothing = 0.999, kSeen = 0.0005;  // a smaller difference the number does not show

/// 0, 0.9, 0.99, 0.999 are equally far apart.
int sliderOf(double weight) {
    return static_cast<int>(std::lround(-std::log10(1 - std::min(weight, kMaxSmoothing)) / 3 * kSliderSteps));
}
double weightOf(int slider) {
    return slider == 0 ? 0 : std::min(1 - std::pow(10.0, -3.0 * slider / kSliderSteps), kMaxSmoothing);
}

}  // namespace

SmoothingBox::SmoothingBox(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      label_(makeLabel(tr("Smoothing"), "muted")),
      used_(makeLabel({}, "muted")),
      slider_(new QSlider(Qt::Horizontal)),
      box_(new QDoubleSpinBox) {
    auto* row = makeRow(this, {}, 8);
    slider_->setRange(0, kSliderSteps);
    slider_->setFixedWidth(kWidth);
    box_->setRange(0, kMaxSmoothing);
    box_->setDecimals(3);
    box_->setSingleStep(0.01);
    box_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box_->setFixedWidth(static_cast<int>(kWidth * theme.textScale()));
    box_->setKeyboardTracking(false);
    for (QWidget* widget : std::initializer_list<QWidget*>{label_, slider_, box_, used_}) row->addWidget(widget);
    for (QWidget* widget : std::initializer_list<QWidget*>{slider_, box_}) widget->setAccessibleName(tr("Smoothing"));
    showUsed();
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
    showUsed();
}

void SmoothingBox::setUsed(const std::vector<double>& weights) {
    weights_ = weights;
    showUsed();
}

void SmoothingBox::showUsed() {
    const auto [least, most] = std::ranges::minmax_element(weights_);
    const bool isLess = !weights_.empty() && *least < weight_ - kSeen;
    const auto number = [this](double weight) { return locale().toString(weight, 'f', box_->decimals()); };
    if (!isLess)
        used_->clear();
    else
        used_->setText(*most - *least > kSeen ? tr("used %1 to %2").arg(number(*least), number(*most))
                                              : tr("used %1").arg(number(*least)));
    used_->setVisible(isLess && isUsedShown_);
    const QString help = tr(
        "Exponential smoothing: weight of the past per step, bias-corrected from the first step on. 0 draws the raw "
        "values, 0.97 averages over about 33 steps. The raw line stays behind. On a logarithmic axis a mean lies above "
        "the middle of a noisy line, and it lags where the values fall.");
    for (QWidget* widget : std::initializer_list<QWidget*>{label_, slider_, box_, used_})
        widget->setToolTip(isLess ? used_->text() + QLatin1Char('\n') + help : help);
}

void SmoothingBox::showParts(bool label, bool slider, bool used) {
    label_->setVisible(label);
    slider_->setVisible(slider);
    isUsedShown_ = used;
    showUsed();
    layout()->invalidate();
    updateGeometry();  // who measures next sees it at once
}

}  // namespace gatelab
