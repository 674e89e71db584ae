// SPDX-License-Identifier: GPL-3.0-or-later
// Runs with a recursive decoder: what a batch carries, a resume in the middle of a falling teacher's share, what is
// learnt, and how far a forecast goes.
// Holds core/forecast/forecasts.cpp.
#include "base/number_text.h"
#include "engine/session_support.h"
#include "engine/train_support.h"
#include "forecast/forecasts.h"

#include <QtTest>

#include <algorithm>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

ExperimentConfig recursive() {
    ExperimentConfig config = smallConfig();
    config.decoder = "recursive";
    config.builtinLength = 300;
    config.lookback = 8;
    config.epochs = 3;
    return config;
}

bool sameBits(const TensorFile& a, const TensorFile& b) {
    return a.tensors.size() == b.tensors.size() && std::ranges::all_of(a.tensors, [&](const auto& entry) {
               return b.tensors.at(entry.first).bytes == entry.second.bytes;
           });
}

/// Of the run's test part.
ForecastRequest testPart(const std::filesystem::path& run, std::int64_t closedLoopSteps = 0) {
    ForecastRequest asked;
    asked.runFolder = run;
    asked.closedLoopSteps = closedLoopSteps;
    return asked;
}

}  // namespace

class TestRecursiveForecast : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Four lists of 8 bytes: two of forecasts, two of truths.
    void veryManyForecastsAreSaid() {
        constexpr std::int64_t kGiB = INT64_C(1) << 30;
        QVERIFY(manyForecastsText(kGiB / 32 / 12 - 1, 6, 2).empty());
        const std::string said = manyForecastsText(33'500'000, 12, 1).english();
        QVERIFY2(said.find("33500000 windows") != std::string::npos, said.c_str());
        QVERIFY2(said.find(bytesText(33.5e6 * 12 * 32)) != std::string::npos, said.c_str());
    }

    void aBatchCarriesWhatTheTimeTells_data() {
        QTest::addColumn<bool>("onDevice");
        QTest::addColumn<bool>("gathered");
        for (const bool onDevice : {false, true})
            for (const bool gathered : {false, true})
                QTest::addRow("%s, %s", onDevice ? "on the device" : "with the host",
                              gathered ? "gathered" : "one by one")
                    << onDevice << gathered;
    }
    void aBatchCarriesWhatTheTimeTells() {
        QFETCH(bool, onDevice);
        QFETCH(bool, gathered);
        ExperimentConfig config = recursive();
        config.recipe = {"standardise", "calendar(parts=hour)"};
        config.deviceData = onDevice;
        config.deviceGather = gathered;
        config.shuffle = false;
        config.precision = "fp64";
        const Rig rig(config);
        const PreparedSeries& prepared = *rig.plan.prepared;
        QCOMPARE(prepared.knownInputs(), (std::vector<std::int64_t>{1, 2}));
        const Batch batch = rig.validation->gather(rig.validation->placeOrder({0, 5}), 0, 2);
        QCOMPARE(batch.ahead.sizes().vec(), (std::vector<std::int64_t>{config.horizon - 1, 2, 3}));
        for (std::int64_t b = 0; b < 2; ++b) {
            const std::int64_t start = rig.plan.windows.validation.starts[b == 0 ? 0 : 5];
            for (std::int64_t step = 0; step < config.horizon - 1; ++step)
                for (std::int64_t column = 0; column < 3; ++column) {
                    const std::int64_t row = start + config.lookback + (column == 0 ? -1 : step);
                    QCOMPARE(batch.ahead[step][b][column].item<double>(),
                             prepared.table.columns[prepared.inputs[static_cast<std::size_t>(column)]]
                                 .values[static_cast<std::size_t>(row)]);
                }
        }
        config.decoder = "direct";
        const Rig direct(config);
        QVERIFY(!direct.validation->gather(direct.validation->placeOrder({0}), 0, 1).ahead.defined());
    }

    // The decoder reads the target in the frame of the anchor: that of the window, less the anchor.
    void theTruthIsSeenFromTheAnchor() {
        ExperimentConfig config = recursive();
        config.precision = "fp64";
        config.anchor = "last";
        const Rig rig(config);
        const at::NoGradGuard noGrad;
        const Batch batch = rig.validation->gather(rig.validation->placeOrder({0, 1, 2}), 0, 3);
        ForwardOptions options, byHand;
        options.feed.teacherShare = byHand.feed.teacherShare = 1;
        byHand.feed.truth = batch.target - batch.anchor.unsqueeze(1);
        const at::Tensor output = rig.objective->run(batch, options).output;
        QVERIFY(
            at::allclose(output, rig.model->forwardForecast(batch.input, batch.anchor, byHand).output, 1e-12, 1e-12));
        QVERIFY(!at::allclose(output, rig.objective->run(batch, {}).output, 1e-6, 1e-6));
    }

    void goesOnWithTheSameBits() {
        ExperimentConfig config = recursive();
        config.layers = 2;
        config.dropout = 0.2;
        config.recurrentDropout = config.zoneout = 0.1;
        config.accumulate = 2;
        config.carryState = true;
        config.shuffle = false;
        config.batchSize = 4;
        config.checkpointSeconds = 0;
        Rig whole(config);
        whole.trainer->run();
        const TensorFile end = stateToFile(whole.trainer->capture());
        for (const std::size_t number : {std::size_t{0}, whole.saved.size() / 3, whole.saved.size() / 2}) {
            Rig resumed(config);
            QVERIFY(resumed.trainer->restore(whole.saved.at(number)).ok());
            resumed.trainer->run();
            QVERIFY(sameBits(end, stateToFile(resumed.trainer->capture())));
        }
        config.teacherForcingEnd = 1;  // the share matters, and so does its line
        Rig taught(config);
        taught.trainer->run();
        QVERIFY(!sameBits(end, stateToFile(taught.trainer->capture())));
    }

    // Series without noise: small errors at every step of the forecast, with a teacher that goes.
    void learnsEveryStep_data() {
        QTest::addColumn<QString>("series");
        for (const char* series : {"sine", "ar2"}) QTest::newRow(series) << series;
    }
    void learnsEveryStep() {
        QFETCH(QString, series);
        ExperimentConfig config = recursive();
        config.builtin = series.toStdString();
        config.lookback = 24;
        config.horizon = 12;
        config.anchor = "last";
        config.linearPath = true;
        config.batchSize = 32;
        config.epochs = 300;
        config.learningRate = 0.03;
        config.schedule = "cosine";
        Rig rig(config);
        rig.trainer->run();
        rig.trainer->loadBest();
        const std::vector<double> made = evaluate(*rig.objective, *rig.validation, true).forecasts,
                                  truth = windowTruth(*rig.plan.prepared, rig.plan.windows.validation);
        QCOMPARE(made.size(), truth.size());
        std::vector<double> worst(static_cast<std::size_t>(config.horizon));
        for (std::size_t i = 0; i < made.size(); ++i)
            worst[i % worst.size()] = std::max(worst[i % worst.size()], std::abs(made[i] - truth[i]));
        qInfo("largest error of the first step %.2e, of the last %.2e standard deviations", worst.front(),
              worst.back());
        for (std::size_t step = 0; step < worst.size(); ++step)
            QVERIFY2(worst[step] < 0.05, qPrintable(QString("step %1: %2").arg(step + 1).arg(worst[step])));
    }

    // A forecast of any length is the decoder's own: its beginning is that of the window.
    void aLongForecastGoesOnByItself_data() {
        QTest::addColumn<QString>("loss");
        for (const char* loss : {"mse", "gaussian-nll", "pinball"}) QTest::newRow(loss) << QString(loss);
    }
    void aLongForecastGoesOnByItself() {
        QFETCH(QString, loss);
        ExperimentConfig config = recursive();
        config.loss = loss.toStdString();
        config.recipe = {"standardise", "calendar(parts=hour)"};
        config.precision = "fp64";
        config.epochs = 1;
        const QTemporaryDir folder;
        const auto engine = take(openEngine());
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(config, {}, "recursive"));
        const auto run = record->folder();
        const Received received = runToEnd(*engine, config, std::move(record));
        QVERIFY2(received.last<RunEnd>()->state == RunState::Finished, received.last<RunEnd>()->why.english().c_str());
        const ForecastSet set = take(engine->forecast(testPart(run, 3 * config.horizon), {}));
        QCOMPARE(set.spread.empty(), loss == "mse");
        QVERIFY(set.spread.givenPath);
        QCOMPARE(set.closedLoop.size(), static_cast<std::size_t>(3 * config.horizon));
        for (std::size_t step = 0; step < static_cast<std::size_t>(config.horizon); ++step)
            QVERIFY(std::abs(set.closedLoop[step] - set.forecast[step]) < 1e-9);
        // Beyond the data the last known time stays.
        const ForecastSet beyond = take(engine->forecast(testPart(run, 2 * config.builtinLength), {}));
        QVERIFY(std::ranges::all_of(beyond.closedLoop, [](double value) { return std::isfinite(value); }));
    }
};

QTEST_GUILESS_MAIN(TestRecursiveForecast)
#include "tst_recursive_forecast.moc"
