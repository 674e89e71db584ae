// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the CUDA module layer by layer: outputs and all gradients against the textbook's on the processor in
// float64, and how far cuDNN is from those.
// Holds core/cuda/cudnn_layer.cpp.
#include "config/layer_memory.h"
#include "engine/nn_support.h"
#include "gpu/support_gpu.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

const CellTraits *const kLstm = findCellTraits("lstm"), *const kGru = findCellTraits("gru");

struct Layer {
    RecurrentSpec spec;
    at::Tensor input, lengths;
    LayerState state;
    std::vector<at::Tensor> weights;

    Layer(const CellTraits* cell, std::int64_t hidden, std::int64_t batch, std::int64_t time, bool everything) {
        spec.cell = cell;
        spec.inputs = 5;
        spec.hidden = hidden;
        spec.bidirectional = everything;
        std::uint64_t seed = 1;
        const double scale = 1 / std::sqrt(static_cast<double>(hidden));
        const auto random = [&](at::IntArrayRef shape, double by) { return randomTensor(shape, seed++) * by; };
        input = random({time, batch, spec.inputs}, 1);
        if (everything) {
            state.h = random({spec.directions(), batch, hidden}, 0.5);
            if (cell->cellState) state.c = random({spec.directions(), batch, hidden}, 0.5);
            lengths = at::empty({batch}, at::kLong);
            for (std::int64_t b = 0; b < batch; ++b) lengths[b] = 1 + (b * 37 + time - 1) % time;
        }
        const std::int64_t gates = cell->blocks() * hidden;
        for (std::int64_t d = 0; d < spec.directions(); ++d)
            for (const std::int64_t columns : {spec.inputs, hidden, std::int64_t{0}, std::int64_t{0}})
                weights.push_back(columns > 0 ? random({gates, columns}, scale) : random({gates}, scale));
    }
};

/// Output, states, then the gradients of a loss of all of them: on the processor, in float64.
using Numbers = std::vector<at::Tensor>;

Numbers numbersOf(const char* row, const Layer& layer, at::Device device, at::ScalarType type) {
    const auto chosen = chooseImplementation(allImplementations(), row, layer.spec, device, type);
    if (!chosen.ok()) qFatal("%s", chosen.error().message.c_str());
    const auto leaf = [&](const at::Tensor& given) {
        return given.defined() ? given.to(type).to(device).detach().requires_grad_(true) : given;
    };
    const at::Tensor x = leaf(layer.input);
    const LayerState state{leaf(layer.state.h), leaf(layer.state.c)};
    Numbers leaves{x};
    if (state.h.defined()) leaves.push_back(state.h);
    if (state.c.defined()) leaves.push_back(state.c);
    std::vector<at::Tensor> weights;
    for (const at::Tensor& weight : layer.weights) weights.push_back(leaf(weight));
    leaves.insert(leaves.end(), weights.begin(), weights.end());
    const RandomPosition position{5, 2, {}};
    const RecurrentResult result =
        (*chosen)->forward({layer.spec,
                            x,
                            weights,
                            {},
                            state,
                            layer.lengths.defined() ? SequenceLengths(layer.lengths) : SequenceLengths(),
                            true,
                            position});
    Numbers found{result.output, result.state.h};
    if (result.state.c.defined()) found.push_back(result.state.c);
    at::Tensor loss = at::zeros({}, at::TensorOptions(at::kFloat).device(device));
    for (std::size_t i = 0; i < found.size(); ++i)
        loss =
            loss + (found[i].to(at::kFloat) * randomTensor(found[i].sizes(), 77 + i).to(at::kFloat).to(device)).sum();
    const Numbers gradients = torch::autograd::grad({loss}, leaves);
    found.insert(found.end(), gradients.begin(), gradients.end());
    for (at::Tensor& tensor : found) tensor = tensor.detach().cpu().to(at::kDouble);
    return found;
}

/// The worst gap of a tensor, as a share of its largest number.
double gap(const Numbers& found, const Numbers& expected) {
    double worst = found.size() == expected.size() ? 0 : INFINITY;
    for (std::size_t i = 0; i < found.size() && i < expected.size(); ++i)
        worst =
            std::max(worst, difference(found[i], expected[i]) / std::max(1e-3, expected[i].abs().max().item<double>()));
    return worst;
}

/// The rounding of products while this lives.
class Tf32 {
public:
    explicit Tf32(bool on) { set(on ? at::Float32Precision::TF32 : at::Float32Precision::IEEE); }
    ~Tf32() { set(at::Float32Precision::IEEE); }
    Tf32(const Tf32&) = delete;
    Tf32& operator=(const Tf32&) = delete;

private:
    static void set(at::Float32Precision to) {
        for (const at::Float32Op what : {at::Float32Op::RNN, at::Float32Op::MATMUL})
            at::globalContext().setFloat32Precision(at::Float32Backend::CUDA, what, to);
    }
};

constexpr const char* kRow = "persistent";

}  // namespace

class TestGpuLayers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (const std::string why = whyNoGpu(); !why.empty()) QSKIP(why.c_str());
    }

    void equalsTheTextbook_data() {
        QTest::addColumn<int>("hidden");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("time");
        // One block, clusters or grids of 2 to 16 blocks, weights that do not fit in registers and shared memory, more
        // teams than a GPU holds at a time.
        const struct {
            int hidden, batch, time;
        } shapes[] = {{1, 3, 5},   {32, 32, 24}, {64, 64, 24}, {65, 5, 7},  {128, 64, 12},
                      {250, 6, 5}, {512, 33, 4}, {513, 2, 3},  {760, 3, 3}, {1024, 5, 2}};
        for (const auto& shape : shapes)
            QTest::addRow("H%d B%d T%d", shape.hidden, shape.batch, shape.time)
                << shape.hidden << shape.batch << shape.time;
    }
    void equalsTheTextbook() {
        QFETCH(int, hidden);
        QFETCH(int, batch);
        QFETCH(int, time);
        const at::Device device(at::kCUDA, 0);
        const Tf32 exact(false);
        for (const CellTraits* cell : {kLstm, kGru})
            for (const bool everything : {false, true}) {
                const Layer layer(cell, hidden, batch, time, everything);
                if (const auto there = chooseImplementation(allImplementations(), kRow, layer.spec, device, at::kFloat);
                    !there.ok()) {
                    QVERIFY2(hidden > 480, there.error().message.c_str());
                    QSKIP(there.error().message.c_str());
                }
                const Numbers expected = numbersOf("naive", layer, at::kCPU, at::kDouble);
                const double single = gap(numbersOf(kRow, layer, device, at::kFloat), expected),
                             again = gap(numbersOf(kRow, layer, device, at::kFloat),
                                         numbersOf(kRow, layer, device, at::kFloat)),
                             narrow = gap(numbersOf(kRow, layer, device, at::kBFloat16), expected);
                // Of sequences of unequal length LibTorch's layer does not tell all states.
                const QByteArray library =
                    everything ? QByteArray()
                               : "; cuDNN in FP32 " +
                                     QByteArray::number(gap(numbersOf("library", layer, device, at::kFloat), expected));
                const Tf32 rounds(true);
                const double tf32 = gap(numbersOf(kRow, layer, device, at::kFloat), expected);
                const QByteArray message = QByteArray(cell->cellState ? "LSTM" : "GRU") +
                                           (everything ? ", all options" : "") + ": FP32 " +
                                           QByteArray::number(single) + ", TF32 " + QByteArray::number(tf32) +
                                           ", BF16 " + QByteArray::number(narrow) + library;
                qInfo("%s", message.constData());
                QVERIFY2(single < 1e-5, message.constData());
                QVERIFY2(tf32 < 1e-2, message.constData());
                QVERIFY2(narrow < 1e-1, message.constData());
                QCOMPARE(again, 0.0);
            }
    }

    // The formula of the memory forecast, layer by layer, against the allocator.
    void memoryIsForecast_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<bool>("both");
        QTest::addColumn<bool>("narrow");
        for (const char* cell : {"lstm", "gru"})
            for (const bool both : {false, true})
                for (const bool narrow : {false, true})
                    QTest::addRow("%s%s%s", cell, both ? ", both directions" : "", narrow ? ", BF16" : "")
                        << QString(cell) << both << narrow;
    }
    void memoryIsForecast() {
        QFETCH(QString, cell);
        QFETCH(bool, both);
        QFETCH(bool, narrow);
        ExperimentConfig config = gpuExperiment();
        config.cell = cell.toStdString();
        config.implementation = kRow;
        config.precision = narrow ? "bf16" : "fp32";
        constexpr std::int64_t kTime = 96, kBatch = 32, kHidden = 64;
        const at::ScalarType type = narrow ? at::kBFloat16 : at::kFloat;
        const at::Device device(at::kCUDA, 0);
        Layer layer(cell == u"lstm" ? kLstm : kGru, kHidden, kBatch, kTime, false);
        layer.spec.bidirectional = both;
        const double directions = both ? 2 : 1;
        LayerCall call{kTime, kBatch, 5, kHidden, kHidden, narrow ? 2.0 : 4.0, both};
        call.everyStepCounts = false;  // that gradient is given here
        const LayerMemory forecast = layerMemory(config, call);
        std::vector<at::Tensor> weights;
        for (std::int64_t d = 0; d < layer.spec.directions(); ++d)
            for (const at::Tensor& weight : layer.weights)
                weights.push_back(weight.to(type).to(device).requires_grad_(true));
        const at::Tensor x = layer.input.to(type).to(device).requires_grad_(true),
                         dy = at::ones({kTime, kBatch, layer.spec.outputs()}, x.options().requires_grad(false));
        std::vector<at::Tensor> leaves = weights;
        leaves.push_back(x);
        const auto& row = **chooseImplementation(allImplementations(), kRow, layer.spec, device, type);
        const RandomPosition position{5, 2, {}};
        const LayerState none;
        const auto forward = [&] { return row.forward({layer.spec, x, weights, {}, none, {}, true, position}); };
        // What a first call takes for good is not the layer's: workspaces of cuBLAS.
        (void)torch::autograd::grad({forward().output}, leaves, {dy});
        const auto figures = [] { return cuda().allocatorFigures(0); };
        const double before = figures().allocated;
        cuda().resetAllocatorPeaks(0);
        const RecurrentResult result = forward();
        const double kept = figures().allocated - before, most = figures().allocatedPeak - before;
        cuda().resetAllocatorPeaks(0);
        const auto gradients = torch::autograd::grad({result.output}, leaves, {dy});
        const double backward = figures().allocatedPeak - before;
        for (const auto& [what, reported, found] :
             {std::tuple{"kept", directions * forecast.kept, kept},
              {"forward", directions * forecast.kept + forecast.forward, most},
              {"backward", directions * forecast.kept + forecast.backward, backward}})
            QVERIFY2(
                std::abs(reported / found - 1) <= 0.1,
                qPrintable(QStringLiteral("%1: %2 and %3 bytes").arg(QLatin1String(what)).arg(reported).arg(found)));
    }

    // However many layers read them.
    void lengthsAreSentOncePerBatch() {
        const Layer layer(kLstm, 32, 7, 6, true);
        const at::Device device(at::kCUDA, 0);
        const auto& row = **chooseImplementation(allImplementations(), kRow, layer.spec, device, at::kFloat);
        const at::Tensor x = layer.input.to(at::kFloat).to(device);
        std::vector<at::Tensor> weights;
        for (const at::Tensor& weight : layer.weights) weights.push_back(weight.to(at::kFloat).to(device));
        const RandomPosition position{5, 2, {}};
        const LayerState state;
        const SequenceLengths lengths(layer.lengths);
        static int pinned = 0;
        pinned = 0;
        const auto count = [](const at::RecordFunction& function) -> std::unique_ptr<at::ObserverContext> {
            pinned += std::strcmp(function.name(), "aten::pin_memory") == 0;
            return nullptr;
        };
        const auto handle =
            at::addThreadLocalCallback(at::RecordFunctionCallback(count, nullptr).scopes({at::RecordScope::FUNCTION}));
        for (int call = 0; call < 3; ++call)
            (void)row.forward({layer.spec, x, weights, {}, state, lengths, true, position});
        at::removeCallback(handle);
        QCOMPARE(pinned, 1);
    }

    // Several layers in one call against single ones on the processor in float64: the output and all gradients.
    void aStackIsThatOfItsLayers_data() {
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("cell");
        QTest::addColumn<bool>("both");
        for (const char* row : {"library", "cudnn-tuned"})
            for (const char* cell : {"lstm", "gru", "rnn-tanh"})
                for (const bool both : {false, true})
                    QTest::addRow("%s %s%s", row, cell, both ? " both" : "") << QString(row) << QString(cell) << both;
    }
    void aStackIsThatOfItsLayers() {
        QFETCH(QString, row);
        QFETCH(QString, cell);
        QFETCH(bool, both);
        ExperimentConfig config;
        config.cell = cell.toStdString();
        config.bidirectional = both;
        config.layers = 3;
        config.hiddenSize = 48;
        config.lookback = 12;
        config.dropout = 0;
        ModelShape shape;
        shape.inputs = 5;
        const auto modelOn = [&](const char* implementation, at::Device device, at::ScalarType type) {
            config.implementation = implementation;
            ModelOptions options;
            options.device = device;
            options.dtype = type;
            options.implementations = allImplementations();
            options.stacked = device.is_cuda();
            return std::move(Model::create(config, shape, options)).value();
        };
        const at::Device device(at::kCUDA, 0);
        const Tf32 exact(false);
        const auto there = modelOn(row.toUtf8().constData(), device, at::kFloat);
        const auto here = modelOn("naive", at::kCPU, at::kDouble);
        QVERIFY(there->stackedLayers() != nullptr);
        copyWeights(*here, *there);
        const at::Tensor input = randomTensor({config.lookback, 7, shape.inputs}, 3);
        const auto numbers = [&](Model& model, const at::Tensor& x) {
            const at::Tensor output = model.forward(x).output;
            output.square().sum().backward();
            Numbers found{output.detach().cpu().to(at::kDouble)};
            for (const ParameterBuffer& buffer : model.parameters().buffers())
                found.push_back(buffer.gradients.cpu().to(at::kDouble));
            return found;
        };
        const double worst = gap(numbers(*there, input.to(at::kFloat).to(device)), numbers(*here, input));
        QVERIFY2(worst < 1e-5, qPrintable(QString::number(worst)));
    }

    // Both passes recorded once and launched again, on other numbers.
    void aRecordedLayerReadsNewNumbers() {
        for (const std::int64_t hidden : {32, 200}) {
            const Layer layer(kLstm, hidden, 7, 6, false);
            const at::Device device(at::kCUDA, 0);
            const Tf32 exact(false);
            const auto& row = **chooseImplementation(allImplementations(), kRow, layer.spec, device, at::kFloat);
            const at::Tensor x = layer.input.to(at::kFloat).to(device);
            std::vector<at::Tensor> weights;
            for (const at::Tensor& weight : layer.weights)
                weights.push_back(weight.to(at::kFloat).to(device).requires_grad_(true));
            const RandomPosition position{5, 2, {}};
            const LayerState state;
            const auto gradient = [&] {
                const RecurrentResult result = row.forward({layer.spec, x, weights, {}, state, {}, true, position});
                return torch::autograd::grad({result.output.square().sum()}, {weights[1]}).front();
            };
            const OwnStream own(device);
            const at::Tensor kept = at::zeros_like(weights[1]);
            for (int warm = 0; warm < 2; ++warm) (void)gradient();
            const auto graph = cuda().makeGraph(0);
            graph->record([&] { kept.copy_(gradient()); });
            for (const double scale : {1.0, 0.3}) {
                {
                    const at::NoGradGuard noGrad;
                    x.copy_(layer.input.to(at::kFloat).to(device) * scale);
                }
                graph->launch();
                QVERIFY(at::equal(kept.cpu(), gradient().cpu()));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestGpuLayers)
#include "tst_gpu_layers.moc"
