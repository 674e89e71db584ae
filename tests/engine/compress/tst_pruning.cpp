// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/compress/packed_file.cpp.
#include "compress/packed_file.h"
#include "compress/packed_layer.h"
#include "compress/pruning.h"
#include "engine/nn_support.h"
#include "support/take.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

double zeros(const at::Tensor& matrix) { return matrix.eq(0).to(at::kDouble).mean().item<double>(); }

std::unique_ptr<Model> network() {
    ExperimentConfig config;
    config.hiddenSize = 20;
    config.layers = 2;
    config.bidirectional = true;
    return makeModel(config, {3, 1}, at::kFloat);
}

}  // namespace

class TestPruning : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theShareGrowsAsZhuAndGuptaSay() {
        QCOMPARE(gradualShare(0.9, 0, 100), 0.0);
        QCOMPARE(gradualShare(0.9, 20, 100), 0.0);
        QCOMPARE(gradualShare(0.9, 67, 100), 0.9);
        QCOMPARE(gradualShare(0.9, 100, 100), 0.9);
        QVERIFY(std::abs(gradualShare(0.8, 435, 1000) - 0.8 * (1 - 0.125)) < 1e-12);
    }

    void theSmallestBlocksAreOut() {
        at::Tensor matrix = randomTensor({32, 5}, 1, at::kFloat);
        matrix.narrow(0, 0, 16).select(1, 2).mul_(1e-3);
        matrix.narrow(0, 16, 16).select(1, 4).mul_(1e-3);
        const at::Tensor mask = blockMask(matrix, 0.2);
        QCOMPARE(zeros(mask), 0.2);
        QCOMPARE(mask[0][2].item<double>() + mask[15][2].item<double>() + mask[16][4].item<double>(), 0.0);
        QCOMPARE(mask[16][2].item<double>(), 1.0);
        // The last block may be short
        QCOMPARE(blockMask(randomTensor({20, 5}, 2, at::kFloat), 0.5).sizes(), at::IntArrayRef({20, 5}));
    }

    void everyPruningHoldsAfterEveryStep() {
        constexpr std::int64_t kSteps = 60;
        const auto model = network();
        const auto matrices = recurrentMatrices(model->parameters());
        QCOMPARE(matrices.size(), std::size_t(4));
        const auto trains = [&](Pruning& pruning, const auto& holds) {
            pruning.afterStep(0, kSteps);
            for (std::int64_t step = 1; step <= kSteps; ++step) {
                const at::NoGradGuard noGrad;
                for (const at::Tensor& matrix : matrices)
                    at::Tensor(matrix).add_(randomTensor(matrix.sizes(), 100 + step, at::kFloat) * 0.01);
                pruning.afterStep(step, kSteps);
                for (const at::Tensor& matrix : matrices)
                    if (!holds(matrix, step)) return false;
            }
            return true;
        };
        BlockPruning blocks(matrices, 0.8);
        QVERIFY(trains(blocks, [](const at::Tensor& m, std::int64_t step) {
            return std::abs(zeros(m) - gradualShare(0.8, step, kSteps)) < 0.02;
        }));
        RankPruning ranks(matrices, 3);
        QVERIFY(trains(ranks, [](const at::Tensor& m, std::int64_t) {
            return packRecurrent(PackKind::LowRank, m).factors[0].rows <= 3;
        }));
    }

    void thresholdTakesTheShareOfAllMatrices() {
        const auto model = network();
        const auto matrices = recurrentMatrices(model->parameters());
        const double threshold = thresholdOf(matrices, 0.9);
        ThresholdPruning pruning(matrices, threshold);
        pruning.afterStep(0, 1);
        at::Tensor all = at::cat({matrices[0].reshape({-1}), matrices[1].reshape({-1}), matrices[2].reshape({-1}),
                                  matrices[3].reshape({-1})});
        QVERIFY(std::abs(zeros(all) - 0.9) < 1e-3);
        QVERIFY(all.abs().max().item<double>() >= threshold);
    }

    void theFileKeepsTheMask() {
        for (const PackKind kind : {PackKind::Blocks, PackKind::BlocksInt8, PackKind::Sparse, PackKind::LowRank,
                                    PackKind::Int8, PackKind::Dense}) {
            const auto model = network();
            const auto matrices = recurrentMatrices(model->parameters());
            std::unique_ptr<Pruning> pruning = std::make_unique<BlockPruning>(matrices, 0.8);
            if (kind == PackKind::Sparse) pruning = std::make_unique<ThresholdPruning>(matrices, 0.2);
            if (kind == PackKind::LowRank) pruning = std::make_unique<RankPruning>(matrices, 2);
            if (kind != PackKind::Int8) pruning->afterStep(100, 100);
            const TensorFile packed = take(parseTensors(take(serializeTensors(packedFile(model->parameters(), kind)))));
            const auto other = network();
            QVERIFY(other->parameters().load(take(unpackedFile(packed))).ok());
            const auto back = recurrentMatrices(other->parameters());
            const bool isExact = kind != PackKind::BlocksInt8 && kind != PackKind::Int8 && kind != PackKind::LowRank;
            for (std::size_t i = 0; i < back.size(); ++i) {
                QVERIFY(difference(back[i], matrices[i]) <= (isExact ? 0.0 : kind == PackKind::LowRank ? 1e-6 : 2e-3));
                if (kind != PackKind::LowRank) QVERIFY((back[i].eq(0) | matrices[i].ne(0)).all().item<bool>());
            }
            QCOMPARE(
                difference(other->parameters().find("head.bias")->value, model->parameters().find("head.bias")->value),
                0.0);
        }
    }

    void damagedFilesAreRefused() {
        const auto model = network();
        const auto matrices = recurrentMatrices(model->parameters());
        BlockPruning(matrices, 0.8).afterStep(100, 100);
        const TensorFile packed = packedFile(model->parameters(), PackKind::Blocks);
        const std::string name = "rnn.weight_hh_l0";
        QVERIFY(packed.tensors.contains(name + ".kept"));
        auto bad = packed;
        bad.tensors[name + ".kept"].bytes[3] = 0x7f;
        QCOMPARE(unpackedFile(bad).error().code, ErrorCode::Corrupt);
        bad = packed;
        bad.tensors[name + ".starts"].bytes[4] ^= 0x7f;
        QVERIFY(!unpackedFile(bad).ok());
        for (const char* head : {"blocks 800 20", "int8 80 20", "dense 80 20", "low-rank 80 20",
                                 "blocks 99999999 99999999", "blocks -1 20", "", "what 80 20"}) {
            bad = packed;
            bad.metadata[name] = head;
            QVERIFY2(!unpackedFile(bad).ok(), head);
        }
    }
};

QTEST_GUILESS_MAIN(TestPruning)
#include "tst_pruning.moc"
