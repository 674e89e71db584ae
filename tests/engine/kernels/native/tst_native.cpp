// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/kernels/native/native_layer.cpp.
#include "engine/instruction_sets.h"
#include "engine/nn_support.h"
#include "kernels/recurrent.h"

#include <QtTest>

#include <limits>
#include <ranges>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

const CellTraits *const kLstm = findCellTraits("lstm"), *const kGru = findCellTraits("gru");

constexpr double kEqual64 = 1e-12, kEqual32 = 1e-5;

struct Case {
    RecurrentSpec spec;
    std::int64_t time = 1, batch = 1;
    bool lengths = false, state = false, training = true;
};

/// A layer with its input, start state and the weights of a loss over everything that it gives; all of one type.
struct Layer {
    Case what;
    std::vector<at::Tensor> leaves;  ///< input, (h, c), weights
    at::Tensor lengths;

    Layer(const Case& c, at::ScalarType dtype) : what(c) {
        const RecurrentSpec& s = c.spec;
        const std::int64_t rows = s.cell->blocks() * s.hidden;
        std::uint64_t seed = 100;
        const auto add = [&](at::IntArrayRef shape, double scale) {
            leaves.push_back((randomTensor(shape, seed++) * scale).to(dtype).requires_grad_(true));
        };
        add({c.time, c.batch, s.inputs}, 1);
        if (c.state) add({s.directions(), c.batch, s.outputsPerDirection()}, 0.5);
        if (c.state && s.cell->cellState) add({s.directions(), c.batch, s.hidden}, 0.5);
        const double scale = 1 / std::sqrt(static_cast<double>(s.hidden));
        for (std::int64_t d = 0; d < s.directions(); ++d) {
            add({rows, s.inputs}, 1 / std::sqrt(static_cast<double>(s.inputs)));
            add({rows, s.outputsPerDirection()}, scale);
            add({rows}, scale);
            add({rows}, scale);
            if (s.projection > 0) add({s.projection, s.hidden}, scale);
        }
        for (std::int64_t d = 0; s.peephole && d < s.directions(); ++d) add({3, s.hidden}, 0.5);
        if (!c.lengths) return;
        lengths = at::empty({c.batch}, at::kLong);
        for (std::int64_t b = 0; b < c.batch; ++b)
            lengths.data_ptr<std::int64_t>()[b] = 1 + (b * 7 + c.time - 1) % c.time;
    }
    [[nodiscard]] RecurrentResult forward(const char* key, GateRecord* record = nullptr) const {
        const bool lstm = what.spec.cell->cellState;
        LayerState state;
        if (what.state) state.h = leaves[1];
        if (what.state && lstm) state.c = leaves[2];
        const RandomPosition position{5, 2, {}};
        const std::size_t first = what.state ? lstm ? 3 : 2 : 1;
        const std::size_t count = static_cast<std::size_t>(what.spec.directions()) * what.spec.tensorsPerDirection();
        const RecurrentImplementation& row =
            **chooseImplementation(recurrentImplementations(), key, what.spec, at::kCPU, leaves[0].scalar_type());
        return row.forward({what.spec, leaves[0], at::TensorList(leaves).slice(first, count),
                            at::TensorList(leaves).slice(first + count), state, lengths, what.training, position,
                            record});
    }
    /// Output, states, then the gradients of the leaves.
    [[nodiscard]] std::vector<at::Tensor> run(const char* key) const {
        const RecurrentResult result = forward(key);
        std::vector<at::Tensor> all{result.output, result.state.h};
        if (result.state.c.defined()) all.push_back(result.state.c);
        at::Tensor loss = at::zeros({}, leaves[0].options());
        const double steps = static_cast<double>(what.time) * static_cast<double>(what.batch);
        for (std::size_t i = 0; i < all.size(); ++i)
            loss = loss +
                   (all[i] * randomTensor(all[i].sizes(), 70 + i, leaves[0].scalar_type())).sum() / std::sqrt(steps);
        for (const at::Tensor& gradient : torch::autograd::grad({loss}, leaves)) all.push_back(gradient);
        return all;
    }
};

double worst(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, relativeDifference(a[i], b[i]));
    return most;
}

auto nativeCells() { return cellTraits() | std::views::filter(&CellTraits::native); }

RecurrentSpec specOf(const CellTraits* cell, std::int64_t inputs, std::int64_t hidden, bool both, double dropout = 0,
                     double zoneout = 0) {
    return {cell, inputs, hidden, 0, both, false, dropout, zoneout, 1};
}

/// In float32 the gradients of many steps are compared with those of float64, so that only the kernel's own rounding
/// counts.
bool agrees(const Case& c) {
    const Layer exact(c, at::kDouble);
    const std::vector<at::Tensor> expected = exact.run("naive");
    const double in64 = worst(exact.run("native"), expected);
    const double in32 = worst(Layer(c, at::kFloat).run("native"), expected);
    const bool fine = in64 < kEqual64 && in32 < kEqual32;
    if (!fine)
        qWarning("%s: T %d B %d I %d H %d: float64 %g float32 %g", c.spec.cell->key.data(), int(c.time), int(c.batch),
                 int(c.spec.inputs), int(c.spec.hidden), in64, in32);
    return fine;
}

}  // namespace

class TestNative : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsNaive_data();
    void equalsNaive();
    void equalsNaiveWithOptions();
    void peepholesAndProjection();
    void longSequences();
    void rowsDoNotSeeTheirNeighbours();
    void sameBitsEachTime();
    void notANumberStays();
    void noGradientWhereNoneIsWanted();
    void recordsGates();
    void everyInstructionSet();
};

void TestNative::equalsNaive_data() {
    QTest::addColumn<int>("time");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("inputs");
    QTest::addColumn<int>("hidden");
    const std::tuple<int, int, int, int> shapes[] = {
        {3, 1, 1, 1},     {5, 3, 2, 2},    {4, 7, 3, 5},    {9, 13, 8, 8},    {6, 17, 5, 15},
        {6, 32, 8, 16},   {7, 33, 4, 17},  {5, 29, 16, 31}, {4, 64, 7, 32},   {3, 20, 1, 33},
        {4, 11, 100, 47}, {3, 65, 8, 64},  {3, 10, 65, 80}, {2, 130, 3, 100}, {2, 6, 256, 128},
        {3, 4, 9, 129},   {2, 3, 12, 260}, {2, 5, 3, 512},  {1, 512, 2, 24},  {150, 1, 3, 20}};
    for (const auto& [time, batch, inputs, hidden] : shapes)
        QTest::addRow("T%d B%d I%d H%d", time, batch, inputs, hidden) << time << batch << inputs << hidden;
}

void TestNative::equalsNaive() {
    QFETCH(int, time);
    QFETCH(int, batch);
    QFETCH(int, inputs);
    QFETCH(int, hidden);
    for (const CellTraits& cell : nativeCells()) {
        for (const bool more : {false, true}) {  // both directions, unequal lengths, a carried state
            Case c{specOf(&cell, inputs, hidden, more), time, batch, more, more};
            QVERIFY(agrees(c));
        }
    }
}

void TestNative::equalsNaiveWithOptions() {
    for (const CellTraits& cell : nativeCells())
        for (const auto& [time, batch, hidden] : {std::tuple{6, 14, 9}, std::tuple{5, 9, 36}})
            for (const auto& [dropout, zoneout] : {std::pair{0.4, 0.0}, std::pair{0.0, 0.3}, std::pair{0.3, 0.2}})
                for (const int more : {0, 1, 2, 3})
                    for (const bool training : {true, false}) {
                        const Case c{specOf(&cell, 3, hidden, more >= 2, dropout, zoneout),
                                     time,
                                     batch,
                                     more % 2 == 1,
                                     more % 2 == 1,
                                     training};
                        QVERIFY(agrees(c));
                    }
}

// Of an LSTM, alone and together, with units and outputs that fill no vector, fill some, and lie above and below one.
void TestNative::peepholesAndProjection() {
    for (const auto& [time, batch, inputs, hidden, projection] :
         {std::tuple{5, 7, 3, 9, 4}, std::tuple{4, 13, 8, 37, 16}, std::tuple{3, 1, 1, 2, 1},
          std::tuple{6, 33, 5, 64, 9}, std::tuple{2, 5, 17, 130, 97}, std::tuple{150, 2, 2, 12, 5}})
        for (const bool peephole : {true, false})
            for (const bool projects : {true, false})
                for (const auto& [dropout, zoneout] :
                     {std::pair{0.0, 0.0}, std::pair{0.4, 0.0}, std::pair{0.0, 0.3}, std::pair{0.3, 0.2}})
                    for (const int more : {0, 1, 2, 3})
                        for (const bool training : {true, false}) {
                            if (!training && dropout == 0 && zoneout == 0) continue;  // no masks: the same
                            Case c{specOf(kLstm, inputs, hidden, more >= 2, dropout, zoneout),
                                   time,
                                   batch,
                                   more % 2 == 1,
                                   more % 2 == 1,
                                   training};
                            c.spec.peephole = peephole;
                            c.spec.projection = projects ? projection : 0;
                            QVERIFY(agrees(c));
                        }
}

void TestNative::longSequences() {
    for (const CellTraits& cell : nativeCells()) QVERIFY(agrees({specOf(&cell, 2, 12, true), 2048, 2, true, true}));
}

// Bits of a row's output and of its input's gradient: alone, and among others.
void TestNative::rowsDoNotSeeTheirNeighbours() {
    for (const at::ScalarType dtype : {at::kFloat, at::kDouble})
        for (const CellTraits& cell : nativeCells()) {
            Case c{specOf(&cell, 5, 37, true), 7, 23};
            if (cell.cellState) c.spec.peephole = dtype == at::kDouble;
            const Layer all(c, dtype);
            const std::vector<at::Tensor> together = all.run("native");
            for (const auto& [first, count] : {std::pair{0, 1}, std::pair{22, 1}, std::pair{3, 4}, std::pair{9, 14}}) {
                Layer part = all;
                part.what.batch = count;
                part.leaves[0] = all.leaves[0].detach().narrow(1, first, count).clone().requires_grad_(true);
                const RecurrentResult alone = part.forward("native");
                QVERIFY(at::equal(alone.output, together[0].narrow(1, first, count)));
                const at::Tensor weight = randomTensor({7, 23, 74}, 70, dtype);
                const auto gradientOf = [&](const Layer& layer, const at::Tensor& factors) {
                    return torch::autograd::grad({(layer.forward("native").output * factors).sum()}, {layer.leaves[0]})
                        .front();
                };
                QVERIFY(at::equal(gradientOf(part, weight.narrow(1, first, count)),
                                  gradientOf(all, weight).narrow(1, first, count)));
            }
        }
}

void TestNative::sameBitsEachTime() {
    for (const CellTraits& cell : nativeCells()) {
        const Layer layer({specOf(&cell, 6, 40, true, 0.2, 0.1), 20, 31, true, true}, at::kFloat);
        const std::vector<at::Tensor> first = layer.run("native"), second = layer.run("native");
        for (std::size_t i = 0; i < first.size(); ++i) QVERIFY(at::equal(first[i], second[i]));
    }
}

// A run that has gone wrong is found by its numbers, so none of them may be mended here.
void TestNative::notANumberStays() {
    for (const at::ScalarType dtype : {at::kFloat, at::kDouble})
        for (const CellTraits& cell : nativeCells()) {
            Layer layer({specOf(&cell, 3, 20, false), 4, 5}, dtype);
            const at::NoGradGuard noGrad;
            layer.leaves[0].select(0, 1).select(0, 2).fill_(std::numeric_limits<double>::quiet_NaN());
            const at::Tensor output = layer.forward("native").output;
            QVERIFY(output.select(0, 3).select(0, 2).isnan().all().item<bool>());
            QVERIFY(output.select(0, 3).select(0, 1).isfinite().all().item<bool>());
            QVERIFY(output.select(0, 0).isfinite().all().item<bool>());
        }
}

void TestNative::noGradientWhereNoneIsWanted() {
    Layer layer({specOf(kGru, 3, 20, true), 4, 5}, at::kDouble);
    const std::vector<at::Tensor> all = layer.run("native");
    layer.leaves[0] = layer.leaves[0].detach();
    const RecurrentResult result = layer.forward("native");
    // The loss of `run` with the state alone: no gradient comes for the output.
    const std::vector<at::Tensor> weights(layer.leaves.begin() + 1, layer.leaves.end());
    const std::vector<at::Tensor> found = torch::autograd::grad({result.state.h.sum()}, weights);
    const RecurrentResult other = layer.forward("naive");
    const std::vector<at::Tensor> expected = torch::autograd::grad({other.state.h.sum()}, weights);
    QVERIFY(worst(found, expected) < kEqual64);
    const at::NoGradGuard noGrad;
    QVERIFY(at::equal(layer.forward("native").output, all[0]));
}

void TestNative::recordsGates() {
    for (const CellTraits& cell : nativeCells())
        for (const auto& [dropout, zoneout] : {std::pair{0.0, 0.0}, std::pair{0.3, 0.2}}) {
            const Layer layer({specOf(&cell, 3, 21, true, dropout, zoneout), 5, 6, false, true}, at::kDouble);
            GateRecord expected, found;
            const RecurrentResult a = layer.forward("naive", &expected), b = layer.forward("native", &found);
            QVERIFY(b.output.requires_grad() == a.output.requires_grad());
            QVERIFY(worst(found.gates, expected.gates) < kEqual64);
            QVERIFY(worst(found.hidden, expected.hidden) < kEqual64);
            QCOMPARE(found.cell.size(), expected.cell.size());
            QVERIFY(worst(found.cell, expected.cell) < kEqual64);
        }
    Case c{specOf(kLstm, 3, 21, true, 0.3, 0.2), 5, 6, false, true};
    c.spec.peephole = true;
    c.spec.projection = 10;
    const Layer layer(c, at::kDouble);
    GateRecord expected, found;
    const RecurrentResult one = layer.forward("naive", &expected), other = layer.forward("native", &found);
    QVERIFY(relativeDifference(one.output, other.output) < kEqual64);
    for (const auto part : {&GateRecord::gates, &GateRecord::hidden, &GateRecord::cell})
        QVERIFY(worst(found.*part, expected.*part) < kEqual64);
}

// The processor's own are what the tests above ran with; here also those of older ones, down to plain C++.
void TestNative::everyInstructionSet() {
    const std::vector<std::int64_t> sets = InstructionSet::all();
    QVERIFY(sets.size() >= 2);
    for (const std::int64_t targets : sets) {
        const InstructionSet set(targets);
        const std::string name = InstructionSet::name();
        for (const CellTraits& cell : nativeCells())
            for (const auto& [time, batch, inputs, hidden] :
                 {std::tuple{5, 13, 3, 9}, std::tuple{3, 29, 8, 37}, std::tuple{2, 7, 17, 70}})
                for (const bool more : {false, true}) {
                    if (more && !cell.cellState) continue;
                    Case c{specOf(&cell, inputs, hidden, true, 0.2, 0.1), time, batch, true, true};
                    c.spec.peephole = more;
                    c.spec.projection = more ? hidden / 2 : 0;
                    QVERIFY2(agrees(c), name.c_str());
                }
    }
}

QTEST_APPLESS_MAIN(TestNative)
#include "tst_native.moc"
