// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/compare/forecast_figures.h"
#include "widgets/bar_list.h"

#include <QWidget>
#include <memory>

class QAction;
class QComboBox;
class QGridLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QSlider;
class QSpinBox;

namespace gatelab {

class BackgroundJob;
class ConfusionCard;
class EmptyState;
class FutureForecaster;
class Histogram;
class LineChart;
class RunController;
class RunLoader;
class ScoreCard;
class Segments;
class WrappedLabel;

/// One finished run on its test part: scores beside the baselines with the verdict in words first; of forecasts those
/// against the truth open and closed loop with their interval, errors by step, residuals; of classes which was taken
/// for which; export of all of them as CSV and HDF5. The engine computes off the GUI thread, with progress and cancel.
class ForecastPanel : public QWidget {
    Q_OBJECT
public:
    ForecastPanel(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    void setShown(bool shown);
    /// Chooses a run; empty: the newest that has ended.
    void showRun(const QString& runId);
    /// Empty: none has ended.
    [[nodiscard]] QString runId() const { return runId_; }
    /// Asks where to, and writes the forecasts of the chosen run as soon as they are computed.
    void askExport();
    /// What the engine answered for the chosen run.
    void setForecasts(std::shared_ptr<const ForecastSet> set);
    [[nodiscard]] QString verdict() const;
    /// Run and baselines by the score that the task is judged by, and what it is called.
    [[nodiscard]] std::vector<BarList::Row> bars() const;
    [[nodiscard]] QString barsTitle() const;

Q_SIGNALS:
    void failed(const QString& message);
    void exported(const QString& path);
    void scoresChanged();
    void repeatWanted(const QString& runId);
    void runChosen();  ///< another run, by a person

protected:
    /// A file dropped here is forecast with the chosen run.
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    static QString endedUntrained();
    QWidget* makeHead();
    QWidget* makeContent();
    /// A button and a key that go one window (step) back or on.
    void addPager(int by);
    void fillRuns();
    /// Shows what the chosen run's task has.
    void shape();
    void showClasses();
    void showScores();
    void tellScores();
    void compute();
    void redraw();
    /// What comes after the last row: the third view of the chart.
    [[nodiscard]] bool showsFuture() const;
    void askFuture(const QString& path);
    void redrawFuture();
    void chooseFutureFile();
    void exportFuture(const QString& suffix);
    /// Empty suffix: the file's name decides.
    void exportTo(const QString& suffix);
    [[nodiscard]] int slot() const;
    [[nodiscard]] const std::string& task() const;
    Theme* theme_;
    RunController* runs_;
    BackgroundJob *forecastJob_, *exportJob_;
    RunLoader* loader_;
    ScoreCard* scores_;
    QComboBox *run_, *target_;
    QPushButton *export_, *cancel_;
    QProgressBar* progress_;
    QLabel *verdict_, *status_;
    WrappedLabel* problem_;
    Segments* view_;
    FutureForecaster* future_;
    QSpinBox* stepsAhead_;
    QPushButton* otherFile_;
    std::vector<QWidget*> pagers_;
    ConfusionCard* classes_;
    QAction *csv_, *hdf5_, *futureCsv_, *futureHdf5_;
    QGridLayout* grid_;
    std::vector<QWidget*> forecastOnly_;
    QSlider* place_;
    LineChart *open_, *closed_, *steps_;
    Histogram* residuals_;
    EmptyState *empty_, *untrained_;
    QWidget *content_, *figures_;
    QString runId_;
    std::shared_ptr<const ForecastSet> set_;
    TruthRows truth_;
    bool shown_ = false, exportAsked_ = false;
};

}  // namespace gatelab
