// SPDX-License-Identifier: GPL-3.0-or-later
// What "auto" stands for on the made-up GPU, where each implementation takes a made-up time: chosen, told, remembered
// and left out in whole runs. Holds core/train/gpu_row.cpp and core/step/row_trial.cpp.
#include "device/row_choices.h"
#include "device/row_words.h"
#include "engine/session_support.h"
#include "fake_gpu.h"

#include <QtTest>

#include <algorithm>

using namespace gatelab;
using namespace gatelab::testing;
using fakegpu::driver;
using Fate = fakegpu::Row::Fate;

namespace {

ExperimentConfig openConfig() {
    ExperimentConfig config = smallConfig();
    config.device = "cuda:0";
    config.builtinLength = 300;
    config.batchSize = 16;
    config.maxSteps = 4;
    return config;
}

void setTimes(double library, double persistent, double tuned) {
    driver().rows["library"].milliseconds = library;
    driver().rows["persistent"].milliseconds = persistent;
    driver().rows["cudnn-tuned"].milliseconds = tuned;
}

std::string told(const Received& received) {
    for (auto event = received.events.rbegin(); event != received.events.rend(); ++event)
        if (const auto* marker = event->as<RunMarker>(); marker && tellsChosenRow(marker->text))
            return marker->text.english();
    return {};
}

bool says(const Received& received, const char* words) {
    return std::ranges::any_of(received.events, [&](const RunEvent& event) {
        const auto* marker = event.as<RunMarker>();
        const auto* warning = event.as<RunWarning>();
        const Phrase text = marker ? marker->text : warning ? warning->text : Phrase();
        return text.english().find(words) != std::string::npos;
    });
}

}  // namespace

class TestFakeGpuRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(cache_.isValid());
        qputenv("GATELAB_CACHE", cache_.path().toUtf8());
        engine_ = take(openEngine());
    }
    void init() {
        driver().reset();
        rowChoices().forget();
        rowChoices().setMeasuring(RowMeasuring::Known);
        rowPasses_ = driver().rowPasses;
    }

    void madeUpTimesChooseEachRow() {
        struct Case {
            double library, persistent, tuned;
            const char* row;
        };
        for (const Case& made :
             {Case{2.2, 0.94, 2, "persistent"}, Case{2.2, 3, 1.5, "cudnn-tuned"}, Case{1, 3, 2, "library"}}) {
            rowChoices().forget();
            setTimes(made.library, made.persistent, made.tuned);
            const Received received = run(openConfig());
            QCOMPARE(planned(received), std::string(made.row));
            const std::string text = told(received);
            QVERIFY2(
                text.starts_with("chose " + std::string(made.row)) && text.find("3 rows tried in") != std::string::npos,
                text.c_str());
        }
        setTimes(2.2, 0.94, 2);
        rowChoices().forget();
        const Received received = run(openConfig());
        QVERIFY2(told(received).starts_with("chose persistent: 0.94 ms against 2.2 ms by library, 3 rows tried in "),
                 told(received).c_str());
        QVERIFY(received.last<RunPlanInfo>()->engine.find("; auto chose persistent: 0.94 ms") != std::string::npos);
    }

    // The next run measures nothing, as long as it is the same shape on the same machine.
    void itIsRememberedByShapeAndMachine() {
        setTimes(2.2, 0.94, 2);
        run(openConfig());
        driver().rowPasses = 0;
        const Received second = run(openConfig());
        const std::int64_t ofARun = driver().rowPasses;
        QVERIFY2(told(second) == "chose persistent as measured before: 0.94 ms against 2.2 ms by library",
                 told(second).c_str());
        QCOMPARE(planned(second), std::string("persistent"));
        const auto isMeasured = [&](const ExperimentConfig& config) {
            driver().rowPasses = 0;
            const bool isTold = told(run(config)).find("rows tried in") != std::string::npos;
            return isTold && driver().rowPasses > ofARun;
        };
        const std::pair<const char*, void (*)(ExperimentConfig&)> changes[] = {
            {"cell", [](ExperimentConfig& c) { c.cell = "gru"; }},
            {"T", [](ExperimentConfig& c) { c.lookback = 12; }},
            {"B", [](ExperimentConfig& c) { c.batchSize = 8; }},
            {"H", [](ExperimentConfig& c) { c.hiddenSize = 9; }},
            {"layers", [](ExperimentConfig& c) { c.layers = 2; }},
            {"directions", [](ExperimentConfig& c) { c.bidirectional = true; }},
            {"precision", [](ExperimentConfig& c) { c.precision = "bf16"; }}};
        for (const auto& [what, change] : changes) {
            ExperimentConfig config = openConfig();
            change(config);
            QVERIFY2(isMeasured(config), what);
        }
        ExperimentConfig seed = openConfig();
        seed.seed = 7;
        seed.learningRate = 0.02;
        QVERIFY(!isMeasured(seed));  // no part of the shape
        seed.device = "cuda:1";      // "NVIDIA Fake 2"
        QVERIFY(isMeasured(seed));
    }

    void againAndOff() {
        setTimes(2.2, 0.94, 2);
        run(openConfig());
        setTimes(2.2, 3, 1);
        rowChoices().setMeasuring(RowMeasuring::Again);
        QCOMPARE(planned(run(openConfig())), std::string("cudnn-tuned"));
        rowChoices().setMeasuring(RowMeasuring::Off);
        QCOMPARE(planned(run(openConfig())), std::string("cudnn-tuned"));  // as remembered
        rowChoices().forget();
        const Received guessed = run(openConfig());
        QCOMPARE(planned(guessed), std::string("library"));  // 8 units
        QVERIFY2(told(guessed).find("by a table of computed times") != std::string::npos, told(guessed).c_str());
        ExperimentConfig larger = openConfig();
        larger.hiddenSize = 64;
        larger.maxSteps = 1;
        QCOMPARE(planned(run(larger)), std::string("persistent"));
        QVERIFY(rowChoices().isEmpty());
    }

    void otherNumbersAreLeftOut() {
        setTimes(2.2, 0.94, 2);
        driver().rows["persistent"].fate = Fate::Wrong;
        const Received received = run(openConfig());
        QCOMPARE(planned(received), std::string("cudnn-tuned"));
        QVERIFY(says(received, "persistent is left out: its numbers differ from those of library by 0.0"));
    }

    void noMemoryForATrialIsNoFailure() {
        setTimes(2.2, 0.94, 2);
        driver().rows["persistent"].fate = Fate::NoMemory;
        const Received received = run(openConfig());
        QCOMPARE(planned(received), std::string("cudnn-tuned"));
        QVERIFY(says(received, "persistent is left out: not enough memory"));
        QTRY_COMPARE_WITH_TIMEOUT(driver().devices[0].allocated, 0.0, 60000);
    }

    // The next start, of that shape, goes on without the row that was tried.
    void aLostDeviceIsToldAsOne() {
        setTimes(2.2, 0.94, 2);
        driver().rows["persistent"].fate = Fate::Lost;
        const Received received = runToEnd(*engine_, openConfig());
        QVERIFY(received.last<RunEnd>()->code == ErrorCode::DeviceLost);
        QVERIFY(says(received, "the GPU stopped working while persistent was being tried"));
        driver().reset();
        setTimes(2.2, 0.94, 2);
        const Received next = run(openConfig());
        QCOMPARE(planned(next), std::string("cudnn-tuned"));
        QVERIFY2(told(next).find("2 rows tried in") != std::string::npos, told(next).c_str());
        ExperimentConfig other = openConfig();
        other.hiddenSize = 9;
        QCOMPARE(planned(run(other)), std::string("persistent"));
    }

    // The file names a row for as long as it is tried, but for the yardstick; a mark that is left over is of a process
    // that ended with it.
    void aTrialLeavesAMark() {
        setTimes(2.2, 0.94, 2);
        static QString path;
        static int marked, unmarked;
        path = cache_.filePath("gpu-implementations.txt");
        marked = unmarked = 0;
        driver().onRowPass = [](const char* key) {
            QFile file(path);
            const QByteArray mark = QByteArray("|trying=") + key;
            ++(file.open(QIODevice::ReadOnly) && file.readAll().contains(mark) ? marked : unmarked);
        };
        run(openConfig());
        driver().onRowPass = nullptr;
        const int ofARun = unmarked;  // its own steps and evaluations
        QVERIFY2(marked >= 6, qPrintable(QString::number(marked)));
        QVERIFY(ofARun > 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY2(!text.contains("|trying="), text);
        const std::string key = text.left(text.indexOf("=persistent,library,")).toStdString();
        rowChoices().forget();
        rowChoices().beginTrial(key, "persistent");
        const Received next = run(openConfig());
        QCOMPARE(planned(next), std::string("cudnn-tuned"));
        QVERIFY(says(next, "persistent is left out: when it was tried on this GPU before"));
        QVERIFY2(told(next).find("2 rows tried in") != std::string::npos, told(next).c_str());
        QVERIFY(!says(run(openConfig()), "persistent is left out"));  // told once
    }

    // Layer by layer and chunk by chunk is not what would be timed, and each rank would find its own.
    void aPipelineMeasuresNothing() {
        setTimes(2.2, 0.94, 2);
        ExperimentConfig config = openConfig();
        config.layers = 2;
        config.pipelineChunks = 2;
        const Received received = runToEnd(*engine_, config);
        QVERIFY(says(received, "a pipeline leaves its layers to LibTorch"));
        QVERIFY(told(received).empty());
        QVERIFY(rowChoices().isEmpty());
        QCOMPARE(driver().rowPasses, rowPasses_);
    }

    // A stop that comes while it measures ends that; nothing is remembered of it.
    void aStopEndsTheMeasuring() {
        setTimes(2.2, 0.94, 2);
        driver().microseconds = 200;
        auto session = take(engine_->start({openConfig(), nullptr, nullptr, {}}));
        Received received;
        const auto isMeasuring = [&] {
            received.listen(*session);
            return says(received, "measuring which of 3 implementations");
        };
        QTRY_VERIFY_WITH_TIMEOUT(isMeasuring(), 60000);
        session->control().abandon();
        session->wait();
        received.listen(*session);
        QVERIFY(received.last<RunEnd>()->state == RunState::Interrupted);
        QVERIFY(told(received).empty());
        QVERIFY(rowChoices().isEmpty());
    }

    void aDamagedStoreIsMeasuredAnew() {
        setTimes(2.2, 0.94, 2);
        run(openConfig());
        const QString path = cache_.filePath("gpu-implementations.txt");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        QVERIFY2(text.contains("=persistent,library,"), text);
        text.replace("=persistent,library,", "=persistent;library,");
        file.resize(0);
        file.seek(0);
        file.write(text);
        file.close();
        rowChoices().setMeasuring(RowMeasuring::Again);  // forgets what the process knows by itself
        rowChoices().setMeasuring(RowMeasuring::Known);
        QVERIFY(told(run(openConfig())).find("3 rows tried in") != std::string::npos);
    }

    // With the bits that it would have had, whatever is fastest by then.
    void aResumedRunKeepsItsRow() {
        setTimes(2.2, 0.94, 2);
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        ExperimentConfig config = openConfig();
        config.maxSteps = 0;
        config.epochs = 1;
        auto record = take(workspace->createRun(config, {}, "resumed"));
        const auto path = record->folder();
        const std::string id = record->id();
        const Received first = runToEnd(*engine_, config, std::move(record));
        QCOMPARE(planned(first), std::string("persistent"));
        rowChoices().forget();
        setTimes(1, 3, 2);
        const Received rest = runToEnd(*engine_, config, take(workspace->reopenRun(id)), path);
        QCOMPARE(planned(rest), std::string("persistent"));
        QVERIFY(told(rest).empty());
        QVERIFY(rowChoices().isEmpty());
    }

    void theProcessorHasItsRule() {
        ExperimentConfig config = openConfig();
        config.device = "cpu";
        QCOMPARE(planned(run(config)), std::string("whole"));
        config.device = "cuda:0";
        config.implementation = "persistent";  // who names one has chosen
        const Received named = run(config);
        QVERIFY(told(named).empty());
        QVERIFY(rowChoices().isEmpty());
    }

    // For 10 s by the clock of the host. Whatever the host asks of the whole GPU then would not come back: the run
    // ends, and says so. It is remembered by machine and shape, so that the next start goes on without that row. These
    // two come last: they use the GPUs up for this process.
    void aTrialThatHangsEndsTheRun() {
        driver().devices[1].name = driver().devices[0].name;
        setTimes(2.2, 3, 0.94);
        driver().rows["cudnn-tuned"].fate = Fate::Hangs;
        ExperimentConfig config = openConfig();
        config.device = "cuda:1";
        const Received received = runToEnd(*engine_, config);
        const RunEnd& end = *received.last<RunEnd>();
        QVERIFY(end.code == ErrorCode::DeviceLost);
        QVERIFY2(end.why.english().starts_with("cudnn-tuned was tried on this GPU and did not end within 10 s"),
                 end.why.english().c_str());
        QCOMPARE(driver().frozen, std::int64_t{0});
        // As long as this process lives.
        const Received refused = runToEnd(*engine_, config);
        QVERIFY2(refused.last<RunEnd>()->why.english().find("restart Gatelab") != std::string::npos,
                 refused.last<RunEnd>()->why.english().c_str());
        QCOMPARE(driver().frozen, std::int64_t{0});
        // As after a restart, for which the other GPU stands.
        driver().hungStreams.clear();
        const Received next = run(openConfig());
        QVERIFY2(told(next).find("2 rows tried in") != std::string::npos, told(next).c_str());
        QCOMPARE(planned(next), std::string("library"));
        ExperimentConfig other = openConfig();
        other.hiddenSize = 9;
        driver().rows["cudnn-tuned"].fate = Fate::Good;
        QCOMPARE(planned(run(other)), std::string("cudnn-tuned"));  // no shape but that one
    }

    // As cuDNN's own choice does, which measures pairs of algorithms.
    void soDoesOneThatHangsWithinALibrary() {
        setTimes(2.2, 3, 0.94);
        driver().rows["cudnn-tuned"].fate = Fate::HangsWithin;
        const Received received = runToEnd(*engine_, openConfig());
        const RunEnd& end = *received.last<RunEnd>();
        QVERIFY(end.code == ErrorCode::DeviceLost);
        QVERIFY2(end.why.english().starts_with("cudnn-tuned was tried on this GPU and did not end"),
                 end.why.english().c_str());
        QCOMPARE(driver().frozen, std::int64_t{0});
    }

private:
    static std::string planned(const Received& received) { return received.last<RunPlanInfo>()->implementation; }
    Received run(const ExperimentConfig& config) {
        Received received = runToEnd(*engine_, config);
        if (const auto* end = received.last<RunEnd>(); end->state != RunState::Finished)
            qWarning("%s", end->why.english().c_str());
        return received;
    }

    QTemporaryDir cache_;
    std::int64_t rowPasses_ = 0;
    std::shared_ptr<Engine> engine_;
};

QTEST_GUILESS_MAIN(TestFakeGpuRows)
#include "tst_fake_gpu_rows.moc"
