// SPDX-License-Identifier: GPL-3.0-or-later
// F6 goes round the areas of the window, and the list of keys has what is said to have one.
#include "background_job.h"
#include "project_dock.h"
#include "support/whole_program.h"
#include "window_actions.h"
#include "window_shell.h"

#include <QApplication>
#include <QDialog>
#include <QListWidget>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

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
            for (const auto& [name, area] : {std::pair<const char*, QWidget*>("inspector", program.window->page(QStringLiteral("model"))->inspector()),
                                             std::pair<const char*, QWidget*>("dock", program.window->shell().dock())})
                if (area && area->isAncestorOf(focus)) return QString::fromLatin1(name);
            return QStringLiteral("other");
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
        QVERIFY2(forward.contains(QStringLiteral("page")) && !forward.contains(QStringLiteral("none")), qPrintable(forward.join(QLatin1Char(','))));
        QVERIFY2(QSet<QString>(forward.begin(), forward.end()).size() >= 2, qPrintable(forward.join(QLatin1Char(','))));
        QCOMPARE(back.value(0), forward.value(1));
        QCOMPARE(back.value(1), forward.value(0));
    }

    void allThatIsListedHasAKey() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("keys")));
        int listed = -1, withKey = 0;
        QTimer::singleShot(0, program.window.get(), [&] {
            auto* palette = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!palette) return;
            const auto* list = palette->findChild<QListWidget*>();
            listed = list->count();
            for (int i = 0; i < listed; ++i) withKey += list->item(i)->data(Qt::UserRole).isValid() ? 1 : 0;
            palette->reject();
        });
        program.window->actions()["shortcuts"]->trigger();
        QVERIFY2(listed > 20, qPrintable(QString::number(listed)));
        QCOMPARE(withKey, listed);
    }
};

QTEST_MAIN(TestKeyAreas)
#include "tst_key_areas.moc"
