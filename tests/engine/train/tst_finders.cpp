// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/field.h"
#include "data/synthetic/synthetic.h"
#include "engine/session_support.h"
#include "session/engine.h"
#include "train/finders.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

ExperimentConfig smallConfig() {
    ExperimentConfig config;
    config.builtinLength = 600;
    config.lookback = 12;
    config.horizon = 3;
    config.hiddenSize = 8;
    config.batchSize = 16;
    config.device = "cpu";
    config.threads = 1;
    return config;
}

FinderResult find(FinderRequest::Kind kind, const ExperimentConfig& config) {
    const auto result = runFinder({kind, config, nullptr, {}}, {});
    if (!result.ok()) qFatal("%s", result.error().message.c_str());
    return *result;
}

}  // namespace

class TestFinders : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void suggestsTheMiddleOfTheFall() {
        // Flat, then a fall around 1e-3, then a rise.
        std::vector<FinderPoint> points;
        for (int i = 0; i <= 60; ++i) {
            const double decade = -6 + i * 0.1;
            const double loss = 1 - 0.8 / (1 + std::exp(-4 * (decade + 3))) + (decade > -1 ? 10 * (decade + 1) : 0);
            points.push_back({std::pow(10, decade), loss, loss, 0, 0});
        }
        const double rate = halfwayRate(points);
        QVERIFY2(rate > 5e-4 && rate < 2e-3, qPrintable(QString::number(rate)));
        for (FinderPoint& point : points) point.smoothed = 1 + point.value;  // never falls
        QCOMPARE(halfwayRate(points), 0.0);
        QCOMPARE(halfwayRate({}), 0.0);
        QCOMPARE(halfwayRate({points.front()}), 0.0);
    }

    void tellsAWeakFallFromAClearOne() {
        const auto curve = [](double depth) {
            std::vector<FinderPoint> points;
            for (int i = 0; i < 120; ++i) {
                const double loss = 1 + 0.05 * std::sin(i * 0.7) - (i > 80 ? depth : 0);
                points.push_back({std::pow(10, -6 + i * 0.05), loss, loss, 0, 0});
            }
            return points;
        };
        QVERIFY(isWeakFall(curve(0.05)) && halfwayRate(curve(0.05)) > 0);
        QVERIFY(!isWeakFall(curve(0.5)));
        QVERIFY(!isWeakFall({}));
    }

    void findsWhereTheLossRises() {
        std::vector<FinderPoint> points;
        for (int i = 0; i < 120; ++i)
            points.push_back({std::pow(10, -6 + i * 0.05), 1, i < 90 ? 0.7 : 0.7 * (1 + 0.02 * (i - 90)), 0, 0});
        QCOMPARE(risingRate(points), points[93].value);
        for (FinderPoint& point : points) point.smoothed = 0.7;
        // Broken off: the next one was no number
        QCOMPARE(risingRate(points), points.back().value < 0.999 ? points.back().value : 0.0);
        points.back().value = 1;
        QCOMPARE(risingRate(points), 0.0);
    }

    // A few labelled sequences: the loss stands still for hundreds of steps, and a curve of 120 steps shows nothing.
    void aLossThatStandsStillHasARateToo() {
        ExperimentConfig config = smallConfig();
        config.task = "classification";
        config.builtin = "temporal-order";
        config.builtinLength = 50;
        config.loss = "cross-entropy";
        config.cell = "gru";
        config.pooling = "attention";
        config.batchSize = 10;
        const FinderResult result = find(FinderRequest::Kind::LearningRate, config);
        QVERIFY2(result.suggestion > 1e-4 && result.suggestion < 0.3, qPrintable(QString::number(result.suggestion)));
        QVERIFY(!result.reason.empty());
    }

    void suggestsTheSmallestFastBatch() {
        QCOMPARE(
            cheapestBatch(
                {{4, 0, 0, 100, 0}, {8, 0, 0, 190, 0}, {16, 0, 0, 300, 0}, {32, 0, 0, 320, 0}, {64, 0, 0, 250, 0}}),
            16.0);
        QCOMPARE(cheapestBatch({{4, 0, 0, 100, 0}}), 4.0);
        QCOMPARE(cheapestBatch({}), 0.0);
        // A round that was disturbed makes a wide spread; the medians alone count.
        QCOMPARE(cheapestBatch({{64, 0, 0, 100, 0}, {128, 0, 0, 240, 0, 5}, {256, 0, 0, 300, 0, 70}}), 256.0);
        QCOMPARE(cheapestBatch({{64, 0, 0, 100, 0}, {128, 0, 0, 240, 0, 70}, {256, 0, 0, 300, 0, 5}}), 256.0);
    }

    void rangeTestOfARealNetwork() {
        const FinderResult result = find(FinderRequest::Kind::LearningRate, smallConfig());
        QVERIFY(result.points.size() > 60);
        for (std::size_t i = 1; i < result.points.size(); ++i)
            QVERIFY(result.points[i].value > result.points[i - 1].value);
        QVERIFY2(result.suggestion > 1e-5 && result.suggestion < 0.5, qPrintable(QString::number(result.suggestion)));
        QVERIFY(findField(result.field) != nullptr);
        const FinderResult again = find(FinderRequest::Kind::LearningRate, smallConfig());
        QCOMPARE(again.points.back().loss, result.points.back().loss);  // a search can be repeated
    }

    // What is searched is the network that would be trained: the first loss is that of a run's first step.
    void startsAsARunStarts_data() {
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("plain") << QStringList();
        QTest::newRow("linear path") << QStringList{"linear_path", "true"};
        QTest::newRow("fitted start") << QStringList{"linear_path", "true", "initialisation", "least-squares"};
        QTest::newRow("fitted, anchored")
            << QStringList{"linear_path", "true", "initialisation", "least-squares", "anchor", "revin"};
        QTest::newRow("recursive") << QStringList{"decoder", "recursive", "teacher_forcing", "0.5"};
        QTest::newRow("recursive, fitted")
            << QStringList{"decoder", "recursive", "linear_path", "true", "initialisation", "least-squares"};
        QTest::newRow("masks") << QStringList{"layers", "2", "dropout", "0.5", "recurrent_dropout", "0.3"};
        QTest::newRow("other start values") << QStringList{"initialisation", "orthogonal", "forget_bias", "1"};
    }
    void startsAsARunStarts() {
        QFETCH(QStringList, settings);
        ExperimentConfig config = smallConfig();
        config.epochs = 1;
        for (qsizetype i = 0; i < settings.size(); i += 2) {
            const Field& field = *findField(settings[i].toStdString());
            const auto value = parseFieldValue(field, settings[i + 1].toStdString());
            QVERIFY(value.ok() && setFieldValue(config, field, *value).ok());
        }
        const auto engine = openEngine();
        QVERIFY(engine.ok());
        const auto losses = testing::runToEnd(**engine, config, nullptr).of(MetricId::TrainLoss);
        QVERIFY(!losses.empty());
        const double run = losses.front().value,
                     found = find(FinderRequest::Kind::LearningRate, config).points.front().loss;
        // One layout of the sums against another
        QVERIFY2(std::abs(found - run) <= 1e-4 * run, qPrintable(QString("%1, a run %2").arg(found).arg(run)));
    }

    // No rate mends a loss that is infinite before the first step.
    void aLossThatOverflowsIsNamedAsInARun() {
        ExperimentConfig config = smallConfig();
        config.recipe = {};
        auto data = std::make_shared<Dataset>(*makeBuiltin(config.builtin, config.builtinLength, 1));
        auto series = std::make_shared<Series>(*data->series);
        for (double& value : series->channels.front().values.edit()) value *= 1e30;
        data->series = series;
        const auto result = runFinder({FinderRequest::Kind::LearningRate, config, data, {}}, {});
        QVERIFY(!result.ok());
        QCOMPARE(result.error().code, ErrorCode::NonFinite);
        const std::string words = result.error().phrase.english();
        QVERIFY2(words.starts_with("the first step, before anything is learnt: ") &&
                     words.find("window") != std::string::npos,
                 words.c_str());
    }

    void batchesUpToTheData() {
        ExperimentConfig config = smallConfig();
        config.builtinLength = 260;  // 142 training windows
        const FinderResult result = find(FinderRequest::Kind::BatchSize, config);
        QVERIFY(result.points.size() >= 4);
        QVERIFY(result.points.back().value <= 142);
        QVERIFY(result.suggestion >= 4);
        for (const FinderPoint& point : result.points) QVERIFY(point.samplesPerSecond > 0);
        QVERIFY(std::ranges::any_of(result.points, [](const FinderPoint& point) { return point.spread > 0; }));
        const std::string words = result.reason.english();
        QVERIFY2(words.find("median of ") != std::string::npos && words.find("median of 1 ") == std::string::npos &&
                     words.find("median of 2 ") == std::string::npos,
                 words.c_str());
        QVERIFY(findField(result.field) != nullptr);
    }

    void cancelsAndFailsWithWords() {
        int calls = 0;
        const auto cancelled = runFinder({FinderRequest::Kind::LearningRate, smallConfig(), nullptr, {}},
                                         [&](double) { return ++calls < 5; });
        QVERIFY(!cancelled.ok());
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        ExperimentConfig wrong = smallConfig();
        wrong.lookback = 100000;
        QVERIFY(!runFinder({FinderRequest::Kind::BatchSize, wrong, nullptr, {}}, {}).ok());
        const auto noWeights =
            runFinder({FinderRequest::Kind::LearningRate, smallConfig(), nullptr, "/nowhere/at/all"}, {});
        QVERIFY(!noWeights.ok());
    }
};

QTEST_APPLESS_MAIN(TestFinders)
#include "tst_finders.moc"
