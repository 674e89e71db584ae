// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_filter.h"
#include "run_controller.h"
#include "theme.h"

#include <QAbstractTableModel>
#include <QSet>

namespace gatelab {

class BackgroundJob;

/// The runs of the workspace as a table: chosen columns, a tick per row, filtered, grouped and sorted here (10,000 runs take some 50 ms). Grouped,
/// a row stands for several runs: numbers are means (of losses only where they are one quantity), texts the common one, and two more columns say how many runs there are and how far the best
/// validation is known (95 %, Student). Edits of name, tags and note are asked for by a signal, so that they become undoable commands. Which runs are
/// ticked is the model's own. GUI thread.
class RunTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role { IdRole = Qt::UserRole + 1 };
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

    [[nodiscard]] const RunColumns& columns() const { return columns_; }
    /// Keys of the columns; "name" is always there and first.
    void setShownColumns(const QStringList& keys);
    [[nodiscard]] QStringList shownColumns() const;
    /// A filter with a mistake changes nothing; the answer says what is wrong.
    QString setFilter(const QString& expression);
    /// Empty: one row per run; kBySettings; or the key of a column.
    void setGroup(const QString& key);
    [[nodiscard]] const QString& group() const { return group_; }

    [[nodiscard]] QStringList checked() const;  ///< ids of ticked runs that exist, newest first
    void setChecked(const QStringList& ids);
    [[nodiscard]] QString idAt(int row) const;             ///< of the first run of a row
    [[nodiscard]] QStringList idsAt(int row) const;        ///< of all runs of a row
    [[nodiscard]] int rowOf(const QString& runId) const;   ///< -1: not listed
    /// What the group of a row is called, e.g. "lstm"; the name of the run without grouping.
    [[nodiscard]] QString titleAt(int row) const;
    [[nodiscard]] std::vector<const RunSummary*> listedRuns() const;  ///< all of all rows, until the next change

Q_SIGNALS:
    void checkedChanged();
    void listChanged();  ///< other rows, or another order
    void renameAsked(const QString& runId, const QString& name);
    void editAsked(const RunSummary& edited, const QString& what);

private:
    /// Places of the runs in the controller's list, newest first, and their ids, for the time when that list is a newer one.
    struct Row {
        std::vector<std::size_t> runs;
        std::string id;  ///< of the first
    };
    void refresh();
    /// Reads, in a job, what shown columns of a metric at a step do not know yet.
    void readSteps();
    [[nodiscard]] std::vector<Row> makeRows() const;
    [[nodiscard]] std::vector<Row> grouped(const std::vector<std::size_t>& runs) const;
    void sortRows(std::vector<Row>& rows) const;
    void apply(std::vector<Row> rows);
    [[nodiscard]] std::vector<const RunSummary*> members(const Row& row) const;
    [[nodiscard]] double number(const Row& row, const RunColumn& column) const;
    [[nodiscard]] QString text(const Row& row, const RunColumn& column) const;
    /// Why losses of these runs are no common measure; empty: they are.
    [[nodiscard]] QString mixedNote(const std::vector<const RunSummary*>& runs) const;
    [[nodiscard]] QString headTip(const RunColumn& column) const;
    [[nodiscard]] QVariant ticked(const Row& row) const;
    [[nodiscard]] QVariant decoration(const Row& row) const;
    [[nodiscard]] const RunColumn* columnAt(int section) const;
    Theme* theme_;
    RunController* runs_;
    RunColumns columns_;
    RunFilter filter_;
    QString group_;
    std::vector<const RunColumn*> shown_;
    std::vector<Row> rows_;
    QSet<QString> checked_;
    BackgroundJob* job_;
    int sortColumn_ = -1;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
};

}  // namespace gatelab
