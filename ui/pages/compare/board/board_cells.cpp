// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_cells.h"

#include "app/run_names.h"
#include "common/field_text.h"
#include "common/list_text.h"
#include "common/texts.h"
#include "common/theme.h"
#include "models/run_groups.h"
#include "runs/run_actions.h"
#include "store/imported_run.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace gatelab {

namespace {

const QString kBetween = QStringLiteral("  ");

}  // namespace

BoardCells::BoardCells(RunBoard& board) : board_(&board) { refresh(); }

void BoardCells::refresh() {
    places_.clear();
    parameters_.clear();
    const std::vector<RunSummary>& runs = board_->runs();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        places_.emplace(runs[i].id, i);
        if (!hasSettings(runs[i])) parameters_.emplace(runs[i].id, importedFrom(runs[i]).parameters);
    }
}

bool BoardColumn::isText() const {
    return kind == Kind::Run || kind == Kind::Changes || kind == Kind::Note ||
           (kind == Kind::Value && column && column->isText());
}

const RunSummary* BoardCells::runOf(const std::string& id) const {
    const auto found = places_.find(id);
    return found == places_.end() ? nullptr : &board_->runs()[found->second];
}

std::vector<const RunSummary*> BoardCells::runsOf(const BoardRow& row) const {
    std::vector<const RunSummary*> scored, all;
    for (const BoardSeed& seed : row.seeds) {
        const RunSummary* run = runOf(seed.run);
        if (!run) continue;
        all.push_back(run);
        if (seed.counts) scored.push_back(run);
    }
    return scored.empty() ? all : scored;
}

double BoardCells::numberOf(const BoardRow& row, const BoardColumn& column) const {
    switch (column.kind) {
        case BoardColumn::Kind::Run:
            return static_cast<double>(row.number);
        case BoardColumn::Kind::Seeds:
            return row.isBaseline() ? BoardRow::kNone : static_cast<double>(row.scored());
        case BoardColumn::Kind::Score:
        case BoardColumn::Kind::Axis:
            return row.score;
        case BoardColumn::Kind::Test:
            return row.test;
        case BoardColumn::Kind::Seconds:
            return row.seconds;
        default:
            break;
    }
    if (!column.column || !column.column->number || row.isBaseline()) return BoardRow::kNone;
    std::vector<double> values;
    for (const RunSummary* run : runsOf(row)) values.push_back(column.column->number(*run));
    const bool isCommon = std::ranges::adjacent_find(values, std::not_equal_to()) == values.end();
    return isCommon || column.column->hasMean() ? meanOf(values) : BoardRow::kNone;
}

double BoardCells::numberOf(const BoardRow& row, const BoardSeed& seed, const BoardColumn& column) const {
    const RunSummary* run = runOf(seed.run);
    switch (column.kind) {
        case BoardColumn::Kind::Score:
            return seed.score;
        case BoardColumn::Kind::Test: {
            const auto found = row.group.scores.find(seed.seed);
            return found != row.group.scores.end() && found->second.run == seed.run ? found->second.test
                                                                                    : BoardRow::kNone;
        }
        case BoardColumn::Kind::Seconds:
            return run && run->seconds > 0 ? run->seconds : BoardRow::kNone;
        case BoardColumn::Kind::Value:
            return run && column.column->number ? column.column->number(*run) : BoardRow::kNone;
        default:
            return BoardRow::kNone;
    }
}

QString BoardCells::changesOf(const BoardRow& row, bool withValues) const {
    if (row.parent < 0 || row.parent >= std::ssize(board_->board().rows)) return {};
    QStringList parts;
    for (const ConfigChange& change : row.changes) {
        const QString label = withValues ? translated(change.field->label) : settingWord(*change.field);
        parts << (withValues ? QStringLiteral("%1 %2 → %3")
                                   .arg(label, displayValue(*change.field, change.from),
                                        displayValue(*change.field, change.to))
                             : label);
    }
    if (parts.isEmpty()) return {};
    const BoardRow& parent = board_->board().rows[static_cast<std::size_t>(row.parent)];
    return QStringLiteral("%1: %2").arg(board_->shortNameOf(parent), listText(parts));
}

/// A state as it is now, as on all pages.
QString BoardCells::shown(const BoardColumn& column, const RunSummary& run) const {
    return column.key == QLatin1String("state") ? board_->stateText(run) : column.column->display(run);
}

QString BoardCells::textOf(const BoardRow& row, const BoardColumn& column) const {
    switch (column.kind) {
        case BoardColumn::Kind::Run:
            return row.isBaseline() ? tr("%1 baseline").arg(board_->titleOf(row)) : board_->shortNameOf(row);
        case BoardColumn::Kind::Seeds: {
            if (row.isBaseline() || !hasSettings(row.group.config)) return {};
            const auto scored = static_cast<qint64>(row.scored());
            return row.isLive() ? QStringLiteral("%1/%2").arg(scored).arg(row.seedCount()) : formatCount(scored);
        }
        case BoardColumn::Kind::Changes:
            return changesOf(row, false);
        case BoardColumn::Kind::Note: {
            QStringList words;
            if (!row.isBaseline() && isOwnName(row)) words << board_->titleOf(row);
            if (const QString note = noteOf(row); !note.isEmpty()) words << note;
            return words.join(kBetween);
        }
        case BoardColumn::Kind::Axis:
            return {};
        case BoardColumn::Kind::Value: {
            if (row.isBaseline()) return {};
            const auto runs = runsOf(row);
            if (runs.empty()) return {};
            const QString first = shown(column, *runs.front());
            const bool isCommon =
                std::ranges::all_of(runs, [&](const RunSummary* run) { return shown(column, *run) == first; });
            if (isCommon) return first;
            return column.column->hasMean() ? column.column->format(numberOf(row, column)) : tr("several");
        }
        default:
            return formatNumber(numberOf(row, column), column.kind == BoardColumn::Kind::Seconds ? 2 : 4);
    }
}

QString BoardCells::textOf(const BoardRow& row, const BoardSeed& seed, const BoardColumn& column) const {
    const RunSummary* run = runOf(seed.run);
    switch (column.kind) {
        case BoardColumn::Kind::Run:
            return QStringLiteral("#%1").arg(seed.number);
        case BoardColumn::Kind::Seeds:
            return tr("seed %1").arg(seed.seed);
        case BoardColumn::Kind::Score:
        case BoardColumn::Kind::Test:
            return formatNumber(numberOf(row, seed, column));
        case BoardColumn::Kind::Seconds:
            return formatNumber(numberOf(row, seed, column), 2);
        case BoardColumn::Kind::Value:
            return run ? shown(column, *run) : QString();
        case BoardColumn::Kind::Note:
            return run ? fromUtf8(run->note) : QString();
        default:
            return {};
    }
}

QString BoardCells::noteOf(const BoardRow& row) const {
    const RunSummary* run = row.isBaseline() ? nullptr : runOf(row.key);
    QStringList words;
    if (row.isChanged) words << tr("changed");
    if (run && !hasSettings(*run)) {
        words << tr("imported");
        if (const QString parameters = parametersOf(*run); !parameters.isEmpty()) words << parameters;
    }
    if (run && !run->note.empty()) words << fromUtf8(run->note);
    if (run && !run->tags.empty()) words << fromUtf8(run->tags);
    return words.join(kBetween);
}

/// Of an imported run what the tracker calls parameters, those in which the listed runs differ.
QString BoardCells::parametersOf(const RunSummary& run) const {
    constexpr std::size_t kMost = 3;
    QStringList parts;
    const auto found = parameters_.find(run.id);
    if (found == parameters_.end()) return {};
    for (const auto& [name, value] : found->second) {
        const auto isSame = [&](const auto& other) {
            return std::ranges::find(other.second, std::pair(name, value)) != other.second.end();
        };
        if (std::ranges::all_of(parameters_, isSame)) continue;
        parts << tr("%1 %2").arg(fromUtf8(name), QString(fromUtf8(value)).left(40).simplified());
        if (parts.size() == kMost) break;
    }
    return listText(parts);
}

bool BoardCells::isOwnName(const BoardRow& row) const {
    if (!hasSettings(row.group.config)) return true;
    return board_->titleOf(row) != translated(shownName({}, row.group.config));
}

QString BoardCells::ownNameOf(const BoardSeed& seed) const {
    const RunSummary* run = runOf(seed.run);
    return run ? fromUtf8(run->name) : QString();
}

bool BoardCells::isLikeBase(const BoardRow& row, const BoardColumn& column) const {
    const BoardRow* base = board_->base();
    return base && base != &row && column.kind == BoardColumn::Kind::Value && column.column &&
           column.column->group == RunColumn::Group::Settings && textOf(row, column) == textOf(*base, column);
}

}  // namespace gatelab
