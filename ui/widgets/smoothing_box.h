// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QSlider;

namespace gatelab {

class Preferences;

/// How much curves are smoothed: to how many epochs on either side of its place a mean goes (MetricSeries), on a slider
/// with round stops. The choice is one for all pages.
class SmoothingBox : public QWidget {
    Q_OBJECT
public:
    explicit SmoothingBox(QWidget* parent = nullptr);
    [[nodiscard]] double epochs() const { return epochs_; }
    void setEpochs(double epochs);            ///< does not signal
    void showParts(bool label, bool slider);  ///< the figure stays

    /// What was chosen before, 0 or above. Where that was a weight of the past per step, as older versions kept it, the
    /// stop that smooths about as much.
    [[nodiscard]] static double saved(const Preferences& preferences);
    static void save(Preferences& preferences, double epochs);

Q_SIGNALS:
    void chosen(double epochs);  ///< by the user

private:
    QLabel *label_, *figure_;
    QSlider* slider_;
    double epochs_ = 0;  ///< also between two stops
};

}  // namespace gatelab
