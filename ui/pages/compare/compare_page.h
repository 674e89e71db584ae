// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/page.h"

#include <functional>
#include <vector>

class QStackedWidget;

namespace gatelab {

struct AdviceAction;
class BoardPanel;
enum class Began;
class ComparePanel;
class ExperimentModel;
class LabController;
class Preferences;
class QueueController;
class RunBoard;
class RunController;
class Segments;

/// The Compare page: the board of runs, the forecasts of the chosen ones and the optimisation lab. It knows its views
/// by their table only.
class ComparePage : public Page {
    Q_OBJECT
public:
    ComparePage(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                LabController& lab, RunBoard& board, Preferences& preferences, QWidget* parent = nullptr);
    ~ComparePage() override;

    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] PageMark mark() const override;
    void setCompact(bool compact) override;
    /// Views: "board", those of BoardViews ("curves", "map", "parallel", "scatter"), "details" of a run (its drawer),
    /// "forecasts" with a run, "lab", "trash".
    void showPlace(const Place& place) override;
    // On the runs that are listed, in the view that is shown then.
    void sortRunsBySize();  ///< largest first
    void filterRuns(const QString& expression);
    void renameChosenRun();
    void askExport();  ///< of what the view in front shows
    void setShown(bool shown) override;
    [[nodiscard]] QString chosenRun() const override;
    [[nodiscard]] bool choosesOther() const override;
    [[nodiscard]] QStringList chosenRuns() const override;
    [[nodiscard]] PopoverAnchor runAnchor() override;

private:
    struct View {
        QString key;        ///< Place::view
        QString title;      ///< of its segment; empty: it has none, and is not the one after a restart
        QString icon, tip;  ///< of its segment
        std::function<ComparePanel*()> make;
        ComparePanel* panel = nullptr;  ///< null until it is first shown: all at once would take a noticeable while
    };
    void addView(View view);
    ComparePanel* panelOf(View& view);
    /// By its place in the table.
    void showView(std::size_t index);
    [[nodiscard]] ComparePanel& front() const { return *views_[front_].panel; }
    /// In the view in front, where it has a place for the run; the other views have it when they are shown.
    void choose(const QString& runId);
    /// What the view in front has chosen is the run of all views. Not by hand: where theirs is gone.
    void noteChoice(bool byHand);
    void askMore(const QString& runId, const PopoverAnchor& anchor);
    /// To the run that goes on, or tells that it waits.
    void followAdvised(const QString& runId, const AdviceAction& action);
    void followNow(const QString& runId, const AdviceAction& action);
    void follow(const QString& runId, Began began);
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    Preferences* preferences_;
    RunBoard* board_;
    Segments* segments_;  ///< of the views that have a title, in their order
    QStackedWidget *stack_, *bars_;
    std::vector<View> views_;
    std::size_t front_ = 0;
    BoardPanel* panel_;  ///< the first view
    QString chosen_;     ///< the run that all views are about, also while one has no place for it
    bool shown_ = false, compact_ = false;
};

}  // namespace gatelab
