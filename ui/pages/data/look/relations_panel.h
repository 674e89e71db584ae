// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/data/look/look_panel.h"

class QComboBox;
class QSpinBox;

namespace gatelab {

class LineChart;

/// How the columns go together in the training part: all at the same row, one moved against another, and the column
/// against itself some rows earlier. GUI thread.
class RelationsPanel : public LookPanel {
    Q_OBJECT
public:
    RelationsPanel(Theme& theme, ExperimentModel& experiment, SeriesLook& look, QWidget* parent = nullptr);
    [[nodiscard]] QComboBox& other() { return *other_; }
    [[nodiscard]] QSpinBox& lag() { return *lag_; }

protected:
    [[nodiscard]] Insights tell(const ExperimentConfig& config) const override;
    void draw(const QString& waiting) override;

private:
    void drawMatrix();
    void drawCrossed();
    void drawLag();
    LineChart *matrix_, *crossed_, *lagged_;
    QComboBox* other_;
    QSpinBox* lag_;
};

}  // namespace gatelab
