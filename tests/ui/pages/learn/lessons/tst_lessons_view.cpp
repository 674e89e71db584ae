// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window: a person plays one from the first card to the last, comes back to it after a restart, and
// shows it to a class.
// Holds ui/pages/learn/lessons/glossary_card.cpp, ui/pages/learn/lessons/lesson_card_view.cpp,
// ui/pages/learn/lessons/lesson_plot.cpp, ui/pages/learn/lessons/lesson_session.cpp and
// ui/pages/learn/lessons/lesson_stage.cpp.
#include "common/background_job.h"
#include "config/field.h"
#include "pages/learn/class/teacher_window.h"
#include "pages/learn/gates/gate_canvas.h"
#include "pages/learn/gates/microscope_view.h"
#include "pages/learn/learn_page.h"
#include "pages/learn/lessons/glossary_card.h"
#include "pages/learn/lessons/glossary_words.h"
#include "pages/learn/lessons/lesson_plot.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/lessons/lesson_stage.h"
#include "pages/learn/lessons/lessons_view.h"
#include "support/places.h"
#include "support/whole_program.h"
#include "window/window_actions.h"

#include <QApplication>
#include <QComboBox>
#include <QEnterEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace gatelab;
using Kind = LessonCard::Kind;

namespace {

constexpr int kPatience = 120000;
/// A lesson of format 1, as one of a learner's own may be.
const QString kFormer = gatelab::testing::inSource("/tests/core/lesson/gate.json");

/// Another one, with results that come with it.
const QString kWalk = gatelab::testing::inSource("/tests/core/lesson/random-walk.json");

LessonsView& lessons(test::WholeProgram& program, const QString& name = kWalk) {
    program.window->showPlace({QStringLiteral("learn"), QStringLiteral("lessons"), {}, name});
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

void next(LessonsView& view) {
    QCoreApplication::processEvents();
    button(view.stage(), LessonStage::tr("Next"))->click();
    QCoreApplication::processEvents();
}

}  // namespace

class TestLessonsView : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void aLessonIsPlayedFromTheFirstCardToTheLast() {
        const QString home = folder_.filePath(QStringLiteral("play"));
        {
            test::WholeProgram program(home);
            program.runs.openEngine();
            QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
            LessonsView& view = lessons(program);
            LessonSession& session = view.session();
            QCOMPARE(session.lesson()->key, std::string("random-walk"));
            QCOMPARE(session.shownCard().kind, Kind::Question);
            QTRY_VERIFY(!button(view.stage(), LessonStage::tr("Back"))->isEnabled());
            next(view);
            QCOMPARE(session.shownCard().kind, Kind::Predict);
            QVERIFY(view.stage().plot().summary().isEmpty());  // nothing is told before it is predicted
            button(view.stage(), QStringLiteral("About the same"))->click();
            QCOMPARE(session.progress().choice, 1);
            next(view);
            QCOMPARE(session.shownCard().kind, Kind::Run);
            // What came with the lesson is there at once
            QVERIFY(message(view.stage()).contains(QStringLiteral("dashed")));
            button(view.stage(), LessonStage::tr("Train"))->click();
            QVERIFY(session.isTraining());
            QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining(), kPatience);
            QVERIFY(session.isTrained());
            QCOMPARE(program.runs.runs().size(), std::size_t(4));  // each with its step 0
            QTRY_VERIFY(
                std::ranges::all_of(program.runs.runs(), [](const RunSummary& run) { return run.tags == "lesson"; }));
            next(view);
            QCOMPARE(session.shownCard().kind, Kind::Result);
            QCOMPARE(session.rightChoice(), std::optional<std::size_t>(2));
            QCOMPARE(session.claimHolds(), std::optional(true));
            QVERIFY(message(view.stage()).contains(QStringLiteral("You said:")) &&
                    message(view.stage()).contains(QStringLiteral("Holds with seed 1")));
            next(view);
            QCOMPARE(session.shownCard().kind, Kind::Explain);
            auto& page = *qobject_cast<LearnPage*>(program.window->page(QStringLiteral("learn")));
            view.stage().findChild<QPushButton*>(QStringLiteral("lesson-place"))->click();
            QTRY_VERIFY_WITH_TIMEOUT(page.look().gates() != nullptr, kPatience);
            QCOMPARE(page.chosenRun(), session.progress().runs.at("lstm"));
            QCOMPARE(page.look().window().part, WindowPart::Test);
            lessons(program);
            // From teacher's mode: Escape goes back there.
            QPointer<TeacherWindow> teacher = view.teach();
            teacher->show();
            teacher->stage().findChild<QPushButton*>(QStringLiteral("lesson-place"))->click();
            QVERIFY(!view.isVisible());
            QVERIFY(page.microscope().canvas().smallestLetters() >= LessonStage::kLargeSmallest);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            QVERIFY(teacher && !teacher->isVisible());
            QTest::keyClick(&page, Qt::Key_Escape);
            QVERIFY(teacher->isVisible() && view.isVisible());
            QCOMPARE(page.microscope().canvas().smallestLetters(), 12);
            teacher->close();
            next(view);
            QCOMPARE(session.shownCard().kind, Kind::Change);
            session.tryChange(0);
            QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining(), kPatience);
            // The curve has the value's name, the card says what it did, and the lesson's own figures stay.
            QCoreApplication::processEvents();
            QVERIFY2(view.stage().plot().summary().contains(QStringLiteral("Hidden size 64: from")),
                     qPrintable(view.stage().plot().summary()));
            QVERIFY2(message(view.stage())
                         .contains(QRegularExpression(
                             QStringLiteral("test error \\(RMSE\\): <[^>]*>[.\\d]+</[^>]*> instead of [.\\d]+"))),
                     qPrintable(message(view.stage())));
            QCOMPARE(session.claimHolds(), std::optional(true));
            QVERIFY(session.progress().runs.at("anchored") != program.runs.runs().front().id.c_str());
            QCOMPARE(program.runs.runs().size(), std::size_t(5));
            QCOMPARE(program.runs.runs().front().config->hiddenSize, std::int64_t(64));
            next(view);
            const LessonCard& quiz = *session.lesson()->find(Kind::Quiz);
            for (std::size_t i = 0; i < 3; ++i) {
                const LessonQuestion& question = quiz.questions[i];
                const QString wanted = QString::fromStdString(
                    question.answers[i == 0 ? (question.right + 1) % question.answers.size() : question.right].en);
                QVERIFY(button(view.stage(), wanted));
                button(view.stage(), wanted)->click();
                QCoreApplication::processEvents();
                QVERIFY(button(view.stage(),
                               QStringLiteral("✓ ") + QString::fromStdString(question.answers[question.right].en)));
                next(view);
            }
            QCOMPARE(session.shownCard().kind, Kind::Own);
            QCOMPARE(session.rightAnswers(), 2);
            QVERIFY(session.progress().isDone);
            const std::string before = program.experiment.config().anchor;
            button(view.stage(), LessonStage::tr("Use my own series"))->click();
            QCOMPARE(program.experiment.config().anchor, std::string("last"));
            QCOMPARE(program.window->shownPage(), QStringLiteral("data"));
            program.experiment.undoStack().undo();
            QCOMPARE(program.experiment.config().anchor, before);
        }
        test::WholeProgram again(home);
        LessonsView& view = lessons(again);
        QCOMPARE(view.session().shownCard().kind, Kind::Own);
        QVERIFY(view.session().progress().isDone);
        QCOMPARE(view.session().rightAnswers(), 2);
        QVERIFY(view.session().isTrained());
        QVERIFY(view.findChild<QComboBox*>()->toolTip().contains(QStringLiteral("1 of 19")));
        view.session().beginAgain();
        QCOMPARE(view.session().card(), 0);
    }

    /// What came with the lesson is shown to who has said what she expects.
    void shippedCurvesWaitForThePrediction() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("shipped")));
        LessonsView& view = lessons(program);
        view.session().setCard(2);
        QCoreApplication::processEvents();
        QCOMPARE(view.session().shownCard().kind, Kind::Run);
        QVERIFY2(view.stage().plot().summary().isEmpty(), qPrintable(view.stage().plot().summary()));
        QVERIFY(!message(view.stage()).contains(QStringLiteral("dashed")));
        view.session().choose(0);
        QCoreApplication::processEvents();
        QVERIFY(!view.stage().plot().summary().isEmpty());
        // Of a curve that is to be drawn only itself.
        view.session().open(QStringLiteral("learning-rate"));
        view.session().setCard(2);
        QCoreApplication::processEvents();
        const QString shown = view.stage().plot().summary();
        QCOMPARE(shown.count(QLatin1Char(';')), 2);
        view.session().draw({{1, 1}});
        QCoreApplication::processEvents();
        QCOMPARE(view.stage().plot().summary().count(QLatin1Char(';')), 3);
    }

    void onlyTheFirstAnswerCounts() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("answer")));
        LessonsView& view = lessons(program);
        LessonSession& session = view.session();
        const auto cards = session.lesson()->cards;
        session.setCard(static_cast<int>(std::ranges::find(cards, Kind::Quiz, &LessonCard::kind) - cards.begin()));
        QCoreApplication::processEvents();
        const LessonQuestion& question = session.lesson()->find(Kind::Quiz)->questions[0];
        const auto words = [&](std::size_t answer) { return QString::fromStdString(question.answers[answer].en); };
        button(view.stage(), words((question.right + 1) % question.answers.size()))->click();
        QCoreApplication::processEvents();
        QCOMPARE(session.rightAnswers(), 0);
        QPushButton* right = button(view.stage(), QStringLiteral("✓ ") + words(question.right));
        QVERIFY(right);
        QTest::mouseClick(right, Qt::LeftButton);
        QCoreApplication::processEvents();
        session.answer(0, static_cast<int>(question.right));
        QCOMPARE(session.rightAnswers(), 0);
        QVERIFY(message(view.stage()).contains(QStringLiteral("The first answer counts")));
    }

    void behindTheLastCardComesTheNextLesson() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("next")));
        LessonsView& view = lessons(program, QStringLiteral("leakage"));
        LessonSession& session = view.session();
        const auto lastCard = [&session] { return static_cast<int>(session.lesson()->cards.size()) - 1; };
        session.setCard(lastCard());
        QCoreApplication::processEvents();
        QPushButton* onward = button(view.stage(), LessonStage::tr("Next lesson"));
        QVERIFY(onward && onward->isEnabled());
        onward->click();
        QCoreApplication::processEvents();
        QCOMPARE(session.lesson()->key, std::string("scaling"));
        QCOMPARE(session.card(), 0);
        // The last of the list has none behind it.
        session.open(QStringLiteral("switch-and-verdict"));
        session.setCard(lastCard());
        QCoreApplication::processEvents();
        QVERIFY(!button(view.stage(), LessonStage::tr("Next lesson")));
        QVERIFY(!button(view.stage(), LessonStage::tr("End of the lesson"))->isEnabled());
    }

    /// A card sends to the microscope; Escape comes back to the lesson, and to teacher's mode where that was.
    void theWayBackLeadsToTheLesson() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("back")));
        LessonsView& view = lessons(program);
        auto& page = *qobject_cast<LearnPage*>(program.window->page(QStringLiteral("learn")));
        auto* back = page.findChild<QPushButton*>(QStringLiteral("way-back"));
        QVERIFY(back && !back->isVisible());
        LearnPlace place;
        place.view = QStringLiteral("microscope");
        Q_EMIT view.learnPlaceAsked(place);
        QVERIFY(!view.isVisible() && back->isVisible());
        QCOMPARE(back->text(), QStringLiteral("Back to the lesson"));
        page.showPlace({{}, QStringLiteral("cell")});  // it stays while she looks around
        QVERIFY(back->isVisible());
        QTest::keyClick(&page, Qt::Key_Escape);
        QVERIFY(view.isVisible() && !back->isVisible());

        TeacherWindow* teacher = view.teach();
        teacher->resize(1280, 720);
        teacher->show();
        QPointer<TeacherWindow> watched(teacher);
        const LessonCard& explain = *view.session().lesson()->find(Kind::Explain);
        const auto& cards = view.session().lesson()->cards;
        view.session().setCard(static_cast<int>(&explain - cards.data()));
        const auto button = [&] { return teacher->stage().findChild<QPushButton*>(QStringLiteral("lesson-place")); };
        QTRY_VERIFY(button() && !button()->isEnabled());  // nothing to look into: the lesson was not trained
        QVERIFY(watched && teacher->isVisible());
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
        LessonsView& view = lessons(program, kFormer);
        session.setCard(static_cast<int>(session.lesson()->find(Kind::Change) - session.lesson()->cards.data()));
        QCoreApplication::processEvents();
        QVERIFY2(message(view.stage()).contains(QStringLiteral("validation loss: ")),
                 qPrintable(message(view.stage())));
        QVERIFY(view.stage().plot().summary().contains(QStringLiteral("GRU")));
    }

    /// Where one run alone would not answer, several are changed.
    void aChangeOfSeveralRunsIsTrained() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("several")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        LessonsView& view = lessons(program, QStringLiteral("leakage"));
        LessonSession& session = view.session();
        session.tryChange(0);
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining(), kPatience);
        QCOMPARE(program.runs.runs().size(), std::size_t(2));
        QCOMPARE(session.progress().tries.at(0).size(), std::size_t(2));
        for (const RunSummary& run : program.runs.runs()) QCOMPARE(run.config->horizon, std::int64_t(12));
        session.setCard(static_cast<int>(session.lesson()->find(Kind::Change) - session.lesson()->cards.data()));
        QCoreApplication::processEvents();
        for (const char* run : {"demand alone", "with demand_smooth"})
            QVERIFY2(message(view.stage()).contains(QStringLiteral("%1, test error (RMSE): ").arg(QLatin1String(run))),
                     qPrintable(message(view.stage())));
    }

    void aPredictionIsDrawn() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("draw")));
        LessonsView& view = lessons(program, QStringLiteral("overfitting"));
        next(view);
        LessonPlot& plot = view.stage().plot();
        QVERIFY(plot.isVisible());
        const int y = plot.height() / 2;
        QTest::mousePress(&plot, Qt::LeftButton, {}, {plot.width() / 3, y});
        for (int x = plot.width() / 3; x < plot.width() - 40; x += 10) QTest::mouseMove(&plot, {x, y});
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, {plot.width() - 40, y});
        QVERIFY(!view.session().progress().drawn.empty());
        const auto points = view.session().progress().drawn;
        QVERIFY(std::ranges::is_sorted(points, {}, [](const QPointF& point) { return point.x(); }));
        // By the keys, too.
        plot.setFocus();
        QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_Up);
        QVERIFY(view.session().progress().drawn != points);
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

    void aTeacherShowsLargeLettersAndHidesAnswers() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("teach")));
        LessonsView& view = lessons(program);
        TeacherWindow* teacher = view.teach();
        teacher->resize(1280, 720);
        teacher->show();
        QVERIFY(QTest::qWaitForWindowExposed(teacher));
        LessonSession& session = view.session();
        const auto key = [teacher](Qt::Key one) {
            QTest::keyClick(teacher, one);
            QCoreApplication::processEvents();
        };
        for (int card = 0; card < static_cast<int>(session.lesson()->cards.size()); ++card) {
            session.setCard(card);
            QCoreApplication::processEvents();
            for (const QWidget* one : teacher->findChildren<QWidget*>()) {
                if (!one->isVisible() || !(qobject_cast<const QLabel*>(one) || qobject_cast<const QPushButton*>(one)))
                    continue;
                QVERIFY2(one->font().pixelSize() >= LessonStage::kLargeSmallest,
                         qPrintable(QString::number(one->font().pixelSize()) + one->metaObject()->className()));
            }
        }
        session.setCard(0);
        key(Qt::Key_PageDown);
        QCOMPARE(session.card(), 1);
        key(Qt::Key_PageUp);
        QCOMPARE(session.card(), 0);
        key(Qt::Key_Right);
        QCOMPARE(session.card(), 1);
        const auto cards = session.lesson()->cards;
        session.setCard(static_cast<int>(std::ranges::find(cards, Kind::Quiz, &LessonCard::kind) - cards.begin()));
        QCoreApplication::processEvents();
        QVERIFY(teacher->stage().isHidden(0));
        QVERIFY(!message(teacher->stage()).contains(QStringLiteral("✓")));
        key(Qt::Key_Space);
        QVERIFY(!teacher->stage().isHidden(0));
        QTRY_VERIFY(message(teacher->stage()).contains(QStringLiteral("✓")));
        key(Qt::Key_Space);
        QCOMPARE(session.question(), 1);
        QPointer<TeacherWindow> watched(teacher);
        key(Qt::Key_Escape);
        QTRY_VERIFY(!watched);
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
        for (auto* label : view.stage().findChildren<QLabel*>())
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
