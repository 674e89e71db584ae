// SPDX-License-Identifier: GPL-3.0-or-later
// A new workspace is made by its name, and there is a way back to every one that was opened. What was open in forms is
// open after a restart.
#include "common/background_job.h"
#include "common/texts.h"
#include "form/form_section.h"
#include "form/form_states.h"
#include "support/person.h"
#include "support/whole_program.h"
#include "window/window_actions.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace gatelab;

class TestWorkspaceMenu : public QObject {
    Q_OBJECT
    static QString opened(const test::WholeProgram& program) {
        return program.runs.workspace() ? fromPath(program.runs.workspace()->folder()) : QString();
    }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void aTypedNameMakesAWorkspace() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowExposed(program.window.get()));
        QTRY_VERIFY(program.runs.workspace());
        const QString first = opened(program), fresh = folder.filePath(QStringLiteral("fresh"));
        QVERIFY(!QDir(fresh).exists());
        test::Person::answerFileDialog(fresh);
        program.window->actions()["new-workspace"]->trigger();
        QTRY_COMPARE(opened(program), fresh);
        QVERIFY(QDir(fresh).exists(QStringLiteral("workspace.sqlite")));
        // Also the one that only the command line named.
        QCOMPARE(program.preferences.recentWorkspaces(), (QStringList{fresh, first}));
        QCOMPARE(program.preferences.workspaceFolder(), fresh);
    }

    void aFileInTheWayIsLeftAlone() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowExposed(program.window.get()));
        QTRY_VERIFY(program.runs.workspace());
        const QString first = opened(program), taken = folder.filePath(QStringLiteral("taken"));
        QFile file(taken);
        QVERIFY(file.open(QIODevice::WriteOnly));
        test::Person::answerFileDialog(taken);
        program.window->actions()["new-workspace"]->trigger();
        QCOMPARE(opened(program), first);
        QVERIFY(QFileInfo(taken).isFile());
        QCOMPARE(program.preferences.recentWorkspaces(), QStringList{first});
    }

    void unfoldedFormsStayUnfolded() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath(QStringLiteral("settings.ini")));
        Theme theme;
        for (const bool expected : {false, true}) {
            QWidget page;
            auto* section = new FormSection(theme, QStringLiteral("More settings"), &page);
            section->setObjectName(QStringLiteral("more"));
            section->setOpen(false);
            new FormStates(page, QStringLiteral("train"), preferences);
            QCOMPARE(section->isOpen(), expected);
            section->setOpen(false);  // by the program: that is not kept
            if (!expected) section->findChild<QToolButton*>()->click();
        }
    }
};

QTEST_MAIN(TestWorkspaceMenu)
#include "tst_workspace_menu.moc"
