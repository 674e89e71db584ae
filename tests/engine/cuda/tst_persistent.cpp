// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/nn_support.h"
#include "kernels/persistent/host_team.h"
#include "kernels/persistent/layer.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;
namespace persistent = gatelab::persistent;
using persistent::Exchange;
using persistent::HostOrder;
using persistent::Order;
using persistent::Products;

namespace {

const CellTraits *const kLstm = findCellTraits("lstm"), *const kGru = findCellTraits("gru"),
                        *const kRnnTanh = findCellTraits("rnn-tanh");

/// The GPU of these tests.
struct {
    Exchange exchange = Exchange::Shared;
    HostOrder order;
    std::int64_t sharedBytes = 200 << 10;
} machine;

persistent::GpuLimits gpuOf(int capability, std::int64_t multiprocessors) {
    persistent::GpuLimits gpu = persistent::gpuLimits(capability);
    gpu.multiprocessors = multiprocessors;
    return gpu;
}

template <class T>
void launchHere(persistent::Job<T> job, at::Device) {
    QVERIFY(persistent::fitShared(job, machine.sharedBytes));
    QVERIFY(persistent::sharedBytes(job) <= machine.sharedBytes);
    persistent::computeOnHost(job, persistent::teamsOf(job), machine.exchange, machine.order);
}

struct Layer {
    RecurrentSpec spec;
    std::int64_t time = 1, batch = 1;
    at::Tensor input, h, c, lengths;
    std::vector<at::Tensor> weights;

    Layer(const CellTraits* cell, std::int64_t hidden, std::int64_t rows, std::int64_t steps, bool both, bool starts,
          bool unequal)
        : time(steps), batch(rows) {
        spec.cell = cell;
        spec.inputs = 3;
        spec.hidden = hidden;
        spec.bidirectional = both;
        std::uint64_t seed = 1;
        const double scale = 1 / std::sqrt(static_cast<double>(hidden));
        const auto random = [&](at::IntArrayRef shape, double by) { return randomTensor(shape, seed++) * by; };
        input = random({time, batch, spec.inputs}, 1);
        if (starts) {
            h = random({spec.directions(), batch, hidden}, 0.5);
            if (cell->cellState) c = random({spec.directions(), batch, hidden}, 0.5);
        }
        if (unequal) {
            lengths = at::empty({batch}, at::kLong);
            for (std::int64_t b = 0; b < batch; ++b) lengths[b] = 1 + (b * 37 + time - 1) % time;
        }
        const std::int64_t gates = cell->blocks() * hidden;
        for (std::int64_t d = 0; d < spec.directions(); ++d) {
            weights.push_back(random({gates, spec.inputs}, scale));
            weights.push_back(random({gates, hidden}, scale));
            weights.push_back(random({gates}, scale));
            weights.push_back(random({gates}, scale));
        }
    }
};

/// Output, states, then the gradients of input, states and weights of a loss of all of them; in float64.
using Numbers = std::vector<at::Tensor>;

Numbers numbersOf(const Layer& layer, at::ScalarType type,
                  const std::function<RecurrentResult(const RecurrentCall&)>& row) {
    const auto leaf = [&](const at::Tensor& given) {
        return given.defined() ? given.detach().to(type).clone().requires_grad_(true) : given;
    };
    const at::Tensor x = leaf(layer.input);
    const LayerState state{leaf(layer.h), leaf(layer.c)};
    Numbers leaves{x};
    if (state.h.defined()) leaves.push_back(state.h);
    if (state.c.defined()) leaves.push_back(state.c);
    std::vector<at::Tensor> weights;
    for (const at::Tensor& weight : layer.weights) weights.push_back(leaf(weight));
    leaves.insert(leaves.end(), weights.begin(), weights.end());
    const RandomPosition position{5, 2, {}};
    const RecurrentResult result = row({layer.spec,
                                        x,
                                        weights,
                                        {},
                                        state,
                                        layer.lengths.defined() ? SequenceLengths(layer.lengths) : SequenceLengths(),
                                        true,
                                        position});
    Numbers found{result.output, result.state.h};
    if (result.state.c.defined()) found.push_back(result.state.c);
    at::Tensor loss = at::zeros({}, at::kDouble);
    for (std::size_t i = 0; i < found.size(); ++i)
        loss = loss + (found[i].to(at::kDouble) * randomTensor(found[i].sizes(), 77 + i)).sum();
    const Numbers gradients = torch::autograd::grad({loss}, leaves);
    found.insert(found.end(), gradients.begin(), gradients.end());
    for (at::Tensor& tensor : found) tensor = tensor.detach().to(at::kDouble);
    return found;
}

Numbers naive(const Layer& layer) {
    const RecurrentImplementation& row =
        **chooseImplementation(recurrentImplementations(), "naive", layer.spec, at::kCPU, at::kDouble);
    return numbersOf(layer, at::kDouble, row.forward);
}

template <class T>
Numbers kernel(const Layer& layer, Products products = Products::Ieee) {
    return numbersOf(layer, c10::CppTypeToScalarType<T>::value, [products](const RecurrentCall& call) {
        return persistent::run<T>(call, products, launchHere<T>);
    });
}

/// The worst gap of a tensor, as a share of its largest number.
double gap(const Numbers& a, const Numbers& b) {
    double worst = a.size() == b.size() ? 0 : 1e300;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        const double scale = std::max(1e-3, b[i].abs().max().item<double>());
        const double found = (a[i] - b[i]).abs().max().item<double>() / scale;
        worst = std::isnan(found) ? 1e300 : std::max(worst, found);
    }
    return worst;
}

bool sameBits(const Numbers& a, const Numbers& b) {
    return std::ranges::equal(a, b, [](const at::Tensor& x, const at::Tensor& y) { return at::equal(x, y); });
}

at::Tensor roundedTo(Products products, const at::Tensor& value) {
    const at::Tensor single = value.detach().to(at::kFloat);
    if (products == Products::Bf16) return single.to(at::kBFloat16).to(at::kDouble);
    const at::Tensor bits = single.contiguous().view(at::kInt);
    return (bits + 0xFFF + bits.bitwise_right_shift(13).bitwise_and(1))
        .bitwise_and(~0x1FFF)
        .to(at::kInt)
        .view(at::kFloat)
        .to(at::kDouble);
}

/// Both operands of the recurrent product are rounded, in the backward pass too; what it does not reach is exact.
RecurrentResult roundedLoop(const RecurrentCall& call, Products products) {
    const std::int64_t hidden = call.spec.hidden;
    const auto passThrough = [&](const at::Tensor& x) { return x + (roundedTo(products, x) - x).detach(); };
    const at::Tensor w = passThrough(call.weights[1]);
    at::Tensor h = call.state.h[0], c = call.state.c.defined() ? call.state.c[0] : at::Tensor();
    std::vector<at::Tensor> y;
    for (std::int64_t t = 0; t < call.input.size(0); ++t) {
        const at::Tensor product = at::mm(passThrough(h), w.t());
        product.register_hook([products](const at::Tensor& gradient) { return roundedTo(products, gradient); });
        const at::Tensor x = at::linear(call.input[t], call.weights[0], call.weights[2]),
                         inner = product + call.weights[3];
        const auto part = [&](const at::Tensor& of, std::int64_t g) { return of.narrow(1, g * hidden, hidden); };
        if (call.spec.cell->cellState) {
            const at::Tensor sums = x + inner;
            c = at::sigmoid(part(sums, 1)) * c + at::sigmoid(part(sums, 0)) * at::tanh(part(sums, 2));
            h = at::sigmoid(part(sums, 3)) * at::tanh(c);
        } else {
            const at::Tensor r = at::sigmoid(part(x, 0) + part(inner, 0)), z = at::sigmoid(part(x, 1) + part(inner, 1)),
                             n = at::tanh(part(x, 2) + r * part(inner, 2));
            h = (1 - z) * n + z * h;
        }
        y.push_back(h);
    }
    return {at::stack(y), {h.unsqueeze(0), c.defined() ? c.unsqueeze(0) : c}};
}

}  // namespace

class TestPersistent : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { machine = {}; }

    void equalsTheTextbook_data() {
        QTest::addColumn<int>("hidden");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("time");
        QTest::addColumn<bool>("global");
        QTest::addColumn<int>("sharedKiB");
        const struct {
            int hidden, batch, time;
        } shapes[] = {{1, 64, 97}, {7, 5, 97}, {33, 64, 2}, {33, 1, 97}, {130, 5, 2}, {512, 5, 1}, {512, 1, 2}};
        for (const auto& shape : shapes)
            for (const bool global : {false, true})
                QTest::addRow("H%d B%d T%d %s", shape.hidden, shape.batch, shape.time, global ? "global" : "shared")
                    << shape.hidden << shape.batch << shape.time << global << 200;
        // So little shared memory that the last columns of the weights stay in global memory.
        QTest::newRow("little shared memory") << 150 << 5 << 2 << false << 100;
    }
    void equalsTheTextbook() {
        QFETCH(int, hidden);
        QFETCH(int, batch);
        QFETCH(int, time);
        QFETCH(bool, global);
        QFETCH(int, sharedKiB);
        machine.exchange = global ? Exchange::Global : Exchange::Shared;
        machine.sharedBytes = std::int64_t{sharedKiB} << 10;
        for (const CellTraits* cell : {kLstm, kGru})
            for (const int kind : {0, 1, 2}) {
                const Layer layer(cell, hidden, batch, time, kind == 2, kind > 0, kind > 0);
                const Numbers expected = naive(layer);
                const double precise = gap(kernel<double>(layer), expected),
                             single = gap(kernel<float>(layer), expected);
                const QByteArray where = QByteArray(cell->key.data()) + ' ' + QByteArray::number(kind) + ": " +
                                         QByteArray::number(precise) + ", " + QByteArray::number(single);
                QVERIFY2(precise < 1e-12, where.constData());
                QVERIFY2(single < 1e-5, where.constData());
            }
    }

    // The threads of a block, and the blocks of a team, in any order.
    void anyOrderGivesTheSameBits() {
        for (const CellTraits* cell : {kLstm, kGru})
            for (const Exchange exchange : {Exchange::Shared, Exchange::Global}) {
                const Layer layer(cell, 130, 5, 4, true, true, true);
                machine.exchange = exchange;
                machine.order = {};
                const Numbers expected = kernel<float>(layer);
                machine.order = {Order::Backward};
                QVERIFY(sameBits(kernel<float>(layer), expected));
                for (const unsigned seed : {1u, 2u}) {
                    machine.order = {Order::Shuffled, seed};
                    QVERIFY(sameBits(kernel<float>(layer), expected));
                }
            }
    }

    // Blocks and warps that run ahead as far as the barriers let them, stores that come late and in any order.
    void blocksRunAheadOfEachOther() {
        for (const CellTraits* cell : {kLstm, kGru}) {
            const Layer layer(cell, 200, 3, 9, false, true, true);
            machine.order = {};
            const Numbers expected = kernel<float>(layer);
            for (unsigned seed = 1; seed <= 8; ++seed) {
                machine.order = {Order::Shuffled, seed};
                QVERIFY(sameBits(kernel<float>(layer), expected));
            }
        }
    }

    // Each of these makes other bits, a wait without an end, or bytes that nobody waits for.
    void aBrokenProtocolIsSeen_data() {
        QTest::addColumn<int>("which");
        QTest::newRow("the bytes of one block") << 0;
        QTest::newRow("the phase before") << 1;
        QTest::newRow("armed late") << 2;
    }
    void aBrokenProtocolIsSeen() {
        QFETCH(int, which);
        const Layer layer(kLstm, 130, 3, 5, false, true, false);
        const Numbers expected = kernel<float>(layer);
        int seen = 0;
        for (const unsigned seed : {1u, 2u, 3u, 4u}) {
            machine.order = {Order::Shuffled, seed, true, true, which != 0, which != 1, which != 2};
            try {
                seen += sameBits(kernel<float>(layer), expected) ? 0 : 1;
            } catch (const std::exception&) {
                ++seen;
            }
        }
        QCOMPARE(seen, 4);
    }

    // What the tests before rely on: without either kind of barrier there is a race, and it is seen.
    void aForgottenBarrierIsSeen_data() {
        QTest::addColumn<bool>("block");
        QTest::addColumn<bool>("global");
        for (const bool global : {false, true}) {
            QTest::addRow("of a block, %s", global ? "global" : "shared") << true << global;
            QTest::addRow("of a team, %s", global ? "global" : "shared") << false << global;
        }
    }
    void aForgottenBarrierIsSeen() {
        QFETCH(bool, block);
        QFETCH(bool, global);
        machine.exchange = global ? Exchange::Global : Exchange::Shared;
        for (const CellTraits* cell : {kLstm, kGru}) {
            const Layer layer(cell, 130, 5, 4, false, true, false);
            machine.order = {};
            const Numbers expected = kernel<float>(layer);
            int seen = 0;
            for (const Order order : {Order::Forward, Order::Backward, Order::Shuffled}) {
                machine.order = {order, 1, !block, block};
                seen += sameBits(kernel<float>(layer), expected) ? 0 : 1;
            }
            QVERIFY2(seen >= 2, QByteArray::number(seen).constData());
        }
    }

    void operandsAreRounded_data() {
        QTest::addColumn<bool>("bf16");
        QTest::newRow("TF32") << false;
        QTest::newRow("BF16") << true;
    }
    void operandsAreRounded() {
        QFETCH(bool, bf16);
        const Products products = bf16 ? Products::Bf16 : Products::Tf32;
        for (const CellTraits* cell : {kLstm, kGru})
            for (const int hidden : {7, 100}) {
                const Layer layer(cell, hidden, 5, 6, false, true, false);
                Numbers expected = numbersOf(
                    layer, at::kDouble, [products](const RecurrentCall& call) { return roundedLoop(call, products); });
                Numbers found = kernel<double>(layer, products), single = kernel<float>(layer, products);
                // The recurrent weights' own gradient is one product after the loop, which rounds as LibTorch's do.
                const std::size_t own = found.size() - 3;
                for (Numbers* numbers : {&expected, &found, &single})
                    numbers->erase(numbers->begin() + static_cast<std::ptrdiff_t>(own));
                const double close = gap(found, expected), far = gap(kernel<double>(layer), naive(layer)),
                             step = bf16 ? 4e-3 : 5e-4;
                QVERIFY2(close < 1e-11, QByteArray::number(close).constData());
                QVERIFY(gap(single, expected) < step);
                Numbers exact = naive(layer);
                exact.erase(exact.begin() + static_cast<std::ptrdiff_t>(own));
                QVERIFY(far < 1e-12 && gap(found, exact) > step / 100);
            }
    }

    // A BF16 layer, as mixed precision calls it, beside the exact numbers.
    void layersInBf16() {
        for (const CellTraits* cell : {kLstm, kGru}) {
            const Layer layer(cell, 33, 5, 12, true, true, true);
            const Numbers found = numbersOf(layer, at::kBFloat16, [](const RecurrentCall& call) {
                RecurrentResult result = persistent::run<float>(call, Products::Bf16, launchHere<float>);
                return result.output.scalar_type() == at::kBFloat16 ? result : RecurrentResult{};
            });
            const double away = gap(found, naive(layer));
            QVERIFY2(away < 3e-2, QByteArray::number(away).constData());
        }
    }

    // The models of a launch know nothing of each other.
    void modelsOnTheGridAreAsAlone() {
        constexpr std::int64_t kTime = 5, kBatch = 6, kHidden = 70, kGates = 4 * kHidden;
        const auto random = [](at::IntArrayRef shape, std::uint64_t seed) {
            return (randomTensor(shape, seed) * 0.3).to(at::kFloat);
        };
        persistent::Job<float> job;
        job.time = kTime;
        job.batch = kBatch;
        job.hidden = kHidden;
        job.ranks = persistent::ranksFor(kHidden);
        std::vector<at::Tensor> held, together, alone;
        job.modelCount = 3;
        for (std::uint64_t m = 0; m < 3; ++m) {
            held.push_back(random({kTime, kBatch, kGates}, 10 + m));
            job.models[m].fromInput = held.back().data_ptr<float>();
            held.push_back(random({kGates, kHidden}, 20 + m));
            job.models[m].weights = held.back().data_ptr<float>();
            job.models[m].yStep = kBatch * kHidden;
            job.models[m].yRow = kHidden;
        }
        const auto room = [&](std::vector<at::Tensor>& all, persistent::GridModel<float>& model) {
            all.push_back(at::empty({kTime, kBatch, kHidden}));
            model.y = all.back().data_ptr<float>();
            all.push_back(at::empty({kBatch, kHidden}));
            model.hLast = all.back().data_ptr<float>();
            all.push_back(at::empty({kBatch, kHidden}));
            model.cLast = all.back().data_ptr<float>();
        };
        for (std::size_t m = 0; m < 3; ++m) room(together, job.models[m]);
        launchHere(job, at::kCPU);
        for (std::size_t m = 0; m < 3; ++m) {
            persistent::Job<float> one = job;
            one.modelCount = 1;
            one.models[0] = job.models[m];
            room(alone, one.models[0]);
            launchHere(one, at::kCPU);
        }
        QVERIFY(sameBits(together, alone));
        QVERIFY(!at::equal(together[0], together[3]));
    }

    // The rows of a batch know nothing of each other.
    void rowsAreAsAlone() {
        const Layer layer(kLstm, 70, 6, 5, false, false, false);
        const at::NoGradGuard noGrad;
        const RandomPosition position{5, 2, {}};
        std::vector<at::Tensor> weights;
        for (const at::Tensor& weight : layer.weights) weights.push_back(weight.to(at::kDouble));
        const auto outputOf = [&](const at::Tensor& x) {
            return persistent::run<double>({layer.spec, x, weights, {}, {}, {}, false, position}, Products::Ieee,
                                           launchHere<double>)
                .output;
        };
        const at::Tensor all = outputOf(layer.input);
        for (const std::int64_t row : {0, 3, 5}) {
            const at::Tensor alone = outputOf(layer.input.narrow(1, row, 1));
            QVERIFY(at::allclose(alone, all.narrow(1, row, 1), 0, 1e-14));  // LibTorch's product of the input differs
        }
    }

    void reasons() {
        const at::Device gpu(at::kCUDA, 0);
        const auto why = [&](const RecurrentSpec& spec, at::Device device, at::ScalarType type) {
            return persistent::supported(spec, device, type, gpuOf(90, 132)).english();
        };
        RecurrentSpec spec;
        spec.hidden = 1024;
        QVERIFY(why(spec, gpu, at::kFloat).empty() && why(spec, gpu, at::kBFloat16).empty());
        QVERIFY(why(spec, at::kCPU, at::kFloat).find("GPU") != std::string::npos);
        QVERIFY(!why(spec, gpu, at::kDouble).empty() && !why(spec, gpu, at::kHalf).empty());
        spec.hidden = 1025;
        QVERIFY(why(spec, gpu, at::kFloat).find("1,024") != std::string::npos);
        spec = {};
        spec.cell = kRnnTanh;
        QVERIFY(why(spec, gpu, at::kFloat).find("GRU") != std::string::npos);
        for (int i = 0; i < 4; ++i) {
            spec = {};
            spec.peephole = i == 0;
            spec.projection = i == 1 ? 2 : 0;
            spec.recurrentDropout = i == 2 ? 0.1 : 0;
            spec.zoneout = i == 3 ? 0.1 : 0;
            QVERIFY(!why(spec, gpu, at::kFloat).empty());
        }
        spec = {};
        spec.hidden = 1024;
        QVERIFY(persistent::supported(spec, gpu, at::kFloat, gpuOf(89, 128)).english().find("shared memory") !=
                std::string::npos);
    }

    // On every generation of GPU that the build names, large and cut into parts, a layer is either refused or each of
    // its teams is launched once, by no more blocks than the GPU holds where they wait for each other.
    void everyTeamIsLaunchedOnce() {
        for (const int capability : {75, 80, 86, 89, 90, 100, 103, 120})
            for (const std::int64_t multiprocessors : {7, 14, 40, 132})
                for (const std::int64_t hidden : {1, 64, 65, 200, 480, 512, 760, 1024})
                    for (const std::int64_t batch : {1, 5, 64, 500})
                        for (const bool backward : {false, true}) {
                            const persistent::GpuLimits gpu = gpuOf(capability, multiprocessors);
                            persistent::Job<float> job;
                            job.modelCount = 2;
                            job.batch = batch;
                            job.hidden = hidden;
                            job.ranks = persistent::ranksFor(hidden);
                            job.backward = backward;
                            if (!persistent::fitsGpu(gpu, 4, hidden)) {
                                QVERIFY(hidden > 64);
                                continue;
                            }
                            QVERIFY(persistent::fitShared(job, gpu.sharedPerBlock));
                            const std::int64_t bytes = persistent::sharedBytes(job),
                                               blocks = persistent::blocksPerMultiprocessor(gpu, 255, bytes);
                            QVERIFY(bytes <= gpu.sharedPerBlock && blocks >= 1);
                            for (const std::int64_t clusters : {0, 3}) {
                                const persistent::LaunchPlan plan = persistent::planLaunch(job, gpu, clusters, blocks);
                                std::vector<int> turns(static_cast<std::size_t>(persistent::teamsOf(job)));
                                QVERIFY(persistent::eachLaunch(job, plan, [&](const auto& part, std::int64_t teams) {
                                    for (std::int64_t i = 0; i < teams; ++i)
                                        ++turns.at(static_cast<std::size_t>(part.firstTeam + i));
                                    return plan.barrier != persistent::Barrier::Grid ||
                                           teams * part.ranks <= blocks * multiprocessors;
                                }));
                                QVERIFY(std::ranges::all_of(turns, [](int count) { return count == 1; }));
                                QCOMPARE(plan.barrier, hidden <= 64   ? persistent::Barrier::Block
                                                       : clusters > 0 ? persistent::Barrier::Cluster
                                                                      : persistent::Barrier::Grid);
                                QCOMPARE(plan.exchange(), plan.barrier == persistent::Barrier::Grid ? Exchange::Global
                                                                                                    : Exchange::Shared);
                            }
                        }
    }

    // The same numbers in as many launches as a small GPU needs.
    void launchesInTurnGiveTheSameBits() {
        const Layer layer(kLstm, 130, 22, 3, true, true, true);
        const auto on = [&](persistent::Launch<float> launcher) {
            return numbersOf(layer, at::kFloat, [launcher](const RecurrentCall& call) {
                return persistent::run<float>(call, Products::Ieee, launcher);
            });
        };
        const Numbers small = on([](persistent::Job<float> job, at::Device) {
            const persistent::LaunchPlan plan = persistent::planLaunch(job, gpuOf(80, 14), 0, 1);
            QVERIFY(plan.teams * 3 < persistent::teamsOf(job));
            QVERIFY(persistent::computeOnHost(job, gpuOf(80, 14), {}));
        });
        QVERIFY(sameBits(small, on([](persistent::Job<float> job, at::Device) {
                             QVERIFY(persistent::computeOnHost(job, gpuOf(90, 132), {}));
                         })));
        persistent::GpuLimits alone = gpuOf(80, 3);
        persistent::Job<float> job;
        job.hidden = 256;
        job.ranks = persistent::ranksFor(job.hidden);
        QCOMPARE(persistent::planLaunch(job, alone, 0, 1).teams, std::int64_t{0});
        QVERIFY(!persistent::fitsGpu(alone, 4, 256));
        alone = gpuOf(80, 100);
        alone.cooperative = false;
        QCOMPARE(persistent::planLaunch(job, alone, 0, 1).teams, std::int64_t{0});
        QVERIFY(!persistent::fitsGpu(alone, 4, 256) && persistent::fitsGpu(alone, 4, 64));
    }
};

QTEST_GUILESS_MAIN(TestPersistent)
#include "tst_persistent.moc"
