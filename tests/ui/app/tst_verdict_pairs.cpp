// SPDX-License-Identifier: GPL-3.0-or-later
// Which settings the verdict panel proposes, what it calls them, and that it fits its column.
#include "app/verdict_question.h"
#include "common/background_job.h"
#include "pages/compare/verdict/verdict_panel.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"

#include <QComboBox>
#include <QTest>
#include <algorithm>
#include <set>
#include <vector>

using namespace gatelab;

namespace {

RunSummary runOf(const char* id, const char* name, std::int64_t hidden, std::int64_t seed,
                 std::int64_t branchStep = -1) {
    RunSummary run = test::endedRun(id, hidden, seed);
    run.name = name;
    run.branchStep = branchStep;
    if (branchStep >= 0) run.parent = "a";
    return run;
}

}  // namespace

class TestVerdictPairs : public QObject {
    Q_OBJECT
    Theme theme_;
    RunController runs_;

    void list(std::vector<RunSummary> runs) {
        const auto count = runs.size();
        runs_.setWorkspace(std::make_shared<test::FakeWorkspace>(std::move(runs)));
        QTRY_COMPARE(runs_.runs().size(), count);
    }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void theNewestThatCanBePairedIsHeldAgainstTheOldest() {
        std::vector<RunGroup> groups(4);
        groups[0].start = "checkpoint";
        groups[1].config.horizon = groups[0].config.horizon + 1;
        const std::vector all{0, 1, 2, 3}, refused{0, 1};
        QCOMPARE(pairOf(groups, all), std::pair(2, 3));
        QCOMPARE(pairOf(groups, refused), std::pair(0, 1));  // no pair is possible: said in the panel
        QCOMPARE(partnerOf(groups, 3), 2);
        QCOMPARE(partnerOf(groups, -1), 1);
        QCOMPARE(partnerOf(std::span(groups).first(1), 0), -1);
    }

    void branchesAreToldApartAndTheirNameIsNotDoubled() {
        std::vector<RunSummary> runs{runOf("d", "net", 8, 2), runOf("c", "net", 8, 1, 1620),
                                     runOf("b", "LSTM 32", 32, 1, 1620), runOf("a", "LSTM 32", 32, 1)};
        for (std::size_t i = 0; i < runs.size(); ++i) runs[i].number = 4 - static_cast<std::int64_t>(i);
        list(std::move(runs));
        QueueController queue(runs_);
        VerdictPanel panel(theme_, runs_, queue);
        panel.propose({QStringLiteral("b"), QStringLiteral("a")});
        const auto* box = panel.findChild<QComboBox*>();
        std::set<QString> names;
        for (int i = 0; i < box->count(); ++i) {
            names.insert(box->itemText(i).section(QStringLiteral(" · "), 0, -2));
            QVERIFY2(box->itemText(i).count(QStringLiteral("from")) <= 1, qPrintable(box->itemText(i)));
        }
        QCOMPARE(names.size(), std::size_t{4});
        // The button for pairs from the start, with a long time, widens nothing.
        QVERIFY2(panel.minimumSizeHint().width() <= 290, qPrintable(QString::number(panel.minimumSizeHint().width())));
    }
};

QTEST_MAIN(TestVerdictPairs)
#include "tst_verdict_pairs.moc"
