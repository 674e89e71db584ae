// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <vector>

class QMenuBar;

namespace gatelab {

class Theme;
class WindowCommands;

/// The commands and pages of one window as QActions (from command_rows.cpp and page_list.cpp), in the language of the
/// moment. Rebuilt with the window's widgets.
class WindowActions : public QObject {
    Q_OBJECT
public:
    WindowActions(Theme& theme, QWidget* window);
    [[nodiscard]] QAction* operator[](const char* key) const;
    /// Null: no row of that key stands in a menu.
    [[nodiscard]] QAction* find(const QString& key) const;
    /// Fills the menu bar, and lets `commands` do what is chosen.
    void fill(QMenuBar* bar, WindowCommands& commands);
    [[nodiscard]] const std::vector<QAction*>& all() const { return actions_; }
    /// The keys of an action as people read them; empty: it has none.
    static QString shortcutText(const QAction* action);

private:
    void add(const char* key, const char* text, const char* icon, const char* shortcut, const char* words, Theme& theme,
             QWidget& window);
    std::vector<QAction*> actions_;
};

}  // namespace gatelab
