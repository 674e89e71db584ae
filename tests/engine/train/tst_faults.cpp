// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/train/fault_finder.cpp.
#include "engine/train_support.h"

#include "config/field.h"
#include "io/file_io.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace gatelab;
using namespace gatelab::testing;

/// What goes wrong inside a run: values that are no numbers, sizes of nothing and one. Each is said with its cause, its
/// place and a remedy; what was good is kept.
class TestFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void spoiltBatch_data();
    void spoiltBatch();
    void spoiltLayer();
    void spoiltGradient();
    void spoiltLength();
    void spoiltWeight_data();
    void spoiltWeight();
    void spoiltSequence();
    void smallSizes_data();
    void smallSizes();
};

namespace {

constexpr std::int64_t kExample = 37;

ExperimentConfig smallConfig() {
    ExperimentConfig config;
    config.builtinLength = 300;
    config.lookback = 8;
    config.horizon = 3;
    config.hiddenSize = 5;
    config.batchSize = 16;
    config.epochs = 3;
    config.threads = 1;
    config.device = "cpu";
    config.checkpointSeconds = 0;
    return config;
}

/// The step (from 1) whose batch holds the example.
std::int64_t stepOf(Rig& rig, std::int64_t example) {
    const auto order = epochOrder(rig.batcher->examples(), static_cast<std::uint64_t>(rig.plan.config.seed), 0,
                                  rig.plan.config.shuffle);
    return (std::ranges::find(order, example) - order.begin()) / rig.plan.config.batchSize + 1;
}

/// The error that stops the run; fails the test where there is none.
Error errorOf(Rig& rig) {
    try {
        rig.trainer->run();
    } catch (const StopWithError& stop) {
        return stop.error;
    }
    return {ErrorCode::Internal, "the run did not stop"};
}

bool finiteWeights(const TrainingState& state) {
    return std::ranges::all_of(state.group("weights"), [](const auto& entry) {
        return fromRawTensor(entry.second)->isfinite().all().template item<bool>();
    });
}

}  // namespace

void TestFaults::spoiltBatch_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("place");
    const double infinite = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();
    QTest::newRow("input NaN") << 0 << none << "the input is NaN"
                               << "row 42 (";
    QTest::newRow("input infinite") << 0 << infinite << "the input is infinite"
                                    << "row 42 (";
    QTest::newRow("target NaN") << 1 << none << "the target is NaN"
                                << "row 47 (";
    QTest::newRow("loss overflows") << 1 << 1e30 << "the loss of"
                                    << "rows 37 (";
}

void TestFaults::spoiltBatch() {
    QFETCH(int, kind);
    QFETCH(double, value);
    QFETCH(QString, what);
    QFETCH(QString, place);
    for (const std::int64_t accumulate : {1, 3}) {
        ExperimentConfig config = smallConfig();
        config.deviceData = accumulate == 1;  // the other way is to copy every batch
        config.accumulate = accumulate;
        Rig rig(config, kExample, [&](Batch& batch, std::int64_t row) {
            if (kind == 0)
                batch.input[5][row][0] = value;
            else
                batch.target[row][2][0] = value;
        });
        const std::int64_t step = (stepOf(rig, kExample) - 1) / accumulate + 1;
        const Error error = errorOf(rig);
        const QString text = QString::fromStdString(error.message);
        QVERIFY2(error.code == ErrorCode::NonFinite, qPrintable(text));
        QVERIFY2(text.startsWith(QString("step %1, epoch 1, ").arg(step)), qPrintable(text));
        QVERIFY2(text.contains(what) && text.contains(place), qPrintable(text));
        QVERIFY2(text.contains("window 38 of ") &&
                     text.contains("column 'value'") == (text.contains(" is NaN") || text.contains(" is infinite")),
                 qPrintable(text));
        QVERIFY2(text.contains("; nothing is kept; ") && (text.contains("mend") || text.contains("extreme")),
                 qPrintable(text));
        QCOMPARE(rig.saved.back().counters.step, step - 1);
        QVERIFY(rig.saved.back().finite && finiteWeights(rig.saved.back()));
        // The next run starts without more ado.
        Rig next(config);
        QCOMPARE(next.trainer->run(), TrainEnd::Finished);
    }
}

// Where the loss of a row is none because a layer's output is none, the layer is named; else it is said that the loss
// itself overflows.
void TestFaults::spoiltLayer() {
    ExperimentConfig config = smallConfig();
    config.linearPath = true;
    Rig layer(config, kExample, [](Batch& batch, std::int64_t row) { batch.input.select(1, row).fill_(1e38); });
    {
        const at::NoGradGuard noGrad;
        layer.model->parameters().find("linear.weight")->value.fill_(10);
    }
    Rig loss(config, kExample, [](Batch& batch, std::int64_t row) { batch.target[row].fill_(1e30); });
    for (const auto& [rig, says] :
         {std::pair(&layer, "first the output of layer linear;"), std::pair(&loss, "the loss itself overflows;")}) {
        const Error error = errorOf(*rig);
        const QString text = QString::fromStdString(error.message);
        QVERIFY2(error.code == ErrorCode::NonFinite && text.contains("the loss of ") && text.contains(says) &&
                     text.contains("window 38 of"),
                 qPrintable(text));
    }
}

// A backward pass that overflows for one large example, though its loss is a number.
void TestFaults::spoiltGradient() {
    Rig rig(smallConfig(), kExample, [](Batch& batch, std::int64_t row) { batch.target[row].fill_(1e9); });
    const Parameter& parameter = *rig.model->parameters().find("rnn.weight_hh_l0");
    parameter.value.register_hook([](const at::Tensor& gradient) {
        return gradient.abs().max().item<double>() > 1e5 ? gradient * NAN : gradient;
    });
    const std::int64_t step = stepOf(rig, kExample);
    const Error error = errorOf(rig);
    const QString text = QString::fromStdString(error.message);
    QVERIFY2(error.code == ErrorCode::NonFinite && text.startsWith(QString("step %1, ").arg(step)), qPrintable(text));
    QVERIFY2(text.contains("the gradient is not finite, first in layer rnn.l0") && text.contains("window 38 of"),
             qPrintable(text));
    QVERIFY(rig.saved.back().finite);
}

// Each number of the gradient is finite, and its length is not: the layer and the example with the largest are named.
void TestFaults::spoiltLength() {
    Rig rig(smallConfig(), kExample, [](Batch& batch, std::int64_t row) { batch.target[row].fill_(1e9); });
    const Parameter& parameter = *rig.model->parameters().find("rnn.weight_hh_l0");
    parameter.value.register_hook([](const at::Tensor& gradient) {
        return gradient.abs().max().item<double>() > 1e5 ? gradient.sign() * 3e38 : gradient;
    });
    const std::int64_t step = stepOf(rig, kExample);
    const Error error = errorOf(rig);
    const QString text = QString::fromStdString(error.message);
    QVERIFY2(error.code == ErrorCode::NonFinite && text.startsWith(QString("step %1, ").arg(step)), qPrintable(text));
    QVERIFY2(text.contains("the length of the gradient is not finite") &&
                 text.contains("is that of layer rnn.l0 for") && text.contains("window 38 of"),
             qPrintable(text));
    QVERIFY2(text.contains("the sum of their squares overflows float32, which ends at 3.4e38"), qPrintable(text));
}

void TestFaults::spoiltWeight_data() {
    QTest::addColumn<bool>("isGraphed");
    QTest::newRow("operations") << false;
    QTest::newRow("recorded steps") << true;
}

void TestFaults::spoiltWeight() {
    QFETCH(bool, isGraphed);
    int launches = 0;
    const auto graph = [&]() -> std::unique_ptr<DeviceGraph> { return std::make_unique<ReplayedGraph>(&launches); };
    Rig rig(smallConfig(), -1, {}, isGraphed ? graph : std::function<std::unique_ptr<DeviceGraph>()>());
    rig.afterEpoch = [&](std::int64_t epoch) {
        const at::NoGradGuard noGrad;
        if (epoch == 2) rig.model->parameters().find("rnn.weight_ih_l0")->value.view(-1)[3] = NAN;
    };
    const std::int64_t perEpoch = rig.trainer->position().stepsPerEpoch();
    const Error error = errorOf(rig);
    const QString text = QString::fromStdString(error.message);
    QVERIFY2(error.code == ErrorCode::NonFinite &&
                 text.startsWith(QString("step %1, epoch 3, batch 1").arg(2 * perEpoch + 1)),
             qPrintable(text));
    QVERIFY2(text.contains("the weights of layer rnn.l0") && text.contains("window ") &&
                 text.contains("last good checkpoint"),
             qPrintable(text));
    // What was saved with the spoilt weight is not called good; what was saved before is.
    QVERIFY(!rig.saved.back().finite && !finiteWeights(rig.saved.back()));
    const auto good =
        std::find_if(rig.saved.rbegin(), rig.saved.rend(), [](const TrainingState& state) { return state.finite; });
    QVERIFY(good != rig.saved.rend() && finiteWeights(*good));
    QVERIFY(good->counters.step >= 2 * perEpoch - 1);
    QCOMPARE(launches > 0, isGraphed);
}

void TestFaults::spoiltSequence() {
    ExperimentConfig config = smallConfig();
    config.builtin = "adding";
    config.builtinLength = 60;
    config.task = "regression";
    config.recipe.clear();
    Rig rig(config, 5, [](Batch& batch, std::int64_t row) { batch.input[2][row][1] = NAN; });
    const QString text = QString::fromStdString(errorOf(rig).message);
    QVERIFY2(text.contains(QString("step 2, channel '%1', in sequence %2 of 60")
                               .arg(QString::fromStdString(rig.plan.data.sequences->channelNames[1]))
                               .arg(rig.plan.parts.train[5])),
             qPrintable(text));
}

void TestFaults::smallSizes_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<int>("rows");  // of the file; -1: the built-in series
    QTest::addColumn<bool>("runs");
    QTest::newRow("lookback 1") << "lookback" << -1 << true;
    QTest::newRow("horizon 1") << "horizon" << -1 << true;
    QTest::newRow("hidden 1") << "hidden_size" << -1 << true;
    QTest::newRow("batch 1") << "batch_size" << -1 << true;
    QTest::newRow("epochs 1") << "epochs" << -1 << true;
    QTest::newRow("at most one step") << "max_steps" << -1 << true;
    QTest::newRow("no rows") << "" << 0 << false;
    QTest::newRow("one row") << "" << 1 << false;
    QTest::newRow("two rows") << "" << 2 << false;
    QTest::newRow("one training window") << "" << 33 << true;
}

void TestFaults::smallSizes() {
    QFETCH(QString, change);
    QFETCH(int, rows);
    QFETCH(bool, runs);
    ExperimentConfig config = smallConfig();
    if (!change.isEmpty()) {
        const Field* field = findField(change.toStdString());
        QVERIFY(field);
        QVERIFY(setFieldValue(config, *field, std::int64_t{1}).ok());
    }
    const QTemporaryDir folder;
    if (rows >= 0) {
        std::string csv = "value\n";
        for (int row = 0; row < rows; ++row) csv += std::to_string(std::sin(0.7 * row)) + "\n";
        config.dataPath = folder.filePath("series.csv").toStdString();
        config.split = "11/3/3";
        if (rows == 33) config.split = "11/11/11";
        QVERIFY(writeFileDurably(config.dataPath, csv).ok());
    }
    const auto plan = makeTrainPlan(config, nullptr);
    QVERIFY2(plan.ok() == runs, plan.ok() ? "planned" : plan.error().message.c_str());
    if (!runs) {
        QVERIFY2(plan.error().message.size() > 20, plan.error().message.c_str());
        return;
    }
    Rig rig(config);
    QCOMPARE(rig.trainer->run(), TrainEnd::Finished);
    QVERIFY(rig.trainer->counters().step >= 1);
    QVERIFY(rig.saved.back().finite);
}

QTEST_GUILESS_MAIN(TestFaults)
#include "tst_faults.moc"
