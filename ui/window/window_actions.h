// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <functional>
#include <map>
#include <span>
#include <vector>

class QMenuBar;

namespace gatelab {

class Theme;

/// The commands of one window as QActions, in the language of the moment. Rebuilt with the window's widgets.
class WindowActions : public QObject {
    Q_OBJECT
public:
    WindowActions(Theme& theme, QWidget* window);
    [[nodiscard]] QAction* operator[](const char* key) const;
    void on(const char* key, std::function<void()> run);
    /// Fills the menu bar; `submenus`: filled by the window (recent files, built-in series), by key.
    void fill(QMenuBar* bar, const std::map<QString, QMenu*>& submenus);
    [[nodiscard]] const std::vector<QAction*>& all() const { return actions_; }
    /// The keys of an action as people read them, also those of an entry of a submenu.
    static QString shortcutText(const QAction* action);

private:
    std::vector<QAction*> actions_;
};

}  // namespace gatelab
