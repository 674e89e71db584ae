// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks as threads of this program: equal bits for any number of them, whichever of them ends in the middle.
// Holds core/ranks/rank_group.cpp, core/ranks/rank_membership.cpp, core/ranks/rank_rounds.cpp,
// core/session/rank_store.cpp and core/ranks/pipe_store.cpp.
#include "engine/rank_threads.h"
#include "engine/step_reference.h"
#include "io/certificates.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kBlocks = 8;
constexpr std::int64_t kSteps = 30;

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

std::string trainedAlone(const ExperimentConfig& config) {
    Rig rig(config);
    rig.trainer->run();
    return shaOf(*rig.model);
}

/// Of rank 0; all that end whole must have the same. `ends`: of each rank, in which epoch it ends; 0: it does not.
/// `given`: where it is not null, how many ranks rank 0 has heard that the others gave up.
std::string trainedBy(int ranks, const ExperimentConfig& config, const std::vector<int>& ends = {},
                      const RankNetwork& network = {}, qsizetype* given = nullptr) {
    constexpr std::int64_t kExample = 77;  // each epoch has it somewhere
    std::vector<std::string> shas(static_cast<std::size_t>(ranks));
    inRanks(ranks, [&](int rank, std::unique_ptr<PipeStore> store) {
        const auto i = static_cast<std::size_t>(rank);
        SpoiltSource::Spoil spoil;
        if (i < ends.size() && ends[i] > 0)
            spoil = [left = ends[i]](Batch&, std::int64_t) mutable {
                if (--left == 0) throw Ends();
            };
        Rig rig(config, kExample, spoil, {}, std::move(store), network);
        rig.ranks->meet("same");
        rig.trainer->run();
        rig.ranks->meet({});
        shas[i] = shaOf(*rig.model);
        if (rank != 0 || given == nullptr) return;
        for (const RunEvent& event : rig.channel.takeEvents())
            if (const auto* warning = event.as<RunWarning>())
                *given += QString::fromStdString(warning->text.english()).count("has ended; the step is repeated");
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

    void norOfASmallerExchange_data() {
        QTest::addColumn<ExperimentConfig>("config");
        for (const char* exchange : {"bf16", "powersgd", "top-k"})
            for (const char* precision : {"fp64", "fp32"}) {
                auto config = experiment("lstm", precision);
                config.gradientExchange = exchange;
                config.exchangeShare = 0.05;
                QTest::newRow((std::string(exchange) + ", " + precision).c_str()) << config;
                if (config.precision == "fp64") continue;
                config.accumulate = 3;
                QTest::newRow((std::string(exchange) + ", three batches a step, " + precision).c_str()) << config;
            }
    }
    void norOfASmallerExchange() {
        QFETCH(ExperimentConfig, config);
        const std::string one = trainedBy(1, config);
        QVERIFY(one != trainedAlone(config));
        for (const int ranks : {2, 3, 8}) QCOMPARE(trainedBy(ranks, config), one);
    }

    void aLostRankChangesTheBitsOnlyWhereSomethingIsPutOff() {
        for (const char* exchange : {"bf16", "powersgd", "top-k"}) {
            auto config = experiment("lstm", "fp32");
            config.gradientExchange = exchange;
            const std::string whole = trainedBy(3, config);
            const std::string disturbed = trainedBy(3, config, {0, 2, 0});  // all that are left have the same
            QCOMPARE(disturbed == whole, std::string(exchange) == "bf16");
        }
    }

    /// With what was put off a run that is resumed comes to the same bits, by any number of ranks; without it to
    /// others.
    void whatIsPutOffIsInTheCheckpoint() {
        for (const char* exchange : {"powersgd", "top-k"}) {
            auto config = experiment("gru", "fp32");
            config.gradientExchange = exchange;
            const std::string whole = trainedBy(2, config);
            config.checkpointSeconds = 0;  // after each step
            TrainingState saved;
            inRanks(2, [&](int rank, std::unique_ptr<PipeStore> store) {
                Rig rig(config, -1, {}, {}, std::move(store));
                rig.ranks->meet("same");
                rig.trainer->run();
                rig.ranks->meet({});
                if (rank != 0) return;
                for (const TrainingState& state : rig.saved)
                    if (state.counters.step == kSteps / 2) saved = state;
            });
            QCOMPARE(saved.counters.step, kSteps / 2);
            const auto resumedBy = [&](int ranks, const TrainingState& state) {
                std::string sha;
                inRanks(ranks, [&](int rank, std::unique_ptr<PipeStore> store) {
                    Rig rig(config, -1, {}, {}, std::move(store));
                    if (!rig.trainer->restore(state).ok()) throw std::runtime_error("not restored");
                    rig.ranks->meet("same");
                    rig.trainer->run();
                    rig.ranks->meet({});
                    if (rank == 0) sha = shaOf(*rig.model);
                });
                return sha;
            };
            for (const int ranks : {2, 3}) QCOMPARE(resumedBy(ranks, saved), whole);
            TrainingState without = saved;
            std::erase_if(without.tensors, [](const auto& entry) { return entry.first.starts_with("exchange/"); });
            QVERIFY(without.tensors.size() < saved.tensors.size());
            QVERIFY(resumedBy(2, without) != whole);
        }
    }

    /// What a step sends and receives, to the byte, and that a smaller exchange is seen there.
    void theCostsAreThoseOfTheMessages() {
        const auto costsOf = [](const char* exchange, int ranks) {
            auto config = experiment("lstm", "fp32");
            config.gradientExchange = exchange;
            config.exchangeShare = 0.01;
            std::vector<double> bytes, waiting, slowest;
            std::int64_t numbers = 0;
            inRanks(ranks, [&](int rank, std::unique_ptr<PipeStore> store) {
                Rig rig(config, -1, {}, {}, std::move(store));
                rig.ranks->meet("same");
                rig.trainer->run();
                rig.ranks->meet({});
                rig.channel.drainMetrics([&](const MetricSample& sample) {
                    if (rank != 0 && sample.metric >= MetricId::RankBytes) throw std::runtime_error("of a follower");
                    if (sample.metric == MetricId::RankBytes) bytes.push_back(sample.value);
                    if (sample.metric == MetricId::WaitingShare) waiting.push_back(sample.value);
                    if (sample.metric == MetricId::SlowestRank) slowest.push_back(sample.value);
                });
                if (rank == 0) numbers = rig.model->parameters().count();
            });
            if (std::ssize(waiting) != kSteps) throw std::runtime_error("not of every step");
            for (const double share : waiting)
                if (!(share >= 0 && share <= 1)) throw std::runtime_error("no share");
            for (const double rank : slowest)
                if (!(rank >= 0 && rank < ranks)) throw std::runtime_error("no rank");
            return std::pair(bytes, numbers);
        };
        constexpr double kHead = 32;
        const auto [plain, numbers] = costsOf("none", 2);
        const auto count = static_cast<double>(numbers);
        const double half = std::floor(count / 2), rest = count - half;
        // Steps after a word, as at the end of an epoch, have its bytes, too.
        const auto has = [](const std::vector<double>& all, double one) { return std::ranges::count(all, one) > 0; };
        // Out: four blocks' losses and numbers of the other part, and this part's sum; in: the other way round.
        QVERIFY(has(plain, 2 * (kHead + kBlocks / 2 * 8) + (kBlocks / 2 + 1) * 4 * (half + rest)));
        QVERIFY(has(costsOf("bf16", 2).first, 2 * (kHead + kBlocks / 2 * 8) + (kBlocks / 2 + 1) * 2 * (half + rest)));
        const double kept = std::round(0.01 * count);
        QVERIFY(has(costsOf("top-k", 2).first, 2 * (kHead + kBlocks / 2 * (8 + 8 * kept))));
    }

    /// Within so many exchanges, and right after a checkpoint.
    void aFlippedBitIsFoundAndItsRankNamed_data() {
        QTest::addColumn<bool>("saves");
        QTest::newRow("every 64 exchanges") << false;
        QTest::newRow("after a checkpoint") << true;
    }
    void aFlippedBitIsFoundAndItsRankNamed() {
        QFETCH(bool, saves);
        auto config = experiment("lstm", "fp32");
        config.maxSteps = 200;
        config.checkpointSeconds = saves ? 0 : 86400;
        config.threads = 3;
        std::vector<std::int64_t> steps(3);
        QString message;
        try {
            inRanks(3, [&](int rank, std::unique_ptr<PipeStore> store) {
                std::optional<Rig> rig;
                const auto flip = [&, done = false](Batch&, std::int64_t) mutable {
                    if (rank != 2 || std::exchange(done, true)) return;
                    auto* bits = static_cast<std::uint32_t*>(rig->model->parameters().buffers()[0].values.data_ptr());
                    bits[5] ^= 1u;  // the last one
                };
                rig.emplace(config, 77, flip, std::function<std::unique_ptr<DeviceGraph>()>(), std::move(store));
                rig->ranks->meet("same");
                try {
                    rig->trainer->run();
                } catch (...) {
                    steps[static_cast<std::size_t>(rank)] = rig->trainer->counters().step;
                    throw;
                }
            });
        } catch (const std::exception& problem) {
            message = problem.what();
        }
        QVERIFY2(message.startsWith("rank 2 holds other weights or data than rank 0"), qPrintable(message));
        QVERIFY2(steps[0] <= (saves ? 16 : 64), std::to_string(steps[0]).c_str());
        QVERIFY(steps[0] == steps[1] && steps[1] == steps[2]);
    }

    /// A peer with another certificate spoils the group that it comes to, is counted, and the next one stands.
    void whoIsRefusedAtTheStartIsCounted() {
        const auto own = std::make_shared<const RankCredentials>(*makeJobCertificates(std::chrono::hours(1)));
        const auto other = std::make_shared<const RankCredentials>(*makeJobCertificates(std::chrono::hours(1)));
        std::vector<Phrase> news;
        inRanks(2, [&](int rank, std::unique_ptr<PipeStore> store) {
            RankNetwork network;
            if (rank == 1) {
                network.credentials = other;
                if (RankGroup::join(*store, std::chrono::seconds(60), network).ok())
                    throw std::runtime_error("another certificate was taken");
            }
            network.credentials = own;
            RunControl control;
            RankExchange ranks(std::move(store), control, network);
            ranks.meet("same");
            if (rank == 0) news = ranks.takeNews();
        });
        QCOMPARE(news.size(), std::size_t{1});
        QCOMPARE(news[0].english(), std::string("connections refused that had no certificate of this run: 1"));
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

    /// Encrypted and with the shortest limit, nobody is given up but who ended.
    void withTlsAndAShortLimitNobodyElseIsGivenUp() {
        const auto config = experiment("lstm", "fp32");
        const std::string alone = trainedAlone(config);
        RankNetwork network;
        network.timeout = std::chrono::seconds(1);
        network.credentials = std::make_shared<const RankCredentials>(*makeJobCertificates(std::chrono::hours(1)));
        for (int trial = 0; trial < 12; ++trial) {
            std::vector<int> ends(4, 0);
            ends[static_cast<std::size_t>(1 + trial % 3)] = 1 + trial % 2;
            qsizetype given = 0;
            QCOMPARE(trainedBy(4, config, ends, network, &given), alone);
            QCOMPARE(given, qsizetype{1});
        }
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
