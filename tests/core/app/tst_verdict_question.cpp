// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verdict_question.h"
#include "support/made_runs.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace gatelab;
using ChosenBy = VerdictQuestion::ChosenBy;
using Ids = std::vector<std::string>;

namespace {

RunSummary runOf(const char* id, std::int64_t hidden, std::int64_t seed, double best = 0.5) {
    RunSummary run = test::endedRun(id, hidden, seed, best);
    run.seconds = static_cast<double>(hidden);
    return run;
}

RunSummary onOtherData(RunSummary run) {
    run.config.edit().dataPath = "/other.csv";
    return run;
}

VerdictQuestion of(const std::vector<RunSummary>& runs) {
    VerdictQuestion question;
    question.setGroups(groupRuns(runs));
    return question;
}

/// "8 / 4"
QByteArray asked(const VerdictQuestion& question) {
    const auto size = [](const RunGroup* group) {
        return group == nullptr ? QByteArray("-") : QByteArray::number(qlonglong{group->config.hiddenSize});
    };
    return size(question.challenger()) + " / " + size(question.base());
}

std::vector<RunSummary> manySeeds(int count) {
    std::vector<RunSummary> runs;
    for (int seed = 1; seed <= count; ++seed)
        for (const int hidden : {4, 8}) {
            runs.insert(runs.begin(), runOf("", hidden, seed, hidden == 8 ? 0.1 + 0.001 * seed : 0.2 + 0.002 * seed));
            runs.front().id = std::to_string(hidden) + "-" + std::to_string(seed);
        }
    return runs;
}

}  // namespace

/// Which two settings a verdict is about, whatever runs come and go, and what it lacks.
class TestVerdictQuestion : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutTwoSettingsThereIsNoQuestion() {
        VerdictQuestion none = of({});
        QVERIFY(!none.isPair() && !none.kept() && none.runsOfPair().empty());
        QCOMPARE(none.score(), VerdictScore::Validation);
        QCOMPARE(asked(of({runOf("a", 4, 1), runOf("b", 4, 2)})), QByteArray("- / 4"));
    }

    void theNewestIsHeldAgainstTheOneBefore() {
        QCOMPARE(asked(of({runOf("c", 16, 1), runOf("b", 8, 1), runOf("a", 4, 1)})), QByteArray("16 / 8"));
        // With one on other data there is no verdict.
        QCOMPARE(asked(of({runOf("c", 16, 1), onOtherData(runOf("b", 8, 1)), runOf("a", 4, 1)})), QByteArray("16 / 4"));
    }

    void aPersonsChoiceStaysWhileBothSettingsExist() {
        VerdictQuestion question = of({runOf("c", 16, 1), runOf("b", 8, 1), runOf("a", 4, 1)});
        question.choosePair(1, 2);
        question.propose({"c", "a"});
        question.chooseWaiting();
        QCOMPARE(asked(question), QByteArray("8 / 4"));
        const Ids fresh = question.setGroups(
            groupRuns(std::vector{runOf("d", 8, 2), runOf("c", 16, 1), runOf("b", 8, 1), runOf("a", 4, 1)}));
        QCOMPARE(asked(question), QByteArray("8 / 4"));
        QCOMPARE(fresh, Ids{"d"});
        QVERIFY(question.setGroups(groupRuns(std::vector{runOf("c", 16, 1), runOf("a", 4, 1)})).empty());
        QCOMPARE(asked(question), QByteArray("16 / 4"));
        QVERIFY(!question.kept() || question.kept()->by != ChosenBy::Person);
    }

    void ticksChooseUntilAPersonDoes() {
        VerdictQuestion question = of({runOf("c", 16, 1), runOf("b", 8, 1), runOf("a", 4, 1)});
        question.propose({"a", "b"});
        question.chooseWaiting();
        QCOMPARE(asked(question), QByteArray("4 / 8"));
        QCOMPARE(question.kept(), (VerdictQuestion::Kept{"a", "b", ChosenBy::Ticks}));
        // What is proposed before it is listed is waited for.
        question.propose({"a", "d"});
        question.chooseWaiting();
        QCOMPARE(asked(question), QByteArray("4 / 8"));
        question.setGroups(
            groupRuns(std::vector{runOf("d", 32, 1), runOf("c", 16, 1), runOf("b", 8, 1), runOf("a", 4, 1)}));
        QCOMPARE(asked(question), QByteArray("4 / 32"));
        question.propose({});
        QVERIFY(question.isUnasked() && !question.isPair());
    }

    void whatIsRememberedIsAskedAgain() {
        VerdictQuestion question;
        question.ask({"a", "c", ChosenBy::Person});
        QCOMPARE(question.runsNeeded(), (std::set<std::string>{"a", "c"}));
        question.setGroups(groupRuns(std::vector{runOf("b", 8, 1), runOf("a", 4, 1)}));
        QCOMPARE(asked(question), QByteArray("8 / 4"));
        question.setGroups(groupRuns(std::vector{runOf("c", 16, 1), runOf("b", 8, 1), runOf("a", 4, 1)}));
        QCOMPARE(asked(question), QByteArray("4 / 16"));
        QCOMPARE(question.kept(), (VerdictQuestion::Kept{"a", "c", ChosenBy::Person}));
    }

    void theBaseOfTheTableIsTheBaseHere() {
        VerdictQuestion question = of({runOf("c", 16, 1), runOf("b", 8, 1), runOf("a", 4, 1)});
        QVERIFY(!question.holdAgainst("gone") && !question.holdAgainst("b"));
        QVERIFY(question.holdAgainst("a"));
        QCOMPARE(asked(question), QByteArray("16 / 4"));
        QVERIFY(question.holdAgainst("c"));  // the challenger itself: the two change places
        QCOMPARE(asked(question), QByteArray("4 / 16"));
    }

    void runsOfOtherDataThatEndAreAskedAbout() {
        const std::vector first{runOf("b", 8, 1), runOf("a", 4, 1)};
        VerdictQuestion question = of(first);
        question.choosePair(0, 1);
        question.propose({"d", "c", "b", "a"});
        std::vector runs{onOtherData(runOf("c", 8, 1)), first[0], first[1]};
        question.setGroups(groupRuns(runs));
        QCOMPARE(question.kept()->challenger, std::string("b"));
        runs.insert(runs.begin(), onOtherData(runOf("d", 4, 1)));
        question.setGroups(groupRuns(runs));
        QCOMPARE(question.challenger()->ids, Ids{"d"});
        QCOMPARE(question.base()->ids, Ids{"c"});
    }

    void theScoreBelongsToThePair() {
        VerdictQuestion question = of({runOf("c", 16, 1), runOf("b", 8, 1), runOf("a", 4, 1)});
        question.setScore(VerdictScore::Time);
        QCOMPARE(question.scores(), Ids{"b+c=time"});
        question.choosePair(1, 0);  // the other way round it is the same pair
        QCOMPARE(question.score(), VerdictScore::Time);
        question.choosePair(1, 2);
        QCOMPARE(question.score(), VerdictScore::Validation);
        VerdictQuestion later = of({runOf("c", 16, 1), runOf("b", 8, 1), runOf("a", 4, 1)});
        later.setScores(Ids{"b+c=time", "nonsense", "a+b=nonsense"});
        QCOMPARE(later.score(), VerdictScore::Time);
        later.setScore(VerdictScore::Validation);
        QVERIFY(std::ranges::none_of(later.scores(), [](const auto& one) { return one.starts_with("b+c"); }));
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
        VerdictQuestion question = of({runOf("b", 8, 1), runOf("a", 4, 1)});
        QVERIFY(question.otherMeasures().empty() && question.givenStarts().empty());
        RunSummary other = runOf("b", 8, 1);
        other.config.edit().horizon += 1;
        question.setGroups(groupRuns(std::vector{other, runOf("a", 4, 1)}));
        QCOMPARE(question.otherMeasures(), Ids{"horizon"});
        RunSummary branch = runOf("b", 8, 1);
        branch.parent = "a", branch.branchStep = 7;
        question.setGroups(groupRuns(std::vector{branch, runOf("a", 4, 1)}));
        QCOMPARE(question.givenStarts().size(), std::size_t{1});
        QVERIFY(question.givenStarts().front() == question.challenger());
        // The same settings from the start, as soon as there are some.
        question.restart();
        question.setGroups(groupRuns(std::vector{runOf("c", 8, 1), branch, runOf("a", 4, 1)}));
        QVERIFY(question.givenStarts().empty());
        QCOMPARE(question.challenger()->ids, Ids{"c"});
    }

    /// Whatever is asked of it in whatever order, it names settings that are there.
    void anyOrderOfCallsIsSafe() {
        std::mt19937 random(1);
        const std::vector<RunSummary> all = [] {
            std::vector<RunSummary> runs = manySeeds(4);
            for (const RunSummary& run : manySeeds(2)) runs.push_back(onOtherData(run)), runs.back().id += "x";
            return runs;
        }();
        for (int trial = 0; trial < 200; ++trial) {
            VerdictQuestion question;
            for (int call = 0; call < 40; ++call) {
                const auto some = [&] {
                    Ids ids;
                    for (const RunSummary& run : all)
                        if (random() % 3 == 0) ids.push_back(run.id);
                    return ids;
                };
                const int count = static_cast<int>(question.groups().size());
                switch (random() % 8) {
                    case 0: {
                        std::vector<RunSummary> left = all;
                        std::erase_if(left, [&](const RunSummary&) { return random() % 2 == 0; });
                        question.setGroups(groupRuns(left));
                        break;
                    }
                    case 1:
                        question.propose(some());
                        break;
                    case 2:
                        question.chooseWaiting();
                        break;
                    case 3:
                        question.followTicks();
                        break;
                    case 4:
                        if (count > 0)
                            question.choosePair(static_cast<int>(random() % static_cast<unsigned>(count)),
                                                static_cast<int>(random() % static_cast<unsigned>(count)));
                        break;
                    case 5:
                        question.holdAgainst(all[random() % all.size()].id);
                        break;
                    case 6:
                        question.ask({all[random() % all.size()].id, all[random() % all.size()].id});
                        break;
                    default:
                        if (question.isPair()) question.restart();
                }
                const int size = static_cast<int>(question.groups().size());
                QVERIFY(question.challengerPlace() < size && question.basePlace() < size);
                if (!question.isPair()) continue;
                QVERIFY(question.challenger() != question.base());
                static_cast<void>(question.plan()), static_cast<void>(question.score());
            }
        }
    }

    void theNewestThatCanBePairedIsHeldAgainstTheOldest() {
        std::vector<RunGroup> groups(4);
        groups[0].start = "checkpoint";
        groups[1].config.horizon = groups[0].config.horizon + 1;
        const std::vector all{0, 1, 2, 3}, refused{0, 1};
        QCOMPARE(pairOf(groups, all), std::pair(2, 3));
        QCOMPARE(pairOf(groups, refused), std::pair(0, 1));  // no pair is possible: said in the panel
        QCOMPARE(partnerOf(groups, 3), 2);
        QCOMPARE(partnerOf(groups, -1), 1);
        QCOMPARE(partnerOf(std::span(groups).first(1), 0), -1);
    }
};

QTEST_APPLESS_MAIN(TestVerdictQuestion)
#include "tst_verdict_question.moc"
