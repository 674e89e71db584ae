// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "models/run_rows.h"

#include <QAbstractTableModel>
#include <QPixmap>
#include <unordered_set>

namespace gatelab {

class BackgroundJob;

/// The runs of the workspace as a table: chosen columns, a tick per row, filtered, grouped and sorted here (10,000 runs
/// take some 50 ms). Grouped, a row stands for all runs of a value, were it one: its name is the value with the number
/// of runs, numbers are means (of losses only where they are one quantity), texts the common one, and one more column
/// says how far the best validation is known (95 %, Student); an opened group has its runs below it. Edits of name,
/// tags and note are asked for by a signal, so that they become undoable commands. Which runs are ticked is the model's
/// own. GUI thread.
class RunTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// GroupRole: whether the row can be opened. ExactRole: for files, numbers with all digits, in the unit that the
    /// head has in this role.
    enum Role { IdRole = Qt::UserRole + 1, GroupRole, ExactRole };
    /// Width of the arrow in the decoration of a group.
    static constexpr int kArrowRoom = 16;
    /// Group key for "all settings but seed, name and notes".
    static const QString kBySettings;

    RunTableModel(Theme& theme, RunController& runs, QObject* parent = nullptr);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    void sort(int column, Qt::SortOrder order) override;

    [[nodiscard]] const RunColumns& columns() const { return list_.columns; }
    /// Keys of the columns; "name" is always there and first.
    void setShownColumns(const QStringList& keys);
    [[nodiscard]] QStringList shownColumns() const;
    /// What is being typed acts at once, but for a word at the end that may yet become a column or "and": that one acts
    /// when it is `finished`, or alone. A mistake leaves the last whole expression, one that did not end in a word or
    /// was finished: its runs are grey, and the answer says what is wrong.
    QString setFilter(const QString& expression, bool finished = false);
    [[nodiscard]] bool listsArchived() const { return list_.listsArchived(); }
    /// What is listed after a mistake; empty: all runs.
    [[nodiscard]] const QString& wholeFilter() const { return wholeText_; }
    /// Empty: one row per run; kBySettings; or the key of a column.
    void setGroup(const QString& key);
    [[nodiscard]] const QString& group() const { return list_.group; }

    [[nodiscard]] QStringList checked() const;           ///< ids of ticked runs that exist, newest first
    [[nodiscard]] QStringList checkedAndListed() const;  ///< the same without those that the filter hides
    void setChecked(const QStringList& ids);
    void choose(const QStringList& ids);                  ///< by hand
    void setBase(const QString& runId);                   ///< marked as what the others are compared with; empty: none
    void check(const QStringList& ids);                   ///< these too; a run may be listed later
    [[nodiscard]] QString idAt(int row) const;            ///< of the first run of a row
    [[nodiscard]] QStringList idsAt(int row) const;       ///< of all runs of a row
    [[nodiscard]] QStringList checkedAt(int row) const;   ///< of its ticked ones
    [[nodiscard]] int rowOf(const QString& runId) const;  ///< the run's own, or that of its group; -1: not listed
    [[nodiscard]] int memberRowOf(const QString& runId) const;  ///< in an opened group; -1: not there
    [[nodiscard]] bool isGroup(int row) const;                  ///< also of one run
    [[nodiscard]] bool isMember(int row) const;                 ///< a run of the opened group above
    [[nodiscard]] bool isOpen(int row) const;
    void setOpen(int row, bool open);
    /// Of the marker of a row: the run's own, or that of its group (sharedSlot).
    [[nodiscard]] int slotAt(int row) const;
    /// What the group of a row is called, e.g. "lstm", without the number of its runs; the name of the run without
    /// grouping.
    [[nodiscard]] QString titleAt(int row) const;
    [[nodiscard]] std::vector<const RunSummary*> listedRuns() const;  ///< all of all rows, until the next change
    /// By column: whether any of the first listed runs has a value; of texts always.
    [[nodiscard]] std::vector<bool> filledColumns() const;

Q_SIGNALS:
    void checkedChanged();
    void chosenByHand();  ///< what is ticked; checkedChanged() comes first
    void listChanged();   ///< other rows, or another order
    void renameAsked(const QString& runId, const QString& name);
    void editAsked(const RunSummary& edited, const QString& what);

private:
    /// A column that only groups have: the interval.
    static constexpr int kGroupColumns = 1;
    void refresh();
    /// Reads, in a job, what columns of a metric at a step that are shown or filtered by do not know yet.
    void readSteps();
    void apply(std::vector<RunRow> rows);
    void setSortColumn(int column);
    /// What a cell shows.
    [[nodiscard]] QString cellText(const RunRow& row, int column) const;
    [[nodiscard]] QVariant exactValue(const RunRow& row, int column) const;
    [[nodiscard]] bool isStarred(const RunRow& row) const;
    [[nodiscard]] QString headText(const RunColumn& column) const;
    [[nodiscard]] QString headTip(const RunColumn& column) const;
    [[nodiscard]] QPixmap decoration(int row) const;
    [[nodiscard]] QVariant ticked(const RunRow& row) const;
    [[nodiscard]] bool isBase(const RunRow& row) const;
    [[nodiscard]] const RunColumn* columnAt(int section) const;
    Theme* theme_;
    RunController* runs_;
    RunRows list_;
    RunFilter whole_;  ///< the last one without a mistake
    QString wholeText_;
    bool isMistaken_ = false, hasStars_ = false;
    std::vector<const RunColumn*> shown_;
    std::vector<const RunColumn*> asked_;  ///< of a metric at a step, by the filter
    std::vector<RunRow> rows_;
    std::unordered_set<std::string> checked_;
    std::string base_;
    BackgroundJob* job_;
    int sortColumn_ = -1;
};

}  // namespace gatelab
