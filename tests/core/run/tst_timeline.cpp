// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/run/timeline.cpp and core/run/timeline_json.cpp.
#include "run/timeline_json.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;
using gatelab::testing::take;

namespace {

using P = TimelinePart;

/// Two recorded steps of 10 and 12 ms with holes in them, two plain ones of 8, an evaluation beside them.
Timeline made() {
    Timeline timeline{.run = "r1", .device = "cpu"};
    timeline.steps = {
        {10, 0.000, 0.010, true}, {11, 0.010, 0.012, true}, {12, 0.030, 0.008, false}, {13, 0.038, 0.008, false}};
    timeline.spans = {{P::Gather, 0.001, 0.002, 10},   {P::Forward, 0.003, 0.003, 10}, {P::Backward, 0.006, 0.003, 10},
                      {P::Gather, 0.010, 0.004, 11},   {P::Forward, 0.014, 0.004, 11}, {P::Optimiser, 0.019, 0.003, 11},
                      {P::Evaluation, 0.05, 0.020, -1}};
    timeline.operations = {{"aten::addmm", P::Forward, 0.0035, 0.001, 10},
                           {"aten::addmm", P::Forward, 0.0150, 0.002, 11}};
    return timeline;
}

double secondsOf(const std::vector<TimelineRow>& rows, P part) {
    const auto found = std::ranges::find(rows, part, &TimelineRow::part);
    return found == rows.end() ? 0 : found->seconds;
}

/// A step of which this part takes most.
Timeline boundBy(P part, bool isCuda = false) {
    Timeline timeline{.run = "r", .device = isCuda ? "cuda:0" : "cpu", .isCuda = isCuda};
    timeline.steps = {{0, 0, 1, true}};
    timeline.spans = {{part, 0, 0.7, 0}};
    return timeline;
}

}  // namespace

class TestTimeline : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void spansAddUpToTheirSteps() {
        Timeline timeline = made();
        completeTimeline(timeline);
        for (const TimelineStep& step : timeline.steps) {
            double sum = 0, end = step.began;
            for (const TimelineSpan& span : timeline.spans) {
                if (span.step != step.step) continue;
                QVERIFY(std::abs(span.began - end) < 1e-12);  // no hole, nothing twice
                end = span.began + span.seconds;
                sum += span.seconds;
            }
            QVERIFY(std::abs(sum - (step.isRecorded ? step.seconds : 0)) < 1e-12);
        }
        QVERIFY(std::abs(secondsOf(timelineParts(timeline), P::Other) - 0.003) < 1e-12);
    }

    void tableIsByTotalTime() {
        Timeline timeline = made();
        completeTimeline(timeline);
        const auto rows = timelineParts(timeline);
        QVERIFY(std::ranges::is_sorted(rows, std::ranges::greater(), &TimelineRow::seconds));
        QCOMPARE(rows.front().part, P::Evaluation);
        double shares = 0;
        for (const TimelineRow& row : rows)
            if (isOfStep(row.part)) shares += row.share;
        QVERIFY(std::abs(shares - 1) < 1e-12);
        const auto operations = timelineOperations(timeline);
        QCOMPARE(operations.size(), std::size_t{1});
        QCOMPARE(operations.front().count, std::int64_t{2});
        QVERIFY(std::abs(operations.front().seconds - 0.003) < 1e-12);
    }

    /// Each recorded step beside the plain one that is its pair: a drift of the machine moves both.
    void recordingIsComparedInPairs() {
        Timeline timeline;
        for (int i = 0; i < 20; ++i) {
            const double plain = 0.001 * (1 + i), noise = i % 2 == 0 ? 1.08 : 1.12;
            timeline.steps.push_back({2 * i, 0, plain * noise, true});
            timeline.steps.push_back({2 * i + 1, 0, plain, false});
        }
        const TimelineCost cost = timeline.cost();
        QVERIFY(std::abs(cost.share - 0.10) < 1e-9);
        QVERIFY(std::abs(cost.low - 0.08) < 1e-9 && std::abs(cost.high - 0.12) < 1e-9 && cost.shows());
        // Recorded steps that are shorter say nothing of recording
        for (TimelineStep& step : timeline.steps)
            if (step.isRecorded) step.seconds /= 3;
        QVERIFY(timeline.cost().share < 0 && !timeline.cost().shows());
        QVERIFY(std::isnan(made().cost().share) && std::isnan(Timeline().cost().share));
    }

    /// What the head says is what the table adds up to, and a step that was compiled is in neither.
    void headAndTableAreOfTheSameSteps() {
        Timeline timeline = made();
        timeline.steps.push_back({14, 0.1, 0.9, true});
        timeline.spans.push_back({P::Forward, 0.1, 0.9, 14});
        timeline.operations.push_back({"aten::mm", P::Forward, 0.1, 0.9, 14});
        timeline.asked = 5;
        completeTimeline(timeline);
        QCOMPARE(timeline.recordedSteps(), std::int64_t{3});
        QCOMPARE(timeline.usualSteps().size(), std::size_t{2});
        QVERIFY(std::abs(timeline.stepSeconds() - 0.011) < 1e-12);
        double sum = 0;
        for (const TimelineRow& row : timelineParts(timeline))
            if (isOfStep(row.part)) sum += row.seconds;
        QVERIFY(std::abs(sum / 2 - timeline.stepSeconds()) < 1e-12);
        QCOMPARE(timelineOperations(timeline).size(), std::size_t{1});
        const auto notes = timelineNotes(timeline);
        QCOMPARE(notes.size(), std::size_t{2});
        QVERIFY2(notes[0].english().starts_with("Step 14 took 900 ms"), notes[0].english().c_str());
        QVERIFY2(notes[1].english().starts_with("3 of 5 steps"), notes[1].english().c_str());
        QVERIFY(timelineNotes(made()).empty());
    }

    void copiesToTheDeviceAreApart() {
        Timeline timeline = boundBy(P::Gather, true);
        timeline.operations = {{"aten::index_select", P::Gather, 0.1, 0.1, 0}, {"aten::to", P::Gather, 0.3, 0.2, 0}};
        completeTimeline(timeline);
        const auto rows = timelineParts(timeline);
        QVERIFY(std::abs(secondsOf(rows, P::ToDevice) - 0.2) < 1e-12);
        QVERIFY(std::abs(secondsOf(rows, P::Gather) - 0.5) < 1e-12);
        QVERIFY(std::abs(secondsOf(rows, P::Other) - 0.3) < 1e-12);
    }

    void whatBoundsTheStepNamesItsSwitch() {
        ExperimentConfig config;
        config.deviceData = false;
        QCOMPARE(QString(judgeTimeline(boundBy(P::Gather), config).field), QString("device_data"));
        config.deviceData = true;
        config.deviceGather = false;
        QCOMPARE(QString(judgeTimeline(boundBy(P::Gather), config).field), QString("device_gather"));
        config.fusedOptimiser = false;
        QCOMPARE(QString(judgeTimeline(boundBy(P::Optimiser), config).field), QString("fused_optimiser"));
        config.syncFree = false;
        const TimelineVerdict waiting = judgeTimeline(boundBy(P::Waiting), config);
        QCOMPARE(QString(waiting.field), QString("sync_free"));
        QCOMPARE(waiting.text.english(), std::string("70 % of a step is waiting: change 'No synchronisation per step' "
                                                     "first."));
        config.implementation = "naive";
        QCOMPARE(QString(judgeTimeline(boundBy(P::Backward), config).field), QString("implementation"));
        config.implementation = "auto";
        config.threads = 4;
        QCOMPARE(QString(judgeTimeline(boundBy(P::Backward), config).field), QString());
        QVERIFY(judgeTimeline(Timeline(), config).text.empty());
        // Threads are worth a word where a step is long enough to be shared
        config.threads = 1;
        config.batchSize = 64;
        Timeline passes = boundBy(P::Backward);
        QCOMPARE(QString(judgeTimeline(passes, config).field), QString("threads"));
        for (TimelineStep& step : passes.steps) step.seconds *= 1e-4;
        for (TimelineSpan& span : passes.spans) span.seconds *= 1e-4;
        QCOMPARE(QString(judgeTimeline(passes, config).field), QString());
        // A program of XLA has none of our switches
        const TimelineVerdict program = judgeTimeline(boundBy(P::Device), config);
        QCOMPARE(QString(program.field), QString());
        QVERIFY(program.text.english().starts_with("70 % of a step is step on the device"));
    }

    void fileIsATraceAndComesBack() {
        Timeline timeline = made();
        completeTimeline(timeline);
        const std::string text = timelineJson(timeline);
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
        for (const auto& one : json["traceEvents"].toArray()) {
            const QJsonObject event = one.toObject();
            QVERIFY(event["ph"] == "M" || (event["ph"] == "X" && event["ts"].isDouble() && event["dur"].isDouble()));
            QVERIFY(event.contains("pid") && event.contains("tid"));
        }
        const Timeline back = take(timelineOfJson(text));
        QCOMPARE(timelineJson(back), text);
        QCOMPARE(back.recordedSteps(), std::int64_t{2});
    }

    /// Each rank records by itself; its clock is the machine's.
    void ranksAreTracksOnOneAxis() {
        const QuickFolder folder;
        Timeline first = made(), second = made();
        first.clock = 100, second.clock = 100.005;
        completeTimeline(first), completeTimeline(second);
        QVERIFY(keepTimeline(folder.path(), first).ok());
        QVERIFY(keepRankTimeline(folder.path(), 1, second).ok());
        Timeline other = made();
        other.clock = 7000;  // of an earlier recording
        QVERIFY(keepRankTimeline(folder.path(), 2, other).ok());
        const Timeline both = take(readTimeline(folder.path()));
        QCOMPARE(both.ranks.size(), std::size_t{1});
        QCOMPARE(both.ranks[0].rank, 1);
        QCOMPARE(both.ranks[0].steps.size(), first.steps.size());
        QVERIFY(std::abs(both.ranks[0].steps[0].began - 0.005) < 1e-9);
        QCOMPARE(both.steps.size(), first.steps.size());
        QVERIFY(std::abs(timelineOf(both.ranks[0]).stepSeconds() - first.stepSeconds()) < 1e-9);
        // A process of the trace each, and back
        const std::string text = timelineJson(both);
        QVERIFY(text.find("rank 1") != std::string::npos && text.find("\"pid\":2") != std::string::npos);
        const Timeline back = take(timelineOfJson(text));
        QCOMPARE(timelineJson(back), text);
        QCOMPARE(back.ranks.size(), std::size_t{1});
    }

    void damagedFilesAreRefused() {
        QCOMPARE(timelineOfJson("{}").error().code, ErrorCode::Corrupt);
        const std::string text = timelineJson(made());
        for (std::size_t cut = 0; cut + 2 < text.size(); cut += 7) QVERIFY(!timelineOfJson(text.substr(0, cut)).ok());
        // A process that is no rank
        for (const char* process : {"0", "-1", "-2147483648", "2147483648", "4294967297", "9223372036854775807"}) {
            std::string other = text;
            for (std::size_t at = 0; (at = other.find("\"pid\":1,", at)) != std::string::npos; ++at)
                other.replace(at, 9, "\"pid\":" + std::string(process) + ",");
            QVERIFY(other != text && !timelineOfJson(other).ok());
        }
    }

    void ordersLieBesideTheRun() {
        const QuickFolder folder;
        QCOMPARE(askedTimelineSteps(folder.path()), std::int64_t{0});
        QVERIFY(askForTimeline(folder.path(), 1'000'000).ok());
        QCOMPARE(askedTimelineSteps(folder.path()), kMostTimelineSteps);
        QVERIFY(forgetTimelineOrder(folder.path()).ok());
        QCOMPARE(askedTimelineSteps(folder.path()), std::int64_t{0});
        QCOMPARE(readTimeline(folder.path()).error().code, ErrorCode::NotFound);
        QVERIFY(keepTimeline(folder.path(), made()).ok());
        QCOMPARE(take(readTimeline(folder.path())).run, std::string("r1"));
    }

    /// By the GPU's own clock, on a track of their own, and read back as they were.
    void kernelsHaveATrackAndATable() {
        Timeline timeline{.run = "r", .device = "cuda:0", .isCuda = true};
        for (std::int64_t step = 0; step < 3; ++step) {
            const auto at = static_cast<double>(step);
            timeline.steps.push_back({step, at, 0.5, true});
            timeline.kernels.push_back({"lstm", TimelinePart::Device, at + 0.1, 0.2, step});
            timeline.kernels.push_back({"copy to the device", TimelinePart::Device, at, 0.1, step});
        }
        const auto rows = timelineKernels(timeline);
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[0].operation, std::string("lstm"));
        QCOMPARE(rows[0].count, std::int64_t{3});
        QVERIFY(std::abs(rows[0].share - 0.4) < 1e-9);
        QVERIFY(timelineOperations(timeline).empty());
        const std::string text = timelineJson(timeline);
        QVERIFY(text.find("\"GPU\"") != std::string::npos);
        const auto read = timelineOfJson(text);
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.size(), std::size_t{6});
        QCOMPARE(read->kernels[1].name, std::string("copy to the device"));
        QVERIFY(read->kernels[1].step == 0 && read->operations.empty());
    }
};

QTEST_GUILESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
