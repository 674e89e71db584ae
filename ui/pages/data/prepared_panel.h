// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "data/split.h"

#include <QWidget>
#include <optional>

class QComboBox;

namespace gatelab {

class ChartLink;
class BackgroundJob;
class ExperimentModel;
class InsightList;
class LineChart;

/// One column as it is in the file above the same column as the network is given it, over the same rows. A step that is
/// switched off, moved or removed in the recipe shows in the lower one at once. Columns that a step has made have no
/// upper one. With augmentation on, below them one training window before and after it. GUI thread.
class PreparedPanel : public QWidget {
    Q_OBJECT
public:
    PreparedPanel(Theme& theme, ExperimentModel& experiment, QWidget* parent = nullptr);
    /// Nothing is drawn while it is not shown.
    void setShown(bool shown);
    [[nodiscard]] QComboBox& column() { return *column_; }

    /// Of many series the one that is looked at: its rows in the data, and how it is cut, in its own rows.
    struct Part {
        RowRange rows;
        Split split;
        bool operator==(const Part&) const = default;
    };
    /// Nothing: all rows, which are one series.
    void showPart(std::optional<Part> part);

private:
    void fill();
    void draw();
    void drawAugmented();
    Theme* theme_;
    ExperimentModel* experiment_;
    InsightList* insights_;
    QComboBox* column_;
    LineChart *raw_, *prepared_, *augmented_;
    qint64 window_ = 0;  ///< number of the training window that is shown before and after
    ChartLink* link_;
    BackgroundJob* job_;  ///< gets a long column ready to be drawn
    bool shown_ = false;
    std::optional<Part> part_;
};

}  // namespace gatelab
