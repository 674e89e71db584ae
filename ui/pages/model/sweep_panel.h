// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "common/theme.h"
#include "config/sweep_plan.h"
#include "store/saved_sweep.h"
#include "verdict/trained_seeds.h"

#include <QDialog>
#include <QString>
#include <vector>

class QCheckBox;
class QLabel;
class QLayout;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace gatelab {

class ExperimentModel;
class ListBox;
class QueueController;
class RunController;
class Segments;
class SweepRow;

/// Several values of some settings of the present experiment, every combination or some at random, each with several
/// seeds: says how many runs that is, which of them are trained already, how long the others train and what memory they
/// take, and puts those into the queue.
/// Or a search with a budget (a study), as those that learn from their trials have, which begins at once.
/// Without a setting it is the experiment with several seeds. A window of its own that nothing waits for.
class SweepPanel : public QDialog {
    Q_OBJECT
public:
    SweepPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
               QWidget* parent = nullptr);

Q_SIGNALS:
    /// count: of the runs that wait now; 0: all are trained already. A sweep without settings: only seeds vary. With a
    /// study: it has been begun (SweepController).
    void queued(int count, const gatelab::SavedSweep& sweep);

private:
    QLayout* makeWays();
    QLayout* makeKnown();
    QLayout* makeFoot();
    void connectControls();
    void connectSources();
    void addNext();  ///< a row with the next usual setting that has none
    void addRow(const char* key);
    void dropRow(SweepRow* row);
    [[nodiscard]] const SearchMethodRow& method() const;
    /// It has a budget, and begins at once in a process of its own.
    [[nodiscard]] bool isStudy() const;
    /// The place that is chosen beside the settings is a cluster, whose tasks then ask for the trials.
    [[nodiscard]] bool isForCluster() const;
    [[nodiscard]] Result<std::vector<SweepAxis>> axes() const;
    [[nodiscard]] Result<SweepRuns> runs() const;
    [[nodiscard]] Result<Study> study() const;
    /// Beside the row of the setting that is to blame, else below all. Empty: nothing is wrong.
    void showProblem(const QString& problem, const std::string& setting = {});
    void refresh();
    void refreshRuns();
    void refreshStudy();
    /// Those of them that are to be trained.
    [[nodiscard]] std::vector<ExperimentConfig> untrained(const SweepRuns& runs) const;
    void showKnown(const SweepRuns& runs, std::int64_t left);
    /// So many whole trainings of the present settings.
    void showNeeds(double runs, bool together);
    void act();
    void queueAll();
    void beginStudy();
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    std::vector<SweepRow*> rows_;
    QVBoxLayout* list_;
    QPushButton *add_, *run_;
    Segments* way_;
    QSpinBox *count_, *budget_, *seeds_;
    ListBox* budgetUnit_;
    QCheckBox *together_, *again_, *limit_;
    QLabel *data_, *help_, *number_, *known_, *needs_, *problem_;
    TrainedSeeds trained_;
};

}  // namespace gatelab
