// SPDX-License-Identifier: GPL-3.0-or-later
// What the alert rules of a workspace come to is in the record of a run, whoever trains it.
// Holds core/run/alerts/alert_watch.cpp.
#include "store/record/recorded_alerts.h"

#include "io/file_io.h"
#include "run/alert_rules_json.h"
#include "store/workspace.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QTest>

using namespace gatelab;
using gatelab::testing::take;

namespace {

const AlertRule kHigh{"high", MetricId::ValidationLoss, AlertCondition::Above, 1, 2, false, true};

/// One a second.
MetricSample sample(std::int64_t step, double value) {
    const auto at = static_cast<double>(step);
    return {MetricId::ValidationLoss, 0, step, at / 10, at, 1.7e9 + at, value};
}

std::vector<MetricSample> samples(std::int64_t first, const std::vector<double>& values) {
    std::vector<MetricSample> made;
    for (const double value : values) made.push_back(sample(first++, value));
    return made;
}

/// "+high@3 -high@5"
std::string words(const std::vector<AlertNote>& notes) {
    std::string text;
    for (const AlertNote& note : notes)
        text += (text.empty() ? "" : " ") + std::string(note.begins ? "+" : "-") + note.rule + "@" +
                std::to_string(note.step);
    return text;
}

}  // namespace

class TestRecordedAlerts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anAlertIsKeptWhenItBeginsAndWhenItEnds() {
        const QuickFolder folder;
        auto workspace = take(Workspace::open(folder.path()));
        QVERIFY(keepAlertRules(folder.path(), std::span(&kHigh, 1)));
        auto record = take(workspace->createRun(ExperimentConfig(), "", "data"));
        QVERIFY(record->addMetrics(samples(1, {2, 2})) && record->flush());
        QCOMPARE(words(take(readAlertNotes(record->folder()))), std::string());  // for a second
        QVERIFY(record->addMetrics(samples(3, {2, 2})) && record->flush() && record->flush());
        const auto notes = take(readAlertNotes(record->folder()));
        QCOMPARE(words(notes), std::string("+high@4"));
        QCOMPARE(openAlerts(notes).size(), std::size_t{1});
        QCOMPARE(notes[0].text.english(), std::string("high: validation loss is 2 for 3 s"));
        QVERIFY(record->addMetrics(samples(5, {0.5})) && record->flush());
        QCOMPARE(words(take(readAlertNotes(record->folder()))), std::string("+high@4 -high@5"));
        QVERIFY(openAlerts(take(readAlertNotes(record->folder()))).empty());
        const RunHistory history = take(readRunHistory(record->folder()));
        QVERIFY(history.problems.empty());
        QCOMPARE(words(alertNotes(history.events)), std::string("+high@4 -high@5"));
    }

    void whatGoesOnLooksAtItsCurvesAndTellsNothingTwice() {
        const QuickFolder folder;
        auto workspace = take(Workspace::open(folder.path()));
        QVERIFY(keepAlertRules(folder.path(), std::span(&kHigh, 1)));
        auto record = take(workspace->createRun(ExperimentConfig(), "", "data"));
        QVERIFY(record->addMetrics(samples(1, {2, 2, 2, 2})) && record->flush());
        QVERIFY(record->setState(RunState::Interrupted, 4, 0, 4));
        const std::string id = record->id();
        record.reset();
        record = take(workspace->reopenRun(id));
        QVERIFY(record->addMetrics(samples(5, {2})) && record->flush());
        QCOMPARE(words(take(readAlertNotes(record->folder()))), std::string("+high@4"));
        QVERIFY(record->addMetrics(samples(6, {0})) && record->flush());
        QCOMPARE(words(take(readAlertNotes(record->folder()))), std::string("+high@4 -high@6"));
        // What is trained again is looked at again.
        QVERIFY(record->truncateAfter(2));
        QVERIFY(record->addMetrics(samples(3, {2})) && record->flush());
        QCOMPARE(words(take(readAlertNotes(record->folder()))), std::string("+high@3"));
    }

    void aRuleThatFlickersFillsNoRecord() {
        const QuickFolder folder;
        auto workspace = take(Workspace::open(folder.path()));
        AlertRule now = kHigh;
        now.duration = 0;
        QVERIFY(keepAlertRules(folder.path(), std::span(&now, 1)));
        auto record = take(workspace->createRun(ExperimentConfig(), "", "data"));
        for (int step = 1; step < 100; ++step)
            QVERIFY(record->addMetrics(samples(step, {step % 2 ? 2.0 : 0.0})) && record->flush());
        QCOMPARE(take(readAlertNotes(record->folder())).size(), std::size_t{RecordedAlerts::kMostNotes});
    }

    void aFileOfRulesThatCannotBeReadStopsNoRun() {
        const QuickFolder folder;
        auto workspace = take(Workspace::open(folder.path()));
        QVERIFY(writeFileDurably(folder.path() / "alerts.json", "{"));
        auto record = take(workspace->createRun(ExperimentConfig(), "", "data"));
        QVERIFY(record->addMetrics(samples(1, {2, 2, 2, 2})) && record->flush());
        QVERIFY(take(readAlertNotes(record->folder())).empty());
    }

    void otherMarkersAreNoNotes() {
        QVERIFY(!alertNote({RunMarker{.text = "learning_rate = 3e-04"}}));
        const AlertNote note{"mine", true, "what it says"};
        QCOMPARE(alertNote({alertMarker(note)})->rule, note.rule);
        QCOMPARE(alertMarker(note).text.english(), std::string("alert: what it says"));
        QCOMPARE(alertMarker({"mine", false, {}}).text.english(), std::string("alert over: mine"));
    }
};

QTEST_APPLESS_MAIN(TestRecordedAlerts)
#include "tst_recorded_alerts.moc"
