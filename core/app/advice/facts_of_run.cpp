// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/advice/advice_facts.h"

#include "app/run_names.h"
#include "baselines/signal_check.h"
#include "config/field.h"
#include "run/selection_score.h"
#include "store/record/run_ending.h"
#include "store/validation_score.h"
#include "verdict/run_groups.h"
#include "verdict/verdict.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

namespace {

constexpr std::size_t kNewestRuns = 400;

double meanOf(const RunGroup& group) {
    double sum = 0;
    for (const auto& [seed, score] : group.scores) sum += score.validation;
    return sum / static_cast<double>(group.scores.size());
}

/// Pairs that the verdict's next look at the two needs; 0: none.
int nextLook(const RunGroup& a, const RunGroup& b) {
    const PairedScores pairs = pairScores(a, b);
    return decideVerdict(pairs.a, pairs.b).nextLook;
}

void addSeeds(AdviceFacts& facts, const RunSummary& run, std::span<const RunSummary> runs) {
    const auto groups = groupRuns(runs, kNewestRuns, {run.id});
    const auto own = std::ranges::find_if(
        groups, [&](const RunGroup& group) { return std::ranges::find(group.ids, run.id) != group.ids.end(); });
    facts.nextSeed = nextSeed(facts.config, runs);
    facts.seeds = own == groups.end() ? 0 : static_cast<int>(own->scores.size());
    if (facts.seeds < 2) return;
    const double mean = meanOf(*own);
    if (!std::isfinite(mean)) return;
    double squares = 0;
    for (const auto& [seed, score] : own->scores) squares += (score.validation - mean) * (score.validation - mean);
    facts.seedDeviation = std::sqrt(squares / (facts.seeds - 1));
    for (const RunGroup& other : groups) {
        if (&other == &*own || static_cast<int>(other.scores.size()) < advice::kFewSeeds || other.start != own->start ||
            !sameMeasure(own->config, other.config))
            continue;
        const double distance = std::abs(meanOf(other) - mean);
        if (!std::isfinite(distance) || (facts.nearestSeeds > 0 && distance >= facts.nearestDifference)) continue;
        facts.nearestDifference = distance;
        facts.nearestName = numberedName(other.number, other.name, other.config).english();
        facts.nearestSeeds = static_cast<int>(other.scores.size());
        facts.missingSeeds = missingRuns(*own, other, nextLook(*own, other));
    }
}

/// Against every other run of the same measure whose best epoch is one that this run has trained, or that had ended by
/// there: better than all at equal epoch. Without any such run nothing is led.
bool leadsOthers(const AdviceFacts& facts, const RunSummary& run, std::span<const RunSummary> runs) {
    bool leads = false;
    for (const RunSummary& other : runs.first(std::min(runs.size(), kNewestRuns))) {
        if (other.id == run.id || other.bestEpoch <= 0 || other.bestEpoch > run.epoch ||
            other.dataName != run.dataName || !sameMeasure(facts.config, other.config))
            continue;
        double reached = std::numeric_limits<double>::infinity();
        for (const EpochLosses& row : facts.epochs)
            if (row.epoch <= std::max(other.epoch, other.bestEpoch) && row.validation < reached)
                reached = row.validation;
        if (!(reached < other.bestValidation)) return false;
        leads = true;
    }
    return leads;
}

/// By the score that the task is judged by: the network's own and that of the best decisive baseline. NaN: none.
struct JudgedScores {
    double own = std::numeric_limits<double>::quiet_NaN(), best = std::numeric_limits<double>::quiet_NaN();
    std::string bestKey;
};
JudgedScores judgedScores(const std::vector<TestScore>& scores, const ExperimentConfig& config) {
    const SelectionScore judged = selectionScore(config);
    const Score& row = *findScore(judged.score);
    JudgedScores found;
    for (const TestScore& score : scores) {
        if (score.metric != judged.score || score.scale != judged.scale) continue;
        if (score.method == "model")
            found.own = score.value;
        else if (isDecisive(scores, score.method) && (std::isnan(found.best) || row.isBetter(score.value, found.best)))
            found.best = score.value, found.bestKey = score.method;
    }
    return found;
}

void addScores(AdviceFacts& facts, const RunSummary& run, std::span<const TestScore> baselines) {
    const JudgedScores test = judgedScores(*run.scores, facts.config);
    facts.isTested = baselines.empty();
    const JudgedScores judged =
        facts.isTested ? test : judgedScores({baselines.begin(), baselines.end()}, facts.config);
    facts.score = facts.isTested || std::isfinite(judged.own) ? judged.own : validationScore(run);
    facts.bestBaseline = judged.best;
    facts.bestBaselineKey = judged.bestKey;
    // Where nothing is known of the validation part, the test part says that there was something to learn.
    if (std::isnan(facts.score) && std::isfinite(test.best) && facts.judgedBy().beats(test.own, test.best))
        facts.noSignal = {};
}

/// What changes how far the steps go: what was read of the curve before it tells nothing of them.
bool changesSteps(const RunChange& change) {
    const std::string_view key = change.what.field->key;
    return key == "learning_rate" || key == "clip_norm" || key == "clip_value";
}

/// Leaves the epochs that are complete: the last one of a run that goes on may hold a step or two.
void dropUnfinished(AdviceFacts& facts) {
    const EpochLosses* end = facts.lastEpoch();
    const std::int64_t whole = end ? end->epoch : facts.epochsBegun - 1;
    std::erase_if(facts.epochs, [whole](const EpochLosses& row) { return row.epoch > whole; });
}

}  // namespace

AdviceFacts adviceFacts(const RunSummary& run, const RunPlanInfo& plan, const AdviceCurves& curves,
                        std::span<const RunEvent> events, std::span<const TestScore> baselines,
                        std::span<const RunSummary> runs) {
    AdviceFacts facts;
    facts.config = settingsAfter(run.config, run.changes);
    facts.state = run.state;
    facts.diverged = diverged(run);
    for (const RunEvent& event : events) {
        if (const auto* end = event.as<RunEnd>())
            facts.outOfMemory = end->state == RunState::Failed && end->code == ErrorCode::OutOfMemory;
        if (const auto* warning = event.as<RunWarning>(); warning && isNoSignalText(warning->text))
            facts.noSignal = warning->text;
    }
    if (plan.forecastBytes > 0) facts.forecastBytes = plan.forecastBytes;
    facts.parameters = plan.parameters;
    facts.epochsBegun = run.epoch;
    facts.startIsKept = run.config->linearPath && run.bestEpoch == 0 && run.epoch > 0;
    facts.epochs = curves.epochs();
    facts.shareData = curves.shareData();
    facts.shareOptimiser = curves.shareOptimiser();
    facts.gradients = curves.gradientNorms();
    for (const RunChange& change : run.changes)
        if (changesSteps(change)) facts.changedEpoch = change.epoch;
    if (facts.goesOn()) dropUnfinished(facts);
    addScores(facts, run, baselines);
    facts.leads = leadsOthers(facts, run, runs);
    if (!facts.goesOn()) addSeeds(facts, run, runs);
    return facts;
}

}  // namespace gatelab
