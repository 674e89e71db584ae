// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/shared_values.h"
#include "config/config_io.h"
#include "config/sweep_plan.h"
#include "data/readers.h"
#include "data/recipe/shared_preparation.h"
#include "support/take.h"

#include <QTest>

#include <atomic>
#include <cmath>
#include <latch>
#include <set>
#include <thread>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

SweepPlan planOf(const std::vector<std::string>& axes) {
    SweepPlan plan;
    for (const std::string& text : axes) plan.axes.push_back(take(parseSweepAxis(text)));
    return plan;
}

std::vector<double> ratesOf(const SweepRuns& runs) {
    std::vector<double> rates;
    for (const ExperimentConfig& config : runs.configs) rates.push_back(config.learningRate);
    return rates;
}

}  // namespace

/// The settings of a sweep, and what its runs hold in common.
class TestSweepPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aGridHasEveryCombination() {
        SweepPlan plan = planOf({"learning-rate=0.001, 0.003,0.01", "hidden_size=32,64"});
        plan.seeds = 3;
        ExperimentConfig base;
        base.seed = 5;
        const SweepRuns runs = take(sweepRuns(base, plan));
        QCOMPARE(runs.settings, 6);
        QCOMPARE(runs.configs.size(), std::size_t{18});
        QCOMPARE(countSweepRuns(plan), 18);
        std::set<std::string> different;
        for (std::size_t i = 0; i < runs.configs.size(); ++i) {
            // All seeds of a setting one behind the other
            QCOMPARE(runs.configs[i].seed, 5 + static_cast<std::int64_t>(i % 3));
            different.insert(configToJson(runs.configs[i]));
            ExperimentConfig rest = runs.configs[i];
            rest.seed = base.seed, rest.learningRate = base.learningRate, rest.hiddenSize = base.hiddenSize;
            QVERIFY(rest == base);
        }
        QCOMPARE(different.size(), std::size_t{18});
    }

    void aValueThatComesTwiceTrainsOnce() {
        QCOMPARE(take(sweepRuns({}, planOf({"learning_rate=0.001,1e-3,0.01"}))).settings, 2);
        QCOMPARE(take(sweepRuns({}, planOf({"hidden_size=4..6:9"}))).settings, 3);
    }

    void pointsOfARangeHaveItsEnds() {
        const auto rates = ratesOf(take(sweepRuns({}, planOf({"learning_rate=1e-4..1e-2:log:5"}))));
        QCOMPARE(rates.size(), std::size_t{5});
        QCOMPARE(rates.front(), 1e-4);
        QCOMPARE(rates.back(), 1e-2);
        for (std::size_t i = 1; i < rates.size(); ++i)
            QVERIFY(std::abs(rates[i] / rates[i - 1] / std::sqrt(10.0) - 1) < 1e-3);
        const auto even = ratesOf(take(sweepRuns({}, planOf({"learning_rate=0.1..0.5:5"}))));
        for (std::size_t i = 1; i < even.size(); ++i) QVERIFY(std::abs(even[i] - even[i - 1] - 0.1) < 1e-12);
    }

    void randomStaysInTheRangeAndIsRepeated() {
        SweepPlan plan = planOf({"learning_rate=1e-4..1e-2:log", "hidden_size=16..19", "cell=lstm,gru"});
        plan.random = 60;
        const SweepRuns runs = take(sweepRuns({}, plan)), again = take(sweepRuns({}, plan));
        QCOMPARE(runs.settings, 60);
        int low = 0;
        std::set<std::int64_t> sizes;
        std::set<std::string> cells;
        for (std::size_t i = 0; i < runs.configs.size(); ++i) {
            const ExperimentConfig& config = runs.configs[i];
            QVERIFY(config == again.configs[i]);
            QVERIFY(config.learningRate >= 1e-4 && config.learningRate <= 1e-2);
            low += config.learningRate < 1e-3 ? 1 : 0;
            sizes.insert(config.hiddenSize);
            cells.insert(config.cell);
        }
        // Half of a log range lies below its geometric mean; of a linear one a ninth
        QVERIFY2(low > 15 && low < 45, qPrintable(QString::number(low)));
        QCOMPARE(sizes, (std::set<std::int64_t>{16, 17, 18, 19}));
        QCOMPARE(cells.size(), std::size_t{2});
        plan.drawSeed = 2;
        QVERIFY(!(take(sweepRuns({}, plan)).configs.front() == runs.configs.front()));
    }

    void randomNeverRepeatsItself() {
        SweepPlan plan = planOf({"hidden_size=16..19"});
        plan.random = 50;
        const SweepRuns runs = take(sweepRuns({}, plan));
        QCOMPARE(runs.settings, 4);  // there are no more
        std::set<std::int64_t> sizes;
        for (const ExperimentConfig& config : runs.configs) QVERIFY(sizes.insert(config.hiddenSize).second);
    }

    void listsAndSwitchesVaryToo() {
        const SweepRuns runs = take(
            sweepRuns({}, planOf({"recipe=standardise|fill(method=linear),standardise", "bidirectional=true,false"})));
        QCOMPARE(runs.settings, 4);
        QCOMPARE(runs.configs[0].recipe, std::vector<std::string>{"standardise"});
        QCOMPARE(runs.configs[2].recipe.size(), std::size_t{2});
        const SweepAxis axis = take(parseSweepAxis("learning_rate=1e-4..1e-2:log"));
        QCOMPARE(formatSweepAxis(take(parseSweepAxis(formatSweepAxis(axis)))), formatSweepAxis(axis));
    }

    void wrongInputIsNamed_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown") << "nonsense=1"
                                 << "there is no setting 'nonsense'";
        QTest::newRow("no value") << "learning_rate="
                                  << "learning_rate: has no values";
        QTest::newRow("no sign") << "learning_rate"
                                 << "has no values";
        QTest::newRow("empty entry") << "learning_rate=0.1,,0.2"
                                     << "a value is missing";
        QTest::newRow("no number") << "learning_rate=fast"
                                   << "learning_rate";
        QTest::newRow("outside") << "learning_rate=-1"
                                 << "learning_rate";
        QTest::newRow("low above high") << "learning_rate=1e-2..1e-4"
                                        << "above its end";
        QTest::newRow("log of nothing") << "dropout=0..0.5:log"
                                        << "above 0";
        QTest::newRow("word behind") << "learning_rate=1e-4..1e-2:lg"
                                     << "'lg'";
        QTest::newRow("one point") << "learning_rate=1e-4..1e-2:1"
                                   << "'1'";
        QTest::newRow("half a range") << "learning_rate=1e-4.."
                                      << "learning_rate";
        QTest::newRow("choice") << "cell=lstm,magic"
                                << "magic";
        QTest::newRow("seed") << "seed=1,2"
                              << "seed: seeds are given";
        QString many = QStringLiteral("hidden_size=1");
        for (int i = 2; i <= 10'001; ++i) many += QStringLiteral(",%1").arg(i % 4096 + 1);
        QVERIFY(parseSweepAxis(many.toStdString()).ok());  // one that comes twice counts once
        many = QStringLiteral("dropout=0");
        for (int i = 1; i <= 10'000; ++i) many += QStringLiteral(",0.0%1").arg(100'000 + i);
        QTest::newRow("more than a sweep has") << many << "more than 10000 values";
        QTest::newRow("name") << "name=a,b"
                              << "name: changes nothing";
    }
    void wrongInputIsNamed() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto axis = parseSweepAxis(text.toStdString());
        QVERIFY(!axis.ok());
        QCOMPARE(axis.error().code, ErrorCode::InvalidInput);
        QVERIFY2(QString::fromStdString(axis.error().message).contains(says), axis.error().message.c_str());
    }

    void plansThatCannotBe() {
        QVERIFY(!sweepRuns({}, {}).ok());
        QVERIFY(!sweepRuns({}, planOf({"learning_rate=1e-4..1e-2:log"})).ok());  // a grid of a range
        QVERIFY(!sweepRuns({}, planOf({"learning_rate=0.1", "learning_rate=0.2"})).ok());
        QVERIFY(!sweepRuns({}, planOf({"learning_rate=1e-4..1e-2:1000", "dropout=0..0.5:1000"})).ok());
        SweepPlan plan = planOf({"learning_rate=0.1"});
        plan.seeds = 2;
        ExperimentConfig base;
        base.seed = 2147483647;
        QVERIFY(!sweepRuns(base, plan).ok());
    }

    void aSharedValueIsMadeOnce() {
        SharedValues shared;
        std::atomic<int> made{0}, good{0};
        std::latch begun(8);
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 8; ++i)
                threads.emplace_back([&] {
                    begun.arrive_and_wait();
                    const auto value = shared.get<int>("kind:a", [&]() -> Result<int> { return ++made; });
                    good += value.ok() && **value == 1 ? 1 : 0;
                });
        }
        QCOMPARE(made.load(), 1);
        QCOMPARE(good.load(), 8);
        QCOMPARE(shared.made("kind"), 1);
        // A failure is not kept, and who waits makes it.
        QVERIFY(!shared.get<int>("kind:b", [] { return Result<int>(Error{ErrorCode::Cancelled, "stopped"}); }).ok());
        QCOMPARE(**shared.get<int>("kind:b", [] { return Result<int>(7); }), 7);
        for (int i = 0; i < 200; ++i)
            (void)shared.get<int>("many:" + std::to_string(i), [i] { return Result<int>(i); }).ok();
        QCOMPARE(shared.made("many"), 200);
        QCOMPARE(**shared.get<int>("many:199", [] { return Result<int>(-1); }), 199);
        QCOMPARE(**shared.get<int>("many:0", [] { return Result<int>(-1); }), -1);  // the oldest were let go
    }

    void aPreparationIsSharedWhereItIsEqual() {
        ExperimentConfig config;
        config.builtin = "sine-mix";
        config.builtinLength = 400;
        config.lookback = 16;
        config.horizon = 4;
        SharedValues shared;
        const Dataset data = take(sharedDataset(&shared, config));
        const auto prepared = take(sharedPreparation(&shared, data, config));
        const auto look = [&](const ExperimentConfig& other) {
            return take(sharedPreparation(&shared, take(sharedDataset(&shared, other)), other));
        };
        for (const char* text : {"learning_rate=0.5", "hidden_size=7", "dropout=0.3", "batch_size=9", "lookback=20",
                                 "horizon=2", "stride=3", "cell=gru", "anchor=mean"}) {
            const SweepAxis axis = take(parseSweepAxis(text));
            ExperimentConfig other = config;
            other.seed = 9;
            QVERIFY(setFieldValue(other, *axis.field, axis.values.front()).ok());
            QVERIFY2(look(other) == prepared, text);
        }
        for (const char* text :
             {"recipe=minmax", "split=50%/25%/25%", "split_gap=2", "builtin_length=500", "builtin_seed=3"}) {
            const SweepAxis axis = take(parseSweepAxis(text));
            ExperimentConfig other = config;
            QVERIFY(setFieldValue(other, *axis.field, axis.values.front()).ok());
            QVERIFY2(look(other) != prepared, text);
        }
        QCOMPARE(shared.made("data"), 3);
        const auto windows = take(sharedWindows(&shared, prepared, config));
        QCOMPARE(windows.train.starts, take(makeWindows(*prepared, config)).train.starts);
        ExperimentConfig longer = config;
        longer.lookback = 32;
        QCOMPARE(take(sharedWindows(&shared, prepared, longer)).train.lookback, 32);
        ExperimentConfig carried = config;
        carried.carryState = true;
        carried.batchSize = 2;
        const auto streams = take(sharedWindows(&shared, prepared, carried));
        QCOMPARE(streams.train.stride, carried.lookback);
        QCOMPARE(shared.made("windows"), 3);
    }
};

QTEST_APPLESS_MAIN(TestSweepPlan)
#include "tst_sweep_plan.moc"
