// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_filter.h"
#include "runs/run_controller.h"

#include <QCoreApplication>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gatelab {

/// A row of the table of runs: one run, or all of a group. Places of the runs in the controller's list, newest first,
/// and their ids, for the time when that list is a newer one.
struct RunRow {
    std::vector<std::size_t> runs;
    std::string id;         ///< of the first
    bool isMember = false;  ///< a run of the opened group above
    int slot = 0;           ///< of a group: its colour
    /// Of the columns, once asked for: of thousands of runs they are no matter of a moment, and a view asks often.
    mutable std::vector<std::optional<QString>> texts = {};
};

/// Which rows the table of runs has, filtered, grouped and sorted, and what a row says in a column. GUI thread.
class RunRows {
    Q_DECLARE_TR_FUNCTIONS(gatelab::RunRows)
public:
    explicit RunRows(RunController& runs) : runs_(&runs) {}

    RunColumns columns;
    RunFilter filter;
    /// Empty: one row per run; the key of a column, or another word: all settings but seed, name and notes.
    QString group;
    std::set<std::string> open;          ///< runs of opened groups: the groups may grow and shrink
    const RunColumn* sortKey = nullptr;  ///< null: in the order of the list
    Qt::SortOrder sortOrder = Qt::AscendingOrder;

    /// Archived runs are not listed unless the filter speaks of them.
    [[nodiscard]] bool listsArchived() const { return filter.mentions(QStringLiteral("archived")); }
    [[nodiscard]] std::vector<RunRow> make() const;
    /// The rows of the runs of a group.
    [[nodiscard]] std::vector<RunRow> membersOf(const RunRow& row) const;
    [[nodiscard]] bool isGroup(const RunRow& row) const { return !group.isEmpty() && !row.isMember; }
    /// None while the list of the workspace is a newer one.
    [[nodiscard]] std::vector<const RunSummary*> runsOf(const RunRow& row) const;
    /// What the group is called, without the number of its runs; the name of the run.
    [[nodiscard]] QString title(const RunRow& row) const;
    /// Of several runs the mean; NaN: there is none, or it would say nothing.
    [[nodiscard]] double number(const RunRow& row, const RunColumn& column) const;
    [[nodiscard]] QString text(const RunRow& row, const RunColumn& column) const;
    /// How far the best validation of a group is known.
    [[nodiscard]] QString intervalText(const RunRow& row) const;
    /// What a figure of a group is of; null: the interval.
    [[nodiscard]] static QString tip(const std::vector<const RunSummary*>& runs, const RunColumn* column);
    /// Why losses of these runs are no common measure; empty: they are.
    [[nodiscard]] static QString mixedNote(const std::vector<const RunSummary*>& runs);

private:
    [[nodiscard]] std::vector<RunRow> grouped(const std::vector<std::size_t>& wanted) const;
    void sort(std::vector<RunRow>& rows) const;
    RunController* runs_;
};

}  // namespace gatelab
