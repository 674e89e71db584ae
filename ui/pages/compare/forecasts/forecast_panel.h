// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/compare/compare_panel.h"
#include "pages/compare/forecasts/forecast_figures.h"
#include "pages/compare/forecasts/forecast_pair.h"
#include "widgets/bar_list.h"

#include <memory>

class QAction;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSlider;
class QSpinBox;

namespace gatelab {

class BackgroundJob;
class Card;
class ConfusionCard;
class ElidedLabel;
class EmptyState;
class FutureForecaster;
class Histogram;
class LineChart;
class RunController;
class RunLoader;
class ScoreCard;
class OtherRunBox;
class Segments;
class ListBox;
class WrappedLabel;

/// One finished run on its test part: scores beside the baselines with the verdict in words first; of forecasts those
/// against the truth open and closed loop with their interval, errors by step, residuals; of classes which was taken
/// for which; export of all of them as CSV and HDF5. A second run on the same data can be drawn over it. The engine
/// computes off the GUI thread, with progress and cancel.
class ForecastPanel : public ComparePanel {
    Q_OBJECT
public:
    ForecastPanel(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    void setShown(bool shown) override;
    /// Empty: none has ended.
    [[nodiscard]] QString runId() const override { return runId_; }
    /// One that has ended.
    void choose(const QString& runId) override;
    void showPlace(const Place& place) override;
    void describe(CompareInspector& inspector) const override;
    /// Asks where to, and writes the forecasts of the chosen run as soon as they are computed.
    void askExport() override;
    /// Empty: the newest that has ended.
    void showRun(const QString& runId);
    /// What the engine answered for the chosen run.
    void setForecasts(std::shared_ptr<const ForecastSet> set);
    [[nodiscard]] QString verdict() const;
    /// Run and baselines by the score that the task is judged by, and what it is called.
    [[nodiscard]] std::vector<BarList::Row> bars() const;
    [[nodiscard]] QString barsTitle() const;

protected:
    /// A file dropped here is forecast with the chosen run.
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    static QString endedUntrained();
    QWidget* makeHead();
    QWidget* makeContent();
    /// Forecasts against the truth, with what can be chosen of them in the chart's head.
    void makeForecastChart();
    /// Closed loop, errors by step, residuals, confused classes; what the interval means.
    void makeErrorFigures();
    void connectFigures();
    /// 0: one window, 1: all windows, 2: the rows to come.
    void showView(int view);
    /// A button and a key that go one window (step) back or on.
    void addPager(int by);
    void fillRuns();
    /// Shows what the chosen run's task has.
    void shape();
    void showClasses();
    void showScores();
    void reportScores();
    void compute();
    void redraw();
    void match();  ///< windows of both runs
    /// The run and the one that is drawn over it; none: there is none, or nothing of it belongs here.
    [[nodiscard]] DrawnRun first(const ForecastSet& set, std::size_t target) const;
    [[nodiscard]] std::optional<DrawnRun> second(const std::shared_ptr<const ForecastSet>& set,
                                                 const std::string& target) const;
    /// What of the second run is not drawn.
    void reportSecond(std::size_t target);
    /// What comes after the last row: the third view of the chart.
    [[nodiscard]] bool showsFuture() const;
    void askFuture(const QString& path);
    void askSecondFuture();
    void redrawFuture();
    void chooseFutureFile();
    void exportFuture(const QString& suffix);
    /// Empty suffix: the file's name decides.
    void exportTo(const QString& suffix);
    [[nodiscard]] int slot() const;
    [[nodiscard]] const std::string& task() const;
    Theme* theme_;
    RunController* runs_;
    BackgroundJob* forecastJob_;
    RunLoader* loader_;
    ScoreCard* scores_;
    ListBox* run_;
    QComboBox* target_;
    OtherRunBox* second_;
    QPushButton *export_, *cancel_;
    QProgressBar* progress_;
    ElidedLabel* verdict_;
    QLabel* status_;
    WrappedLabel *problem_, *unpaired_, *interval_;
    Segments* view_;
    FutureForecaster* future_;
    QSpinBox* stepsAhead_;
    QPushButton* otherFile_;
    std::vector<QWidget*> pagers_;
    ConfusionCard* classes_;
    QAction *csv_, *hdf5_, *futureCsv_, *futureHdf5_;
    std::vector<QWidget*> forecastOnly_;
    QSlider* place_;
    LineChart *open_, *closed_, *steps_;
    Card* residualCard_;
    Histogram* residuals_;
    EmptyState *empty_, *untrained_;
    QWidget *content_, *figures_;
    QString runId_;
    std::shared_ptr<const ForecastSet> set_;
    ForecastPair pair_;  ///< of the shown run's set and the second one's
    TruthRows truth_;
    bool shown_ = false, exportAsked_ = false;
};

}  // namespace gatelab
