// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/compress/packed_matrix.cpp and core/compress/packed_products_inl.h.
#include "compress/packed_layer.h"
#include "engine/instruction_sets.h"
#include "engine/nn_support.h"

#include <QtTest>

#include <algorithm>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

struct Case {
    PackKind kind;
    const char* name;
    double tolerance;  ///< in parts of a row's sum of absolute weights times the largest input
};
constexpr Case kCases[] = {{PackKind::Dense, "dense", 1e-6},   {PackKind::Int8, "int8", 7e-5},
                           {PackKind::Blocks, "blocks", 1e-6}, {PackKind::BlocksInt8, "blocks int8", 7e-5},
                           {PackKind::Sparse, "sparse", 1e-6}, {PackKind::LowRank, "low rank", 2e-6}};

/// Weights of which what this kind can leave out is zero: of 10 blocks or weights about 9, the rank is 3.
at::Tensor weightsFor(PackKind kind, std::int64_t rows, std::int64_t columns) {
    if (kind == PackKind::LowRank)
        return randomTensor({rows, 3}, 5, at::kFloat).matmul(randomTensor({3, columns}, 6, at::kFloat));
    at::Tensor weights = randomTensor({rows, columns}, 7, at::kFloat);
    if (kind == PackKind::Sparse) weights *= randomTensor({rows, columns}, 8, at::kFloat).gt(1.28);
    if (kind == PackKind::Blocks || kind == PackKind::BlocksInt8) {
        const std::int64_t panels = (rows + kPanelRows - 1) / kPanelRows;
        const at::Tensor on = randomTensor({panels, columns}, 9).gt(1.28).repeat_interleave(kPanelRows, 0);
        weights *= on.narrow(0, 0, rows);
    }
    return weights;
}

at::Tensor wholeOf(const PackedMatrix& packed) {
    const std::vector<float> values = unpacked(packed);
    return at::tensor(values).reshape({packed.rows, packed.columns});
}

std::span<const float> numbers(const at::Tensor& t) {
    return {t.const_data_ptr<float>(), static_cast<std::size_t>(t.numel())};
}

/// By plain loops in float64 over what is kept; the largest difference in parts of what Case says.
double worstOf(const PackedMatrix& packed, std::int64_t batch) {
    const at::Tensor x = randomTensor({batch, packed.columns}, 11, at::kFloat), whole = wholeOf(packed);
    at::Tensor y = at::full({batch, packed.paddedRows()}, 99.0F);
    PackedScratch scratch;
    multiply(packed, batch, x.const_data_ptr<float>(), packed.columns, y.mutable_data_ptr<float>(), packed.paddedRows(),
             scratch);
    const at::Tensor most = x.abs().amax(1).to(at::kDouble);
    const double* largest = most.const_data_ptr<double>();
    double worst = 0;
    for (std::int64_t b = 0; b < batch; ++b)
        for (std::int64_t r = 0; r < packed.paddedRows(); ++r) {
            double sum = 0, size = 0;
            for (std::int64_t c = 0; r < packed.rows && c < packed.columns; ++c) {
                const double part = double(whole.const_data_ptr<float>()[r * packed.columns + c]) *
                                    x.const_data_ptr<float>()[b * packed.columns + c];
                sum += part;
                size += std::abs(double(whole.const_data_ptr<float>()[r * packed.columns + c])) * largest[b];
            }
            worst = std::max(
                worst, std::abs(y.const_data_ptr<float>()[b * packed.paddedRows() + r] - sum) / std::max(size, 1e-3));
        }
    return worst;
}

}  // namespace

class TestPackedMatrix : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void productsAreThoseOfPlainLoops() {
        for (const std::int64_t set : InstructionSet::all()) {
            const InstructionSet use(set);
            for (const Case& c : kCases)
                for (const auto& [rows, columns] : {std::pair{64, 16}, {20, 5}, {52, 13}, {16, 1}, {3, 3}, {256, 64}})
                    for (const std::int64_t batch : {1, 2, 9, 17}) {
                        const PackedMatrix packed = packRecurrent(c.kind, weightsFor(c.kind, rows, columns));
                        const double worst = worstOf(packed, batch);
                        QVERIFY2(worst < c.tolerance, qPrintable(QString("%1 %2 %3x%4 batch %5: %6")
                                                                     .arg(InstructionSet::name().c_str(), c.name)
                                                                     .arg(rows)
                                                                     .arg(columns)
                                                                     .arg(batch)
                                                                     .arg(worst)));
                    }
        }
    }

    void whatIsKeptIsWhatWasThere() {
        for (const PackKind kind : {PackKind::Dense, PackKind::Blocks, PackKind::Sparse}) {
            const at::Tensor weights = weightsFor(kind, 52, 13);
            QCOMPARE(difference(wholeOf(packRecurrent(kind, weights)), weights), 0.0);
        }
        const at::Tensor low = weightsFor(PackKind::LowRank, 52, 13);
        const PackedMatrix packed = packRecurrent(PackKind::LowRank, low);
        QCOMPARE(packed.factors.front().rows, std::int64_t(3));
        QVERIFY(relativeDifference(wholeOf(packed), low) < 1e-5);
    }

    void bytesAreSymmetricAndWithinHalfAStep() {
        const at::Tensor weights = randomTensor({20, 7}, 3, at::kFloat);
        const PackedMatrix packed = packRecurrent(PackKind::Int8, weights);
        const PackedMatrix turned = packRecurrent(PackKind::Int8, -weights);
        QCOMPARE(difference(wholeOf(packed), -wholeOf(turned)), 0.0);
        const at::Tensor step = weights.abs().amax(1, true) / 127;
        QVERIFY(((wholeOf(packed) - weights).abs() <= step * 0.5001).all().item<bool>());
        QVERIFY(*std::ranges::max_element(packed.bytes) == 127 || *std::ranges::min_element(packed.bytes) == -127);
    }

    void zerosTakeNoRoom() {
        const std::int64_t dense = packRecurrent(PackKind::Dense, weightsFor(PackKind::Dense, 256, 64)).byteCount();
        QCOMPARE(dense, std::int64_t(256 * 64 * 4));
        const auto part = [&](PackKind kind) {
            return double(packRecurrent(kind, weightsFor(kind, 256, 64)).byteCount()) / double(dense);
        };
        QVERIFY(part(PackKind::Int8) < 0.27);
        QVERIFY(part(PackKind::Blocks) < 0.15);
        QVERIFY(part(PackKind::BlocksInt8) < 0.08);
        // An index beside every weight
        QVERIFY(part(PackKind::Sparse) > 0.15 && part(PackKind::Sparse) < 0.3);
        QVERIFY(part(PackKind::LowRank) < 0.12);
    }

    void nothingButZeros() {
        for (const PackKind kind : {PackKind::Int8, PackKind::Blocks, PackKind::BlocksInt8, PackKind::Sparse}) {
            const at::Tensor none = at::zeros({20, 6});
            QCOMPARE(worstOf(packMatrix(kind, 20, 6, numbers(none)), 3), 0.0);
        }
    }
};

QTEST_GUILESS_MAIN(TestPackedMatrix)
#include "tst_packed_matrix.moc"
