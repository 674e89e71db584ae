// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "measure/experiment_check.h"

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QStandardItemModel;
class QTableView;

namespace gatelab {

class ExperimentModel;
class Segments;

/// Chooses, starts and shows a check of the experiment. A window of its own that nothing waits for: the check goes on
/// when it is closed.
class CheckPanel : public QDialog {
    Q_OBJECT
public:
    CheckPanel(Theme& theme, ExperimentModel& experiment, ExperimentCheck& check, QWidget* parent = nullptr);

private:
    void start();
    void refresh();
    void fillTable(const ExperimentCheck::Table& table);
    [[nodiscard]] ExperimentCheck::Wanted wanted() const;
    Theme* theme_;
    ExperimentModel* experiment_;
    ExperimentCheck* check_;
    Segments* kinds_;
    QSpinBox* trials_;
    QLabel *what_, *state_, *icon_, *sentence_, *command_;
    QProgressBar* progress_;
    QTableView* table_;
    QStandardItemModel* model_;
    QPushButton *run_, *copyCommand_, *copyTable_;
};

}  // namespace gatelab
