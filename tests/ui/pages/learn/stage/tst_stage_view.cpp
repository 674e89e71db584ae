// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson on the stage, by the keyboard alone and by the mouse: nothing of the answer before it was drawn, then the
// gap beside it.
// Holds core/lesson/lesson_cards.cpp, core/lesson/lesson_picture.cpp, ui/pages/learn/stage/lesson_numbers.cpp,
// ui/pages/learn/stage/stage_canvas.cpp, ui/pages/learn/stage/stage_drawn_painter.cpp,
// ui/pages/learn/stage/stage_film.cpp, ui/pages/learn/stage/stage_inside.cpp,
// ui/pages/learn/stage/stage_networks.cpp, ui/pages/learn/stage/stage_painter.cpp,
// ui/pages/learn/stage/stage_plot_painter.cpp, ui/pages/learn/stage/stage_scene.cpp,
// ui/pages/learn/stage/stage_quiz.cpp,
// ui/pages/learn/stage/stage_text.cpp, ui/pages/learn/stage/stage_valves_painter.cpp.
#include "common/background_job.h"
#include "lesson/rich_text.h"
#include "pages/learn/gates/microscope_view.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/lessons/lessons_view.h"
#include "pages/learn/stage/lesson_numbers.h"
#include "pages/learn/stage/stage_canvas.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_inside.h"
#include "pages/learn/stage/stage_networks.h"
#include "pages/learn/stage/stage_text.h"
#include "pages/learn/stage/stage_valves_painter.h"
#include "pages/learn/stage/stage_view.h"
#include "pages/learn/walk/walk_view.h"
#include "support/places.h"
#include "support/whole_program.h"
#include "window/notices.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>

using namespace gatelab;
using Kind = LessonCard::Kind;

namespace {

constexpr int kPatience = 240000;

StageView& stageOf(test::WholeProgram& program, const QString& name) {
    program.window->showPlace({QStringLiteral("learn"), QStringLiteral("lessons"), {}, name});
    QCoreApplication::processEvents();
    return program.window->page(QStringLiteral("learn"))->findChild<LessonsView*>()->picture();
}
LessonSession& sessionOf(test::WholeProgram& program) {
    return program.window->page(QStringLiteral("learn"))->findChild<LessonsView*>()->session();
}
bool isReady(StageView& stage) { return !stage.canvas().content().halves.empty(); }
void key(QWidget& widget, Qt::Key one) {
    QTest::keyClick(&widget, one);
    QCoreApplication::processEvents();
}
QString message(QWidget& where) {
    QStringList all;
    for (const auto* label : where.findChildren<QLabel*>()) all << label->text();
    return all.join(QLatin1Char('\n'));
}

}  // namespace

class TestStageView : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    /// In the place of the picture, at its unit, sequence and step, with step 0 beside and as the film stands.
    static void insideOpensAtTheRingedRow(StageView& stage, const LessonSession& session) {
        const StageHalf own = stage.canvas().content().halves.front();
        const int card = session.card();
        const QRectF plot = stage.canvas().drawnPlot();
        QTest::mouseDClick(&stage.canvas(), Qt::LeftButton, {},
                           QPoint(qRound(stepX(plot, own.now->steps, 5)), qRound(plot.center().y())));
        QVERIFY(stage.isUnfolded() && !stage.canvas().isVisible());
        NetworkViews& inside = stage.inside()->networks();
        GateCanvas& gates = inside.microscope().canvas();
        QTRY_VERIFY_WITH_TIMEOUT(inside.look().gates() && !inside.isAsked() && inside.beside().gates(), kPatience);
        QCOMPARE(inside.look().gates()->window.window, own.now->window);
        QCOMPARE(inside.look().gates()->weights.step, own.now->step);
        const auto ringed = stage.canvas().content().picture.ringed();
        QCOMPARE(gates.chosenUnits(), std::vector<int>{static_cast<int>(own.now->rows[ringed].unit)});
        QCOMPARE(gates.cursorStep(), 4);
        QVERIFY(inside.beside().folder() != inside.look().folder());
        QCOMPARE(inside.beside().gates()->window.window, own.now->window);
        key(stage.film(), Qt::Key_Left);
        const std::int64_t before = stage.canvas().content().halves.front().now->step;
        QVERIFY(before < own.now->step);
        QTRY_COMPARE_WITH_TIMEOUT(inside.look().gates()->weights.step, before, kPatience);
        QCOMPARE(gates.cursorStep(), 4);
        key(gates, Qt::Key_Return);  // through the cell, and back to the picture
        QTRY_VERIFY_WITH_TIMEOUT(stage.inside()->shown() == &inside.walk() && inside.walk().walk(), kPatience);
        QCOMPARE(inside.walk().step(), 4);
        key(inside.walk(), Qt::Key_Escape);
        QVERIFY(!stage.isUnfolded() && stage.canvas().isVisible());
        QCOMPARE(session.card(), card);
        QCOMPARE(session.progress().drawn.size(), std::size_t(1));
        key(stage.film(), Qt::Key_End);
        // By Enter, too, and the next scene has its picture.
        key(stage.canvas(), Qt::Key_Return);
        QVERIFY(stage.isUnfolded());
        stage.fold();
    }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void aLessonIsPlayedByTheKeysAlone() {
        const QString home = folder_.filePath(QStringLiteral("keys"));
        {
            test::WholeProgram program(home);
            program.runs.openEngine();
            QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
            StageView& stage = stageOf(program, QStringLiteral("one-cell"));
            LessonSession& session = sessionOf(program);
            QTRY_VERIFY_WITH_TIMEOUT(isReady(stage), kPatience);
            QVERIFY2(stage.networks().problem().isEmpty(), qPrintable(stage.networks().problem()));
            // The untrained networks stand there; looking at them keeps no run.
            QCOMPARE(program.runs.runs().size(), std::size_t(0));
            QVERIFY(!stage.canvas().content().halves[1].now && stage.film().frames() < 2);
            QVERIFY(stage.canvas().content().drawKind.empty());
            QVERIFY(stage.text().primary()->text().contains(QStringLiteral("Draw")));
            key(stage.canvas(), Qt::Key_Return);
            QCOMPARE(session.shownCard().kind, Kind::Draw);
            QTRY_VERIFY_WITH_TIMEOUT(stage.canvas().content().isDrawing, kPatience);
            QVERIFY(!stage.text().primary()->isEnabled());
            QTRY_COMPARE_WITH_TIMEOUT(stage.window()->focusWidget(), &stage.canvas(), kPatience);
            key(stage.canvas(), Qt::Key_Return);  // nothing is drawn yet
            QCOMPARE(session.shownCard().kind, Kind::Draw);
            const std::int64_t first = stage.canvas().cursorStep();
            for (int i = 0; i < 4; ++i) key(stage.canvas(), Qt::Key_PageUp);
            key(stage.canvas(), Qt::Key_Right);
            QVERIFY(stage.canvas().cursorStep() > first);
            key(stage.canvas(), Qt::Key_Down);
            QVERIFY(stage.canvas().accessibleDescription().contains(QStringLiteral("you drew")));
            QCOMPARE(session.progress().drawn.size(), std::size_t(2));
            QVERIFY(session.progress().drawn[0].y() > session.progress().drawn[1].y());
            QTRY_VERIFY_WITH_TIMEOUT(stage.text().primary()->isEnabled(), kPatience);
            QVERIFY(!stage.gap());
            // While what was trained is read nothing is told of it, and nothing goes on.
            int early = 0;  // it may be read before anybody looks
            const auto look = [&] {
                if (!stage.networks().isReading() || !session.isRevealed()) return;
                early += stage.text().primary()->isEnabled() ||
                         message(stage.text()).contains(QStringLiteral("claim holds")) ||
                         message(stage.text()).contains(QStringLiteral("The two forecasts"));
            };
            QObject::connect(&stage.networks(), &StageNetworks::progressed, &stage, look);
            key(stage.canvas(), Qt::Key_Return);
            QVERIFY(session.isTraining());
            QCOMPARE(session.shownCard().kind, Kind::Train);
            QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining(), kPatience);
            QVERIFY(session.isTrained());
            // What came stands beside it, with the gap as one number and step 0 behind it.
            QTRY_COMPARE_WITH_TIMEOUT(session.shownCard().kind, Kind::Gap, kPatience);
            QTRY_VERIFY_WITH_TIMEOUT(!stage.networks().isReading(), kPatience);
            QCOMPARE(early, 0);
            QTRY_VERIFY_WITH_TIMEOUT(message(stage.text()).contains(QStringLiteral("The two forecasts")), kPatience);
            QTRY_VERIFY_WITH_TIMEOUT(stage.gap().has_value(), kPatience);
            const auto gap = *stage.gap();
            QVERIFY2(gap.measure > 1.5, qPrintable(QString::number(gap.measure)));        // up and down were told apart
            QVERIFY2(std::abs(gap.beside) < 1, qPrintable(QString::number(gap.beside)));  // not by one number alone
            QTRY_VERIFY_WITH_TIMEOUT(stage.canvas().content().halves[1].now.has_value(), kPatience);
            const auto& half = stage.canvas().content().halves[1];
            QVERIFY(half.now->rows[0].fans[0].values != half.before.rows[0].fans[0].values);
            QVERIFY(!stage.canvas().content().gap.isEmpty());
            QTRY_VERIFY_WITH_TIMEOUT(message(stage.text()).contains(stage.canvas().content().gap), kPatience);
            QTRY_COMPARE_WITH_TIMEOUT(stage.window()->focusWidget(), stage.text().primary(), kPatience);
            QVERIFY(session.progress().isDone);
            QCOMPARE(session.claimHolds(), std::optional(true));
            // Film: with as many frames between start and end as the lesson asks for; to the start and back, with the
            // picture.
            QCOMPARE(stage.film().frames(), static_cast<int>(session.lesson()->film) + 2);
            const auto now = half.now->rows[0].fans[0].values;
            key(stage.film(), Qt::Key_Home);
            QCOMPARE(stage.film().frame(), 0);
            QVERIFY(stage.canvas().content().halves[1].now->rows[0].fans[0].values ==
                    stage.canvas().content().halves[1].before.rows[0].fans[0].values);
            key(stage.film(), Qt::Key_End);
            QVERIFY(stage.canvas().content().halves[1].now->rows[0].fans[0].values == now);
            key(stage, Qt::Key_Return);
            QCOMPARE(session.shownCard().kind, Kind::Look);
            key(stage, Qt::Key_Return);
            QCOMPARE(session.shownCard().kind, Kind::Say);
            QTRY_VERIFY_WITH_TIMEOUT(stage.text().sentence(), kPatience);
            QVERIFY(!message(stage.text()).contains(QStringLiteral("carries what came before")));
            QTest::keyClicks(stage.text().sentence(), QStringLiteral("The state differs"));
            key(*stage.text().sentence(), Qt::Key_Return);
            QCOMPARE(session.progress().sentence, QStringLiteral("The state differs"));
            QTRY_VERIFY_WITH_TIMEOUT(message(stage.text()).contains(QStringLiteral("carries what came before")),
                                     kPatience);
            key(stage, Qt::Key_Return);
            // Three questions; the first answer counts.
            QCOMPARE(session.shownCard().kind, Kind::Quiz);
            QTRY_VERIFY_WITH_TIMEOUT(message(stage.text()).contains(QStringLiteral("Question 1 of 3")), kPatience);
            const QString& why = QStringLiteral("It is one cell with one set of weights");
            QVERIFY(!message(stage.text()).contains(why));
            QVERIFY(!stage.text().primary()->isEnabled());
            key(stage, Qt::Key_Return);  // it is not skipped
            stage.advance();
            QCOMPARE(session.question(), 0);
            key(stage.canvas(), Qt::Key_3);
            key(stage.canvas(), Qt::Key_2);
            QCOMPARE(session.progress().answers.front(), 2);
            QTRY_VERIFY_WITH_TIMEOUT(message(stage.text()).contains(why), kPatience);
            const auto colours = [&stage](const QColor& colour) {
                return std::ranges::count_if(stage.text().findChildren<QPushButton*>(), [&](const QPushButton* one) {
                    return one->isChecked() && one->styleSheet().contains(colour.name());
                });
            };
            QCOMPARE(colours(program.theme.palette().success), 1);
            QCOMPARE(colours(program.theme.palette().error), 1);
            for (const auto* label : stage.text().findChildren<QLabel*>())
                QVERIFY(!label->text().contains(QStringLiteral("<span")) || label->textFormat() == Qt::RichText);
            for (int i = 0; i < 2; ++i) {
                key(stage, Qt::Key_Return);
                QCOMPARE(session.question(), i + 1);
                key(stage.canvas(), i == 0 ? Qt::Key_2 : Qt::Key_1);
            }
            QCOMPARE(session.rightAnswers(), 2);
            key(stage, Qt::Key_Return);
            QCOMPARE(session.lesson()->key, std::string("vanishing-gradient"));
        }
        // It is all there after a restart.
        test::WholeProgram again(home);
        stageOf(again, QStringLiteral("one-cell"));
        LessonSession& session = sessionOf(again);
        QCOMPARE(session.progress().sentence, QStringLiteral("The state differs"));
        QCOMPARE(session.progress().drawn.size(), std::size_t(2));
        QVERIFY(session.isRevealed());
        const auto numbers = again.window->page(QStringLiteral("learn"))->findChildren<LessonNumber*>();
        QVERIFY(std::ranges::any_of(numbers, [](const LessonNumber* one) {
            return one->accessibleName().startsWith(QStringLiteral("Lesson 1,")) &&
                   one->accessibleName().endsWith(QStringLiteral("claim seen"));
        }));
    }

    /// Clicks on the ringed row choose steps; a second one takes them back. Nothing beyond step 0 is there.
    void stepsAreClicked() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("clicks")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        StageView& stage = stageOf(program, QStringLiteral("gate"));
        LessonSession& session = sessionOf(program);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(stage), kPatience);
        stage.advance();
        QTRY_VERIFY_WITH_TIMEOUT(stage.canvas().content().isDrawing, kPatience);
        const auto click = [&](std::int64_t step) {
            const QRectF plot = stage.canvas().drawnPlot();
            const std::int64_t steps = stage.canvas().content().halves[0].before.steps;
            QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {},
                              QPointF(stepX(plot, steps, static_cast<double>(step)), plot.center().y()).toPoint());
            QCoreApplication::processEvents();
        };
        click(5);
        click(13);
        click(30);
        click(13);
        QCOMPARE(session.progress().drawn, (std::vector<QPointF>{{5, 1}, {30, 1}}));
        key(stage.canvas(), Qt::Key_Home);
        key(stage.canvas(), Qt::Key_Space);
        QCOMPARE(session.progress().drawn.front(), QPointF(1, 1));
        QVERIFY(!stage.canvas().content().halves[0].now && !stage.gap());
        QVERIFY(stage.canvas().ring().height() >= stage.canvas().height() / 3.0);
        const auto buttons = stage.text().findChildren<QPushButton*>();
        const auto back = std::ranges::find_if(
            buttons, [](const QPushButton* one) { return one->text() == StageText::tr("Take all back"); });
        QVERIFY(back != buttons.end() && (*back)->isVisible());
        (*back)->click();
        QVERIFY(session.progress().drawn.empty());
        QTRY_VERIFY_WITH_TIMEOUT(!stage.text().primary()->isEnabled(), kPatience);
    }

    /// Another lesson, another run and the end of the program, each while it trains: nothing is stuck.
    void itIsLeftInMidTraining() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("left")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        StageView& stage = stageOf(program, QStringLiteral("gate"));
        LessonSession& session = sessionOf(program);
        const auto trainIt = [&] {
            QTRY_VERIFY_WITH_TIMEOUT(isReady(stage), kPatience);
            session.setCard(0);
            stage.advance();
            session.draw({{7, 1}, {14, 1}});
            stage.advance();
        };
        trainIt();
        QVERIFY(session.isTraining());
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.live() != nullptr && !session.trainingRun().empty(), kPatience);
        stageOf(program, QStringLiteral("output-gate"));
        QVERIFY(!session.isTraining() && !session.isTrained());
        QTRY_VERIFY_WITH_TIMEOUT(!program.runs.active(), kPatience);
        // A run of one's own is in the way, and says so.
        QSignalSpy problems(&session, &LessonSession::problem);
        ExperimentConfig own = lessonConfig(*session.lesson(), "lstm", 1);
        own.epochs = 1000000;
        program.runs.start({.config = own, .name = "mine"});
        const auto isMine = [&] {
            const RunSummary* run = program.runs.live() ? program.runs.findRun(program.runs.live()->id) : nullptr;
            return run && run->name == "mine";
        };
        QTRY_VERIFY_WITH_TIMEOUT(isMine(), kPatience);
        trainIt();
        QVERIFY(!session.isTraining());
        QVERIFY(problems.count() > 0 && problems.back().front().toString().contains(QStringLiteral("mine")));
        program.runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!program.runs.active(), kPatience);
        stage.advance();
        QVERIFY(session.isTraining());
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining(), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(session.shownCard().kind, Kind::Gap, kPatience);
        // Once more: the next seed is another series, so it is drawn anew, on the untrained network.
        Q_EMIT stage.text().again();
        QVERIFY(!session.isTraining() && !session.isTrained());
        QCOMPARE(session.progress().seed, std::int64_t(2));
        QCOMPARE(session.shownCard().kind, Kind::Draw);
        QVERIFY(session.progress().drawn.empty());
        QTRY_VERIFY_WITH_TIMEOUT(isReady(stage) && stage.canvas().content().isDrawing, kPatience);
        QVERIFY(!stage.canvas().content().halves[0].now && !stage.text().primary()->isEnabled());
        // Whatever the seed, the sequence that is shown has its question, at its end.
        const auto question = [](const StageHalf& half) { return half.before.truth; };
        QVERIFY(!question(stage.canvas().content().halves[0]).empty());
        QVERIFY(question(stage.canvas().content().halves[0]).front() != 0);
        session.draw({{7, 1}, {14, 1}});
        stage.advance();
        QVERIFY(session.isTraining());
        QCOMPARE(session.progress().seed, std::int64_t(2));
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.live() != nullptr && program.runs.active(), kPatience);
    }

    /// Where its text speaks of a change that was tried, the picture shows that run.
    void aTriedChangeStandsInThePicture() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("tried")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        StageView& stage = stageOf(program, QStringLiteral("gate"));
        LessonSession& session = sessionOf(program);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(stage), kPatience);
        stage.unfold();  // nothing of the answer
        QVERIFY(!stage.isUnfolded());
        stage.advance();
        session.draw({{7, 1}});
        stage.advance();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining() && session.isRevealed(), kPatience);
        const auto half = [&stage] { return stage.canvas().content().halves.front(); };
        QTRY_VERIFY_WITH_TIMEOUT(isReady(stage) && half().now && !stage.networks().isReading(), kPatience);
        const StageHalf own = half();
        insideOpensAtTheRingedRow(stage, session);
        // The head says which state its figure is of.
        key(stage.film(), Qt::Key_Home);
        QVERIFY(half().now->step == 0 && half().figure != own.figure && half().figureNote != own.figureNote);
        Q_EMIT stage.text().tryAsked(0);
        const auto mark = half().before.marks.front();
        session.drawTry(0, {{static_cast<double>(mark), 0.5}});
        stage.advance();
        QVERIFY(session.isTrying());
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining() && half().name != own.name, kPatience);
        QVERIFY(half().now && half().now->rows[1].values != own.now->rows[1].values);
        QVERIFY(half().figure != own.figure || own.figure.isEmpty());
        QVERIFY(stage.gap() && !stage.canvas().content().gap.isEmpty());
        // Picture, film and figures are of one state of that run, wherever the film stood before.
        QTRY_VERIFY_WITH_TIMEOUT(!stage.networks().isReading() && stage.film().frame() + 1 == stage.film().frames(),
                                 kPatience);
        QCOMPARE(half().now->step, stage.networks().twins().front().frames.back().step);
        QCOMPARE(stage.canvas().content().gapStep, mark);
        QCOMPARE(stage.gap()->measure, half().now->rows[1].values[static_cast<std::size_t>(mark - 1)]);
        // What is a mean of many sequences stands beside what this one shows.
        const PictureFrame now = *half().now;
        const FigureSource here = gapSource({}, {}, {{{"lstm", now.rows[1].values}}, now.marks});
        const double wider = *sumValue("at_marks(lstm) - elsewhere(lstm)", here);
        const double mean = session.progress().tries.at(0).at("lstm").figures.at("writes,c,marker");
        QVERIFY2(mean > 0 && mean < 1, qPrintable(QString::number(mean)));
        const QString there = formatWritten(QString::fromStdString(figureWords(wider, ""))),
                      share = formatWritten(QString::fromStdString(figureWords(mean, "percent")));
        QTRY_VERIFY2(message(stage.text()).contains(there) && message(stage.text()).contains(share),
                     qPrintable(message(stage.text())));
    }

    /// Valves are dragged, or moved by keys; what the cell keeps answers at once, and the trained one stands beside it.
    void valvesAreSetByHand() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("valves")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        StageView& stage = stageOf(program, QStringLiteral("valves"));
        LessonSession& session = sessionOf(program);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(stage) && !stage.networks().isReading(), kPatience);
        QVERIFY2(stage.networks().problem().isEmpty(), qPrintable(stage.networks().problem()));
        stage.advance();
        QTRY_VERIFY_WITH_TIMEOUT(stage.canvas().content().isDrawing && stage.canvas().drawing().isValves(), kPatience);
        QCOMPARE(stage.canvas().drawing().valves(), (HandValves{0.5, 0.5, 0.5, 0.5}));
        const auto error = [&stage] {
            const HandAnswer answer =
                handAnswer(*stage.canvas().content().sequences, stage.canvas().drawing().valves());
            return answer.error / answer.constant;
        };
        QVERIFY(error() > 0.9);
        for (int i = 0; i < 5; ++i) key(stage.canvas(), Qt::Key_PageUp);
        QVERIFY2(stage.canvas().accessibleDescription().contains(QStringLiteral("Forget")),
                 qPrintable(stage.canvas().accessibleDescription()));
        const QRectF strip = stage.canvas().drawnPlot();
        const auto at = [&](int valve, double height) {
            return QPointF(stepX(strip, StageValvesPainter::kColumns, valve), height).toPoint();
        };
        const auto drag = [&](int valve, double to) {
            QTest::mousePress(&stage.canvas(), Qt::LeftButton, {}, at(valve, strip.center().y()));
            QTest::mouseMove(&stage.canvas(), at(valve + 1, to));  // sideways another valve stays as it is
            QTest::mouseRelease(&stage.canvas(), Qt::LeftButton, {}, at(valve + 1, to));
            QCoreApplication::processEvents();
        };
        drag(3, strip.bottom());
        drag(4, strip.top());
        const HandValves valves = stage.canvas().drawing().valves();
        const HandValves wanted{1, 0.5, 0, 1};
        for (std::size_t i = 0; i < kHandValves; ++i)
            QVERIFY2(std::abs(valves[i] - wanted[i]) < 1e-9, qPrintable(QString::number(valves[i])));
        QVERIFY2(error() < 0.05, qPrintable(QString::number(error())));
        QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {}, at(5, strip.center().y()));  // the answer is no valve
        QCOMPARE(stage.canvas().drawing().valves(), valves);
        stage.advance();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining() && session.isRevealed(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(stage.gap().has_value() && stage.canvas().content().halves[0].now, kPatience);
        QVERIFY(stage.gap()->isLess && stage.gap()->measure / stage.gap()->against == error());
        QVERIFY(session.claimHolds() == std::optional(true) && !session.provesNothing());
        QTRY_VERIFY_WITH_TIMEOUT(message(stage.text()).contains(StageText::tr("By your hand")), kPatience);
    }

    /// Forecasts stand one beside the other over their series; a line drawn on it is not late, the network's is.
    void aForecastOfARandomWalkIsLate() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("walk")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        StageView& stage = stageOf(program, QStringLiteral("random-walk"));
        LessonSession& session = sessionOf(program);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(stage) && !stage.networks().isReading(), kPatience);
        QVERIFY2(stage.networks().problem().isEmpty(), qPrintable(stage.networks().problem()));
        const PictureFrame before = stage.canvas().content().halves[0].before;
        QCOMPARE(before.truth.size(), static_cast<std::size_t>(before.steps));
        stage.advance();
        std::vector<QPointF> line;
        for (std::size_t i = 0; i < before.truth.size(); ++i)
            line.emplace_back(static_cast<double>(i + 1), before.truth[i]);
        session.draw(line);
        stage.advance();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining() && session.isTrained(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!stage.networks().isReading() && stage.gap().has_value(), kPatience);
        QCOMPARE(stage.gap()->against, 0.0);
        QCOMPARE(stage.gap()->beside, 1.0);  // told by its change, it repeats the last value
        QCOMPARE(session.claimHolds(), std::optional(true));
    }

    /// Bars of figures are of whole trainings: before them there is nothing to see, then step 0 stands beside.
    void figuresAreBars() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("bars")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        StageView& stage = stageOf(program, QStringLiteral("switch-and-verdict"));
        LessonSession& session = sessionOf(program);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(stage) && !stage.networks().isReading(), kPatience);
        QCOMPARE(stage.canvas().content().columns.size(), 2);
        QVERIFY(stage.canvas().content().halves[0].before.rows[0].values.empty());
        stage.advance();
        session.draw({{1, 0.001}, {2, 0.001}});
        stage.advance();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining() && session.isTrained(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(stage.gap().has_value(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(stage.canvas().content().halves[0].now.has_value(), kPatience);
        const StageHalf& half = stage.canvas().content().halves[0];
        const std::vector<double> now = half.now->rows[0].values;
        QVERIFY(now.size() == 2 && now[0] < 0.1 * now[1]);
        QCOMPARE(half.before.rows[0].values.size(), std::size_t(2));
        QCOMPARE(stage.gap()->measure, now[0]);
        QCOMPARE(stage.gap()->against, 0.001);
        QVERIFY(stage.gap()->isLess);
    }

    /// The left edge of a window is dragged, and lengths that were measured answer it; the network reads no film.
    void aWindowIsDragged() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("edge")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        StageView& stage = stageOf(program, QStringLiteral("lookback"));
        LessonSession& session = sessionOf(program);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(stage) && !stage.networks().isReading(), kPatience);
        QVERIFY2(stage.networks().problem().isEmpty(), qPrintable(stage.networks().problem()));
        const RowTrack& before = stage.canvas().content().halves[0].before.rows[0];
        QVERIFY(before.beside.size() == 72 && before.values.empty());
        stage.advance();
        QTRY_VERIFY_WITH_TIMEOUT(stage.canvas().content().isDrawing && stage.canvas().drawing().isEdge(), kPatience);
        const QRectF plot = stage.canvas().drawnPlot();
        QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {},
                          QPointF(plot.right() - plot.width() * 12 / 72, plot.center().y()).toPoint());
        QCOMPARE(session.progress().drawn, (std::vector<QPointF>{{1, 12}}));
        QTRY_VERIFY_WITH_TIMEOUT(stage.text().primary()->isEnabled(), kPatience);
        stage.advance();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining() && session.isRevealed(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(stage.gap().has_value() && stage.canvas().content().halves[0].now, kPatience);
        QCOMPARE(stage.gap()->against, 12.0);
        QCOMPARE(stage.gap()->measure, stage.canvas().content().enough);
        QVERIFY(stage.gap()->measure >= 4 && stage.film().frames() < 2);
        QCOMPARE(stage.canvas().content().lengths, (std::vector<std::int64_t>{4, 12, 24, 48}));
        QTRY_VERIFY_WITH_TIMEOUT(!stage.canvas().content().gap.isEmpty(), kPatience);
        QCOMPARE(session.claimHolds(), std::optional(true));
    }

    /// Both belts are read of the untrained network, in a sequence whose sum is seen. A column that leaks is told
    /// before any run.
    void beltsAndPartsAreReadOfTheirNetworks() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("belts")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        StageView& belts = stageOf(program, QStringLiteral("both-directions"));
        QTRY_VERIFY_WITH_TIMEOUT(isReady(belts) && !belts.networks().isReading(), kPatience);
        QVERIFY2(belts.networks().problem().isEmpty(), qPrintable(belts.networks().problem()));
        const PictureFrame& frame = belts.canvas().content().halves[0].before;
        QCOMPARE(frame.rows[1].values.size(), static_cast<std::size_t>(frame.steps));
        QCOMPARE(frame.rows[2].values.size(), static_cast<std::size_t>(frame.steps));
        for (const std::size_t row : {1, 2})
            for (const double told : frame.rows[row].values) QVERIFY(std::isfinite(told));
        // The sum is clearly below its mean, so that it is seen to come, and not from the first steps alone.
        QVERIFY(frame.marks.size() == 2 && frame.marks[0] > 4 && frame.truth[0] < 0.3);
        StageView& parts = stageOf(program, QStringLiteral("leakage"));
        QTRY_VERIFY_WITH_TIMEOUT(
            isReady(parts) && !parts.networks().isReading() && parts.canvas().content().picture.kind == "parts",
            kPatience);
        QVERIFY2(parts.networks().problem().isEmpty(), qPrintable(parts.networks().problem()));
        // Both columns of the file are to be seen before anybody asks what one is made of.
        QCOMPARE(parts.canvas().content().halves[0].before.rows[0].lines.size(), std::size_t(1));
        QCOMPARE(parts.canvas().content().halves[1].before.rows[0].lines.size(), std::size_t(2));
        const auto& shares = parts.canvas().content().halves[1].before.rows[1].values;
        QCOMPARE(shares.size(), std::size_t(13));
        for (std::size_t i = 0; i < 13; ++i)
            QVERIFY2(std::abs(shares[i] - (i >= 3 && i <= 9 ? 1.0 / 7 : 0)) < 0.01,
                     qPrintable(QString::number(shares[i])));
        QVERIFY(parts.canvas().content().halves[0].before.rows[1].values[6] > 0.99);
    }

    /// What is asked of the start itself is covered until it is drawn; a run that was stopped stands at its start.
    void aStoppedRunStandsAtItsStart() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("stopped")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        StageView& stage = stageOf(program, QStringLiteral("exploding-gradient"));
        LessonSession& session = sessionOf(program);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(stage) && !stage.networks().isReading(), kPatience);
        QVERIFY(stage.canvas().content().isCovered);
        stage.advance();
        QTRY_VERIFY_WITH_TIMEOUT(stage.canvas().content().isDrawing && stage.canvas().content().isCovered, kPatience);
        session.draw({{1, 0.01}, {48, 1}});
        stage.advance();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining() && session.isTrained(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!stage.networks().isReading() && stage.gap().has_value(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!stage.canvas().content().isCovered, kPatience);
        QVERIFY2(stage.networks().problem().isEmpty(), qPrintable(stage.networks().problem()));
        QVERIFY(program.window->notices().notices().empty());  // the lesson says it, where one looks
        const StageHalf& free = stage.canvas().content().halves[0];
        QVERIFY(!free.now && !free.figure.isEmpty() && stage.canvas().content().halves[1].now);
        QVERIFY(!stage.gap()->isLess && stage.gap()->measure > 0.9);
        QCOMPARE(session.claimHolds(), std::optional(true));
        QVERIFY(!session.provesNothing());
    }

    /// Every lesson of the stage: its picture can be read of untrained networks, and its ring has room in a small
    /// window, in the dark and for a class.
    void everyPictureIsDrawn() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("all")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        program.window->resize(1280, 720);
        int staged = 0;
        const auto lessons = sessionOf(program).shelf().lessons;
        for (const Lesson& lesson : lessons) {
            ++staged;
            StageView& stage = stageOf(program, QString::fromStdString(lesson.key));
            QTRY_VERIFY_WITH_TIMEOUT(isReady(stage) && !stage.networks().isReading(), kPatience);
            QVERIFY2(stage.networks().problem().isEmpty(), qPrintable(stage.networks().problem()));
            QCOMPARE(stage.canvas().content().halves.size(), lesson.picture.twins.size());
            const auto& track = stage.canvas().content().halves.back().before.rows[lesson.picture.ringed()];
            QVERIFY2(!track.values.empty() || !columnsOf(lesson.picture).empty(), lesson.key.c_str());
            QVERIFY2(stage.canvas().ring().height() >= stage.canvas().height() / 3.0, lesson.key.c_str());
            QVERIFY(!stage.canvas().grab().isNull());
            // What the lesson's texts up to the gap speak of stays, however low, or else the first row that explains.
            std::size_t own = lesson.picture.rows.size();
            for (std::size_t row = own; row-- > 0;)
                if (!lesson.picture.rows[row].isRinged && lesson.picture.rows[row].quantity != "x") own = row;
            for (const LessonCard& card : lesson.cards) {
                if (card.kind == LessonCard::Kind::Gap) break;  // what comes behind it is told of later
                for (const std::size_t row : card.named)
                    if (lesson.picture.rows[row].quantity != "x") own = row;
            }
            const StageLayout layout =
                layOutStage(stage.canvas().content(), stage.canvas().rect(), program.theme.textScale());
            if (lesson.picture.kind == "own") own = 0;  // what is read
            // Valves and the curve that they make need the room themselves.
            const bool isByHand = stage.canvas().content().sequences != nullptr;
            const bool isHidden = own < lesson.picture.rows.size() && stage.canvas().content().isHidden[own];
            if (own < lesson.picture.rows.size() && !isByHand && !isHidden)
                QVERIFY2(layout.ofRow(own) != nullptr, lesson.key.c_str());
            if (isByHand) QVERIFY(layout.ofRow(1)->valves.height() >= 90);
            // The bars of the sequence have room below their numbers.
            for (const StageLayout::Row& row : layout.rows)
                if (lesson.picture.rows[row.row].quantity == "x" && row.row != lesson.picture.ringed())
                    QVERIFY2(row.plots.front().height() >= 34, lesson.key.c_str());
        }
        QVERIFY(staged >= 20);
        // A network keeps a colour of its own.
        const Lesson& bias = *sessionOf(program).shelf().find("forget-bias");
        std::set<int> colours;
        for (const LessonRun& run : bias.runs)
            QVERIFY2(colours.insert(stageSlot(bias, run.key)).second, run.key.c_str());
    }
};

QTEST_MAIN(TestStageView)
#include "tst_stage_view.moc"
