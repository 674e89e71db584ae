// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/lab/case_ladder.cpp.
#include "config/preset_experiment.h"
#include "lab/case_ladder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <cmath>

using namespace gatelab;

namespace {

/// Each means halves the time; the last one, aside, doubles it.
CaseMachine halving(const CasePlan& plan) {
    return [&plan](const CaseRung& rung, std::int64_t seed, double accuracy) -> Result<CaseRun> {
        double seconds = 64 * (1 + 0.1 * static_cast<double>(seed % 3));
        for (const CaseRung& one : plan.rungs) {
            if (&one == &plan.rungs.front()) continue;
            if (plan.rungs.front().key == rung.key) break;
            seconds *= one.isAside ? 2 : 0.5;
            if (one.key == rung.key) break;
        }
        return CaseRun{seconds, accuracy, 0.98, LabDisturbance::None};
    };
}

Result<CaseReport> played(const CasePlan& plan) {
    return runCase(plan, halving(plan), [](const CaseReport&) { return true; });
}

}  // namespace

class TestCaseLadder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    static void addsOneMeansAfterTheOther();
    static void tellsEachMeansByItself();
    static void leavesOutWhatWasNotReached();
    static void isStopped();
    static void namesWhatThereIs();
    static void ownTextsHaveTheirOwnBar();
    static void whatIsTooSmallOrNotLearnedIsSaid();
};

void TestCaseLadder::addsOneMeansAfterTheOther() {
    const auto plan = planCase("text");
    QVERIFY(plan.ok());
    QCOMPARE(plan->rungs.front().config, readPresetExperiment(*findPresetExperiment("case-text"))->config);
    for (std::size_t i = 1; i < plan->rungs.size(); ++i) {
        const CaseRung& rung = plan->rungs[i];
        QVERIFY(rung.against < i);
        QVERIFY(!plan->rungs[rung.against].isAside);
        QVERIFY(rung.config != plan->rungs[rung.against].config);
        // The same text and the same part of it that is asked about
        QCOMPARE(rung.config.builtin, plan->rungs.front().config.builtin);
        QCOMPARE(rung.config.builtinLength, plan->rungs.front().config.builtinLength);
        QCOMPARE(rung.config.threads, 1);
    }
    QVERIFY(plan->rungs.back().isAside);
    QCOMPARE(plan->last(), plan->rungs.size() - 2);
}

void TestCaseLadder::tellsEachMeansByItself() {
    const auto plan = planCase("text");
    const auto report = played(*plan);
    QVERIFY(report.ok());
    QCOMPARE(report->done(), plan->runs());
    QCOMPARE(report->halved(), 5);
    for (std::size_t i = 1; i + 1 < plan->rungs.size(); ++i) {
        QVERIFY(std::abs(report->ratio(plan->rungs[i].against, i).value - 2) < 1e-12);
        QVERIFY(std::abs(report->ratio(0, i).value - std::pow(2, i)) < 1e-9);
    }
    QVERIFY(std::abs(report->ratio(plan->rungs.back().against, plan->rungs.size() - 1).value - 0.5) < 1e-12);
    const std::string text = caseText(*report);
    for (const CaseRung& rung : plan->rungs) QVERIFY(text.find(rung.title.source) != text.npos);
    QVERIFY(caseHeadline(*report).english().find("5 of 5 seeds") != std::string::npos);
    const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(caseJson(*report))).object();
    QCOMPARE(json["halved"].toInt(), 5);
    QCOMPARE(json["rungs"].toArray().size(), static_cast<int>(plan->rungs.size()));
}

void TestCaseLadder::leavesOutWhatWasNotReached() {
    const auto plan = planCase("text");
    auto report = played(*plan);
    report->runs[plan->last()][2] = CaseRun{};
    QCOMPARE(report->reached(plan->last()), 4);
    QCOMPARE(report->halved(), 4);
    QCOMPARE(report->ratio(0, plan->last()).pairs, 4);
    QCOMPARE(caseLines(*report)[plan->last()].reached, std::string("4/5"));
    // Nothing is told of what nobody reached.
    for (auto& rung : report->runs)
        for (CaseRun& run : rung) run = {};
    QVERIFY(caseHeadline(*report).empty());
    QVERIFY(caseLines(*report)[0].time.empty());
}

void TestCaseLadder::isStopped() {
    const auto plan = planCase("text");
    int runs = 0;
    const auto report = runCase(*plan, halving(*plan), [&](const CaseReport& now) {
        runs = now.done();
        return runs < 3;
    });
    QVERIFY(!report.ok());
    QCOMPARE(report.error().code, ErrorCode::Cancelled);
    QCOMPARE(runs, 3);
}

void TestCaseLadder::namesWhatThereIs() {
    const auto plan = planCase("nothing");
    QVERIFY(!plan.ok());
    QCOMPARE(plan.error().code, ErrorCode::NotFound);
    QVERIFY(plan.error().message.find("text") != std::string::npos);
}

namespace {

Dataset texts(int count) {
    SequenceSet set;
    set.name = "mine";
    set.channelNames = {"token"};
    set.tokens = 5;
    set.classNames = {"good", "bad"};
    for (int i = 0; i < count; ++i) set.items.push_back({2, {1.0 + i % 2, 3}, {}, i % 2});
    set.parts.assign(set.items.size(), SequenceSet::Part::Unassigned);
    return {nullptr, std::make_shared<const SequenceSet>(std::move(set))};
}

}  // namespace

void TestCaseLadder::ownTextsHaveTheirOwnBar() {
    ExperimentConfig reading;
    reading.dataPath = "/data/mine.csv";
    reading.split = "60%/20%/20%";
    const auto plan = planCaseOn(reading, texts(1000));
    QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message.c_str());
    QCOMPARE(plan->data, std::string("mine.csv"));
    QCOMPARE(plan->examples, std::int64_t{200});
    QVERIFY(plan->findsBar());
    const auto own = planCase("text");
    for (std::size_t i = 0; i < plan->rungs.size(); ++i) {
        QCOMPARE(plan->rungs[i].config.dataPath, reading.dataPath);
        QCOMPARE(plan->rungs[i].config.task, std::string("classification"));
        QCOMPARE(plan->rungs[i].config.hiddenSize, own->rungs[i].config.hiddenSize);
    }
    // The first training is a plain one that goes to its end.
    int plain = 0;
    const CaseMachine rest = halving(*plan);
    const CaseMachine machine = [&](const CaseRung& rung, std::int64_t seed, double accuracy) -> Result<CaseRun> {
        if (accuracy <= 1) return rest(rung, seed, accuracy);
        ++plain;
        return CaseRun{kNotMeasured, 0.9, 0.9, LabDisturbance::None};
    };
    const auto report = runCase(*plan, machine, [](const CaseReport&) { return true; });
    QVERIFY(report.ok());
    QCOMPARE(plain, 1);
    QCOMPARE(report->plan.accuracy, 0.9 - std::sqrt(0.09 / 200));
    QCOMPARE(report->done(), plan->runs());
    QVERIFY(caseText(*report).find("mine.csv") != std::string::npos);
    QCOMPARE(*barOf(*plan, 1.0), 0.97);
}

void TestCaseLadder::whatIsTooSmallOrNotLearnedIsSaid() {
    ExperimentConfig reading;
    reading.dataPath = "/data/mine.csv";
    reading.split = "60%/20%/20%";
    const auto few = planCaseOn(reading, texts(100));
    QVERIFY(!few.ok() && few.error().code == ErrorCode::InvalidInput);
    QVERIFY2(few.error().message.find("about 500 texts would do") != std::string::npos, few.error().message.c_str());
    Dataset series;
    QVERIFY(!planCaseOn(reading, series).ok());
    const auto plan = planCaseOn(reading, texts(1000));
    QVERIFY(!barOf(*plan, 0.55).ok());  // half of them by always saying one class
    QVERIFY(!barOf(*plan, kNotMeasured).ok());
    QVERIFY(barOf(*plan, 0.7).ok());
}

QTEST_APPLESS_MAIN(TestCaseLadder)
#include "tst_case_ladder.moc"
