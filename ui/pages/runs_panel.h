// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metric_store.h"
#include "theme.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace gatelab {

class DifferenceModel;
class EmptyState;
class ExperimentModel;
class LineChart;
class Preferences;
class RunController;
class RunLoader;
class RunTableFilter;
class RunTableModel;
class Segments;

/// Runs of the workspace: a table, the curves of the ticked ones in one chart, and the settings in which they differ. F2 renames, Del deletes (Undo
/// brings back), Enter opens. GUI thread.
class RunsPanel : public QWidget {
    Q_OBJECT
public:
    RunsPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences, QWidget* parent = nullptr);
    void setShown(bool shown);
    void setCompact(bool compact);
    [[nodiscard]] QStringList checked() const;

Q_SIGNALS:
    void checkedChanged();
    void openWanted(const QString& runId);
    void repeatWanted(const QString& runId);
    void failed(const QString& message);
    void exported(const QString& path);

private:
    QWidget* makeTable();
    QWidget* makeChart();
    QWidget* makeDifferences();
    void addActions();
    void showChecked();
    void showDifferences();
    void redraw();
    void contextMenu(const QPoint& position);
    [[nodiscard]] QString currentId() const;
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    Preferences* preferences_;
    RunLoader* loader_;
    RunTableModel* model_;
    RunTableFilter* filter_;
    DifferenceModel* differences_;
    QTableView *table_, *differenceTable_;
    QLineEdit* search_;
    QLabel* differenceNote_;
    LineChart* chart_;
    Segments *metric_, *axis_;
    EmptyState* empty_;
    QWidget* content_;
    bool shown_ = false;
};

}  // namespace gatelab
