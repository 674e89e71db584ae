// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a run that undo has brought back.
#include "common/background_job.h"
#include "common/responder.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/whole_program.h"
#include "window/notices.h"
#include "window/window_actions.h"

#include <QAction>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

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
        QVERIFY(std::ranges::any_of(program.window->findChildren<NoticeArea*>(),
                                    [](const NoticeArea* area) { return area->answer() != nullptr; }));
        responderOf(*program.window->findChild<NoticeArea*>()).ask(QStringLiteral("undo"));
        QCOMPARE(reported(), 0);
        QCOMPARE(program.experiment.undoStack().index(), 0);
    }
};

QTEST_MAIN(TestBegunRuns)
#include "tst_begun_runs.moc"
