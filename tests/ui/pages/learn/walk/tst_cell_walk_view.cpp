// SPDX-License-Identifier: GPL-3.0-or-later
// The cell walk of the page Learn: it plays to its end, says its numbers, and a dragged, typed or keyed change reaches
// forecast and loss and can be put back.
// Holds ui/pages/learn/walk/walk_canvas.cpp, ui/pages/learn/walk/walk_drawing.cpp,
// ui/pages/learn/walk/walk_outcome.cpp, ui/pages/learn/walk/walk_painter.cpp, ui/pages/learn/walk/walk_panel.cpp,
// ui/pages/learn/walk/walk_table.cpp, ui/pages/learn/walk/walk_transport.cpp and ui/pages/learn/walk/walk_view.cpp.
#include "common/background_job.h"
#include "config/cell_traits.h"
#include "pages/learn/gates/gate_canvas.h"
#include "pages/learn/gates/microscope_view.h"
#include "pages/learn/learn_page.h"
#include "pages/learn/walk/node_words.h"
#include "pages/learn/walk/walk_canvas.h"
#include "pages/learn/walk/walk_drawing.h"
#include "pages/learn/walk/walk_outcome.h"
#include "pages/learn/walk/walk_table.h"
#include "pages/learn/walk/walk_transport.h"
#include "pages/learn/walk/walk_view.h"
#include "support/whole_program.h"

#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

#include <climits>
#include <cmath>

using namespace gatelab;

namespace {

constexpr int kPatience = 60000;

ExperimentConfig small(const char* cell) {
    ExperimentConfig config;
    config.builtin = "sine-mix";
    config.builtinLength = 600;
    config.lookback = 24;
    config.horizon = 4;
    config.hiddenSize = 4;
    config.cell = cell;
    config.epochs = 2;
    config.threads = 1;
    config.device = "cpu";
    return config;
}

/// Whether a part of this line lies inside the rectangle.
bool crosses(const QPolygonF& line, const QRectF& rect) {
    for (qsizetype k = 0; k + 1 < line.size(); ++k)
        for (int step = 0; step <= 200; ++step)
            if (rect.contains(line[k] + (line[k + 1] - line[k]) * (step / 200.0))) return true;
    return false;
}

}  // namespace

class TestCellWalkView : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    static LearnPage& learn(test::WholeProgram& program, const char* cell) {
        program.runs.openEngine();
        [&] { QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience); }();
        QSignalSpy finished(&program.runs, &RunController::runFinished);
        program.runs.start({small(cell), nullptr});
        [&] { QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), kPatience); }();
        program.window->showPage(QStringLiteral("learn"));
        auto& page = *qobject_cast<LearnPage*>(program.window->page(QStringLiteral("learn")));
        page.showPlace({{}, QStringLiteral("cell")});
        [&] { QTRY_VERIFY_WITH_TIMEOUT(page.walk().walk() != nullptr, kPatience); }();
        return page;
    }
    /// Waits for the walk that follows from what `act` does.
    template <class Act>
    static void after(LearnPage& page, Act act) {
        const auto before = page.walk().walk();
        act();
        QTRY_VERIFY_WITH_TIMEOUT(page.walk().walk() != before, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!page.look().busy(), kPatience);
    }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void itIsPlayedReadAndChanged() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("lstm")));
        LearnPage& page = learn(program, "lstm");
        WalkView& view = page.walk();
        WalkCanvas& canvas = view.canvas();
        QVERIFY(canvas.isVisible());
        QCOMPARE(view.step(), 23);  // the last one
        // Its most active unit, as the microscope sorts them.
        QCOMPARE(view.walk()->unit, std::int64_t(page.microscope().canvas().order().front()));
        QCOMPARE(page.inspectorTitle(), QStringLiteral("Cell walk"));

        // It plays to its end, and from there again from the start.
        view.transport().setSpeed(4);
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Space);
        QVERIFY(view.transport().isPlaying());
        QCOMPARE(canvas.stage(), WalkStage::Inputs);
        QTRY_VERIFY_WITH_TIMEOUT(!view.transport().isPlaying(), kPatience);
        QCOMPARE(canvas.stage(), WalkStage::InputsBack);
        QTest::keyClick(&canvas, Qt::Key_Comma);
        QCOMPARE(canvas.stage(), WalkStage::SumsBack);
        QTest::keyClick(&canvas, Qt::Key_Home);
        QCOMPARE(canvas.stage(), WalkStage::Inputs);
        QTest::keyClick(&canvas, Qt::Key_Period);
        QCOMPARE(canvas.stage(), WalkStage::Sums);
        QTest::keyClick(&canvas, Qt::Key_End);

        // The formula with its numbers, by keyboard and by pointing.
        canvas.setChosen("c");
        const QString c = filledText(canvas.node("c")->filled);
        QVERIFY(canvas.accessibleDescription().contains(QStringLiteral("cₜ = fₜ · cₜ₋₁ + iₜ · gₜ")));
        QVERIFY(canvas.accessibleDescription().contains(c));
        QVERIFY(c.contains(formatNumber(view.walk()->value("c"), 4)));
        QTest::keyClick(&canvas, Qt::Key_Left);
        QCOMPARE(canvas.chosen(), std::string("fc"));
        QTest::keyClick(&canvas, Qt::Key_Down);
        QCOMPARE(canvas.chosen(), std::string("f"));
        QHelpEvent help(QEvent::ToolTip, canvas.placeOf("f"), canvas.mapToGlobal(canvas.placeOf("f")));
        QCoreApplication::sendEvent(&canvas, &help);
        QVERIFY2(QToolTip::text().contains(filledText(canvas.node("f")->filled)), qPrintable(QToolTip::text()));
        QVERIFY(QToolTip::text().contains(QStringLiteral("Gers")));
        QToolTip::hideText();
        // The forget gate's summands
        QCOMPARE(view.table().rowCount(), static_cast<int>(view.walk()->sum("net.f")->terms.size()));

        // A gate is a result: who drags it is told what can be dragged.
        QTRY_VERIFY(!QToolTip::isVisible());
        const QPoint f = canvas.placeOf("f");
        QTest::mousePress(&canvas, Qt::LeftButton, {}, f);
        QMouseEvent drag(QEvent::MouseMove, f - QPoint(0, 40), canvas.mapToGlobal(f - QPoint(0, 40)), Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(&canvas, &drag);
        QVERIFY2(QToolTip::isVisible() && QToolTip::text().startsWith(QStringLiteral("fₜ is a result")),
                 qPrintable(QToolTip::text()));
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, f - QPoint(0, 40));
        QVERIFY(view.edits().all().empty());
        QToolTip::hideText();

        // Dragged: loss and forecast follow at once; put back, every bit is as before.
        const CellWalk first = *view.walk();
        const QPoint x = canvas.placeOf("x") - QPoint(0, 15);
        after(page, [&] {
            QTest::mousePress(&canvas, Qt::LeftButton, {}, x);
            QMouseEvent move(QEvent::MouseMove, x - QPoint(0, 80), canvas.mapToGlobal(x - QPoint(0, 80)), Qt::NoButton,
                             Qt::LeftButton, {});
            QCoreApplication::sendEvent(&canvas, &move);
            QTest::mouseRelease(&canvas, Qt::LeftButton, {}, x - QPoint(0, 80));
        });
        QCOMPARE(view.edits().all().size(), 1U);
        QVERIFY(std::abs(view.walk()->value("x") - first.value("x") - 0.8) < 1e-9);
        QVERIFY(view.walk()->window.loss != first.window.loss);
        QVERIFY(view.walk()->window.answer != first.window.answer);
        QCOMPARE(view.walk()->lossBefore, first.window.loss);
        QVERIFY2(view.outcome().lossText().contains(formatNumber(first.window.loss, 4)),
                 qPrintable(view.outcome().lossText()));
        QVERIFY(view.walk()->seconds >= 0);
        after(page, [&] { QTest::keyClick(&canvas, Qt::Key_Delete); });
        QVERIFY(view.edits().all().empty());
        QCOMPARE(view.walk()->window.loss, first.window.loss);
        QVERIFY(view.walk()->window.answer == first.window.answer);
        QVERIFY(view.walk()->find("c")->values == first.find("c")->values);

        // By keys, typed in the drawing, and typed in the table; all put back by the button.
        canvas.setChosen("net.i");
        after(page, [&] { QTest::keyClick(&canvas, Qt::Key_Plus); });
        QCOMPARE(view.edits().all().front().place.kind, WalkPlace::Kind::Weight);
        canvas.setChosen("c0");
        QTest::keyClick(&canvas, Qt::Key_Return);
        auto* line = canvas.findChild<QLineEdit*>();
        QVERIFY(line != nullptr);
        after(page, [&] {
            line->setText(QStringLiteral("-1.5"));
            QTest::keyClick(line, Qt::Key_Return);
        });
        QCOMPARE(view.walk()->value("c0"), -1.5);
        QVERIFY(view.table().changeable(0, 1).has_value());
        QVERIFY(!view.table().changeable(0, 3).has_value());
        after(page, [&] { view.table().item(0, 1)->setText(QStringLiteral("0.75")); });
        QCOMPARE(view.table().changeable(0, 1)->value, 0.75);
        QCOMPARE(view.edits().all().size(), 3U);
        view.table().item(0, 1)->setText(QStringLiteral("much"));  // no number: nothing happens
        QCOMPARE(view.edits().all().size(), 3U);
        QPushButton* all = nullptr;
        for (auto* button : page.inspector()->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Put all back")) all = button;
        QVERIFY(all != nullptr && all->isVisibleTo(page.inspector()));
        after(page, [&] { all->click(); });
        QCOMPARE(view.walk()->window.loss, first.window.loss);

        // One cursor with the microscope.
        after(page, [&] { QTest::keyClick(&canvas, Qt::Key_PageUp); });
        QCOMPARE(page.microscope().canvas().cursorStep(), 22);
        after(page, [&] { view.setStep(0); });
        QVERIFY(view.walk()->isFirst);

        // Every text fits its place: nothing is drawn outside of the boxes at the smallest size either.
        if (qEnvironmentVariableIsSet("GATELAB_PICTURES"))
            program.window->grab().save(qEnvironmentVariable("GATELAB_PICTURES"));
    }

    void thePlaceOfAStepIsOpened() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("gru")));
        LearnPage& page = learn(program, "gru");
        LearnPlace place;
        place.view = QStringLiteral("cell");
        place.window = 7, place.step = 5, place.unit = 2, place.stage = WalkStage::GatesBack;
        page.openPlace(place);
        QTRY_VERIFY_WITH_TIMEOUT(
            page.walk().walk()->window.window == 7 && page.walk().walk()->step == 5 && page.walk().walk()->unit == 2,
            kPatience);
        QCOMPARE(page.walk().canvas().stage(), WalkStage::GatesBack);
        // From the microscope.
        page.showPlace({{}, QStringLiteral("microscope")});
        GateCanvas& gates = page.microscope().canvas();
        gates.setFocus();
        QTest::keyClick(&gates, Qt::Key_Home);
        QTest::keyClick(&gates, Qt::Key_Right);
        QTest::keyClick(&gates, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(page.walk().isVisible() && page.walk().walk()->step == 1, kPatience);
        QCOMPARE(page.walk().walk()->unit, gates.unit());
    }

    /// Of every cell: no box on another, no line through a box that is not one of its ends, and a line for each number
    /// that a number is made of.
    void everyCellIsDrawn() {
        for (const CellTraits& cell : cellTraits()) {
            CellWalk walk;
            walk.cell = cell.key;
            if (cell.cellState) walk.quantities.push_back({"c", {0}, {0}});
            const WalkDrawing drawing = walkDrawing(walk, QRectF(4, 4, 1000, 600), 16, QSizeF(190, 84));
            const auto told = [&](const std::string& a, const std::string& b) {
                return QStringLiteral("%1: %2, %3")
                    .arg(QString::fromUtf8(cell.key.data()), QString::fromStdString(a), QString::fromStdString(b))
                    .toUtf8();
            };
            QVERIFY2(!drawing.boxes.empty(), cell.key.data());
            for (std::size_t k = 0; k < drawing.boxes.size(); ++k)
                for (std::size_t other = 0; other < k; ++other)
                    QVERIFY2(!drawing.boxes[k].rect.intersects(drawing.boxes[other].rect),
                             told(drawing.boxes[k].key, drawing.boxes[other].key).constData());
            for (const WalkDrawing::Line& line : drawing.lines)
                for (const WalkDrawing::Box& box : drawing.boxes)
                    if (box.key != line.from && box.key != line.to)
                        QVERIFY2(!crosses(line.points, box.rect.adjusted(1, 1, -1, -1)),
                                 told(line.from + " to " + line.to, box.key).constData());
            for (const WalkNode& node : walkNodes(walk)) {
                QVERIFY2(drawing.find(node.key) || node.key == "h0", told(node.key, "box").constData());
                for (const std::string& read : node.reads)
                    QVERIFY2(std::ranges::any_of(drawing.lines,
                                                 [&](const WalkDrawing::Line& line) {
                                                     return line.from == read && line.to == node.key;
                                                 }),
                             told(read, node.key).constData());
            }
        }
    }

    void aPlainNetHasFewerStages() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("rnn")));
        LearnPage& page = learn(program, "rnn-tanh");
        WalkView& view = page.walk();
        view.transport().moveStage(INT_MIN);
        view.transport().moveStage(1);
        QCOMPARE(view.canvas().stage(), WalkStage::Sums);
        view.transport().moveStage(1);
        QCOMPARE(view.canvas().stage(), WalkStage::Hidden);
        view.transport().moveStage(INT_MAX);
        QCOMPARE(view.canvas().stage(), WalkStage::InputsBack);
    }
};

QTEST_MAIN(TestCellWalkView)
#include "tst_cell_walk_view.moc"
