// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that are of data, memory and numbers, drawn as they say: an area as large as its memory, an edge that is
// dragged, seeds as dots, a belt from the end, an image in place of the picture. Holds
// ui/pages/learn/stage/stage_parts_painter.cpp.
#include "common/theme.h"
#include "pages/learn/stage/stage_canvas.h"
#include "pages/learn/stage/stage_parts_painter.h"

#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

using namespace gatelab;

namespace {

LessonRow rowOf(const char* quantity, double most = 0) {
    LessonRow row;
    row.quantity = quantity;
    row.isRinged = true;
    row.most = most;
    return row;
}

/// One half with this row, its values as they are now.
StageContent contentOf(const char* kind, LessonRow row, RowTrack track, std::int64_t steps, const StageAxis& axis) {
    StageContent content;
    content.picture.kind = kind;
    content.picture.rows = {std::move(row)};
    content.axes = {axis};
    content.isHidden = {false};
    content.isNamed = {false};
    StageHalf half;
    half.before.steps = steps;
    half.before.rows = {track};
    half.now = half.before;
    content.halves = {half};
    return content;
}

std::vector<double> days(std::int64_t steps) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < steps; ++i) values.push_back(std::sin(0.26 * static_cast<double>(i)));
    return values;
}

StageDrawing edgeOf(const StageContent& content) {
    LessonDraw draw;
    draw.kind = "edge";
    draw.start = 6;
    return {draw, content.halves[0].before, content.axes[0]};
}

int countOf(const QImage& image, const QRectF& where, const QColor& colour) {
    int count = 0;
    for (int y = qRound(where.top()); y < qRound(where.bottom()); ++y)
        for (int x = qRound(where.left()); x < qRound(where.right()); ++x)
            count += image.rect().contains(x, y) && image.pixelColor(x, y).rgb() == colour.rgb();
    return count;
}

}  // namespace

class TestStageParts : public QObject {
    Q_OBJECT

    Theme theme_;
    QImage shown(StageCanvas& canvas, const StageContent& content, const StageDrawing& drawing) {
        canvas.resize(800, 420);
        canvas.setContent(content, drawing);
        return canvas.grab().toImage().convertToFormat(QImage::Format_RGB32);
    }
    [[nodiscard]] StageContent windowOf(std::int64_t steps) const {
        RowTrack track{"window"};
        track.beside = days(steps);
        StageContent content = contentOf("sequence", rowOf("window", static_cast<double>(steps)), track, steps,
                                         {0, static_cast<double>(steps), false});
        content.isDrawing = true;
        content.drawKind = "edge";
        return content;
    }

private Q_SLOTS:
    /// By the upper 16 bits, rounded to even: https://en.wikipedia.org/wiki/Bfloat16_floating-point_format
    void digitsThatBf16Keeps() {
        const WeightDigits pi = weightDigits(3.14159265358979);
        QCOMPARE(pi.whole, QStringLiteral("3.14159274"));
        QCOMPARE(pi.rounded, QStringLiteral("3.140625"));
        QCOMPARE(pi.same, 4);
        QCOMPARE(weightDigits(1.0 / 3).rounded, QStringLiteral("0.333984375"));
        QCOMPARE(weightDigits(1.00390625).rounded, QStringLiteral("1"));  // halfway, to the even one
        QCOMPARE(weightDigits(1.01171875).rounded, QStringLiteral("1.015625"));
        QCOMPARE(weightDigits(0.5).same, 3);
    }

    /// From the right, in whole steps, by the mouse and by the keys.
    void theLeftEdgeOfAWindowIsDragged() {
        StageCanvas canvas(theme_, 1);
        const StageContent content = windowOf(72);
        shown(canvas, content, edgeOf(content));
        QSignalSpy drawn(&canvas, &StageCanvas::drawn);
        const QRectF plot = canvas.drawnPlot();
        QVERIFY(plot.width() > 300);
        const auto at = [&](double back) {
            return QPointF(plot.right() - plot.width() * back / 72, plot.center().y()).toPoint();
        };
        QTest::mousePress(&canvas, Qt::LeftButton, {}, at(6));
        QTest::mouseMove(&canvas, at(24.2));
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, at(24.2));
        QCOMPARE(drawn.count(), 1);
        QCOMPARE(canvas.drawing().points(), (std::vector<QPointF>{{1, 24}}));
        QTest::keyClick(&canvas, Qt::Key_Left);  // the edge goes left: it sees more
        QCOMPARE(canvas.drawing().valueAt(1), 25.0);
        QTest::keyClick(&canvas, Qt::Key_Right);
        QTest::keyClick(&canvas, Qt::Key_Down);
        QCOMPARE(canvas.drawing().valueAt(1), 23.0);
        QVERIFY2(canvas.accessibleDescription().contains(QStringLiteral("23")),
                 qPrintable(canvas.accessibleDescription()));
        for (int i = 0; i < 90; ++i) QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(canvas.drawing().valueAt(1), 1.0);  // at least one step
        // What it sees is lit, and nothing left of it.
        StageDrawing day = edgeOf(content);
        day.set(1, 24);
        const QImage image = shown(canvas, content, day);
        const QRectF left(plot.topLeft(), QPointF(at(25).x(), plot.bottom())),
            right(QPointF(at(23).x(), plot.top()), plot.bottomRight());
        QCOMPARE(countOf(image, left, theme_.palette().selection), 0);
        QVERIFY(countOf(image, right, theme_.palette().selection) > 0.6 * right.width() * right.height());
    }

    /// The length that suffices has the colour of the network; before it is measured there is none of it.
    void lengthsStandOnTheirStep() {
        StageContent content = windowOf(72);
        LessonRow& row = content.picture.rows[0];
        row.columns = {{{}, "a", {}}, {{}, "b", {}}};
        content.lengths = {4, 24};
        content.halves[0].now->rows[0].values = {3, 1};
        content.enough = 24;
        content.isDrawing = false;
        StageCanvas canvas(theme_, 1);
        const QImage image = shown(canvas, content, StageDrawing());
        const QRectF plot = canvas.drawnPlot();
        const double x = plot.right() - plot.width() * 24 / 72;
        const QRectF line(x - 4, plot.top() + 40, 8, plot.height() - 60);
        QVERIFY(countOf(image, line, theme_.runColour(0)) > 1.5 * line.height());
        content.halves[0].now.reset();
        QCOMPARE(countOf(shown(canvas, content, StageDrawing()), plot, theme_.runColour(0)), 0);
    }

    /// Twice the memory is twice the area; the batches that come after have none.
    void memoryIsAnArea() {
        const auto pixels = [this](double memory, std::int64_t rounds) {
            RowTrack track{"batch"};
            track.values = {memory};
            track.windows = 32;
            track.rounds = rounds;
            StageCanvas canvas(theme_, 1);
            const QImage image =
                shown(canvas, contentOf("parts", rowOf("batch", 24), track, 1, {0, 24, false}), StageDrawing());
            return countOf(image, canvas.drawnPlot(), theme_.runColour(0));
        };
        const int one = pixels(6, 1), two = pixels(12, 1);
        QVERIFY(one > 1000);
        QVERIFY2(std::abs(two - 2.0 * one) < 0.2 * one, qPrintable(QStringLiteral("%1 %2").arg(one).arg(two)));
        QVERIFY(std::abs(pixels(2, 8) - one / 3.0) < 0.1 * one);
    }

    /// Bars of hours that are still to come are of another colour than those that are known.
    void whatComesIsLit() {
        RowTrack track{"made_of"};
        track.values = {0, 0, 0, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 0, 0};
        StageContent content = contentOf("parts", rowOf("made_of"), track, 13, {0, 1, false});
        StageCanvas canvas(theme_, 1);
        const QImage image = shown(canvas, content, StageDrawing());
        const int known = countOf(image, canvas.drawnPlot(), theme_.runColour(0)),
                  later = countOf(image, canvas.drawnPlot(), theme_.palette().error);
        QVERIFY(known > 500 && std::abs(known - later) < 0.1 * known);
        content.halves[0].now.reset();  // nothing of it before it was drawn
        const QImage before = shown(canvas, content, StageDrawing());
        QCOMPARE(countOf(before, canvas.drawnPlot(), theme_.palette().error), 0);
        QCOMPARE(countOf(before, canvas.drawnPlot(), theme_.runColour(0)), 0);
    }

    void seedsAreDots() {
        LessonRow row = rowOf("figures", 0.05);
        row.columns = {{{}, "a", {"b", "c"}}, {{}, "d", {"e", "f", "g"}}};
        RowTrack track{"figures"};
        track.values = {0, 0.04};
        track.dots = {{0.2, 0.2}, {0.2, 0.24, 0.22}};
        StageContent content = contentOf("table", row, track, 2, {0, 0.05, false});
        content.columns = {QStringLiteral("a"), QStringLiteral("b")};
        StageCanvas canvas(theme_, 1);
        const QImage image = shown(canvas, content, StageDrawing());
        const QRectF plot = canvas.drawnPlot();
        const QColor colour = theme_.runColour(0);
        // Both of the first column lie at the foot, of the second one high, one low, one between.
        const QRectF upper(plot.left(), plot.top(), plot.width() / 2, 0.8 * plot.height());
        QCOMPARE(countOf(image, upper, colour), 0);
        const auto dots = [&](double from, double to) {
            return countOf(
                image,
                {plot.center().x(), plot.top() + from * plot.height(), plot.width() / 2, (to - from) * plot.height()},
                colour);
        };
        QVERIFY(dots(0.1, 0.3) > 60 && dots(0.5, 0.7) > 60);
        QCOMPARE(dots(0.32, 0.48), 0);
    }

    /// Before the training only the untrained line is there.
    void aBeltIsReadFromTheEnd() {
        RowTrack track{"said_back"};
        for (int step = 1; step <= 20; ++step) track.values.push_back(step < 6 ? 0.8 : 0.1);
        track.known = 5;
        StageContent content = contentOf("belts", rowOf("said_back"), track, 20, {-1, 1, false});
        StageCanvas canvas(theme_, 1);
        const QImage image = shown(canvas, content, StageDrawing());
        const QRectF plot = canvas.drawnPlot();
        const double x = stepX(plot, 20, 5);
        QVERIFY(countOf(image, {x - 3, plot.center().y(), 6, plot.height() / 3}, theme_.runColour(0)) > 20);
        content.halves[0].now.reset();
        QCOMPARE(countOf(shown(canvas, content, StageDrawing()), plot, theme_.runColour(0)), 0);
    }

    /// PNG and SVG stand in the middle of the picture, on paper, and in what is exported.
    void anImageStandsInItsPlace() {
        const QTemporaryDir home;
        const std::filesystem::path png = home.filePath(QStringLiteral("a.png")).toStdString(),
                                    svg = home.filePath(QStringLiteral("a.svg")).toStdString();
        QImage red(40, 20, QImage::Format_RGB32);
        red.fill(Qt::red);
        QVERIFY(red.save(QString::fromStdString(png.string())));
        std::ofstream(svg) << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\"><rect width=\"40\" "
                              "height=\"20\" fill=\"#ff0000\"/></svg>";
        for (const auto& file : {png, svg}) {
            StageContent content = windowOf(24);
            content.isDrawing = false;
            content.image = std::make_shared<const StageImage>(file);
            StageCanvas canvas(theme_, 1);
            const QImage image = shown(canvas, content, StageDrawing());
            QCOMPARE(image.pixelColor(image.rect().center()), QColor(Qt::red));
            QCOMPARE(image.pixelColor(2, 2), theme_.palette().surface);
            QImage exported(300, 200, QImage::Format_RGB32);
            exported.fill(Qt::black);
            QPainter painter(&exported);
            canvas.drawing(exported.size())(painter);
            painter.end();
            QCOMPARE(exported.pixelColor(150, 100), QColor(Qt::red));
        }
        // A PNG is not blown up; an SVG has the room.
        StageContent content = windowOf(24);
        content.image = std::make_shared<const StageImage>(png);
        StageCanvas canvas(theme_, 1);
        QVERIFY(countOf(shown(canvas, content, StageDrawing()), canvas.rect(), Qt::red) <= 4 * 40 * 20);
    }
};

QTEST_MAIN(TestStageParts)
#include "tst_stage_parts.moc"
