// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_board.h"
#include "models/run_filter.h"
#include "pages/compare/board/board_cells.h"

#include <QAbstractTableModel>
#include <QStringList>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

class BackgroundJob;
class RunController;

/// The board of runs as a table: baselines and groups, below an opened group its seeds; filtered and sorted. Texts are
/// what a person reads; the delegate draws what is no text. While it is held (the pointer is on it) rows keep their
/// places. GUI thread.
class BoardModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// ExactRole: for files, numbers with all digits.
    enum Role { ExactRole = Qt::UserRole + 1, MutedRole };

    BoardModel(RunBoard& board, RunController& runs, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    /// By the column of this key as soon as there is one; else by the score.
    void sortBy(const QString& key, Qt::SortOrder order);
    /// Of the column that rows are sorted by.
    [[nodiscard]] int sortColumn() const;
    [[nodiscard]] Qt::SortOrder sortOrder() const { return sortOrder_; }

    [[nodiscard]] const std::vector<BoardColumn>& columns() const { return columns_; }
    [[nodiscard]] const RunColumns& runColumns() const { return runColumns_; }
    /// The row of the board behind a line, of a seed that of its group; null: the fold of baselines.
    [[nodiscard]] const BoardRow* rowAt(int line) const;
    /// Of a seed's line.
    [[nodiscard]] const BoardSeed* seedAt(int line) const;
    /// Whether it is a line that stands for others: baselines, runs that wait.
    [[nodiscard]] bool isFold(int line) const;
    /// Whether it is a run of these data that waits in the queue, and where it stands, in words.
    [[nodiscard]] bool isWaiting(int line) const;
    [[nodiscard]] QString waitingText(int line) const;
    /// Runs that wait, the next one first, with number and settings; those of another scope are passed over. The first
    /// two have a line, the others share one.
    void setWaiting(std::vector<RunSummary> waiting);
    [[nodiscard]] bool isOpen(int line) const;
    /// Shows or hides the seeds of a group, or all baselines.
    void setOpen(int line, bool open);
    /// The line of a key, or of a run (its own where its group is open); -1: not listed.
    [[nodiscard]] int lineOf(const QString& keyOrRun) const;
    /// The run of a line: of a group its newest, of a seed its own; empty: a baseline.
    [[nodiscard]] QString runAt(int line) const;
    /// The name that a person gave the group of a line; empty: none, or it is a seed's.
    [[nodiscard]] QString ownNameAt(int line) const;
    /// What stands in the note of a line besides that name.
    [[nodiscard]] QString noteAt(int line) const;
    [[nodiscard]] int columnOf(BoardColumn::Kind kind) const;
    /// Runs that a search ended before the end of their plan.
    void setStopped(std::set<std::string> runs);
    /// "best", "base", "latest", "running", "interrupted", "failed", "stopped by ASHA"; empty: none of them.
    [[nodiscard]] QString badgeAt(int line) const;

    /// "" or what is wrong with it; rows without a run that matches are left out. While it is being typed a word at its
    /// end that may yet become a column or "and" acts alone only; a mistake leaves what is listed.
    QString setFilter(const QString& expression, bool finished = false);
    /// Chosen rows that the filter hides.
    [[nodiscard]] int hiddenChosen() const { return hiddenChosen_; }
    [[nodiscard]] qint64 listedRuns() const { return listedRuns_; }
    [[nodiscard]] int listedGroups() const { return listedGroups_; }
    /// Keys of columns beside those that are always there; empty: the settings that differ.
    void setExtraColumns(const QStringList& keys);
    /// Keys of the columns of settings and figures as they stand.
    [[nodiscard]] QStringList valueColumns() const;
    void setHeld(bool held);
    /// How many rows would stand elsewhere were it not held.
    [[nodiscard]] int moved() const { return moved_; }

    /// How far the run of a line that goes on has come: its share, negative where nothing goes on, and in words.
    struct RunProgress {
        double share = -1;
        QString words;
    };
    [[nodiscard]] RunProgress progressAt(int line) const;

    /// The axis as it is drawn: all, or the part that was dragged over.
    [[nodiscard]] const BoardAxis& axis() const { return axis_; }
    /// `low` = `high`: all.
    void zoom(double low, double high);
    [[nodiscard]] bool isZoomed() const { return zoom_.has_value(); }

Q_SIGNALS:
    void listChanged();  ///< other rows, figures or axis
    void columnsReset();

private:
    static constexpr int kWaiting = -2;
    struct Line {
        int row = -1;   ///< in the board; kWaiting: a run that waits; else a fold
        int seed = -1;  ///< of the row; -1: the group itself; of a run that waits its place
        std::string key;
    };
    [[nodiscard]] static QString headOf(BoardColumn::Kind kind);
    void refresh();
    void refreshColumns();
    void readSteps();
    [[nodiscard]] std::vector<Line> wantedLines();
    void keepPlaces(std::vector<Line>& wanted);
    void apply(std::vector<Line> wanted);
    [[nodiscard]] std::vector<int> sortedRows(std::vector<int> rows) const;
    [[nodiscard]] QString foldText(int line) const;
    [[nodiscard]] QString textOfWaiting(int line, const BoardColumn& column) const;
    RunBoard* board_;
    BoardCells cells_;
    RunController* runs_;
    BackgroundJob* job_;
    RunColumns runColumns_;
    RunFilter filter_;
    std::vector<BoardColumn> columns_;
    QStringList extra_;
    std::vector<const RunColumn*> asked_;  ///< of a metric at a step, by the filter
    std::vector<Line> lines_;
    std::vector<RunSummary> waiting_;  ///< of this scope
    std::vector<RunSummary> queued_;   ///< all that wait
    std::set<std::string> open_;       ///< keys of opened groups
    BoardAxis axis_;
    std::optional<std::pair<double, double>> zoom_;
    QString sortKey_;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
    bool baselinesOpen_ = false, waitingOpen_ = false, held_ = false;
    int moved_ = 0, listedGroups_ = 0, hiddenChosen_ = 0;
    qint64 listedRuns_ = 0;
    std::set<std::string> stopped_;  ///< ids of runs
};

}  // namespace gatelab
