// SPDX-License-Identifier: GPL-3.0-or-later
// A run that is asked for a timeline records one, and trains the same.
// Holds core/app/timeline_recording.cpp, app/worker/look/timeline_command.cpp.
#include "app/timeline_recording.h"
#include "engine/session_support.h"
#include "observe/timeline_tap.h"
#include "run/timeline_json.h"
#include "store/workspace.h"
#include "support/worker_process.h"

#include <QJsonArray>
#include <QtTest>

#include <cmath>
#include <set>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr std::int64_t kSteps = 12;

/// Enough steps to record some of them.
ExperimentConfig manySteps(bool isLibrary) {
    ExperimentConfig config = smallConfig();
    config.batchSize = 16;
    if (isLibrary) config.implementation = "library";
    return config;
}

/// Nothing twice and no hole: what lies in a step adds up to it.
void checkSums(const Timeline& timeline) {
    for (const TimelineStep& step : timeline.steps) {
        double sum = 0;
        for (const TimelineSpan& span : timeline.spans) {
            if (span.step != step.step) continue;
            QVERIFY(span.began >= step.began - 1e-9);
            QVERIFY(span.began + span.seconds <= step.began + step.seconds + 1e-9);
            sum += span.seconds;
        }
        QVERIFY(std::abs(sum - (step.isRecorded ? step.seconds : 0)) < 1e-9 + 1e-6 * step.seconds);
    }
}

std::set<TimelinePart> partsOf(const Timeline& timeline) {
    std::set<TimelinePart> parts;
    for (const TimelineSpan& span : timeline.spans) parts.insert(span.part);
    return parts;
}

}  // namespace

class TestTimelineTap : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { engine_ = take(openEngine()); }

    void askedRunRecordsAndTrainsTheSame_data() {
        QTest::addColumn<bool>("isLibrary");
        QTest::newRow("the whole step in own code") << false;
        QTest::newRow("LibTorch's layer") << true;
    }

    void askedRunRecordsAndTrainsTheSame() {
        QFETCH(bool, isLibrary);
        const ExperimentConfig config = manySteps(isLibrary);
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(config, {}, "sine-mix"));
        const std::filesystem::path run = record->folder();
        QVERIFY(askForTimeline(run, kSteps).ok());
        const Received asked = runToEnd(*engine_, config, std::move(record));
        const Received plain = runToEnd(*engine_, config);
        QCOMPARE(asked.last<RunEnd>()->state, RunState::Finished);
        const auto losses = [](const Received& received) {
            std::vector<double> values;
            for (const MetricSample& sample : received.of(MetricId::ValidationLoss)) values.push_back(sample.value);
            return values;
        };
        QCOMPARE(losses(asked), losses(plain));

        const Timeline timeline = take(readTimeline(run));
        QCOMPARE(askedTimelineSteps(run), std::int64_t{0});
        QCOMPARE(timeline.recordedSteps(), kSteps);
        QVERIFY(std::isfinite(timeline.cost().share));
        QCOMPARE(timeline.asked, kSteps);
        checkSums(timeline);
        const auto parts = partsOf(timeline);
        for (const TimelinePart part : {TimelinePart::Prepare, TimelinePart::Gather, TimelinePart::Forward,
                                        TimelinePart::Backward, TimelinePart::Optimiser, TimelinePart::Waiting})
            QVERIFY2(parts.contains(part), timelineKey(part));
        QVERIFY(!isLibrary || !timeline.operations.empty());
        for (const TimelineOperation& operation : timeline.operations) QVERIFY(isOfStep(operation.part));
    }

    void shortRunKeepsWhatItHas() {
        ExperimentConfig config = smallConfig();
        config.maxSteps = TimelineTap::kWarmUp + 3;
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(config, {}, "sine-mix"));
        const std::filesystem::path run = record->folder();
        QVERIFY(askForTimeline(run, kSteps).ok());
        (void)runToEnd(*engine_, config, std::move(record));
        const Timeline timeline = take(readTimeline(run));
        QCOMPARE(timeline.recordedSteps(), std::int64_t{3});
        QVERIFY(partsOf(timeline).contains(TimelinePart::Evaluation));
        QVERIFY(partsOf(timeline).contains(TimelinePart::Checkpoint));
    }

    void nobodyAskedNothingIsKept() {
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(smallConfig(), {}, "sine-mix"));
        const std::filesystem::path run = record->folder();
        (void)runToEnd(*engine_, smallConfig(), std::move(record));
        QVERIFY(!std::filesystem::exists(timelineFile(run)));
    }

    void endedRunIsBegunOnceMore() {
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(smallConfig(), {}, "sine-mix"));
        const std::string id = record->id();
        (void)runToEnd(*engine_, smallConfig(), std::move(record));
        const RunSummary run = take(workspace->run(id));
        const Timeline timeline = take(recordTimeline(*engine_, run, 2 * kSteps, {}));
        QCOMPARE(timeline.run, id);
        QCOMPARE(timeline.recordedSteps(), 2 * kSteps);
        checkSums(timeline);
        QCOMPARE(take(workspace->runs()).size(), std::size_t{1});
        QCOMPARE(recordTimeline(*engine_, run, kSteps, [](double) { return false; }).error().code,
                 ErrorCode::Cancelled);
    }

    void ranksRecordTheSameSteps() {
        const QTemporaryDir folder;
        const QString space = folder.filePath("w");
        const QStringList train{"train",   "--workspace",   space, "--builtin-length", "400", "--lookback",
                                "8",       "--hidden-size", "4",   "--epochs",         "6",   "--ranks",
                                "2",       "--threads",     "2",   "--device",         "cpu", "--no-suggest",
                                "--quiet", "--batch-size",  "8",   "--timeline",       "10"};
        const Answer trained = askWorker(train);
        QVERIFY2(trained.code == 0, trained.err);
        const Answer shown = askWorker({"timeline", "last", "--workspace", space, "--json"});
        QVERIFY2(shown.code == 0, shown.err);
        const QJsonArray ranks = lastLine(shown.out)["ranks"].toArray();
        QCOMPARE(ranks.size(), 1);
        QCOMPARE(ranks[0].toObject()["rank"].toInt(), 1);
        QStringList parts;
        for (const QJsonValue& part : ranks[0].toObject()["parts"].toArray())
            parts << part.toObject()["part"].toString();
        QVERIFY2(parts.contains("forward") && parts.contains("backward"), qPrintable(parts.join(' ')));
    }

    void commandShowsAndExports() {
        const QTemporaryDir folder;
        const QString space = folder.filePath("w"), trace = folder.filePath("trace.json");
        const QStringList train{"train", "--workspace",   space, "--builtin-length", "400",     "--lookback",
                                "8",     "--hidden-size", "4",   "--epochs",         "4",       "--threads",
                                "1",     "--device",      "cpu", "--no-suggest",     "--quiet", "--batch-size",
                                "8",     "--timeline",    "10"};
        QCOMPARE(askWorker(train).code, 0);
        const Answer shown = askWorker({"timeline", "last", "--workspace", space, "--output", trace, "--tensorboard",
                                        folder.filePath("board"), "--json"});
        QVERIFY2(shown.code == 0, shown.err);
        const QJsonObject told = lastLine(shown.out);
        QCOMPARE(told["steps"].toInt(), 10);
        QVERIFY(!told["text"].toString().isEmpty());
        QVERIFY(QFile::exists(trace));
        QCOMPARE(QDir(folder.filePath("board")).entryList({"events.out.tfevents.*"}, QDir::Files).size(), 1);
        const Answer text = askWorker({"timeline", "last", "--workspace", space});
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.contains("backward"), text.out);
        const Answer again =
            askWorker({"timeline", "last", "--workspace", space, "--again", "--steps", "20", "--json"});
        QVERIFY2(again.code == 0, again.err);
        QCOMPARE(lastLine(again.out)["steps"].toInt(), 20);
    }

private:
    std::shared_ptr<Engine> engine_;
};

QTEST_GUILESS_MAIN(TestTimelineTap)
#include "tst_timeline_tap.moc"
