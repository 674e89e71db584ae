// SPDX-License-Identifier: GPL-3.0-or-later
// A class is held: a file opens on the wall in large letters, hands are counted before and after the talk, notes stand
// on a window of their own, and nobody's progress is touched. What a stage shows is saved as picture, film and
// worksheet.
// Holds ui/pages/learn/class/hands_panel.cpp, ui/pages/learn/class/notes_window.cpp,
// ui/pages/learn/class/teacher_window.cpp, ui/pages/learn/class/exercise_dialog.cpp,
// ui/pages/learn/class/lesson_export.cpp, ui/pages/learn/class/stage_export.cpp and
// ui/pages/learn/stage/stage_caption.cpp.
#include "common/background_job.h"
#include "lesson/class/answer.h"
#include "pages/learn/class/exercise_dialog.h"
#include "pages/learn/class/hands_panel.h"
#include "pages/learn/class/lesson_export.h"
#include "pages/learn/class/notes_window.h"
#include "pages/learn/class/stage_export.h"
#include "pages/learn/class/teacher_window.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/lessons/lessons_view.h"
#include "pages/learn/lessons/own_series_bar.h"
#include "pages/learn/stage/stage_canvas.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_networks.h"
#include "pages/learn/stage/stage_view.h"
#include "support/places.h"
#include "support/whole_program.h"

#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace gatelab;
using Kind = LessonCard::Kind;

namespace {

constexpr int kPatience = 240000;
constexpr const char* kClass = R"({"gatelab_class": 1, "title": {"en": "Memory", "zh": "记忆"},
 "notes": {"en": "Bring chalk.", "zh": "带粉笔。"},
 "lessons": [{"lesson": "one-cell", "minutes": 4, "seed": 3, "notes": {"en": "Ask first.", "zh": "先问。"},
   "class": {"question": {"en": "Same number, same forecast?", "zh": "数相同，预测也相同吗？"},
     "answers": [{"text": {"en": "Yes", "zh": "是"}, "misconception": {"en": "No state", "zh": "没有状态"}},
       {"text": {"en": "No", "zh": "否"}}, {"text": {"en": "At the end", "zh": "末尾才是"}},
       {"text": {"en": "By chance", "zh": "看运气"}}],
     "right": 2, "why": {"en": "The state differs.", "zh": "状态不同。"}, "talk": 60}},
  {"lesson": "vanishing-gradient", "minutes": 6}]})";

LessonsView& lessons(test::WholeProgram& program) {
    program.window->showPlace({QStringLiteral("learn"), QStringLiteral("lessons"), {}, QStringLiteral("one-cell")});
    QCoreApplication::processEvents();
    return *program.window->page(QStringLiteral("learn"))->findChild<LessonsView*>();
}

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestClass : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    QString classFile(const QByteArray& text = kClass) {
        const QString path = folder_.filePath(QStringLiteral("memory.class"));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        return path;
    }
    static void key(TeacherWindow& wall, Qt::Key one, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(&wall, one, modifiers);
        QCoreApplication::processEvents();
    }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void handsAreCountedBeforeAndAfterTheTalk() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("hands")));
        LessonsView& view = lessons(program);
        const int cardBefore = view.session().card();
        TeacherWindow* wall = view.openClass(classFile());
        QVERIFY(wall);
        wall->resize(1280, 720);
        QVERIFY(&wall->session() != &view.session());
        QCOMPARE(wall->session().lesson()->key, std::string("one-cell"));
        QCOMPARE(wall->session().progress().seed, std::int64_t(3));
        QVERIFY(!wall->isAsking());
        for (int i = 0; i < 9 && !wall->isAsking(); ++i) key(*wall, Qt::Key_Right);
        QVERIFY(wall->isAsking());
        HandsPanel& hands = wall->hands();
        QVERIFY(hands.isVisible());
        for (int i = 0; i < 6; ++i) key(*wall, Qt::Key_1);
        for (int i = 0; i < 3; ++i) key(*wall, Qt::Key_2);
        key(*wall, Qt::Key_1, Qt::ShiftModifier);
        key(*wall, Qt::Key_Exclam, Qt::ShiftModifier);
        key(*wall, Qt::Key_4, Qt::ShiftModifier);  // never below none
        QCOMPARE(hands.before(), (Hands{4, 3, 0, 0}));
        key(*wall, Qt::Key_Space);
        QCOMPARE(hands.phase(), HandsPanel::Phase::Talk);
        QVERIFY(hands.talkLeft() > 50 && hands.talkLeft() <= 60);
        for (int i = 0; i < 7; ++i) key(*wall, Qt::Key_2);
        QCOMPARE(hands.phase(), HandsPanel::Phase::After);
        QCOMPARE(hands.before(), (Hands{4, 3, 0, 0}));
        QCOMPARE(hands.after(), (Hands{0, 7, 0, 0}));
        QVERIFY(!hands.phaseText().contains(QStringLiteral("state")));  // nothing of the answer yet
        key(*wall, Qt::Key_Right);
        QCOMPARE(hands.phase(), HandsPanel::Phase::Revealed);
        QCOMPARE(hands.phaseText(), QStringLiteral("The state differs."));
        key(*wall, Qt::Key_3);  // the vote is over
        QCOMPARE(hands.after(), (Hands{0, 7, 0, 0}));
        key(*wall, Qt::Key_Right);
        QVERIFY(!wall->isAsking());
        QCOMPARE(wall->session().shownCard().kind, Kind::Draw);
        // Back by one key of a remote: the question as it was told, step by step, the scene before, and forward again.
        for (const auto phase : {HandsPanel::Phase::Revealed, HandsPanel::Phase::After, HandsPanel::Phase::Before}) {
            key(*wall, Qt::Key_PageUp);
            QVERIFY(wall->isAsking());
            QCOMPARE(hands.phase(), phase);
        }
        key(*wall, Qt::Key_PageUp);
        QVERIFY(!wall->isAsking() && wall->session().shownCard().kind != Kind::Draw);
        key(*wall, Qt::Key_PageDown);
        QVERIFY(wall->isAsking());
        for (int i = 0; i < 2; ++i) key(*wall, Qt::Key_Right);
        QVERIFY(!wall->isAsking());
        // The learner's own lesson is where it was, and the settings know nothing of the class.
        QCOMPARE(view.session().card(), cardBefore);
        QCOMPARE(view.session().progress().seed, std::int64_t(1));
        QVERIFY(!wall->session().progressOf("one-cell").isDone);
        wall->session().open(QStringLiteral("vanishing-gradient"));
        QCOMPARE(hands.before(), (Hands{0, 0, 0, 0}));
        wall->session().open(QStringLiteral("one-cell"));
        QVERIFY(wall->session().card() > 0);  // within the class it is kept
        QCOMPARE(view.session().progressOf("vanishing-gradient").card, 0);
        // The two keys of a remote lead back from the drawing and through it, and draw nothing themselves.
        program.runs.openEngine();
        auto* canvas = wall->findChild<StageCanvas*>();
        QTRY_VERIFY_WITH_TIMEOUT(canvas->content().isDrawing, kPatience);
        QTest::keyClick(canvas, Qt::Key_PageUp);
        QVERIFY(wall->session().shownCard().kind != Kind::Draw);
        // By mouse too the question comes first.
        wall->session().open(QStringLiteral("vanishing-gradient"));
        wall->session().open(QStringLiteral("one-cell"));
        QVERIFY(!wall->isAsking());
        QCoreApplication::processEvents();
        QTest::mouseClick(wall->picture().text().primary(), Qt::LeftButton);
        QVERIFY(wall->isAsking());
        // Hands, talk, hands again, answer, on: by one key.
        for (const auto phase : {HandsPanel::Phase::Talk, HandsPanel::Phase::After, HandsPanel::Phase::Revealed}) {
            key(*wall, Qt::Key_PageDown);
            QCOMPARE(hands.phase(), phase);
        }
        key(*wall, Qt::Key_PageDown);
        QVERIFY(!wall->isAsking());
        QTest::keyClick(canvas, Qt::Key_PageDown);
        QCOMPARE(wall->session().shownCard().kind, Kind::Train);
        QVERIFY(wall->session().progress().drawn.empty());
        QTRY_VERIFY_WITH_TIMEOUT(wall->session().isRevealed(), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(wall->session().shownCard().kind, Kind::Gap, kPatience);
        // Meanwhile the next lesson's networks were drawn: it is there at once.
        StageNetworks& networks = wall->picture().networks();
        QTRY_VERIFY_WITH_TIMEOUT(networks.isPrepared(), kPatience);
        wall->session().open(QStringLiteral("vanishing-gradient"));
        QTRY_VERIFY(!networks.isPrepared());
        QVERIFY(!networks.isReading());
        QCOMPARE(networks.twins().size(), std::size_t(2));
        QCOMPARE(networks.twins().front().frames.front().steps, std::int64_t(30));
    }

    void notesAreOnAWindowOfTheirOwn() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("notes")));
        TeacherWindow* wall = lessons(program).openClass(classFile());
        QVERIFY(wall);
        key(*wall, Qt::Key_N);
        NotesWindow* notes = wall->showNotes();
        QVERIFY(notes->isVisible() && notes->isWindow());
        notes->open(false);
        for (const char* words :
             {"Bring chalk.", "Ask first.", "No state", "✓", "Lesson 1 of 2", "minute 0 of 10", "Next:"})
            QVERIFY2(notes->text().contains(QString::fromUtf8(words)), words + notes->text().toUtf8());
        // With one screen the class reads them: it is said, and the right answer is kept back until it is told.
        notes->open(true);
        QVERIFY(notes->text().contains(QStringLiteral("the class reads this page")));
        QCOMPARE(notes->isFullScreen(), wall->isFullScreen());
        for (const char* words : {"No state", "✓"}) QVERIFY(!notes->text().contains(QString::fromUtf8(words)));
        wall->hands().reveal();
        for (const char* words : {"No state", "✓"}) QVERIFY(notes->text().contains(QString::fromUtf8(words)));
        wall->hands().setQuestion(wall->session().lesson()->hands);
        wall->hands().count(0, 1);
        QVERIFY(notes->text().contains(QStringLiteral("Yes:  1 → 0")));
        wall->session().open(QStringLiteral("vanishing-gradient"));
        QVERIFY(notes->text().contains(QStringLiteral("Lesson 2 of 2")));
        QVERIFY(!notes->text().contains(QStringLiteral("Ask first.")));
        for (const auto* label : wall->findChildren<QLabel*>())
            QVERIFY(!label->text().contains(QStringLiteral("Bring chalk.")));  // not on the wall
        // The keys lead the wall from there as well.
        const int cardBefore = wall->session().card();
        QTest::keyClick(notes, Qt::Key_PageDown);
        QCOMPARE(wall->session().card(), cardBefore + 1);
        QTest::keyClick(notes, Qt::Key_N);
        QVERIFY(!notes->isVisible() && wall->isVisible());
        QPointer<NotesWindow> watched(notes);
        delete wall;
        QVERIFY(!watched);
    }

    void lettersAreLargeAndBoxesWithThem_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1280x720") << QSize(1280, 720);
        QTest::newRow("1920x1080") << QSize(1920, 1080);
    }
    void lettersAreLargeAndBoxesWithThem() {
        QFETCH(QSize, size);
        test::WholeProgram program(folder_.filePath(QStringLiteral("letters")));
        TeacherWindow* wall = lessons(program).openClass(classFile());
        QVERIFY(wall);
        wall->showNormal();
        wall->resize(size);
        for (int i = 0; i < 9 && !wall->isAsking(); ++i) key(*wall, Qt::Key_Right);
        QVERIFY(wall->isAsking());
        QCoreApplication::processEvents();
        QCOMPARE(wall->size(), size);
        for (const QLabel* label : wall->findChildren<QLabel*>())
            if (label->isVisible() && !label->text().isEmpty())
                QVERIFY2(label->font().pixelSize() >= HandsPanel::kSmallest, qPrintable(label->text()));
        QVERIFY(wall->hands().width() >= 360 && wall->hands().height() >= 500);
    }

    void aBrokenClassSaysWhere() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("broken")));
        LessonsView& view = lessons(program);
        QSignalSpy problems(&view, &LessonsView::problem);
        QVERIFY(!view.openLesson(classFile(QByteArray(kClass).replace("one-cell", "one-cel"))));
        QVERIFY2(problems.value(0).value(0).toString().contains(QStringLiteral("was 'one-cell' meant?")),
                 qPrintable(problems.value(0).value(0).toString()));
        QVERIFY(!view.findChild<TeacherWindow*>());
    }

    void aStageIsSavedWithWhereItComesFrom() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("save")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        LessonsView& view = lessons(program);
        StageView& stage = view.picture();
        QTRY_VERIFY_WITH_TIMEOUT(!stage.canvas().content().halves.empty(), kPatience);
        const auto to = [this](const char* name) { return folder_.filePath(QLatin1String(name)); };
        // No film yet: that is said, and no file is left.
        QVERIFY(!exportStage(program.theme, stage, to("film.gif")).isEmpty());
        QVERIFY(!QFile::exists(to("film.gif")));
        for (const char* name : {"a.png", "a.svg", "sheet.pdf"})
            QCOMPARE(exportStage(program.theme, stage, to(name)), QString());
        QVERIFY(stage.caption().join(QLatin1Char(' ')).contains(QStringLiteral("training step 0")));
        LessonSession& session = view.session();
        session.draw({{9, 0.5}});
        session.train();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining() && session.isTrained(), kPatience);
        const auto& cards = session.lesson()->cards;
        session.setCard(static_cast<int>(std::ranges::find(cards, Kind::Gap, &LessonCard::kind) - cards.begin()));
        QTRY_VERIFY_WITH_TIMEOUT(stage.film().frames() > 2, kPatience);
        const QString caption = stage.caption().join(QLatin1Char(' '));
        for (const char* words : {"One cell", "training step ", "loss: ", "seed 1", "Source: ", "8 units"})
            QVERIFY2(caption.contains(QLatin1String(words), Qt::CaseInsensitive), words + caption.toUtf8());
        for (const char* name : {"b.png", "b.svg", "film.gif"})
            QCOMPARE(exportStage(program.theme, stage, to(name)), QString());
        // Read back by readers that did not write them.
        QVERIFY(QImage(to("b.png")).size() == QSize(1920, 1200));
        QVERIFY(QImage(to("a.png")) != QImage(to("b.png")));
        QXmlStreamReader svg(read(to("b.svg")));
        while (!svg.atEnd()) svg.readNext();
        QVERIFY2(!svg.hasError(), qPrintable(svg.errorString()));
        QVERIFY(read(to("b.svg")).contains("seed 1"));
        const QByteArray gif = read(to("film.gif"));
        QVERIFY(gif.startsWith("GIF89a") && gif.endsWith('\x3b'));
        QImageReader film(to("film.gif"));
        if (!film.canRead()) QSKIP("this Qt has no reader of GIF");
        QVERIFY(film.imageCount() >= stage.film().frames());
        const QImage first = film.read();
        QCOMPARE(first.size(), QSize(960, 600));
        QImage last;
        while (film.canRead()) last = film.read();
        QVERIFY(first != last);
        QVERIFY(read(to("sheet.pdf")).startsWith("%PDF-"));
        // The film stands where it stood.
        QCOMPARE(stage.film().frame(), stage.film().frames() - 1);
    }

    /// Without a window, as the command line asks: trained, written, and nobody's progress touched.
    void aLessonIsExportedByItself() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("alone")));
        program.runs.openEngine();
        LessonsView& view = lessons(program);
        const auto exported = [&](const QString& lesson, const QString& name) {
            LessonExport one(program.theme, program.runs, program.preferences, QStringLiteral("en"),
                             {lesson, folder_.filePath(name), 2});
            QSignalSpy done(&one, &LessonExport::done);
            one.begin();
            if (!QTest::qWaitFor([&] { return done.count() == 1; }, kPatience)) return QStringLiteral("never ended");
            return done.value(0).value(0).toString();
        };
        QVERIFY(exported(QStringLiteral("nothing"), QStringLiteral("n.png")).contains(QStringLiteral("no lesson")));
        QVERIFY(exported(QStringLiteral("one-cell"), QStringLiteral("n.txt")).contains(QStringLiteral(".gif")));
        QCOMPARE(exported(QStringLiteral("one-cell"), QStringLiteral("alone.svg")), QString());
        const QByteArray svg = read(folder_.filePath(QStringLiteral("alone.svg")));
        for (const char* words : {"seed 2", "loss", "Source: "}) QVERIFY2(svg.contains(words), words);
        QCOMPARE(exported(QStringLiteral("one-cell"), QStringLiteral("alone.pdf")), QString());
        QVERIFY(read(folder_.filePath(QStringLiteral("alone.pdf"))).startsWith("%PDF-"));
        QVERIFY(!QFile::exists(folder_.filePath(QStringLiteral("n.png"))));
        QVERIFY(view.session().progressOf("one-cell").outcomes.empty());
        QVERIFY(view.session().progressOf("one-cell").drawn.empty());
    }

    /// From the task to the file that is handed in; what is missing is said, and no file is written.
    void anExerciseIsAnswered() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("exercise")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        ExperimentConfig config;
        config.builtin = "sine";
        config.builtinLength = 300;
        config.lookback = 12;
        config.hiddenSize = 4;
        config.epochs = 1;
        config.device = "cpu";
        const QString file = folder_.filePath(QStringLiteral("homework.json"));
        {
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(QByteArray::fromStdString(exerciseTemplate(config)));
        }
        LessonsView& view = lessons(program);
        ExerciseDialog* dialog = view.openExercise(file);
        QVERIFY(dialog && dialog->isVisible());
        QVERIFY(dialog->findChild<QLabel*>());
        QCOMPARE(dialog->choice("mine")->currentData().toString(), QString());
        const QString answer = folder_.filePath(QStringLiteral("anna.answer.json"));
        dialog->handIn(answer);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), kPatience);
        QVERIFY(!QFile::exists(answer));
        // The settings are taken, and what is trained with them is offered; a run of other settings is not.
        for (auto* button : dialog->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Set up")) button->click();
        QCOMPARE(program.experiment.config().builtinLength, std::int64_t(300));
        QSignalSpy finished(&program.runs, &RunController::runFinished);
        program.runs.start({.config = program.experiment.config()});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
        ExperimentConfig other = config;
        other.batchSize = 16;
        program.runs.start({.config = other});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, kPatience);
        QTRY_VERIFY(!dialog->choice("mine")->currentData().toString().isEmpty());
        QCOMPARE(dialog->choice("mine")->count(), 1);
        const auto fields = dialog->findChildren<QLineEdit*>();
        fields.front()->setText(QStringLiteral("0,3"));
        fields.back()->setText(QStringLiteral("Anna"));
        dialog->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("the state"));
        QSignalSpy handed(dialog, &ExerciseDialog::handedIn);
        dialog->handIn(answer);
        QTRY_COMPARE_WITH_TIMEOUT(handed.count(), 1, kPatience);
        const auto back = readAnswer(answer.toStdString());
        QVERIFY(back.ok() && back->isSealed);
        QCOMPARE(back->student, std::string("Anna"));
        QCOMPARE(back->predicted, 0.3);
        QVERIFY(QFileInfo(folder_.filePath(QStringLiteral("anna.answer-runs/runs"))).isDir());
    }

    void theOwnSeriesIsNotForgotten() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("own")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        auto* bar = lessons(program).findChild<OwnSeriesBar*>();
        QVERIFY(bar && !bar->isVisible());
        bar->begin(QStringLiteral("Your own series"));
        QVERIFY(bar->isVisible());
        const auto said = [bar] { return bar->findChild<QLabel*>()->text(); };
        QVERIFY(said().contains(QStringLiteral("Your own series, own series: train it")));
        QSignalSpy finished(&program.runs, &RunController::runFinished), look(bar, &OwnSeriesBar::lookAsked);
        ExperimentConfig config;
        config.builtin = "sine";
        config.builtinLength = 300;
        config.lookback = 12;
        config.hiddenSize = 4;
        config.epochs = 1;
        config.device = "cpu";
        program.runs.start({.config = config});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
        QTRY_VERIFY2(said().contains(QStringLiteral("Now look at its gates")), qPrintable(said()));
        bar->findChild<QPushButton*>()->click();
        QCOMPARE(look.value(0).value(0).toString(), finished.value(0).value(0).toString());
        bar->end();
        QVERIFY(!bar->isVisible());
    }

    /// The worksheet gives nothing away, before and after the training.
    void aWorksheetHidesTheAnswer() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("sheet")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        LessonsView& view = lessons(program);
        StageView& stage = view.picture();
        QTRY_VERIFY_WITH_TIMEOUT(!stage.canvas().content().halves.empty(), kPatience);
        const QImage before = stage.worksheetPage().image(1);
        LessonSession& session = view.session();
        session.draw({{9, 0.5}});
        session.train();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isTraining() && session.isTrained(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!stage.networks().isReading(), kPatience);
        const auto& cards = session.lesson()->cards;
        session.setCard(static_cast<int>(std::ranges::find(cards, Kind::Gap, &LessonCard::kind) - cards.begin()));
        QTRY_VERIFY_WITH_TIMEOUT(stage.film().frames() > 2, kPatience);
        const Picture sheet = stage.worksheetPage();
        QCOMPARE(sheet.size, QSize(794, 1123));
        QVERIFY(!sheet.description.contains(QStringLiteral("loss")));
        QVERIFY(!before.isNull() && sheet.image(1) == before);
    }
};

QTEST_MAIN(TestClass)
#include "tst_class.moc"
