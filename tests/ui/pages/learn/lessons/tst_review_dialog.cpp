// SPDX-License-Identifier: GPL-3.0-or-later
// The mixed review: there from five finished lessons on, wrong answers come again, and all of it is kept.
#include "common/preferences.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/lessons/lessons_view.h"
#include "pages/learn/lessons/review_dialog.h"
#include "support/whole_program.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

class TestReviewDialog : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    static LessonsView& lessons(test::WholeProgram& program) {
        program.window->showPlace({QStringLiteral("learn"), QStringLiteral("lessons"), {}, QStringLiteral("one-cell")});
        QCoreApplication::processEvents();
        return *program.window->page(QStringLiteral("learn"))->findChild<LessonsView*>();
    }
    /// All but the open one.
    static void finish(test::WholeProgram& program, const LessonSession& session, int count) {
        for (const Lesson& lesson : session.shelf().lessons) {
            if (lesson.key == "one-cell" || count-- <= 0) continue;
            program.preferences.setWindow(QStringLiteral("lessons/") + QString::fromStdString(lesson.key),
                                          QByteArray(R"({"done":true})"));
        }
    }

private Q_SLOTS:
    void itIsThereFromFiveLessonsOn() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("five")));
        LessonsView& view = lessons(program);
        auto* button = view.findChild<QPushButton*>(QStringLiteral("review"));
        QVERIFY(button && !button->isVisible());
        finish(program, view.session(), 4);
        QVERIFY(finishedQuestions(view.session()).empty());
        finish(program, view.session(), 5);
        QVERIFY(finishedQuestions(view.session()).size() >= 10);
        view.session().open(QStringLiteral("one-cell"));
        QTRY_VERIFY(button->isVisible());
        QVERIFY2(button->text().startsWith(QStringLiteral("Review: ")), qPrintable(button->text()));
    }

    void aWrongOneComesAgainAndIsKept() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("wrong")));
        LessonsView& view = lessons(program);
        finish(program, view.session(), 6);
        ReviewDialog* dialog = view.showReview();
        QVERIFY(dialog->isVisible() && !dialog->round().isOver());
        const std::string first = dialog->round().question().key;
        const auto wrong = static_cast<int>(dialog->round().question().question.right == 0 ? 1 : 0);
        QTest::keyClick(dialog, static_cast<Qt::Key>(Qt::Key_1 + wrong));
        QTRY_COMPARE(readReview(program.preferences).memory.at(first), (ReviewMemory{0, 1}));
        dialog->answer(0);  // it is answered
        QCOMPARE(dialog->round().asked(), std::size_t(1));
        bool cameAgain = false;
        for (int i = 0; i < 20 && !dialog->round().isOver(); ++i) {
            QTest::keyClick(dialog, Qt::Key_Return);
            cameAgain = cameAgain || dialog->round().question().key == first;
            dialog->answer(static_cast<int>(dialog->round().question().question.right));
        }
        QVERIFY(cameAgain && dialog->round().isOver());
        QCOMPARE(dialog->round().firstRight(), dialog->round().asked() - 1);
        const ReviewProgress kept = readReview(program.preferences);
        QCOMPARE(kept.rounds, std::int64_t(1));
        QCOMPARE(kept.memory.size(), kReviewQuestions);
        keepReview(program.preferences, kept);
        QVERIFY(readReview(program.preferences) == kept);
        dialog->close();
    }
};

QTEST_MAIN(TestReviewDialog)
#include "tst_review_dialog.moc"
