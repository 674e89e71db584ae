// SPDX-License-Identifier: GPL-3.0-or-later
// All that the menu bar offers has keys of its own, and they do what the menu would do now.
#include "common/action_properties.h"
#include "common/background_job.h"
#include "pages/train/dashboard.h"
#include "support/whole_program.h"
#include "window/command_rows.h"
#include "window/menu_keys.h"
#include "window/window_actions.h"

#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

using namespace gatelab;

namespace {

struct KeyedEntry {
    QString name;
    QKeySequence keys;
};

void collect(QMenu& menu, const QString& within, std::vector<KeyedEntry>& entries) {
    Q_EMIT menu.aboutToShow();
    for (const QAction* action : menu.actions()) {
        if (action->isSeparator() || action->property(kWithoutKeys).toBool()) continue;
        // A command need not have one
        if (const CommandRow* row = findCommandRow(action->objectName()); row && *row->shortcut == '\0') continue;
        const QString name = within + QStringLiteral(" > ") + action->text();
        if (action->menu())
            collect(*action->menu(), name, entries);
        else
            entries.push_back({name, QKeySequence(WindowActions::shortcutText(action), QKeySequence::NativeText)});
    }
}

std::vector<KeyedEntry> menuEntries(const MainWindow& window) {
    std::vector<KeyedEntry> entries;
    for (const QAction* menu : window.menuBar()->actions())
        if (menu->menu()) collect(*menu->menu(), menu->text(), entries);
    return entries;
}

bool isTaken(QWidget& editor, QKeyCombination stroke) {
    QKeyEvent asked(QEvent::ShortcutOverride, stroke.key(), stroke.keyboardModifiers());
    asked.ignore();
    QCoreApplication::sendEvent(&editor, &asked);
    return asked.isAccepted();
}

}  // namespace

class TestMenuKeys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void eachEntryHasKeysOfItsOwn() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        for (const char* page : {"data", "model", "train", "compare"})
            program.window->showPage(QString::fromLatin1(page));
        const std::vector<KeyedEntry> entries = menuEntries(*program.window);
        QVERIFY(entries.size() > 100);
        QList<QKeySequence> others;
        for (const QShortcut* shortcut : program.window->findChildren<QShortcut*>()) others << shortcut->key();
        for (const QAction* action : program.window->findChildren<QAction*>())
            if (!action->shortcut().isEmpty()) others << action->shortcut();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const auto& [name, keys] = entries[i];
            QVERIFY2(!keys.isEmpty(), qPrintable(name));
            QVERIFY2(others.contains(keys), qPrintable(name));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(keys != entries[j].keys, qPrintable(name + QStringLiteral(" and ") + entries[j].name));
            for (const QKeySequence& other : others)
                QVERIFY2(other.matches(keys) != QKeySequence::PartialMatch,
                         qPrintable(name + QStringLiteral(" is hidden by ") + other.toString()));
        }
        // Qt tells nobody of two equal ones: neither works.
        QList<QKeySequence> chords;
        for (const QShortcut* shortcut :
             program.window->findChildren<QShortcut*>(QString(), Qt::FindDirectChildrenOnly)) {
            QVERIFY2(!chords.contains(shortcut->key()), qPrintable(shortcut->key().toString()));
            chords << shortcut->key();
        }
    }

    void noEditorTakesTheFirstStroke() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QLineEdit line(QStringLiteral("text"));
        QPlainTextEdit text(QStringLiteral("text"));
        QVERIFY(isTaken(line, Qt::CTRL | Qt::Key_C));
        int chords = 0;
        for (const KeyedEntry& entry : menuEntries(*program.window)) {
            if (entry.keys.count() < 2) continue;
            ++chords;
            for (QWidget* editor : {static_cast<QWidget*>(&line), static_cast<QWidget*>(&text)})
                QVERIFY2(!isTaken(*editor, entry.keys[0]), qPrintable(entry.name));
        }
        QVERIFY(chords > 50);
    }

    void aChoiceIsMadeByItsKeys() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.window->showPage(QStringLiteral("train"));
        program.window->setFocus();
        DashboardStore store(program.preferences);
        const bool shown = store.current().visible().contains(QStringLiteral("loss"));
        const auto press = [&] {
            QTest::keyClick(program.window.get(), Qt::Key_T, Qt::ControlModifier);
            QTest::keyClick(program.window.get(), Qt::Key_1);
        };
        press();
        QCOMPARE(store.current().visible().contains(QStringLiteral("loss")), !shown);
        press();
        QCOMPARE(store.current().visible().contains(QStringLiteral("loss")), shown);
        // Changed elsewhere since the menu was last filled.
        Dashboard changed = store.current();
        changed.show(QStringLiteral("loss"), !shown);
        store.setCurrent(changed);
        press();
        QCOMPARE(store.current().visible().contains(QStringLiteral("loss")), shown);
    }

    void withoutARunThereIsNothingToColour() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        const auto submenus = program.window->menuBar()->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
        const auto colours = std::ranges::find_if(
            submenus, [](const QMenu* menu) { return menu->title() == QStringLiteral("Its &colour"); });
        QVERIFY(colours != submenus.end());
        Q_EMIT(*colours)->aboutToShow();
        QVERIFY(!(*colours)->actions().isEmpty());
        for (const QAction* colour : (*colours)->actions())
            QVERIFY(!colour->isEnabled() && colour->toolTip().startsWith(QStringLiteral("Choose a run")));
    }

    void theyWorkOnceAfterTheWindowIsBuiltAnew() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        const auto count = [&] {
            return program.window->findChildren<QShortcut*>(QString(), Qt::FindDirectChildrenOnly).size();
        };
        const auto before = count();
        QVERIFY(before > 50);
        QPointer<const WindowActions> old(&program.window->actions());
        program.language.set(QStringLiteral("zh_CN"));
        QTRY_VERIFY(!old);
        QTRY_COMPARE(count(), before);
        program.language.set(QStringLiteral("en"));
    }
};

QTEST_MAIN(TestMenuKeys)
#include "tst_menu_keys.moc"
