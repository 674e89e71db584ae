// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QDoubleSpinBox;
class QLabel;
class QSlider;

namespace gatelab {

class Theme;

/// How much curves are smoothed: a slider that runs evenly over the memory of the mean, and the weight of the past per
/// step as a number.
class SmoothingBox : public QWidget {
    Q_OBJECT
public:
    explicit SmoothingBox(const Theme& theme, QWidget* parent = nullptr);
    [[nodiscard]] double weight() const { return weight_; }
    void setWeight(double weight);  ///< does not signal
    /// The weights by which the drawn curves are averaged: said where one is less than the number.
    void setUsed(const std::vector<double>& weights);
    /// The number stays. What is used instead of it is in the tooltip too.
    void showParts(bool label, bool slider, bool used);

Q_SIGNALS:
    void chosen(double weight);  ///< by the user

private:
    void showUsed();
    QLabel *label_, *used_;
    QSlider* slider_;
    QDoubleSpinBox* box_;
    std::vector<double> weights_;  ///< that are used
    double weight_ = 0;            ///< finer than the number shows
    bool isUsedShown_ = true;
};

}  // namespace gatelab
