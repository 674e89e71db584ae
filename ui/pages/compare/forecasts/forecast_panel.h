// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lab/backtest/conformal.h"
#include "pages/compare/compare_panel.h"
#include "pages/compare/forecasts/forecast_figures.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;

namespace gatelab {

struct BoardRow;
class ConfusionCard;
class ElidedLabel;
class EmptyState;
class ForecastChart;
class LineChart;
class RunBoard;
class RunController;
class RunForecasts;
class RunLoader;
class ScoreCard;
class TextCard;
class WrappedLabel;

/// The chosen runs on their test part, or on a file that they have never seen: of the best three chosen groups the best
/// seed of each, drawn over the truth beside the baselines; scores and residuals in one table, errors by step; of
/// classes which was taken for which; of running texts what they go on with; export as CSV and HDF5. Which runs these
/// are is chosen on the board. The engine computes off the GUI thread, with progress and cancel.
class ForecastPanel : public ComparePanel {
    Q_OBJECT
public:
    static constexpr std::size_t kMostRuns = 3;

    ForecastPanel(Theme& theme, RunController& runs, RunBoard& board, QWidget* parent = nullptr);
    void setShown(bool shown) override;
    /// The one that all views are about, or the best of those that are drawn; empty: none.
    [[nodiscard]] QString runId() const override;
    void choose(const QString& runId) override { current_ = runId; }
    /// A run of the place becomes one of the chosen, and stands for its group.
    void showPlace(const Place& place) override;
    [[nodiscard]] QWidget* bar() const override { return bar_; }
    /// Asks where to, and writes the forecasts of the run as soon as they are computed.
    void askExport() override;
    /// The runs that are drawn, best first.
    [[nodiscard]] QStringList drawnRuns() const;
    /// What the engine answered for one of them.
    void setForecasts(const QString& runId, std::shared_ptr<const ForecastSet> set);
    /// The forecasts of another file; empty: of the run's own test part.
    void setFile(const QString& path);
    [[nodiscard]] QString verdict() const;

protected:
    /// A file dropped here is forecast with the chosen runs.
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A run that is drawn.
    struct Shown {
        QString run, name, mark;
        int slot = 0;
        bool operator==(const Shown&) const = default;
    };
    void makeBar();
    QWidget* makeContent();
    void fitTables();
    /// Of the drawn ones: that which all views are about, else the best; empty: none.
    [[nodiscard]] QString mainRun() const;
    [[nodiscard]] std::vector<Shown> wantedRuns() const;
    /// The best ended seed of a group; empty: none has ended.
    [[nodiscard]] std::string seedOf(const BoardRow& row) const;
    /// Keys of the best baseline and of chosen ones.
    [[nodiscard]] std::vector<std::string> baselines() const;
    void follow();
    void ask();
    void showForecasts();
    void showState();
    void showProblems();
    void showTargets();
    void showSeries();
    void followSeries();
    void showScores();
    void showResiduals();
    void showErrors();
    void showNext();
    void showClasses();
    void showText();
    void fillExport();
    /// The sets of a question that have the chosen target, in the order of the runs.
    [[nodiscard]] DrawnRuns drawn(const RunForecasts& from) const;
    /// Which intervals the rows to come are to have; none: those that the run keeps.
    [[nodiscard]] std::optional<IntervalMethod> intervalMethod() const;
    /// Those of the rows to come: with another file they are part of its forecasts.
    [[nodiscard]] const RunForecasts& next() const { return path_.isEmpty() ? *next_ : *known_; }
    [[nodiscard]] const std::string& task() const;
    void chooseFile();
    /// Empty suffix: the file's name decides.
    void exportTo(const QString& runId, const QString& suffix);
    void exportNext(const QString& runId, const QString& suffix);
    /// The table of many series as CSV.
    void exportSeries(const QString& runId, const QString& suffix);
    Theme* theme_;
    RunController* runs_;
    RunBoard* board_;
    RunLoader* loader_;
    RunForecasts *known_, *next_;
    QWidget *bar_, *figures_ = nullptr;
    QComboBox *target_, *intervals_, *series_;
    QPushButton *file_, *otherFile_, *int8_, *strong_, *cancel_, *export_;
    QMenu* exports_;
    QProgressBar* progress_;
    QLabel* status_;
    ElidedLabel* verdict_;
    WrappedLabel *problem_, *interval_;
    EmptyState *empty_, *untrained_;
    ForecastChart* chart_;
    ScoreCard* scores_;
    TextCard* text_;
    LineChart* steps_;
    std::array<ConfusionCard*, kMostRuns> classes_{};
    std::vector<Shown> drawn_;
    std::shared_ptr<const ForecastSet> manySet_;  ///< whose series stand in the table; null: none has many
    QString asked_, current_, path_;
    bool isShown_ = false, exportAsked_ = false;
};

}  // namespace gatelab
