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
class QComboBox;
class QLabel;
class QLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace gatelab {

class ExperimentModel;
class QueueController;
class RunController;
class Segments;

/// Several values of some settings of the present experiment, every combination or some at random, each with several
/// seeds: says how many runs that is, which of them are trained already, how long the others train and what memory they
/// take, and puts those into the queue.
/// Without a setting it is the experiment with several seeds. A window of its own that nothing waits for.
class SweepPanel : public QDialog {
    Q_OBJECT
public:
    SweepPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
               QWidget* parent = nullptr);

Q_SIGNALS:
    /// count: of the runs that wait now; 0: all are trained already. A sweep without settings: only seeds vary.
    void queued(int count, const gatelab::SavedSweep& sweep);

private:
    struct Row {
        QWidget* box;
        QComboBox* setting;
        QLineEdit* values;
    };
    QLayout* makeMore();
    QLayout* makeWays();
    QLayout* makeKnown();
    QLayout* makeFoot();
    void connectControls();
    void connectSources();
    void addNext();  ///< a row with the next usual setting that has none
    void addRow(const char* key);
    void dropRow(QWidget* box);
    [[nodiscard]] QString offer(const Field& field) const;
    [[nodiscard]] Result<SweepRuns> runs() const;
    void refresh();
    /// Those of them that are to be trained.
    [[nodiscard]] std::vector<ExperimentConfig> untrained(const SweepRuns& runs) const;
    void showKnown(const SweepRuns& runs, std::int64_t left);
    void showNeeds(const SweepRuns& runs, std::int64_t left);
    void queueAll();
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    std::vector<Row> rows_;
    QVBoxLayout* list_;
    QPushButton *add_, *run_;
    Segments* way_;
    QSpinBox *count_, *seeds_;
    QCheckBox *together_, *again_;
    QLabel *data_, *number_, *known_, *needs_, *problem_;
    TrainedSeeds trained_;
};

}  // namespace gatelab
