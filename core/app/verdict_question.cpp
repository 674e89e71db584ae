// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verdict_question.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

bool isUnvalidated(const RunGroup& group) {
    return std::ranges::any_of(group.scores, [](const auto& score) { return !score.second.isValidated; });
}

Verdict verdictOf(const RunGroup& challenger, const RunGroup& base, VerdictScore score) {
    const PairedScores pairs = pairScores(challenger, base, score);
    const ExperimentConfig& config = challenger.config;
    return decideVerdict(pairs.a, pairs.b, lowerIsBetter(score, config), sameScores(score, config));
}

}  // namespace

const RunGroup& VerdictQuestion::Plan::groupOf(const ExperimentConfig& run) const {
    return sameSetting(run, challenger.config) ? challenger : base;
}

VerdictQuestion::VerdictQuestion(RunGroup challenger, RunGroup base, std::vector<RunGroup> others,
                                 std::optional<VerdictScore> score)
    : challenger_(std::move(challenger)),
      base_(std::move(base)),
      others_(std::move(others)),
      score_(score.value_or(VerdictScore::Validation)) {
    if (score_ == VerdictScore::Validation && (isUnvalidated(challenger_) || isUnvalidated(base_)))
        score_ = VerdictScore::Test;
}

std::vector<std::string> VerdictQuestion::otherMeasures() const {
    std::vector<std::string> keys;
    for (const ConfigChange& change : changesBetween(base_.config, challenger_.config))
        if (changesScore(*change.field)) keys.emplace_back(change.field->key);
    return keys;
}

std::vector<const RunGroup*> VerdictQuestion::givenStarts() const {
    std::vector<const RunGroup*> given{&challenger_, &base_};
    std::erase_if(given, [](const RunGroup* group) { return group->start.empty(); });
    return given;
}

Verdict VerdictQuestion::verdict() const { return verdictOf(challenger_, base_, score_); }

VerdictQuestion::Plan VerdictQuestion::plan() const {
    Plan plan{fromTheStart(challenger_, others_), fromTheStart(base_, others_), {}, {}};
    plan.verdict = verdictOf(plan.challenger, plan.base, score_);
    plan.missing = missingRuns(plan.challenger, plan.base, plan.verdict.nextLook);
    for (const ExperimentConfig& run : plan.missing) {
        const double seconds = plan.groupOf(run).seconds;
        plan.seconds += seconds;
        plan.isWhole = plan.isWhole && seconds > 0;
    }
    return plan;
}

}  // namespace gatelab
