// SPDX-License-Identifier: GPL-3.0-or-later
// F6 goes round the areas of the window, and the list of keys has what is said to have one.
// Holds ui/window/window_shell.cpp.
#include "common/background_job.h"
#include "pages/page.h"
#include "support/whole_program.h"
#include "window/notices.h"
#include "window/status_line.h"
#include "window/window_actions.h"
#include "window/window_shell.h"

#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QScrollArea>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>
#include <algorithm>

using namespace gatelab;

class TestKeyAreas : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void areasFollowOneAnother() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("areas")));
        program.window->showPage(QStringLiteral("model"));
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        const auto areaNow = [&]() -> QString {
            const QWidget* focus = QApplication::focusWidget();
            if (!focus) return QStringLiteral("none");
            if (program.window->page(QStringLiteral("model"))->isAncestorOf(focus)) return QStringLiteral("page");
            const QWidget* inspector = program.window->page(QStringLiteral("model"))->inspector();
            return inspector->isAncestorOf(focus) ? QStringLiteral("inspector") : QStringLiteral("other");
        };
        QStringList forward, back;
        if (QWidget* focus = QApplication::focusWidget()) focus->clearFocus();
        for (int i = 0; i < 3; ++i) {
            program.window->actions()["next-area"]->trigger();
            forward << areaNow();
        }
        for (int i = 0; i < 3; ++i) {
            program.window->actions()["previous-area"]->trigger();
            back << areaNow();
        }
        QVERIFY2(forward.contains(QStringLiteral("page")) && !forward.contains(QStringLiteral("none")),
                 qPrintable(forward.join(QLatin1Char(','))));
        QVERIFY2(QSet<QString>(forward.begin(), forward.end()).size() >= 2, qPrintable(forward.join(QLatin1Char(','))));
        QCOMPARE(back.value(0), forward.value(1));
        QCOMPARE(back.value(1), forward.value(0));
    }

    /// Words typed beside a field begin no run.
    void spaceBeginsNoRun() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("space")));
        QSignalSpy paused(program.window->actions()["pause"], &QAction::triggered);
        for (const char* page : {"start", "data", "model", "compare", "train"}) {
            program.window->showPage(QString::fromLatin1(page));
            QTest::keyClick(program.window.get(), Qt::Key_Space);
            QVERIFY2(paused.isEmpty() && program.window->shownPage() == QLatin1String(page), page);
            QVERIFY(!program.runs.active());
        }
    }

    /// What undo changes may be on another page.
    void undoSaysWhatItTookBack() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("undo")));
        const ExperimentConfig before = program.experiment.config();
        program.experiment.set("hidden_size", std::int64_t{before.hiddenSize + 8});
        const auto isReported = [&](const QString& words) {
            const auto labels = program.window->shell().status()->findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&](const QLabel* label) {
                return label->text().contains(words) || label->toolTip().contains(words);
            });
        };
        program.window->actions()["undo"]->trigger();
        QCOMPARE(program.experiment.config().hiddenSize, before.hiddenSize);
        QVERIFY(isReported(QStringLiteral("Undone: Hidden size")));
        program.window->actions()["redo"]->trigger();
        QVERIFY(isReported(QStringLiteral("Redone: Hidden size")));
    }

    /// Where the keys go first, a ring is seen: not an area that only scrolls.
    void theFirstStopShowsItsFocus() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("first")));
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        for (const char* page : {"start", "data", "model", "train", "compare"}) {
            program.window->showPage(QString::fromLatin1(page));
            if (QWidget* focus = QApplication::focusWidget()) focus->clearFocus();
            program.window->actions()["next-area"]->trigger();
            QWidget* focus = QApplication::focusWidget();
            QVERIFY2(
                focus && focus->isVisible() && program.window->page(QString::fromLatin1(page))->isAncestorOf(focus),
                page);
            QVERIFY2(!qobject_cast<QScrollArea*>(focus), page);
        }
    }

    void aMessageIsStoppedAtForItsButton() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("messages")));
        program.window->showPage(QStringLiteral("model"));
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        const NoticeArea& area = *program.window->shell().noticeArea();
        const auto stops = [&] {
            program.window->page(QStringLiteral("model"))->setFocus();
            int count = 0;
            for (int i = 0; i < 8; ++i) {
                program.window->actions()["next-area"]->trigger();
                count += area.isAncestorOf(QApplication::focusWidget()) ? 1 : 0;
            }
            return count;
        };
        program.window->notices().addWarning(QStringLiteral("it only tells something"));
        QVERIFY(area.isVisible());
        QCOMPARE(stops(), 0);
        program.window->notices().addError(QStringLiteral("it can be helped"), QStringLiteral("Help it"),
                                           QStringLiteral("check"));
        QVERIFY(stops() > 0);
        QVERIFY(area.answer());
        while (!area.isAncestorOf(QApplication::focusWidget())) program.window->shell().focusNextArea(1);
        QCOMPARE(QApplication::focusWidget(), area.answer());
    }

    void allThatIsListedHasAKey() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("keys")));
        int listed = -1, withKey = 0;
        QStringList headings;
        QTimer::singleShot(0, program.window.get(), [&] {
            auto* palette = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!palette) return;
            const auto* list = palette->findChild<QTreeWidget*>();
            listed = 0;
            for (int i = 0; i < list->topLevelItemCount(); ++i) {
                const auto* line = list->topLevelItem(i);
                if (!line->data(0, Qt::UserRole).isValid()) {
                    QVERIFY(!line->flags().testFlag(Qt::ItemIsEnabled));
                    headings << qobject_cast<QLabel*>(list->itemWidget(list->topLevelItem(i), 0))->text();
                    continue;
                }
                ++listed;
                withKey += line->text(1).isEmpty() ? 0 : 1;
            }
            palette->reject();
        });
        program.window->actions()["shortcuts"]->trigger();
        QVERIFY2(listed > 20, qPrintable(QString::number(listed)));
        QCOMPARE(headings, (QStringList{"File", "Edit", "View", "Data", "Run", "Help"}));
        QCOMPARE(withKey, listed);
    }
};

QTEST_MAIN(TestKeyAreas)
#include "tst_key_areas.moc"
