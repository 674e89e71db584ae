// SPDX-License-Identifier: GPL-3.0-or-later
// How many runs of the Compare page have what a chart needs, and what is said of one that undo has brought back.
#include "common/background_job.h"
#include "common/responder.h"
#include "common/run_words.h"
#include "pages/compare/curves/compare_scatter.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/whole_program.h"
#include "widgets/labels/elided_label.h"
#include "window/notices.h"
#include "window/window_actions.h"

#include <QAction>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

QString idOf(int run) { return QStringLiteral("run-%1").arg(100000 + run); }

}  // namespace

class TestBegunRuns : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    Theme theme_;

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { BackgroundJob::waitForAll(); }

    void theParetoChartCountsWhatItDraws() {
        Preferences preferences(folder_->filePath(QStringLiteral("settings.ini")));
        for (const char* axis : {"x", "y", "third"})
            preferences.setWindow(QStringLiteral("compare/pareto/") + QLatin1String(axis),
                                  QStringLiteral("best_validation"));
        const RunColumns columns;
        std::vector<RunSummary> runs(3);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            runs[i].id = runs[i].name = std::string(1, static_cast<char>('a' + i));
            runs[i].state = RunState::Finished;
            runs[i].bestValidation = 0.1 * static_cast<double>(i + 1);
            runs[i].bestEpoch = 1;
        }
        runs[2].bestValidation = std::numeric_limits<double>::quiet_NaN();
        RunController controller;
        CompareScatter pareto(CompareScatter::Kind::Pareto, theme_, preferences, columns);
        pareto.setBase(QStringLiteral("a"));
        pareto.setListed([&] { return std::vector<const RunSummary*>{&runs[0], &runs[1], &runs[2]}; });
        const auto labels = pareto.findChildren<ElidedLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const auto* label) {
            return label->fullText().contains(
                QStringLiteral("of 2 runs on the Pareto front; left out for want of a value: 1"));
        }));
    }

    void whatUndoBroughtBackIsNotCalledDeleted() {
        test::WholeProgram program(folder_->path());
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.workspace(), kPatience);
        program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(3));
        QTRY_COMPARE(program.runs.runs().size(), std::size_t{3});
        program.window->showPlace({QStringLiteral("compare"), QStringLiteral("details"), idOf(1)});
        program.window->actions()["delete-run"]->trigger();
        const auto& notices = program.window->notices().notices();
        const auto reported = [&] {
            return std::ranges::count_if(
                notices, [](const Notice& notice) { return notice.command.key == QLatin1String("undo"); });
        };
        QCOMPARE(reported(), 1);
        QVERIFY(notices.back().clause.contains(QStringLiteral("is deleted")));
        QVERIFY(program.window->findChild<NoticeArea*>()->answer());
        responderOf(*program.window->findChild<NoticeArea*>()).ask(QStringLiteral("undo"));
        QCOMPARE(reported(), 0);
        QCOMPARE(program.experiment.undoStack().index(), 0);
    }
};

QTEST_MAIN(TestBegunRuns)
#include "tst_begun_runs.moc"
