// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/command.h"
#include "widgets/popover.h"

#include <QWidget>
#include <string>

class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QSortFilterProxyModel;
class QVBoxLayout;

namespace gatelab {

class ExperimentModel;
class RunController;
class RunsModel;
class Theme;
struct RunView;

/// The left column: the data, the runs of the workspace with filter and best value, the baselines of the shown run.
class ProjectDock : public QWidget {
    Q_OBJECT
public:
    ProjectDock(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    /// The run selected in the list; empty: none.
    [[nodiscard]] QString selectedRun() const;
    /// As the page has it; a run that is not listed leaves what is selected.
    void select(const QString& runId);
    /// Its row, for questions about it.
    [[nodiscard]] PopoverAnchor runAnchor() const;
    void editSelectedName();

Q_SIGNALS:
    void dataClicked();
    void runOpened(const QString& runId);
    /// selectedRun() is another one; by hand: a person chose it here, if need be again.
    void runSelected(bool byHand);
    /// On the selected run.
    void commandAsked(const gatelab::Command& command);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void addDataSection(QVBoxLayout* layout);
    void addRunsSection(QVBoxLayout* layout);
    void addBaselineSection(QVBoxLayout* layout);
    void showData();
    void showDataName();
    void showBaselines();
    void showRuns();
    void showMenu(const QPoint& position);
    [[nodiscard]] bool isOfOpenData(const RunView& run) const;
    [[nodiscard]] QLabel* sectionHead(const QString& text, const QString& right);
    Theme& theme_;
    ExperimentModel& experiment_;
    RunController& runs_;
    RunsModel* model_;
    QSortFilterProxyModel* filter_;
    QListView* list_;
    QLineEdit* search_;
    QLabel *empty_, *dataRows_;
    QPushButton *data_, *archived_;
    QWidget* baselines_;
    std::string shownTask_;  ///< whose baselines are listed
};

}  // namespace gatelab
