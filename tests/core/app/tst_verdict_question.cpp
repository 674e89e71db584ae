// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verdict_question.h"
#include "support/made_runs.h"

#include <QTest>

#include <limits>

using namespace gatelab;
using Ids = std::vector<std::string>;

namespace {

RunSummary runOf(const std::string& id, std::int64_t hidden, std::int64_t seed, double best = 0.5) {
    RunSummary run = test::endedRun(id, hidden, seed, best);
    run.seconds = static_cast<double>(hidden);
    return run;
}

/// The newest settings against the oldest.
VerdictQuestion of(const std::vector<RunSummary>& runs, std::optional<VerdictScore> score = {}) {
    std::vector<RunGroup> groups = groupRuns(runs);
    const RunGroup challenger = groups.front(), base = groups.back();
    return {challenger, base, std::move(groups), score};
}

std::vector<RunSummary> manySeeds(int count) {
    std::vector<RunSummary> runs;
    for (int seed = 1; seed <= count; ++seed)
        for (const int hidden : {4, 8})
            runs.insert(runs.begin(), runOf(std::to_string(hidden) + "-" + std::to_string(seed), hidden, seed,
                                            hidden == 8 ? 0.1 + 0.001 * seed : 0.2 + 0.002 * seed));
    return runs;
}

}  // namespace

/// What two settings are compared by, what keeps them from it, and what the answer lacks.
class TestVerdictQuestion : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theScoreIsOneThatBothHave() {
        std::vector runs{runOf("b", 8, 1), runOf("a", 4, 1)};
        QCOMPARE(of(runs).score(), VerdictScore::Validation);
        QCOMPARE(of(runs, VerdictScore::Time).score(), VerdictScore::Time);
        // As of a run without a validation part
        runs[0].bestEpoch = -1;
        runs[0].bestValidation = std::numeric_limits<double>::quiet_NaN();
        runs[0].lastValues.edit()["train_loss"] = 0.5;
        QCOMPARE(of(runs).score(), VerdictScore::Test);
        QCOMPARE(of(runs, VerdictScore::Validation).score(), VerdictScore::Test);
        QCOMPARE(of(runs, VerdictScore::Memory).score(), VerdictScore::Memory);
    }

    void aPlanSaysWhatTheNextLookLacks() {
        const VerdictQuestion few = of({runOf("c", 8, 2), runOf("b", 8, 1), runOf("a", 4, 1)});
        const VerdictQuestion::Plan plan = few.plan();
        QCOMPARE(plan.verdict.pairsGiven, 1);
        QCOMPARE(plan.missing.size(), std::size_t{9});  // six pairs of which three runs are there
        QVERIFY(plan.isWhole);
        double seconds = 0;
        for (const ExperimentConfig& run : plan.missing) seconds += static_cast<double>(run.hiddenSize);
        QCOMPARE(plan.seconds, seconds);
        const VerdictQuestion enough = of(manySeeds(6));
        QCOMPARE(enough.verdict().answer, VerdictAnswer::Better);
        QVERIFY(enough.plan().missing.empty());
    }

    void whatIsNoPairIsSaid() {
        const VerdictQuestion pair = of({runOf("b", 8, 1), runOf("a", 4, 1)});
        QVERIFY(pair.otherMeasures().empty() && pair.givenStarts().empty());
        RunSummary other = runOf("b", 8, 1);
        other.config.edit().horizon += 1;
        QCOMPARE(of({other, runOf("a", 4, 1)}).otherMeasures(), Ids{"horizon"});
        RunSummary branch = runOf("b", 8, 1);
        branch.parent = "a", branch.branchStep = 7;
        const VerdictQuestion branched = of({branch, runOf("a", 4, 1)});
        QCOMPARE(branched.givenStarts().size(), std::size_t{1});
        QVERIFY(branched.givenStarts().front() == &branched.challenger());
        QVERIFY(branched.plan().challenger.ids.empty());
        // The plan is about the same settings from the start, as soon as there are some.
        const VerdictQuestion again = of({branch, runOf("c", 8, 1), runOf("a", 4, 1)});
        QCOMPARE(again.challenger().ids, Ids{"b"});
        QCOMPARE(again.plan().challenger.ids, Ids{"c"});
    }
};

QTEST_APPLESS_MAIN(TestVerdictQuestion)
#include "tst_verdict_question.moc"
