// SPDX-License-Identifier: GPL-3.0-or-later
// The belt under a person's hands: valves by mouse, touch and keys, the forecast that answers, the twin that goes its
// own way, and that nothing moves where nobody looks; the learner's own series on it. Holds
// ui/pages/learn/belt/belt_canvas.cpp, ui/pages/learn/belt/belt_charts.cpp, ui/pages/learn/belt/belt_painter.cpp,
// ui/pages/learn/belt/belt_layout.cpp, ui/pages/learn/belt/belt_card.cpp and ui/pages/learn/belt/own_belt.cpp.
#include "common/preferences.h"
#include "lesson/belt/belt_training.h"
#include "pages/learn/belt/belt_card.h"
#include "pages/learn/belt/belt_charts.h"
#include "pages/learn/belt/belt_export.h"
#include "pages/learn/belt/belt_painter.h"
#include "pages/learn/belt/own_belt.h"
#include "pages/learn/stage/lesson_numbers.h"
#include "support/drawn_texts.h"
#include "support/whole_program.h"
#include "widgets/segments.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QMovie>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace gatelab;

namespace {

/// A canvas of its own in a window.
struct Stand {
    explicit Stand(BeltCanvas::Size kind = BeltCanvas::Size::Full) : canvas(theme, kind) {
        canvas.resize(1500, 760);
        canvas.show();
    }
    double value(BeltValve valve) { return canvas.belt().state().valve(valve, canvas.belt().unit()); }
    Theme theme;
    BeltCanvas canvas;
};

}  // namespace

class TestBeltCanvas : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    /// Two waves of so many hours.
    QString written(const QString& name, int rows) {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write("value\n");
        for (int i = 0; i < rows; ++i)
            file.write(QByteArray::number(2 + std::sin(0.26 * i) + 0.5 * std::sin(0.05 * i), 'f', 4) + "\n");
        return file.fileName();
    }

private Q_SLOTS:
    void aValveIsDraggedAndTheForecastAnswers() {
        Stand stand;
        QVERIFY(QTest::qWaitForWindowExposed(&stand.canvas));
        QSignalSpy touched(&stand.canvas, &BeltCanvas::touched);
        Belt& belt = stand.canvas.belt();
        const QImage before = stand.canvas.grab().toImage();
        const QPoint at = stand.canvas.handleOf(BeltValve::Forget);
        QTest::mousePress(&stand.canvas, Qt::LeftButton, {}, at);
        QTest::mouseMove(&stand.canvas, at + QPoint(0, 30));
        QVERIFY(stand.value(BeltValve::Forget) < belt.own().valve(BeltValve::Forget, belt.unit()) - 0.2);
        QVERIFY(belt.forecast() != belt.ownForecast() && !touched.isEmpty());
        QVERIFY(stand.canvas.grab().toImage() != before);
        QVERIFY(stand.canvas.captionOf(BeltPart::Forget).startsWith(QStringLiteral("You keep")));
        const double held = stand.value(BeltValve::Forget);
        stand.canvas.step();
        QCOMPARE(stand.value(BeltValve::Forget), held);
        QTest::mouseRelease(&stand.canvas, Qt::LeftButton, {}, at + QPoint(0, 30));
        stand.canvas.step();
        QVERIFY(stand.value(BeltValve::Forget) != held);
        // Shift pins it.
        QTest::mousePress(&stand.canvas, Qt::LeftButton, {}, at);
        QTest::mouseMove(&stand.canvas, at + QPoint(0, 20));
        QTest::mouseRelease(&stand.canvas, Qt::LeftButton, Qt::ShiftModifier, at + QPoint(0, 20));
        const double pinned = stand.value(BeltValve::Forget);
        for (int i = 0; i < 3; ++i) stand.canvas.step();
        QCOMPARE(stand.value(BeltValve::Forget), pinned);
    }

    void aFingerDoesWhatTheMouseDoes() {
        Stand stand;
        QVERIFY(QTest::qWaitForWindowExposed(&stand.canvas));
        const std::unique_ptr<QPointingDevice> finger(QTest::createTouchDevice());
        const QPoint at = stand.canvas.handleOf(BeltValve::Output);
        const double before = stand.value(BeltValve::Output);
        QTest::touchEvent(&stand.canvas, finger.get()).press(0, at, &stand.canvas);
        QTest::touchEvent(&stand.canvas, finger.get()).move(0, at + QPoint(0, 25), &stand.canvas);
        QTRY_VERIFY(stand.value(BeltValve::Output) < before - 0.2);
        QTest::touchEvent(&stand.canvas, finger.get()).release(0, at + QPoint(0, 25), &stand.canvas);
    }

    void theKeyboardReachesEveryValve() {
        Stand stand;
        stand.canvas.setFocus(Qt::TabFocusReason);
        QVERIFY(QTest::qWaitForWindowExposed(&stand.canvas));
        QTRY_VERIFY(stand.canvas.hasFocus());
        Belt& belt = stand.canvas.belt();
        const double own = stand.value(BeltValve::Forget);
        QTest::keyClick(&stand.canvas, Qt::Key_PageDown);
        QVERIFY(std::abs(stand.value(BeltValve::Forget) - (own - 0.1)) < 0.006);
        const double now = stand.value(BeltValve::Forget);
        QTest::keyClick(&stand.canvas, Qt::Key_Up);
        QVERIFY(std::abs(stand.value(BeltValve::Forget) - (now + 0.01)) < 1e-9);
        QVERIFY(stand.canvas.accessibleName().contains(QStringLiteral("Forget valve f")));
        QVERIFY(stand.canvas.accessibleDescription().startsWith(BeltPainter::number(stand.value(BeltValve::Forget)) +
                                                                QStringLiteral(", its own ")));
        QTest::keyClick(&stand.canvas, Qt::Key_Tab);
        QVERIFY(!belt.isHeld(BeltValve::Forget));
        QTest::keyClick(&stand.canvas, Qt::Key_End);
        QCOMPARE(stand.value(BeltValve::Input), 1.0);
        QTest::keyClick(&stand.canvas, Qt::Key_P);
        QTest::keyClick(&stand.canvas, Qt::Key_Tab);
        QTest::keyClick(&stand.canvas, Qt::Key_Home);
        QCOMPARE(stand.value(BeltValve::Candidate), -1.0);
        QVERIFY(belt.isPinned(BeltValve::Input));
        QTest::keyClick(&stand.canvas, Qt::Key_Escape);
        QVERIFY(!belt.isHeld(BeltValve::Candidate));
        QTest::keyClick(&stand.canvas, Qt::Key_Tab);
        QVERIFY(stand.canvas.accessibleName().contains(QStringLiteral("Output valve o")));
        QTest::keyClick(&stand.canvas, Qt::Key_3);
        QCOMPARE(belt.unit(), 2U);
        QVERIFY(!belt.isPinned(BeltValve::Input));
        QTest::keyClick(&stand.canvas, Qt::Key_Space);
        QVERIFY(stand.canvas.isPlaying());
    }

    void aBarAndAUnitAreTouched() {
        Stand stand;
        QVERIFY(QTest::qWaitForWindowExposed(&stand.canvas));
        Belt& belt = stand.canvas.belt();
        const QRectF bar = stand.canvas.places().bar(10);
        QTest::mousePress(&stand.canvas, Qt::LeftButton, {},
                          QPointF(bar.center().x(), bar.bottom() - bar.height() / 4).toPoint());
        QVERIFY(std::abs(belt.left(10) - 0.25) < 0.02);
        QVERIFY(std::abs(stand.value(BeltValve::Forget) - std::pow(0.25, 0.1)) < 0.01);
        QVERIFY(stand.canvas.captionOf(BeltPart::Left).startsWith(QStringLiteral("10 steps at 0.8")));
        QTest::mouseRelease(&stand.canvas, Qt::LeftButton, {}, bar.center().toPoint());
        QTest::mouseClick(&stand.canvas, Qt::LeftButton, {}, stand.canvas.places().tile(5).center().toPoint());
        QCOMPARE(belt.unit(), 5U);
    }

    void everyPartIsExplainedInOneLine() {
        Stand stand;
        for (int part = 1; part < static_cast<int>(BeltPart::Units); ++part) {
            const QString words = stand.canvas.captionOf(static_cast<BeltPart>(part));
            QVERIFY2(!words.isEmpty() && words.size() <= 130, qPrintable(words));
        }
    }

    void whereEverythingLies_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("isFull");
        QTest::addColumn<double>("scale");
        for (const double scale : {1.0, 1.3})
            for (const QSize size : {QSize(1576, 770), QSize(1256, 480), QSize(990, 440)})
                QTest::addRow("%d, %.1f", size.width(), scale) << size << true << scale;
        QTest::addRow("small") << QSize(795, 440) << false << 1.0;
        QTest::addRow("small and narrow") << QSize(600, 400) << false << 1.0;
    }
    /// Nothing lies on its neighbour or outside, and each part is found where it is.
    void whereEverythingLies() {
        QFETCH(QSize, size);
        QFETCH(bool, isFull);
        QFETCH(double, scale);
        const BeltLayout layout(size, scale, 8, isFull);
        const QRectF all(QPointF(), size);
        for (const BeltValve valve : {BeltValve::Forget, BeltValve::Input, BeltValve::Candidate, BeltValve::Output}) {
            QVERIFY(all.contains(layout.plates(valve)));
            QCOMPARE(valveOf(layout.partAt(layout.plates(valve).center())), std::optional(valve));
        }
        QVERIFY(layout.series.bottom() < layout.head.top() &&
                layout.head.bottom() <= layout.plates(BeltValve::Output).top());
        QVERIFY(layout.plates(BeltValve::Output).bottom() <= layout.tanh.top() + 1);
        QVERIFY(layout.belt + layout.thickness / 2 < layout.plates(BeltValve::Input).top() + 8);
        QVERIFY(layout.plates(BeltValve::Input).bottom() <= layout.candidate + 12);
        if (!isFull) return;
        QVERIFY(layout.foot < layout.bars.top() && all.contains(layout.bars) && all.contains(layout.tile(7)));
        QCOMPARE(layout.partAt(layout.bar(30).center()), BeltPart::Left);
        QCOMPARE(layout.partAt(layout.tile(0).center()), BeltPart::Units);
    }

    void noTextIsCut_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("isFull");
        QTest::addColumn<double>("scale");
        QTest::addColumn<QString>("language");
        for (const char* language : {"en", "zh_CN"})
            for (const double scale : {1.0, 1.3}) {
                for (const QSize size : {QSize(1552, 760), QSize(1232, 480), QSize(1232, 420)})
                    QTest::addRow("%d, %.1f, %s", size.width(), scale, language) << size << true << scale << language;
                for (const QSize size : {QSize(1040, 570), QSize(810, 440)})
                    QTest::addRow("small %d, %.1f, %s", size.width(), scale, language)
                        << size << false << scale << language;
            }
    }
    /// Nor does one lie on another, whatever a hand does.
    void noTextIsCut() {
        QFETCH(QSize, size);
        QFETCH(bool, isFull);
        QFETCH(double, scale);
        QFETCH(QString, language);
        Language spoken;
        spoken.set(language);
        Theme theme;
        theme.setTextScale(scale);
        Belt belt(shippedBelt());
        belt.choose(belt.tellingUnit());
        const BeltLayout layout(size, scale, belt.units(), isFull);
        for (int step = 0; step < 48; ++step) {
            belt.step();
            if (step % 8 == 4) belt.hold(static_cast<BeltValve>(step / 8 % 4), step % 16 == 4 ? 0.05 : 0.97);
            test::DrawnTexts drawn(size);
            QPainter painter(&drawn);
            BeltCharts charts(painter, theme, belt, layout);
            charts.paintSeries();
            BeltPainter(painter, theme, belt, layout).paintBelt(BeltValve::Forget, false);
            if (isFull) charts.paintLeft(20), charts.paintUnits();
            painter.end();
            QVERIFY(drawn.texts().size() > 10);
            const QString faults = drawn.faults(QRectF(QPointF(), size));
            QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("step %1\n%2").arg(step).arg(faults)));
        }
        spoken.set(QStringLiteral("en"));
    }

    void nothingMovesWhereNobodyLooks() {
        Stand stand;
        QVERIFY(QTest::qWaitForWindowExposed(&stand.canvas));
        stand.canvas.setPace(20);
        QVERIFY(!stand.canvas.isMoving());
        const auto first = stand.canvas.belt().row();
        stand.canvas.setPlaying(true);
        QVERIFY(stand.canvas.isMoving());
        QTRY_VERIFY(stand.canvas.belt().row() != first);
        stand.canvas.hide();
        QVERIFY(stand.canvas.isPlaying() && !stand.canvas.isMoving());
        stand.canvas.show();
        QVERIFY(stand.canvas.isMoving());
        stand.canvas.setPlaying(false);
        QVERIFY(!stand.canvas.isMoving());
    }

    void aPauseIsRemembered() {
        Theme theme;
        Preferences preferences(folder_.filePath(QStringLiteral("belt.ini")));
        {
            BeltCard card(theme, preferences, BeltCanvas::Size::Full);
            card.show();
            QVERIFY(card.canvas().isPlaying());
            card.canvas().setPlaying(false);
        }
        BeltCard again(theme, preferences, BeltCanvas::Size::Small);
        again.show();
        QVERIFY(!again.canvas().isPlaying());
        QVERIFY(again.errorText().contains(QStringLiteral("8 units, 24 hours ahead")));
    }

    void learnBeginsWithIt() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("learn")));
        program.window->showPage(QStringLiteral("learn"));
        Page* page = program.window->page(QStringLiteral("learn"));
        auto* card = page->findChild<BeltCard*>();
        QVERIFY(card && card->isVisible() && !page->inspector());
        page->showPlace({{}, QStringLiteral("lessons")});
        QVERIFY(!card->isVisible() && !page->inspector());  // a stage is as wide as the window
        page->showPlace({{}, QStringLiteral("gradient")});
        QVERIFY(page->inspector());
        // The start page's leads to it.
        program.window->showPage(QStringLiteral("start"));
        auto* small = program.window->page(QStringLiteral("start"))->findChild<BeltCard*>();
        QVERIFY(small && small->isVisible());
        Q_EMIT small->fullAsked();
        QCOMPARE(program.window->shownPage(), QStringLiteral("learn"));
        QVERIFY(card->isVisible());
    }

    /// By one switch, shared by both cards: untrained at once, then its training, and no run of it anywhere.
    void theOwnSeriesIsPutOnTheBelt() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("own")));
        program.window->showPlace({QStringLiteral("learn"), QStringLiteral("belt")});
        auto* card = program.window->page(QStringLiteral("learn"))->findChild<BeltCard*>();
        auto* series = card->findChild<Segments*>(QStringLiteral("belt-series"));
        QVERIFY(series && series->current() == 0 && card->errorText().contains(QStringLiteral("day before")));
        OwnBelt& own = OwnBelt::of(program.experiment);
        program.experiment.openFile(written(QStringLiteral("waves.csv"), 600));
        QTRY_VERIFY(own.isChosen());  // what is opened is put there
        QCOMPARE(series->current(), 1);
        QVERIFY(own.file().series.size() == 600 && card->canvas().belt().range().second < 5);
        QVERIFY(!own.errors());
        const auto untrained = own.file().network.recurrent;
        QTRY_VERIFY_WITH_TIMEOUT(own.errors().has_value(), 60000);
        QVERIFY(own.file().network.recurrent != untrained && own.share() == 1);
        QCOMPARE(card->canvas().belt().ownForecast(), card->canvas().belt().forecast());
        QVERIFY2(card->errorText().contains(QStringLiteral("repeating the last 24 numbers")),
                 qPrintable(card->errorText()));
        QVERIFY(program.runs.runs().empty());
        // Back, and once more: nothing is kept of it.
        own.choose(false);
        QVERIFY(series->current() == 0 && card->canvas().belt().range().second > 20);
        own.choose(true);
        QVERIFY(own.share() < 1);
        // Who leaves the page ends it; on the way back it begins anew.
        program.window->showPage(QStringLiteral("model"));
        QCOMPARE(own.share(), 0.0);
        QVERIFY(!own.errors());
        program.window->showPage(QStringLiteral("start"));
        auto* small = program.window->page(QStringLiteral("start"))->findChild<BeltCard*>();
        QCOMPARE(small->findChild<Segments*>(QStringLiteral("belt-series"))->current(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(own.errors().has_value(), 60000);
        auto* again = small->findChild<QToolButton*>(QStringLiteral("belt-again"));
        QVERIFY(again->isVisible());
        again->click();
        QVERIFY(!own.errors() && own.file().network.recurrent == untrained);
    }

    void aSeriesThatCannotBeReadIsToldInWords() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("short")));
        program.window->showPlace({QStringLiteral("learn"), QStringLiteral("belt")});
        auto* card = program.window->page(QStringLiteral("learn"))->findChild<BeltCard*>();
        auto* problem = card->findChild<QLabel*>(QStringLiteral("belt-problem"));
        QVERIFY(!problem->isVisible());
        program.experiment.openFile(written(QStringLiteral("tiny.csv"), 60));
        QTRY_VERIFY(problem->isVisible());
        QCOMPARE(problem->text(), QStringLiteral("tiny.csv: 60 numbers are too few for the belt: it needs 200"));
        QVERIFY(card->canvas().belt().range().second > 20);  // the shipped one reads on
        card->findChild<Segments*>(QStringLiteral("belt-series"))->setFocus();
        OwnBelt::of(program.experiment).choose(false);
        QVERIFY(!problem->isVisible());
    }

    /// A file that is dropped on the belt stays there: no page is opened.
    void aFileIsDroppedOnTheBelt() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("drop")));
        program.window->showPage(QStringLiteral("start"));
        auto* card = program.window->page(QStringLiteral("start"))->findChild<BeltCard*>();
        const auto drop = [card](const QString& path) {
            QMimeData data;
            data.setUrls({QUrl::fromLocalFile(path)});
            QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(card, &enter);
            if (!enter.isAccepted()) return false;
            QDropEvent dropped(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(card, &dropped);
            return dropped.isAccepted();
        };
        QVERIFY(drop(written(QStringLiteral("dropped.csv"), 400)));
        QTRY_VERIFY(OwnBelt::of(program.experiment).isChosen());
        QCOMPARE(program.window->shownPage(), QStringLiteral("start"));
        QCOMPARE(OwnBelt::of(program.experiment).name(), QStringLiteral("dropped.csv"));
    }

    void itIsWrittenAsAFile() {
        Theme theme;
        const QString series = written(QStringLiteral("export.csv"), 300);
        const auto exported = [&theme](const QString& from, const QString& path, bool isStopped = false) {
            BeltExport one(theme, from, path);
            QSignalSpy done(&one, &BeltExport::done);
            one.begin();
            if (isStopped) one.stop();
            return done.isEmpty() && !done.wait(120000) ? QStringLiteral("?") : done.front().front().toString();
        };
        const QString png = folder_.filePath(QStringLiteral("belt.png")),
                      gif = folder_.filePath(QStringLiteral("belt.gif"));
        QCOMPARE(exported(series, png), QString());
        QCOMPARE(QImage(png).size(), QSize(2800, 1520));
        QCOMPARE(exported(series, gif), QString());
        QCOMPARE(QMovie(gif).frameCount(), static_cast<int>(kBeltSteps / kBeltFrameEvery) + 25);
        QCOMPARE(exported({}, png), QString());
        QVERIFY(exported({}, gif).contains(QStringLiteral("--series")));
        QVERIFY(exported(series, folder_.filePath(QStringLiteral("belt.pdf"))).contains(QStringLiteral(".svg")));
        QCOMPARE(exported(series, png, true), QStringLiteral("the training was stopped"));
        QVERIFY(!exported(folder_.filePath(QStringLiteral("none.csv")), png).isEmpty());
    }

    /// Below the belt: lessons whose claim was seen have their check, and the filled button is the first without.
    void theNextLessonIsNamed() {
        const QString folder = folder_.filePath(QStringLiteral("next"));
        QVERIFY(QDir().mkpath(folder));
        Preferences(folder + QStringLiteral("/settings.ini"))
            .setWindow(QStringLiteral("lessons/one-cell"), QByteArray(R"({"card": 4, "done": true})"));
        test::WholeProgram program(folder);
        program.window->showPlace({QStringLiteral("learn"), QStringLiteral("belt")});
        QPushButton* next = nullptr;
        QTRY_VERIFY((next = program.window->findChild<QPushButton*>(QStringLiteral("next-lesson"))) != nullptr);
        QVERIFY2(next->text().startsWith(QStringLiteral("Lesson 2:")), qPrintable(next->text()));
        int checked = 0;
        for (const auto* number : next->parentWidget()->findChildren<LessonNumber*>())
            checked += number->accessibleName().contains(QStringLiteral("claim seen"));
        QCOMPARE(checked, 1);
    }
};

QTEST_MAIN(TestBeltCanvas)
#include "tst_belt_canvas.moc"
