// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/outside/external_score.h"
#include "pages/compare/trust/backtest_view.h"
#include "pages/compare/trust/measured_card.h"

#include <QString>
#include <filesystem>
#include <memory>
#include <optional>

class QComboBox;
class QPushButton;

namespace gatelab {

class KeyValueList;
class LineChart;
class ScoreGrid;

/// How far one run can be trusted, folded away until it is asked for: forecasts from rolling origins beside the simple
/// methods, intervals and what they held, what the errors leave over. The forecasts are made off the GUI thread and
/// kept in the run's folder, where they go on. GUI thread.
class BacktestCard : public MeasuredCard {
    Q_OBJECT
public:
    /// `make`: on a job's thread; empty: the engine.
    BacktestCard(Theme& theme, RunController& runs, QWidget* parent = nullptr, BacktestMaker make = {});
    /// Opens it at "score", "intervals" or "residuals", else at its beginning, brings that into view and gives it the
    /// focus.
    void showField(const QString& field);
    /// Null: nothing is kept, or it is not read yet.
    [[nodiscard]] const std::shared_ptr<const BacktestView>& view() const { return view_; }
    /// One that is kept whole is replaced when it is asked for twice.
    void start() override;
    /// Scores a file of forecasts beside the run, which forecasts from the same origins. Shown until the run is tested
    /// or another one is shown; kept nowhere.
    void scoreFile(const std::filesystem::path& file);

private:
    struct Shared;
    void addContent();
    void addChoices();
    /// It forecasts something.
    [[nodiscard]] bool suits(const RunSummary& run) const override;
    void forget() override;
    void readKept() override;
    void form(const Backtest& backtest);
    void make(const RunSummary& run, Measurements::Lease lease);
    void finish(const std::string& run, const Result<Backtest>& result);
    void score(const RunSummary& run, const std::filesystem::path& file, Measurements::Lease lease);
    void finishScoring(const std::string& run, const Result<ExternalScore>& result);
    [[nodiscard]] BacktestPlan plan() const;
    [[nodiscard]] IntervalMethod method() const;
    void showAll() override;
    void showState() override;
    void showScores();
    void drawChart();
    BacktestMaker make_;
    BackgroundJob* forming_;
    WrappedLabel* findings_;
    QComboBox *step_, *refit_, *intervals_, *about_;
    QPushButton* scoreButton_;
    LineChart* chart_;
    KeyValueList* table_;
    ScoreGrid* grid_;                      ///< of a scored file
    bool asksToReplace_ = false;           ///< a kept backtest is made anew by the next click
    std::optional<Backtest> backtest_;     ///< as kept
    std::optional<ExternalScore> scored_;  ///< of a file, in place of it
    std::shared_ptr<const BacktestView> view_;
    std::shared_ptr<Shared> shared_;  ///< with the running job
};

}  // namespace gatelab
