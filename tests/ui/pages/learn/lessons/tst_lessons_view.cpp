// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window: one of the former format is played on the stage and come back to after a restart, any of them
// on the learner's own series; the keys before a class; the glossary.
// Holds core/app/own_series.cpp, ui/pages/learn/lessons/glossary_card.cpp, ui/pages/learn/lessons/lesson_session.cpp.
#include "common/background_job.h"
#include "pages/learn/class/teacher_window.h"
#include "pages/learn/learn_page.h"
#include "pages/learn/lessons/glossary_card.h"
#include "pages/learn/lessons/glossary_words.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/lessons/lessons_view.h"
#include "pages/learn/stage/lesson_numbers.h"
#include "pages/learn/stage/stage_canvas.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_networks.h"
#include "pages/learn/stage/stage_text.h"
#include "pages/learn/stage/stage_view.h"
#include "support/places.h"
#include "support/whole_program.h"
#include "widgets/segments.h"
#include "window/window_actions.h"

#include <QApplication>
#include <QComboBox>
#include <QEnterEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace gatelab;
using Kind = LessonCard::Kind;

namespace {

constexpr int kPatience = 240000;
/// Lessons of format 1, as one of a learner's own may be.
const QString kFormer = gatelab::testing::inSource("/tests/core/lesson/gate.json");
const QString kWalk = gatelab::testing::inSource("/tests/core/lesson/random-walk.json");

LessonsView& lessons(test::WholeProgram& program, const QString& name = kWalk) {
    program.window->showPlace({QStringLiteral("learn"), QStringLiteral("lessons"), {}, name});
    QCoreApplication::processEvents();
    return *program.window->page(QStringLiteral("learn"))->findChild<LessonsView*>();
}

QPushButton* button(QWidget& where, const QString& text) {
    for (auto* one : where.findChildren<QPushButton*>())
        if ((one->text() == text || one->accessibleName() == text) && one->isVisibleTo(&where)) return one;
    return nullptr;
}

QString message(QWidget& where) {
    QStringList all;
    for (const auto* label : where.findChildren<QLabel*>())
        if (label->isVisibleTo(&where)) all << label->text();
    return all.join(QLatin1Char('\n'));
}

void toScene(LessonSession& session, Kind kind) {
    const auto& cards = session.lesson()->cards;
    session.setCard(static_cast<int>(std::ranges::find(cards, kind, &LessonCard::kind) - cards.begin()));
    QCoreApplication::processEvents();
}

/// A flat line over all that may be drawn on.
std::vector<QPointF> lineOf(StageView& stage, double value) {
    std::vector<QPointF> line;
    for (const std::int64_t step : stage.canvas().drawing().steps())
        line.emplace_back(static_cast<double>(step), value);
    return line;
}

bool isReady(StageView& stage) { return !stage.canvas().content().halves.empty() && !stage.networks().isReading(); }

}  // namespace

class TestLessonsView : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void aLessonOfCardsIsPlayedOnTheStage() {
        const QString home = folder_.filePath(QStringLiteral("play"));
        {
            test::WholeProgram program(home);
            program.runs.openEngine();
            QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
            LessonsView& view = lessons(program);
            LessonSession& session = view.session();
            StageView& stage = view.picture();
            QTRY_VERIFY_WITH_TIMEOUT(isReady(stage), kPatience);
            QVERIFY2(stage.networks().problem().isEmpty(), qPrintable(stage.networks().problem()));
            const std::size_t epochs = static_cast<std::size_t>(session.lesson()->runs[0].config.epochs);
            // Untrained it is a level, and nothing of the training is there.
            QCOMPARE(stage.canvas().content().halves[0].before.rows[0].values.size(), epochs);
            toScene(session, Kind::Draw);
            QTRY_VERIFY(stage.canvas().content().isDrawing);
            session.draw(lineOf(stage, 0.5));
            QCOMPARE(session.progress().drawn.size(), epochs);
            QTRY_VERIFY(stage.text().primary()->isEnabled());
            stage.advance();
            QVERIFY(session.isTraining());
            QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining() && session.isTrained(), kPatience);
            QCOMPARE(program.runs.runs().size(), std::size_t(4));  // each with its step 0
            QTRY_VERIFY(
                std::ranges::all_of(program.runs.runs(), [](const RunSummary& run) { return run.tags == "lesson"; }));
            QCOMPARE(session.claimHolds(), std::optional(true));
            QTRY_VERIFY_WITH_TIMEOUT(isReady(stage) && stage.canvas().content().halves[0].now, kPatience);
            // Both parts of the data after every epoch; back in the film fewer of them.
            const RowTrack now = stage.canvas().content().halves[0].now->rows[0];
            QCOMPARE(now.values.size(), epochs);
            QCOMPARE(now.beside.size(), epochs);
            QVERIFY(now.beside.back() < now.beside.front());
            stage.film().showFrame(1);
            stage.refreshPicture();
            QVERIFY(stage.canvas().content().halves[0].now->rows[0].values.size() < epochs);
            QCOMPARE(session.shownCard().kind, Kind::Gap);  // by itself, and so the claim is seen
            QVERIFY(session.progress().isDone);
            toScene(session, Kind::Quiz);
            session.answer(0, static_cast<int>(session.shownCard().questions[0].right));
            session.answer(0, 0);  // the first one counts
            QCOMPARE(session.rightAnswers(), 1);
        }
        test::WholeProgram again(home);
        LessonSession& session = lessons(again).session();
        QCOMPARE(session.shownCard().kind, Kind::Quiz);
        QVERIFY(session.progress().isDone && session.isTrained());
        QCOMPARE(session.rightAnswers(), 1);
        session.beginAgain();
        QCOMPARE(session.card(), 0);
        QVERIFY(session.progress().drawn.empty());
    }

    /// The switch: the lesson's network on what is open on Data, with progress of its own, and back.
    void aLessonIsPlayedOnTheOwnSeries() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("own")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.dataset(), kPatience);
        LessonsView& view = lessons(program, QStringLiteral("output-gate"));
        LessonSession& session = view.session();
        StageView& stage = view.picture();
        session.draw({{1, 0.3}});
        auto* both = view.findChild<Segments*>(QStringLiteral("lesson-series"));
        QVERIFY(both && both->current() == 0);
        Q_EMIT both->chosen(1);
        QCoreApplication::processEvents();
        QCOMPARE(both->current(), 1);
        QVERIFY(session.isOwnSeries());
        QCOMPARE(session.lesson()->key, std::string("output-gate"));
        QVERIFY(session.progress().drawn.empty());  // what was drawn on other data says nothing here
        const ExperimentConfig config = session.lesson()->runs[0].config;
        QVERIFY(!config.linearPath);
        QCOMPARE(config.builtin, program.experiment.config().builtin);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(stage), kPatience);
        QVERIFY2(stage.networks().problem().isEmpty(), qPrintable(stage.networks().problem()));
        const StageHalf before = stage.canvas().content().halves[0];
        QCOMPARE(before.before.steps, config.lookback + config.horizon);
        QCOMPARE(before.before.rows[1].quantity, std::string("o"));
        QCOMPARE(before.before.rows[1].values.size(), static_cast<std::size_t>(config.lookback));
        QCOMPARE(before.before.rows[0].fans[0].values.size(), static_cast<std::size_t>(config.horizon));
        toScene(session, Kind::Draw);
        QTRY_VERIFY(stage.canvas().content().isDrawing);
        QCOMPARE(stage.canvas().drawing().steps().size(),
                 static_cast<std::size_t>(config.lookback));  // not of what comes
        session.draw(lineOf(stage, 0.4));
        stage.advance();
        QVERIFY(session.isTraining());
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining() && session.isTrained(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(stage) && stage.canvas().content().halves[0].now, kPatience);
        QVERIFY(stage.film().frames() > 3);
        // The unit that was asked about is the one that answers, and the hours are known.
        QCOMPARE(stage.canvas().content().halves[0].now->rows[1].unit, before.before.rows[1].unit);
        const bool isTimed = program.experiment.dataset()->series->time.known();
        QCOMPARE(before.before.times.size(), static_cast<std::size_t>(isTimed ? before.before.steps : 0));
        // The case that came true is told, and then every simple forecast beside the network.
        const auto right = rightChoice(*session.lesson()->find(Kind::Gap), figureSource(session.progress().outcomes));
        QVERIFY(right.ok() && *right < 3);
        QCOMPARE(stage.gap().has_value(), *right != 0);  // of a network that learned nothing no gap is told
        session.go(1);
        QTRY_VERIFY(message(stage.text()).contains(QStringLiteral("this network")));
        // Kept as an experiment it is what stands on the stage.
        view.findChild<QWidget*>(QStringLiteral("lesson-own"))->setFocus();
        view.findChild<QAbstractButton*>(QStringLiteral("lesson-own"))->click();
        QCOMPARE(program.experiment.config().lookback, config.lookback);
        QCOMPARE(program.experiment.config().epochs, config.epochs);
        // Another lesson begins with its own data; back is the lesson's data.
        Q_EMIT view.findChild<LessonNumbers*>()->chosen(QStringLiteral("gate"));
        QVERIFY(!session.isOwnSeries() && both->current() == 0);
        lessons(program, QStringLiteral("output-gate"));
        Q_EMIT both->chosen(1);
        QVERIFY(session.isOwnSeries());
        Q_EMIT both->chosen(0);
        QCoreApplication::processEvents();
        QVERIFY(!session.isOwnSeries() && both->current() == 0);
        QCOMPARE(session.progress().drawn, (std::vector<QPointF>{{1, 0.3}}));
    }

    void behindTheLastSceneComesTheNextLesson() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("next")));
        LessonsView& view = lessons(program, QStringLiteral("leakage"));
        LessonSession& session = view.session();
        const auto toLast = [&session] {
            session.setCard(static_cast<int>(session.lesson()->cards.size()) - 1);
            while (session.canGo(1)) session.go(1);
            for (int i = 0; i < 3; ++i) session.answer(i, 0);
            QCoreApplication::processEvents();
            QCoreApplication::processEvents();
        };
        toLast();
        QPushButton* onward = view.picture().text().primary();
        QTRY_VERIFY(onward->isEnabled());
        QVERIFY2(onward->text().contains(QStringLiteral("Next")), qPrintable(onward->text()));
        onward->click();
        QCoreApplication::processEvents();
        QCOMPARE(session.lesson()->key, std::string("scaling"));
        QCOMPARE(session.card(), 0);
        // The last of the list has none behind it.
        session.open(QStringLiteral("switch-and-verdict"));
        toLast();
        QTRY_COMPARE(onward->text(), StageText::tr("End of the lesson"));
        QVERIFY(!onward->isEnabled());
    }

    void beforeAClassTheKeysLead() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("back")));
        LessonsView& view = lessons(program);
        // Before a class nothing is looked into that was not trained.
        QPointer<TeacherWindow> teacher = view.teach();
        teacher->resize(1280, 720);
        teacher->show();
        QTest::keyClick(teacher, Qt::Key_I);
        QVERIFY(teacher && teacher->isVisible() && !teacher->picture().isUnfolded());
        QTest::keyClick(teacher, Qt::Key_PageDown);
        QCOMPARE(view.session().card(), 1);
        QTest::keyClick(teacher, Qt::Key_PageUp);
        QCOMPARE(view.session().card(), 0);
        QTest::keyClick(teacher, Qt::Key_Escape);
        QTRY_VERIFY(!teacher);
    }

    /// A change takes away what the lesson's figures are about: a GRU has no input gate.
    void aChangeOfTheCellIsTrained() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("change")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        LessonSession& session = lessons(program, kFormer).session();
        QCOMPARE(session.lesson()->key, std::string("gate"));
        QSignalSpy problem(&session, &LessonSession::problem);
        session.tryChange(0);
        QVERIFY(session.isTraining());
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining(), kPatience);
        QVERIFY2(problem.isEmpty(), qPrintable(problem.value(0).value(0).toString()));
        QCOMPARE(program.runs.runs().front().config->cell, std::string("gru"));
        QVERIFY(session.progress().outcomes.empty());  // the lesson itself was not trained
        const LessonOutcome tried = session.progress().tries.at(0).at("lstm");
        QVERIFY(!tried.line.x.empty() && std::isnan(tried.figures.at("opens,i,marker")));
    }

    void cancelEndsTheTraining() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("cancel")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        LessonsView& view = lessons(program, QStringLiteral("overfitting"));
        view.session().setCard(2);
        view.session().train();
        QTRY_VERIFY_WITH_TIMEOUT(!view.session().liveLine().x.empty(), kPatience);
        view.session().cancel();
        QVERIFY(!view.session().isTraining() && !view.session().isTrained());
        QTRY_VERIFY_WITH_TIMEOUT(!program.runs.active(), kPatience);
        QCOMPARE(program.runs.runs().size(), std::size_t(2));  // it and its step 0; the second one was not begun
    }

    void aBrokenLessonSaysWhere() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("broken")));
        LessonsView& view = lessons(program);
        const QString path = folder_.filePath(QStringLiteral("mine.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"gatelab_lesson\": 1,\n \"title\" \"x\"}");
        file.close();
        QSignalSpy problems(&view, &LessonsView::problem);
        QVERIFY(!view.session().openFile(path));
        QVERIFY2(problems.value(0).value(0).toString().contains(QStringLiteral("line 2")),
                 qPrintable(problems.value(0).value(0).toString()));
        QCOMPARE(view.session().lesson()->key, std::string("random-walk"));  // the one before stays
        // And one that is whole opens.
        QFile::remove(path);
        QVERIFY(QFile::copy(gatelab::testing::inSource("/resources/lessons/gate.json"), path));
        QVERIFY(view.session().openFile(path));
        QCOMPARE(view.session().lesson()->key, std::string("mine"));
    }

    void wordsAreExplained() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("words")));
        LessonsView& view = lessons(program, kFormer);
        QCoreApplication::processEvents();
        for (auto* label : view.picture().text().findChildren<QLabel*>())
            if (label->text().contains(QLatin1String("term:gate")))
                Q_EMIT label->linkActivated(QStringLiteral("term:gate"));
        auto* card = view.findChild<GlossaryCard*>();
        QVERIFY(card);
        QCOMPARE(card->key(), QStringLiteral("gate"));
        QVERIFY(message(*card).contains(QStringLiteral("valve")));
        QVERIFY(!message(*card).contains(QStringLiteral("门")));  // an English window
        card->close();
        GlossaryCard chinese(program.theme, shippedGlossary(), QStringLiteral("zh_CN"), QStringLiteral("gate"), false,
                             nullptr);
        QVERIFY(message(chinese).contains(QStringLiteral("gate")));  // papers are in English
        GlossaryCard large(program.theme, shippedGlossary(), QStringLiteral("en"), QStringLiteral("gate"), true,
                           nullptr);
        QVERIFY(message(large).contains(QStringLiteral("门")));
        GlossaryCard same(program.theme, shippedGlossary(), QStringLiteral("zh_CN"), QStringLiteral("tanh"), false,
                          nullptr);
        QCOMPARE(same.findChild<QLabel*>()->text().count(QStringLiteral("tanh")), 1);
        QVERIFY(shippedGlossary().find("marker"));
        program.window->actions()["glossary"]->trigger();
        auto* dialog = program.window->findChild<GlossaryDialog*>();
        QVERIFY(dialog);
        auto* list = dialog->findChild<QListWidget*>();
        QVERIFY(list->count() >= 60);
        dialog->findChild<QLineEdit*>()->setText(QStringLiteral("遗忘"));
        QCOMPARE(list->count(), 1);
        QVERIFY(message(*dialog).contains(QStringLiteral("forget gate")));
        dialog->close();
        // F1 in a field whose setting has an entry.
        program.window->activateWindow();
        program.window->showPlace({QStringLiteral("model"), {}, {}, QStringLiteral("learning_rate")});
        if (!QTest::qWaitForWindowActive(program.window.get()) || !QApplication::focusWidget())
            QSKIP("nothing has the focus here");
        program.window->actions()["help"]->trigger();
        QTRY_VERIFY(program.window->findChild<GlossaryCard*>());
        QCOMPARE(program.window->findChild<GlossaryCard*>()->key(), QStringLiteral("learning-rate"));
    }

    void aClickOnAWordExplainsIt() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("click")));
        {
            GlossaryWords words(program.theme, QStringLiteral("en"), program.window.get());
            QCOMPARE(words.termIn(QStringLiteral("Forget gate")), QStringLiteral("forget-gate"));  // not: gate
            QCOMPARE(words.termIn(QStringLiteral("3 of 20 epochs")), QStringLiteral("epoch"));
            QCOMPARE(words.termIn(QStringLiteral("学习率")), QStringLiteral("learning-rate"));
            QCOMPARE(words.termIn(QStringLiteral("Investigate")), QString());  // "gate" is no word of it
        }
        const auto closeCard = [&program] {
            program.window->findChild<GlossaryCard*>()->close();
            QTRY_VERIFY(!program.window->findChild<GlossaryCard*>());
        };
        program.window->showPlace({QStringLiteral("model"), {}, {}, QStringLiteral("learning_rate")});
        QCoreApplication::processEvents();
        // A label of a setting, with what the setting does above the entry.
        QLabel* label = nullptr;
        for (auto* row : program.window->findChildren<QWidget*>(QStringLiteral("learning_rate")))
            if (!label) label = row->findChild<QLabel*>();
        QVERIFY(label);
        QEnterEvent enter(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1));
        QCoreApplication::sendEvent(label, &enter);
        QCOMPARE(label->cursor().shape(), Qt::WhatsThisCursor);
        QTest::mouseClick(label, Qt::LeftButton, {}, QPoint(4, 4));
        QVERIFY(program.window->findChild<GlossaryCard*>());
        QCOMPARE(program.window->findChild<GlossaryCard*>()->key(), QStringLiteral("learning-rate"));
        closeCard();
        // Any other short label.
        QLabel other(QStringLiteral("Validation part"), program.window.get());
        other.show();
        QTest::mouseClick(&other, Qt::LeftButton, {}, QPoint(4, 4));
        QVERIFY(program.window->findChild<GlossaryCard*>());
        closeCard();
        // What does something else when it is clicked stays as it is.
        other.setCursor(Qt::PointingHandCursor);
        QTest::mouseClick(&other, Qt::LeftButton, {}, QPoint(4, 4));
        QVERIFY(!program.window->findChild<GlossaryCard*>());
    }

    void theStartPageLeadsToTheLessons() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("start")));
        QTRY_VERIFY(program.runs.workspace());
        program.window->showPage(QStringLiteral("start"));
        auto* start = button(*program.window->page(QStringLiteral("start")), QStringLiteral("Open the lessons"));
        QVERIFY(start && start->isVisible());
        start->click();
        QCOMPARE(program.window->shownPage(), QStringLiteral("learn"));
        QCOMPARE(program.window->page(QStringLiteral("learn"))->findChild<LessonsView*>()->session().lesson()->key,
                 std::string("one-cell"));
    }
};

QTEST_MAIN(TestLessonsView)
#include "tst_lessons_view.moc"
