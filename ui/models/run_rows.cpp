// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_rows.h"

#include "common/list_text.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "models/difference_model.h"
#include "models/run_figures.h"
#include "models/run_groups.h"
#include "runs/run_actions.h"

#include <QCollator>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <ranges>
#include <utility>

namespace gatelab {

namespace {

const QString kName = QStringLiteral("name");

/// The runs whose spread is told; one that goes on has not reached its best.
std::vector<const RunSummary*> sampleOf(std::vector<const RunSummary*> runs) {
    std::erase_if(runs, [](const RunSummary* run) { return isGoingOn(run->state); });
    std::vector<std::int64_t> seeds;
    for (const RunSummary* run : runs) seeds.push_back(run->config->seed);
    const std::vector<bool> isFirst = firstOfSeed(seeds);
    std::vector<const RunSummary*> sample;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (isFirst[i]) sample.push_back(runs[i]);
    return sample;
}

}  // namespace

std::vector<RunRow> RunRows::make() const {
    const std::vector<RunSummary>& runs = runs_->runs();
    const bool archived = listsArchived();
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if ((archived || !runs[i].archived) && filter.matches(runs[i])) wanted.push_back(i);
    std::vector<RunRow> rows = grouped(wanted);
    sort(rows);
    if (open.empty()) return rows;
    std::vector<RunRow> all;
    for (RunRow& row : rows) {
        const auto wasOpened = [&](std::size_t at) { return open.contains(runs[at].id); };
        std::vector<RunRow> within =
            isGroup(row) && std::ranges::any_of(row.runs, wasOpened) ? membersOf(row) : std::vector<RunRow>();
        all.push_back(std::move(row));
        std::ranges::move(within, std::back_inserter(all));
    }
    return all;
}

std::vector<RunRow> RunRows::membersOf(const RunRow& row) const {
    std::vector<RunRow> rows;
    for (const std::size_t at : row.runs) rows.push_back({{at}, runs_->runs()[at].id, true});
    sort(rows);
    return rows;
}

std::vector<RunRow> RunRows::grouped(const std::vector<std::size_t>& wanted) const {
    const std::vector<RunSummary>& runs = runs_->runs();
    std::vector<RunRow> rows;
    if (group.isEmpty()) {
        rows.reserve(wanted.size());
        for (const std::size_t at : wanted) rows.push_back({{at}, runs[at].id});
        return rows;
    }
    const RunColumn* column = columns.find(group);
    for (auto& together : column ? groupByColumn(runs, wanted, *column) : groupBySettings(runs, wanted)) {
        const std::string id = runs[together.front()].id;
        rows.push_back({std::move(together), id});
    }
    // Its runs' colour, unless an older group has it.
    constexpr std::size_t kDistinct = 100;
    std::set<int> taken;
    for (RunRow& row : rows | std::views::reverse) {
        row.slot = sharedSlot(runsOf(row));
        while (!taken.insert(row.slot).second && rows.size() <= kDistinct) ++row.slot;
    }
    return rows;
}

void RunRows::sort(std::vector<RunRow>& rows) const {
    if (!sortKey) return;
    const bool up = sortOrder == Qt::AscendingOrder;
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (sortKey->isText()) {
        // Comparing by the rules of a language is slow: once per text, not once per comparison. "run 10" comes after
        // "run 9".
        QCollator collator;
        collator.setNumericMode(true);
        std::vector<QCollatorSortKey> keys;
        for (const RunRow& row : rows) keys.push_back(collator.sortKey(text(row, *sortKey)));
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const int before = keys[a].compare(keys[b]);
            return up ? before < 0 : before > 0;
        });
    } else {
        std::vector<double> keys;
        for (const RunRow& row : rows) keys.push_back(number(row, *sortKey));
        // What is not known comes last either way.
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            if (std::isnan(keys[a]) || std::isnan(keys[b])) return !std::isnan(keys[a]) && std::isnan(keys[b]);
            return up ? keys[a] < keys[b] : keys[a] > keys[b];
        });
    }
    std::vector<RunRow> sorted;
    sorted.reserve(rows.size());
    for (const std::size_t at : order) sorted.push_back(std::move(rows[at]));
    rows = std::move(sorted);
}

std::vector<const RunSummary*> RunRows::runsOf(const RunRow& row) const {
    const std::vector<RunSummary>& runs = runs_->runs();
    std::vector<const RunSummary*> found;
    for (const std::size_t at : row.runs)
        if (at < runs.size()) found.push_back(&runs[at]);
    // While others hear of a newer list first, the places may be those of the old one.
    if (found.empty() || found.front()->id != row.id) return {};
    return found;
}

QString RunRows::title(const RunRow& row) const {
    const auto runs = runsOf(row);
    if (runs.empty()) return {};
    if (!isGroup(row)) return shownRunName(*runs.front());
    if (const RunColumn* grouping = columns.find(group)) return grouping->display(*runs.front());
    return sharedTitle(runs);
}

double RunRows::number(const RunRow& row, const RunColumn& column) const {
    std::vector<double> values;
    const auto runs = runsOf(row);
    // The mean of different quantities says nothing.
    if (column.isLoss && !haveSameMeasure(runs)) return std::numeric_limits<double>::quiet_NaN();
    // What a run has reached on its way is no result beside those that have ended.
    const bool anyEnded = std::ranges::any_of(runs, [](const RunSummary* run) { return !isGoingOn(run->state); });
    for (const RunSummary* run : runs)
        if (!anyEnded || !isGoingOn(run->state)) values.push_back(column.number(*run));
    return meanOf(values);
}

QString RunRows::text(const RunRow& row, const RunColumn& column) const {
    const auto runs = runsOf(row);
    if (runs.empty()) return {};
    if (column.key == kName && isGroup(row))
        return runs.size() == 1 ? tr("%1 (1 run)").arg(title(row))
                                : tr("%1 (%2 runs)").arg(title(row), formatCount(static_cast<qint64>(runs.size())));
    if (column.key == kName) return title(row);
    if (runs.size() == 1) return column.display(*runs.front());
    const QString first = column.display(*runs.front());
    const bool common =
        std::all_of(runs.begin(), runs.end(), [&](const RunSummary* run) { return column.display(*run) == first; });
    if (common && (!column.isLoss || haveSameMeasure(runs))) return first;
    if (column.key == QLatin1String("seed")) {
        std::vector<std::int64_t> seeds;
        for (const RunSummary* run : runs) seeds.push_back(run->config->seed);
        return rangesText(std::move(seeds));
    }
    return column.hasMean() ? column.format(number(row, column)) : tr("several");
}

QString RunRows::intervalText(const RunRow& row) const {
    std::vector<double> values;
    if (const auto runs = runsOf(row); haveSameMeasure(runs))
        for (const RunSummary* run : sampleOf(runs))
            values.push_back(columns.find(QStringLiteral("best_validation"))->number(*run));
    return formatNumber(halfInterval95(values), 2);
}

QString RunRows::tip(const std::vector<const RunSummary*>& runs, const RunColumn* column) {
    if (runs.empty()) return {};
    // The column without a number is that of the interval, which is of the best validation loss.
    const QString mixed = !column || column->isLoss ? mixedNote(runs) : QString();
    if (!mixed.isEmpty()) return tr("Not averaged. %1").arg(mixed);
    if (!column)
        return sampleOf(runs).size() < 2
                   ? tr("Runs of two seeds or more are needed: repeats of one seed say nothing of the others.")
                   : QString();
    const auto all = static_cast<qint64>(runs.size());
    if (column->key == kName)
        return all == 1 ? tr("1 run; the arrow shows it.") : tr("%1 runs; the arrow shows them.").arg(formatCount(all));
    if (!column->hasMean()) return {};
    const auto with = static_cast<qint64>(
        std::ranges::count_if(runs, [column](const RunSummary* run) { return std::isfinite(column->number(*run)); }));
    return with == all ? tr("Mean of %1 runs").arg(formatCount(all))
                       : tr("Mean of %1 of %2 runs: the others have no value").arg(formatCount(with), formatCount(all));
}

QString RunRows::mixedNote(const std::vector<const RunSummary*>& runs) {
    if (haveSameMeasure(runs)) return {};
    QStringList losses;
    for (const RunSummary* run : runs)
        if (const QString loss = lossName(run->config); !losses.contains(loss)) losses << loss;
    return losses.size() > 1
               ? tr("These runs were trained on different losses (%1): the numbers are no common measure.")
                     .arg(listText(losses))
               : tr("These runs were trained on different data, targets or scales: the numbers are no common measure.");
}

}  // namespace gatelab
