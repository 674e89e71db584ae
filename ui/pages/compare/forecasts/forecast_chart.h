// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/compare/forecasts/forecast_figures.h"

#include <QString>
#include <QWidget>
#include <utility>
#include <vector>

class QSlider;
class QSpinBox;

namespace gatelab {

class LineChart;
class Segments;

/// Forecasts of up to three runs over the truth, with the baselines: one window, all windows some steps ahead, the rows
/// that nobody has observed yet, or forecasts that feed on themselves. GUI thread.
class ForecastChart : public QWidget {
    Q_OBJECT
public:
    enum View { OneWindow, AllWindows, NextRows, ClosedLoop };
    explicit ForecastChart(Theme& theme, QWidget* parent = nullptr);
    /// Where the truth is known, and of the rows to come; of the same runs. The sets stay until the next call.
    void setRuns(DrawnRuns known, DrawnRuns next);
    [[nodiscard]] View view() const;
    /// The window of the first run, or the step, that is drawn, from 0.
    [[nodiscard]] int place() const;
    void setView(View view);
    [[nodiscard]] int stepsAhead() const;
    void setStepsAhead(std::int64_t steps);
    /// After what the rows to come follow: "the data of the run", the name of a file.
    void setSource(const QString& name);
    /// What is said where nothing is drawn.
    void setEmptyText(const QString& text);
    [[nodiscard]] LineChart& chart() { return *chart_; }

Q_SIGNALS:
    void viewChosen();          ///< by a person
    void stepsChosen(int now);  ///< rows to forecast after the last one

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void addPager(int by);
    /// So many places on, to the first or the last one at most.
    void turn(int by);
    [[nodiscard]] bool hasRoomForSlider() const;
    void showControls();
    void draw();
    void drawKnown();
    void drawNext();
    [[nodiscard]] QString unitOf(const DrawnRun& run) const;
    [[nodiscard]] static QString startOf(const ForecastSet& set, std::int64_t origin);
    void setTime(const TimeAxis& time);
    Theme* theme_;
    LineChart* chart_;
    Segments* view_;
    QSlider* place_;
    QSpinBox *number_, *steps_;
    std::vector<QWidget*> pagers_;
    DrawnRuns known_, next_;
    std::pair<std::size_t, std::int64_t> shape_;  ///< windows and steps of the first of known_
    QString source_, emptyText_;
};

}  // namespace gatelab
