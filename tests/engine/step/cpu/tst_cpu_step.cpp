// SPDX-License-Identifier: GPL-3.0-or-later
// The whole step beside the library's, number by number, and what it promises beyond equal numbers.
// Holds core/step/objective.cpp, core/step/cpu/block.cpp, core/step/cpu/loss.cpp, core/step/cpu/network.cpp and
// core/step/cpu/update.cpp.
#include "config/cpu_step_obstacle.h"
#include "config/field.h"
#include "config/switches.h"
#include "engine/instruction_sets.h"
#include "engine/step_reference.h"
#include "engine/word_series.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <functional>
#include <thread>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

using Change = std::function<void(ExperimentConfig&)>;
constexpr std::int64_t kSteps = 50;
const std::vector<std::int64_t> kLooked = {0, 3, 20, kSteps - 1};
// Of those. One in some thousand has a number so close to a kink that rounding turns it, two of them never do.
constexpr int kMaxTurned = 1;
// An update is at most a dozen operations on numbers of one size, and with RMSprop, decays and penalties two dozen
// more, some of them on settings that float rounds.
constexpr double kUpdateRoundings = 64;
// Epsilon of an optimiser that makes no whole step of a gradient that is all rounding: then two trainings stay
// together.
constexpr double kCalm = 1e-3;

ExperimentConfig forecastExperiment() {
    ExperimentConfig config;
    config.builtinLength = 300;
    config.lookback = 9;
    config.horizon = 3;
    config.hiddenSize = 7;
    config.batchSize = 12;
    config.epochs = 1000;
    config.maxSteps = kSteps;
    config.device = "cpu";
    config.precision = "fp64";
    config.threads = 1;
    config.learningRate = 0.003;
    config.implementation = kCpuStep;
    return config;
}

ExperimentConfig sequenceExperiment(const char* builtin, const char* task) {
    ExperimentConfig config = forecastExperiment();
    config.builtin = builtin;
    config.builtinLength = 90;
    config.task = task;
    config.embeddingSize = 5;
    if (config.task != "regression") config.recipe.clear(), config.loss = "cross-entropy";
    return config;
}

/// Two columns of words through tables, one of them known ahead.
ExperimentConfig wordsExperiment() {
    static const QTemporaryDir folder;
    return withWords(forecastExperiment(), folder.filePath("words.csv").toStdString(), kAsEmbedding);
}

struct Outcome {
    std::vector<at::Tensor> weights;
    std::map<std::string, RawTensor> state;
};

Outcome trained(const ExperimentConfig& config) {
    TrainBench bench(config);
    if ((bench.whole != nullptr) != (config.implementation == kCpuStep))
        throw std::logic_error("the step is not what the settings ask for");
    bench.run();
    return {bench.weights(), stateToFile(bench.trainer().capture()).tensors};
}

/// Whether a gradient can jump where rounding turns a sign or the place of a maximum.
bool hasKinks(const ExperimentConfig& config) {
    return config.cell == "rnn-relu" || config.pooling == "max" || config.loss == "mae" || config.loss == "mase" ||
           config.loss == "pinball";
}

void addRow(const std::string& name, ExperimentConfig config, const Change& change = {}) {
    if (change) change(config);
    QTest::newRow(name.c_str()) << config;
}

}  // namespace

class TestCpuStep : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsTheLibrary_data() {
        QTest::addColumn<ExperimentConfig>("config");
        for (const char* cell : {"lstm", "gru", "rnn-tanh", "rnn-relu"})
            for (const char* pooling : {"last", "mean", "max", "attention"})
                for (const bool both : {false, true})
                    addRow(std::string(cell) + ", " + pooling + (both ? ", both directions" : ""), forecastExperiment(),
                           [&](auto& c) { c.cell = cell, c.pooling = pooling, c.bidirectional = both; });
        for (const char* cell : {"lstm", "gru", "rnn-tanh", "rnn-relu"})
            for (const char* loss : {"mse", "mae", "huber", "log-cosh", "mase", "nse", "pinball", "gaussian-nll"})
                for (const char* anchor : {"none", "last", "mean", "revin"})
                    addRow(std::string(loss) + ", anchor " + anchor + ", " + cell, forecastExperiment(),
                           [&](auto& c) { c.cell = cell, c.loss = loss, c.anchor = anchor; });
        for (const char* cell : {"lstm", "gru", "rnn-tanh"})
            for (const char* optimiser : {"sgd", "rmsprop", "adam", "adamw", "nadam", "adagrad"})
                for (const bool plain : {false, true})
                    addRow(std::string(optimiser) + (plain ? "" : ", decays, clipped, penalties") + ", " + cell,
                           forecastExperiment(), [&](auto& c) {
                               c.cell = cell, c.optimiser = optimiser;
                               if (plain) return;
                               c.weightDecay = 0.01, c.clipNorm = 0.05, c.clipValue = 0.02, c.l1 = 1e-3, c.l2 = 1e-2,
                               c.nesterov = true, c.schedule = "one-cycle";
                           });
        addRow("sgd, dampened", forecastExperiment(), [](auto& c) { c.optimiser = "sgd", c.dampening = 0.3; });
        addRow("sgd without momentum", forecastExperiment(), [](auto& c) { c.optimiser = "sgd", c.momentum = 0; });
        addRow("rmsprop, centred, no momentum", forecastExperiment(),
               [](auto& c) { c.optimiser = "rmsprop", c.centered = true, c.momentum = 0; });
        addRow("adam with the largest square", forecastExperiment(), [](auto& c) { c.amsgrad = true; });
        addRow("adam, decay apart, momentum in a cycle", forecastExperiment(), [](auto& c) {
            c.decoupledWeightDecay = true, c.weightDecay = 0.05, c.schedule = "one-cycle", c.oneCycleMomentum = true;
        });
        addRow("nadam, decay apart", forecastExperiment(),
               [](auto& c) { c.optimiser = "nadam", c.decoupledWeightDecay = true, c.weightDecay = 0.05; });
        addRow("adagrad, falling rate", forecastExperiment(),
               [](auto& c) { c.optimiser = "adagrad", c.learningRateDecay = 0.1, c.initialAccumulator = 0.2; });
        addRow("every matrix for itself", forecastExperiment(),
               [](auto& c) { c.fusedOptimiser = false, c.clipNorm = 0.1; });
        addRow("linear path, learned", forecastExperiment(), [](auto& c) { c.linearPath = true, c.anchor = "revin"; });
        addRow("linear path, held", forecastExperiment(), [](auto& c) {
            c.linearPath = true, c.initialisation = "least-squares", c.anchor = "last", c.weightDecay = 0.1;
        });
        addRow("three layers, both directions, mean", forecastExperiment(),
               [](auto& c) { c.layers = 3, c.bidirectional = true, c.pooling = "mean"; });
        addRow("three layers, max", forecastExperiment(),
               [](auto& c) { c.layers = 3, c.pooling = "max", c.cell = "gru"; });
        addRow("two layers, dropout", forecastExperiment(),
               [](auto& c) { c.layers = 2, c.dropout = 0.3, c.bidirectional = true; });
        addRow("recurrent dropout", forecastExperiment(),
               [](auto& c) { c.layers = 2, c.recurrentDropout = 0.3, c.bidirectional = true; });
        addRow("zoneout", forecastExperiment(), [](auto& c) { c.zoneout = 0.2, c.bidirectional = true; });
        addRow("zoneout of a gru, dropout", forecastExperiment(),
               [](auto& c) { c.cell = "gru", c.zoneout = 0.2, c.layers = 2, c.dropout = 0.3; });
        addRow("three blocks of rows, all masks", forecastExperiment(), [](auto& c) {
            c.threads = 3, c.zoneout = 0.1, c.recurrentDropout = 0.2, c.layers = 2, c.dropout = 0.3;
        });
        // The order of sums over the rows.
        for (const std::int64_t blocks : {2, 5, 12})
            for (const char* cell : {"lstm", "rnn-tanh"})
                addRow(std::string(cell) + ", rmsprop, blocks of rows: " + std::to_string(blocks), forecastExperiment(),
                       [&](auto& c) { c.cell = cell, c.optimiser = "rmsprop", c.threads = blocks; });
        addRow("accumulated, averaged", forecastExperiment(),
               [](auto& c) { c.accumulate = 3, c.emaDecay = 0.9, c.clipNorm = 0.05; });
        addRow("accumulated, two blocks", forecastExperiment(),
               [](auto& c) { c.accumulate = 3, c.threads = 2, c.dropout = 0.2, c.layers = 2; });
        addRow("one row, one step, one unit", forecastExperiment(),
               [](auto& c) { c.batchSize = 1, c.lookback = 1, c.hiddenSize = 1, c.horizon = 1; });
        addRow("more units than a vector", forecastExperiment(),
               [](auto& c) { c.hiddenSize = 33, c.horizon = 19, c.batchSize = 17; });
        addRow("windows of the host", forecastExperiment(),
               [](auto& c) { c.deviceData = false, c.anchor = "revin", c.linearPath = true; });
        addRow("windows one by one", forecastExperiment(), [](auto& c) { c.deviceGather = false, c.anchor = "mean"; });
        addRow("fewer windows than a batch", forecastExperiment(), [](auto& c) { c.batchSize = 500, c.stride = 3; });
        addRow("words", wordsExperiment());
        addRow("words, two layers, both directions, linear path", wordsExperiment(), [](auto& c) {
            c.layers = 2, c.bidirectional = true, c.linearPath = true, c.anchor = "revin", c.dropout = 0.2;
        });
        addRow("words, three blocks of rows", wordsExperiment(),
               [](auto& c) { c.cell = "gru", c.threads = 3, c.pooling = "mean", c.weightDecay = 0.01; });
        addRow("words of the host, accumulated", wordsExperiment(),
               [](auto& c) { c.deviceData = false, c.accumulate = 2, c.cell = "rnn-tanh"; });
        addRow("looked at", forecastExperiment(), [](auto& c) { c.layerHealth = 7; });
        for (const char* cell : {"lstm", "gru", "rnn-tanh"}) {
            for (const char* pooling : {"last", "mean", "max", "attention"})
                addRow(std::string("sentences of many lengths, ") + pooling + ", " + cell,
                       sequenceExperiment("grammar", "classification"), [&](auto& c) {
                           c.cell = cell, c.pooling = pooling, c.bidirectional = true, c.layers = 2, c.dropout = 0.2;
                       });
            addRow(std::string("labels, ") + cell, sequenceExperiment("copy", "labelling"),
                   [&](auto& c) { c.cell = cell, c.learningRate = 1e-3; });
            addRow(std::string("numbers of sequences, ") + cell, sequenceExperiment("adding", "regression"),
                   [&](auto& c) { c.cell = cell; });
        }
        addRow("weighted classes, two blocks", sequenceExperiment("grammar", "classification"),
               [](auto& c) { c.classWeights = true, c.threads = 2; });
        for (const bool resident : {true, false})
            addRow(std::string("NSE* of sequences, two blocks") + (resident ? "" : ", batch by batch"),
                   sequenceExperiment("adding", "regression"),
                   [&](auto& c) { c.loss = "nse", c.threads = 2, c.deviceData = resident; });
        addRow("labels, weighted, accumulated", sequenceExperiment("copy", "labelling"),
               [](auto& c) { c.classWeights = true, c.accumulate = 2, c.threads = 2; });
    }
    void equalsTheLibrary() {
        QFETCH(ExperimentConfig, config);
        // The formulas in float64; in float32 the code of every instruction set, and what it rounds.
        for (const char* precision : {"fp64", "fp32"}) {
            config.precision = precision;
            ReferenceStep reference(config);
            std::vector<std::int64_t> sets = InstructionSet::all();
            if (config.precision == "fp64") sets.resize(1);
            for (const std::int64_t targets : sets) {
                const InstructionSet set(targets);
                int turned = 0;
                for (const StepTrace& trace : tracedSteps(config, kLooked)) {
                    const StepGap gap = reference.gapOf(trace);
                    const QString what = QString("%1, %2, step %3: loss %4 of %5, gradient %6 of %7, update %8 of %9")
                                             .arg(precision, QString::fromStdString(InstructionSet::name()))
                                             .arg(trace.before.counters.step)
                                             .arg(gap.loss)
                                             .arg(gap.lossLimit)
                                             .arg(gap.gradient)
                                             .arg(gap.gradientLimit)
                                             .arg(gap.update)
                                             .arg(kUpdateRoundings);
                    if (qEnvironmentVariableIsSet("GATELAB_SHOW")) qInfo("%s", qPrintable(what));
                    QVERIFY2(gap.loss <= gap.lossLimit && gap.update <= kUpdateRoundings, qPrintable(what));
                    if (gap.gradient <= gap.gradientLimit) continue;
                    QVERIFY2(hasKinks(config) && ++turned <= kMaxTurned, qPrintable(what));
                }
            }
        }
    }

    void goesOnWithTheSameBits_data() {
        QTest::addColumn<ExperimentConfig>("config");
        addRow("forecast", forecastExperiment(), [](auto& c) { c.precision = "fp32"; });
        addRow("nadam, masks, blocks, accumulated", forecastExperiment(), [](auto& c) {
            c.precision = "fp32", c.optimiser = "nadam", c.layers = 2, c.dropout = 0.2, c.zoneout = 0.1, c.threads = 2,
            c.accumulate = 2, c.emaDecay = 0.9;
        });
        addRow("sentences", sequenceExperiment("grammar", "classification"), [](auto& c) { c.precision = "fp32"; });
        addRow("words", wordsExperiment(), [](auto& c) { c.precision = "fp32", c.threads = 2; });
    }
    void goesOnWithTheSameBits() {
        QFETCH(ExperimentConfig, config);
        config.checkpointSeconds = 0;
        config.maxSteps = 20;
        Rig whole(config);
        whole.trainer->run();
        const auto end = stateToFile(whole.trainer->capture());
        for (const std::size_t at : {std::size_t{1}, whole.saved.size() / 2, whole.saved.size() - 2}) {
            Rig resumed(config);
            QVERIFY(resumed.trainer->restore(whole.saved.at(at)).ok());
            resumed.trainer->run();
            const auto again = stateToFile(resumed.trainer->capture());
            for (const auto& [name, tensor] : end.tensors)
                QVERIFY2(again.tensors.at(name).bytes == tensor.bytes, name.c_str());
        }
    }

    // The blocks are a matter of the settings, the threads of how busy the machine is.
    void bitsDoNotDependOnTheThreads_data() {
        QTest::addColumn<ExperimentConfig>("config");
        addRow("numbers", forecastExperiment());
        addRow("words", wordsExperiment());
    }
    void bitsDoNotDependOnTheThreads() {
        QFETCH(ExperimentConfig, config);
        config.precision = "fp32";
        config.threads = 3;
        config.hiddenSize = 160;  // as many weights as are shared in an update
        config.maxSteps = 4;
        std::vector<at::Tensor> first;
        for (const std::int64_t threads : {3, 1, 2}) {
            Rig rig(config);
            BatchTeam team(threads, nullptr, 3);
            Optimiser optimiser(config, rig.model->parameters());
            double loss = 0;
            for (std::int64_t position = 0; position < 4; ++position) {
                loss += rig.whole->addGradients(*rig.batcher,
                                                {0, position, 1, true, true, 1, static_cast<std::uint64_t>(position)},
                                                &team, nullptr);
                rig.whole->prepareUpdate(config, optimiser, &team);
                rig.whole->update(config, {0.01, 0.9}, &team);
            }
            std::vector<at::Tensor> found{at::tensor({loss}, at::kDouble)};
            for (const ParameterBuffer& buffer : rig.model->parameters().buffers())
                found.push_back(buffer.values.detach().clone());
            if (first.empty()) first = found;
            for (std::size_t i = 0; i < first.size(); ++i) QVERIFY(at::equal(found[i], first[i]));
        }
    }

    // Many models in one process, each on a thread of its own.
    void bitsDoNotDependOnOtherModels() {
        ExperimentConfig config = forecastExperiment();
        config.precision = "fp32";
        config.maxSteps = 30;
        const auto bytesOf = [](ExperimentConfig one, std::int64_t seed) {
            one.seed = seed;
            return trained(one).weights;
        };
        std::vector<std::vector<at::Tensor>> alone, together(3);
        for (std::int64_t seed = 1; seed <= 3; ++seed) alone.push_back(bytesOf(config, seed));
        std::vector<std::thread> threads;
        for (std::int64_t seed = 1; seed <= 3; ++seed)
            threads.emplace_back([&, seed] { together[static_cast<std::size_t>(seed - 1)] = bytesOf(config, seed); });
        for (std::thread& thread : threads) thread.join();
        for (std::size_t i = 0; i < 3; ++i) QCOMPARE(weightGap(together[i], alone[i]), 0.0);
    }

    // What the whole step leaves is what any other step goes on with.
    void theOptimisersStateIsTheLibrarys() {
        for (const char* optimiser : {"sgd", "rmsprop", "adam", "nadam", "adagrad"}) {
            ExperimentConfig config = forecastExperiment();
            config.optimiser = optimiser;
            config.epsilon = kCalm;
            config.maxSteps = 10;
            const Outcome whole = trained(config);
            config.implementation = "native";
            const Outcome library = trained(config);
            int compared = 0;
            for (const auto& [name, raw] : library.state) {
                if (!name.starts_with("optimiser/")) continue;
                const at::Tensor own = *fromRawTensor(whole.state.at(name)), theirs = *fromRawTensor(raw);
                QVERIFY2(own.scalar_type() == theirs.scalar_type() && at::allclose(own, theirs, 1e-10, 1e-14),
                         (std::string(optimiser) + " " + name).c_str());
                ++compared;
            }
            QVERIFY(compared > 1);
        }
    }

    void asksForNoTensorsInAStep() {
        ExperimentConfig config = forecastExperiment();
        config.precision = "fp32";
        config.anchor = "revin";
        config.linearPath = true;
        installHostMemory();
        Rig rig(config);
        Optimiser optimiser(config, rig.model->parameters());
        const std::int64_t made = rig.memory.figures().requests;
        std::int64_t before = 0;
        for (std::int64_t step = 0; step < 8; ++step) {
            if (step == 2) before = rig.memory.figures().requests;
            rig.whole->addGradients(*rig.batcher, {0, step, 1, true, true, 1, static_cast<std::uint64_t>(step)},
                                    nullptr, nullptr);
            rig.whole->prepareUpdate(config, optimiser, nullptr);
            rig.whole->update(config, {0.01, 0.9}, nullptr);
        }
        QCOMPARE(rig.memory.figures().requests - before, std::int64_t{0});
        QVERIFY(before > made);  // the arrays themselves
        rig.whole->releaseBuffers();
    }

    void anEvaluationHasTheRoom() {
        installHostMemory();
        ExperimentConfig config = forecastExperiment();
        config.maxSteps = 20;
        TrainBench bench(config);
        std::int64_t held = -1;
        bench.afterEpoch = [&](std::int64_t) {
            held = bench.memory.figures().held[static_cast<std::size_t>(MemoryCause::Activations)];
        };
        bench.run();
        QCOMPARE(held, std::int64_t{0});
    }

    void liveChangesReachIt() {
        ExperimentConfig config = forecastExperiment();
        config.epsilon = kCalm;
        const auto run = [&](const char* implementation) {
            config.implementation = implementation;
            TrainBench bench(config);
            bench.afterEpoch = [&](std::int64_t epoch) {
                if (epoch != 1) return;
                bench.control().change({"learning_rate", 0.01});
                bench.control().change({"weight_decay", 0.1});
                bench.control().change({"clip_norm", 0.01});
            };
            bench.run();
            return bench.weights();
        };
        const auto whole = run(kCpuStep), library = run("native");
        QVERIFY(weightGap(whole, library) < 1e-11);
        config.implementation = kCpuStep;
        QVERIFY(weightGap(trained(config).weights, library) > 1e-4);
    }

    void aSpoiltRowIsFound_data() {
        QTest::addColumn<bool>("input");
        QTest::newRow("target") << false;
        QTest::newRow("input") << true;
    }
    void aSpoiltRowIsFound() {
        QFETCH(bool, input);
        for (const std::int64_t row : {0, 11}) {
            ExperimentConfig config = forecastExperiment();
            config.threads = 2;
            config.shuffle = false;
            Rig rig(config, row, [&](Batch& batch, std::int64_t at) {
                input ? batch.input.select(1, at).fill_(NAN) : batch.target[at].fill_(NAN);
            });
            QString message;
            try {
                rig.trainer->run();
            } catch (const StopWithError& stop) {
                message = QString::fromStdString(stop.error.message);
            }
            QVERIFY2(message.contains(QString("window %1 of").arg(row + 1)), qPrintable(message));
            QCOMPARE(rig.trainer->counters().step, std::int64_t{0});
        }
    }

    void whatItCannotDoIsSaid() {
        for (const Change& change :
             std::vector<Change>{[](auto& c) { c.precision = "bf16"; }, [](auto& c) { c.peephole = true; },
                                 [](auto& c) { c.layerNorm = true; }, [](auto& c) { c.decoder = "recursive"; },
                                 [](auto& c) {
                                     c.carryState = true;
                                     c.shuffle = false;
                                     c.batchSize = 4;
                                 },
                                 [](auto& c) { c.gradientNoise = 1e-3; }, [](auto& c) { c.recomputeChunk = 3; },
                                 [](auto& c) {
                                     c.residual = true;
                                     c.layers = 2;
                                 }}) {
            ExperimentConfig config = forecastExperiment();
            change(config);
            const Text why = cpuStepObstacle(config, false);
            QVERIFY(!why.isEmpty());
            const auto plan = makeTrainPlan(config, nullptr);
            QVERIFY(!plan.ok());
            QVERIFY2(plan.error().message.find(why.source) != std::string::npos, plan.error().message.c_str());
        }
        QVERIFY(cpuStepObstacle(forecastExperiment(), false).isEmpty());
        QVERIFY(!cpuStepObstacle(forecastExperiment(), true).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCpuStep)
#include "tst_cpu_step.moc"
