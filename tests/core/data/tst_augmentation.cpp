// SPDX-License-Identifier: GPL-3.0-or-later
// What augmentation does to a window, way by way, and how it is shown before and after. Holds
// core/data/augmentation.cpp and core/data/look/augmented_window.cpp.
#include "data/augmentation.h"
#include "data/look/augmented_window.h"
#include "data/synthetic/synthetic.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

constexpr WindowShape kShape{32, 2, 100, true};

ExperimentConfig always(double ExperimentConfig::*way, double value) {
    ExperimentConfig config;
    config.augmentShare = 1;
    config.*way = value;
    return config;
}

/// [step][input]: input 0 counts the steps, input 1 is 5.
std::vector<double> window() {
    std::vector<double> values;
    for (int step = 0; step < kShape.steps; ++step) values.push_back(step), values.push_back(5);
    return values;
}

std::vector<double> changed(const WindowChange& change, std::vector<char> isKnown = {}) {
    std::vector<double> values = window(), other(values.size(), 100);
    const WindowValues<const double> partner{other.data(), kShape.steps, kShape.inputs, kShape.inputs};
    changeInputs<double>(change, partner, isKnown, {values.data(), kShape.steps, kShape.inputs, kShape.inputs});
    return values;
}

bool equal(const WindowChange& a, const WindowChange& b) {
    return a.partner == b.partner && a.partnerShare == b.partnerShare && a.place == b.place && a.factor == b.factor &&
           a.noise == b.noise && a.repeated == b.repeated;
}

}  // namespace

class TestAugmentation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isAFunctionOfSeedEpochAndExample();
    void ways();
    void share();
    void shownBeforeAndAfter();
};

void TestAugmentation::isAFunctionOfSeedEpochAndExample() {
    ExperimentConfig config = always(&ExperimentConfig::augmentJitter, 0.1);
    config.augmentTimeWarp = config.augmentMixUp = config.augmentStepDropout = config.augmentSlice = 0.3;
    const WindowChange one = drawChange(config, 3, 7, kShape);
    QVERIFY(equal(one, drawChange(config, 3, 7, kShape)));
    QVERIFY(!equal(one, drawChange(config, 4, 7, kShape)));
    QVERIFY(!equal(one, drawChange(config, 3, 8, kShape)));
    config.seed = 2;
    QVERIFY(!equal(one, drawChange(config, 3, 7, kShape)));
    // The partner is known before the shape of the window is
    QCOMPARE(drawChange(config, 3, 7, {0, 0, kShape.examples, true}).partner, drawChange(config, 3, 7, kShape).partner);
}

void TestAugmentation::ways() {
    double squares = 0;
    int count = 0;
    for (int example = 0; example < 200; ++example) {
        const auto values = changed(drawChange(always(&ExperimentConfig::augmentJitter, 0.5), 0, example, kShape));
        for (std::size_t i = 1; i < values.size(); i += 2) squares += (values[i] - 5) * (values[i] - 5), ++count;
    }
    QVERIFY(std::abs(std::sqrt(squares / count) - 0.5) < 0.02);

    const WindowChange scaled = drawChange(always(&ExperimentConfig::augmentScaling, 0.2), 0, 1, kShape);
    QVERIFY(scaled.factor != 1);
    QCOMPARE(changed(scaled)[1], 5 * scaled.factor);
    QCOMPARE(changed(scaled, {0, 1})[1], 5.0);  // known from the time

    for (const auto way : {&ExperimentConfig::augmentTimeWarp, &ExperimentConfig::augmentSlice}) {
        const auto values = changed(drawChange(always(way, 0.5), 0, 2, kShape));
        QVERIFY(values != window());
        QVERIFY(std::abs(values[values.size() - 2] - (kShape.steps - 1)) < 1e-9);
        for (std::size_t i = 2; i < values.size(); i += 2) QVERIFY(values[i] >= values[i - 2]);
        QCOMPARE(values[1], 5.0);
    }

    const WindowChange mixed = drawChange(always(&ExperimentConfig::augmentMixUp, 0.5), 0, 3, kShape);
    QVERIFY(mixed.partner >= 0 && mixed.partnerShare > 0);
    QVERIFY(std::abs(changed(mixed)[1] - (5 + mixed.partnerShare * 95)) < 1e-12);

    const WindowChange gaps = drawChange(always(&ExperimentConfig::augmentStepDropout, 0.5), 0, 4, kShape);
    const auto values = changed(gaps);
    for (std::size_t step = 1; step < gaps.repeated.size(); ++step)
        QCOMPARE(values[2 * step], gaps.repeated[step] != 0 ? values[2 * step - 2] : static_cast<double>(step));

    ExperimentConfig classes = always(&ExperimentConfig::augmentMixUp, 0.5);
    classes.task = "classification";
    QVERIFY(drawChange(classes, 0, 1, kShape).isNone());
    ExperimentConfig labels = always(&ExperimentConfig::augmentTimeWarp, 0.5);
    labels.task = "labelling";
    QVERIFY(drawChange(labels, 0, 1, kShape).isNone());
}

void TestAugmentation::share() {
    QVERIFY(drawChange({}, 0, 0, kShape).isNone());
    ExperimentConfig config = always(&ExperimentConfig::augmentJitter, 0.1);
    config.augmentShare = 0.25;
    int some = 0;
    for (int example = 0; example < 4000; ++example) some += !drawChange(config, 0, example, kShape).isNone();
    QVERIFY2(some > 900 && some < 1100, qPrintable(QString::number(some)));
    config.augmentShare = 0;
    QVERIFY(drawChange(config, 0, 0, kShape).isNone());
}

void TestAugmentation::shownBeforeAndAfter() {
    ExperimentConfig config;
    const Dataset data = *makeBuiltin("sine-mix", 600, 1);
    const auto prepared = prepareSeries(data.series, config);
    const auto windows = makeWindows(**prepared, config);
    QVERIFY(!augmentedWindow(**prepared, windows->train, config, 0, 0));
    config.augmentJitter = 0.2, config.augmentShare = 0.3;
    const auto one = augmentedWindow(**prepared, windows->train, config, 5, 0);
    QVERIFY(one && one->example >= 5);
    QCOMPARE(one->before.size(), static_cast<std::size_t>(config.lookback));
    QVERIFY(one->before != one->after);
    const auto start = static_cast<std::size_t>(windows->train.starts[static_cast<std::size_t>(one->example)]);
    QCOMPARE(one->before.front(), (*prepared)->table.columns[0].values[start]);
    QVERIFY(!augmentedWindow(**prepared, windows->train, config, 0, 7));
}

QTEST_GUILESS_MAIN(TestAugmentation)
#include "tst_augmentation.moc"
