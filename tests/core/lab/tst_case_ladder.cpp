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

QTEST_APPLESS_MAIN(TestCaseLadder)
#include "tst_case_ladder.moc"
