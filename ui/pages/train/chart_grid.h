// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/line_chart.h"
#include "models/chart_table.h"
#include "pages/train/dashboard.h"

#include <QScrollArea>
#include <functional>
#include <memory>

class QGridLayout;
class QLabel;
class QMenu;
class QPushButton;
class QTabBar;
class QVBoxLayout;

namespace gatelab {

class EmptyState;
class LiveCard;
class PlaceMark;
class RunCharts;
struct RunView;

/// The charts of one run (RunCharts). The usual ones fill the area: the loss over the whole width, below it the
/// forecast (of classes the accuracy, or which one was taken for which) and the live card. What a dashboard has besides
/// stands in a grid below them, and the area scrolls. Charts that are not shown do not exist; of the others only what
/// is seen draws, at most 30 times a second, 10 when the training needs the same cores. A chart of the grid moves by
/// dragging its title onto another one, by its context menu, and by Ctrl+Left and Ctrl+Right; any one can fill the
/// whole area. GUI thread.
class ChartGrid : public QScrollArea {
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
    /// MiB of the GPU that the run trains on; 0: not known, or on a processor.
    void setDeviceMemory(double mebibytes);
    /// What the loss says without a run.
    void setIdleText(const QString& text);
    /// New samples or events. Slow: leave the processor to the training.
    void refresh(bool slow);
    /// Null when it is not shown. One that stands in the grid and in the live card: the former.
    [[nodiscard]] LineChart* chart(const QString& key) const;
    [[nodiscard]] LiveCard& live() const { return *live_; }
    /// Shows one of the usual charts where it is behind a tab; false: it is none of them.
    bool bringForward(const QString& key);
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
    void makeUsual();
    void makeTabs();
    void connectChart(const QString& key);
    void fillMenu(QMenu* menu, const QString& key);
    /// Makes the charts that are to stand here, takes the others away, and puts each in its place.
    void rebuild();
    void arrange();
    void arrangeGrid();
    void showTabs();
    /// The usual charts have the whole area, also where others stand below.
    void fit();
    /// How many fit side by side.
    [[nodiscard]] int columns() const;
    [[nodiscard]] bool answersWithClasses() const;
    /// Of the chart beside the live card.
    [[nodiscard]] QString answersKey() const;
    /// By the user.
    void change(const std::function<void(Dashboard&)>& edit);
    /// Where a chart that is dragged over this place of the screen would go: the chart of the grid there, or the
    /// nearest one; empty: nowhere.
    [[nodiscard]] QString dropTarget(const QPoint& at) const;
    void showDrop(const QString& key, const QPoint& at);
    void drop(const QString& key, const QPoint& at);
    void redraw();
    [[nodiscard]] QString keyOf(const QWidget* widget) const;
    QWidget *page_, *usual_, *grid_;
    QVBoxLayout* column_;
    QGridLayout *usualLayout_, *gridLayout_;
    LiveCard* live_;
    QTabBar* tabs_;      ///< of the dashboard; hidden while it has none
    EmptyState* empty_;  ///< of a tab without charts
    RunCharts* charts_;
    PlaceMark* mark_;  ///< where a dragged chart would go
    Dashboard dashboard_;
    std::shared_ptr<RunView> run_;
    QPushButton* back_;  ///< from the full size, in words
    QLabel* fullTitle_;  ///< of a bare chart
    QString fullSize_;
    int columns_ = 0;              ///< as arranged
    bool showsConfusion_ = false;  ///< in the place of the accuracy
};

}  // namespace gatelab
