// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/line_chart.h"
#include "models/chart_table.h"
#include "pages/train/dashboard.h"

#include <QWidget>
#include <functional>
#include <memory>

class QGridLayout;
class QMenu;
class QPushButton;

namespace gatelab {

class EmptyState;
class PlaceMark;
class RunCharts;
struct RunView;

/// The charts of one run (RunCharts) as a dashboard says. Charts that are not shown do not exist; of the others only
/// what is seen draws, at most 30 times a second, 10 when the training needs the same cores. A chart moves by dragging
/// its title onto another one, by its context menu, and by Ctrl+Left and Ctrl+Right; one can fill the whole area. GUI
/// thread.
class ChartGrid : public QWidget {
    Q_OBJECT
public:
    explicit ChartGrid(Theme& theme, QWidget* parent = nullptr);

    void setDashboard(const Dashboard& dashboard);
    [[nodiscard]] const Dashboard& dashboard() const { return dashboard_; }
    /// Null: empty axes that say what to do.
    void setRun(std::shared_ptr<RunView> run);
    void setAxis(XAxis axis);
    void setSmoothing(double epochs);
    /// Text of a row number of the data the run was trained on, e.g. its date.
    void setRowTimes(std::function<double(double)> secondsOf, std::function<QString(double)> table);
    /// New samples or events. Slow: leave the processor to the training.
    void refresh(bool slow);
    /// Null when it is not shown.
    [[nodiscard]] LineChart* chart(const QString& key) const;
    /// Key of the chart that fills the area; empty: none.
    [[nodiscard]] QString fullSize() const { return fullSize_; }
    void setFullSize(const QString& key);
    /// Zoom and axes of the charts that are shown and which one fills the area, for a grid built anew.
    [[nodiscard]] QVariantMap viewState() const;
    void restoreViewState(const QVariantMap& state);

Q_SIGNALS:
    void dashboardChanged(const gatelab::Dashboard& dashboard);  ///< by the user
    /// The setting that fills an empty chart, asked for by its button.
    void settingRequested(const gatelab::LiveChange& change);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void connectChart(const QString& key);
    void fillMenu(QMenu* menu, const QString& key);
    void makeEmptyState();
    void arrange();
    /// How many fit side by side.
    [[nodiscard]] int columns() const;
    /// By the user.
    void change(const std::function<void(Dashboard&)>& edit);
    /// Where a chart that is dragged over this place of the screen would go: the chart there, or the nearest one;
    /// empty: nowhere.
    [[nodiscard]] QString dropTarget(const QPoint& at) const;
    void showDrop(const QString& key, const QPoint& at);
    void drop(const QString& key, const QPoint& at);
    void redraw();
    /// The charts of the tab in front that stand there. A fresh layout leaves out what has nothing to show.
    [[nodiscard]] QStringList standing() const;
    [[nodiscard]] QString keyOf(const QWidget* widget) const;
    Theme* theme_;
    QGridLayout* layout_;
    EmptyState* empty_ = nullptr;  ///< of a tab without charts
    RunCharts* charts_;
    PlaceMark* mark_;  ///< where a dragged chart would go
    Dashboard dashboard_;
    QPushButton* back_;  ///< from the full size, in words
    QString fullSize_;
    int columns_ = 0;       ///< as arranged
    QStringList standing_;  ///< as arranged
};

}  // namespace gatelab
