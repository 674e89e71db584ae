// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/line_chart.h"
#include "pages/chart_table.h"

#include <QStringList>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>

class QGridLayout;
class QLabel;

namespace gatelab {

struct RunView;

/// The charts of one run, two in a row (one when narrow), made from rows of the chart table. Draws only what is seen, at most 30 times a second,
/// 10 when the training needs the same cores. One chart can fill the whole area. GUI thread.
class ChartGrid : public QWidget {
    Q_OBJECT
public:
    explicit ChartGrid(Theme& theme, QWidget* parent = nullptr);

    /// Shows these charts in this order; unknown keys are left out.
    void setCharts(const QStringList& keys);
    [[nodiscard]] const QStringList& charts() const { return keys_; }
    /// Null: empty axes that say what to do.
    void setRun(std::shared_ptr<RunView> run);
    void setAxis(XAxis axis);
    void setSmoothing(double weightPerStep);
    /// Text of a row number of the data the run was trained on, e.g. its date.
    void setRowFormat(std::function<QString(double)> format);
    /// New samples or events. Slow: leave the processor to the training.
    void refresh(bool slow);
    /// Null when it is not shown.
    [[nodiscard]] LineChart* chart(const QString& key) const;
    /// Key of the chart that fills the area; empty: none.
    [[nodiscard]] QString fullSize() const { return fullSize_; }
    void setFullSize(const QString& key);

Q_SIGNALS:
    void exported(const QString& path);
    void failed(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    LineChart* makeChart(const ChartRow& row);
    void arrange();
    void redraw();
    void showEvents();
    void showExtent();
    void showPreview();
    void showUnits();
    [[nodiscard]] QString emptyText() const;
    void moveCursors(const LineChart* from, double x);
    Theme* theme_;
    QGridLayout* layout_;
    QLabel* window_;
    QStringList keys_;
    QString fullSize_;
    std::map<QString, LineChart*> charts_;
    std::shared_ptr<RunView> run_;
    std::function<QString(double)> rowFormat_;
    XAxis axis_ = XAxis::Step;
    std::size_t eventsShown_ = 0;
    double smoothing_ = 0.97;
    int columns_ = 2;
    int interval_ = 33;
};

}  // namespace gatelab
