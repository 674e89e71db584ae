// SPDX-License-Identifier: GPL-3.0-or-later
// What a sweep came to: the best by the sweep's own seeds, how much of it fresh seeds leave.
#include "store/saved_sweep.h"
#include "verdict/sweep_result.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

using namespace gatelab;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

ExperimentConfig with(std::int64_t hidden) {
    ExperimentConfig config;
    config.hiddenSize = hidden;
    config.seed = 5;
    return config;
}

RunGroup group(std::int64_t hidden, const std::map<std::int64_t, double>& scores) {
    RunGroup group;
    group.config = with(hidden);
    group.config.seed = 99;  // of its newest run
    group.name = "LSTM " + std::to_string(hidden);
    group.ids = {"run-" + std::to_string(hidden)};
    for (const auto& [seed, score] : scores) group.scores[seed] = {score, static_cast<double>(seed)};
    return group;
}

/// Four settings, two seeds each: 5 and 6.
SavedSweep sweepOf() { return {{with(8), with(16), with(32), with(64)}, 2}; }

}  // namespace

class TestSweepResult : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theBestIsThatOfTheSweepsSeeds() {
        // 16 has the lowest mean of seeds 5 and 6; what it has on other seeds does not count here.
        const std::vector<RunGroup> groups = {group(8, {{5, 0.5}, {6, 0.4}}), group(16, {{5, 0.2}, {6, 0.3}, {7, 9.0}}),
                                              group(32, {{5, 0.1}, {6, kNone}}), group(128, {{5, 0.01}, {6, 0.01}})};
        const SweepResult result = sweepResult(sweepOf(), groups);
        QCOMPARE(result.runs, std::int64_t{8});
        QCOMPARE(result.ended, std::int64_t{6});
        QCOMPARE(result.ranked.size(), std::size_t{3});
        QCOMPARE(result.ranked[0].group.name, std::string("LSTM 16"));
        QCOMPARE(result.ranked[1].group.name, std::string("LSTM 8"));
        QCOMPARE(result.ranked[2].group.name, std::string("LSTM 32"));  // one seed diverged
        QCOMPARE(result.ranked[2].diverged, std::int64_t{1});
        QCOMPARE(result.before, 0.25);
        QCOMPARE(result.after, 9.0);
    }

    void freshSeedsSayHowMuchWasLuck() {
        std::map<std::int64_t, double> best{{5, 0.20}, {6, 0.20}}, second{{5, 0.21}, {6, 0.21}};
        for (std::int64_t seed = 7; seed < 13; ++seed) {
            best[seed] = 0.25 + 0.001 * static_cast<double>(seed);
            second[seed] = 0.27 + 0.0011 * static_cast<double>(seed);
        }
        const std::vector<RunGroup> groups = {group(8, best), group(16, second)};
        const SweepResult result = sweepResult(sweepOf(), groups);
        QVERIFY(std::abs(result.after - 0.2595) < 1e-12);
        QVERIFY(std::abs(result.shrank() - 0.2975) < 1e-9);
        QCOMPARE(result.verdict.pairs, 6);  // of the fresh seeds alone
        QCOMPARE(result.verdict.answer, VerdictAnswer::Better);
        QVERIFY(result.missing.empty());
    }

    void whatIsMissingIsFresh() {
        const std::vector<RunGroup> groups = {group(8, {{5, 0.2}, {6, 0.2}, {7, 0.3}}),
                                              group(16, {{5, 0.3}, {6, 0.3}})};
        const SweepResult result = sweepResult(sweepOf(), groups);
        QCOMPARE(result.verdict.pairs, 0);
        QCOMPARE(result.missing.size(), std::size_t{11});  // six pairs, of which one half is there
        for (const ExperimentConfig& config : result.missing)
            QVERIFY(config.seed >= 7 && config.seed < 13 && !(config.seed == 7 && config.hiddenSize == 8));
        QVERIFY(sweepResult(sweepOf(), {}).ranked.empty());
        // A single setting with a score: nothing to hold it against.
        const std::vector<RunGroup> one = {group(8, {{5, 0.2}})};
        QVERIFY(sweepResult(sweepOf(), one).missing.empty());
    }

    void isKeptInTheWorkspace() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        QVERIFY(savedSweep(place).ok() && savedSweep(place)->settings.empty());
        QVERIFY(keepSweep(place, sweepOf()).ok());
        const auto kept = savedSweep(place);
        QVERIFY(kept.ok());
        QCOMPARE(kept->settings, sweepOf().settings);
        QCOMPARE(kept->seeds, std::int64_t{2});
        std::ofstream(place / "sweep.json") << "{\"gatelab_sweep\": 1, \"seeds\":";
        QCOMPARE(savedSweep(place).error().code, ErrorCode::Corrupt);
        QVERIFY(keepSweep(place, {}).ok());
        QVERIFY(savedSweep(place)->settings.empty());
        QVERIFY(std::filesystem::exists(place / "sweep-damaged.json"));
    }

    void anotherValueIsNotTakenForTheOneThatWasKept_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<bool>("isOld");
        QTest::newRow("seeds") << QByteArray("\"seeds\":2") << QByteArray("\"seeds\":3") << false;
        QTest::newRow("a setting") << QByteArray("\"learning_rate\"") << QByteArray("\"learnjng_rate\"") << false;
        QTest::newRow("of an old file") << QByteArray("\"learning_rate\"") << QByteArray("\"learnjng_rate\"") << true;
        QTest::newRow("the checksum's name") << QByteArray("\"sha256\"") << QByteArray("\"sha257\"") << false;
    }
    void anotherValueIsNotTakenForTheOneThatWasKept() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(bool, isOld);
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        QVERIFY(keepSweep(place, sweepOf()).ok());
        QFile file(folder.filePath("sweep.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray text = file.readAll();
        file.close();
        if (isOld) text = text.left(text.lastIndexOf(",\"sha256\"")) + "}";
        const auto write = [&file](const QByteArray& bytes) {
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && (file.close(), true);
        };
        QVERIFY(write(text));
        QVERIFY(savedSweep(place).ok());
        QVERIFY(text.contains(from));
        QVERIFY(write(text.replace(from, to)));
        QCOMPARE(savedSweep(place).error().code, ErrorCode::Corrupt);
        // The next one does not write over it.
        QVERIFY(keepSweep(place, sweepOf()).ok() && savedSweep(place).ok());
        QVERIFY(std::filesystem::exists(place / "sweep-damaged.json"));
    }
};

QTEST_APPLESS_MAIN(TestSweepResult)
#include "tst_sweep_result.moc"
