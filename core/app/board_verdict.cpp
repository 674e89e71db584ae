// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board_verdict.h"

#include "app/verdict_question.h"
#include "baselines/baselines.h"
#include "config/config_check.h"
#include "config/heads/head_kinds.h"
#include "store/imported_run.h"
#include "store/run_name.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

/// As sameSetting(), without copies: it is asked of each run that waits.
bool isOneSetting(const ExperimentConfig& a, const ExperimentConfig& b) {
    static const auto settings = [] {
        std::vector<const Field*> found;
        for (const Field& field : fields())
            if (!isFree(field)) found.push_back(&field);
        return found;
    }();
    return std::ranges::all_of(settings, [&](const Field* field) { return isSameValue(*field, a, b); });
}

const BoardRow* fromTheStart(const Board& board, const ExperimentConfig& setting) {
    const auto found = std::ranges::find_if(board.rows, [&](const BoardRow& row) {
        return !row.isBaseline() && row.group.start.empty() && isOneSetting(row.group.config, setting);
    });
    return found == board.rows.end() ? nullptr : &*found;
}

VerdictQuestion questionOf(const Board& board, const BoardRow& challenger, const BoardRow& base,
                           std::optional<VerdictScore> score) {
    std::vector<RunGroup> others;
    for (const BoardRow* row : {&challenger, &base})
        if (!row->group.start.empty())
            if (const BoardRow* other = fromTheStart(board, row->group.config)) others.push_back(other->group);
    return {challenger.group, base.group, std::move(others), score};
}

BoardMeasure measureOf(const Field& field) {
    const std::string_view key = field.key;
    if (field.group == FieldGroup::Source) return BoardMeasure::Data;
    if (key == "task" || key == "targets") return BoardMeasure::Target;
    if (key == "horizon") return BoardMeasure::Horizon;
    if (key == "recipe") return BoardMeasure::Recipe;
    if (key == "split" || key == "split_gap") return BoardMeasure::Split;
    return BoardMeasure::Loss;
}

/// Leaves out of what is missing what waits already; the rest takes so long.
template <typename SecondsOf>
void leaveOutWaiting(BoardVerdict& told, std::span<const ExperimentConfig> waiting, SecondsOf secondsOf) {
    told.waiting += static_cast<int>(std::erase_if(told.missing, [&](const ExperimentConfig& run) {
        return std::ranges::any_of(
            waiting, [&](const ExperimentConfig& other) { return other.seed == run.seed && isOneSetting(other, run); });
    }));
    bool isKnown = true;
    for (const ExperimentConfig& run : told.missing) {
        const double seconds = secondsOf(run);
        told.seconds += seconds;
        isKnown = isKnown && seconds > 0;
    }
    if (!isKnown) told.seconds = 0;
}

/// The settings of `group`, measured as `base` is, with a seed of the base.
void trainHere(BoardVerdict& told, const Board& board, const BoardRow& challenger, const BoardRow& base) {
    const RunGroup& group = challenger.group;
    ExperimentConfig here = group.config;
    for (const Field& field : fields())
        if (changesScore(field)) (void)setFieldValue(here, field, fieldValue(base.group.config, field));
    here.seed = base.group.scores.empty() ? base.group.config.seed : base.group.scores.begin()->first;
    here.name = isMadeName(group.name, group.config) ? std::string() : group.name;
    if (isOneSetting(here, base.group.config)) return;
    if (const BoardRow* row = fromTheStart(board, here)) {
        told.challengerInstead = row->key;
        told.baseInstead = base.key;
    } else if (!hasErrors(checkConfig(here))) {
        told.missing = {std::move(here)};
    }
}

void startAnew(BoardVerdict& told, const Board& board, const BoardRow& challenger, const BoardRow& base) {
    const BoardRow* first = fromTheStart(board, challenger.group.config);
    const BoardRow* second = fromTheStart(board, base.group.config);
    if (isOneSetting(challenger.group.config, base.group.config)) {
        told.missing.clear();
    } else if (first && second) {
        told.challengerInstead = first->key;
        told.baseInstead = second->key;
    }
}

BoardEffect effectOf(const Verdict& verdict, VerdictScore score, const ExperimentConfig& base) {
    BoardEffect effect;
    effect.pairs = verdict.pairs;
    effect.results = verdict.results;
    // A likelihood may be negative or nearly zero: a share of it says nothing.
    effect.isShare = verdict.baseMean > 0 && !(score == VerdictScore::Validation && givesDistribution(base.loss));
    if (!verdict.hasSize()) return effect;
    const double unit = effect.isShare ? verdict.baseMean : 1;
    effect.size = verdict.effect / unit;
    if (verdict.hasInterval() && verdict.results >= BoardVerdict::kMinIntervalPairs && verdict.low < verdict.high) {
        effect.low = verdict.low / unit;
        effect.high = verdict.high / unit;
    }
    return effect;
}

BoardEffect effectSoFar(const RunGroup& challenger, const RunGroup& base, VerdictScore score) {
    const PairedScores pairs = pairScores(challenger, base, score);
    return effectOf(
        differenceSoFar(pairs.a, pairs.b, lowerIsBetter(score, base.config), sameScores(score, base.config)), score,
        base.config);
}

BoardAnswer answerOf(const Verdict& verdict) {
    if (verdict.allDiverged()) return BoardAnswer::AllDiverged;
    if (verdict.seedsVaryNothing || (verdict.seedsRepeat && verdict.nextLook == 0)) return BoardAnswer::SeedsRepeat;
    switch (verdict.answer) {
        case VerdictAnswer::Better:
            return BoardAnswer::Better;
        case VerdictAnswer::Worse:
            return BoardAnswer::Worse;
        case VerdictAnswer::PracticallyEqual:
            return BoardAnswer::Equal;
        case VerdictAnswer::CannotTell:
            break;
    }
    const bool isOver = verdict.nextLook == 0 || verdict.pairsEstimate > kVerdictLooks.back();
    return verdict.pairs > 0 && isOver ? BoardAnswer::TooSmall : BoardAnswer::TooEarly;
}

double valueOf(const BoardRow& row, VerdictScore score) {
    switch (score) {
        case VerdictScore::Validation:
            return row.score;
        case VerdictScore::Test:
            return row.test;
        case VerdictScore::Time:
            return row.seconds;
        case VerdictScore::Memory:
            break;
    }
    return BoardRow::kNone;
}

int percent(double share) { return static_cast<int>(std::lround(100 * share)); }

}  // namespace

bool BoardEffect::hasSize() const { return std::isfinite(size); }

bool BoardEffect::hasInterval() const { return std::isfinite(low); }

int BoardVerdict::missingSeeds() const {
    std::set<std::int64_t> seeds;
    for (const ExperimentConfig& run : missing) seeds.insert(run.seed);
    return static_cast<int>(seeds.size());
}

namespace {
BoardVerdict withoutSettings() {
    BoardVerdict told;
    told.answer = BoardAnswer::NoSettings;
    return told;
}
}  // namespace

BoardVerdict boardVerdict(const Board& board, const BoardRow& challenger, const BoardRow& base,
                          std::optional<VerdictScore> score, std::span<const ExperimentConfig> waiting) {
    if (!hasSettings(challenger.group.config) || !hasSettings(base.group.config)) return withoutSettings();
    const VerdictQuestion question = questionOf(board, challenger, base, score);
    BoardVerdict told;
    told.score = question.score();
    if (const std::vector<std::string> others = question.otherMeasures(); !others.empty()) {
        told.answer = BoardAnswer::NotComparable;
        std::set<BoardMeasure> differs;
        for (const std::string& key : others) differs.insert(measureOf(*findField(key)));
        told.differs.assign(differs.begin(), differs.end());
        trainHere(told, board, challenger, base);
        leaveOutWaiting(told, waiting, [&](const auto&) { return challenger.group.seconds; });
        return told;
    }
    const VerdictQuestion::Plan plan = question.plan();
    const auto secondsOf = [&plan](const ExperimentConfig& run) { return plan.groupOf(run).seconds; };
    told.missing = plan.missing;
    if (!question.givenStarts().empty()) {
        told.answer = BoardAnswer::NoPairs;
        startAnew(told, board, challenger, base);
        leaveOutWaiting(told, waiting, secondsOf);
        return told;
    }
    told.verdict = plan.verdict;
    told.answer = answerOf(told.verdict);
    if (told.answer != BoardAnswer::TooEarly) {
        told.missing.clear();
        told.effect = effectOf(told.verdict, told.score, base.group.config);
        return told;
    }
    told.effect = effectSoFar(challenger.group, base.group, told.score);
    told.waiting = static_cast<int>(challenger.group.training.size() + base.group.training.size());
    leaveOutWaiting(told, waiting, secondsOf);
    return told;
}

BoardVerdict oneSettingVerdict(const BoardRow& only, const BoardRow* baseline, VerdictScore score,
                               std::span<const ExperimentConfig> waiting) {
    if (!hasSettings(only.group.config)) return withoutSettings();
    BoardVerdict told;
    told.answer = BoardAnswer::OneSetting;
    told.score = score;
    if (baseline) told.effect.size = shareAbove(only, *baseline, score);
    const RunGroup& group = only.group;
    const int lacking = BoardVerdict::kMinIntervalPairs - static_cast<int>(group.scores.size() + group.training.size());
    std::int64_t seed = group.config.seed;
    for (const auto& [known, one] : group.scores) seed = std::max(seed, known);
    for (const std::int64_t known : group.training) seed = std::max(seed, known);
    for (int i = 0; i < lacking; ++i) {
        told.missing.push_back(group.config);
        told.missing.back().seed = ++seed;
        told.missing.back().name = isMadeName(group.name, group.config) ? std::string() : group.name;
    }
    told.waiting = static_cast<int>(group.training.size());
    leaveOutWaiting(told, waiting, [&group](const auto&) { return group.seconds; });
    return told;
}

double shareAbove(const BoardRow& row, const BoardRow& base, VerdictScore score) {
    const double value = valueOf(row, score), of = valueOf(base, score);
    if (!(of > 0) || !std::isfinite(value)) return BoardRow::kNone;
    return isSameScore(value, of) ? 0 : (value - of) / of;
}

std::optional<SweepLuck> sweepLuck(const SweepResult& sweep, const BoardRow& challenger, const BoardRow& base,
                                   const BoardVerdict& verdict) {
    const bool isAsked = verdict.score == VerdictScore::Validation && verdict.effect.hasSize() &&
                         verdict.effect.isShare && challenger.group.start.empty();
    if (!isAsked || sweep.ranked.empty() || !(sweep.after > sweep.before)) return std::nullopt;
    // Of settings that share the lowest score none is the best.
    if (sweep.ranked.size() > 1 && sweep.ranked[1].mean == sweep.before) return std::nullopt;
    if (!isOneSetting(sweep.ranked.front().group.config, challenger.group.config)) return std::nullopt;
    double sum = 0;
    int count = 0;
    for (const auto& [seed, one] : base.group.scores)
        if (std::isfinite(one.validation)) sum += one.validation, ++count;
    if (!(sum > 0)) return std::nullopt;
    const double said = sweep.before / (sum / count) - 1;
    const SweepLuck luck{-percent(said), percent(verdict.effect.size) - percent(said)};
    return luck.said > 0 && luck.points > 0 ? std::optional(luck) : std::nullopt;
}

}  // namespace gatelab
