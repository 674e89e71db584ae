// SPDX-License-Identifier: GPL-3.0-or-later
// Layers shared by ranks: equal bits for any number of them at equal chunks, the numbers of the plain step, whichever
// ends in the middle. Holds core/step/pipeline_step.cpp and core/ranks/rank_stages.cpp.
#include "engine/rank_threads.h"
#include "train/one_thread.h"

#include <QtTest>

#include <cstdint>
#include <string>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr std::int64_t kSteps = 20, kTime = 16, kExample = 77;  // an example that each epoch has somewhere

ExperimentConfig experiment(const std::string& cell, const std::string& precision, std::int64_t chunks) {
    ExperimentConfig config;
    config.builtinLength = 400;
    config.lookback = kTime;
    config.horizon = 3;
    config.hiddenSize = 7;
    config.layers = 5;
    config.cell = cell;
    config.batchSize = 26;  // the last batch has fewer rows
    config.epochs = 1000;
    config.maxSteps = kSteps;
    config.device = "cpu";
    config.precision = precision;
    config.implementation = "native";
    config.optimiser = "adamw";
    config.weightDecay = 0.01;
    config.clipNorm = 0.05;
    config.learningRate = 0.003;
    config.threads = 1;
    config.pipelineChunks = chunks;
    return config;
}

/// Of rank 0; all that end whole must have the same. `ends`: of each rank, in which epoch it ends; 0: it does not.
/// `from`: where they go on; null: at the start. `saved`: gets what rank 0 kept.
std::string trainedBy(int ranks, const ExperimentConfig& config, const std::vector<int>& ends = {},
                      const TrainingState* from = nullptr, std::vector<TrainingState>* saved = nullptr) {
    std::vector<std::string> shas(static_cast<std::size_t>(ranks));
    inRanks(ranks, [&](int rank, std::unique_ptr<PipeStore> store) {
        const OneThread one;
        const auto i = static_cast<std::size_t>(rank);
        SpoiltSource::Spoil spoil;
        if (i < ends.size() && ends[i] > 0)
            spoil = [left = ends[i]](Batch&, std::int64_t) mutable {
                if (--left == 0) throw Ends();
            };
        Rig rig(config, kExample, spoil, {}, std::move(store));
        if (from != nullptr && !rig.trainer->restore(*from).ok()) throw std::runtime_error("not restored");
        rig.ranks->meet("same");
        rig.trainer->run();
        rig.ranks->meet({});
        shas[i] = shaOf(*rig.model);
        if (rank == 0 && saved != nullptr) *saved = rig.saved;
    });
    for (const std::string& sha : shas)
        if (!sha.empty() && sha != shas[0]) return "rank 0 has " + shas[0] + ", another one " + sha;
    return shas[0];
}

std::string trainedAlone(const ExperimentConfig& config) {
    const OneThread one;
    Rig rig(config);
    if ((rig.pipeline != nullptr) != (config.pipelineChunks > 0)) throw std::runtime_error("no pipeline");
    rig.trainer->run();
    return shaOf(*rig.model);
}

}  // namespace

class TestPipelineStep : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theRanksChangeNoBit_data() {
        QTest::addColumn<ExperimentConfig>("config");
        const auto row = [](const std::string& name, const ExperimentConfig& config) {
            QTest::newRow(name.c_str()) << config;
        };
        for (const char* precision : {"fp64", "fp32"})
            for (const char* cell : {"lstm", "gru"})
                for (const std::int64_t chunks : {1, 2, 3, 7, 16})  // 3 and 7 divide no window of 16
                    row(std::string(cell) + ", " + precision + ", " + std::to_string(chunks) + " chunks",
                        experiment(cell, precision, chunks));
        auto config = experiment("lstm", "fp32", 4);
        config.residual = config.layerNorm = config.linearPath = true;
        config.pooling = "attention";
        config.accumulate = 2;
        row("all that stands beside the layers", config);
        config = experiment("gru", "fp32", 5);
        config.epochs = 3;
        config.maxSteps = 0;
        config.optimiser = "sgd";
        config.schedule = "plateau";
        config.plateauPatience = 0;
        config.emaDecay = 0.9;
        config.l2 = 1e-3;
        row("whole epochs, SGD, plateau, running mean", config);
    }
    void theRanksChangeNoBit() {
        QFETCH(ExperimentConfig, config);
        const std::string alone = trainedAlone(config);
        for (const int ranks : {1, 2, 4}) QCOMPARE(trainedBy(ranks, config), alone);
    }

    void moreChunksThanStepsAreOneForEach() {
        QCOMPARE(trainedAlone(experiment("lstm", "fp32", 200)), trainedAlone(experiment("lstm", "fp32", kTime)));
    }

    /// The same numbers as a window at once, to rounding.
    void itIsThePlainStep_data() {
        QTest::addColumn<ExperimentConfig>("config");
        for (const char* cell : {"lstm", "gru", "rnn-tanh"}) QTest::newRow(cell) << experiment(cell, "fp64", 3);
        auto config = experiment("lstm", "fp64", 5);
        for (const char* pooling : {"mean", "max", "attention"}) {
            config.pooling = pooling;
            QTest::newRow(pooling) << config;
        }
        config = experiment("lstm", "fp64", 3);
        config.residual = config.layerNorm = config.linearPath = true;
        QTest::newRow("residual, layer norm, linear path") << config;
        config = experiment("lstm", "fp64", 3);
        config.implementation = "cell";
        config.peephole = true;
        config.projectionSize = 4;
        QTest::newRow("peepholes, projection") << config;
        config = experiment("gru", "fp64", 3);
        config.implementation = "library";
        config.anchor = "last";
        config.loss = "pinball";
        QTest::newRow("LibTorch's layer, anchor, quantiles") << config;
        config.layers = 1;
        QTest::newRow("one layer") << config;
        config = experiment("gru", "fp64", 3);
        config.accumulate = 3;
        config.l1 = 1e-4;
        QTest::newRow("three batches a step, penalty") << config;
    }
    void itIsThePlainStep() {
        QFETCH(ExperimentConfig, config);
        config.optimiser = "sgd";  // one that does not divide by the gradient
        config.learningRate = 0.05;
        const auto weightsOf = [](const ExperimentConfig& settings) {
            const OneThread one;
            TrainBench bench(settings);
            bench.run();
            return bench.weights();
        };
        auto plain = config;
        plain.pipelineChunks = 0;
        const double gap = weightGap(weightsOf(config), weightsOf(plain));
        QVERIFY2(gap < 1e-12, std::to_string(gap * 1e12).c_str());
    }

    void whoeverEndsTheOthersGoOnWithTheSameBits() {
        const auto config = experiment("lstm", "fp32", 3);
        const std::string alone = trainedAlone(config);
        for (std::size_t rank = 1; rank < 4; ++rank) {
            std::vector<int> ends(4, 0);
            ends[rank] = 1;
            QCOMPARE(trainedBy(4, config, ends), alone);
        }
        QCOMPARE(trainedBy(4, config, {0, 1, 1, 1}), alone);  // rank 0 goes on with all layers
    }

    void aCheckpointGoesOnWithAnyNumberOfRanks() {
        auto config = experiment("gru", "fp32", 3);
        config.checkpointSeconds = 0;  // after each step
        std::vector<TrainingState> saved;
        const std::string whole = trainedBy(2, config, {}, nullptr, &saved);
        const auto half = std::ranges::find_if(saved, [](const auto& s) { return s.counters.step == kSteps / 2; });
        QVERIFY(half != saved.end());
        for (const int ranks : {1, 3, 5}) QCOMPARE(trainedBy(ranks, config, {}, &*half), whole);
    }
};

QTEST_GUILESS_MAIN(TestPipelineStep)
#include "tst_pipeline_step.moc"
