// SPDX-License-Identifier: GPL-3.0-or-later
// What the verdict says where runs diverged, and that its question is the same after a restart.
#include "common/background_job.h"
#include "pages/compare/verdict/verdict_panel.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "widgets/interval_bar.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

/// best NaN: it diverged.
RunSummary runOf(std::int64_t hidden, std::int64_t seed, double best) {
    RunSummary run = test::endedRun("run-" + std::to_string(hidden) + "-" + std::to_string(seed), hidden, seed, best);
    if (std::isnan(best)) run.state = RunState::Failed;
    run.lastValues.edit() = {{"train_loss", best}};
    return run;
}

/// Newest first; of the last seed h8 is the newer run.
std::vector<RunSummary> pairsOf(double of8, double of4, int count = 6) {
    std::vector<RunSummary> runs;
    for (int seed = count; seed >= 1; --seed) {
        runs.push_back(runOf(8, seed, of8 + 0.0101 * seed));
        runs.push_back(runOf(4, seed, of4 + 0.01 * seed));
    }
    return runs;
}

const QStringList kTicks{QStringLiteral("run-8-1"), QStringLiteral("run-4-1")};

struct Panel {
    explicit Panel(std::vector<RunSummary> list) : workspace(std::make_shared<test::FakeWorkspace>(std::move(list))) {
        runs.setWorkspace(workspace);
    }
    void list(const std::vector<RunSummary>& all) {
        workspace->set(all);
        runs.refreshRuns();
        QTRY_VERIFY(std::ranges::equal(runs.runs(), all, {}, &RunSummary::id, &RunSummary::id));
    }
    [[nodiscard]] QString message() const {
        QStringList message;
        for (const auto* label : panel.findChildren<WrappedLabel*>())
            if (label->isVisibleTo(&panel)) message << label->fullText();
        return message.join(QLatin1Char('\n'));
    }
    [[nodiscard]] bool answers(const QString& words) const {
        return std::ranges::any_of(panel.findChildren<QLabel*>(),
                                   [&](const QLabel* label) { return label->text() == words; });
    }
    [[nodiscard]] QString question() const {
        QStringList names;
        for (const auto* box : panel.findChildren<QComboBox*>())
            names << box->currentText().section(QStringLiteral(" · "), 0, 0);
        return names.join(QStringLiteral(" / "));
    }
    [[nodiscard]] bool offersSeeds() const { return panel.findChild<QPushButton*>()->isVisibleTo(&panel); }
    [[nodiscard]] bool showsInterval() const { return panel.findChild<IntervalBar*>()->isVisibleTo(&panel); }
    Theme theme;
    std::shared_ptr<test::FakeWorkspace> workspace;
    RunController runs;
    QueueController queue{runs};
    VerdictPanel panel{theme, runs, queue};
};

}  // namespace

class TestVerdictPanelWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void ifAllRunsDivergedNothingIsComparedAndNothingOffered() {
        Panel panel(pairsOf(NAN, NAN));
        QTRY_COMPARE(panel.panel.verdict().pairs, 6);
        QVERIFY(panel.answers(QStringLiteral("Nothing can be compared")));
        QVERIFY2(panel.message().contains(QStringLiteral("diverged in every pair")), qPrintable(panel.message()));
        QVERIFY2(!panel.message().contains(QStringLiteral("interval")) &&
                     !panel.message().contains(QStringLiteral("next interim")),
                 qPrintable(panel.message()));
        QVERIFY(!panel.offersSeeds() && !panel.showsInterval());
        const auto* facts = panel.panel.findChild<KeyValueList*>();
        QVERIFY(facts->value(QStringLiteral("98.5\u00A0% interval")).isEmpty() &&
                facts->value(QStringLiteral("p")).isEmpty());
        QCOMPARE(facts->value(QStringLiteral("Diverged, counted as worst")), QStringLiteral("6 and 6"));
    }

    void ifOneSideDivergedTheDifferenceHasNoSize() {
        std::vector<RunSummary> runs = pairsOf(NAN, 0.5);
        runs[1] = runOf(4, 6, 0.9);  // what h8 counts as
        Panel panel(runs);
        panel.panel.propose(kTicks);
        QTRY_COMPARE(panel.panel.verdict().answer, VerdictAnswer::Worse);
        QVERIFY(panel.answers(QStringLiteral("No, worse")));
        QVERIFY2(panel.message().contains(QStringLiteral("6 of 6 runs of h8 diverged.")), qPrintable(panel.message()));
        QVERIFY2(!panel.message().contains(QStringLiteral("of h4 diverged")) &&
                     !panel.message().contains(QStringLiteral("higher by")) &&
                     !panel.message().contains(QStringLiteral(" %)")),
                 qPrintable(panel.message()));
        QVERIFY(!panel.showsInterval());
        QVERIFY(panel.panel.findChild<KeyValueList*>()->value(QStringLiteral("98.5\u00A0% interval")).isEmpty());
        QVERIFY(!panel.panel.findChild<KeyValueList*>()->value(QStringLiteral("p")).isEmpty());
    }

    void whatOneRunOfManyMakesHasASize() {
        std::vector<RunSummary> runs = pairsOf(0.9, 0.5);
        runs[0] = runOf(8, 6, NAN);
        Panel panel(runs);
        panel.panel.propose(kTicks);
        QTRY_COMPARE(panel.panel.verdict().divergedA, 1);
        QVERIFY2(panel.message().contains(QStringLiteral("higher by")), qPrintable(panel.message()));
        QVERIFY(panel.showsInterval());
    }

    void theQuestionIsTheSameAfterARestart() {
        QStringList kept;
        std::vector<RunSummary> runs = pairsOf(0.4, 0.5, 2);
        {
            Panel before(runs);
            QTRY_COMPARE(before.runs.runs().size(), runs.size());
            QSignalSpy changed(&before.panel, &VerdictPanel::questionChanged);
            before.panel.propose(kTicks);
            QCOMPARE(before.question(), QStringLiteral("h8 / h4"));
            // A new seed of the other setting is the newest run now.
            runs.insert(runs.begin(), runOf(4, 3, 0.53));
            before.list(runs);
            QCOMPARE(before.question(), QStringLiteral("h8 / h4"));
            QCOMPARE(changed.count(), 1);
            kept = changed[0][0].toStringList();
        }
        const QStringList newestFirst{QStringLiteral("run-4-3"), QStringLiteral("run-8-2"), QStringLiteral("run-4-2")};
        for (const bool isListed : {false, true}) {
            Panel after(isListed ? runs : std::vector<RunSummary>());
            QTRY_COMPARE(after.runs.runs().size(), isListed ? runs.size() : 0);
            after.panel.propose(isListed ? newestFirst : QStringList());
            after.panel.ask(kept);
            QSignalSpy changed(&after.panel, &VerdictPanel::questionChanged);
            after.list(runs);
            after.panel.propose(newestFirst);
            QCOMPARE(after.question(), QStringLiteral("h8 / h4"));
            QCOMPARE(changed.count(), 0);
            // Other ticks ask otherwise.
            runs.insert(runs.begin(), runOf(16, 1, 0.3));
            after.list(runs);
            after.panel.propose({QStringLiteral("run-16-1"), QStringLiteral("run-8-1")});
            QCOMPARE(after.question(), QStringLiteral("h16 / h8"));
            runs.erase(runs.begin());
        }
    }
};

QTEST_MAIN(TestVerdictPanelWords)
#include "tst_verdict_panel_words.moc"
