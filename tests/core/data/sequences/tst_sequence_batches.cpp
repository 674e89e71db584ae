// SPDX-License-Identifier: GPL-3.0-or-later
// What the forecast of the memory takes from the data: the largest batch that the seed makes of unequal sequences, and
// how many windows the parts have.
#include "data/epoch_order.h"
#include "data/model_shape.h"
#include "data/recipe/recipe.h"
#include "data/sequences/sequence_batches.h"
#include "data/sequences/sequence_parts.h"
#include "data/sequences/sequence_sizes.h"
#include "data/synthetic/synthetic.h"
#include "data/windows.h"
#include "run/forecast_parts.h"
#include "support/take.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

using namespace gatelab;
using gatelab::testing::take;

namespace {

/// Lengths from 5 to 44, the longest seldom.
SequenceSet unequal(std::int64_t count) {
    SequenceSet set;
    set.channelNames = {"x"};
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t steps = i == 17 ? 44 : 5 + i % 13;
        set.items.push_back({steps, std::vector<double>(static_cast<std::size_t>(steps)), {}, 0});
    }
    return set;
}

ExperimentConfig classes() {
    ExperimentConfig config;
    config.task = "classification";
    config.loss = "cross-entropy";
    config.recipe.clear();
    config.split = "100%/0%/0%";
    config.batchSize = 8;
    config.epochs = 4;
    return config;
}

/// The longest of batch `position`, as the batcher orders them.
std::int64_t longestOf(const SequenceSet& set, const ExperimentConfig& config, std::int64_t epoch,
                       std::int64_t position) {
    const auto parts = take(splitSequences(set, config));
    const auto count = static_cast<std::int64_t>(parts.train.size());
    const auto order = epochOrder(count, static_cast<std::uint64_t>(config.seed), epoch, config.shuffle);
    std::int64_t longest = 0;
    for (std::int64_t at = position * config.batchSize; at < std::min(count, (position + 1) * config.batchSize); ++at)
        longest =
            std::max(longest, set.items[static_cast<std::size_t>(
                                            parts.train[static_cast<std::size_t>(order[static_cast<std::size_t>(at)])])]
                                  .steps);
    return longest;
}

}  // namespace

class TestSequenceBatches : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theLargestBatchIsTheOneThatComes() {
        const SequenceSet set = unequal(96);
        for (const std::int64_t seed : {1, 2, 3, 4}) {
            ExperimentConfig config = classes();
            config.seed = seed;
            const LargestBatch whole = sequenceBatches(set, config).largest;
            QCOMPARE(whole.steps, std::int64_t{44});
            QCOMPARE(whole.size, std::int64_t{8});
            QVERIFY(whole.seen >= 1 && whole.seen <= 12);
            QCOMPARE(longestOf(set, config, 0, whole.seen - 1), std::int64_t{44});
            // A run that ends before has a smaller one.
            config.maxSteps = whole.seen;
            QCOMPARE(sequenceBatches(set, config).largest.steps, std::int64_t{44});
            if (whole.seen == 1) continue;
            config.maxSteps = whole.seen - 1;
            std::int64_t most = 0;
            for (std::int64_t position = 0; position < config.maxSteps; ++position)
                most = std::max(most, longestOf(set, config, 0, position));
            const LargestBatch part = sequenceBatches(set, config).largest;
            QCOMPARE(part.steps, most);
            QVERIFY(part.seen <= config.maxSteps);
        }
    }

    void stepsOfSeveralBatchesAreCountedAsOne() {
        const SequenceSet set = unequal(96);
        ExperimentConfig config = classes();
        const std::int64_t alone = sequenceBatches(set, config).largest.seen;
        config.accumulate = 3;
        QCOMPARE(sequenceBatches(set, config).largest.seen, (alone + 2) / 3);
    }

    void whatIsTestedIsNotTrainedOn() {
        SequenceSet set = unequal(96);
        for (std::size_t i = 0; i < set.items.size(); ++i)
            set.parts.push_back(i == 17 ? SequenceSet::Part::Test : SequenceSet::Part::Train);
        const SequenceBatches batches = sequenceBatches(set, classes());
        QCOMPARE(batches.largest.steps, std::int64_t{17});
        QCOMPARE(batches.held, std::int64_t{95 * 17 + 44});
        QVERIFY(batches.facts.masked);
    }

    // Whatever the seed: three classes of unequal size, each with its share of every part, within one sequence.
    void aStratifiedSplitGivesEachPartItsShareOfEveryClass() {
        SequenceSet set = unequal(200);
        const std::int64_t counts[] = {120, 60, 20};
        for (std::size_t i = 0; i < set.items.size(); ++i) set.items[i].label = i < 120 ? 0 : i < 180 ? 1 : 2;
        bool isEvenWithout = true;
        for (const std::int64_t seed : {1, 2, 3, 4, 5}) {
            ExperimentConfig config = classes();
            config.seed = seed;
            for (const bool stratified : {false, true}) {
                config.split = stratified ? "70%/15%/15% stratified" : "70%/15%/15%";
                const SequenceParts parts = take(splitSequences(set, config));
                QVERIFY(parts.train.size() == 140 && parts.validation.size() == 30 && parts.test.size() == 30);
                std::set<std::int64_t> all(parts.train.begin(), parts.train.end());
                all.insert(parts.validation.begin(), parts.validation.end());
                all.insert(parts.test.begin(), parts.test.end());
                QCOMPARE(all.size(), std::size_t{200});
                bool isEven = true;
                for (const auto& [part, share] :
                     {std::pair(&parts.train, 0.7), std::pair(&parts.validation, 0.15), std::pair(&parts.test, 0.15)})
                    for (std::int32_t label = 0; label < 3; ++label) {
                        const auto there = static_cast<double>(std::ranges::count_if(*part, [&](std::int64_t item) {
                            return set.items[static_cast<std::size_t>(item)].label == label;
                        }));
                        isEven = isEven && std::abs(there - share * static_cast<double>(counts[label])) <= 1;
                    }
                if (stratified)
                    QVERIFY(isEven);
                else
                    isEvenWithout = isEvenWithout && isEven;
            }
        }
        QVERIFY(!isEvenWithout);
    }

    void equalSequencesAreAsTheyAre() {
        SequenceSet set;
        set.channelNames = {"x"};
        for (int i = 0; i < 30; ++i) set.items.push_back({9, std::vector<double>(9), {}, 0});
        ExperimentConfig config = classes();
        config.split = "60%/20%/20%";
        const SequenceBatches batches = sequenceBatches(set, config);
        QVERIFY(!batches.facts.masked);
        QCOMPARE(batches.largest.steps, std::int64_t{9});
        QCOMPARE(batches.largest.seen, std::int64_t{1});
        QCOMPARE(batches.held, std::int64_t{270});
        const auto sizes = take(sequenceSizes(set, config));
        QVERIFY(batches.train == sizes.train && batches.validation == sizes.validation);
    }

    // One forecast, whether the windows are known yet or not.
    void aForecastBeforeThePreparationIsTheSame() {
        for (const std::int64_t rows : {300, 700, 2000}) {
            ExperimentConfig config;
            config.builtinLength = rows;
            config.batchSize = 16;
            config.lookback = 24;
            config.horizon = 6;
            const Dataset data = take(makeBuiltin(config.builtin, rows, 1));
            const ModelShape shape = modelShape(config, data);
            const auto prepared = take(prepareSeries(data.series, config));
            for (const std::int64_t stride : {1, 3}) {
                config.stride = stride;
                const SplitWindows windows = take(makeWindows(*prepared, config));
                QCOMPARE(windowPlaces(prepared->split.train, config.lookback, config.horizon, stride),
                         windows.train.size());
                QCOMPARE(windowPlaces(prepared->split.validation, config.lookback, config.horizon, 1),
                         windows.validation.size());
                QCOMPARE(forecastMemory(config, shape, data, exampleCount(data)).tensors(),
                         forecastMemory(config, shape, data, windows).tensors());
            }
        }
    }

    void partsOfAForecastComeBack() {
        MemoryForecast forecast;
        forecast.weights = 1, forecast.gradients = 2, forecast.optimiser = 3, forecast.activations = 4,
        forecast.workspace = 5, forecast.data = 6, forecast.tables = 7, forecast.framework = 8;
        forecast.spare = 9;
        const std::vector<double> parts = forecastParts(forecast);
        const MemoryForecast back = forecastOfParts(parts);
        QCOMPARE(back.tensors(), forecast.tensors());
        QCOMPARE(back.total(), forecast.total());
        QCOMPARE(back.spare, 9.0);
        double tensors = 0;
        for (std::size_t i = 0; i < tensorCauses().size(); ++i) tensors += parts[i];
        QCOMPARE(tensors, forecast.tensors());
    }
};

QTEST_APPLESS_MAIN(TestSequenceBatches)
#include "tst_sequence_batches.moc"
