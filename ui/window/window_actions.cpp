// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_actions.h"

#include "common/action_properties.h"
#include "common/theme.h"
#include "common/window_action_rows.h"
#include "window/menu_keys.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QWidget>

#include <algorithm>
#include <iterator>

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

const char* menuOf(const WindowActionRow& row) { return *row.menu == '-' ? row.menu + 1 : row.menu; }
QString textOf(const char* source) { return QCoreApplication::translate("WindowActions", source); }

}  // namespace

WindowActions::WindowActions(Theme& theme, QWidget* window) : QObject(window) {
    for (const auto& row : windowActionRows()) {
        auto* action = new QAction(textOf(row.text), window);
        action->setObjectName(QString::fromLatin1(row.key));
        action->setCheckable(row.checkable);
        if (*row.icon) action->setIcon(theme.icon(QString::fromLatin1(row.icon)));
        action->setIconVisibleInMenu(false);
        action->setShortcut(QKeySequence(QString::fromLatin1(row.shortcut)));
        window->addAction(action);
        actions_.push_back(action);
    }
}

QAction* WindowActions::operator[](const char* key) const {
    for (auto* action : actions_)
        if (action->objectName() == QLatin1String(key)) return action;
    Q_ASSERT_X(false, "WindowActions", key);
    return nullptr;
}

void WindowActions::on(const char* key, std::function<void()> run) {
    connect((*this)[key], &QAction::triggered, this, [run = std::move(run)] { run(); });
}

void WindowActions::fill(QMenuBar* bar, const std::map<QString, QMenu*>& submenus) {
    for (const auto& menu : kMenus) {
        auto* entries = bar->addMenu(textOf(menu.text));
        for (const auto& row : windowActionRows()) {
            if (qstrcmp(menuOf(row), menu.key) != 0) continue;
            if (*row.menu == '-') entries->addSeparator();
            entries->addAction((*this)[row.key]);
            // A submenu named after an action stands below it.
            if (const auto found = submenus.find(QString::fromLatin1(row.key)); found != submenus.end())
                entries->addMenu(found->second);
        }
    }
}

QString WindowActions::shortcutText(const QAction* action) {
    const QString chord = action->property(kChord).toString();
    return (chord.isEmpty() ? action->shortcut() : QKeySequence(chord)).toString(QKeySequence::NativeText);
}

}  // namespace gatelab
