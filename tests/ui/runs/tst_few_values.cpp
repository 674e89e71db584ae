// SPDX-License-Identifier: GPL-3.0-or-later
// Axes of few values: a tick at each of them, and dots that share one are told apart by eye and by hand, yet exported
// as they are.
#include "charts/chart_paint.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "models/run_board.h"
#include "pages/compare/curves/compare_scatter.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace gatelab;

namespace {

std::vector<RunSummary> twelveRuns() {
    std::vector<RunSummary> runs(12);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        runs[i].id = runs[i].name = "run-" + std::to_string(10 + i);
        runs[i].state = RunState::Finished;
        runs[i].number = static_cast<std::int64_t>(i) + 1;
        runs[i].config.edit().hiddenSize = i % 2 ? 32 : 64;
        runs[i].config.edit().learningRate = 0.001 * static_cast<double>(i + 1);  // each a group
        runs[i].bestValidation = 0.1 + 0.01 * static_cast<double>(i / 4);
        runs[i].bestEpoch = 1;
    }
    return runs;
}

}  // namespace

class TestFewValues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void ticksStandAtTheValuesInView() {
        ChartContent content;
        content.x = {30, 66, false}, content.y = {0, 1, false};
        content.xSet = {{32, QStringLiteral("32")}, {64, QStringLiteral("64")}};
        auto ticks = content.xTicks(6);
        QCOMPARE(ticks.size(), std::size_t{2});
        QCOMPARE(ticks[0].label, QStringLiteral("32"));
        QCOMPARE(ticks[1].value, 64.0);
        content.x = {40, 50, false};  // none in view: round numbers
        QVERIFY(content.xTicks(6).size() > 2);
        content.ySet = {{0.5, QStringLiteral("0.5")}, {0.501, QStringLiteral("0.501")}, {0.9, QStringLiteral("0.9")}};
        ticks = content.yTicks(4, 0.1);
        QCOMPARE(ticks.size(), std::size_t{3});
        QVERIFY(!ticks[0].label.isEmpty() && ticks[1].label.isEmpty() && !ticks[2].label.isEmpty());
    }

    void aDotIsHitWhereItIsDrawn() {
        const Theme theme;
        ChartContent content;
        content.x = {0, 2, false}, content.y = {0, 2, false};
        ChartLine dots;
        dots.style = ChartLine::Style::Dots;
        dots.key = QStringLiteral("dots");
        dots.x = {1, 1}, dots.y = {1, 1};
        dots.spread = {{-10, 0}, {10, 0}};
        content.lines = {dots};
        const ChartGeometry geometry = layOutChart(content, theme, QRectF(0, 0, 400, 300));
        const QPointF at(geometry.xPixel(content, 1), geometry.yPixel(content, 1));
        QCOMPARE(hitLine(content, geometry, at + QPointF(-10, 0)).index, 0);
        QCOMPARE(hitLine(content, geometry, at + QPointF(10, 0)).index, 1);
        QVERIFY(hitLine(content, geometry, at).key.isEmpty());
        QVERIFY(content.footnote().contains(QStringLiteral("side by side")));
    }

    void theScatterSpreadsEqualGroupsAndExportsThemAsTheyAre() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath(QStringLiteral("settings.ini")));
        Theme theme;
        const RunColumns columns;
        ExperimentModel experiment;
        RunController controller;
        RunBoard board(experiment, controller, preferences);
        const auto list = [&](std::vector<RunSummary> runs) {
            controller.setWorkspace(std::make_shared<test::FakeWorkspace>(std::move(runs)));
        };
        list(twelveRuns());
        QTRY_COMPARE(board.runs().size(), std::size_t{12});
        CompareScatter scatter(theme, preferences, board, columns);
        scatter.choose(QStringLiteral("hidden_size"));
        scatter.resize(900, 400);
        scatter.showRows();
        scatter.show();
        QVERIFY(QTest::qWaitForWindowExposed(&scatter));
        QTRY_VERIFY(scatter.chart().textSummary().contains(QStringLiteral("side by side")));
        // None is cut off at the edge of the plot.
        QTRY_VERIFY(scatter.chart().xView().first < 31 && scatter.chart().xView().second > 65);
        const QString path = folder.filePath(QStringLiteral("dots.csv"));
        QCOMPARE(scatter.chart().exportTo(path), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QVERIFY(std::ranges::any_of(lines, [](const QByteArray& line) { return line.startsWith("32,"); }));
        QVERIFY(std::ranges::any_of(lines, [](const QByteArray& line) { return line.startsWith("64,"); }));
        // Each its own value: they lie where they are.
        std::vector<RunSummary> apart = twelveRuns();
        for (std::size_t i = 0; i < apart.size(); ++i)
            apart[i].config.edit().hiddenSize = 16 + static_cast<std::int64_t>(i),
            apart[i].bestValidation = 0.1 + 0.01 * static_cast<double>(i);
        list(std::move(apart));
        QTRY_VERIFY(!board.runs().empty() && board.runs().front().config->hiddenSize == 16);
        scatter.showRows();
        QTRY_VERIFY(!scatter.chart().textSummary().contains(QStringLiteral("side by side")));
    }
};

QTEST_MAIN(TestFewValues)
#include "tst_few_values.moc"
