// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"
#include "widgets/card.h"
#include "widgets/popover.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace gatelab {

class ColumnMenu;
class ExperimentModel;
class FilterLine;
class Preferences;
class RunController;
class RunTableModel;

/// The card with the runs: filter, grouping, choice of columns, and what can be done with a run (F2 renames, Space ticks, Del deletes with Undo, Enter opens it or a
/// group; star, archive, colour, tags and note by its menu). Filter, group, columns and order are kept over a restart. GUI thread.
class RunsTable : public Card {
    Q_OBJECT
public:
    RunsTable(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences, QWidget* parent = nullptr);
    [[nodiscard]] RunTableModel& model() { return *model_; }
    void setCompact(bool compact);
    /// Makes the row of a run the current one and scrolls to it.
    void select(const QString& runId);
    /// The run of the current row; empty: none.
    [[nodiscard]] QString currentId() const;
    /// The runs of all chosen rows; of a group all.
    [[nodiscard]] QStringList chosenIds() const;
    /// Its name's cell, for questions about it.
    [[nodiscard]] PopoverAnchor anchor() const;
    /// Lets the name of the current row be typed over.
    void editName();
    /// Shows a column beside the name, with the greatest values first.
    void sortBy(const QString& column);
    /// As if it were typed.
    void filterBy(const QString& expression);

Q_SIGNALS:
    void openWanted(const QString& runId);
    void repeatWanted(const QString& runId);
    void baseWanted(const QString& runId);
    void detailsWanted(const QString& runId);
    void branchWanted(const QString& runId, const QString& checkpoint);
    void moreWanted(const QString& runId, const gatelab::PopoverAnchor& anchor);  ///< epochs; asked for there
    void deleteWanted();  ///< of chosenIds()
    void currentChanged(const QString& runId, bool byHand);  ///< empty: none; by hand: if need be the same again

protected:
    void showEvent(QShowEvent* event) override;

private:
    void addHeader();
    void addTable();
    void addActions();
    /// All that is chosen: unticked where all of it is ticked, else ticked.
    void tickChosen();
    /// How many runs are listed, of how many.
    void showCount();
    /// finished: it is not being typed on.
    void applyFilter(bool finished);
    /// As a person chose them.
    void showColumns(const QStringList& keys);
    void changeColumns(const QStringList& keys);
    void followUsual();
    void askStep(const QString& curve);
    void fillGroups();
    void restoreColumns();
    void keepColumns();
    void keepSort();
    void restoreSort();
    void openCurrent();
    void turnGroup(int row);
    /// In their order; of what only groups have, their size beside the name and the interval behind the figure that it is of.
    void placeColumns();
    void sizeColumns();
    void contextMenu(const QPoint& position);
    /// A new list takes the choice away: the run stays chosen, or, once it is deleted, the next one is.
    void chooseAgain();
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    Preferences* preferences_;
    RunTableModel* model_;
    FilterLine* filter_;
    QLabel* problem_;
    QComboBox* group_;
    ColumnMenu* columnMenu_;
    QPushButton* columnButton_;
    QTableView* table_;
    QString kept_;  ///< of the current row, while the list changes
    int keptRow_ = -1;
    bool sized_ = false, choosing_ = false, restoring_ = false, wasMember_ = false;
};

}  // namespace gatelab
