// SPDX-License-Identifier: GPL-3.0-or-later
// How fast recurrent products W[4H,H] h are with packed matrices, in parts of the dense one: one thread, contestants in
// turn, nine rounds. Asserts no speed.
#include "compress/packed_kernels.h"
#include "compress/packed_layer.h"
#include "engine/nn_support.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr std::size_t kRounds = 9;
constexpr double kLeastMicros = 3000;

struct Contestant {
    const char* name;
    PackedMatrix matrix;
    std::vector<double> micros = {};
};

std::vector<Contestant> contestants(std::int64_t units, double zeros) {
    const std::int64_t rows = 4 * units;
    const at::Tensor weights = randomTensor({rows, units}, 1, at::kFloat);
    const at::Tensor blocks = at::rand({rows / kPanelRows, units}).gt(zeros).repeat_interleave(kPanelRows, 0),
                     single = at::rand({rows, units}).gt(zeros);
    const at::Tensor low =
        randomTensor({rows, units / 8}, 2, at::kFloat).matmul(randomTensor({units / 8, units}, 3, at::kFloat));
    return {{"dense", packRecurrent(PackKind::Dense, weights)},
            {"CSR", packRecurrent(PackKind::Sparse, weights * single)},
            {"blocks 16x1", packRecurrent(PackKind::Blocks, weights * blocks)},
            {"rank H/8", packRecurrent(PackKind::LowRank, low)},
            {"INT8", packRecurrent(PackKind::Int8, weights)},
            {"INT8 blocks", packRecurrent(PackKind::BlocksInt8, weights * blocks)}};
}

/// Processor time of this thread: what other programs take away is not counted.
double threadMicros() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

double microsOf(const PackedMatrix& matrix, const at::Tensor& x, at::Tensor& y, PackedScratch& scratch) {
    double taken = 0;
    int count = 0;
    for (const double begun = threadMicros(); taken < kLeastMicros; ++count) {
        multiply(matrix, x.size(0), x.const_data_ptr<float>(), x.size(1), y.mutable_data_ptr<float>(), y.size(1),
                 scratch);
        taken = threadMicros() - begun;
    }
    return taken / count;
}

}  // namespace

class TestPackedSpeed : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void besideDense() {
        at::manual_seed(1);
        std::printf("%s, median of %zu rounds: times as fast as dense (lowest to highest)\n",
                    packed::kernels().instructionSet, kRounds);
        for (const double zeros : {0.5, 0.9})
            for (const std::int64_t units : {64, 256, 1024})
                for (const std::int64_t batch : {1, 16}) {
                    auto all = contestants(units, zeros);
                    const at::Tensor x = randomTensor({batch, units}, 4, at::kFloat).tanh();
                    at::Tensor y = at::zeros({batch, 4 * units});
                    PackedScratch scratch;
                    for (std::size_t round = 0; round < kRounds; ++round)
                        for (Contestant& one : all) one.micros.push_back(microsOf(one.matrix, x, y, scratch));
                    for (const Contestant& one : all) {
                        std::vector<double> ratios;
                        for (std::size_t i = 0; i < kRounds; ++i)
                            ratios.push_back(all.front().micros[i] / one.micros[i]);
                        std::ranges::sort(ratios);
                        const double micros = *std::ranges::min_element(one.micros);
                        std::printf(
                            "zeros %.0f %% H %4lld batch %2lld %-12s %8.2f us %6.2f (%.2f to %.2f) %6.1f GFLOP/s "
                            "as if dense\n",
                            100 * zeros, static_cast<long long>(units), static_cast<long long>(batch), one.name, micros,
                            ratios[kRounds / 2], ratios.front(), ratios.back(),
                            8e-3 * static_cast<double>(units * units * batch) / micros);
                        QVERIFY(y.isfinite().all().item<bool>());
                    }
                }
    }
};

QTEST_GUILESS_MAIN(TestPackedSpeed)
#include "tst_packed_speed.moc"
