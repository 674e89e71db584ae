// SPDX-License-Identifier: GPL-3.0-or-later
// What moves the score. The unbalanced figures are from an independent least-squares solution of each set of settings.
#include "app/score_shares.h"
#include "base/rng.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <deque>
#include <tuple>

using namespace gatelab;
using Of = ScoreShare::Of;
using Lack = ScoreShares::Lack;

namespace {

class Samples {
public:
    ExperimentConfig& add(std::int64_t units, double rate, std::size_t group, double score) {
        ExperimentConfig& config = configs_.emplace_back();
        config.hiddenSize = units;
        config.learningRate = rate;
        samples_.push_back({&config, group, score});
        return config;
    }
    [[nodiscard]] ScoreShares shares(const std::vector<std::string>& keys = {"hidden_size", "learning_rate"}) const {
        return scoreShares(samples_, keys);
    }

private:
    std::deque<ExperimentConfig> configs_;
    std::vector<ScoreSample> samples_;
};

double partOf(const ScoreShares& shares, Of of) {
    for (const ScoreShare& part : shares.parts)
        if (part.of == of) return part.share;
    return 0;
}

double sumOf(const ScoreShares& shares) {
    double sum = 0;
    for (const ScoreShare& part : shares.parts) sum += part.share;
    return sum;
}

void compare(double value, double expected) {
    QVERIFY2(std::abs(value - expected) < 1e-12, qPrintable(QString::number(value, 'g', 17)));
}

}  // namespace

class TestScoreShares : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Sums of squares by hand: all 24 of 7 free, both settings 8 (units) and 0 (rate), within groups 8 of 4 free.
    void everySettingAndTheSeed() {
        const auto shares = [](double (*scale)(double)) {
            Samples samples;
            std::size_t group = 0;
            for (const auto& [units, rate, first, second] :
                 {std::tuple(8, 0.1, -1.0, -3.0), std::tuple(8, 0.2, 1.0, -1.0), std::tuple(16, 0.1, 3.0, 1.0),
                  std::tuple(16, 0.2, 1.0, -1.0)}) {
                samples.add(units, rate, group, scale(first));
                samples.add(units, rate, group++, scale(second));
            }
            return samples.shares();
        };
        // Negative losses as they are, positive ones by their logarithms.
        for (const ScoreShares& told :
             {shares([](double score) { return score; }), shares([](double score) { return std::exp(score); })}) {
            QCOMPARE(told.runs, std::size_t{8});
            QCOMPARE(told.parts.front().key, std::string("hidden_size"));
            compare(told.of("hidden_size"), 1.0 / 15);
            compare(told.of("learning_rate"), 0);
            QCOMPARE(told.parts[2].of, Of::Together);
            QCOMPARE(told.parts[2].with, std::string("learning_rate"));
            compare(partOf(told, Of::Together), 10.0 / 24 - 1.0 / 15);
            compare(partOf(told, Of::Seed), 14.0 / 24);
        }
    }

    void whatOverlapsIsPartedAndNeverCountedTwice() {
        Samples samples;
        const auto add = [&samples](const char* cell, std::int64_t units, double rate, std::size_t group,
                                    double score) { samples.add(units, rate, group, score).cell = cell; };
        for (const double score : {1.0, 1.2, 0.9}) add("lstm", 8, 0.1, 0, score);
        add("lstm", 16, 0.1, 1, 1.9);
        for (const double score : {3.1, 2.7}) add("lstm", 16, 0.2, 2, score);
        for (const double score : {2.2, 2.4}) add("gru", 16, 0.2, 3, score);
        add("gru", 8, 0.2, 4, 2.0);
        add("gru", 8, 0.1, 5, 1.5);
        const ScoreShares told = samples.shares({"cell", "hidden_size", "learning_rate"});
        compare(told.of("cell"), 0.033637978196118225);
        compare(told.of("hidden_size"), 0.36589834809865107);
        compare(told.of("learning_rate"), 0.3756192597359327);
        compare(partOf(told, Of::Together), 0.14716157724093037);
        compare(partOf(told, Of::Seed), 0.07768283672836762);
        QCOMPARE(told.parts.front().key, std::string("learning_rate"));
        QVERIFY(told.parts[3].of == Of::Together && told.parts[3].with.empty());
    }

    /// Each alone would explain nearly all: their sum was 300 %.
    void threeSettingsThatChangeTogetherAreNot300Percent() {
        Samples samples;
        for (int i = 1; i <= 5; ++i)
            for (const double luck : {0.99, 1.01}) {
                ExperimentConfig& config = samples.add(i, 0.01 * i, static_cast<std::size_t>(i), i * luck);
                config.batchSize = i;
            }
        const ScoreShares told = samples.shares({"hidden_size", "learning_rate", "batch_size"});
        compare(sumOf(told), 1);
        compare(told.of("learning_rate"), told.of("hidden_size"));
        compare(told.of("learning_rate"), told.of("batch_size"));
        QVERIFY(told.of("learning_rate") > 0.25 && told.of("learning_rate") < 1.0 / 3);
    }

    /// Values that were drawn from ranges, each once.
    void chanceExplainsNothing() {
        Rng rng(7, RandomPurpose::Test);
        Samples noise, effect;
        for (std::size_t i = 0; i < 60; ++i) {
            const auto units = static_cast<std::int64_t>(1 + rng.uniform() * 500);
            const double rate = std::pow(10, -4 + 3 * rng.uniform()), luck = std::exp(rng.normal());
            noise.add(units, rate, i, luck);
            effect.add(units, rate, i, rate * std::pow(luck, 0.1));
        }
        QVERIFY2(noise.shares().of("learning_rate") + noise.shares().of("hidden_size") < 0.15,
                 qPrintable(QString::number(noise.shares().of("learning_rate"))));
        QVERIFY2(effect.shares().of("learning_rate") > 0.85,
                 qPrintable(QString::number(effect.shares().of("learning_rate"))));
        QVERIFY(effect.shares().of("hidden_size") < 0.05);
        compare(sumOf(effect.shares()), 1);
        QVERIFY(partOf(effect.shares(), Of::Seed) == 0 && partOf(effect.shares(), Of::Rest) > 0);  // no seed twice
    }

    void whyThereIsNone() {
        Samples samples;
        samples.add(8, 0.1, 0, 1);
        QVERIFY(samples.shares().lack == Lack::Settings && samples.shares().parts.empty());
        samples.add(16, 0.1, 1, 2);
        QCOMPARE(samples.shares().lack, Lack::Runs);
        samples.add(16, 0.2, 2, 3);
        QCOMPARE(samples.shares().lack, Lack::Runs);  // two effects of three runs leave nothing
        QVERIFY(!samples.shares().strongest());
        samples.add(8, 0.2, 3, 4);
        QCOMPARE(samples.shares().lack, Lack::None);
        Samples flat;
        for (std::size_t i = 0; i < 6; ++i) flat.add(i < 3 ? 8 : 16, 0.1, i < 3 ? 0 : 1, 0.3);
        QCOMPARE(flat.shares().lack, Lack::Spread);
        QVERIFY(scoreShares({}, {}).parts.empty());
    }

    /// The one that matters is named last.
    void ofManySettingsEightAreWeighed() {
        Rng rng(3, RandomPurpose::Test);
        const std::vector<std::string> keys{"hidden_size", "batch_size",   "epochs",     "lookback", "layers",
                                            "dropout",     "weight_decay", "early_stop", "clip_norm"};
        Samples samples;
        for (std::size_t i = 0; i < 80; ++i) {
            const bool isHigh = rng.uniform() < 0.5;
            ExperimentConfig& config =
                samples.add(rng.uniform() < 0.5 ? 8 : 16, 0.1, i, (isHigh ? 2 : 1) * std::exp(0.02 * rng.normal()));
            for (std::int64_t* member :
                 {&config.batchSize, &config.epochs, &config.lookback, &config.layers, &config.earlyStop})
                *member = rng.uniform() < 0.5 ? 1 : 2;
            for (double* member : {&config.dropout, &config.weightDecay}) *member = rng.uniform() < 0.5 ? 0 : 0.1;
            config.clipNorm = isHigh ? 2 : 1;
        }
        const ScoreShares told = samples.shares(keys);
        QCOMPARE(std::ranges::count(told.parts, Of::Setting, &ScoreShare::of), std::ptrdiff_t{kMaxShared});
        QVERIFY2(told.of("clip_norm") > 0.9, qPrintable(QString::number(told.of("clip_norm"))));
        QCOMPARE(told.sorted(keys).front(), std::string("clip_norm"));
    }
};

QTEST_APPLESS_MAIN(TestScoreShares)
#include "tst_score_shares.moc"
