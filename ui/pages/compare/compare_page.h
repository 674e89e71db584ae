// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/page.h"

class QStackedWidget;

namespace gatelab {

struct AdviceAction;
enum class Began;
class CompareInspector;
class ExperimentModel;
class ForecastPanel;
class LabController;
class LabPanel;
class LineagePanel;
class Preferences;
class QueueController;
class RunController;
class RunDetails;
class RunsPanel;
class Segments;
class StudyController;
class StudyPanel;
class TrashPanel;

/// The Compare page: runs beside each other, the forecasts of one, everything about one, what came from what, the
/// optimisation lab and the memory study.
class ComparePage : public Page {
    Q_OBJECT
public:
    ComparePage(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                LabController& lab, StudyController& study, Preferences& preferences, QWidget* parent = nullptr);
    ~ComparePage() override;

    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] QString inspectorTitle() const override;
    [[nodiscard]] PageMark mark() const override;
    void setCompact(bool compact) override;
    /// Views: "runs", those of RunsPanel::viewNames, "forecasts" and "details" with a run, "lineage", "lab", "memory",
    /// "trash", "sweep" (a new one: its runs grouped, its result in the inspector).
    void showPlace(const Place& place) override;
    // On the runs that are listed, in the view that is shown then.
    void sortRunsBySize();  ///< largest first
    void filterRuns(const QString& expression);
    void exportRuns();
    void exportForecasts();  ///< of the run that their view shows
    void renameChosenRun();
    void setShown(bool shown) override;
    [[nodiscard]] QString chosenRun() const override;
    [[nodiscard]] QStringList chosenRuns() const override;
    [[nodiscard]] PopoverAnchor runAnchor() override;

private:
    /// The trash has no segment: the File menu leads there.
    enum class View { Runs, Forecasts, OneRun, Lineage, Lab, Memory, Trash };
    /// Views are made when they are first shown: all at once would take a noticeable while.
    void makeView(View view);
    void makeRuns();
    void makeForecasts();
    void makeDetails();
    void makeLineage();
    void makeLab();
    void makeMemory();
    void makeTrash();
    void showView(View view);
    /// In the view in front, where it has a place for the run; the other views have it when they are shown.
    void choose(const QString& runId);
    /// What the view in front has chosen is the run of all views. Not by hand: where theirs is gone.
    void noteChoice(bool byHand);
    void showDetails(const QString& runId);
    void showVerdict();
    void showSweep();
    void open(const QString& runId);
    void runAgain(const QString& runId);
    void runAgainFrom(const QString& runId, const QString& checkpoint);
    void askMore(const QString& runId, const PopoverAnchor& anchor);
    /// To the run that goes on, or tells that it waits.
    void followAdvised(const QString& runId, const AdviceAction& action);
    void follow(const QString& runId, Began began);
    void reportSaved(const QString& path);
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    LabController* labController_;
    StudyController* study_;
    Preferences* preferences_;
    Segments* views_;
    QStackedWidget* stack_ = nullptr;
    RunsPanel* panel_ = nullptr;
    ForecastPanel* forecasts_ = nullptr;  ///< this and the next five: null until first shown
    RunDetails* details_ = nullptr;
    LineagePanel* lineage_ = nullptr;
    LabPanel* lab_ = nullptr;
    StudyPanel* memory_ = nullptr;
    TrashPanel* trash_ = nullptr;
    CompareInspector* inspector_;
    QString chosen_;  ///< the run that all views are about, also while one has no place for it
    bool shown_ = false;
};

}  // namespace gatelab
