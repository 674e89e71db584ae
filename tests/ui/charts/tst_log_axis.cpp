// SPDX-License-Identifier: GPL-3.0-or-later
// Losses below 0, as of a normal distribution, are no matter for a log axis: it gives way by itself, and says what it
// leaves out where somebody insists.
// Holds ui/charts/chart_range.cpp.
#include "charts/line_chart.h"
#include "pages/train/chart_grid.h"
#include "runs/run_view.h"

#include <QTest>

#include <cmath>
#include <utility>

using namespace gatelab;

namespace {

ChartLine lineOf(std::vector<double> y) {
    ChartLine line;
    line.name = "loss";
    for (std::size_t i = 0; i < y.size(); ++i) line.x.push_back(static_cast<double>(i));
    line.y = std::move(y);
    return line;
}

std::shared_ptr<RunView> runOf(const char* loss, double first, double last) {
    auto run = std::make_shared<RunView>();
    run->summary.config.edit().loss = loss;
    run->plan.totalSteps = 50;
    for (int step = 1; step <= 50; ++step)
        run->take(MetricSample{MetricId::TrainLoss, 0, step, step / 10.0, step * 0.5, 1e9 + step,
                               first + (last - first) * (step - 1) / 49});
    return run;
}

void settle(LineChart& chart) { QTRY_VERIFY(!chart.redrawPending()); }

}  // namespace

class TestLogAxis : public QObject {
    Q_OBJECT
    Theme theme_;

private Q_SLOTS:
    void itGivesWayByItself() {
        LineChart chart(theme_, "Loss", {});
        chart.setUsuallyLogY(true);
        chart.resize(500, 300);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QVERIFY(chart.logY());
        const std::pair<std::vector<double>, bool> cases[] = {{{3, 2, 1}, true},
                                                              {{3, 1, -1}, false},
                                                              {{3, 2, 1}, true},
                                                              {{1, 0}, false},
                                                              {{1, std::nan(""), -HUGE_VAL, 2}, true}};
        for (const auto& [values, log] : cases) {
            chart.setLines({lineOf(values)});
            QTRY_COMPARE(chart.logY(), log);
            QVERIFY(!chart.textSummary().contains("log axis"));
        }
    }

    void aChoiceStaysAndSaysWhatItLeavesOut() {
        LineChart chart(theme_, "Loss", {});
        chart.setUsuallyLogY(true);
        chart.setLines({lineOf({3, 1, -1, -2})});
        chart.resize(500, 300);
        chart.show();
        QTRY_VERIFY(!chart.logY());
        QTest::keyClick(&chart, Qt::Key_L);
        settle(chart);
        QVERIFY(chart.logY());
        QVERIFY2(chart.textSummary().contains("values of 0 and below (2)"), qPrintable(chart.textSummary()));
        const QVariantMap chosen = chart.viewState();
        QTest::keyClick(&chart, Qt::Key_L);
        chart.setLines({lineOf({3, 2, 1})});
        settle(chart);
        QVERIFY(!chart.logY());  // the last choice, although the data would allow it
        LineChart other(theme_, "Loss", {});
        other.setUsuallyLogY(true);
        other.setLines({lineOf({3, 1, -1, -2})});
        other.restoreViewState(chosen);
        other.show();
        settle(other);
        QVERIFY(other.logY());
        other.setUsuallyLogY(true);
        QTRY_VERIFY(!other.logY());
    }

    void onlyAChoiceIsKept() {
        LineChart chart(theme_, "Loss", {});
        chart.setUsuallyLogY(true);
        chart.setLines({lineOf({3, 1, -1})});
        chart.show();
        QTRY_VERIFY(!chart.logY());
        LineChart other(theme_, "Loss", {});
        other.setUsuallyLogY(true);
        other.setLines({lineOf({3, 2, 1})});
        other.restoreViewState(chart.viewState());
        other.show();
        settle(other);
        QVERIFY(other.logY());
    }

    void aPartOfTheDataSaysNothingOfTheRest() {
        LineChart chart(theme_, "Loss", {});
        chart.setUsuallyLogY(true);
        chart.setSource([](double low, double high, int) {
            ChartLine line = lineOf({9, 8, 7, 6, -5, -6});
            if (low <= high)
                for (std::size_t i = line.x.size(); i-- > 0;)
                    if (line.x[i] < low || line.x[i] > high)
                        line.x.erase(line.x.begin() + static_cast<std::ptrdiff_t>(i)),
                            line.y.erase(line.y.begin() + static_cast<std::ptrdiff_t>(i));
            return std::vector<ChartLine>{line};
        });
        chart.show();
        QTRY_VERIFY(!chart.logY());
        chart.setXView(0, 2);
        settle(chart);
        QVERIFY(!chart.logY());
        chart.fit();
        settle(chart);
        QVERIFY(!chart.logY());
    }

    void theLossChartOfEachRun() {
        ChartGrid grid(theme_);
        grid.resize(900, 600);
        grid.show();
        LineChart* loss = grid.chart(QStringLiteral("loss"));
        QVERIFY(loss && loss->logY());
        grid.setRun(runOf("gaussian-nll", 2, -3));
        QTRY_VERIFY(!loss->logY());
        QVERIFY(loss->yView().first <= -3);
        grid.setRun(runOf("mse", 2, 0.1));
        QTRY_VERIFY(loss->logY());
        grid.setRun(runOf("gaussian-nll", 2, -3));
        QTRY_VERIFY(!loss->logY());
        loss->setLogY(true);
        // Of 50 steps from 2 to -3 those after the first 20 are below 0: counted among what was measured, not what is
        // drawn.
        QTRY_VERIFY2(loss->textSummary().contains("values of 0 and below (30)"), qPrintable(loss->textSummary()));
    }
};

QTEST_MAIN(TestLogAxis)
#include "tst_log_axis.moc"
