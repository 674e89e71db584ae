// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/data/look/look_panel.h"

namespace gatelab {

class LineChart;

/// What of the training part of a column repeats: how it goes with itself some rows earlier, what each lag adds, at
/// which periods it swings, and the mean course of its season. GUI thread.
class SeasonsPanel : public LookPanel {
    Q_OBJECT
public:
    SeasonsPanel(Theme& theme, ExperimentModel& experiment, SeriesLook& look, QWidget* parent = nullptr);

protected:
    [[nodiscard]] Insights tell(const ExperimentConfig& config) const override;
    void draw(const QString& waiting) override;

private:
    void drawCorrelations();
    void drawSpectrum();
    void drawShape();
    LineChart *autocorrelation_, *partial_, *spectrum_, *shape_;
};

}  // namespace gatelab
