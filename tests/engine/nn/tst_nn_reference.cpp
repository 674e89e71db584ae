// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/nn_support.h"
#include "io/safetensors_file.h"
#include "nn/losses.h"

#include "support/places.h"

#include <QtTest>

#include <map>
#include <sstream>

using namespace gatelab;
using namespace gatelab::testing;

/// Outputs, losses and gradients against PyTorch's (tests/engine/reference/make_reference.py).
namespace {

constexpr double kDoubleTolerance = 1e-12, kSingleTolerance = 1e-5;  // in parts of the largest entry
constexpr std::int64_t kHorizon = 2, kTargets = 2, kClasses = 3, kHidden = 3, kTime = 5;
const char* const kCells[] = {"lstm", "gru", "rnn-tanh", "rnn-relu"};
const char* const kLosses[] = {"mse", "mae", "huber", "log-cosh", "mase", "pinball", "gaussian-nll", "cross-entropy"};

class Reference {
public:
    Reference() {
        auto read = readTensors(inSource("/tests/engine/reference/reference.safetensors").toStdString());
        if (!read) throw std::runtime_error(read.error().message);
        file_ = std::move(*read);
    }
    [[nodiscard]] at::Tensor operator()(const std::string& name) const {
        const auto found = file_.tensors.find(name);
        if (found == file_.tensors.end()) throw std::runtime_error("the reference has no " + name);
        return *fromRawTensor(found->second);
    }
    // Everything below a prefix, the prefix taken off.
    [[nodiscard]] TensorFile below(const std::string& prefix) const {
        TensorFile part;
        for (auto it = file_.tensors.lower_bound(prefix); it != file_.tensors.end() && it->first.starts_with(prefix);
             ++it) {
            part.tensors[it->first.substr(prefix.size())] = it->second;
        }
        return part;
    }

private:
    TensorFile file_;
};

ExperimentConfig configOf(const std::string& cell, std::int64_t layers, std::int64_t directions) {
    ExperimentConfig config;
    config.cell = cell;
    config.layers = layers;
    config.bidirectional = directions == 2;
    config.hiddenSize = kHidden;
    config.lookback = kTime;
    config.horizon = kHorizon;
    config.huberDelta = 0.5;
    return config;
}

// The first `rows` rows of the head, as the losses with fewer numbers use them.
void narrowHead(TensorFile& file, std::int64_t rows) {
    for (const char* name : {"head.weight", "head.bias"})
        file.tensors[name] = toRawTensor(fromRawTensor(file.tensors[name])->narrow(0, 0, rows));
}

void load(Model& model, const TensorFile& file) {
    const auto loaded = model.parameters().load(file);
    if (!loaded) throw std::runtime_error(loaded.error().message);
}

double gradientGap(const Model& model, const TensorFile& expected) {
    double worst = 0;
    for (const Parameter& p : model.parameters().all())
        worst = std::max(worst, relativeDifference(p.value.grad(), *fromRawTensor(expected.tensors.at(p.name))));
    return worst;
}

}  // namespace

class TestNnReference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void networks_data();
    void networks();
    void projection();
    void unequalLengths();
    void labelling();
    void peepholesAndZoneout();
    void normResidualPooling();

private:
    const Reference reference_;
    // A network with the weights below `name`; checks output and gradients of the sum of its squares.
    void check(const std::string& name, const ExperimentConfig& config, const ModelShape& shape,
               const at::Tensor& input, const ForwardOptions& options = {});
};

void TestNnReference::networks_data() {
    QTest::addColumn<QString>("cell");
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("directions");
    QTest::addColumn<bool>("single");
    for (const char* cell : kCells)
        for (const int layers : {1, 2})
            for (const int directions : {1, 2})
                for (const bool single : {false, true}) {
                    QTest::addRow("%s.%d.%d %s", cell, layers, directions, single ? "f32" : "f64")
                        << QString(cell) << layers << directions << single;
                }
}

void TestNnReference::networks() {
    QFETCH(QString, cell);
    QFETCH(int, layers);
    QFETCH(int, directions);
    QFETCH(bool, single);
    const at::ScalarType dtype = single ? at::kFloat : at::kDouble;
    const double tolerance = single ? kSingleTolerance : kDoubleTolerance;
    const std::string name = cell.toStdString() + "." + std::to_string(layers) + "." + std::to_string(directions);
    const at::Tensor input = reference_("data.input")[0].to(dtype), target = reference_("data.target")[0].to(dtype);
    const at::Tensor losses = reference_(name + ".losses");
    for (std::int64_t i = 0; i < 8; ++i) {
        ExperimentConfig config = configOf(cell.toStdString(), layers, directions);
        config.loss = kLosses[i];
        const bool classes = config.loss == "cross-entropy";
        config.task = classes ? "classification" : "forecast";
        const auto model = makeModel(config, {2, kTargets, classes ? kClasses : 0, 0}, dtype);
        TensorFile weights = reference_.below(name + ".weight.");
        narrowHead(weights, model->outputSize());
        load(*model, weights);
        LossContext context = makeLossContext(config, model->options());
        context.scale = reference_("data.scale").to(dtype);
        const at::Tensor output = classes ? model->forward(input).output : model->forwardForecast(input, {}).output;
        QVERIFY(relativeDifference(output.flatten(1), reference_(name + ".output").narrow(1, 0, model->outputSize())) <
                tolerance);
        const at::Tensor loss =
            findLoss(config.loss)->compute(output, classes ? reference_("data.classes")[0] : target, context);
        QVERIFY2(relativeDifference(loss, losses[i][0][0]) < tolerance, config.loss.c_str());
        loss.backward();
        QVERIFY2(gradientGap(*model, reference_.below(name + ".gradient." + config.loss + ".")) < tolerance,
                 config.loss.c_str());
    }
}

void TestNnReference::check(const std::string& name, const ExperimentConfig& config, const ModelShape& shape,
                            const at::Tensor& input, const ForwardOptions& options) {
    for (const bool single : {false, true}) {
        const at::ScalarType dtype = single ? at::kFloat : at::kDouble;
        const auto model = makeModel(config, shape, dtype);
        load(*model, reference_.below(name + ".weight."));
        const at::Tensor output = model->forward(input.is_floating_point() ? input.to(dtype) : input, options).output;
        QVERIFY2(
            relativeDifference(output, reference_(name + ".output")) < (single ? kSingleTolerance : kDoubleTolerance),
            name.c_str());
        output.square().sum().backward();
        QVERIFY2(
            gradientGap(*model, reference_.below(name + ".gradient.")) < (single ? kSingleTolerance : kDoubleTolerance),
            name.c_str());
    }
}

void TestNnReference::projection() {
    for (const char* row : {"library", "cell", "naive"}) {
        ExperimentConfig config = configOf("lstm", 2, 2);
        config.projectionSize = 2;
        config.implementation = row;
        check("projection", config, {2, kTargets, 0, 0}, reference_("data.input")[0]);
    }
}

void TestNnReference::unequalLengths() {
    ForwardOptions options;
    options.lengths = reference_("lengths");
    for (const char* cell : kCells) {
        for (const char* row : {"library", "cell"}) {
            ExperimentConfig config = configOf(cell, 2, 2);
            config.implementation = row;
            check(std::string("lengths.") + cell, config, {2, kTargets, 0, 0}, reference_("data.input")[0], options);
        }
    }
}

void TestNnReference::labelling() {
    ExperimentConfig config = configOf("gru", 1, 2);
    config.task = "labelling";
    config.loss = "cross-entropy";
    config.embeddingSize = 4;
    check("labelling", config, {1, 1, kClasses, 6}, reference_("tokens"));
}

void TestNnReference::peepholesAndZoneout() {
    for (const char* row : {"cell", "naive"}) {
        ExperimentConfig config = configOf("lstm", 1, 1);
        config.implementation = row;
        config.peephole = true;
        check("peephole", config, {2, kTargets, 0, 0}, reference_("data.input")[0]);
        config = configOf("gru", 1, 1);
        config.implementation = row;
        config.zoneout = 0.25;
        check("zoneout", config, {2, kTargets, 0, 0}, reference_("data.input")[0]);
    }
}

void TestNnReference::normResidualPooling() {
    for (const char* pooling : {"last", "mean", "max", "attention"}) {
        ExperimentConfig config = configOf("lstm", 2, 2);
        config.layerNorm = true;
        config.residual = true;
        config.pooling = pooling;
        check(std::string("stack.") + pooling, config, {2, kTargets, 0, 0}, reference_("data.input")[0]);
    }
}

QTEST_APPLESS_MAIN(TestNnReference)
#include "tst_nn_reference.moc"
