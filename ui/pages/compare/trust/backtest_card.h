// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/outside/external_score.h"
#include "common/theme.h"
#include "pages/compare/trust/backtest_view.h"
#include "runs/measurements.h"
#include "store/workspace.h"

#include <QString>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>

class QComboBox;
class QPushButton;

namespace gatelab {

class BackgroundJob;
class FoldButton;
class KeyValueList;
class LineChart;
class RunController;
class ScoreGrid;
class ThinProgress;
class WrappedLabel;

/// How far one run can be trusted, folded away until it is asked for: forecasts from rolling origins beside the simple
/// methods, intervals and what they held, what the errors leave over. The forecasts are made off the GUI thread and
/// kept in the run's folder, where they go on. GUI thread.
class BacktestCard : public QWidget {
    Q_OBJECT
public:
    /// `make`: on a job's thread; empty: the engine.
    BacktestCard(Theme& theme, RunController& runs, QWidget* parent = nullptr, BacktestMaker make = {});
    /// Hidden without one, and while it trains, or where it forecasts nothing. Null: none.
    void showRun(const RunSummary* run);
    void setOpen(bool on);
    /// Opens it at "score", "intervals" or "residuals", else at its beginning, brings that into view and gives it the
    /// focus.
    void showField(const QString& field);
    [[nodiscard]] bool isOpen() const;
    /// Null: nothing is kept, or it is not read yet.
    [[nodiscard]] const std::shared_ptr<const BacktestView>& view() const { return view_; }
    /// One that is kept whole is replaced when it is asked for twice.
    void start();
    /// Scores a file of forecasts beside the run, which forecasts from the same origins. Shown until the run is tested
    /// or another one is shown; kept nowhere.
    void scoreFile(const std::filesystem::path& file);
    void stop();
    [[nodiscard]] bool running() const;

private:
    struct Shared;
    void addContent();
    void addChoices();
    void unfold(bool on);
    void readKept();
    void form(const Backtest& backtest);
    void make(const RunSummary& run, Measurements::Lease lease);
    void finish(const std::string& run, const Result<Backtest>& result);
    void score(const RunSummary& run, const std::filesystem::path& file, Measurements::Lease lease);
    void finishScoring(const std::string& run, const Result<ExternalScore>& result);
    [[nodiscard]] BacktestPlan plan() const;
    [[nodiscard]] IntervalMethod method() const;
    void showAll();
    void showState();
    void showScores();
    void drawChart();
    Theme* theme_;
    RunController* runs_;
    BacktestMaker make_;
    BackgroundJob *job_, *reading_, *forming_;
    FoldButton* fold_;
    QWidget* content_;
    WrappedLabel *note_, *findings_;
    ThinProgress* progress_;
    QComboBox *step_, *refit_, *intervals_, *about_;
    QPushButton *button_, *scoreButton_;
    LineChart* chart_;
    KeyValueList* table_;
    ScoreGrid* grid_;             ///< of a scored file
    bool asksToReplace_ = false;  ///< a kept backtest is made anew by the next click
    std::string run_, made_;      ///< shown; being tested, or tested last
    QString problem_;             ///< of the one tested last; empty: none
    std::optional<RunSummary> summary_;
    std::optional<Backtest> backtest_;     ///< as kept
    std::optional<ExternalScore> scored_;  ///< of a file, in place of it
    std::shared_ptr<const BacktestView> view_;
    std::shared_ptr<Shared> shared_;  ///< with the running job
};

}  // namespace gatelab
