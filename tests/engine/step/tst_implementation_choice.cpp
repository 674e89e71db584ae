// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session_support.h"
#include "io/file_io.h"
#include "plan/plan.h"
#include "step/implementation_choice.h"

#include <QFile>
#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

std::string keyOf(const ExperimentConfig& config) { return choiceKey(take(makeTrainPlan(config, nullptr))); }

ExperimentConfig openConfig() {
    ExperimentConfig config = smallConfig();
    config.implementation = "auto";
    config.epochs = 1;
    return config;
}

const RowFinding kBusyNative{"native", true, false}, kCalmWhole{"whole", true, true};

std::function<std::optional<RowFinding>()> finds(const RowFinding& found) {
    return [found] { return std::optional(found); };
}

std::optional<RowFinding> mayNotMeasure() {
    QTest::qFail("measured again", __FILE__, __LINE__);
    return std::nullopt;
}

}  // namespace

/// What "auto" stands for is measured once for a machine and shape, and kept.
class TestImplementationChoice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        cache_.emplace();
        QVERIFY(cache_->isValid());
        qputenv("XDG_CACHE_HOME", cache_->path().toUtf8());
    }
    void whatIsKeptIsFoundAgain();
    void linesOfAnotherKindAreLeftOut();
    void whatChangesTheStepChangesTheKey();
    void aBusyHourIsMadeGoodOnAnIdleDay();
    void aFirmChoiceIsNotMeasuredAgain();
    void aBusyMachineDoesNotTurnAProvisionalChoice();
    void equallyGoodRowsComeToRest();
    void aStoppedMeasurementKeepsNothing();
    void aRunMeasuresOnceAndThenFollows();
    void aResumedRunGoesOnWithItsRow();

private:
    [[nodiscard]] QString file() const { return cache_->filePath("gatelab/processor-choices.txt"); }
    std::optional<QTemporaryDir> cache_;
};

void TestImplementationChoice::whatIsKeptIsFoundAgain() {
    const SavedChoice native{"native"}, library{"library"}, provisional{"native", false, 2};
    QVERIFY(!savedChoice("a = b, c|x"));
    keepChoice("a = b, c|x", native);
    keepChoice("other", library);
    QVERIFY(savedChoice("a = b, c|x") == native);
    QVERIFY(savedChoice("other") == library);
    keepChoice("other", provisional);
    QVERIFY(savedChoice("other") == provisional);
    QVERIFY(savedChoice("a = b, c|x") == native);
}

void TestImplementationChoice::linesOfAnotherKindAreLeftOut() {
    const SavedChoice native{"native"};
    keepChoice("good", native);
    QFile text(file());
    QVERIFY(text.open(QIODevice::Append));
    text.write(
        "no equals\nnone=\nword=fastest\nmore=native,1\nties=native provisional x\nnoties=native provisional \n"
        "kind=native firm 1\n");
    text.close();
    QVERIFY(savedChoice("good") == native);
    for (const char* key : {"no equals", "none", "word", "more", "ties", "noties", "kind"})
        QVERIFY2(!savedChoice(key), key);
}

void TestImplementationChoice::whatChangesTheStepChangesTheKey() {
    const std::string key = keyOf(openConfig());
    QCOMPARE(keyOf(openConfig()), key);
    const auto differs = [&](const std::function<void(ExperimentConfig&)>& change) {
        ExperimentConfig config = openConfig();
        change(config);
        return keyOf(config) != key;
    };
    QVERIFY(differs([](auto& c) { c.hiddenSize = 9; }));
    QVERIFY(differs([](auto& c) { c.batchSize = 9; }));
    QVERIFY(differs([](auto& c) { c.lookback = 17; }));
    QVERIFY(differs([](auto& c) { c.cell = "gru"; }));
    QVERIFY(differs([](auto& c) { c.precision = "fp64"; }));
    QVERIFY(differs([](auto& c) { c.zoneout = 0.1; }));
    QVERIFY(differs([](auto& c) { c.threads = 2; }));
    QVERIFY(!differs([](auto& c) { c.learningRate = 0.5; }));
}

void TestImplementationChoice::aBusyHourIsMadeGoodOnAnIdleDay() {
    ImplementationChoices today;
    QCOMPARE(today.choose("k", finds(kBusyNative)), std::string("native"));
    QVERIFY(savedChoice("k") == (SavedChoice{"native", false, 0}));
    // The runs of one program take the same, however calm it has become.
    QCOMPARE(today.choose("k", mayNotMeasure), std::string("native"));
    ImplementationChoices tomorrow;
    QCOMPARE(tomorrow.choose("k", finds(kCalmWhole)), std::string("whole"));
    QVERIFY(savedChoice("k") == SavedChoice{"whole"});
    QCOMPARE(tomorrow.choose("k", mayNotMeasure), std::string("whole"));
}

void TestImplementationChoice::aFirmChoiceIsNotMeasuredAgain() {
    QCOMPARE(ImplementationChoices().choose("k", finds(kCalmWhole)), std::string("whole"));
    QCOMPARE(ImplementationChoices().choose("k", mayNotMeasure), std::string("whole"));
    QCOMPARE(ImplementationChoices().choose("another", finds(kBusyNative)), std::string("native"));
}

void TestImplementationChoice::aBusyMachineDoesNotTurnAProvisionalChoice() {
    const RowFinding busyWhole{"whole", true, false}, closeWhole{"whole", false, true};
    QCOMPARE(ImplementationChoices().choose("k", finds(kBusyNative)), std::string("native"));
    QCOMPARE(ImplementationChoices().choose("k", finds(busyWhole)), std::string("native"));
    QCOMPARE(ImplementationChoices().choose("k", finds(closeWhole)), std::string("native"));
    QVERIFY(savedChoice("k") == (SavedChoice{"native", false, 1}));
}

void TestImplementationChoice::equallyGoodRowsComeToRest() {
    const RowFinding close{"native", false, true};
    for (int start = 0; start < 3; ++start)
        QCOMPARE(ImplementationChoices().choose("k", finds(close)), std::string("native"));
    QVERIFY(savedChoice("k")->isFirm);
    QCOMPARE(ImplementationChoices().choose("k", mayNotMeasure), std::string("native"));
}

void TestImplementationChoice::aStoppedMeasurementKeepsNothing() {
    const auto stopped = [] { return std::optional<RowFinding>(); };
    QCOMPARE(ImplementationChoices().choose("k", stopped), std::string());
    QVERIFY(!savedChoice("k"));
    keepChoice("k", {"native", false, 0});
    QCOMPARE(ImplementationChoices().choose("k", stopped), std::string("native"));
}

void TestImplementationChoice::aRunMeasuresOnceAndThenFollows() {
    const auto engine = take(openEngine());
    const auto rowOf = [&](const ExperimentConfig& config) {
        return runToEnd(*engine, config).last<RunPlanInfo>()->implementation;
    };
    const std::string measured = rowOf(openConfig());
    const auto kept = savedChoice(keyOf(openConfig()));
    QVERIFY(kept);
    QCOMPARE(kept->row, measured);
    for (const char* row : {"library", "native"}) {
        keepChoice(keyOf(openConfig()), {row});
        QCOMPARE(rowOf(openConfig()), std::string(row));
    }
    // What is asked for by name is taken, and measures nothing.
    ExperimentConfig named = openConfig();
    named.implementation = "naive";
    QCOMPARE(rowOf(named), std::string("naive"));
    QVERIFY(!savedChoice(keyOf(named)));
}

void TestImplementationChoice::aResumedRunGoesOnWithItsRow() {
    const auto engine = take(openEngine());
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    ExperimentConfig config = openConfig();
    config.epochs = 40;
    config.batchSize = 16;
    keepChoice(keyOf(config), {"library"});
    auto record = take(workspace->createRun(config, {}, "sine-mix"));
    const std::string id = record->id();
    {
        auto session = take(engine->start({config, nullptr, std::move(record), {}}));
        Received received;
        QTRY_VERIFY((received.listen(*session), received.of(MetricId::TrainLoss).size() > 10));
        QCOMPARE(received.last<RunPlanInfo>()->implementation, std::string("library"));
    }  // as if the window were closed
    QCOMPARE(workspace->run(id)->state, RunState::Interrupted);
    keepChoice(keyOf(config), {"native"});
    auto again = workspace->reopenRun(id);
    QVERIFY2(again.ok(), again.ok() ? "" : again.error().message.c_str());
    const Received resumed = runToEnd(*engine, config, std::move(*again), workspace->folder() / "runs" / id);
    QCOMPARE(resumed.last<RunPlanInfo>()->implementation, std::string("library"));
}

QTEST_GUILESS_MAIN(TestImplementationChoice)
#include "tst_implementation_choice.moc"
