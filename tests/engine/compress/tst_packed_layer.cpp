// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/compress/packed_layer.cpp and core/compress/packed_cells_inl.h.
#include "compress/packed_layer.h"
#include "engine/instruction_sets.h"
#include "engine/nn_support.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

struct Layer {
    RecurrentSpec spec;
    at::Tensor input, lengths;
    std::vector<at::Tensor> weights;
    LayerState state;

    Layer(const char* cell, bool bidirectional, bool unequal, bool starts) {
        spec.cell = findCellTraits(cell);
        spec.inputs = 3, spec.hidden = 11, spec.bidirectional = bidirectional;
        constexpr std::int64_t kTime = 9, kBatch = 5;
        const std::int64_t rows = spec.cell->blocks() * spec.hidden;
        input = randomTensor({kTime, kBatch, spec.inputs}, 1);
        for (std::int64_t d = 0; d < spec.directions(); ++d)
            for (const std::vector<std::int64_t>& shape :
                 std::vector<std::vector<std::int64_t>>{{rows, spec.inputs}, {rows, spec.hidden}, {rows}, {rows}})
                weights.push_back(randomTensor(shape, 20 + weights.size()) * 0.4);
        if (unequal) lengths = at::tensor({9, 1, 4, 7, 2}, at::kLong);
        if (!starts) return;
        state.h = randomTensor({spec.directions(), kBatch, spec.hidden}, 40) * 0.5;
        if (spec.cell->cellState) state.c = randomTensor({spec.directions(), kBatch, spec.hidden}, 41);
    }

    [[nodiscard]] RecurrentResult run(const RecurrentImplementation& row, at::ScalarType type) const {
        std::vector<at::Tensor> values;
        for (const at::Tensor& w : weights) values.push_back(w.to(type));
        const LayerState start{state.h.defined() ? state.h.to(type) : state.h,
                               state.c.defined() ? state.c.to(type) : state.c};
        const at::Tensor x = input.to(type);
        return row.forward(
            {spec, x, values, {}, start, lengths.defined() ? SequenceLengths(lengths) : SequenceLengths(), false, {}});
    }
};

const RecurrentImplementation& reference(const RecurrentSpec& spec) {
    return **chooseImplementation(recurrentImplementations(), "naive", spec, at::kCPU, at::kDouble);
}

}  // namespace

class TestPackedLayer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Nothing is left out of these weights, so that all kinds but bytes are the layer itself.
    void layersAreThoseOfTheReference() {
        for (const std::int64_t set : InstructionSet::all()) {
            const InstructionSet use(set);
            for (const char* cell : {"lstm", "gru", "rnn-tanh"})
                for (int turn = 0; turn < 8; ++turn) {
                    const Layer layer(cell, turn & 1, turn & 2, turn & 4);
                    const RecurrentResult wanted = layer.run(reference(layer.spec), at::kDouble);
                    for (const auto& [kind, tolerance] : {std::pair{PackKind::Dense, 3e-6},
                                                          {PackKind::Blocks, 3e-6},
                                                          {PackKind::Sparse, 3e-6},
                                                          {PackKind::LowRank, 6e-6},
                                                          {PackKind::Int8, 0.05},
                                                          {PackKind::BlocksInt8, 0.05}}) {
                        const RecurrentResult got = layer.run(packedImplementations(kind).front(), at::kFloat);
                        const auto near = [&, tolerance = tolerance](const at::Tensor& a, const at::Tensor& b) {
                            return !b.defined() || difference(a, b) < tolerance;
                        };
                        QVERIFY2(near(got.output, wanted.output) && near(got.state.h, wanted.state.h) &&
                                     near(got.state.c, wanted.state.c),
                                 qPrintable(QString("%1, turn %2, kind %3: %4")
                                                .arg(cell)
                                                .arg(turn)
                                                .arg(int(kind))
                                                .arg(difference(got.output, wanted.output))));
                    }
                }
        }
    }

    void whatItCannotDoIsSaid() {
        RecurrentSpec spec;
        const RecurrentImplementation& row = packedImplementations(PackKind::Int8).front();
        QVERIFY(row.supported(spec, at::kCPU, at::kFloat).empty());
        QVERIFY(!row.supported(spec, at::kCPU, at::kDouble).empty());
        spec.peephole = true;
        QVERIFY(!row.supported(spec, at::kCPU, at::kFloat).empty());
        spec = {};
        spec.cell = findCellTraits("rnn-relu");
        QVERIFY(!row.supported(spec, at::kCPU, at::kFloat).empty());
    }
};

QTEST_GUILESS_MAIN(TestPackedLayer)
#include "tst_packed_layer.moc"
