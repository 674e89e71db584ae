// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "widgets/card.h"
#include "widgets/popover.h"

#include <QSet>

class QLabel;
class QPushButton;
class QTableView;

namespace gatelab {

class ColumnMenu;
class ExperimentModel;
class FilterLine;
class Preferences;
class RunController;
class RunTableColumns;
class RunTableModel;
class ListBox;

/// The card with the runs: filter, grouping, choice of columns, and what can be done with a run (F2 renames, Space
/// ticks, Del deletes with Undo, Enter opens it or a group; star, archive, colour, tags and note by its menu). Filter,
/// group, columns and order are kept over a restart. GUI thread.
class RunsTable : public Card {
    Q_OBJECT
public:
    RunsTable(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences,
              QWidget* parent = nullptr);
    ~RunsTable() override;
    [[nodiscard]] RunTableModel& model() { return *model_; }
    void setCompact(bool compact);
    /// How high the card is that shows so many rows.
    [[nodiscard]] int heightOf(int rows) const;
    /// Makes the row of a run the current one and scrolls to it.
    void select(const QString& runId);
    /// The run of the current row, of a group the one that was chosen before, else its first; empty: none.
    [[nodiscard]] QString currentId() const;
    /// The runs of all chosen rows; of a group all.
    [[nodiscard]] QStringList chosenIds() const;
    /// Its name's cell, for questions about it.
    [[nodiscard]] PopoverAnchor anchor() const;
    /// Lets the name of the current row be typed over.
    void editName();
    /// Shows a column, a new one beside the name, with the greatest values first.
    void sortBy(const QString& column);
    /// Where nothing is grouped: runs of one setting share a row, and their curves a mean with its band.
    void groupBySettings();
    /// Asks for a file that gets the rows and columns as they stand there: CSV with all digits, or Markdown.
    void askExport();
    /// As if it were typed.
    void filterBy(const QString& expression);

Q_SIGNALS:
    void baseRequested(const QString& runId);
    void moreAsked(const QString& runId, const gatelab::PopoverAnchor& anchor);  ///< epochs; asked for there
    void currentChanged(const QString& runId, bool byHand);  ///< empty: none; by hand: if need be the same again

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
    void askStep(const QString& curve);
    /// First by what the listed runs differ in, then by all else.
    void fillGroups();
    void openCurrent();
    void turnGroup(int row);
    void contextMenu(const QPoint& position);
    /// What a person has chosen, current row and all.
    void noteChoice();
    /// A new list takes the choice away: the runs stay chosen, or, while they are deleted, the next one is.
    void chooseAgain();
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    Preferences* preferences_;
    RunTableModel* model_;
    FilterLine* filter_;
    QLabel* problem_;
    ListBox* group_;
    ColumnMenu* columnMenu_;
    QPushButton* columnButton_;
    QTableView* table_;
    RunTableColumns* columns_ = nullptr;
    QString wanted_;        ///< the run that a person chose, also while it is deleted: Undo brings the choice back
    QSet<QString> chosen_;  ///< the same of all chosen rows
    QString kept_;          ///< of the current row, while the list changes
    int keptRow_ = -1;
    bool choosing_ = false, wasMember_ = false;
};

}  // namespace gatelab
