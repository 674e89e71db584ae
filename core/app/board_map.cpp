// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board_map.h"

#include "config/field_use.h"
#include "store/imported_run.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

namespace gatelab {

namespace {

/// None where its settings are not known: it has no place on a map of settings.
const BoardRow* baseOf(const Board& board) {
    const BoardRow* base = board.base < 0 ? nullptr : &board.rows[static_cast<std::size_t>(board.base)];
    return base && hasSettings(base->group.config) ? base : nullptr;
}

std::size_t choicePlace(const Field& field, const std::string& key) {
    return static_cast<std::size_t>(std::ranges::find(field.choices, key, &Choice::key) - field.choices.begin());
}

bool isBefore(const Field& field, const FieldValue& a, const FieldValue& b) {
    const auto *textA = std::get_if<std::string>(&a), *textB = std::get_if<std::string>(&b);
    if (textA && textB) {
        const std::size_t placeA = choicePlace(field, *textA), placeB = choicePlace(field, *textB);
        if (placeA != placeB) return placeA < placeB;
    }
    return a < b;
}

std::vector<FieldValue> sorted(const Field& field, std::vector<FieldValue> values) {
    std::ranges::sort(values, [&](const FieldValue& a, const FieldValue& b) { return isBefore(field, a, b); });
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

/// Whether the two groups differ in nothing but these settings; a difference that has no effect in either is none.
bool isBeside(const RunGroup& base, const RunGroup& group, const Field* x, const Field* y) {
    if (group.start != base.start) return false;
    return std::ranges::all_of(changesBetween(base.config, group.config), [&](const ConfigChange& change) {
        return change.field == x || change.field == y ||
               (unusedReason(*change.field, base.config) && unusedReason(*change.field, group.config));
    });
}

std::size_t placeOf(const std::vector<FieldValue>& values, const FieldValue& value) {
    return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
}

BoardMapCell cellOf(const BoardRow& row, int place, MapFigure figure) {
    BoardMapCell cell{.row = place};
    if (!row.isComparable || (row.scored() == 0 && row.isLive())) return cell;
    cell.score = figure == MapFigure::Test ? row.test : figure == MapFigure::Seconds ? row.seconds : row.score;
    cell.seeds = row.scored();
    return cell;
}

bool isNumber(const Field& field) {
    return std::holds_alternative<std::int64_t ExperimentConfig::*>(field.member) ||
           std::holds_alternative<double ExperimentConfig::*>(field.member);
}

std::set<std::int64_t> seedsOf(const BoardRow& row) {
    std::set<std::int64_t> seeds;
    for (const BoardSeed& seed : row.seeds) seeds.insert(seed.seed);
    return seeds;
}

}  // namespace

double BoardMap::ink(double score) const {
    if (!std::isfinite(score) || !std::isfinite(best)) return BoardRow::kNone;
    if (best == worst) return 1;
    const double share = isLog ? std::log(score / worst) / std::log(best / worst) : (score - worst) / (best - worst);
    return std::clamp(share, 0.0, 1.0);
}

BoardMap mapOf(const Board& board, std::string_view x, std::string_view y, MapFigure figure) {
    BoardMap map;
    const bool lowerIsBetter = board.lowerIsBetter || figure == MapFigure::Seconds;
    const BoardRow* base = baseOf(board);
    map.x = findField(x);
    if (!base || !map.x) return {};
    map.y = x == y ? nullptr : findField(y);
    map.isTrainable = base->group.start.empty();
    std::vector<int> rows;
    for (std::size_t i = 0; i < board.rows.size(); ++i) {
        const BoardRow& row = board.rows[i];
        if (row.isBaseline() || !isBeside(base->group, row.group, map.x, map.y)) continue;
        rows.push_back(static_cast<int>(i));
        map.xValues.push_back(fieldValue(row.group.config, *map.x));
        if (map.y) map.yValues.push_back(fieldValue(row.group.config, *map.y));
    }
    map.xValues = sorted(*map.x, std::move(map.xValues));
    if (map.y) map.yValues = sorted(*map.y, std::move(map.yValues));
    map.cells.resize(map.columns() * std::max<std::size_t>(1, map.yValues.size()));
    for (const int place : rows) {
        const BoardRow& row = board.rows[static_cast<std::size_t>(place)];
        const std::size_t line = map.y ? placeOf(map.yValues, fieldValue(row.group.config, *map.y)) : 0;
        BoardMapCell& known =
            map.cells[line * map.columns() + placeOf(map.xValues, fieldValue(row.group.config, *map.x))];
        const BoardMapCell cell = cellOf(row, place, figure);
        if (known.row < 0 || place == board.base || (known.row != board.base && cell.seeds > known.seeds)) known = cell;
    }
    for (const BoardMapCell& cell : map.cells) {
        // What was only reached on the way is no best.
        if (!std::isfinite(cell.score) || cell.seeds == 0) continue;
        if (cell.score <= 0) map.isLog = false;
        const bool isFirst = !std::isfinite(map.best);
        const auto isBetter = [&](double a, double b) { return lowerIsBetter ? a < b : a > b; };
        if (isFirst || isBetter(cell.score, map.best)) map.best = cell.score;
        if (isFirst || isBetter(map.worst, cell.score)) map.worst = cell.score;
    }
    return map;
}

std::pair<std::string, std::string> usualMapAxes(const Board& board) {
    std::vector<std::string> keys = board.shares.sorted(board.columns);
    std::ranges::stable_partition(keys, [](const std::string& key) { return isNumber(*findField(key)); });
    keys.resize(std::max<std::size_t>(2, keys.size()));
    return {keys[0], keys[1]};
}

BoardMapOffer mapOfferOf(const Board& board, std::string_view x, std::string_view y) {
    constexpr int kMostKinds = 32;
    BoardMapOffer offer;
    const BoardRow* base = baseOf(board);
    const Field *fieldX = findField(x), *fieldY = x == y ? nullptr : findField(y);
    if (!base || !fieldX) return offer;
    std::vector<int> rest;
    for (std::size_t i = 0; i < board.rows.size(); ++i)
        if (!board.rows[i].isBaseline()) rest.push_back(static_cast<int>(i));
    offer.groups = rest.size();
    const auto rowAt = [&](int place) -> const BoardRow& { return board.rows[static_cast<std::size_t>(place)]; };
    // Takes those beside it out of the rest: how many there were, and in how many cells.
    const auto take = [&](const BoardRow& row) {
        std::set<std::pair<FieldValue, FieldValue>> cells;
        const std::size_t removed = std::erase_if(rest, [&](int place) {
            const ExperimentConfig& config = rowAt(place).group.config;
            if (&rowAt(place) != &row && !isBeside(row.group, rowAt(place).group, fieldX, fieldY)) return false;
            cells.emplace(fieldValue(config, *fieldX), fieldY ? fieldValue(config, *fieldY) : FieldValue());
            return true;
        });
        return std::pair(removed, cells.size());
    };
    std::tie(offer.shown, offer.cells) = take(*base);
    for (int kind = 0; kind < kMostKinds && rest.size() > offer.cells; ++kind) {
        const int place = rest.front();
        if (const std::size_t cells = take(rowAt(place)).second; cells > offer.cells) {
            offer.other = place;
            offer.cells = cells;
        }
    }
    return offer;
}

ExperimentConfig cellConfig(const Board& board, const BoardMap& map, std::size_t column, std::size_t row) {
    ExperimentConfig config = baseOf(board)->group.config;
    config.name.clear();
    config.notes.clear();
    (void)setFieldValue(config, *map.x, map.xValues[column]);
    if (map.y) (void)setFieldValue(config, *map.y, map.yValues[row]);
    return config;
}

std::size_t usualSeeds(const Board& board, const BoardMap& map, std::size_t row) {
    std::map<std::size_t, int> inRow, inAll;
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
        if (map.cells[i].row < 0) continue;
        const std::size_t seeds = seedsOf(board.rows[static_cast<std::size_t>(map.cells[i].row)]).size();
        ++inAll[seeds];
        if (i / map.columns() == row) ++inRow[seeds];
    }
    std::pair<std::size_t, int> most{1, 0};
    // Of several that are as frequent the larger one.
    for (const auto& counted : inRow.empty() ? inAll : inRow)
        if (counted.second >= most.second) most = counted;
    return most.first;
}

std::vector<ExperimentConfig> cellRuns(const Board& board, const BoardMap& map, std::size_t column, std::size_t row,
                                       std::size_t seeds) {
    std::vector<ExperimentConfig> runs;
    const std::set<std::int64_t> known = seedsOf(*baseOf(board));
    auto next = known.begin();
    ExperimentConfig config = cellConfig(board, map, column, row);
    while (runs.size() < seeds) {
        config.seed = next != known.end() ? *next++ : config.seed + 1;
        runs.push_back(config);
    }
    return runs;
}

std::vector<std::size_t> waitingCells(const Board& board, const BoardMap& map,
                                      std::span<const ExperimentConfig> settings) {
    std::vector<std::size_t> counts(map.cells.size());
    if (!map.x || settings.empty()) return counts;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const int row = map.cells[i].row;
        const ExperimentConfig own = settingOf(row < 0 ? cellConfig(board, map, i % map.columns(), i / map.columns())
                                                       : board.rows[static_cast<std::size_t>(row)].group.config);
        counts[i] = static_cast<std::size_t>(std::ranges::count(settings, own));
    }
    return counts;
}

}  // namespace gatelab
