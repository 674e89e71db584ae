// SPDX-License-Identifier: GPL-3.0-or-later
// Batches in an order by blocks: every window once, the same at every look, in memory and in a file, and what is read
// ahead is what comes next. Holds core/batch/batcher.cpp and core/batch/window_source.cpp.
#include "batch/batcher.h"
#include "device/row_operators.h"
#include "io/row_memory.h"
#include "plan/plan.h"
#include "support/take.h"
#include "support/tiny_experiment.h"

#include <ATen/ATen.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <set>
#include <span>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

/// Numbers as examples, which lie in a file of small blocks. Keeps what it was told.
class NumberSource final : public ExampleSource {
public:
    struct Told {
        std::set<std::int64_t> announced, done;
    };
    NumberSource(std::int64_t count, std::int64_t block, Told& told) : count_(count), block_(block), told_(&told) {}

    std::int64_t size() const override { return count_; }
    Batch gather(const at::Tensor& order, std::int64_t first, std::int64_t count) const override {
        Batch batch;
        batch.size = count;
        batch.input = order.narrow(0, first, count).clone();
        for (const std::int64_t number : numbersOf(batch)) isAnnounced_ &= told_->announced.contains(number);
        return batch;
    }
    at::Tensor placeOrder(const std::vector<std::int64_t>& order) const override {
        largest_ = std::max(largest_, std::ssize(order));
        return at::tensor(order, at::kLong);
    }
    Phrase describe(std::int64_t example, const ValuePlace&) const override { return Phrase(example); }
    std::int64_t blockSize() const override { return block_; }
    bool liesInFile() const override { return true; }
    void willGather(std::int64_t first, std::int64_t count) const override {
        for (std::int64_t i = first; i < first + count; ++i) told_->announced.insert(i), told_->done.erase(i);
    }
    void haveGathered(std::int64_t first, std::int64_t count) const override {
        for (std::int64_t i = first; i < first + count; ++i) told_->done.insert(i);
    }

    static std::vector<std::int64_t> numbersOf(const Batch& batch) {
        const auto* first = batch.input.const_data_ptr<std::int64_t>();
        return {first, first + batch.size};
    }
    [[nodiscard]] std::int64_t largestOrder() const { return largest_; }
    [[nodiscard]] bool wasAllAnnounced() const { return isAnnounced_; }

private:
    std::int64_t count_, block_;
    Told* told_;
    mutable std::int64_t largest_ = 0;
    mutable bool isAnnounced_ = true;
};

ExperimentConfig byBlocks(std::int64_t batchSize) {
    ExperimentConfig config = tinyExperiment();
    config.batchSize = batchSize;
    config.shuffleBlocks = true;
    return config;
}

struct Made {
    Made(std::int64_t count, std::int64_t block, const ExperimentConfig& config) {
        auto owned = std::make_unique<NumberSource>(count, block, told);
        source = owned.get();
        batcher = std::make_unique<Batcher>(std::move(owned), config);
    }
    std::vector<std::int64_t> epoch(std::int64_t number) {
        std::vector<std::int64_t> all;
        for (std::int64_t position = 0; position < batcher->batchesPerEpoch(); ++position)
            for (const std::int64_t one : NumberSource::numbersOf(batcher->batch(number, position))) all.push_back(one);
        return all;
    }
    NumberSource::Told told;
    const NumberSource* source = nullptr;
    std::unique_ptr<Batcher> batcher;
};

}  // namespace

class TestBlockBatches : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyWindowOnceAndNoWholeOrder() {
        Made made(5003, 6, byBlocks(32));
        for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
            std::vector<std::int64_t> all = made.epoch(epoch);
            QCOMPARE(std::ssize(all), 5003);
            QVERIFY(!std::ranges::is_sorted(all));
            std::ranges::sort(all);
            QVERIFY(std::ranges::adjacent_find(all) == all.end() && all.front() == 0 && all.back() == 5002);
        }
        // A group of 16 blocks, or two where a batch is in both.
        QVERIFY(made.source->largestOrder() <= 2 * 16 * 6);
    }

    /// A resumed run begins anywhere; another rank, and who describes a fault, asks for single places.
    void isTheSameFromAnyPlace() {
        for (const std::int64_t batch : {1, 7, 32, 500, 6000}) {
            Made straight(5003, 6, byBlocks(batch)), other(5003, 6, byBlocks(batch));
            const std::vector<std::int64_t> all = straight.epoch(4);
            for (std::int64_t position = straight.batcher->batchesPerEpoch(); position-- > 0;) {
                const auto numbers = NumberSource::numbersOf(other.batcher->batch(4, position));
                QVERIFY(std::ranges::equal(
                    numbers, std::span(all).subspan(static_cast<std::size_t>(position * batch), numbers.size())));
                QCOMPARE(other.batcher->describe(4, position, 0, {}).english(), Phrase(numbers[0]).english());
                if (position % 97 == 0) (void)other.batcher->batch(5, 0);
            }
            // The whole of it, for steps that are recorded
            const at::Tensor& order = other.batcher->orderOf(4);
            QVERIFY(at::equal(order, at::tensor(all, at::kLong)));
        }
    }

    void theNextBlocksAreReadAhead() {
        Made made(5003, 6, byBlocks(32));
        (void)made.batcher->batch(0, 0);
        QVERIFY(made.told.announced.size() <= 3 * 16 * 6);  // this group and the next one, not all
        for (std::int64_t epoch = 0; epoch < 2; ++epoch) (void)made.epoch(epoch);
        QVERIFY(made.source->wasAllAnnounced());
        QVERIFY(made.told.done.size() > 2000);
    }

    void withoutBlocksNothingChanges() {
        ExperimentConfig config = byBlocks(32);
        config.shuffleBlocks = false;
        Made made(1000, 6, config);
        QVERIFY(made.epoch(2) == epochOrder(1000, static_cast<std::uint64_t>(config.seed), 2, true));
        config.shuffle = false, config.shuffleBlocks = true;
        Made inOrder(1000, 6, config);
        QVERIFY(inOrder.epoch(2) == epochOrder(1000, 1, 2, false));
        Made without(1000, 0, byBlocks(32));  // examples that have no neighbours
        QVERIFY(without.epoch(2) == made.epoch(2));
    }

    /// Values of a series that lies in a file are those of one in memory.
    void aSeriesInAFileHasTheSameBits() {
        ExperimentConfig config = byBlocks(64);
        config.builtinLength = 5'000'000;
        config.precision = "fp32";
        const QTemporaryDir folder(QDir::current().filePath("rows-XXXXXX"));
        const TrainPlan plan = take(makeTrainPlan(config, nullptr));
        const auto made = [&] {
            return std::make_unique<Batcher>(
                makeWindowSource(plan, std::make_shared<const DeviceSeries>(placeSeries(plan)), ExamplePart::Train),
                plan.config);
        };
        const auto inMemory = made();
        useRowMemory({folder.path().toStdString(), 0});
        const auto inFile = made();
        const bool lies = liesInRowFile(inFile->inPlace()->inputs.const_data_ptr());
        useRowMemory({});
        if (!lies) QSKIP("no large list can lie in a file here: a sanitizer, or no disk");
        QVERIFY(at::equal(inFile->inPlace()->inputs, inMemory->inPlace()->inputs));
        QVERIFY(at::equal(inFile->inPlace()->targets, inMemory->inPlace()->targets));
        for (const std::int64_t position : {0, 1, 5000, 20'000}) {
            const Batch a = inFile->batch(1, position), b = inMemory->batch(1, position);
            QVERIFY(at::equal(a.input, b.input) && at::equal(a.target, b.target));
        }
    }
};

QTEST_GUILESS_MAIN(TestBlockBatches)
#include "tst_block_batches.moc"
