// SPDX-License-Identifier: GPL-3.0-or-later
// The counting allocator under LibTorch's CPU tensors.
#include "engine/train_support.h"
#include "nn/host_memory.h"

#include <ATen/ATen.h>
#include <QtTest>

#include <optional>
#include <thread>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

/// Runs the recorded step at each launch and notes what it asked the allocator for.
class CountingGraph final : public DeviceGraph {
public:
    CountingGraph(const HostMemoryAccount* const& account, std::vector<HostMemoryFigures>* steps)
        : account_(account), steps_(steps) {}
    void record(const std::function<void()>& work) override { work_ = work; }
    void launch() override {
        const at::AutoGradMode enabled(true);
        HostMemoryFigures step = account_->figures();
        work_();
        const HostMemoryFigures after = account_->figures();
        step.requests = after.requests - step.requests;
        step.fetches = after.fetches - step.fetches;
        steps_->push_back(step);
    }

private:
    const HostMemoryAccount* const& account_;
    std::vector<HostMemoryFigures>* steps_;
    std::function<void()> work_;
};

ExperimentConfig smallExperiment() {
    ExperimentConfig config;
    config.builtinLength = 600;
    config.lookback = 16;
    config.horizon = 4;
    config.hiddenSize = 12;
    config.batchSize = 16;
    config.epochs = 1000;
    config.maxSteps = 200;
    config.dropLast = true;
    config.device = "cpu";
    return config;
}

std::int64_t held(const HostMemoryAccount& account, MemoryCause cause) {
    return account.figures().held[static_cast<std::size_t>(cause)];
}

}  // namespace

class TestHostMemory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { installHostMemory(); }

    void aThreadCountsItsOwn() {
        const HostMemoryAccount account;
        const MemoryScope scope(MemoryCause::Activations);
        const std::int64_t before = threadBytes(MemoryCause::Activations);
        at::Tensor mine = at::empty({100}), other;
        std::thread([&] {
            const HostMemoryGuest guest(account);
            const MemoryScope theirs(MemoryCause::Activations);
            const std::int64_t began = threadBytes(MemoryCause::Activations);
            other = at::empty({1000});
            (void)at::empty({50});
            if (threadBytes(MemoryCause::Activations) - began != 4000) other.reset();
        }).join();
        QVERIFY(other.defined());
        QCOMPARE(threadBytes(MemoryCause::Activations) - before, std::int64_t{400});
        QCOMPARE(held(account, MemoryCause::Activations), std::int64_t{4400});
    }

    void countsByCause() {
        const HostMemoryAccount account;
        at::Tensor weights, data;
        {
            const MemoryScope scope(MemoryCause::Weights);
            weights = at::empty({1000});
            {
                const MemoryScope inner(MemoryCause::Data);
                data = at::empty({10}, at::kDouble);
            }
            weights = at::cat({weights, at::empty({24})});
        }
        QCOMPARE(held(account, MemoryCause::Weights), std::int64_t{4096});
        QCOMPARE(held(account, MemoryCause::Data), std::int64_t{80});
        QCOMPARE(account.figures().total, std::int64_t{4176});
        QVERIFY(account.figures().peak >= 4000 + 96 + 4096 + 80);
        weights.reset();
        data.reset();
        QCOMPARE(account.figures().total, std::int64_t{0});
    }

    void peakKeepsItsCauses() {
        HostMemoryAccount account;
        std::optional<MemoryScope> scope(MemoryCause::Activations);
        at::Tensor big = at::empty({1 << 20});
        big.reset();
        const at::Tensor small = at::empty({16});
        const auto figures = account.figures();
        QCOMPARE(figures.peak, std::int64_t{4 << 20});
        QCOMPARE(figures.atPeak[static_cast<std::size_t>(MemoryCause::Activations)], std::int64_t{4 << 20});
        account.restartPeak();
        QCOMPARE(account.figures().peak, std::int64_t{64});
    }

    void otherThreadsAndOtherTimesMayFree() {
        std::optional<HostMemoryAccount> account(std::in_place);
        at::Tensor handedOver = at::empty({100}), outlives = at::empty({50});
        std::jthread([tensor = std::move(handedOver)]() mutable { tensor.reset(); }).join();
        QCOMPARE(account->figures().total, std::int64_t{200});
        std::jthread([] { (void)at::empty({1000}); }).join();
        QCOMPARE(account->figures().total, std::int64_t{200});  // that thread has no account
        account.reset();
        outlives.fill_(1);
        outlives.reset();
        const HostMemoryAccount next;
        QCOMPARE(next.figures().total, std::int64_t{0});
    }

    void warmStepsFetchNothing() {
        const HostMemoryAccount account;
        const at::Tensor weight = at::randn({64, 64}).requires_grad_(true);
        weight.mutable_grad() = at::zeros_like(weight);
        const auto step = [&] { at::tanh(at::mm(at::ones({33, 64}), weight)).square().sum().backward(); };
        step();
        step();
        const auto before = account.figures();
        for (int i = 0; i < 5; ++i) step();
        QVERIFY(account.figures().requests > before.requests + 20);
        QCOMPARE(account.figures().fetches, before.fetches);
    }

    void warmTrainingStepsFetchNothing_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QStringList>("settings");
        const std::pair<const char*, QStringList> variants[] = {
            {"plain", {}},
            {"two layers, both directions", {"layers=2", "dropout=0.2", "bidirectional=true"}},
            {"double", {"precision=fp64"}},
            {"accumulation, clipping, mean of weights", {"accumulate=2", "clip_norm=0.1", "ema_decay=0.9"}},
            {"penalties", {"l1=1e-4", "l2=1e-4", "gradient_noise=0.01"}},
            {"attention", {"pooling=attention", "layers=2", "residual=true", "layer_norm=true"}},
            {"loop over time", {"implementation=cell", "recurrent_dropout=0.1"}},
            {"recomputed", {"recompute_chunk=5"}},
            {"carried state", {"carry_state=true", "shuffle=false", "batch_size=4"}},
            {"switches off", {"device_gather=false", "fused_optimiser=false", "device_data=false"}},
        };
        for (const char* cell : {"lstm", "gru", "rnn-tanh"})
            for (const auto& [name, settings] : variants)
                QTest::addRow("%s, %s", cell, name) << QString::fromUtf8(cell) << settings;
    }
    void warmTrainingStepsFetchNothing() {
        QFETCH(QString, cell);
        QFETCH(QStringList, settings);
        ExperimentConfig config = smallExperiment();
        config.cell = cell.toStdString();
        for (const QString& setting : settings) {
            const Field* field = findField(setting.section('=', 0, 0).toStdString());
            QVERIFY2(field != nullptr, qPrintable(setting));
            QVERIFY2(setFieldValue(config, *field, take(parseFieldValue(*field, setting.section('=', 1).toStdString())))
                         .ok(),
                     qPrintable(setting));
        }
        std::vector<HostMemoryFigures> steps;
        const HostMemoryAccount* account = nullptr;
        TrainBench bench(config, [&] { return std::make_unique<CountingGraph>(account, &steps); });
        account = &bench.memory;
        bench.run();
        // Into the fourth epoch: after the first ones the best weights take blocks that steps had used, and the second
        // evaluation is recorded
        constexpr std::size_t kWarm = 70;
        QVERIFY(steps.size() > 2 * kWarm);
        QVERIFY(steps.front().requests > 10);
        for (std::size_t i = kWarm; i < steps.size(); ++i)
            QVERIFY2(steps[i].fetches == 0, qPrintable(QStringLiteral("step %1: %2 of %3 blocks from the system")
                                                           .arg(i)
                                                           .arg(steps[i].fetches)
                                                           .arg(steps[i].requests)));
    }

    void everySizeIsWholeAndAligned() {
        std::vector<at::Tensor> tensors;
        for (std::int64_t size = 1; size < (1 << 22); size += 1 + size / 7) {
            tensors.push_back(at::empty({size}, at::kByte));
            QCOMPARE(reinterpret_cast<std::uintptr_t>(tensors.back().data_ptr()) % 64, std::uintptr_t{0});
            tensors.back().fill_(static_cast<int>(tensors.size() % 251));
        }
        for (std::size_t i = 0; i < tensors.size(); ++i)
            QVERIFY(at::all(tensors[i] == static_cast<int>((i + 1) % 251)).item<bool>());
        QCOMPARE(at::empty({0}).nbytes(), std::size_t{0});
    }

    void tooMuchIsAnErrorAndNotCounted() {
        const HostMemoryAccount account;
        QVERIFY_EXCEPTION_THROWN((void)at::empty({std::int64_t{1} << 52}), c10::Error);
        QCOMPARE(account.figures().total, std::int64_t{0});
        QCOMPARE(at::ones({8}).sum().item<float>(), 8.0F);
    }

    void oneAccountPerThread() {
        const HostMemoryAccount outer;
        {
            const HostMemoryAccount inner;
            const at::Tensor tensor = at::empty({10});
            QCOMPARE(outer.figures().total, std::int64_t{40});
            QCOMPARE(inner.figures().total, std::int64_t{0});
        }
        const at::Tensor still = at::empty({10});
        QCOMPARE(outer.figures().total, std::int64_t{40});
    }
};

QTEST_APPLESS_MAIN(TestHostMemory)
#include "tst_host_memory.moc"
