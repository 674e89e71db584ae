// SPDX-License-Identifier: GPL-3.0-or-later
// The part of WindowCommands that fills the submenus: recent files, built-in series, looks.
#include "config/choices.h"
#include "desktop_notice.h"
#include "experiment_model.h"
#include "language.h"
#include "preferences.h"
#include "texts.h"
#include "theme.h"
#include "window_commands.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

namespace gatelab {

namespace {

/// One exclusive, checkable entry.
QAction* addChoice(QMenu* menu, QActionGroup* group, const QString& text, bool checked) {
    auto* action = menu->addAction(text);
    action->setCheckable(true);
    action->setChecked(checked);
    group->addAction(action);
    return action;
}

}  // namespace

std::map<QString, QMenu*> WindowCommands::makeMenus() {
    return {{QStringLiteral("open"), recentMenu()}, {QStringLiteral("reload"), builtinMenu()}, {QStringLiteral("smaller"), looksMenu()}};
}

QMenu* WindowCommands::recentMenu() {
    auto* menu = new QMenu(tr("Open &recent"), window_.menuBar());
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (const auto& path : parts_.preferences.recentFiles())
            menu->addAction(QFileInfo(path).fileName(), this, [this, path] { window_.openPath(path); })->setToolTip(path);
        menu->addSection(tr("Workspaces"));
        for (const auto& path : parts_.preferences.recentWorkspaces()) menu->addAction(path, this, [this, path] { window_.openPath(path); });
    });
    return menu;
}

QMenu* WindowCommands::builtinMenu() {
    auto* menu = new QMenu(tr("&Built-in series"), window_.menuBar());
    for (const auto& choice : builtinChoices()) {
        auto* action = menu->addAction(translated(choice.label), this, [this, key = QString::fromLatin1(choice.key)] {
            parts_.experiment.openBuiltin(key);
            window_.showPage(QStringLiteral("data"));
        });
        action->setToolTip(translated(choice.help));
    }
    menu->setToolTipsVisible(true);
    return menu;
}

QMenu* WindowCommands::looksMenu() {
    auto* menu = new QMenu(tr("Lan&guage and appearance"), window_.menuBar());
    menu->addSection(tr("Language"));
    auto* languages = new QActionGroup(menu);
    for (const auto& choice : Language::choices())
        connect(addChoice(menu, languages, choice.name, parts_.language.code() == choice.code), &QAction::triggered, this, [this, code = choice.code] {
            parts_.preferences.setLanguage(code);
            parts_.language.set(code);
        });
    menu->addSection(tr("Appearance"));
    auto* looks = new QActionGroup(menu);
    for (const AppearanceChoice& choice : appearanceChoices())
        connect(addChoice(menu, looks, choice.label, parts_.theme.appearance() == choice.value), &QAction::triggered, this, [this, chosen = choice.value] {
            parts_.preferences.setAppearance(chosen);
            parts_.theme.setAppearance(chosen);
        });
    menu->addSeparator();
    QAction* notices = menu->addAction(tr("Desktop message when a run ends"));
    notices->setCheckable(true);
    notices->setChecked(parts_.preferences.window(kDesktopNotices, true).toBool());
    notices->setToolTip(tr("Only while the window is not in front"));
    connect(notices, &QAction::toggled, this, [this](bool on) { parts_.preferences.setWindow(kDesktopNotices, on); });
    return menu;
}

}  // namespace gatelab
