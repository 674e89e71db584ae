// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>

namespace gatelab {

class ExperimentModel;
class ListBox;
class WrappedLabel;
struct PlanLine;

/// What is forecast, why it is this column, and another one by one click: the first line of the plan of a series with
/// several columns. Hidden where there is nothing to choose. GUI thread.
class TargetRow : public QWidget {
    Q_OBJECT
public:
    TargetRow(Theme& theme, ExperimentModel& experiment, QWidget* parent = nullptr);
    /// `suggested`: the plan's line of the target; null: it has none, and the last column is one's without a reason.
    void setLine(const PlanLine* suggested);
    /// In words, where it stands below; empty: hidden.
    [[nodiscard]] QString reason() const;
    /// Narrow: names are cut to the room that there is.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void fill();
    void take(int index);
    Theme& theme_;
    ExperimentModel& experiment_;
    ListBox* box_;
    WrappedLabel* reason_;
    bool isOwn_ = false;  ///< neither suggested nor the default
};

}  // namespace gatelab
