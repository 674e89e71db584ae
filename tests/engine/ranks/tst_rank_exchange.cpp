// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks as threads of this program: equal bits for any number of them, whichever of them ends in the middle.
// Holds core/ranks/rank_group.cpp, core/session/rank_store.cpp and core/ranks/pipe_store.cpp.
#include "engine/step_reference.h"
#include "engine/train_support.h"
#include "io/hash.h"
#include "session/rank_store.h"

#include <QtTest>

#include <sys/socket.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kBlocks = 8;
constexpr std::int64_t kSteps = 30;

/// Thrown by a rank that is to end.
struct Ends {};

/// Both ends of the channels of so many ranks.
struct Channels {
    explicit Channels(int ranks) {
        for (int rank = 0; rank < ranks; ++rank) {
            int ends[2];
            if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw std::runtime_error("no sockets");
            ofStore.push_back(ends[0]);
            ofRanks.push_back(ends[1]);
        }
    }
    std::vector<int> ofStore, ofRanks;
};

/// work(rank, its store) in a thread for each rank.
void inRanks(int ranks, const std::function<void(int, std::unique_ptr<PipeStore>)>& work) {
    Channels channels(ranks);
    const RankStore store(channels.ofStore, {});
    std::vector<std::exception_ptr> failures(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            const auto i = static_cast<std::size_t>(rank);
            try {
                work(rank, std::make_unique<PipeStore>(channels.ofRanks[i], channels.ofRanks[i]));
            } catch (const Ends&) {
            } catch (const RanksStopped& stop) {
                failures[i] = std::make_exception_ptr(std::runtime_error(stop.error.message));
            } catch (...) {
                failures[i] = std::current_exception();
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

ExperimentConfig experiment(const char* cell, const char* precision) {
    ExperimentConfig config;
    config.builtinLength = 400;
    config.lookback = 9;
    config.horizon = 3;
    config.hiddenSize = 11;
    config.layers = 2;
    config.cell = cell;
    config.batchSize = 26;  // blocks of unequal size, and a last batch with fewer rows
    config.epochs = 1000;
    config.maxSteps = kSteps;
    config.device = "cpu";
    config.precision = precision;
    config.implementation = kCpuStep;
    config.optimiser = "adamw";
    config.weightDecay = 0.01;
    config.clipNorm = 0.05;
    config.dropout = 0.2;
    config.threads = kBlocks;
    config.learningRate = 0.003;
    return config;
}

std::string shaOf(const Model& model) {
    Sha256 sha;
    for (const ParameterBuffer& buffer : model.parameters().buffers())
        sha.add({static_cast<const char*>(buffer.values.const_data_ptr()), buffer.values.nbytes()});
    return sha.finish();
}

std::string trainedAlone(const ExperimentConfig& config) {
    Rig rig(config);
    rig.trainer->run();
    return shaOf(*rig.model);
}

/// Of rank 0; all that end whole must have the same. `ends`: of each rank, in which epoch it ends; 0: it does not.
std::string trainedBy(int ranks, const ExperimentConfig& config, const std::vector<int>& ends = {}) {
    constexpr std::int64_t kExample = 77;  // each epoch has it somewhere
    std::vector<std::string> shas(static_cast<std::size_t>(ranks));
    inRanks(ranks, [&](int rank, std::unique_ptr<PipeStore> store) {
        const auto i = static_cast<std::size_t>(rank);
        SpoiltSource::Spoil spoil;
        if (i < ends.size() && ends[i] > 0)
            spoil = [left = ends[i]](Batch&, std::int64_t) mutable {
                if (--left == 0) throw Ends();
            };
        Rig rig(config, kExample, spoil, {}, std::move(store));
        rig.ranks->meet("same");
        rig.trainer->run();
        rig.ranks->meet({});
        shas[i] = shaOf(*rig.model);
    });
    for (const std::string& sha : shas)
        if (!sha.empty() && sha != shas[0]) return "rank 0 has " + shas[0] + ", another one " + sha;
    return shas[0];
}

}  // namespace

class TestRankExchange : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theirNumberChangesNoBit_data() {
        QTest::addColumn<ExperimentConfig>("config");
        for (const char* precision : {"fp64", "fp32"})
            for (const char* cell : {"lstm", "gru", "rnn-tanh"})
                QTest::newRow((std::string(cell) + ", " + precision).c_str()) << experiment(cell, precision);
        auto other = experiment("lstm", "fp32");
        other.accumulate = 3;
        other.optimiser = "sgd";
        QTest::newRow("three batches a step, SGD") << other;
        other = experiment("gru", "fp32");
        other.optimiser = "adam";
        other.epochs = 4;
        other.maxSteps = 0;
        other.schedule = "plateau";
        other.plateauPatience = 0;
        other.emaDecay = 0.9;
        other.l2 = 1e-3;
        QTest::newRow("whole epochs, Adam, plateau, running mean") << other;
    }
    void theirNumberChangesNoBit() {
        QFETCH(ExperimentConfig, config);
        const std::string alone = trainedAlone(config);
        for (const int ranks : {1, 2, 3, 4, 8}) QCOMPARE(trainedBy(ranks, config), alone);
    }

    void whoeverEndsTheOthersGoOnWithTheSameBits() {
        const auto config = experiment("lstm", "fp32");
        const std::string alone = trainedAlone(config);
        for (int epoch = 1; epoch <= 3; ++epoch)
            for (std::size_t rank = 1; rank < 4; ++rank) {
                std::vector<int> ends(4, 0);
                ends[rank] = epoch;
                QCOMPARE(trainedBy(4, config, ends), alone);
            }
        QCOMPARE(trainedBy(4, config, {0, 1, 2, 3}), alone);
        QCOMPARE(trainedBy(4, config, {0, 2, 2, 2}), alone);  // all at once: rank 0 goes on alone
    }

    void otherWeightsAreNamed() {
        const auto config = experiment("lstm", "fp32");
        QString message;
        try {
            inRanks(3, [&](int rank, std::unique_ptr<PipeStore> store) {
                Rig rig(config, -1, {}, {}, std::move(store));
                rig.ranks->meet("same");
                if (rank == 2) rig.model->parameters().buffers()[0].values[3] += 1e-6;
                rig.ranks->meet("same");
            });
        } catch (const std::exception& problem) {
            message = problem.what();
        }
        QVERIFY2(message.startsWith("rank 2 holds other weights or data than rank 0"), qPrintable(message));
    }

    void aSettingChangesEverywhereAtTheSameStep() {
        const auto config = experiment("gru", "fp32");
        const auto changedBy = [&](int ranks) {
            std::string sha;
            inRanks(ranks, [&](int rank, std::unique_ptr<PipeStore> store) {
                Rig rig(config, -1, {}, {}, std::move(store));
                rig.ranks->meet("same");
                if (rank == 0) {
                    rig.control.change({"learning_rate", 0.01});
                    rig.control.pause(true);
                    rig.control.step();
                    rig.control.step();
                    rig.control.pause(false);
                }
                rig.trainer->run();
                rig.ranks->meet({});
                if (rank == 0) sha = shaOf(*rig.model);
            });
            return sha;
        };
        const std::string one = changedBy(1);
        QVERIFY(one != trainedAlone(config));
        for (const int ranks : {2, 3}) QCOMPARE(changedBy(ranks), one);
    }
};

QTEST_GUILESS_MAIN(TestRankExchange)
#include "tst_rank_exchange.moc"
