// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/look/insight.h"

#include <QWidget>

namespace gatelab {

class ExperimentModel;
class InsightList;
class SeriesLook;
class Theme;

/// A view of what was worked out of a column: what it means above, charts below. Drawn only while it is shown. GUI
/// thread.
class LookPanel : public QWidget {
    Q_OBJECT
public:
    LookPanel(Theme& theme, ExperimentModel& experiment, SeriesLook& look, QWidget* parent = nullptr);
    [[nodiscard]] InsightList& insights() { return *insights_; }

protected:
    /// What the values mean under these settings.
    [[nodiscard]] virtual Insights tell(const ExperimentConfig& config) const = 0;
    /// The values, or that there are none yet: `waiting` says why.
    virtual void draw(const QString& waiting) = 0;
    void showEvent(QShowEvent* event) override;
    [[nodiscard]] Theme& theme() const { return theme_; }
    [[nodiscard]] SeriesLook& look() const { return look_; }

private:
    void refresh();
    void say();
    Theme& theme_;
    ExperimentModel& experiment_;
    SeriesLook& look_;
    InsightList* insights_;
    bool isStale_ = true;
};

}  // namespace gatelab
