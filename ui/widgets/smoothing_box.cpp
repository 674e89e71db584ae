// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/smoothing_box.h"

#include "common/preferences.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gatelab {

namespace {

constexpr double kStops[] = {0, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5};
constexpr double kUsual = 0.5;
constexpr int kWidth = 56;
const QString kKey = QStringLiteral("train/smoothing-epochs"), kWeightKey = QStringLiteral("train/smoothing");

/// The nearest by ratio; 0 stands for itself.
int stopOf(double epochs) {
    if (!(epochs > 0)) return 0;
    const auto* nearest = std::ranges::min_element(std::next(std::begin(kStops)), std::end(kStops), {},
                                                   [epochs](double stop) { return std::abs(std::log(stop / epochs)); });
    return static_cast<int>(nearest - std::begin(kStops));
}

}  // namespace

SmoothingBox::SmoothingBox(QWidget* parent)
    : QWidget(parent),
      label_(makeLabel(tr("Smoothing"), "muted")),
      figure_(new QLabel),
      slider_(new QSlider(Qt::Horizontal)) {
    auto* row = makeRow(this, {}, 8);
    slider_->setRange(0, static_cast<int>(std::size(kStops)) - 1);
    slider_->setPageStep(1);
    slider_->setFixedWidth(kWidth);
    slider_->setAccessibleName(tr("Smoothing"));
    const QString help =
        tr("Mean over so many epochs before and after, of the logarithm where all is above zero. It does not lag. The "
           "raw line stays behind.");
    for (QWidget* widget : std::initializer_list<QWidget*>{label_, slider_, figure_}) {
        row->addWidget(widget);
        widget->setToolTip(help);
    }
    setEpochs(kUsual);
    connect(slider_, &QSlider::valueChanged, this, [this](int stop) {
        setEpochs(kStops[stop]);
        Q_EMIT chosen(epochs_);
    });
}

void SmoothingBox::setEpochs(double epochs) {
    epochs_ = epochs;
    const QSignalBlocker quiet(slider_);
    slider_->setValue(stopOf(epochs));
    const QString number = locale().toString(epochs, 'g', 3);
    const QString text = epochs <= 0  ? tr("off")
                         : epochs > 1 ? tr("%1 epochs").arg(number)
                                      : tr("%1 epoch").arg(number);
    figure_->setText(text);
    slider_->setAccessibleDescription(text);
}

void SmoothingBox::showParts(bool label, bool slider) {
    label_->setVisible(label);
    slider_->setVisible(slider);
    layout()->invalidate();
    updateGeometry();  // who measures next sees it at once
}

double SmoothingBox::saved(const Preferences& preferences) {
    if (const QVariant epochs = preferences.window(kKey); epochs.isValid()) return std::max(0.0, epochs.toDouble());
    const QVariant weight = preferences.window(kWeightKey);
    if (!weight.isValid()) return kUsual;
    // 0.97 per step, a mean over 33 steps, was as usual as half an epoch is now.
    constexpr double kUsualSteps = 1 / (1 - 0.97), kMostSteps = 1000;
    const double past = std::clamp(weight.toDouble(), 0.0, 1 - 1 / kMostSteps);
    return past <= 0 ? 0 : kStops[stopOf(kUsual / (1 - past) / kUsualSteps)];
}

void SmoothingBox::save(Preferences& preferences, double epochs) { preferences.setWindow(kKey, epochs); }

}  // namespace gatelab
