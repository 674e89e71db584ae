// SPDX-License-Identifier: GPL-3.0-or-later
// Which segments stand on the run strip, in which order, and how their widths give way.
// Holds ui/models/strip_segments.cpp.
#include "models/strip_segments.h"

#include <QTest>
#include <algorithm>
#include <numeric>

using namespace gatelab;

namespace {

RunSummary summary(const char* id, RunState state, std::int64_t number) {
    RunSummary run;
    run.id = id;
    run.number = number;
    run.name = "LSTM 32";
    run.state = state;
    run.epoch = 3;
    run.epochs = 10;
    run.bestValidation = 0.0483;
    run.bestEpoch = 1;
    return run;
}

RunView view(const RunSummary& run, bool isLive) {
    RunView shown;
    shown.id = QString::fromStdString(run.id);
    shown.summary = run;
    shown.live = isLive;
    shown.summary.step = 42;
    shown.plan.totalSteps = 100;
    shown.secondsLeft = 16;
    return shown;
}

RunQueue::State waiting(std::size_t count) {
    RunQueue::State state;
    state.runs.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        state.runs[i].id = "w" + std::to_string(i);
        state.runs[i].number = static_cast<std::int64_t>(100 + i);
    }
    return state;
}

std::vector<StripSegment> segments(const StripFacts& facts) {
    return stripSegments(facts, QueuePlan(*facts.queue, facts.runs));
}

QStringList ids(const std::vector<StripSegment>& all) {
    QStringList found;
    for (const StripSegment& one : all) found << one.id;
    return found;
}

}  // namespace

class TestStripSegments : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void alertMarksTheLiveRun() {
        const std::vector runs{summary("live", RunState::Running, 4)};
        const RunView live = view(runs[0], true);
        const RunQueue::State queue;
        const StripSegment plain = segments({.live = &live, .runs = runs, .queue = &queue}).front();
        const StripSegment marked =
            segments({.live = &live, .alert = QStringLiteral("stuck"), .runs = runs, .queue = &queue}).front();
        QCOMPARE(marked.words, QStringLiteral("stuck, ") + plain.words);
        QCOMPARE(marked.ink, Ink::Warning);
        QVERIFY(plain.ink != Ink::Warning);
    }

    void alertMarksARunThatOthersTrain() {
        const std::vector runs{summary("other", RunState::Running, 4), summary("calm", RunState::Running, 3)};
        const RunQueue::State queue;
        const auto plain = segments({.runs = runs, .queue = &queue});
        const auto marked =
            segments({.alerts = {{QStringLiteral("other"), QStringLiteral("stuck")}}, .runs = runs, .queue = &queue});
        QCOMPARE(marked[0].words, QStringLiteral("stuck, ") + plain[0].words);
        QVERIFY(marked[0].ink == Ink::Warning && marked[0].icon == QStringLiteral("warn"));
        QCOMPARE(marked[1], plain[1]);
    }

    void whatTrainsComesFirstAndWhatWaitsLast() {
        const std::vector runs{summary("live", RunState::Running, 4), summary("other", RunState::Running, 3),
                               summary("aside", RunState::Interrupted, 2), summary("ended", RunState::Finished, 1)};
        const RunView live = view(runs[0], true), ended = view(runs[3], false);
        const RunQueue::State queue = waiting(2);
        const auto all = segments(
            {.live = &live, .open = &ended, .runs = runs, .queue = &queue, .aside = {QStringLiteral("aside")}});
        QCOMPARE(ids(all), (QStringList{"live", "other", "aside", "ended", "w0", "w1"}));
        const std::vector kinds{SegmentKind::Live,  SegmentKind::Elsewhere, SegmentKind::Aside,
                                SegmentKind::Ended, SegmentKind::Waiting,   SegmentKind::Waiting};
        for (std::size_t i = 0; i < all.size(); ++i) QVERIFY2(all[i].kind == kinds[i], qPrintable(all[i].id));
        QCOMPARE(all[0].words, QStringLiteral("42 %, %1 left").arg(formatTimeLeft(16)));
        QCOMPARE(all[2].words, QStringLiteral("paused, 30 %"));
        QVERIFY2(all[3].words.contains(QStringLiteral("0.0483")), qPrintable(all[3].words));
        QCOMPARE(all[4].words, QStringLiteral("1st"));
        QCOMPARE(all[4].number, QStringLiteral("#100"));
        QVERIFY(all[4].slot < 0 && all[4].runId.isEmpty());
        QCOMPARE(std::ranges::count_if(all, [](const StripSegment& one) { return one.isOpen; }), 1);
        QVERIFY(all[3].isOpen);
    }

    /// One of a worker process is steered from here; one of another window says whose it is.
    void whatAnotherProcessTrainsIsSteeredWhereItListens() {
        std::vector runs{summary("worker", RunState::Running, 2), summary("window", RunState::Running, 1)};
        const RunQueue::State queue;
        const auto listed = [&] {
            return segments(
                {.runs = runs, .queue = &queue, .hears = [](const std::string& id) { return id == "worker"; }});
        };
        auto all = listed();
        QCOMPARE(all[0].words, QStringLiteral("30 %"));
        QVERIFY(all[0].isSteered() && !all[0].trainsHere());
        QCOMPARE(all[1].words, QStringLiteral("30 %, another process"));
        QVERIFY(!all[1].isSteered());
        runs[0].state = RunState::Paused;
        all = listed();
        QCOMPARE(all[0].words, QStringLiteral("paused, 30 %"));
        QVERIFY(all[0].isPaused);
    }

    void whatAClusterHasSaysWhere() {
        const std::vector runs{summary("job", RunState::Interrupted, 3), summary("old", RunState::Interrupted, 2)};
        const RunView open = view(runs[1], false);
        const RunQueue::State queue;
        const auto all =
            segments({.open = &open,
                      .runs = runs,
                      .queue = &queue,
                      .atCluster =
                          [](const std::string& id) {
                              return id == "job" ? QStringLiteral("waiting at cluster 'gpu' (job 7)") : QString();
                          },
                      .clusterRuns = {"job", "gone"}});
        QCOMPARE(ids(all), (QStringList{"job", "old"}));
        QVERIFY(all[0].kind == SegmentKind::Cluster && !all[0].isSteered());
        QCOMPARE(all[0].words, QStringLiteral("waiting at cluster 'gpu' (job 7)"));
        QVERIFY(all[1].kind == SegmentKind::Aside);
        QCOMPARE(all[1].words, QStringLiteral("interrupted, 30 %"));
    }

    void anEndedRunGoesWhenAnotherOneOpens() {
        const std::vector runs{summary("live", RunState::Running, 2), summary("ended", RunState::Failed, 1)};
        const RunView live = view(runs[0], true), ended = view(runs[1], false);
        const RunQueue::State queue;
        const auto alone = segments({.open = &ended, .runs = runs, .queue = &queue});
        QVERIFY(alone.back().kind == SegmentKind::Ended && alone.back().words == QStringLiteral("failed"));
        QCOMPARE(ids(segments({.live = &live, .open = &live, .runs = runs, .queue = &queue})), QStringList{"live"});
    }

    void aRunThatWaitsToGoOnStandsOnce() {
        const std::vector runs{summary("aside", RunState::Interrupted, 1)};
        const RunView open = view(runs[0], false);
        RunQueue::State queue = waiting(1);
        queue.runs[0].resume = "aside";
        const auto all = segments({.open = &open, .runs = runs, .queue = &queue, .aside = {QStringLiteral("aside")}});
        QCOMPARE(ids(all), QStringList{"w0"});
        QVERIFY(all[0].isOpen && all[0].number == QStringLiteral("#1"));
    }

    /// It goes on once it is saved, and its data are there.
    void whatCannotGoOnSaysWhy() {
        const std::vector saving{summary("aside", RunState::Paused, 1)};
        const RunQueue::State queue;
        const QStringList aside{"aside"};
        const auto before = segments({.runs = saving, .queue = &queue, .aside = aside});
        QVERIFY(before.size() == 1 && before[0].kind == SegmentKind::Aside && !before[0].obstacle.isEmpty());
        const std::vector saved{summary("aside", RunState::Interrupted, 1)};
        QVERIFY(segments({.runs = saved, .queue = &queue, .aside = aside})[0].obstacle.isEmpty());
        const auto without = segments({.runs = saved,
                                       .queue = &queue,
                                       .aside = aside,
                                       .missing = {{QStringLiteral("aside"), QStringLiteral("ETTh1.csv")}}});
        QCOMPARE(without[0].words, QStringLiteral("ETTh1.csv is missing"));
        QCOMPARE(without[0].obstacle, without[0].words);
    }

    void whatStartsHasNoRunYet() {
        const RunQueue::State queue;
        const auto all = segments({.isStarting = true, .queue = &queue});
        QVERIFY(all.size() == 1 && all[0].kind == SegmentKind::Live && all[0].id.isEmpty() && all[0].isOpen);
    }

    void manyAreAList_data() {
        QTest::addColumn<std::size_t>("count");
        QTest::addColumn<std::size_t>("shown");
        QTest::newRow("0") << std::size_t{0} << std::size_t{0};
        QTest::newRow("1") << std::size_t{1} << std::size_t{1};
        QTest::newRow("3") << std::size_t{3} << std::size_t{3};
        QTest::newRow("50") << std::size_t{50} << std::size_t{0};
        QTest::newRow("5000") << std::size_t{5000} << std::size_t{0};
    }
    void manyAreAList() {
        QFETCH(std::size_t, count);
        QFETCH(std::size_t, shown);
        const RunQueue::State queue = waiting(count);
        QCOMPARE(segments({.queue = &queue}).size(), shown);
    }

    void widthsGiveWayEvenly() {
        const std::vector<SegmentRoom> rooms{{300, 600}, {200, 372}, {100, 254}};
        QCOMPARE(segmentWidths(rooms, 2000), (std::vector<int>{600, 372, 254}));
        QCOMPARE(segmentWidths(rooms, 600), (std::vector<int>{300, 200, 100}));
        QCOMPARE(segmentWidths(rooms, 100), (std::vector<int>{300, 200, 100}));  // never below what it needs
        for (int width = 600; width <= 1226; width += 7) {
            const auto widths = segmentWidths(rooms, width);
            const int sum = std::accumulate(widths.begin(), widths.end(), 0);
            QVERIFY(sum <= width && sum > width - 4);
        }
        QVERIFY(segmentWidths({}, 100).empty());
    }

    void theStatusLineCounts() {
        QCOMPARE(waitingText(0, 10, false), QString());
        QCOMPARE(waitingText(1, -1, false), QStringLiteral("1 run waits"));
        QVERIFY(waitingText(2, 41, false).startsWith(QStringLiteral("2 runs wait, ")));
        QCOMPARE(waitingText(2, 41, true), QStringLiteral("2 runs wait, paused"));
    }
};

QTEST_MAIN(TestStripSegments)
#include "tst_strip_segments.moc"
