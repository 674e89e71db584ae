// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <functional>
#include <vector>

namespace gatelab {

/// What can be done on the page in front, by the words on it: its buttons, choices and actions, with a submenu for each
/// panel that has an accessible name. Read off the page when the menu opens, so that a page registers nothing: what can
/// be clicked can be found, here and in the command palette. Settings of a form are left out: the palette has them all.
/// GUI thread.
class PageMenu : public QMenu {
    Q_OBJECT
public:
    /// `roots`: the widgets whose controls are meant; asked each time.
    PageMenu(std::function<std::vector<QWidget*>()> roots, QWidget* parent);

private:
    struct Panel {
        QString name;
        QMenu* menu = nullptr;  ///< made with the first entry
    };
    void fill();
    void collect(QWidget* within, Panel& panel);
    void addControl(QWidget* control, Panel& panel);
    void addButton(class QAbstractButton* button, Panel& panel);
    void addMenuOf(QWidget* button, QMenu* menu, const QString& name, Panel& panel);
    void addActions(const QList<QAction*>& actions, Panel& panel);
    void addFocus(QWidget* control, const QString& name, Panel& panel);
    void addChoices(QWidget* control, const QStringList& choices, int chosen, const std::function<void(int)>& choose,
                    Panel& panel);
    [[nodiscard]] QMenu* menuOf(Panel& panel);
    [[nodiscard]] static bool has(const Panel& panel, const QString& text);
    std::function<std::vector<QWidget*>()> roots_;
};

}  // namespace gatelab
