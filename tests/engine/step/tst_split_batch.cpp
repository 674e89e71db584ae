// SPDX-License-Identifier: GPL-3.0-or-later
// Batches whose rows are split over threads: the same numbers as with one thread, the same bits every time, and nothing
// lost when a part fails.
// Holds core/batch/sequence_source.cpp and core/step/evaluator.cpp.
#include "config/switches.h"
#include "engine/train_support.h"
#include "plan/devices.h"
#include "step/evaluator.h"

#include <QtTest>

#include <atomic>
#include <numeric>
#include <stdexcept>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

using Change = std::function<void(ExperimentConfig&)>;

ExperimentConfig forecastExperiment() {
    ExperimentConfig config;
    config.builtinLength = 400;
    config.lookback = 16;
    config.horizon = 4;
    config.hiddenSize = 12;
    config.batchSize = 16;
    config.anchor = "last";
    config.epochs = 1000;
    config.maxSteps = 40;
    config.device = "cpu";
    config.precision = "fp64";
    config.threads = 1;
    return config;
}

/// Sentences of unequal length, by task.
ExperimentConfig sequenceExperiment(const char* task) {
    ExperimentConfig config = forecastExperiment();
    config.builtin = "grammar";
    config.builtinLength = 120;
    config.task = task;
    config.loss = "cross-entropy";
    config.hiddenSize = 8;
    config.maxSteps = 15;
    config.anchor = "none";
    return config;
}

struct Outcome {
    std::vector<at::Tensor> weights;
    std::vector<double> losses, validation;
};

Outcome trained(ExperimentConfig config, std::int64_t threads) {
    config.threads = threads;
    TrainBench bench(config);
    if ((bench.team != nullptr) != (threads > 1)) throw std::logic_error("the team is not what the settings ask for");
    bench.run();
    Outcome outcome{bench.weights(), {}, {}};
    bench.channel().drainMetrics([&](const MetricSample& sample) {
        if (sample.metric == MetricId::TrainLoss) outcome.losses.push_back(sample.value);
        if (sample.metric == MetricId::ValidationLoss) outcome.validation.push_back(sample.value);
    });
    return outcome;
}

bool near(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && !a.empty() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
               return std::abs(x - y) <= 1e-10 * std::abs(y);
           });
}

}  // namespace

class TestSplitBatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsOneThread_data() {
        QTest::addColumn<ExperimentConfig>("config");
        QTest::addColumn<int>("threads");
        const auto row = [](const char* name, int threads, ExperimentConfig config, const Change& change = {}) {
            if (change) change(config);
            QTest::newRow(name) << config << threads;
        };
        row("two halves", 2, forecastExperiment());
        row("unequal parts", 3, forecastExperiment());
        row("as many threads as rows", 16, forecastExperiment());
        row("more threads than rows", 5, forecastExperiment(), [](auto& c) { c.batchSize = 3; });
        row("a last batch of one row", 2, forecastExperiment(), [](auto& c) {
            c.batchSize = 2;
            c.builtinLength = 131;
            c.maxSteps = 100;
        });
        row("gru in both directions", 2, forecastExperiment(), [](auto& c) {
            c.cell = "gru";
            c.bidirectional = true;
        });
        row("two layers, clipped, averaged, accumulated", 2, forecastExperiment(), [](auto& c) {
            c.layers = 2;
            c.clipNorm = 0.05;
            c.emaDecay = 0.9;
            c.accumulate = 3;
        });
        row("recomputed", 2, forecastExperiment(), [](auto& c) { c.recomputeChunk = 4; });
        row("gate by gate", 2, forecastExperiment(), [](auto& c) {
            c.implementation = "naive";
            c.peephole = true;
        });
        row("dropout between layers", 3, forecastExperiment(), [](auto& c) {
            c.layers = 2;
            c.dropout = 0.3;
        });
        row("dropout of states, in both directions", 2, forecastExperiment(), [](auto& c) {
            c.recurrentDropout = 0.2;
            c.bidirectional = true;
            c.implementation = "cell";
        });
        row("zoneout", 3, forecastExperiment(), [](auto& c) {
            c.zoneout = 0.1;
            c.implementation = "cell";
        });
        row("dropout, recomputed", 2, forecastExperiment(), [](auto& c) {
            c.layers = 2;
            c.dropout = 0.3;
            c.recurrentDropout = 0.2;
            c.implementation = "cell";
            c.recomputeChunk = 4;
        });
        row("recursive, half taught", 3, forecastExperiment(), [](auto& c) {
            c.decoder = "recursive";
            c.teacherForcing = c.teacherForcingEnd = 0.5;
            c.layers = 2;
            c.dropout = 0.3;
        });
        row("quantiles", 2, forecastExperiment(), [](auto& c) { c.loss = "pinball"; });
        row("classes of unequal sentences", 2, sequenceExperiment("classification"));
        row("labels of every step", 2, sequenceExperiment("labelling"), [](auto& c) { c.builtin = "copy"; });
        row("weighted classes", 3, sequenceExperiment("classification"), [](auto& c) { c.classWeights = true; });
        row("attention over unequal sentences", 2, sequenceExperiment("classification"),
            [](auto& c) { c.pooling = "attention"; });
    }
    void equalsOneThread() {
        QFETCH(ExperimentConfig, config);
        QFETCH(int, threads);
        const Outcome one = trained(config, 1), split = trained(config, threads);
        const double gap = weightGap(split.weights, one.weights);
        QVERIFY2(gap <= findSwitch("split-batch")->tolerance.fp64, qPrintable(QString::number(gap)));
        QVERIFY(near(split.losses, one.losses));
        QVERIFY(near(split.validation, one.validation));
    }

    void givesTheSameBitsEachTime() {
        ExperimentConfig config = forecastExperiment();
        config.precision = "fp32";
        const Outcome first = trained(config, 3);
        for (int i = 0; i < 3; ++i) {
            const Outcome again = trained(config, 3);
            QCOMPARE(weightGap(again.weights, first.weights), 0.0);
            QCOMPARE(again.losses, first.losses);
            QCOMPARE(again.validation, first.validation);
        }
        QVERIFY(weightGap(trained(config, 2).weights, first.weights) > 0);  // another order of sums: the test can tell
    }

    // The blocks are a matter of the settings, the threads of how busy the machine is.
    void bitsDoNotDependOnTheThreads() {
        ExperimentConfig config = forecastExperiment();
        config.precision = "fp32";
        config.threads = 3;
        Rig rig(config);
        const Batch batch = rig.batcher->batch(0, 0);
        std::vector<at::Tensor> first;
        double firstLoss = 0;
        for (const std::int64_t threads : {3, 1, 2}) {
            BatchTeam team(threads, nullptr, 3);
            QCOMPARE(team.threads(), threads);
            QCOMPARE(team.blocks(), std::int64_t{3});
            rig.model->parameters().zeroGradients();
            const double loss = addSplitGradients(team, *rig.objective, batch, {}, 1, nullptr).item<double>();
            const Evaluation scores = evaluate(*rig.objective, *rig.validation, false, {}, &team);
            std::vector<at::Tensor> gradients{at::tensor({loss, scores.loss, scores.mse}, at::kDouble)};
            for (const Parameter& parameter : rig.model->parameters().all())
                gradients.push_back(parameter.value.grad().clone());
            if (first.empty()) first = gradients, firstLoss = loss;
            QCOMPARE(loss, firstLoss);
            for (std::size_t i = 0; i < first.size(); ++i) QVERIFY(at::equal(gradients[i], first[i]));
        }
    }

    void blocksFollowARule() {
        ExperimentConfig config = forecastExperiment();
        config.batchSize = 64;
        const Rig rig(config);
        QCOMPARE(rowBlocks(rig.plan, 1000, 16), std::int64_t{1});  // over before threads have met
        const std::int64_t many = rowBlocks(rig.plan, 100000, 96);
        QCOMPARE(many, std::min<std::int64_t>(64, allowedThreads()));
        for (int i = 0; i < 5; ++i) QCOMPARE(rowBlocks(rig.plan, 100000, 96), many);
    }

    void goesOnWithTheSameBits() {
        ExperimentConfig config = forecastExperiment();
        config.threads = 2;
        config.checkpointSeconds = 0;
        Rig whole(config);
        whole.trainer->run();
        Rig resumed(config);
        QVERIFY(resumed.trainer->restore(whole.saved.at(whole.saved.size() / 2)).ok());
        QCOMPARE(resumed.trainer->counters().threads, std::int64_t{2});
        resumed.trainer->run();
        const auto end = stateToFile(whole.trainer->capture()), again = stateToFile(resumed.trainer->capture());
        for (const auto& [name, tensor] : end.tensors)
            QVERIFY2(again.tensors.at(name).bytes == tensor.bytes, name.c_str());
    }

    void whatCannotBeSplitIsNot() {
        for (const Change& change :
             std::vector<Change>{[](auto& c) { c.splitBatch = false; },
                                 [](auto& c) {
                                     c.carryState = true;
                                     c.shuffle = false;
                                     c.batchSize = 4;
                                 },
                                 [](auto& c) { c.precision = "bf16"; }, [](auto& c) { c.batchSize = 1; },
                                 [](auto& c) { c.threads = 1; }}) {
            ExperimentConfig config = forecastExperiment();
            config.threads = 2;
            change(config);
            QVERIFY(Rig(config).team == nullptr);
        }
    }

    void aSpoiltRowIsFoundInAnyPart() {
        for (const std::int64_t row : {0, 15}) {
            ExperimentConfig config = forecastExperiment();
            config.threads = 2;
            config.shuffle = false;
            Rig rig(config, row, [](Batch& batch, std::int64_t at) { batch.target[at].fill_(NAN); });
            bool stopped = false;
            try {
                rig.trainer->run();
            } catch (const StopWithError& stop) {
                stopped = stop.error.code == ErrorCode::NonFinite &&
                          stop.error.message.find("window " + std::to_string(row + 1) + " of") != std::string::npos;
            }
            QVERIFY(stopped);
        }
    }

    void everyPartRunsOnceOnItsThread() {
        BatchTeam team(4);
        QCOMPARE(team.threads(), std::int64_t{4});
        std::array<std::thread::id, 4> ids{};
        std::array<std::atomic<int>, 4> counts{};
        for (int round = 0; round < 2000; ++round) {
            const std::int64_t parts = 1 + round % 4;
            team.run(parts, [&](std::int64_t i) {
                const auto at = static_cast<std::size_t>(i);
                if (ids[at] == std::thread::id()) ids[at] = std::this_thread::get_id();
                if (ids[at] == std::this_thread::get_id()) ++counts[at];
            });
        }
        QCOMPARE(ids[0], std::this_thread::get_id());
        for (std::size_t i = 0; i < 4; ++i) QCOMPARE(counts[i].load(), static_cast<int>(2000 - 500 * i));
    }

    void theLowestFailureIsThrownAndTheTeamGoesOn() {
        BatchTeam team(3);
        for (int round = 0; round < 3; ++round) {
            std::atomic<int> ended{0};
            try {
                team.run(3, [&](std::int64_t i) {
                    ++ended;
                    if (i > 0) throw std::runtime_error("part " + std::to_string(i));
                });
                QFAIL("nothing was thrown");
            } catch (const std::runtime_error& failure) {
                QCOMPARE(std::string(failure.what()), std::string("part 1"));
            }
            QCOMPARE(ended.load(), 3);
        }
        team.run(3, [](std::int64_t) {});
    }

    void tensorsOfTheOthersCount() {
        installHostMemory();
        const HostMemoryAccount account;
        BatchTeam team(2, &account);
        std::vector<at::Tensor> held(2);
        team.run(2, [&](std::int64_t i) {
            const MemoryScope scope(MemoryCause::Activations);
            held[static_cast<std::size_t>(i)] = at::zeros({1000}, at::kFloat);
        });
        QCOMPARE(account.figures().held[static_cast<std::size_t>(MemoryCause::Activations)], std::int64_t{8000});
        held.clear();
        QCOMPARE(account.figures().total, std::int64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestSplitBatch)
#include "tst_split_batch.moc"
