// SPDX-License-Identifier: GPL-3.0-or-later
// Forecasts of a run that left no weights: the page says what to do instead of an error.
#include "common/background_job.h"
#include "common/theme.h"
#include "pages/compare/forecasts/forecast_panel.h"
#include "pages/page.h"
#include "runs/run_controller.h"
#include "store/checkpoint.h"
#include "support/fake_workspace.h"
#include "widgets/empty_state.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace gatelab;

class TestUntrainedForecasts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void itSaysWhatToDo() {
        const QTemporaryDir folder;
        Theme theme;
        RunController runs;
        std::vector<RunSummary> listed(2);
        for (std::size_t i = 0; i < listed.size(); ++i) {
            listed[i].id = listed[i].name = i == 0 ? "trained" : "untrained";
            listed[i].state = RunState::Finished;
        }
        const std::filesystem::path root = folder.path().toStdString();
        // Which checkpoints a run has is asked of its folder.
        std::filesystem::create_directories(CheckpointStore(root / "runs" / "trained").folder() / "ckpt-00000001");
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(listed, root));
        Page page;
        ForecastPanel panel(theme, runs, &page);
        page.show();
        panel.setShown(true);
        QTRY_VERIFY(runs.findRun(QStringLiteral("untrained")));
        QSignalSpy problems(&page, &Page::problem), asked(&page, &Page::commandAsked);
        const auto shownState = [&panel]() -> EmptyState* {
            const auto all = panel.findChildren<EmptyState*>();
            const auto found = std::ranges::find_if(all, [&panel](const EmptyState* state) {
                return state->isVisibleTo(&panel) && !state->findChildren<QPushButton*>().isEmpty();
            });
            return found == all.end() ? nullptr : *found;
        };
        panel.showRun(QStringLiteral("untrained"));
        QTRY_VERIFY(shownState());
        shownState()->findChild<QPushButton*>()->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().value<Command>(), Command(QStringLiteral("again"), QStringLiteral("untrained")));
        panel.showRun(QStringLiteral("trained"));
        QVERIFY(!shownState());
        QCOMPARE(problems.size(), 0);
    }
};

QTEST_MAIN(TestUntrainedForecasts)
#include "tst_untrained_forecasts.moc"
