// SPDX-License-Identifier: GPL-3.0-or-later
// Which settings the verdict compares while runs come and go.
#include "common/background_job.h"
#include "pages/compare/verdict/verdict_panel.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"

#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

using namespace gatelab;
using test::endedRun;

class TestVerdictChoice : public QObject {
    Q_OBJECT
    Theme theme_;
    std::shared_ptr<test::FakeWorkspace> workspace_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<QueueController> queue_;
    std::unique_ptr<VerdictPanel> panel_;

    void list(std::vector<RunSummary> runs) {
        std::vector<std::string> wanted, listed;
        for (const RunSummary& run : runs) wanted.push_back(run.id);
        workspace_->set(std::move(runs));
        runs_->refreshRuns();
        QTRY_VERIFY((listed.clear(), std::ranges::transform(runs_->runs(), std::back_inserter(listed), &RunSummary::id),
                     listed == wanted));
    }
    /// "h8 / h4": challenger and base.
    [[nodiscard]] QString compared() const {
        QStringList names;
        for (const auto* box : panel_->findChildren<QComboBox*>())
            names << box->currentText().section(QLatin1Char(' '), 0, 0);
        return names.join(QStringLiteral(" / "));
    }
    /// As a person does in the first (challenger) or second box.
    void choose(int box, const char* name) const {
        auto* boxOf = panel_->findChildren<QComboBox*>().at(box);
        boxOf->setCurrentIndex(boxOf->findText(QLatin1String(name), Qt::MatchStartsWith));
        Q_EMIT boxOf->activated(boxOf->currentIndex());
    }
    [[nodiscard]] bool isNothing() const {
        return std::ranges::any_of(panel_->findChildren<QLabel*>(), [](const QLabel* label) {
            return label->text() == QLatin1String("Nothing to compare");
        });
    }

private Q_SLOTS:
    void init() {
        workspace_ = std::make_shared<test::FakeWorkspace>(std::vector<RunSummary>());
        runs_ = std::make_unique<RunController>();
        runs_->setWorkspace(workspace_);
        queue_ = std::make_unique<QueueController>(*runs_);
        panel_ = std::make_unique<VerdictPanel>(theme_, *runs_, *queue_);
    }
    void cleanup() {
        panel_.reset();
        queue_.reset();
        runs_.reset();
        BackgroundJob::waitForAll();
    }

    void whatHasNoSeedIsOfferedOnlyTicked() {
        RunSummary going = endedRun("c", 16, 1);
        going.state = RunState::Interrupted;
        list({going, endedRun("b", 8, 1), endedRun("a", 4, 1)});
        for (const auto* box : panel_->findChildren<QComboBox*>()) {
            const int row = box->findText(QStringLiteral("h16"), Qt::MatchStartsWith);
            const auto isOffered = [&] {
                return !qobject_cast<QListView*>(box->view())->isRowHidden(row) &&
                       box->model()->index(row, 0).flags().testFlag(Qt::ItemIsEnabled);
            };
            panel_->propose({QStringLiteral("b"), QStringLiteral("a")});
            QVERIFY(row >= 0 && row != box->currentIndex() && !isOffered());
            panel_->propose({QStringLiteral("c"), QStringLiteral("b"), QStringLiteral("a")});
            QVERIFY(isOffered());
        }
    }

    /// The first look finds no run, as in a new workspace.
    void theSecondSettingIsComparedWithoutARestart() {
        QVERIFY(isNothing());
        list({endedRun("a", 4, 1)});
        QVERIFY(isNothing());
        list({endedRun("b", 8, 1), endedRun("a", 4, 1)});
        QVERIFY(!isNothing());
        QCOMPARE(compared(), QStringLiteral("h8 / h4"));
        // What is compared stays compared when a third comes.
        list({endedRun("c", 16, 1), endedRun("b", 8, 1), endedRun("a", 4, 1)});
        QCOMPARE(compared(), QStringLiteral("h8 / h4"));
    }

    void aSettingOutlivesItsOldestRun() {
        list({endedRun("d", 8, 2), endedRun("c", 4, 2), endedRun("b", 8, 1), endedRun("a", 4, 1)});
        QCOMPARE(compared(), QStringLiteral("h8 / h4"));
        list({endedRun("d", 8, 2), endedRun("c", 4, 2)});
        QCOMPARE(compared(), QStringLiteral("h8 / h4"));
        QVERIFY(!isNothing());
        // Of a setting that is gone for good, another takes the place.
        list({endedRun("e", 16, 1), endedRun("d", 8, 2)});
        QCOMPARE(compared(), QStringLiteral("h8 / h16"));
    }

    void runsProposedBeforeTheyAreListedAreChosenThen() {
        list({endedRun("b", 8, 1), endedRun("a", 4, 1)});
        panel_->propose({QStringLiteral("a"), QStringLiteral("c")});
        list({endedRun("c", 16, 1), endedRun("b", 8, 1), endedRun("a", 4, 1)});
        QCOMPARE(compared(), QStringLiteral("h4 / h16"));
        // From then on a person's choice counts.
        choose(1, "h8");
        list({endedRun("d", 32, 1), endedRun("c", 16, 1), endedRun("b", 8, 1), endedRun("a", 4, 1)});
        QCOMPARE(compared(), QStringLiteral("h4 / h8"));
    }

    void ticksByHandComeAfterAChoiceInTheBoxes() {
        list({endedRun("c", 16, 1), endedRun("b", 8, 1), endedRun("a", 4, 1)});
        QSignalSpy counted(panel_.get(), &VerdictPanel::counted);
        choose(1, "h4");
        QCOMPARE(compared(), QStringLiteral("h16 / h4"));
        QCOMPARE(counted.takeFirst().front().toStringList(), (QStringList{QStringLiteral("c"), QStringLiteral("a")}));
        panel_->propose({QStringLiteral("b"), QStringLiteral("a")});  // a queue ticks what it begins
        QCOMPARE(compared(), QStringLiteral("h16 / h4"));
        panel_->followTicks();
        QCOMPARE(compared(), QStringLiteral("h8 / h4"));
        // One more beside the pair asks nothing anew.
        choose(0, "h16");
        panel_->propose({QStringLiteral("c"), QStringLiteral("b"), QStringLiteral("a")});
        panel_->followTicks();
        QCOMPARE(compared(), QStringLiteral("h16 / h4"));
        panel_->propose({QStringLiteral("b")});
        panel_->followTicks();
        QCOMPARE(compared(), QStringLiteral("h16 / h4"));
    }

    void seedsThatEndAreTold() {
        list({endedRun("b", 8, 1), endedRun("a", 4, 1)});
        panel_->propose({QStringLiteral("b"), QStringLiteral("a")});
        QSignalSpy counted(panel_.get(), &VerdictPanel::counted);
        list({endedRun("d", 8, 2), endedRun("c", 16, 1), endedRun("b", 8, 1), endedRun("a", 4, 1)});
        QCOMPARE(compared(), QStringLiteral("h8 / h4"));
        QCOMPARE(counted.count(), 1);
        QCOMPARE(counted.front().front().toStringList(), QStringList{QStringLiteral("d")});
    }

    void runsOfOtherDataAreAskedAboutWhenTwoCanBe() {
        const auto other = [](const char* id, std::int64_t hidden) {
            RunSummary run = endedRun(id, hidden, 1);
            run.config.edit().builtin = "mackey-glass";
            return run;
        };
        list({endedRun("b", 8, 1), endedRun("a", 4, 1)});
        choose(0, "h8");
        panel_->propose({QStringLiteral("d"), QStringLiteral("c"), QStringLiteral("b"), QStringLiteral("a")});
        QCOMPARE(compared(), QStringLiteral("h8 / h4"));
        list({other("c", 16), endedRun("b", 8, 1), endedRun("a", 4, 1)});
        QCOMPARE(compared(), QStringLiteral("h8 / h4"));  // it has no partner
        list({other("d", 32), other("c", 16), endedRun("b", 8, 1), endedRun("a", 4, 1)});
        QCOMPARE(compared(), QStringLiteral("h32 / h16"));
    }
};

QTEST_MAIN(TestVerdictChoice)
#include "tst_verdict_choice.moc"
