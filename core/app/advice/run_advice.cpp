// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/advice/run_advice.h"

#include "app/advice/advice_rules.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/setting_predicates.h"

#include <algorithm>
#include <utility>

namespace gatelab {

const char* adviceActionName(AdviceAction::Kind kind) {
    switch (kind) {
        case AdviceAction::Kind::MoreEpochs:
            return "more-epochs";
        case AdviceAction::Kind::FindRate:
            return "find-rate";
        case AdviceAction::Kind::MoreSeeds:
            return "more-seeds";
        case AdviceAction::Kind::ChangeNow:
            return "change-now";
        case AdviceAction::Kind::NewRun:
            break;
    }
    return "new-run";
}

ExperimentConfig withChanges(ExperimentConfig config, std::span<const AdviceAction::Change> changes) {
    for (const AdviceAction::Change& change : changes) (void)setFieldValue(config, *change.field, change.value);
    return config;
}

AdviceAction::Change advice::changeOf(const char* key, FieldValue value) { return {findField(key), std::move(value)}; }

bool advice::canTake(const AdviceFacts& facts, const char* key, FieldValue value) {
    const AdviceAction::Change one = changeOf(key, std::move(value));
    return !isXla(facts.config.device) || xlaObstacle(withChanges(facts.config, {&one, 1})).isEmpty();
}

/// A new row: a rule in the file of its kind, its place here, and a row of tst_run_advice.
std::span<const AdviceRule* const> adviceRules() {
    using namespace advice;
    static constexpr const AdviceRule* kRules[] = {
        &kOutOfMemory, &kDiverged,    &kGradientsLeap,   &kRateTooHigh,  &kNoSignal,
        &kAddsNothing, &kOverfitting, &kRateTooLow,      &kStillFalling, &kNoBetterThanBaseline,
        &kLevel,       &kStopsEarly,  &kSeedOverSetting, &kDataBound,    &kMemoryBound,
        &kSettled,
    };
    return kRules;
}

std::vector<Advice> allAdvice(const AdviceFacts& facts) {
    std::vector<Advice> all;
    if (!facts.goesOn() && facts.state != RunState::Finished && facts.state != RunState::Failed && !facts.wasCutOff())
        return all;
    bool isCurveRead = false;
    for (const AdviceRule* rule : adviceRules()) {
        if ((rule->isOfCurve && isCurveRead) || !rule->applies(facts)) continue;
        isCurveRead |= rule->isOfCurve;
        AdviceAction action = rule->action(facts);
        if (std::ranges::none_of(all, [&](const Advice& one) { return one.action.button == action.button; }))
            all.push_back({rule->key, rule->text(facts), std::move(action)});
    }
    return all;
}

std::optional<Advice> adviseOn(const AdviceFacts& facts) {
    std::vector<Advice> all = allAdvice(facts);
    return all.empty() ? std::nullopt : std::optional(std::move(all.front()));
}

}  // namespace gatelab
