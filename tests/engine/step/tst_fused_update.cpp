// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a step in two launches (core/step/fused_update.h), its bodies on the processor, beside what it stands for:
// clipGradients, leftOut and Optimiser::step.
#include "engine/nn_support.h"
#include "engine/train_support.h"
#include "kernels/update/update_on_host.h"
#include "step/fused_update.h"
#include "step/gradients.h"

#include <ATen/record_function.h>

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kSteps = 50;

void updateHere(int, const UpdateJob& job) { updateOnHost(job); }

struct Row {
    const char* name;
    void (*set)(ExperimentConfig& config);
};
constexpr Row kRows[] = {
    {"Adam", [](ExperimentConfig&) {}},
    {"AdamW", [](ExperimentConfig& c) { c.optimiser = "adamw", c.weightDecay = 0.05; }},
    {"decay in the gradient", [](ExperimentConfig& c) { c.weightDecay = 0.05; }},
    {"decay apart", [](ExperimentConfig& c) { c.weightDecay = 0.05, c.decoupledWeightDecay = true; }},
    {"AMSGrad", [](ExperimentConfig& c) { c.amsgrad = true; }},
    {"clipped by norm", [](ExperimentConfig& c) { c.clipNorm = 0.05; }},
    {"no clip", [](ExperimentConfig& c) { c.clipNorm = 0; }},
    {"clipped by value", [](ExperimentConfig& c) { c.clipValue = 0.004, c.clipNorm = 0; }},
    {"clipped by both", [](ExperimentConfig& c) { c.clipValue = 0.01, c.clipNorm = 0.02; }},
    {"one cycle with momentum",
     [](ExperimentConfig& c) { c.schedule = "one-cycle", c.oneCycleMomentum = true, c.learningRate = 0.02; }},
};

ExperimentConfig configOf(const QString& name) {
    ExperimentConfig config;
    config.hiddenSize = 12;
    config.horizon = 3;
    config.learningRate = 0.005;
    for (const Row& row : kRows)
        if (name == row.name) row.set(config);
    return config;
}

/// One network and its optimiser, with either end of a step.
struct Side {
    ExperimentConfig config;
    std::unique_ptr<Model> model;
    Optimiser optimiser;
    FusedUpdate fused;
    at::Tensor stopped = at::zeros({}, at::kFloat);
    FusedUpdate::Done done{at::zeros({}, at::kFloat), at::zeros({}, at::kFloat)};

    Side(const ExperimentConfig& given, UpdateWeights give)
        : config(given),
          model(makeModel(config, {2, 2, 0, 0}, at::kFloat)),
          optimiser(config, model->parameters()),
          fused(give, config, model->parameters(), optimiser) {}
    [[nodiscard]] const ParameterStore& store() const { return model->parameters(); }

    at::Tensor addGradients(int step) {
        store().zeroGradients();
        const auto seed = static_cast<std::uint64_t>(step);
        const at::Tensor input = randomTensor({10, 8, 2}, 2 * seed).to(at::kFloat);
        const at::Tensor output = model->forwardForecast(input, {}).output;
        const at::Tensor target = randomTensor(output.sizes(), 2 * seed + 1).to(at::kFloat);
        const at::Tensor loss = at::mse_loss(output, target);
        loss.backward();
        return loss.detach();
    }
    void end(int step, const at::Tensor& loss, const at::Tensor& overflowed = {}) {
        const DeviceStep& now = optimiser.onDevice(scheduledStep(config, {step, kSteps, 0}));
        if (fused.covers(loss)) {
            done = fused.step(config, now, loss, overflowed, stopped);
            return;
        }
        done.norm = clipGradients(config, store());
        done.leftOut = leftOut(stopped, overflowed, loss, done.norm);
        optimiser.step(config, now, done.leftOut);
    }
    /// Weights, gradients and state, flat.
    [[nodiscard]] std::vector<at::Tensor> all() const {
        std::vector<at::Tensor> found;
        for (const ParameterBuffer& buffer : store().buffers()) {
            found.push_back(buffer.values.detach().clone());
            found.push_back(buffer.gradients.clone());
        }
        for (const auto& [name, tensor] : optimiser.state()) found.push_back(tensor.clone());
        found.push_back(done.norm.clone());
        found.push_back(done.leftOut.clone());
        found.push_back(stopped.clone());
        return found;
    }
};

/// In parts of the largest number; what is not a number must be none on both sides.
double gapOf(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
    if (a.size() != b.size()) return INFINITY;
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!at::equal(a[i].isfinite(), b[i].isfinite())) return INFINITY;
        const at::Tensor x = a[i].to(at::kDouble).nan_to_num(0, 0, 0), y = b[i].to(at::kDouble).nan_to_num(0, 0, 0);
        worst = std::max(worst, ((x - y).abs().max() / (y.abs().max() + 1e-12)).item<double>());
    }
    return worst;
}

void fill(const Side& side, double value) {
    for (const ParameterBuffer& buffer : side.store().buffers())
        buffer.gradients.copy_(at::arange(buffer.gradients.size(0), buffer.gradients.options()).sin_().mul_(value));
}

/// Operations of LibTorch, and ours.
std::int64_t countOf(const std::function<void()>& work) {
    static std::int64_t count = 0;
    count = 0;
    const at::CallbackHandle handle = at::addThreadLocalCallback(
        at::RecordFunctionCallback([](const at::RecordFunction&) -> std::unique_ptr<at::ObserverContext> {
            ++count;
            return nullptr;
        }).scopes({at::RecordScope::FUNCTION}));
    work();
    at::removeCallback(handle);
    return count;
}

}  // namespace

class TestFusedUpdate : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void trainsAsBefore_data() {
        QTest::addColumn<QString>("row");
        for (const Row& row : kRows) QTest::newRow(row.name) << QString(row.name);
    }
    /// An LSTM, each side with gradients of its own; then with the other side's, so that nothing but the update
    /// differs.
    void trainsAsBefore() {
        QFETCH(QString, row);
        const ExperimentConfig config = configOf(row);
        Side own(config, updateHere), fed(config, updateHere), before(config, nullptr);
        const auto start = before.all().front();
        double worst = 0;
        for (int step = 0; step < kSteps; ++step) {
            const at::Tensor loss = before.addGradients(step);
            for (std::size_t i = 0; i < before.store().buffers().size(); ++i)
                fed.store().buffers()[i].gradients.copy_(before.store().buffers()[i].gradients);
            QVERIFY(fed.fused.covers(loss) && !before.fused.covers(loss));
            before.end(step, loss);
            fed.end(step, loss);
            own.end(step, own.addGradients(step));
            worst = std::max(worst, gapOf(fed.all(), before.all()));
        }
        QVERIFY2(worst < 3e-6, QByteArray::number(worst).constData());
        const double apart = gapOf(own.all(), before.all());
        QVERIFY2(apart < 2e-3, QByteArray::number(apart).constData());
        QVERIFY(gapOf({start}, {before.all().front()}) > 0.05);  // it did train
    }

    /// Bad losses and gradients, on their own and as overflows of FP16, at the first step and later.
    void badStepsAreLeftOutAsBefore() {
        const at::Tensor good = at::full({}, 0.5, at::kFloat), none = at::zeros({}, at::kFloat),
                         overflow = at::ones({}, at::kFloat);
        struct Case {
            double gradient;
            double loss;
            at::Tensor overflowed;
        };
        const std::vector<std::vector<Case>> runs = {
            {{NAN, 0.5, {}}, {1, 0.5, {}}},
            {{1, 0.5, {}}, {INFINITY, 0.5, {}}, {1, 0.5, {}}},
            {{1, 0.5, {}}, {1, NAN, {}}, {1, 0.5, {}}},
            {{1, INFINITY, {}}, {1, 0.5, {}}},
            {{NAN, 0.5, overflow}, {1, 0.5, none}, {INFINITY, 0.5, overflow}, {2, 0.5, none}},
            {{1, NAN, overflow}, {1, 0.5, none}},
            {{1, 0.5, none}, {NAN, 0.5, none}, {1, 0.5, none}},
        };
        for (const QString& row : {QString("AMSGrad"), QString("AdamW"), QString("clipped by both")})
            for (const auto& run : runs) {
                const ExperimentConfig config = configOf(row);
                Side fused(config, updateHere), before(config, nullptr);
                for (int step = 0; step < static_cast<int>(run.size()); ++step) {
                    const Case& now = run[static_cast<std::size_t>(step)];
                    for (Side* side : {&fused, &before}) {
                        fill(*side, now.gradient);
                        side->end(step, at::full({}, now.loss, at::kFloat), now.overflowed);
                    }
                    const double gap = gapOf(fused.all(), before.all());
                    QVERIFY2(gap < 3e-6, qPrintable(QStringLiteral("%1, step %2: %3").arg(row).arg(step).arg(gap)));
                }
            }
    }

    /// Pieces shorter than a block and longer than all of them, and one that is held: its gradient counts, its weights
    /// stay.
    void piecesOfEverySize() {
        ParameterStore store;
        const std::int64_t sizes[] = {1, 255, 1023, 1024, 1025, 5000, 300 * 1024 + 7};
        for (const std::int64_t size : sizes) {
            const std::string name = "w" + std::to_string(size);
            store.addBuffer(name, {{name, name, {size}, true}}, at::TensorOptions(at::kFloat), size == 5000);
        }
        double squares = 0;
        std::uint64_t seed = 1;
        for (const ParameterBuffer& buffer : store.buffers()) {
            buffer.gradients.copy_(randomTensor(buffer.gradients.sizes(), seed++));
            squares += buffer.gradients.to(at::kDouble).square().sum().item<double>();
        }
        ExperimentConfig config;
        Optimiser optimiser(config, store);
        const FusedUpdate fused(updateHere, config, store, optimiser);
        const at::Tensor loss = at::zeros({}, at::kFloat), stopped = at::zeros({}, at::kFloat);
        QVERIFY(fused.covers(loss));
        const auto done = fused.step(config, optimiser.onDevice({0.01, 0.9}), loss, {}, stopped);
        const double norm = std::sqrt(squares), factor = config.clipNorm / (norm + 1e-6);
        QVERIFY(std::abs(done.norm.item<double>() - norm) < 1e-6 * norm);
        seed = 1;
        for (const ParameterBuffer& buffer : store.buffers()) {
            const at::Tensor clipped = randomTensor(buffer.gradients.sizes(), seed++) * factor;
            QVERIFY(at::allclose(buffer.gradients.to(at::kDouble), clipped, 1e-6, 1e-12));
            // The first step of Adam is the rate, against the sign, but for the smallest.
            const at::Tensor wanted =
                buffer.isHeld ? at::zeros_like(clipped) : clipped / (clipped.abs() + config.epsilon) * -0.01;
            QVERIFY(at::allclose(buffer.values.detach().to(at::kDouble), wanted, 1e-5, 1e-9));
        }
    }

    void whatItDoesNotCover() {
        const at::Tensor loss = at::zeros({}, at::kFloat);
        ExperimentConfig config = configOf("Adam");
        QVERIFY(Side(config, updateHere).fused.covers(loss));
        QVERIFY(!Side(config, updateHere).fused.covers(loss.to(at::kDouble)));
        QVERIFY(!Side(config, nullptr).fused.covers(loss));
        config.fusedOptimiser = false;
        QVERIFY(!Side(config, updateHere).fused.covers(loss));
        config.fusedOptimiser = true;
        for (const char* key : {"sgd", "rmsprop", "nadam", "adagrad"}) {
            config.optimiser = key;
            QVERIFY(!Side(config, updateHere).fused.covers(loss));
        }
        QVERIFY(updateWeightsOn(at::kCPU) == nullptr);
    }

    /// What LibTorch is asked for at the end of a step.
    void theEndOfAStepIsOneCall() {
        const ExperimentConfig config = configOf("Adam");
        Side fused(config, updateHere), before(config, nullptr);
        std::int64_t counts[2];
        for (int i = 0; i < 2; ++i) {
            Side& side = i == 0 ? before : fused;
            const at::Tensor loss = side.addGradients(1);
            side.end(0, loss);
            counts[i] = countOf([&] { side.end(1, loss); });
        }
        qInfo("operations of the end of a step: %d before, %d now", static_cast<int>(counts[0]),
              static_cast<int>(counts[1]));
        QVERIFY(counts[0] > 20 && counts[1] <= 5);
    }
};

QTEST_GUILESS_MAIN(TestFusedUpdate)
#include "tst_fused_update.moc"
