// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board.h"

#include "app/run_selection.h"
#include "baselines/baselines.h"
#include "config/config_difference.h"
#include "config/field_use.h"
#include "lab/student_t.h"
#include "lesson/lesson.h"
#include "run/selection_score.h"
#include "store/imported_run.h"
#include "store/record/run_ending.h"
#include "store/validation_score.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMinInterval = 3;
constexpr double kLevel = 0.05;

bool arePositive(std::span<const double> values) {
    return std::ranges::all_of(values, [](double value) { return value > 0; });
}

std::string textOf(const ExperimentConfig& config, const Field& field) {
    return formatFieldValue(fieldValue(config, field));
}

/// Mean of the scores and its 95 % interval.
void sumUp(BoardRow& row) {
    std::vector<double> scores;
    for (const BoardSeed& seed : row.seeds)
        if (seed.counts) scores.push_back(seed.score);
    // Nothing has ended: what was reached on the way.
    if (scores.empty())
        for (const BoardSeed& seed : row.seeds)
            if (std::isfinite(seed.score)) scores.push_back(seed.score);
    if (scores.empty()) return;
    const auto count = static_cast<double>(scores.size());
    row.score = std::accumulate(scores.begin(), scores.end(), 0.0) / count;
    if (row.scored() < kMinInterval) return;
    const bool isLog = arePositive(scores);
    if (isLog)
        for (double& score : scores) score = std::log(score);
    const double mean = std::accumulate(scores.begin(), scores.end(), 0.0) / count;
    double squares = 0;
    for (const double score : scores) squares += (score - mean) * (score - mean);
    const double half = studentCritical(kLevel, count - 1) * std::sqrt(squares / (count - 1) / count);
    row.low = isLog ? std::exp(mean - half) : mean - half;
    row.high = isLog ? std::exp(mean + half) : mean + half;
}

double meanOf(const RunGroup& group, double SeedScore::*member) {
    double sum = 0;
    std::size_t count = 0;
    for (const auto& [seed, score] : group.scores)
        if (const double value = score.*member; std::isfinite(value)) sum += value, ++count;
    return count > 0 ? sum / static_cast<double>(count) : BoardRow::kNone;
}

using RunsById = std::unordered_map<std::string, const RunSummary*>;

double lossOf(const RunSummary& run) { return run.bestEpoch >= 0 ? run.bestValidation : BoardRow::kNone; }

BoardRow groupRow(RunGroup group, const RunsById& byId, double (*scoreOf)(const RunSummary& run)) {
    BoardRow row;
    row.key = group.ids.back();
    for (auto id = group.ids.rbegin(); id != group.ids.rend(); ++id) {
        const RunSummary& run = *byId.at(*id);
        const auto scored = group.scores.find(run.config->seed);
        const double score = scoreOf(run);
        const bool counts = scored != group.scores.end() && scored->second.run == run.id &&
                            !scored->second.diverged() && std::isfinite(score);
        row.seeds.push_back({.run = run.id,
                             .number = run.number,
                             .seed = run.config->seed,
                             .score = std::isfinite(score) ? score : BoardRow::kNone,
                             .state = run.state,
                             .counts = counts});
    }
    row.number = row.seeds.front().number;
    row.isChanged = changedWhileRunning(*byId.at(row.key));
    row.test = meanOf(group, &SeedScore::test);
    row.seconds = meanOf(group, &SeedScore::seconds);
    row.group = std::move(group);
    sumUp(row);
    return row;
}

/// Runs of one setting together; one whose settings were changed while it went on is alone: it is no sample of those
/// that it began with.
std::vector<RunGroup> groupsOf(std::span<const RunSummary> runs) {
    if (std::ranges::none_of(runs, changedWhileRunning)) return groupRuns(runs);
    std::vector<RunGroup> groups;
    std::vector<RunSummary> unchanged;
    for (const RunSummary& run : runs)
        if (changedWhileRunning(run))
            groups.push_back(groupRuns(std::span(&run, 1)).front());
        else
            unchanged.push_back(run);
    std::ranges::move(groupRuns(unchanged), std::back_inserter(groups));
    return groups;
}

BoardRow baselineRow(const BoardBaseline& baseline) {
    BoardRow row;
    row.key = RunSelection::baselineKey(baseline.method);
    row.method = baseline.method;
    row.score = baseline.score;
    row.test = baseline.test;
    return row;
}

/// The base that nobody chose: a group with enough seeds, else one that ended as it began, else any; the oldest of
/// those.
int oldestOf(std::span<const BoardRow> rows) {
    const auto rank = [](const BoardRow& row) {
        const int own = hasSettings(row.group.config) ? 3 : 0;  // nothing is held against settings that nobody knows
        if (row.isChanged || row.scored() == 0) return own;
        return own + (row.scored() >= kMinInterval ? 2 : 1);
    };
    int found = -1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].isBaseline()) continue;
        const BoardRow* best = found < 0 ? nullptr : &rows[static_cast<std::size_t>(found)];
        if (!best || rank(rows[i]) > rank(*best) || (rank(rows[i]) == rank(*best) && rows[i].key < best->key))
            found = static_cast<int>(i);
    }
    return found;
}

/// The run whose settings tell what the scores are: that of the row which `base` is of, else of oldestOf(); where
/// nobody knows its settings, the first one with settings. Null: there is none.
const RunSummary* measuredRun(std::span<const BoardRow> rows, std::span<const RunSummary> runs, const RunsById& byId,
                              const std::string& base) {
    const auto asked = std::ranges::find_if(rows, [&](const BoardRow& row) { return row.has(base); });
    const int oldest = oldestOf(rows);
    const BoardRow* held = asked != rows.end() ? &*asked
                           : oldest >= 0       ? &rows[static_cast<std::size_t>(oldest)]
                                               : nullptr;
    if (held && hasSettings(*byId.at(held->key))) return byId.at(held->key);
    const auto first = std::ranges::find_if(runs, [](const RunSummary& run) { return hasSettings(run); });
    return first == runs.end() ? nullptr : &*first;
}

/// Settings in which groups differ and that have an effect, in the order of their table.
std::vector<std::string> differingSettings(std::span<const BoardRow> rows) {
    std::vector<const BoardRow*> groups;
    for (const BoardRow& row : rows)
        if (!row.isBaseline() && hasSettings(row.group.config)) groups.push_back(&row);
    std::vector<std::string> keys;
    for (const Field& field : fields()) {
        if (groups.size() < 2 || isFree(field) || field.group == FieldGroup::Source) continue;
        const ExperimentConfig& one = groups.front()->group.config;
        const bool differs = std::ranges::any_of(
            groups, [&](const BoardRow* row) { return !isSameValue(field, one, row->group.config); });
        const bool counts = differs && std::ranges::any_of(groups, [&](const BoardRow* row) {
                                return !unusedReason(field, row->group.config);
                            });
        if (counts) keys.emplace_back(field.key);
    }
    return keys;
}

std::vector<ScoreSample> samplesOf(std::span<const BoardRow> rows) {
    std::vector<ScoreSample> samples;
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const BoardSeed& seed : rows[i].seeds)
            if (seed.counts && rows[i].isComparable && hasSettings(rows[i].group.config))
                samples.push_back({&rows[i].group.config, i, seed.score});
    return samples;
}

bool isScoreBetter(const BoardRow& a, const BoardRow& b, bool lowerIsBetter) {
    const bool hasA = std::isfinite(a.score), hasB = std::isfinite(b.score);
    if (hasA != hasB) return hasA;
    if (!hasA) return a.key > b.key;
    return lowerIsBetter ? a.score < b.score : a.score > b.score;
}

}  // namespace

std::string scopeKey(const ExperimentConfig& config) {
    // Of the data and task of an imported run nothing is known: its project in the tracker is its scope.
    if (const ImportedRun from = importedFrom(config); !from.tool.empty())
        return "imported\n" + from.tool + "\n" + from.project;
    std::string key;
    for (const Field& field : fields()) {
        const std::string_view name = field.key;
        if (field.group != FieldGroup::Source && name != "task" && name != "targets" && name != "horizon") continue;
        if (unusedReason(field, config)) continue;
        key += textOf(config, field);
        key += '\n';
    }
    return key;
}

bool isLessonRun(const RunSummary& run) {
    if (isStepZero(run.name)) return true;
    const std::string_view tags = run.tags;
    const auto isBetween = [&](std::size_t at) { return at >= tags.size() || tags[at] == ' ' || tags[at] == ','; };
    for (std::size_t at = tags.find(kLessonTag); at != std::string_view::npos; at = tags.find(kLessonTag, at + 1))
        if ((at == 0 || isBetween(at - 1)) && isBetween(at + kLessonTag.size())) return true;
    return false;
}

std::size_t BoardRow::scored() const {
    return static_cast<std::size_t>(std::ranges::count(seeds, true, &BoardSeed::counts));
}

std::size_t BoardRow::seedCount() const {
    std::set<std::int64_t> known;
    for (const BoardSeed& seed : seeds) known.insert(seed.seed);
    return known.size();
}

bool BoardRow::isLive() const {
    return std::ranges::any_of(seeds, [](const BoardSeed& seed) { return isGoingOn(seed.state); });
}

bool BoardRow::has(std::string_view runId) const {
    return std::ranges::find(seeds, runId, &BoardSeed::run) != seeds.end();
}

const BoardRow* Board::find(std::string_view key) const {
    const int row = rowOf(key);
    return row < 0 ? nullptr : &rows[static_cast<std::size_t>(row)];
}

int Board::rowOf(std::string_view runOrKey) const {
    if (runOrKey.empty()) return -1;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].key == runOrKey) return static_cast<int>(i);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].has(runOrKey)) return static_cast<int>(i);
    return -1;
}

Board makeBoard(std::span<const RunSummary> runs, std::span<const BoardBaseline> baselines, const std::string& base) {
    Board board;
    board.runs = runs.size();
    RunsById byId;
    for (const RunSummary& run : runs) byId.emplace(run.id, &run);
    const auto has = [&](auto scoreOf) {
        return std::ranges::any_of(runs, [&](const RunSummary& run) { return std::isfinite(scoreOf(run)); });
    };
    const bool isLoss = !has(validationScore) && (has(lossOf) || baselines.empty());
    std::vector<BoardRow> groups;
    for (RunGroup& group : groupsOf(runs))
        groups.push_back(groupRow(std::move(group), byId, isLoss ? lossOf : validationScore));
    const RunSummary* own = measuredRun(groups, runs, byId, base);
    if (!isLoss) board.metric = own ? selectionScore(own->config).score : baselines.front().metric;
    if (const Score* score = findScore(board.metric)) board.lowerIsBetter = score->better != Score::Better::Higher;
    for (const BoardBaseline& baseline : baselines)  // they have no such loss, and may be of another score
        if (!isLoss && (baseline.metric.empty() || baseline.metric == board.metric))
            board.rows.push_back(baselineRow(baseline));
    std::ranges::move(groups, std::back_inserter(board.rows));
    std::ranges::stable_sort(board.rows, [&board](const BoardRow& a, const BoardRow& b) {
        return isScoreBetter(a, b, board.lowerIsBetter);
    });

    std::unordered_map<std::string, int> rowOfRun;
    const RunSummary* newest = nullptr;
    for (std::size_t i = 0; i < board.rows.size(); ++i)
        for (const BoardSeed& seed : board.rows[i].seeds) rowOfRun.emplace(seed.run, static_cast<int>(i));
    for (const RunSummary& run : runs)
        if (!newest || run.created > newest->created) newest = &run;
    if (newest) board.latest = rowOfRun.at(newest->id);
    const auto chosen = rowOfRun.find(base);
    board.base = chosen == rowOfRun.end() ? oldestOf(board.rows) : chosen->second;

    for (std::size_t i = 0; i < board.rows.size(); ++i) {
        BoardRow& row = board.rows[i];
        if (row.isBaseline()) {
            if (board.bestBaseline < 0 && std::isfinite(row.score)) board.bestBaseline = static_cast<int>(i);
            continue;
        }
        const ExperimentConfig& held = board.rows[static_cast<std::size_t>(board.base)].group.config;
        row.isComparable = hasSettings(held) == hasSettings(row.group.config) && sameMeasure(held, row.group.config);
        if (board.best < 0 && row.isComparable && row.scored() > 0) board.best = static_cast<int>(i);
        const RunSummary& oldest = *byId.at(row.key);
        const auto parent = rowOfRun.find(oldest.parent);
        if (parent == rowOfRun.end() || parent->second == static_cast<int>(i)) continue;
        row.parent = parent->second;
        row.changes =
            changesBetween(board.rows[static_cast<std::size_t>(parent->second)].group.config, row.group.config);
    }
    findColumns(board);
    return board;
}

void findColumns(Board& board) {
    static constexpr std::array<std::string_view, 4> kFirst = {"cell", "layers", "hidden_size", "bidirectional"};
    const auto placeOf = [](const std::string& key) { return std::ranges::find(kFirst, key) - kFirst.begin(); };
    const std::vector<ScoreSample> samples = samplesOf(board.rows);
    std::vector<std::string> keys = differingSettings(board.rows);
    if (keys.size() > kMaxBoardColumns) {
        std::map<std::string, double> alone;
        for (const std::string& key : keys) alone[key] = scoreShares(samples, std::span(&key, 1)).of(key);
        std::ranges::stable_sort(keys, [&](const std::string& a, const std::string& b) {
            return placeOf(a) != placeOf(b) ? placeOf(a) < placeOf(b) : alone[a] > alone[b];
        });
        keys.resize(kMaxBoardColumns);
    }
    board.shares = scoreShares(samples, keys);
    board.columns = board.shares.sorted(std::move(keys));
    std::ranges::stable_sort(board.columns, {}, placeOf);
}

double BoardAxis::place(double value) const {
    if (!std::isfinite(value)) return BoardRow::kNone;
    if (!isLog) return (value - low) / (high - low);
    return value > 0 ? std::log(value / low) / std::log(high / low) : -1;
}

double BoardAxis::valueAt(double place) const {
    return isLog ? low * std::pow(high / low, place) : low + place * (high - low);
}

BoardAxis axisOf(const Board& board) {
    std::vector<double> scores;
    for (const BoardRow& row : board.rows)
        for (const BoardSeed& seed : row.seeds)
            if (std::isfinite(seed.score) && row.isComparable) scores.push_back(seed.score);
    const double baseline =
        board.bestBaseline < 0 ? BoardRow::kNone : board.rows[static_cast<std::size_t>(board.bestBaseline)].score;
    if (scores.empty()) {
        for (const BoardRow& row : board.rows)
            if (row.isBaseline() && std::isfinite(row.score)) scores.push_back(row.score);
        if (scores.empty()) return {};
    }
    std::ranges::sort(scores);
    constexpr double kTail = 0.02, kRoom = 0.06;
    const auto at = [&](double share) {
        return scores[static_cast<std::size_t>(std::lround(share * static_cast<double>(scores.size() - 1)))];
    };
    double low = at(kTail), high = at(1 - kTail);
    if (std::isfinite(baseline)) low = std::min(low, baseline), high = std::max(high, baseline);
    BoardAxis axis;
    axis.isLog = low > 0;
    if (axis.isLog) {
        // One score alone gets a tenth of itself to both sides.
        const double span = std::max(std::log(high / low), std::log(1.2)), room = kRoom * span;
        const double middle = (std::log(low) + std::log(high)) / 2;
        axis.low = std::exp(middle - span / 2 - room);
        axis.high = std::exp(middle + span / 2 + room);
    } else {
        const double span = high > low ? high - low : std::max(1.0, std::abs(high) / 5);
        const double middle = (low + high) / 2;
        axis.low = middle - span * (0.5 + kRoom);
        axis.high = middle + span * (0.5 + kRoom);
    }
    return axis;
}

std::vector<double> axisTicks(const BoardAxis& axis, int most) {
    static const std::vector<std::vector<double>> kMantissas = {
        {1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9},
        {1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9},
        {1, 1.5, 2, 3, 4, 5, 7},
        {1, 2, 3, 5},
        {1, 2, 5},
        {1, 3},
        {1}};
    std::vector<double> ticks;
    if (!(axis.low < axis.high) || !std::isfinite(axis.high - axis.low)) return ticks;
    if (axis.isLog) {
        for (const std::vector<double>& mantissas : kMantissas) {
            ticks.clear();
            for (int power = static_cast<int>(std::floor(std::log10(axis.low))); std::pow(10.0, power) <= axis.high;
                 ++power)
                for (const double mantissa : mantissas)
                    if (const double tick = mantissa * std::pow(10.0, power); tick >= axis.low && tick <= axis.high)
                        ticks.push_back(tick);
            if (std::ssize(ticks) <= most) return ticks;
        }
        // Many decades: every second, third... of them.
        std::vector<double> fewer;
        const auto step = static_cast<std::size_t>((std::ssize(ticks) + most - 1) / std::max(1, most));
        for (std::size_t i = 0; i < ticks.size(); i += step) fewer.push_back(ticks[i]);
        return fewer;
    }
    const double raw = (axis.high - axis.low) / std::max(1, most);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = power;
    for (const double mantissa : {1.0, 2.0, 5.0, 10.0})
        if (mantissa * power >= raw) {
            step = mantissa * power;
            break;
        }
    for (double tick = std::ceil(axis.low / step) * step; tick <= axis.high; tick += step) ticks.push_back(tick);
    return ticks;
}

}  // namespace gatelab
