// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/popover.h"

#include <QWidget>
#include <memory>
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
class RunLoader;
class RunsModel;
class Theme;
struct RunSummary;
struct RunView;

/// The left column: the data, the runs of the workspace with filter and best value, the baselines of the open data as a
/// run on them has them.
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
    void runOpened(const QString& runId);
    /// selectedRun() is another one; by hand: a person chose it here, if need be again.
    void runSelected(bool byHand);

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
    /// Of a run on other data, or of another task, the baselines would be read as those of the data that are open.
    [[nodiscard]] bool isOfOpenData(const RunSummary& run) const;
    /// The shown run if it is of the open data and has baselines, else the newest that has ended and would be measured
    /// as a run of the present settings. Null: none, or not read yet.
    [[nodiscard]] std::shared_ptr<const RunView> runWithBaselines() const;
    [[nodiscard]] QLabel* sectionHead(const QString& text);
    void setSectionHead(QLabel& head, const QString& text, const QString& right) const;
    Theme& theme_;
    ExperimentModel& experiment_;
    RunController& runs_;
    RunsModel* model_;
    RunLoader* loader_;  ///< of the run with the baselines
    QSortFilterProxyModel* filter_;
    QListView* list_;
    QLineEdit* search_;
    QLabel *empty_, *dataRows_, *runsHead_;
    QPushButton *data_, *archived_;
    QWidget* baselines_;
    bool following_ = false;  ///< the page or the shown run, not a person
    struct ShownBaselines {
        std::string task;
        QString run;
        std::size_t figures = 0;

        bool operator==(const ShownBaselines&) const = default;
    } shown_;
};

}  // namespace gatelab
