// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RunTableModel that makes its rows: filtered, grouped, sorted, groups opened.
#include "common/texts.h"
#include "models/run_groups.h"
#include "models/run_table_model.h"
#include "runs/run_names.h"

#include <QCollator>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <ranges>
#include <set>
#include <unordered_map>

namespace gatelab {

namespace {

constexpr int kStarGap = 3;

}  // namespace

std::vector<RunTableModel::Row> RunTableModel::makeRows() const {
    const std::vector<RunSummary>& runs = runs_->runs();
    const bool archived = listsArchived();
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if ((archived || !runs[i].archived) && filter_.matches(runs[i])) wanted.push_back(i);
    std::vector<const RunSummary*> listed;
    for (const std::size_t at : wanted) listed.push_back(&runs[at]);
    RunNames::of(*runs_).setListed(listed);
    std::vector<Row> rows = grouped(wanted);
    sortRows(rows);
    if (open_.empty()) return rows;
    std::vector<Row> all;
    for (Row& row : rows) {
        const auto wasOpened = [&](std::size_t at) { return open_.contains(runs[at].id); };
        std::vector<Row> within =
            isGroup(row) && std::ranges::any_of(row.runs, wasOpened) ? membersOf(row) : std::vector<Row>();
        all.push_back(std::move(row));
        std::ranges::move(within, std::back_inserter(all));
    }
    return all;
}

std::vector<RunTableModel::Row> RunTableModel::membersOf(const Row& group) const {
    std::vector<Row> rows;
    for (const std::size_t at : group.runs) rows.push_back({{at}, runs_->runs()[at].id, true});
    sortRows(rows);
    return rows;
}

bool RunTableModel::isGroup(int row) const {
    return row >= 0 && row < rowCount() && isGroup(rows_[static_cast<std::size_t>(row)]);
}

bool RunTableModel::isMember(int row) const {
    return row >= 0 && row < rowCount() && rows_[static_cast<std::size_t>(row)].isMember;
}

bool RunTableModel::isOpen(int row) const { return isGroup(row) && isMember(row + 1); }

void RunTableModel::setOpen(int row, bool open) {
    if (!isGroup(row) || isOpen(row) == open) return;
    const auto at = static_cast<std::size_t>(row);
    const auto first = rows_.begin() + row + 1;
    if (members(rows_[at]).empty()) return;  // a newer list is on its way
    const int count = static_cast<int>(rows_[at].runs.size());
    for (const RunSummary* run : members(rows_[at])) {
        if (open)
            open_.insert(run->id);
        else
            open_.erase(run->id);
    }
    if (open) {
        std::vector<Row> within = membersOf(rows_[at]);
        beginInsertRows({}, row + 1, row + count);
        rows_.insert(first, std::make_move_iterator(within.begin()), std::make_move_iterator(within.end()));
        endInsertRows();
    } else {
        beginRemoveRows({}, row + 1, row + count);
        rows_.erase(first, first + count);
        endRemoveRows();
    }
    Q_EMIT dataChanged(index(row, 0), index(row, 0), {Qt::DecorationRole});
}

bool RunTableModel::isStarred(const Row& row) const {
    const auto runs = members(row);
    return !isGroup(row) && !runs.empty() && runs.front()->starred;
}

QVariant RunTableModel::exactValue(const Row& row, int column) const {
    const RunColumn* shown = columnAt(column);
    const QString text = cellText(row, column);
    const bool isNumber =
        shown && shown->number && shown->kind != RunColumn::Kind::Time && (!isGroup(row) || shown->hasMean());
    if (!isNumber) return text == QLatin1String("-") ? QString() : text;
    const double value = number(row, *shown);
    // What the cell says behind its number, as of another scale, the file says too.
    if (const QString figure = shown->format(value);
        shown->group == RunColumn::Group::Figures && !shown->isFlag && text != figure && text.startsWith(figure))
        return QString(QString::number(value, 'g', QLocale::FloatingPointShortest) + text.mid(figure.size()));
    return value;
}

/// Of a group behind its arrow, of its runs further in. Where any run has a star there is room for one at all, so that
/// names stand in line.
QPixmap RunTableModel::decoration(int row) const {
    const QPixmap marker = theme_->marker(slotAt(row));
    const QSizeF size = marker.deviceIndependentSize();
    const int left = group_.isEmpty() ? 0 : isMember(row) ? 2 * kArrowRoom : kArrowRoom;
    const double star = hasStars_ && !isGroup(row) ? size.width() + kStarGap : 0;
    if (left == 0 && star == 0) return marker;
    QPixmap pixmap(
        QSizeF((left + size.width() + star) * marker.devicePixelRatio(), size.height() * marker.devicePixelRatio())
            .toSize());
    pixmap.setDevicePixelRatio(marker.devicePixelRatio());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    if (isGroup(row))
        theme_->icon(isOpen(row) ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"))
            .paint(&painter, QRectF({}, size).toRect());
    painter.drawPixmap(QPointF(left, 0), marker);
    const QRectF place(QPointF(left + size.width() + kStarGap, 0), size);
    if (isStarred(rows_[static_cast<std::size_t>(row)]))
        theme_->icon(QStringLiteral("star"), Ink::Muted).paint(&painter, place.toRect());
    return pixmap;
}

std::vector<RunTableModel::Row> RunTableModel::grouped(const std::vector<std::size_t>& wanted) const {
    const std::vector<RunSummary>& runs = runs_->runs();
    std::vector<Row> rows;
    if (group_.isEmpty()) {
        rows.reserve(wanted.size());
        for (const std::size_t at : wanted) rows.push_back({{at}, runs[at].id});
        return rows;
    }
    const RunColumn* column = columns_.find(group_);
    for (auto& group : column ? groupByColumn(runs, wanted, *column) : groupBySettings(runs, wanted)) {
        const std::string id = runs[group.front()].id;
        rows.push_back({std::move(group), id});
    }
    // Its runs' colour, unless an older group has it.
    constexpr std::size_t kDistinct = 100;
    std::set<int> taken;
    for (Row& row : rows | std::views::reverse) {
        row.slot = sharedSlot(members(row));
        while (!taken.insert(row.slot).second && rows.size() <= kDistinct) ++row.slot;
    }
    return rows;
}

void RunTableModel::sortRows(std::vector<Row>& rows) const {
    const RunColumn* column = columnAt(sortColumn_);
    if (!column && (group_.isEmpty() || sortColumn_ != static_cast<int>(shown_.size()))) return;
    const bool up = sortOrder_ == Qt::AscendingOrder;
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (column && column->isText()) {
        // Comparing by the rules of a language is slow: once per text, not once per comparison. "run 10" comes after
        // "run 9".
        QCollator collator;
        collator.setNumericMode(true);
        std::vector<QCollatorSortKey> keys;
        for (const Row& row : rows) keys.push_back(collator.sortKey(text(row, *column)));
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const int before = keys[a].compare(keys[b]);
            return up ? before < 0 : before > 0;
        });
    } else {
        std::vector<double> keys;
        for (const Row& row : rows)
            keys.push_back(number(row, column ? *column : *columns_.find(QStringLiteral("best_validation"))));
        // What is not known comes last either way.
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            if (std::isnan(keys[a]) || std::isnan(keys[b])) return !std::isnan(keys[a]) && std::isnan(keys[b]);
            return up ? keys[a] < keys[b] : keys[a] > keys[b];
        });
    }
    std::vector<Row> sorted;
    sorted.reserve(rows.size());
    for (const std::size_t at : order) sorted.push_back(std::move(rows[at]));
    rows = std::move(sorted);
}

/// Selection and scroll position stay with their runs: rows that are the same only change their contents, rows in
/// another order move.
void RunTableModel::apply(std::vector<Row> rows) {
    hasStars_ = std::ranges::any_of(runs_->runs(), &RunSummary::starred);
    if (std::equal(rows.begin(), rows.end(), rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.id == b.id && a.isMember == b.isMember; })) {
        rows_ = std::move(rows);
        if (!rows_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        Q_EMIT listChanged();
        return;
    }
    const auto keyOf = [](const Row& row) { return row.isMember ? row.id + "/" : row.id; };
    std::unordered_map<std::string, int> places;
    for (std::size_t i = 0; i < rows.size(); ++i) places.emplace(keyOf(rows[i]), static_cast<int>(i));
    const bool sameRuns = rows.size() == rows_.size() && std::all_of(rows_.begin(), rows_.end(), [&](const Row& row) {
                              return places.contains(keyOf(row));
                          });
    if (sameRuns) {
        Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
        const QModelIndexList before = persistentIndexList();
        QModelIndexList after;
        for (const QModelIndex& old : before)
            after << createIndex(places.at(keyOf(rows_[static_cast<std::size_t>(old.row())])), old.column());
        rows_ = std::move(rows);
        changePersistentIndexList(before, after);
        Q_EMIT layoutChanged({}, VerticalSortHint);
    } else {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
        Q_EMIT checkedChanged();
    }
    Q_EMIT listChanged();
}

std::vector<const RunSummary*> RunTableModel::members(const Row& row) const {
    const std::vector<RunSummary>& runs = runs_->runs();
    std::vector<const RunSummary*> found;
    for (const std::size_t at : row.runs)
        if (at < runs.size()) found.push_back(&runs[at]);
    // While others hear of a newer list first, the places may be those of the old one.
    if (found.empty() || found.front()->id != row.id) return {};
    return found;
}

int RunTableModel::rowOf(const QString& runId) const {
    for (int row = 0; row < rowCount(); ++row)
        if (idsAt(row).contains(runId)) return row;
    return -1;
}

int RunTableModel::memberRowOf(const QString& runId) const {
    if (open_.empty()) return -1;
    for (int row = 0; row < rowCount(); ++row)
        if (isMember(row) && idAt(row) == runId) return row;
    return -1;
}

std::vector<const RunSummary*> RunTableModel::listedRuns() const {
    std::vector<const RunSummary*> all;
    for (const Row& row : rows_) {
        if (row.isMember) continue;  // its group has it
        const auto runs = members(row);
        all.insert(all.end(), runs.begin(), runs.end());
    }
    return all;
}

}  // namespace gatelab
