// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_actions.h"

#include "common/action_properties.h"
#include "common/command_shortcuts.h"
#include "common/theme.h"
#include "window/command_rows.h"
#include "window/page_list.h"
#include "window/window_commands.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QWidget>

#include <algorithm>
#include <string>

namespace gatelab {

namespace {

struct MenuRow {
    const char* key;
    const char* text;
};
constexpr MenuRow kMenus[] = {
    {"file", QT_TRANSLATE_NOOP("WindowActions", "&File")}, {"edit", QT_TRANSLATE_NOOP("WindowActions", "&Edit")},
    {"view", QT_TRANSLATE_NOOP("WindowActions", "&View")}, {"data", QT_TRANSLATE_NOOP("WindowActions", "&Data")},
    {"run", QT_TRANSLATE_NOOP("WindowActions", "&Run")},   {"help", QT_TRANSLATE_NOOP("WindowActions", "&Help")},
};

const char* menuOf(const CommandRow& row) { return *row.menu == '-' ? row.menu + 1 : row.menu; }
QString textOf(const char* source) { return QCoreApplication::translate("WindowActions", source); }
std::string pageKey(const PageRow& row) { return std::string("page-") + row.key; }

void addSubmenu(QMenu& entries, const CommandRow& row, WindowCommands& commands) {
    QMenu* menu = row.submenu(commands);
    menu->menuAction()->setObjectName(QString::fromLatin1(row.key));
    menu->menuAction()->setProperty(kSearchWords, QString::fromLatin1(row.words));
    entries.addMenu(menu);
}

}  // namespace

WindowActions::WindowActions(Theme& theme, QWidget* window) : QObject(window) {
    for (const PageRow& row : pageRows()) {
        if (!row.title) continue;
        add(pageKey(row).c_str(), row.text, "", row.shortcut, row.words, theme, *window);
        actions_.back()->setProperty(kIsPlace, true);
    }
    for (const CommandRow& row : commandRows()) {
        if (!*row.menu || row.submenu) continue;
        add(row.key, row.text, row.icon, row.shortcut, row.words, theme, *window);
        actions_.back()->setCheckable(row.checkable);
        actions_.back()->setProperty(kNotInPalette, !row.isInPalette);
        actions_.back()->setProperty(kIsPlace, row.isPlace);
    }
}

void WindowActions::add(const char* key, const char* text, const char* icon, const char* shortcut, const char* words,
                        Theme& theme, QWidget& window) {
    auto* action = new QAction(textOf(text), &window);
    action->setObjectName(QString::fromLatin1(key));
    if (*icon) action->setIcon(theme.icon(QString::fromLatin1(icon)));
    action->setIconVisibleInMenu(false);
    action->setShortcut(QKeySequence(QString::fromLatin1(shortcut)));
    action->setProperty(kSearchWords, QString::fromLatin1(words));
    setCommandShortcut(action->objectName(), action->shortcut());
    window.addAction(action);
    actions_.push_back(action);
}

QAction* WindowActions::find(const QString& key) const {
    const auto action = std::ranges::find(actions_, key, &QAction::objectName);
    return action == actions_.end() ? nullptr : *action;
}

QAction* WindowActions::operator[](const char* key) const {
    QAction* action = find(QString::fromLatin1(key));
    Q_ASSERT_X(action, "WindowActions", key);
    return action;
}

void WindowActions::fill(QMenuBar* bar, WindowCommands& commands) {
    for (const auto& menu : kMenus) {
        auto* entries = bar->addMenu(textOf(menu.text));
        if (qstrcmp(menu.key, "view") == 0)
            for (const PageRow& row : pageRows()) {
                if (!row.title) continue;
                QAction* action = (*this)[pageKey(row).c_str()];
                connect(action, &QAction::triggered, &commands,
                        [&commands, &row] { commands.show({QString::fromLatin1(row.key)}); });
                entries->addAction(action);
                if (row.submenu.key) addSubmenu(*entries, row.submenu, commands);
            }
        for (const CommandRow& row : commandRows()) {
            if (qstrcmp(menuOf(row), menu.key) != 0) continue;
            if (*row.menu == '-') entries->addSeparator();
            if (row.submenu) {
                addSubmenu(*entries, row, commands);
                continue;
            }
            QAction* action = (*this)[row.key];
            connect(action, &QAction::triggered, &commands,
                    [&commands, &row] { row.run(commands, Command(QString::fromLatin1(row.key))); });
            entries->addAction(action);
        }
    }
}

QString WindowActions::shortcutText(const QAction* action) {
    return action->shortcut().toString(QKeySequence::NativeText);
}

}  // namespace gatelab
