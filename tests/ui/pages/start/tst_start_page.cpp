// SPDX-License-Identifier: GPL-3.0-or-later
// The start page offers what it shows: a run of its experiment, whatever other run is shown on the Train page.
#include "common/background_job.h"
#include "pages/start/start_page.h"
#include "runs/run_actions.h"
#include "support/take.h"
#include "support/whole_program.h"
#include "window/window_actions.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

}  // namespace

class TestStartPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void anInterruptedRunOfOtherDataIsNotContinuedHere() {
        const QTemporaryDir folder;
        std::string id;
        {
            auto workspace = testing::take(Workspace::open((folder.path() + QStringLiteral("/runs")).toStdString()));
            auto record = testing::take(workspace->createRun(ExperimentConfig(), "", "other data"));
            QVERIFY(record->setState(RunState::Interrupted, 10, 1, 1));
            id = record->id();
        }
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.runs().size(), std::size_t{1}, kPatience);
        program.runs.open(QString::fromStdString(id));
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.current(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!program.experiment.loading(), kPatience);
        QCOMPARE(playAction(program.runs), PlayAction::ContinueRun);
        program.window->showPage(QStringLiteral("start"));
        const QWidget* page = program.window->page(QStringLiteral("start"));
        const auto buttons = page->findChildren<QPushButton*>();
        const auto labels = page->findChildren<QLabel*>();
        const auto says = [](const auto& widgets, const QString& text) {
            return std::ranges::any_of(widgets, [&](const auto* one) { return one->text() == text; });
        };
        QVERIFY(says(labels, QStringLiteral("Train one yourself")));
        QVERIFY(says(buttons, QStringLiteral("Train")) && !says(buttons, QStringLiteral("Continue")));
        program.window->showPage(QStringLiteral("train"));
        QVERIFY(program.window->actions()["pause"]->text().contains(QStringLiteral("Go on with the o&pen run")));
    }

    void theFirstRunBeatsEveryBaseline_data() {
        QTest::addColumn<qint64>("seed");
        for (const qint64 seed : {1, 2, 3, 4, 5}) QTest::addRow("seed %lld", static_cast<long long>(seed)) << seed;
    }
    void theFirstRunBeatsEveryBaseline() {
        QFETCH(const qint64, seed);
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine(), kPatience);
        program.experiment.beginWith(QStringLiteral("mackey-glass"));  // as a newcomer's program does
        program.experiment.reload();
        QTRY_VERIFY_WITH_TIMEOUT(!program.experiment.loading() && program.experiment.dataset(), kPatience);
        if (program.experiment.config().seed != seed)
            program.experiment.set("seed", FieldValue(static_cast<std::int64_t>(seed)));
        program.window->showPage(QStringLiteral("start"));
        QPushButton* play = nullptr;
        for (QPushButton* one : program.window->page(QStringLiteral("start"))->findChildren<QPushButton*>())
            if (one->text() == QStringLiteral("Train")) play = one;
        QVERIFY(play);
        QTRY_VERIFY_WITH_TIMEOUT(play->isEnabled(), kPatience);
        play->click();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.current() && program.runs.current()->summary.state == RunState::Finished,
                                 kPatience);
        double model = -1;
        int baselines = 0;
        const auto isJudged = [](const TestScore& score) {
            return score.scale == "standardised" && score.metric == "mse";
        };
        for (const TestScore& score : program.runs.current()->scores)
            if (isJudged(score) && score.method == "model") model = score.value;
        QVERIFY(model >= 0);
        for (const TestScore& score : program.runs.current()->scores) {
            if (!isJudged(score) || score.method == "model") continue;
            ++baselines;
            QVERIFY2(model < score.value, qPrintable(QStringLiteral("%1: %2, the network: %3")
                                                         .arg(QString::fromStdString(score.method))
                                                         .arg(score.value)
                                                         .arg(model)));
        }
        QVERIFY(baselines >= 4);
    }
};

QTEST_MAIN(TestStartPage)
#include "tst_start_page.moc"
