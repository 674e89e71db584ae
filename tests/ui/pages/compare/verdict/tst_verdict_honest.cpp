// SPDX-License-Identifier: GPL-3.0-or-later
// What the verdict calls a pair, what it says a better setting costs, and that its question stays.
#include "common/background_job.h"
#include "pages/compare/verdict/verdict_panel.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/segments.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>

using namespace gatelab;

namespace {

RunSummary runOf(std::int64_t hidden, std::int64_t seed, double best) {
    RunSummary run = test::endedRun("run-" + std::to_string(hidden) + "-" + std::to_string(seed), hidden, seed, best);
    run.lastValues.edit() = {{"samples_per_second", hidden == 8 ? 5000.0 : 12500.0}};
    return run;
}

RunSummary branchOf(const RunSummary& parent) {
    RunSummary run = parent;
    run.id += "-branch";
    run.name = "branch";
    run.parent = parent.id;
    run.branchStep = 405;
    run.config.edit().learningRate = 1e-5;
    return run;
}

/// Eight is the better and the slower one.
std::vector<RunSummary> pairsOf(int count) {
    std::vector<RunSummary> runs;
    for (int seed = count; seed >= 1; --seed) {
        runs.push_back(runOf(8, seed, 0.4 + 0.0101 * seed));
        runs.push_back(runOf(4, seed, 0.5 + 0.01 * seed));
    }
    return runs;
}

}  // namespace

class TestVerdictHonest : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    Theme theme_;
    std::shared_ptr<test::FakeWorkspace> workspace_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<QueueController> queue_;
    std::unique_ptr<VerdictPanel> panel_;

    void list(const std::vector<RunSummary>& runs) {
        workspace_->set(runs);
        runs_->refreshRuns();
        QTRY_VERIFY(std::ranges::equal(runs_->runs(), runs, {}, &RunSummary::id, &RunSummary::id));
    }
    static QStringList idsOf(const std::vector<RunSummary>& runs) {
        QStringList ids;
        for (const RunSummary& run : runs) ids << QString::fromStdString(run.id);
        return ids;
    }
    [[nodiscard]] QString question() const {
        QStringList names;
        for (const auto* box : panel_->findChildren<QComboBox*>())
            names << box->currentText().section(QStringLiteral(" · "), 0, 0);
        return names.join(QStringLiteral(" / "));
    }
    [[nodiscard]] bool says(const QString& words) const {
        return std::ranges::any_of(panel_->findChildren<WrappedLabel*>(), [&](const WrappedLabel* label) {
            return label->isVisibleTo(panel_.get()) && label->fullText().contains(words);
        });
    }
    [[nodiscard]] bool answers(const QString& words) const {
        return std::ranges::any_of(panel_->findChildren<QLabel*>(),
                                   [&](const QLabel* label) { return label->text() == words; });
    }
    [[nodiscard]] QPushButton* button() const { return panel_->findChild<QPushButton*>(); }
    void choose(int box, const QString& name) {
        auto* chosen = panel_->findChildren<QComboBox*>().at(box);
        chosen->setCurrentIndex(chosen->findText(name, Qt::MatchStartsWith));
        Q_EMIT chosen->activated(chosen->currentIndex());
    }

private Q_SLOTS:
    void init() {
        workspace_ = std::make_shared<test::FakeWorkspace>(std::vector<RunSummary>(), folder_.path().toStdString());
        QFile::remove(folder_.filePath(QStringLiteral("queue.json")));
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

    void aBranchIsNoPair() {
        std::vector<RunSummary> runs = pairsOf(2);
        runs.insert(runs.begin(), branchOf(runs[0]));
        list(runs);
        panel_->propose({QStringLiteral("run-8-2-branch"), QStringLiteral("run-4-2")});
        QCOMPARE(question(), QStringLiteral("branch / h4"));
        QVERIFY(answers(QStringLiteral("Cannot tell")));
        QVERIFY(says(QStringLiteral(
            "branch did not begin with weights drawn from its seed but with trained ones (step 405 of h8)")));
        QCOMPARE(panel_->verdict().pairsGiven, 0);
        QVERIFY(!panel_->findChild<KeyValueList*>()->isVisibleTo(panel_.get()));
        // All six pairs are trained from the start: none of them is the branch's.
        QVERIFY2(button()->text().startsWith(QStringLiteral("Run 6 paired seeds from the start")),
                 qPrintable(button()->text()));
        QSignalSpy asked(panel_.get(), &VerdictPanel::seedsAsked);
        button()->click();
        QTRY_COMPARE(queue_->state().runs.size(), std::size_t{10});  // two of the other are there
        for (const QueuedRun& run : queue_->state().runs) QVERIFY(run.branchFrom.empty() && run.resume.empty());
        QCOMPARE(asked.count(), 1);
        QVERIFY(!asked[0][0].toStringList().contains(QStringLiteral("run-8-2-branch")));
        // As soon as the first of them is there, the question is about them.
        RunSummary fresh = branchOf(runs[1]);
        fresh.id = "fresh";
        fresh.name = "fresh";
        fresh.branchStep = -1;
        runs.insert(runs.begin(), fresh);
        list(runs);
        QCOMPARE(question(), QStringLiteral("fresh / h4"));
        QCOMPARE(panel_->verdict().pairsGiven, 1);
    }

    void aBranchAndItsSettingsFromTheStartAreNotPooled() {
        std::vector<RunSummary> runs = pairsOf(6);
        RunSummary branch = runs[0];
        branch.id = "branch", branch.name = "branch", branch.parent = runs[1].id, branch.branchStep = 7;
        branch.bestValidation = 0.001;
        branch.config.edit().seed = 99;
        runs.insert(runs.begin(), branch);
        list(runs);
        panel_->propose({QStringLiteral("branch"), QStringLiteral("run-4-1")});
        QVERIFY(says(QStringLiteral("with trained ones")));
        QVERIFY2(button()->text().startsWith(QStringLiteral("Compare from the start")), qPrintable(button()->text()));
        button()->click();
        QCOMPARE(question(), QStringLiteral("h8 / h4"));
        QCOMPARE(panel_->verdict().pairs, 6);
        QVERIFY(queue_->state().runs.empty());
    }

    void aBetterSettingSaysItsCost() {
        list(pairsOf(6));
        panel_->propose({QStringLiteral("run-8-1"), QStringLiteral("run-4-1")});
        QCOMPARE(panel_->verdict().answer, VerdictAnswer::Better);
        QCOMPARE(panel_->findChild<KeyValueList*>()->value(QStringLiteral("Cost")),
                 QStringLiteral("2.5 × time per sample"));
        // By 0.0997 of 0.535.
        QVERIFY(says(QStringLiteral("lower by 0.0996 (19\u00A0%)")) ||
                says(QStringLiteral("lower by 0.0997 (19\u00A0%)")));
        panel_->propose({QStringLiteral("run-4-1"), QStringLiteral("run-8-1")});
        QVERIFY(answers(QStringLiteral("Yes, better")));
    }

    void withoutAValidationPartTheTestPartDecides() {
        std::vector<RunSummary> runs = pairsOf(6);
        for (RunSummary& run : runs) {
            run.scores.edit() = {{"model", "standardised", "mse", run.bestValidation}};
            run.bestEpoch = -1;
            run.lastValues.edit() = {{"train_loss", 0.1}};
        }
        list(runs);
        panel_->propose({QStringLiteral("run-8-1"), QStringLiteral("run-4-1")});
        QVERIFY(panel_->score() == VerdictScore::Test);
        QCOMPARE(panel_->verdict().pairs, 6);
        QVERIFY(answers(QStringLiteral("Yes, better")));
    }

    void theScoreIsChosenBeforeTheFirstLook() {
        const auto segment = [this](const char* text) {
            const auto buttons = panel_->findChild<Segments*>()->findChildren<QToolButton*>();
            return *std::ranges::find(buttons, QString::fromLatin1(text), [](QToolButton* b) { return b->text(); });
        };
        std::vector<RunSummary> runs = pairsOf(3);
        for (RunSummary& run : runs) run.seconds = run.config->hiddenSize == 8 ? 20 : 10;
        list(runs);
        panel_->propose({QStringLiteral("run-8-1"), QStringLiteral("run-4-1")});
        QVERIFY(panel_->score() == VerdictScore::Validation && segment("Time")->isEnabled());
        QSignalSpy kept(panel_.get(), &VerdictPanel::scoresChanged);
        segment("Time")->click();
        QVERIFY(panel_->score() == VerdictScore::Time);
        QCOMPARE(kept.count(), 1);
        // The better one is the slower one, and the chosen score cannot be left once it was looked at.
        runs = pairsOf(6);
        for (RunSummary& run : runs)
            run.seconds = (run.config->hiddenSize == 8 ? 20 : 10) + 0.01 * static_cast<double>(run.config->seed % 3);
        list(runs);
        panel_->propose({QStringLiteral("run-8-1"), QStringLiteral("run-4-1")});
        QCOMPARE(panel_->verdict().pairs, 6);
        QVERIFY(answers(QStringLiteral("No, worse")) && answers(QStringLiteral("by training time")));
        QVERIFY(says(QStringLiteral("Its training time is higher by")));
        QVERIFY(!segment("Validation")->isEnabled() && segment("Time")->isEnabled());
        panel_->propose({QStringLiteral("run-4-1"), QStringLiteral("run-8-1")});
        QVERIFY(panel_->score() == VerdictScore::Time);  // of the pair, whichever is the base
        // Another window asks what was kept.
        VerdictPanel again(theme_, *runs_, *queue_);
        again.setScores(kept[0][0].toStringList());
        again.propose({QStringLiteral("run-8-1"), QStringLiteral("run-4-1")});
        QVERIFY(again.score() == VerdictScore::Time);
    }

    void theQuestionStays() {
        std::vector<RunSummary> runs = pairsOf(2);
        list(runs);
        panel_->propose({QStringLiteral("run-4-1"), QStringLiteral("run-8-1")});
        QCOMPARE(question(), QStringLiteral("h4 / h8"));
        // More ticks, and another order of them.
        panel_->propose(idsOf(runs));
        QCOMPARE(question(), QStringLiteral("h4 / h8"));
        runs.insert(runs.begin(), runOf(16, 1, 0.3));
        list(runs);
        panel_->propose(idsOf(runs));
        QCOMPARE(question(), QStringLiteral("h4 / h8"));
        // What is not ticked any more is not asked about.
        panel_->propose({QStringLiteral("run-16-1"), QStringLiteral("run-8-1")});
        QCOMPARE(question(), QStringLiteral("h16 / h8"));
        // Nothing ticked, nothing asked.
        panel_->propose({});
        QCOMPARE(question(), QStringLiteral(" / "));
        QVERIFY(answers(QStringLiteral("Nothing to compare")) && says(QStringLiteral("Tick two runs")));
        list(runs);
        QCOMPARE(question(), QStringLiteral(" / "));
        panel_->propose({QStringLiteral("run-16-1"), QStringLiteral("run-8-1")});
        QCOMPARE(question(), QStringLiteral("h16 / h8"));
        // What a person asked stays whatever is ticked, until it is gone.
        choose(1, QStringLiteral("h4"));
        panel_->propose({});
        QCOMPARE(question(), QStringLiteral("h16 / h4"));
        panel_->propose({QStringLiteral("run-8-1"), QStringLiteral("run-16-1")});
        QCOMPARE(question(), QStringLiteral("h16 / h4"));
        runs.erase(runs.begin());
        list(runs);
        panel_->propose(idsOf(runs));
        QCOMPARE(question(), QStringLiteral("h8 / h4"));
    }
};

QTEST_MAIN(TestVerdictHonest)
#include "tst_verdict_honest.moc"
