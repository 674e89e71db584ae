// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_model.h"

#include "app/run_names.h"
#include "common/background_job.h"
#include "common/field_text.h"
#include "common/list_text.h"
#include "common/texts.h"
#include "common/theme.h"
#include "runs/machines.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"
#include "store/value_at_point.h"

#include <QCollator>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

namespace gatelab {

namespace {

const std::string kFold = "baselines", kMoreWaiting = "waiting";
/// Of the runs that wait so many have a line of their own.
constexpr std::size_t kWaitingLines = 2;

/// The whole name, and what it is.
QString helpOf(const RunColumn& column) {
    return column.help.isEmpty() ? column.label : column.label + QLatin1Char('\n') + column.help;
}

}  // namespace

QString BoardModel::headOf(BoardColumn::Kind kind) {
    switch (kind) {
        case BoardColumn::Kind::Run:
            return tr("Run");
        case BoardColumn::Kind::Seeds:
            return tr("Seeds");
        case BoardColumn::Kind::Test:
            return tr("Test");
        case BoardColumn::Kind::Seconds:
            return tr("s/run");
        case BoardColumn::Kind::Changes:
            return tr("Changed from");
        case BoardColumn::Kind::Note:
            return tr("Note");
        default:
            return {};
    }
}

BoardModel::BoardModel(RunBoard& board, RunController& runs, QObject* parent)
    : QAbstractTableModel(parent), board_(&board), cells_(board), runs_(&runs), job_(new BackgroundJob(this)) {
    connect(board_, &RunBoard::boardChanged, this, &BoardModel::refresh);
    connect(board_, &RunBoard::boardChanged, this, &BoardModel::readSteps);
    connect(board_, &RunBoard::statesChanged, this, [this] {
        if (!lines_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    });
    connect(board_, &RunBoard::selectionChanged, this, [this] {
        refresh();  // how many chosen rows the filter hides
        if (!lines_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    });
    refresh();
}

void BoardModel::refreshColumns() {
    using Kind = BoardColumn::Kind;
    std::vector<BoardColumn> columns = {{Kind::Run, QStringLiteral("run"), headOf(Kind::Run)}};
    QStringList keys = extra_;
    if (keys.isEmpty()) keys = toStringList(board_->board().columns);
    for (const QString& key : keys)
        if (const RunColumn* column = runColumns_.findOrAdd(key))
            columns.push_back({Kind::Value, key, column->head(), column});
    for (const Kind kind :
         {Kind::Seeds, Kind::Score, Kind::Axis, Kind::Test, Kind::Seconds, Kind::Changes, Kind::Note}) {
        static const std::map<Kind, QString> kKeys = {
            {Kind::Seeds, QStringLiteral("seeds")},     {Kind::Score, QStringLiteral("score")},
            {Kind::Axis, QStringLiteral("axis")},       {Kind::Test, QStringLiteral("test")},
            {Kind::Seconds, QStringLiteral("seconds")}, {Kind::Changes, QStringLiteral("changes")},
            {Kind::Note, QStringLiteral("note")}};
        columns.push_back({kind, kKeys.at(kind), kind == Kind::Score ? board_->scoreName() : headOf(kind)});
    }
    const bool isSame = std::ranges::equal(columns, columns_, [](const BoardColumn& a, const BoardColumn& b) {
        return a.key == b.key && a.title == b.title;
    });
    if (isSame) return;
    beginResetModel();
    columns_ = std::move(columns);
    endResetModel();
    Q_EMIT columnsReset();
}

void BoardModel::refresh() {
    cells_.refresh();
    axis_ = axisOf(board_->board());
    if (zoom_) axis_.low = zoom_->first, axis_.high = zoom_->second;
    refreshColumns();
    std::vector<Line> wanted = wantedLines();
    moved_ = 0;
    if (held_) keepPlaces(wanted);
    apply(std::move(wanted));
}

/// The same lines in the places that they have; new ones at theirs.
void BoardModel::keepPlaces(std::vector<Line>& wanted) {
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < wanted.size(); ++i) places.emplace(wanted[i].key, i);
    std::vector<Line> standing;
    std::set<std::string> known;
    for (const Line& line : lines_)
        if (const auto place = places.find(line.key); place != places.end()) {
            standing.push_back(wanted[place->second]);
            known.insert(line.key);
        }
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (!known.contains(wanted[i].key))
            standing.insert(standing.begin() + static_cast<std::ptrdiff_t>(std::min(i, standing.size())), wanted[i]);
    for (std::size_t i = 0; i < standing.size(); ++i) moved_ += standing[i].key == wanted[i].key ? 0 : 1;
    wanted = std::move(standing);
}

void BoardModel::apply(std::vector<Line> wanted) {
    if (std::ranges::equal(wanted, lines_, {}, &Line::key, &Line::key)) {
        lines_ = std::move(wanted);
        if (!lines_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        Q_EMIT listChanged();
        return;
    }
    std::map<std::string, int> places;
    for (std::size_t i = 0; i < wanted.size(); ++i) places.emplace(wanted[i].key, static_cast<int>(i));
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex& old : before) {
        const auto place = old.row() < std::ssize(lines_) ? places.find(lines_[static_cast<std::size_t>(old.row())].key)
                                                          : places.end();
        after << (place == places.end() ? QModelIndex() : createIndex(place->second, old.column()));
    }
    lines_ = std::move(wanted);
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
    Q_EMIT listChanged();
}

std::vector<BoardModel::Line> BoardModel::wantedLines() {
    const Board& board = board_->board();
    std::vector<int> live, groups, folded;
    listedRuns_ = listedGroups_ = hiddenChosen_ = 0;
    const auto matches = [this](const BoardRow& row) {
        return std::ranges::any_of(row.seeds, [this](const BoardSeed& seed) {
            const RunSummary* run = cells_.runOf(seed.run);
            return run && filter_.matches(*run);
        });
    };
    for (int i = 0; i < std::ssize(board.rows); ++i) {
        const BoardRow& row = board.rows[static_cast<std::size_t>(i)];
        if (row.isBaseline()) {
            const bool stands = baselinesOpen_ || i == board.bestBaseline || board_->isChosen(row);
            (stands ? groups : folded).push_back(i);
        } else if (matches(row)) {
            (row.isLive() ? live : groups).push_back(i);
            ++listedGroups_;
            listedRuns_ += std::ssize(row.seeds);
        } else if (board_->isChosen(row)) {
            ++hiddenChosen_;
        }
    }
    std::vector<Line> lines;
    const auto add = [&](int at) {
        const BoardRow& row = board.rows[static_cast<std::size_t>(at)];
        lines.push_back({at, -1, row.key});
        if (open_.contains(row.key))
            for (int seed = 0; seed < std::ssize(row.seeds); ++seed)
                lines.push_back({at, seed, row.key + "/" + row.seeds[static_cast<std::size_t>(seed)].run});
    };
    for (const int at : live) add(at);
    waiting_.clear();
    for (const RunSummary& run : queued_)
        if (fromUtf8(scopeKey(run.config)) == board_->scope()) waiting_.push_back(run);
    const std::size_t shown = waitingOpen_ ? waiting_.size() : std::min(kWaitingLines, waiting_.size());
    for (std::size_t i = 0; i < shown; ++i)
        lines.push_back({kWaiting, static_cast<int>(i), "waiting/" + waiting_[i].id});
    if (waiting_.size() > kWaitingLines) lines.push_back({-1, -1, kMoreWaiting});
    for (const int at : sortedRows(std::move(groups))) add(at);
    const bool canFold = std::ranges::count_if(board.rows, &BoardRow::isBaseline) > 1;
    if (!folded.empty() || (baselinesOpen_ && canFold)) lines.push_back({-1, -1, kFold});
    return lines;
}

std::vector<int> BoardModel::sortedRows(std::vector<int> rows) const {
    const auto found = std::ranges::find(columns_, sortKey_, &BoardColumn::key);
    const bool byScore =
        found == columns_.end() || found->kind == BoardColumn::Kind::Score || found->kind == BoardColumn::Kind::Axis;
    const bool up = sortOrder_ == Qt::AscendingOrder;
    if (byScore) {
        // Best first as the board has them; what has no score stays behind.
        const auto scored = std::ranges::stable_partition(
            rows, [this](int at) { return std::isfinite(board_->board().rows[static_cast<std::size_t>(at)].score); });
        if (!up) std::reverse(rows.begin(), scored.begin());
        return rows;
    }
    const auto rowOf = [this](int at) -> const BoardRow& { return board_->board().rows[static_cast<std::size_t>(at)]; };
    if (found->isText()) {
        QCollator collator;
        collator.setNumericMode(true);
        std::map<int, QCollatorSortKey> keys;
        for (const int at : rows) keys.emplace(at, collator.sortKey(cells_.textOf(rowOf(at), *found)));
        std::ranges::stable_sort(rows, [&](int a, int b) {
            const int order = keys.at(a).compare(keys.at(b));
            return up ? order < 0 : order > 0;
        });
        return rows;
    }
    std::map<int, double> keys;
    for (const int at : rows) keys.emplace(at, cells_.numberOf(rowOf(at), *found));
    std::ranges::stable_sort(rows, [&](int a, int b) {
        const double first = keys.at(a), second = keys.at(b);
        if (std::isnan(first) || std::isnan(second)) return !std::isnan(first) && std::isnan(second);
        return up ? first < second : first > second;
    });
    return rows;
}

void BoardModel::sort(int column, Qt::SortOrder order) {
    sortBy(column >= 0 && column < columnCount() ? columns_[static_cast<std::size_t>(column)].key : QString(), order);
}

int BoardModel::sortColumn() const {
    const auto found = std::ranges::find(columns_, sortKey_, &BoardColumn::key);
    return found == columns_.end() ? columnOf(BoardColumn::Kind::Score) : static_cast<int>(found - columns_.begin());
}

void BoardModel::sortBy(const QString& key, Qt::SortOrder order) {
    if (key == sortKey_ && order == sortOrder_) return;
    sortKey_ = key;
    sortOrder_ = order;
    refresh();
}

int BoardModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int BoardModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

const BoardRow* BoardModel::rowAt(int line) const {
    if (line < 0 || line >= rowCount()) return nullptr;
    const int row = lines_[static_cast<std::size_t>(line)].row;
    const std::vector<BoardRow>& rows = board_->board().rows;
    return row < 0 || row >= std::ssize(rows) ? nullptr : &rows[static_cast<std::size_t>(row)];
}

const BoardSeed* BoardModel::seedAt(int line) const {
    const BoardRow* row = rowAt(line);
    const int seed = row ? lines_[static_cast<std::size_t>(line)].seed : -1;
    return seed < 0 || seed >= std::ssize(row->seeds) ? nullptr : &row->seeds[static_cast<std::size_t>(seed)];
}

bool BoardModel::isFold(int line) const {
    if (line < 0 || line >= rowCount()) return false;
    const Line& at = lines_[static_cast<std::size_t>(line)];
    return at.key == kFold || at.key == kMoreWaiting;
}

bool BoardModel::isWaiting(int line) const {
    return line >= 0 && line < rowCount() && lines_[static_cast<std::size_t>(line)].row == kWaiting;
}

void BoardModel::setWaiting(std::vector<RunSummary> waiting) {
    queued_ = std::move(waiting);
    refresh();
}

QString BoardModel::waitingText(int line) const {
    const int place = lines_[static_cast<std::size_t>(line)].seed;
    return place == 0 ? tr("waits, the next one") : tr("waits, %n before it", nullptr, place);
}

QString BoardModel::textOfWaiting(int line, const BoardColumn& column) const {
    const auto place = static_cast<std::size_t>(lines_[static_cast<std::size_t>(line)].seed);
    if (place >= waiting_.size()) return {};
    const RunSummary& run = waiting_[place];
    switch (column.kind) {
        case BoardColumn::Kind::Run:
            return run.number > 0 ? QStringLiteral("#%1").arg(run.number) : translated(shownName(run));
        case BoardColumn::Kind::Value:
            return column.column->group == RunColumn::Group::Settings ? column.column->display(run)
                                                                      : QStringLiteral("-");
        case BoardColumn::Kind::Seeds:
            return tr("seed %1").arg(run.config->seed);
        default:
            return {};
    }
}

QString BoardModel::foldText(int line) const {
    if (lines_[static_cast<std::size_t>(line)].key == kMoreWaiting)
        return waitingOpen_ ? tr("Fewer of those that wait")
                            : tr("%n more wait", nullptr, static_cast<int>(waiting_.size() - kWaitingLines));
    if (baselinesOpen_) return tr("Fewer baselines");
    std::vector<double> scores;
    for (const BoardRow& other : board_->board().rows)
        if (other.isBaseline() && std::isfinite(other.score) && lineOf(fromUtf8(other.key)) < 0)
            scores.push_back(other.score);
    if (scores.empty()) return tr("More baselines");
    const auto [low, high] = std::ranges::minmax(scores);
    return tr("%n more baseline(s), %1 to %2", nullptr, static_cast<int>(scores.size()))
        .arg(formatNumber(low, 3), formatNumber(high, 3));
}

bool BoardModel::isOpen(int line) const {
    const BoardRow* row = rowAt(line);
    return row ? !seedAt(line) && open_.contains(row->key)
               : isFold(line) && (lines_[static_cast<std::size_t>(line)].key == kFold ? baselinesOpen_ : waitingOpen_);
}

void BoardModel::setOpen(int line, bool open) {
    if (isFold(line)) {
        (lines_[static_cast<std::size_t>(line)].key == kFold ? baselinesOpen_ : waitingOpen_) = open;
    } else if (const BoardRow* row = rowAt(line); row && !row->isBaseline()) {
        if (open)
            open_.insert(row->key);
        else
            open_.erase(row->key);
    }
    refresh();
}

int BoardModel::lineOf(const QString& keyOrRun) const {
    const std::string wanted = keyOrRun.toStdString();
    int group = -1;
    for (int line = 0; line < rowCount(); ++line) {
        const BoardRow* row = rowAt(line);
        if (!row) continue;
        if (const BoardSeed* seed = seedAt(line); seed && seed->run == wanted) return line;
        if (!seedAt(line) && (row->key == wanted || row->has(wanted))) group = line;
        if (group == line && row->key == wanted && !isOpen(line)) return line;
    }
    return group;
}

QString BoardModel::runAt(int line) const {
    if (const BoardSeed* seed = seedAt(line)) return fromUtf8(seed->run);
    const BoardRow* row = rowAt(line);
    return row && !row->isBaseline() ? fromUtf8(row->group.ids.front()) : QString();
}

int BoardModel::columnOf(BoardColumn::Kind kind) const {
    return static_cast<int>(std::ranges::find(columns_, kind, &BoardColumn::kind) - columns_.begin());
}

QString BoardModel::badgeAt(int line) const {
    const BoardRow* row = rowAt(line);
    if (!row || row->isBaseline()) return {};
    const Board& board = board_->board();
    const BoardSeed* seed = seedAt(line);
    if (!seed) {
        const int at = lines_[static_cast<std::size_t>(line)].row;
        const auto live = std::ranges::find_if(row->seeds, [](const BoardSeed& one) {
            return isGoingOn(one.state) || !clusterStateOf(one.run).isEmpty();
        });
        if (live == row->seeds.end()) {
            if (at == board.best) return tr("best");
            if (at == board.base) return tr("base");
            if (at == board.latest && row->scored() > 0 && !stopped_.contains(row->seeds.back().run))
                return tr("latest");
        }
        seed = live == row->seeds.end() ? &row->seeds.back() : &*live;
    }
    if (stopped_.contains(seed->run)) return tr("stopped by ASHA");
    const RunSummary* run = cells_.runOf(seed->run);
    const RunState state = run ? board_->stateOf(*run) : seed->state;
    const bool isAtCluster = !clusterStateOf(seed->run).isEmpty();
    if (!isAtCluster && (state == RunState::Finished || state == RunState::Queued)) return {};
    return run ? board_->stateText(*run) : stateLabel(state);
}

void BoardModel::setStopped(std::set<std::string> runs) {
    if (runs == stopped_) return;
    stopped_ = std::move(runs);
    if (!lines_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

BoardModel::RunProgress BoardModel::progressAt(int line) const {
    const BoardRow* row = rowAt(line);
    if (!row || row->isBaseline()) return {};
    for (const BoardSeed& seed : row->seeds) {
        const RunSummary* run = cells_.runOf(seed.run);
        if (!run || !isGoingOn(run->state) || (seedAt(line) && &seed != seedAt(line))) continue;
        const double share = run->epochs > 0 ? static_cast<double>(run->epoch) / static_cast<double>(run->epochs) : 0.0;
        return {std::clamp(share, 0.0, 1.0),
                board_->stateOf(*run) == RunState::Paused
                    ? tr("seed %1, paused at epoch %2 of %3").arg(seed.seed).arg(run->epoch).arg(run->epochs)
                    : tr("seed %1, epoch %2 of %3").arg(seed.seed).arg(run->epoch).arg(run->epochs)};
    }
    return {};
}

QString BoardModel::noteAt(int line) const {
    const BoardRow* row = rowAt(line);
    if (!row) return {};
    return seedAt(line) ? index(line, columnOf(BoardColumn::Kind::Note)).data().toString() : cells_.noteOf(*row);
}

QString BoardModel::ownNameAt(int line) const {
    const BoardRow* row = rowAt(line);
    if (!row || row->isBaseline()) return {};
    if (const BoardSeed* seed = seedAt(line)) return cells_.ownNameOf(*seed);
    return cells_.isOwnName(*row) ? board_->titleOf(*row) : QString();
}

QVariant BoardModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const BoardColumn& column = columns_[static_cast<std::size_t>(index.column())];
    const BoardRow* row = rowAt(index.row());
    const BoardSeed* seed = seedAt(index.row());
    if (!row) {
        if (role == MutedRole) return true;
        if (role != Qt::DisplayRole) return {};
        if (isWaiting(index.row())) return textOfWaiting(index.row(), column);
        return isFold(index.row()) && index.column() == 0 ? QVariant(foldText(index.row())) : QVariant();
    }
    switch (role) {
        case Qt::DisplayRole:
            return seed ? cells_.textOf(*row, *seed, column) : cells_.textOf(*row, column);
        case ExactRole: {
            const QString text = data(index, Qt::DisplayRole).toString();
            if (column.isText()) return text;
            const double number = seed ? cells_.numberOf(*row, *seed, column) : cells_.numberOf(*row, column);
            if (std::isfinite(number)) return number;
            return text == QLatin1String("-") ? QString() : text;
        }
        case MutedRole:
            return seed || cells_.isLikeBase(*row, column);
        case Qt::TextAlignmentRole:
            return QVariant(Qt::AlignVCenter | (column.isText() ? Qt::AlignLeft : Qt::AlignRight));
        case Qt::AccessibleTextRole:
            if (index.column() == 0)
                return board_->isChosen(*row) && !seed ? tr("%1, chosen").arg(board_->nameOf(*row))
                       : seed                          ? cells_.textOf(*row, *seed, column)
                                                       : board_->nameOf(*row);
            return {};
        case Qt::ToolTipRole:
            if (column.kind == BoardColumn::Kind::Changes) return cells_.changesOf(*row, true);
            if (index.column() == 0 && !row->isBaseline()) {
                const RunSummary* run = cells_.runOf(seed ? seed->run : row->group.ids.front());
                return run && !run->problem.empty() ? translated(run->problem) : board_->nameOf(*row);
            }
            return {};
        default:
            return {};
    }
}

QVariant BoardModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const BoardColumn& column = columns_[static_cast<std::size_t>(section)];
    switch (role) {
        case Qt::DisplayRole:
        case ExactRole:
            return column.title;
        case Qt::TextAlignmentRole:
            return QVariant(Qt::AlignVCenter | (column.isText() ? Qt::AlignLeft : Qt::AlignRight));
        case Qt::ToolTipRole:
            return column.column ? tr("%1\nIn filters: %2")
                                       .arg(helpOf(*column.column), listText(RunColumns::namesOf(*column.column)))
                                 : QVariant();
        default:
            return {};
    }
}

QString BoardModel::setFilter(const QString& expression, bool finished) {
    const auto added = runColumns_.addAtSteps(expression);
    for (const RunColumn* column : added)
        if (std::ranges::find(asked_, column) == asked_.end()) asked_.push_back(column);
    RunFilter filter(expression, runColumns_);
    if (!filter.problem().isEmpty()) return filter.problem();
    const bool isOpen = !finished && !filter.openWord().isEmpty();
    const std::vector<RunSummary>& runs = board_->runs();
    if (isOpen && !runs.empty() &&
        std::ranges::none_of(runs, [&](const RunSummary& run) { return filter.matches(run); }))
        return tr("No run has \"%1\". A column needs a comparison.").arg(filter.openWord());
    if (isOpen && !filter.isOneWord()) return {};
    filter_ = std::move(filter);
    board_->setListsArchived(filter_.mentions(QStringLiteral("archived")));
    refresh();
    if (!added.empty()) readSteps();
    return {};
}

void BoardModel::setExtraColumns(const QStringList& keys) {
    extra_ = keys;
    refresh();
    readSteps();
}

QStringList BoardModel::valueColumns() const {
    QStringList keys;
    for (const BoardColumn& column : columns_)
        if (column.kind == BoardColumn::Kind::Value) keys << column.key;
    return keys;
}

void BoardModel::setHeld(bool held) {
    if (held == held_) return;
    held_ = held;
    if (!held) refresh();
}

void BoardModel::zoom(double low, double high) {
    zoom_ = low < high ? std::optional(std::pair(low, high)) : std::nullopt;
    refresh();
}

/// Reads, in a job, what columns of a metric at a step that are shown or filtered by do not know yet.
void BoardModel::readSteps() {
    if (job_->running() || !runs_->workspace()) return;
    std::vector<const RunColumn*> columns = asked_;
    for (const BoardColumn& column : columns_)
        if (column.column) columns.push_back(column.column);
    for (const RunColumn* column : columns) {
        if (!column->atStep) continue;
        std::vector<std::string> wanted;
        for (const RunSummary& run : board_->runs())
            if ((column->atStep->isEpoch ? run.epoch : run.step) >= column->atStep->step &&
                !column->atStep->values.contains(run.id))
                wanted.push_back(run.id);
        if (wanted.empty()) continue;
        using Values = std::map<std::string, double>;
        job_->run<Values>(
            [wanted, at = column->atStep, folder = runsFolderIn(runs_->workspace()->folder()),
             curve = column->atStep->curve, step = column->atStep->step,
             isEpoch = column->atStep->isEpoch](const Progress& progress) {
                Values values;
                for (std::size_t i = 0;
                     i < wanted.size() && progress(static_cast<double>(i) / static_cast<double>(wanted.size())); ++i) {
                    const auto value = isEpoch ? readValueAtEpoch(folder / wanted[i], curve, static_cast<double>(step))
                                               : readValueAtStep(folder / wanted[i], curve, step);
                    values[wanted[i]] = value.ok() ? *value : std::numeric_limits<double>::quiet_NaN();
                }
                return values;
            },
            [this, at = column->atStep](Values values) {
                at->values.merge(values);
                refresh();
                readSteps();
            });
        return;
    }
}

}  // namespace gatelab
