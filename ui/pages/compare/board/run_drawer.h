// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"
#include "common/theme.h"

#include <QString>
#include <QWidget>
#include <array>
#include <memory>
#include <string>

class QLabel;
class QPushButton;
class QTimer;
class QToolButton;
class QVBoxLayout;

namespace gatelab {

class AdviceCard;
class Badge;
struct BoardRow;
struct BoardSeed;
class BacktestCard;
class CompressCard;
class ElidedLabel;
class LineageList;
class LineChart;
class RunBoard;
class RunController;
class RunFacts;
class RunForecasts;
class RunLoader;
struct RunView;
class SeedAxis;
class TimelineCard;
class WrappedLabel;

/// One row of the board in the right column of the window: its score and seeds, the loss of one seed (arrows change
/// it), what it came from and what came from it, the facts of that seed's run, and where to go from here. The run is
/// read off the GUI thread. GUI thread.
class RunDrawer : public QWidget {
    Q_OBJECT
public:
    RunDrawer(Theme& theme, RunBoard& board, RunController& runs, QWidget* parent = nullptr);
    using QWidget::show;
    /// `runId`: the seed whose loss is drawn; empty: one that trains, else the first that counts.
    void show(const std::string& rowKey, const QString& runId = {});
    void clear();
    /// Goes to a part of it and gives that the focus: "trust", "score", "intervals", "residuals" of the backtest, or by
    /// a key of exportKinds() to what the run can be carried off as.
    void showField(const QString& field);
    /// The run of the seed that is drawn; empty: none, or a baseline.
    [[nodiscard]] QString runId() const { return run_; }
    [[nodiscard]] const std::string& rowKey() const { return key_; }
    [[nodiscard]] TimelineCard& timeline() const { return *timeline_; }
    [[nodiscard]] AdviceCard& advice() const { return *advice_; }
    [[nodiscard]] CompressCard& compress() const { return *compress_; }
    [[nodiscard]] BacktestCard& backtest() const { return *backtest_; }
    /// No record holds the errors by step of a run: the engine forecasts its validation part when it is shown a while.
    [[nodiscard]] RunForecasts& forecasts() const { return *forecasts_; }

Q_SIGNALS:
    void closed();  ///< by a person, or its row is gone
    void rowAsked(const std::string& key);
    void runShown(const QString& runId);  ///< runId() is another one

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void addHead(QVBoxLayout& column);
    void addCharts(QVBoxLayout& column);
    void addButtons(QVBoxLayout& column);
    void refresh();
    void setRun(const QString& runId);
    void bringBacktest();
    /// Another seed of the row: one before or one after.
    bool turnSeed(int by);
    void showHead(const BoardRow& row);
    void showScore(const BoardRow& row);
    void showBadges(const BoardRow& row);
    void showLoss(const BoardRow& row);
    void showStepErrors(const BoardRow& row);
    void askForecasts();
    /// The boards that the runs of an imported project may stand on.
    void fillData();
    /// "12 seeds, lr 0.03, ended 14:36"
    [[nodiscard]] QString lineOf(const BoardRow& row) const;
    [[nodiscard]] QString endOf(const BoardRow& row) const;
    [[nodiscard]] const BoardRow* row() const;
    [[nodiscard]] const BoardSeed* seed(const BoardRow& row) const;
    /// The best one of the scope; null: none.
    [[nodiscard]] const BoardRow* baseline() const;
    [[nodiscard]] std::vector<ChartLine> lossLines(double low, double high, int pixels) const;
    Theme* theme_;
    RunBoard* board_;
    RunController* runs_;
    RunLoader* loader_;
    QLabel* marker_;
    ElidedLabel* name_;
    std::array<Badge*, 3> badges_;  ///< best, base, latest
    WrappedLabel *line_, *problem_;
    QLabel *figure_, *figureNote_;
    SeedAxis* axis_;
    LineChart *loss_, *steps_;
    QToolButton *before_, *after_;
    AdviceCard* advice_;
    QLabel* lineageTitle_;
    LineageList* lineage_;
    BacktestCard* backtest_;
    CompressCard* compress_;
    RunFacts* facts_;
    TimelineCard* timeline_;
    QPushButton *again_, *why_, *open_, *export_, *data_;
    std::string key_;  ///< of the row
    QString run_, unread_;
    QString field_;  ///< of the backtest, that is gone to once more when the run is read: what lies above it grows
    RunForecasts* forecasts_;
    QTimer* asking_;  ///< a seed that is only passed by is not forecast
};

}  // namespace gatelab
