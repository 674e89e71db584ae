// SPDX-License-Identifier: GPL-3.0-or-later
// What a hand does to a prediction, and where the rows of a picture stand.
// Holds ui/pages/learn/stage/stage_drawing.cpp and ui/pages/learn/stage/stage_content.cpp.
#include "pages/learn/stage/stage_content.h"
#include "pages/learn/stage/stage_drawing.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

PictureFrame frameOf(std::int64_t steps) {
    PictureFrame frame;
    frame.steps = steps;
    frame.rows.resize(3);
    return frame;
}

LessonDraw drawOf(const char* kind, std::int64_t most = 0, std::int64_t step = 0) {
    LessonDraw draw;
    draw.kind = kind;
    draw.row = 1;
    draw.start = 1;
    draw.most = most;
    draw.step = step;
    return draw;
}

StageContent contentOf(std::size_t rows, std::size_t ring, std::size_t halves) {
    StageContent content;
    content.picture.rows.resize(rows);
    content.picture.rows[0].quantity = "x";
    content.picture.rows[ring].isRinged = true;
    content.halves.resize(halves);
    return content;
}

}  // namespace

class TestStageDrawing : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anAxisGoesThereAndBack() {
        const StageAxis log{1e-7, 1, true}, linear{-2, 2, false};
        for (const double value : {1e-7, 1e-4, 0.12, 1.0})
            QVERIFY(std::abs(log.value(log.share(value)) / value - 1) < 1e-9);
        QCOMPARE(linear.share(0), 0.5);
        QCOMPARE(linear.value(linear.share(5)), 2.0);  // cut to the axis
        QCOMPARE(log.share(0), 0.0);
    }

    /// Gates and shares have the whole axis whatever the values are; the others both signs alike.
    void theAxisStaysWhatTheFilmShows() {
        LessonRow row;
        row.quantity = "z";
        QCOMPARE(stageAxis(row, "i", {0.4, 0.5}).high, 1.0);
        QCOMPARE(stageAxis(row, "i", {0.4, 0.5}).low, 0.0);
        row.quantity = "said";
        const StageAxis said = stageAxis(row, "said", {-0.2, 2});
        QVERIFY(said.high > 2 && said.low == -said.high);
        QCOMPARE(stageAxis(row, "said", {INFINITY, -INFINITY}).high, 1.0);
    }

    void aStrokeFillsTheStepsBetween() {
        StageDrawing drawing(drawOf("curve"), frameOf(10), {1e-4, 1, true});
        QVERIFY(drawing.canDraw() && drawing.points().empty());
        drawing.stroke(2, 1e-2, 6, 1e-4);
        QCOMPARE(drawing.points().size(), std::size_t(10));
        QCOMPARE(drawing.valueAt(9), 1.0);                    // untouched: where it began
        QVERIFY(std::abs(drawing.valueAt(4) - 1e-3) < 1e-9);  // straight on the logarithmic axis
        drawing.stroke(6, 1e-4, 2, 1e-4);
        QVERIFY(std::abs(drawing.valueAt(2) - 1e-4) < 1e-9);
        drawing.set(9, 0.5);
        QCOMPARE(drawing.valueAt(9), 0.5);
        drawing.toggle(3);  // no clicks here
        QCOMPARE(drawing.points().size(), std::size_t(10));
    }

    void clicksAreTakenBack() {
        StageDrawing drawing(drawOf("steps", 2), frameOf(33), {});
        drawing.toggle(13);
        drawing.toggle(5);
        QCOMPARE(drawing.points(), (std::vector<QPointF>{{5, 1}, {13, 1}}));
        drawing.toggle(20);  // two are the most
        QCOMPARE(drawing.points().size(), std::size_t(2));
        drawing.toggle(5);
        QCOMPARE(drawing.points(), (std::vector<QPointF>{{13, 1}}));
        drawing.toggle(99);
        drawing.stroke(1, 0, 33, 0);
        QCOMPARE(drawing.points().size(), std::size_t(1));
    }

    /// Of a forecast only its end is asked for.
    void barsStandWhereForecastsEnd() {
        PictureFrame frame = frameOf(24);
        frame.rows[1].fans = {{9, {0, 0, 0, 0.9}}, {16, {0, 0, 0, -0.8}}};
        StageDrawing drawing(drawOf("bars"), frame, {-1, 1, false});
        QCOMPARE(drawing.steps(), (std::vector<std::int64_t>{13, 20}));
        QCOMPARE(drawing.nearest(15.9), std::int64_t(13));
        QCOMPARE(drawing.next(13, 1), std::int64_t(20));
        QCOMPARE(drawing.next(20, 1), std::int64_t(20));
        frame.rows[1].values.assign(24, 0.1);
        const auto values = rowValues(frame.rows[1]);
        QCOMPARE(values[12], 0.9);
        QCOMPARE(values[19], -0.8);
        QCOMPARE(values[5], 0.1);
        const StageDrawing none(drawOf(""), frame, {});
        QVERIFY(!none.canDraw());
    }

    /// One row is looked at: at least a third of the picture, whatever else there is.
    void theRingedRowHasAThird() {
        for (const QSizeF size : {QSizeF(1048, 690), QSizeF(876, 430), QSizeF(700, 330)})
            for (const std::size_t halves : {std::size_t(1), std::size_t(2)}) {
                const StageContent content = contentOf(4, 1, halves);
                const QRectF area({0, 0}, size);
                const StageLayout layout = layOutStage(content, area, 1);
                const StageLayout::Row* ring = layout.ofRow(1);
                QVERIFY(ring != nullptr);
                QVERIFY2(ring->whole.height() >= size.height() / 3, qPrintable(QString::number(ring->whole.height())));
                QCOMPARE(ring->plots.size(), halves);
                double bottom = 0;
                for (const StageLayout::Row& row : layout.rows) {
                    QVERIFY(row.whole.top() >= bottom && area.contains(row.whole));
                    bottom = row.whole.bottom();
                }
            }
        // Where there is no room the last rows fold first; hidden ones take none.
        const StageLayout low = layOutStage(contentOf(4, 1, 2), {0, 0, 876, 430}, 1);
        QVERIFY(low.ofRow(3) == nullptr && low.ofRow(0) != nullptr);
        // One that a text speaks of stays as long as another can go.
        StageContent named = contentOf(4, 1, 2);
        double height = 900;
        while (layOutStage(named, {0, 0, 876, height}, 1).ofRow(3) != nullptr) height -= 5;
        QVERIFY(layOutStage(named, {0, 0, 876, height}, 1).ofRow(2) != nullptr);
        named.isNamed = {false, false, false, true};
        QVERIFY(layOutStage(named, {0, 0, 876, height}, 1).ofRow(3) != nullptr);
        QVERIFY(layOutStage(named, {0, 0, 876, height}, 1).ofRow(2) == nullptr);
        // A row of all units has its pixels for each of them, or folds; the only one that explains is thin before that.
        StageContent map = contentOf(4, 1, 1);
        map.picture.rows[3].isAllUnits = true;
        map.halves[0].before = frameOf(33);
        map.halves[0].before.rows.resize(4);
        map.halves[0].before.rows[3].unitCount = 16;
        int shown = 0;
        for (const double height : {330.0, 400.0, 430.0, 480.0, 560.0, 900.0}) {
            const StageLayout layout = layOutStage(map, {0, 0, 876, height}, 1);
            if (layout.ofRow(3) == nullptr) continue;
            ++shown;
            QVERIFY(layout.ofRow(3)->plots[0].height() >= 96);
        }
        QVERIFY(shown > 0 && shown < 6);
        map.isHidden = {false, false, true, false};
        QVERIFY(layOutStage(map, {0, 0, 876, 420}, 1).ofRow(3) != nullptr);
        StageContent hidden = contentOf(4, 1, 1);
        hidden.isHidden = {false, false, true, false};
        QVERIFY(layOutStage(hidden, {0, 0, 1048, 900}, 1).ofRow(2) == nullptr);
        QVERIFY(layOutStage(hidden, {0, 0, 1048, 900}, 1).ofRow(3) != nullptr);
    }

    /// Letters for a class at 1280x720: twins share the whole width, and what is ringed stays high; a hand's valves,
    /// too.
    void aClassSeesOnePlot() {
        const QRectF area(0, 0, 824, 540);
        const StageLayout twins = layOutStage(contentOf(4, 1, 2), area, kClassScale);
        const StageLayout::Row* ring = twins.ofRow(1);
        QVERIFY(ring != nullptr && ring->isShared());
        QVERIFY(ring->plots[0].width() > 600);
        QVERIFY2(ring->plots[0].height() >= 200, qPrintable(QString::number(ring->plots[0].height())));
        QVERIFY(!layOutStage(contentOf(4, 1, 2), area, 1).ofRow(1)->isShared());
        StageContent hand = contentOf(4, 1, 1);
        hand.sequences = std::make_shared<const std::vector<HandSequence>>();
        const StageLayout valves = layOutStage(hand, area, kClassScale);
        QVERIFY(valves.ofRow(0) != nullptr && valves.ofRow(1)->valves.height() >= 110);
        QVERIFY(valves.ofRow(1)->plots[0].height() >= 100);
        QVERIFY(valves.ofRow(1)->whole.bottom() <= area.bottom() + 1);
        // Four of its five columns are as wide as the plot.
        QCOMPARE(0.8 * valves.ofRow(1)->valves.width(), valves.ofRow(1)->plots[0].width());
        for (const int px : {11, 12, 13, 15, 22}) QVERIFY(stageLetters(px, 24.0 / 11) >= 24);
    }

    void stepsAndPlaces() {
        const QRectF plot(100, 0, 330, 50);
        for (const std::int64_t step : {1, 7, 33})
            QVERIFY(std::abs(stepAt(plot, 33, stepX(plot, 33, static_cast<double>(step))) - static_cast<double>(step)) <
                    1e-9);
    }
};

QTEST_APPLESS_MAIN(TestStageDrawing)
#include "tst_stage_drawing.moc"
