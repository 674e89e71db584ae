// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/step/optimizers.cpp.
#include "config/choices.h"
#include "config/field.h"
#include "config/schedule_curve.h"
#include "engine/nn_support.h"
#include "io/safetensors_file.h"
#include "nn/losses.h"
#include "step/gradients.h"
#include "step/optimizers.h"
#include "step/training_state.h"
#include "support/places.h"
#include "support/take.h"
#include "train/fault_finder.h"

#include <QSet>
#include <QtTest>

#include <array>
#include <tuple>

using namespace gatelab;
using namespace gatelab::testing;

/// Fifty training steps against PyTorch's (tests/engine/reference/make_training_reference.py), and the rates of its
/// schedules. The committed combinations hold every pair of two options; GATELAB_PARITY names a file with others, for
/// example with all. What else an optimiser can be told is in a file of its own.
namespace {

constexpr std::int64_t kSteps = 50, kBatches = 4;
constexpr double kDoubleTolerance = 1e-12, kSingleTolerance = 1e-5;
// Where rounding alone moves a curve by more than the tolerance, no two orders of the same sums agree better. The
// reference says how far PyTorch's own curve moves when its start weights are moved by one unit in the last place, in
// either precision (the gradient of MAE is a sign, which one unit can turn). A step rounds more than once. Of the
// committed combinations none moves by more than 4e-14, and all but one by less than 1.2e-6 in single precision, so
// that the tolerances hold for them as they stand.
constexpr double kRoundings = 8;
constexpr std::array kSchedules = {"constant", "step", "exponential", "cosine", "cosine-restarts", "one-cycle"};

TensorFile fileOf(const QString& path) {
    auto read = readTensors(path.toStdString());
    if (!read.ok()) throw std::runtime_error(read.error().message);
    return std::move(*read);
}

const TensorFile& training() {
    static const TensorFile file =
        fileOf(qEnvironmentVariable("GATELAB_PARITY", inSource("/tests/engine/reference/training.safetensors")));
    return file;
}

const TensorFile& options() {
    static const TensorFile file = fileOf(inSource("/tests/engine/reference/options.safetensors"));
    return file;
}

const TensorFile& reference() {
    static const TensorFile file = fileOf(inSource("/tests/engine/reference/reference.safetensors"));
    return file;
}

at::Tensor numbers(const std::string& name) { return *fromRawTensor(reference().tensors.at(name)); }

/// "lstm.2.1/mae/adam/step/clip" or "lstm.2.1/mae/adam:amsgrad=true,beta2=0.8/step/decay" as the script makes it.
struct Combination {
    explicit Combination(const QString& text) {
        const QStringList parts = text.split('/'), shape = parts[0].split('.');
        network = parts[0].toStdString();
        config.cell = shape[0].toStdString();
        config.layers = shape[1].toInt();
        config.bidirectional = shape[2] == "2";
        config.hiddenSize = 3;
        config.lookback = 5;
        config.horizon = 2;
        config.huberDelta = 0.5;
        config.loss = parts[1].toStdString();
        config.task = config.loss == "cross-entropy" ? "classification" : "forecast";
        config.optimiser = parts[2].section(':', 0, 0).toStdString();
        config.learningRate = 0.01;
        config.schedule = parts[3].toStdString();
        config.scheduleSteps = 10;
        config.scheduleFactor = 0.5;
        config.minLearningRate = config.schedule.starts_with("cosine") ? 0.0005 : 0;
        const bool decays = parts[4] == "decay";
        config.weightDecay = decays ? 0.01 : 0;
        config.nesterov = decays;
        config.clipNorm = parts[4] == "clip" ? 0.2 : 0;
        if (config.optimiser == "rmsprop") config.beta2 = 0.99, config.momentum = decays ? 0.9 : 0;
        if (config.optimiser == "adagrad") config.epsilon = 1e-10;
        for (const QString& option : parts[2].section(':', 1).split(',', Qt::SkipEmptyParts)) {
            const Field& field = *findField(option.section('=', 0, 0).toStdString());
            if (!setFieldValue(config, field, take(parseFieldValue(field, option.section('=', 1).toStdString()))).ok())
                qFatal("%s", qPrintable(option));
        }
    }
    std::string network;
    ExperimentConfig config;
};

std::unique_ptr<Model> referenceModel(const ExperimentConfig& config, const std::string& network,
                                      at::ScalarType dtype) {
    auto model = makeModel(config, {2, 2, config.task == "classification" ? 3 : 0, 0}, dtype);
    TensorFile weights;
    const std::string prefix = network + ".weight.";
    for (const auto& [name, raw] : reference().tensors) {
        if (!name.starts_with(prefix)) continue;
        const std::string own = name.substr(prefix.size());
        weights.tensors[own] =
            own.starts_with("head") ? toRawTensor(fromRawTensor(raw)->narrow(0, 0, model->outputSize())) : raw;
    }
    if (auto loaded = model->parameters().load(weights); !loaded.ok()) throw std::runtime_error(loaded.error().message);
    return model;
}

struct Curve {
    at::Tensor losses, norms;
};

/// The same steps here.
Curve train(const Combination& combination, at::ScalarType dtype) {
    const ExperimentConfig& config = combination.config;
    const auto model = referenceModel(config, combination.network, dtype);
    Optimiser optimiser(config, model->parameters());
    LossContext context = makeLossContext(config, model->options());
    context.scale = numbers("data.scale").to(dtype);
    const Loss* loss = findLoss(config.loss);
    const at::Tensor inputs = numbers("data.input").to(dtype), targets = numbers("data.target").to(dtype),
                     classes = numbers("data.classes");
    TrainingCounters counters;
    Curve curve{at::zeros({kSteps}, at::kDouble), {}};
    for (std::int64_t step = 0; step < kSteps; ++step) {
        const std::int64_t batch = step % kBatches;
        model->parameters().zeroGradients();
        const at::Tensor output = loss->classification ? model->forward(inputs[batch]).output
                                                       : model->forwardForecast(inputs[batch], {}).output;
        const at::Tensor value = loss->compute(output, loss->classification ? classes[batch] : targets[batch], context);
        value.backward();
        clipGradients(config, model->parameters());
        optimiser.step(config, optimiser.onDevice(scheduledStep(config, {step, kSteps, counters.plateauCuts})));
        curve.losses[step] = value.detach();
        notePlateau(config, counters, value.item<double>());
    }
    std::vector<at::Tensor> norms;
    for (const Parameter& parameter : model->parameters().all())
        norms.push_back(at::linalg_vector_norm(parameter.value.detach().to(at::kDouble)));
    curve.norms = at::stack(norms);
    return curve;
}

/// The order of the parameters is not PyTorch's in both directions.
at::Tensor sorted(const at::Tensor& values) { return std::get<0>(at::sort(values)); }

/// A row for each of these words of the names.
void addRows(const TensorFile& file, int first, int last) {
    QTest::addColumn<QString>("start");
    QSet<QString> found;
    for (const auto& [name, raw] : file.tensors) found.insert(QString::fromStdString(name).section('/', first, last));
    QStringList sorted(found.begin(), found.end());
    sorted.sort();
    for (const QString& words : sorted) QTest::newRow(qPrintable(words)) << words;
}

/// Largest relative difference; numbers below 1e-3 count as 1e-3.
double gap(const at::Tensor& got, const at::Tensor& want) {
    const at::Tensor expected = want.to(at::kDouble);
    return ((got - expected).abs() / expected.abs().clamp_min(1e-3)).max().item<double>();
}

/// Every combination of a file whose name has these words.
void compareCurves(const TensorFile& file, const QString& words) {
    for (const auto& [key, raw] : file.tensors) {
        if (!key.ends_with(".f64") || !("/" + QString::fromStdString(key)).contains("/" + words + "/")) continue;
        const std::string name = key.substr(0, key.size() - 4);
        const auto expected = [&](const char* what) { return *fromRawTensor(file.tensors.at(name + what)); };
        const at::Tensor growth = expected(".growth");
        Combination combination(QString::fromStdString(name));
        const double lossLimit = kRoundings * growth[0].item<double>(),
                     normLimit = kRoundings * growth[1].item<double>();
        for (const bool fused : {false, true}) {
            combination.config.fusedOptimiser = fused;
            const Curve curve = train(combination, at::kDouble);
            const double losses = gap(curve.losses, expected(".f64")),
                         norms = gap(sorted(curve.norms), sorted(expected(".norms")));
            const QString what = QString("%1 fused=%2: losses %3 (growth %4), weights %5 (growth %6)")
                                     .arg(name.c_str())
                                     .arg(fused)
                                     .arg(losses)
                                     .arg(growth[0].item<double>())
                                     .arg(norms)
                                     .arg(growth[1].item<double>());
            if (qEnvironmentVariableIsSet("GATELAB_SHOW")) qInfo("%s", qPrintable(what));
            QVERIFY2(losses < std::max(kDoubleTolerance, lossLimit), qPrintable(what));
            QVERIFY2(norms < std::max(kDoubleTolerance, normLimit), qPrintable(what));
        }
        combination.config.fusedOptimiser = true;
        const double single = gap(train(combination, at::kFloat).losses, expected(".f32"));
        const QString what =
            QString("%1 f32: %2 (growth %3)").arg(name.c_str()).arg(single).arg(growth[2].item<double>());
        if (qEnvironmentVariableIsSet("GATELAB_SHOW")) qInfo("%s", qPrintable(what));
        QVERIFY2(single < std::max(kSingleTolerance, kRoundings * growth[2].item<double>()), qPrintable(what));
    }
}

}  // namespace

class TestTrainingParity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tablesAgree();
    void schedules();
    void everyPairIsThere();
    void curves_data() { addRows(training(), 0, 1); }
    void curves();
    void everyOptionIsThere();
    void optionCurves_data() { addRows(options(), 2, 2); }
    void optionCurves();
    void clipsLikePyTorch();
};

void TestTrainingParity::tablesAgree() {
    QCOMPARE(optimiserRows().size(), optimiserChoices().size());
    for (const Choice& choice : optimiserChoices()) QVERIFY2(findOptimiser(choice.key), choice.key);
}

void TestTrainingParity::schedules() {
    for (const char* schedule : kSchedules) {
        const auto config = Combination(QString("lstm.1.1/mse/adam/%1/plain").arg(schedule)).config;
        const at::Tensor rates = numbers(std::string("rates.") + schedule);
        for (std::int64_t step = 0; step < kSteps; ++step) {
            const double want = rates[step].item<double>(), got = scheduledRate(config, {step, kSteps, 0});
            QVERIFY2(std::abs(got - want) <= 1e-13 * 0.01, qPrintable(QString("%1 step %2: %3 instead of %4")
                                                                          .arg(schedule)
                                                                          .arg(step)
                                                                          .arg(got, 0, 'g', 15)
                                                                          .arg(want, 0, 'g', 15)));
        }
    }
}

// Every pair of options is there, so that nothing is left out by chance.
void TestTrainingParity::everyPairIsThere() {
    QSet<QString> pairs;
    QList<QSet<QString>> axes;
    for (const auto& [name, raw] : training().tensors) {
        if (!name.ends_with(".f64")) continue;
        const QString combination = QString::fromStdString(name).chopped(4);
        const QStringList words = QString(combination).replace('/', '.').split('.');
        axes.resize(words.size());
        for (int i = 0; i < words.size(); ++i) {
            axes[i].insert(words[i]);
            for (int j = 0; j < i; ++j) pairs.insert(QString("%1=%2 %3=%4").arg(i).arg(words[i]).arg(j).arg(words[j]));
        }
    }
    qsizetype wanted = 0;
    for (qsizetype i = 0; i < axes.size(); ++i)
        for (qsizetype j = 0; j < i; ++j) wanted += axes[i].size() * axes[j].size();
    QCOMPARE(pairs.size(), wanted);
    const auto keys = [](const auto& choices) { return static_cast<qsizetype>(choices.size()); };
    // Those that PyTorch has
    QCOMPARE(axes[0].size(), static_cast<qsizetype>(std::ranges::count_if(cellTraits(), &CellTraits::library)));
    QCOMPARE(axes[3].size(), keys(lossChoices()) - 4);  // NSE*, and heads that PyTorch has no loss for
    QCOMPARE(axes[4].size(), keys(optimiserChoices()));
    QCOMPARE(axes[5].size(), keys(scheduleChoices()));
}

void TestTrainingParity::curves() {
    QFETCH(QString, start);
    compareCurves(training(), start);
}

void TestTrainingParity::everyOptionIsThere() {
    QSet<QString> reported;
    for (const auto& [name, raw] : options().tensors)
        for (const QString& option : QString::fromStdString(name).section('/', 2, 2).section(':', 1).split(','))
            reported.insert(option.section('=', 0, 0));
    for (const char* key : {"amsgrad", "centered", "dampening", "decoupled_weight_decay", "initial_accumulator_value",
                            "lr_decay", "momentum_decay"})
        QVERIFY2(reported.contains(key), key);
}

void TestTrainingParity::optionCurves() {
    QFETCH(QString, start);
    compareCurves(options(), start);
}

void TestTrainingParity::clipsLikePyTorch() {
    auto config = Combination("lstm.1.1/mse/sgd/constant/plain").config;
    const auto model = referenceModel(config, "lstm.1.1", at::kDouble);
    const auto fill = [&](double value) {
        for (const auto& buffer : model->parameters().buffers()) buffer.gradients.fill_(value);
    };
    const double count = static_cast<double>(model->parameters().count());
    fill(2);
    config.clipNorm = 1;
    const double norm = clipGradients(config, model->parameters()).item<double>();
    QVERIFY(std::abs(norm - 2 * std::sqrt(count)) < 1e-9);
    const double scaled = model->parameters().buffers().front().gradients[0].item<double>();
    QVERIFY(std::abs(scaled - 2 / (norm + 1e-6)) < 1e-12);
    fill(2);
    config.clipNorm = 0;
    config.clipValue = 0.5;
    clipGradients(config, model->parameters());
    QCOMPARE(model->parameters().buffers().front().gradients[0].item<double>(), 0.5);
    fill(NAN);
    QVERIFY(std::isnan(clipGradients(config, model->parameters()).item<double>()));
    QVERIFY(!nonFiniteGradient(model->parameters()).empty());
}

QTEST_GUILESS_MAIN(TestTrainingParity)
#include "tst_training_parity.moc"
