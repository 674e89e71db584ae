// SPDX-License-Identifier: GPL-3.0-or-later
// Charts over the same x: cursors and zoom of one are those of all.
#include "charts/chart_link.h"
#include "charts/line_chart.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

using namespace gatelab;

class TestChartLink : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        theme_ = std::make_unique<Theme>();
        link_ = std::make_unique<ChartLink>();
        for (auto* chart : {&a_, &b_, &c_}) {
            *chart = shown(100);
            link_->add(chart->get());
        }
    }
    void cleanup() {
        for (auto* chart : {&a_, &b_, &c_}) chart->reset();
        link_.reset();
        theme_.reset();
    }

    void cursorsMoveTogether() {
        QSignalSpy fromA(a_.get(), &LineChart::cursorMoved), fromB(b_.get(), &LineChart::cursorMoved);
        QTest::keyClick(a_.get(), Qt::Key_Right);
        QCOMPARE(fromA.count(), 1);
        QCOMPARE(fromB.count(), 0);  // no echo
        QTest::keyClick(b_.get(), Qt::Key_P);
        QVERIFY(std::isfinite(a_->pin()));
        QCOMPARE(c_->pin(), a_->pin());
        QTest::keyClick(c_.get(), Qt::Key_Escape);
        QVERIFY(std::isnan(a_->pin()) && std::isnan(b_->pin()));
    }

    void oneZoomIsTheZoomOfAll() {
        QTest::keyClick(a_.get(), Qt::Key_Plus);
        const auto view = a_->xView();
        QVERIFY(view.second - view.first < 99);
        QCOMPARE(b_->xView(), view);
        QCOMPARE(c_->xView(), view);
        b_->setXView(10, 20);
        QCOMPARE(a_->xView(), std::pair(10.0, 20.0));
        // New data do not fight the zoom of a chart that only follows along.
        c_->setLines({ramp(500)});
        QTRY_VERIFY(!c_->redrawPending());
        QCOMPARE(c_->xView(), std::pair(10.0, 20.0));
    }

    void fitOnOneFitsAll() {
        a_->setXView(10, 20);
        QTest::keyClick(c_.get(), Qt::Key_F);
        QTRY_COMPARE(a_->xView(), std::pair(0.0, 99.0));
        QVERIFY(a_->following() && b_->following() && c_->following());
        a_->setLines({ramp(200)});
        QTRY_VERIFY(a_->xView().second >= 199);
    }

    void yStaysEachChartsOwn() {
        zoomVertically(*b_);
        const auto chosen = b_->yView();
        a_->setXView(10, 20);
        QTRY_VERIFY(!b_->redrawPending());
        QCOMPARE(b_->yView(), chosen);
        a_->fit();
        QTRY_COMPARE(b_->xView(), std::pair(0.0, 99.0));
        QCOMPARE(b_->yView(), chosen);
        b_->fit();
        QTRY_VERIFY(b_->yView() != chosen);
    }

    void apartEachShowsItsOwn() {
        link_->setViewsLinked(false);
        a_->setXView(10, 20);
        QVERIFY(b_->following());
        b_->setXView(30, 40);
        c_->fit();
        QCOMPARE(a_->xView(), std::pair(10.0, 20.0));
        a_->setXView(12, 18);
        link_->setViewsLinked(true);
        QCOMPARE(b_->xView(), std::pair(12.0, 18.0));  // the one zoomed last
        QCOMPARE(c_->xView(), std::pair(12.0, 18.0));
    }

    void whoComesLaterShowsTheSame() {
        a_->setXView(10, 20);
        a_->setCursor(15);
        QTest::keyClick(a_.get(), Qt::Key_P);
        const auto late = shown(100);
        link_->add(late.get());
        QCOMPARE(late->xView(), std::pair(10.0, 20.0));
        QCOMPARE(late->pin(), 15.0);
        link_->reset();
        QVERIFY(late->following() && a_->following());
        QVERIFY(std::isnan(late->pin()) && std::isnan(a_->pin()));
    }

    void whoDiesLeaves() {
        b_.reset();
        a_->setXView(10, 20);
        QCOMPARE(c_->xView(), std::pair(10.0, 20.0));
    }

    void aLogarithmicAxisShowsWhatItCan() {
        b_->setLines({ramp(100)});
        b_->setLogX(true);
        QTRY_VERIFY(!b_->redrawPending());
        a_->setXView(-10, 50);
        QCOMPARE(a_->xView(), std::pair(-10.0, 50.0));
        QVERIFY(b_->xView().first > 0);
        QCOMPARE(b_->xView().second, 50.0);
        // A narrow chart goes as far out as the others.
        c_->setLines({ramp(3)});
        c_->fit();
        QTRY_VERIFY(!c_->redrawPending());
        a_->setXView(0, 4000);
        QCOMPARE(c_->xView(), std::pair(0.0, 4000.0));
    }

private:
    static ChartLine ramp(int count) {
        ChartLine line;
        line.name = "ramp", line.colour = Qt::black;
        for (int i = 0; i < count; ++i) line.x.push_back(i), line.y.push_back(2 * i + 1);
        return line;
    }
    std::unique_ptr<LineChart> shown(int count) {
        auto chart = std::make_unique<LineChart>(*theme_, "Loss", "MSE");
        chart->setLines({ramp(count)});
        chart->resize(500, 320);
        chart->show();
        [&] { QTRY_COMPARE(chart->xView(), std::pair(0.0, count - 1.0)); }();
        return chart;
    }
    static void zoomVertically(LineChart& chart) { QTest::keyClick(&chart, Qt::Key_Up, Qt::ControlModifier); }
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<ChartLink> link_;
    std::unique_ptr<LineChart> a_, b_, c_;
};

QTEST_MAIN(TestChartLink)
#include "tst_chart_link.moc"
