// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QDoubleSpinBox;
class QLabel;
class QSlider;

namespace gatelab {

class Theme;

/// How much curves are smoothed: a slider that runs evenly over the memory of the mean, and the weight of the past per step as a number.
class SmoothingBox : public QWidget {
    Q_OBJECT
public:
    explicit SmoothingBox(const Theme& theme, QWidget* parent = nullptr);
    [[nodiscard]] double weight() const { return weight_; }
    void setWeight(double weight);  ///< does not signal
    /// The number stays.
    void showParts(bool label, bool slider);

Q_SIGNALS:
    void chosen(double weight);  ///< by the user

private:
    QLabel* label_;
    QSlider* slider_;
    QDoubleSpinBox* box_;
    double weight_ = 0;  ///< finer than the number shows
};

}  // namespace gatelab
