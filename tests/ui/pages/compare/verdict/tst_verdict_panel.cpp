// SPDX-License-Identifier: GPL-3.0-or-later
// What the verdict refuses to compare, what it leaves out, and which runs it finds in a big workspace.
// Holds ui/pages/compare/compare_inspector.cpp.
#include "common/background_job.h"
#include "common/theme.h"
#include "pages/compare/compare_inspector.h"
#include "pages/compare/verdict/verdict_panel.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/segments.h"

#include <QLabel>
#include <QScrollArea>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

RunSummary runOf(std::int64_t hidden, std::int64_t seed, double best) {
    static int count = 100000;
    RunSummary run = test::endedRun("run-" + std::to_string(--count), hidden, seed, best);
    run.created = count;
    return run;
}

/// Six pairs of which the second setting is clearly the better.
std::vector<RunSummary> sixPairs() {
    std::vector<RunSummary> runs;
    for (int seed = 1; seed <= 6; ++seed) {
        runs.push_back(runOf(4, seed, 0.5 + 0.01 * seed));
        runs.push_back(runOf(5, seed, 0.3 + 0.011 * seed));
    }
    return runs;
}

struct Panel {
    explicit Panel(std::vector<RunSummary> list) {
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(std::move(list)));
    }
    [[nodiscard]] bool says(const QString& words) const {
        return std::ranges::any_of(panel.findChildren<WrappedLabel*>(), [&](const WrappedLabel* label) {
            return label->isVisibleTo(&panel) && label->fullText().contains(words);
        });
    }
    [[nodiscard]] bool answers(const QString& words) const {
        return std::ranges::any_of(panel.findChildren<QLabel*>(),
                                   [&](const QLabel* label) { return label->text() == words; });
    }
    Theme theme;
    RunController runs;
    QueueController queue{runs};
    VerdictPanel panel{theme, runs, queue};
};

}  // namespace

class TestVerdictPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void lossesOfDifferentThingsAreNotCompared_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("reported");
        QTest::newRow("loss") << "loss"
                              << "Loss";
        QTest::newRow("data") << "data"
                              << "File";
        QTest::newRow("split") << "split"
                               << "Split";
        QTest::newRow("targets") << "targets"
                                 << "Target";
        QTest::newRow("horizon") << "horizon"
                                 << "Horizon";
    }
    void lossesOfDifferentThingsAreNotCompared() {
        QFETCH(QString, key);
        QFETCH(QString, reported);
        auto list = sixPairs();
        const Field& field = *findField(key.toStdString());
        for (RunSummary& run : list) {
            if (run.config->hiddenSize == 4) continue;
            const FieldValue usual = fieldValue(run.config, field);
            FieldValue other = std::string("other");
            if (std::holds_alternative<std::int64_t>(usual)) other = std::int64_t{7};
            if (std::holds_alternative<std::vector<std::string>>(usual)) other = std::vector<std::string>{"other"};
            QVERIFY(setFieldValue(run.config.edit(), field, other).ok());
        }
        Panel same(sixPairs()), mixed(list);
        QTRY_VERIFY(same.panel.verdict().pairs == 6 && mixed.answers("Cannot tell"));
        QVERIFY(same.panel.verdict().answer != VerdictAnswer::CannotTell);
        QCOMPARE(mixed.panel.verdict().answer, VerdictAnswer::CannotTell);
        QCOMPARE(mixed.panel.verdict().pairs, 0);
        QVERIFY(mixed.says(QStringLiteral("They measure different things (%1)").arg(reported)));
        QVERIFY(!mixed.panel.findChild<KeyValueList*>()->isVisibleTo(&mixed.panel));
    }

    void whatFailedIsNamedAndNotCountedAsDiverged() {
        auto list = sixPairs();
        list[0].state = RunState::Failed;  // out of memory: its figures are finite
        list[0].name = "out of memory";
        list[0].lastValues.edit() = {{"train_loss", 0.4}};
        list[2].state = RunState::Failed;
        list[2].lastValues.edit() = {{"train_loss", std::nan("")}};
        Panel panel(list);
        QTRY_COMPARE(panel.panel.verdict().pairsGiven, 5);
        QCOMPARE(panel.panel.findChild<KeyValueList*>()->value(QStringLiteral("Not finished, left out")),
                 QStringLiteral("out of memory"));
    }

    // 272 px: its column in a window of 1280. A text that reaches further is cut, for there is nothing to scroll.
    void noTextReachesBeyondTheColumn() {
        const auto list = sixPairs();
        for (const double scale : {1.0, 1.15, 1.3}) {
            Theme theme;
            theme.setTextScale(scale);
            RunController runs;
            QueueController queue(runs);
            QScrollArea column;
            column.setStyleSheet(theme.styleSheet());
            column.setFrameShape(QFrame::NoFrame);
            column.setWidgetResizable(true);
            column.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
            auto* inspector = new CompareInspector(theme, runs, queue);
            column.setWidget(inspector);
            column.resize(qRound(272 * scale), 640);
            column.show();
            QVERIFY(QTest::qWaitForWindowExposed(&column));
            runs.setWorkspace(std::make_shared<test::FakeWorkspace>(std::vector(list)));
            const auto* panel = inspector->findChild<VerdictPanel*>();
            QTRY_COMPARE(panel->verdict().pairs, 6);
            QTRY_COMPARE(inspector->width(), column.viewport()->width());
            int seen = 0;
            for (const QWidget* child : inspector->findChildren<QWidget*>()) {
                if (!child->isVisible()) continue;
                ++seen;
                const int right = child->mapTo(inspector, QPoint(child->width(), 0)).x();
                QVERIFY2(right <= column.viewport()->width(),
                         qPrintable(QStringLiteral("%1 at %2").arg(child->accessibleName()).arg(scale)));
            }
            QVERIFY(seen > 20);
            auto* score = panel->findChild<Segments*>();
            const auto choices = score->findChildren<QToolButton*>();
            QCOMPARE(choices.size(), 4);
            QVERIFY(choices[0]->y() == choices[1]->y() && choices[2]->y() > choices[1]->geometry().bottom());
            column.resize(qRound(480 * scale), 640);  // where there is room they are one row
            QTRY_COMPARE(choices[3]->y(), choices[0]->y());
        }
    }

    void allRunsOfATickedSettingAreFound() {
        std::vector<RunSummary> list;
        for (int i = 0; i < 300; ++i) list.push_back(runOf(1000 + i, 1, 0.1));
        const auto old = sixPairs();
        list.insert(list.end(), old.begin(), old.end());
        Panel panel(list);
        QTRY_COMPARE(panel.runs.runs().size(), list.size());
        panel.panel.propose({QString::fromStdString(old[9].id), QString::fromStdString(old[8].id)});
        QTRY_COMPARE(panel.panel.verdict().pairs, 6);
        QCOMPARE(panel.panel.verdict().answer, VerdictAnswer::Better);
        // A list read anew keeps the choice.
        panel.runs.refreshRuns();
        Q_EMIT panel.runs.runsChanged();
        BackgroundJob::waitForAll();
        QTRY_COMPARE(panel.panel.verdict().pairs, 6);
    }
};

QTEST_MAIN(TestVerdictPanel)
#include "tst_verdict_panel.moc"
