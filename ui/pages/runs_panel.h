// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include <QWidget>
#include <array>
#include <utility>
#include <vector>

class QLabel;
class QStackedWidget;
class QTableView;

namespace gatelab {

class CompareView;
class DifferenceModel;
class EmptyState;
class ExperimentModel;
class Preferences;
class RunController;
class RunLoader;
class RunsTable;
class RunTableModel;
class Segments;

/// Runs of the workspace: a table; below it the ticked ones as curves or small multiples, or all listed ones as scatter, Pareto chart or parallel
/// coordinates; and the settings in which the ticked ones differ. GUI thread.
class RunsPanel : public QWidget {
    Q_OBJECT
public:
    enum class View { Curves, Scatter, Pareto, Parallel, Multiples };
    RunsPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences, QWidget* parent = nullptr);
    void setShown(bool shown);
    void setCompact(bool compact);
    [[nodiscard]] QStringList checked() const;
    void showView(View view);
    /// Key and name of each view, in their order.
    static std::vector<std::pair<QString, QString>> viewNames();
    /// One of viewNames(); others change nothing.
    void showView(const QString& key);
    [[nodiscard]] RunsTable& table() { return *table_; }

Q_SIGNALS:
    void checkedChanged();
    void openWanted(const QString& runId);
    void repeatWanted(const QString& runId);
    void detailsWanted(const QString& runId);
    void failed(const QString& message);
    void exported(const QString& path);

private:
    QWidget* makeViews();
    QWidget* makeDifferences();
    [[nodiscard]] CompareView* makeView(View view);
    void bringForward(View view);
    [[nodiscard]] CompareView* front() const;
    void showChecked();
    void showDifferences();
    void fillFront();
    void refreshFront();
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    Preferences* preferences_;
    RunLoader* loader_;
    RunsTable* table_;
    RunTableModel* model_;
    DifferenceModel* differences_;
    QTableView* differenceTable_;
    QLabel* differenceNote_;
    Segments* choice_;
    QStackedWidget* views_;
    std::array<CompareView*, 5> made_{};  ///< by View; null until first shown
    EmptyState* empty_;
    QWidget* content_;
    QString highlight_;
    bool shown_ = false;
};

}  // namespace gatelab
