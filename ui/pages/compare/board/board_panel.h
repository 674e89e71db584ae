// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/compare/compare_panel.h"

#include <vector>

class QLabel;
class QPushButton;

namespace gatelab {

struct AdviceAction;
class BoardMapView;
class BoardModel;
class BoardTable;
class BoardTray;
class BoardViews;
class ColumnMenu;
class EmptyState;
struct ExperimentConfig;
class ExperimentModel;
class FilterLine;
class PersistentSplitter;
class Preferences;
class QueueController;
class RunBoard;
class RunController;
class RunDrawer;
class Theme;
class VerdictCard;

/// The board: what is chosen, the table of groups on a common axis, below it curves, map, parallel lines or scatter of
/// them, and the verdict about a pair. GUI thread.
class BoardPanel : public ComparePanel {
    Q_OBJECT
public:
    BoardPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
               Preferences& preferences, RunBoard& board, QWidget* parent = nullptr);
    ~BoardPanel() override;
    void setShown(bool shown) override;
    [[nodiscard]] QString runId() const override;
    [[nodiscard]] bool choosesOther() const override;
    [[nodiscard]] QStringList chosenRuns() const override;
    void choose(const QString& runId) override;
    /// A view of the lower card ("curves", "map", "parallel", "scatter"); "details" of a run: its drawer, at a field of
    /// it (RunDrawer::showField). A run that the board does not list yet is gone to when it does.
    void showPlace(const Place& place) override;
    [[nodiscard]] std::optional<PopoverAnchor> anchor() const override;
    [[nodiscard]] QWidget* bar() const override { return bar_; }
    [[nodiscard]] QWidget* ownColumn() const override;
    void setCompact(bool compact) override;
    void askExport() override;
    void filterBy(const QString& expression);
    /// By a column, the greatest first; one that is not there is added.
    void sortBy(const QString& column);
    void openDrawer(const QString& runId);
    void closeDrawer();
    [[nodiscard]] BoardModel& model() { return *model_; }
    [[nodiscard]] BoardTable& table() { return *table_; }
    [[nodiscard]] VerdictCard& verdict() { return *verdict_; }
    [[nodiscard]] BoardViews& views() { return *views_; }

Q_SIGNALS:
    void adviceWanted(const QString& runId, const gatelab::AdviceAction& action);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeBar();
    void goToRun();
    void fitRows();
    QWidget* makeLower();
    [[nodiscard]] std::vector<ExperimentConfig> waiting() const;
    void addActions();
    /// finished: it is not being typed on.
    void applyFilter(bool finished);
    void turn(const QString& key);
    void turnPicked(const QString& runOrKey);
    void actOnKey(int key);
    void train(const std::vector<ExperimentConfig>& configs, const std::string& why);
    void archive();
    void showEmpty();
    void showUnmatched();
    void contextMenu(const QPoint& position);
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    Preferences* preferences_;
    RunBoard* board_;
    BoardModel* model_;
    BoardTray* tray_;
    BoardTable* table_;
    BoardViews* views_;
    BoardMapView* map_ = nullptr;  ///< null until it is first shown
    VerdictCard* verdict_;
    RunDrawer* drawer_;
    QWidget* bar_;
    FilterLine* filter_;
    QLabel* problem_;
    QWidget* unmatched_;  ///< no run passes the filter
    QLabel* unmatchedText_;
    ColumnMenu* columnMenu_;
    QPushButton* columns_;
    EmptyState* empty_;
    PersistentSplitter* splitter_;
    bool isDrawerOpen_ = false;
    Place wanted_;  ///< that is gone to when the board lists its run
};

}  // namespace gatelab
