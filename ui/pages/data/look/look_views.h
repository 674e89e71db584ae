// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QObject>
#include <array>

class QComboBox;
class QWidget;

namespace gatelab {

class DistributionPanel;
class ExperimentModel;
class RelationsPanel;
class SeasonsPanel;
class SeriesLook;
class SeriesView;

/// The views of the Data page that look at one column: how its values lie, what of it repeats, what others have to do
/// with it; and which column that is. What their sentences propose is done here, as one undoable step. GUI thread.
class LookViews : public QObject {
    Q_OBJECT
public:
    enum View { Distribution, Seasons, Relations };
    LookViews(Theme& theme, ExperimentModel& experiment, SeriesView& view, QObject* parent = nullptr);
    /// In the order of View; without a parent, for a stack.
    [[nodiscard]] std::array<QWidget*, 3> pages() const;
    [[nodiscard]] QComboBox& column() { return *column_; }
    [[nodiscard]] SeriesLook& look() { return *look_; }
    /// Those of the view; the column that is forecast first is chosen.
    void takeSeries();
    void takeSplit();
    /// A View, or -1: none, and nothing is worked out.
    void setShown(int view);

Q_SIGNALS:
    void progressed(double share);  ///< 1: done, or given up

private:
    void showVisible();
    ExperimentModel& experiment_;
    SeriesView& view_;
    SeriesLook* look_;
    QComboBox* column_;
    DistributionPanel* distribution_;
    SeasonsPanel* seasons_;
    RelationsPanel* relations_;
    int shown_ = -1;
};

}  // namespace gatelab
