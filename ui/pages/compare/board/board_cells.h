// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_board.h"
#include "models/run_columns.h"
#include "store/imported_run.h"

#include <QCoreApplication>
#include <QString>
#include <string>
#include <unordered_map>
#include <vector>

namespace gatelab {

/// A column of the board.
struct BoardColumn {
    enum class Kind { Run, Value, Seeds, Score, Axis, Test, Seconds, Changes, Note };
    Kind kind = Kind::Value;
    QString key;                        ///< as filters and files name it
    QString title;                      ///< of its head
    const RunColumn* column = nullptr;  ///< of Kind::Value: a setting or figure of runs

    [[nodiscard]] bool isText() const;
};

/// What stands in a cell of the board, as a number and in words; the means of a group over its runs with a score. GUI
/// thread.
class BoardCells {
    Q_DECLARE_TR_FUNCTIONS(BoardCells)
public:
    explicit BoardCells(RunBoard& board);
    /// The runs of the board are others.
    void refresh();

    /// NaN: the cell has no number.
    [[nodiscard]] double numberOf(const BoardRow& row, const BoardColumn& column) const;
    [[nodiscard]] double numberOf(const BoardRow& row, const BoardSeed& seed, const BoardColumn& column) const;
    [[nodiscard]] QString textOf(const BoardRow& row, const BoardColumn& column) const;
    [[nodiscard]] QString textOf(const BoardRow& row, const BoardSeed& seed, const BoardColumn& column) const;
    /// What differs from the row that it came from; `withValues`: from what to what.
    [[nodiscard]] QString changesOf(const BoardRow& row, bool withValues) const;
    /// Besides the name that a person gave.
    [[nodiscard]] QString parametersOf(const RunSummary& run) const;
    [[nodiscard]] QString noteOf(const BoardRow& row) const;
    [[nodiscard]] bool isOwnName(const BoardRow& row) const;
    /// The name that a person gave to the run of a seed.
    [[nodiscard]] QString ownNameOf(const BoardSeed& seed) const;
    [[nodiscard]] bool isLikeBase(const BoardRow& row, const BoardColumn& column) const;
    /// Null: the board has no such run.
    [[nodiscard]] const RunSummary* runOf(const std::string& id) const;

private:
    /// Runs of a group whose figures stand for it: those with a score, else all.
    [[nodiscard]] std::vector<const RunSummary*> runsOf(const BoardRow& row) const;
    [[nodiscard]] QString shown(const BoardColumn& column, const RunSummary& run) const;
    RunBoard* board_;
    std::unordered_map<std::string, std::size_t> places_;             ///< of the runs in RunBoard::runs()
    std::unordered_map<std::string, ImportedRun::Texts> parameters_;  ///< of the imported runs, by id
};

}  // namespace gatelab
