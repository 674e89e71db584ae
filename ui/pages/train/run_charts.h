// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/line_chart.h"
#include "models/chart_table.h"

#include <QObject>
#include <QStringList>
#include <functional>
#include <map>
#include <memory>

class QLabel;

namespace gatelab {

class ChartLink;
class HistogramPicker;
struct RunView;

/// The charts of one run, made from rows of the chart table: what each draws, how it is called, and what it says while
/// it is empty. A key is that of a row; behind liveKey() a chart of the live card, bare and over its memory. Where they
/// stand is ChartGrid's. GUI thread.
class RunCharts : public QObject {
    Q_OBJECT
public:
    /// `askSetting`: the button of an empty chart asks for the setting that fills it.
    RunCharts(Theme& theme, QWidget& area, std::function<void(const LiveChange&)> askSetting);
    /// The key of a row's chart in the live card.
    static QString liveKey(const QString& key) { return QStringLiteral("live ") + key; }
    /// Makes those of these keys that are not there yet, which are returned, and takes all others away.
    QStringList keep(const QStringList& keys);
    [[nodiscard]] const std::map<QString, LineChart*>& all() const { return charts_; }
    /// Null: it is not there.
    [[nodiscard]] LineChart* find(const QString& key) const;
    /// Null: empty axes that say what to do.
    void setRun(std::shared_ptr<RunView> run);
    void setAxis(XAxis axis);
    void setSmoothing(double epochs);
    void setRowTimes(std::function<double(double)> secondsOf, std::function<QString(double)> table);
    /// All events of the run are marked, or what was changed only.
    void setMarked(bool on);
    /// One is zoomed with all others.
    void setLinked(bool on);
    void setRedrawInterval(int milliseconds);
    /// MiB of the GPU that the run trains on; 0: not known, or on a processor.
    void setDeviceMemory(double mebibytes);
    /// What the loss says without a run.
    void setIdleText(const QString& text);
    void redraw();

private:
    LineChart* makeChart(const QString& key, const ChartRow& row);
    void shapeLive(LineChart* chart, const ChartRow& row) const;
    [[nodiscard]] std::vector<ChartLine> linesOf(const ChartRow& row, double low, double high, int pixels) const;
    void showAxis(LineChart* chart) const;
    void showEvents();
    void showExtent();
    void showPreview();
    void showUnits();
    void showMemory();
    void showNow();
    [[nodiscard]] QString ownerText() const;
    [[nodiscard]] QString emptyText(const ChartRow& row) const;
    /// What stands in a chart without lines, and its button.
    void explain(LineChart* chart, const ChartRow& row);
    /// Does it for every chart whose x is the run's, which the forecast's is not.
    void forRunCharts(const std::function<void(LineChart*)>& action);
    Theme* theme_;
    QWidget* area_;
    std::function<void(const LiveChange&)> askSetting_;
    ChartLink* link_;                    ///< of the charts over the run's axis
    QLabel* window_ = nullptr;           ///< in the forecast chart's header
    HistogramPicker* picker_ = nullptr;  ///< in the histogram chart's header
    std::map<QString, LineChart*> charts_;
    std::shared_ptr<RunView> run_;
    std::function<double(double)> rowSeconds_;
    std::function<QString(double)> rowTimes_;
    XAxis axis_ = XAxis::Step;
    bool isMarked_ = true;
    std::size_t eventsShown_ = 0;
    double extentEnd_ = -1;  ///< of the run's axis, while it grows
    double smoothing_ = kUsualSmoothing, deviceMemory_ = 0;
    int interval_ = 33;
    QString idleText_;
};

}  // namespace gatelab
