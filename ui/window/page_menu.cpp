// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/page_menu.h"

#include "common/action_properties.h"
#include "common/texts.h"
#include "form/field_form.h"
#include "form/field_row.h"
#include "widgets/scroll_into_view.h"
#include "window/command_palette.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <QToolButton>
#include <QWidgetAction>

namespace gatelab {

namespace {

constexpr int kMaxChoices = 60;  ///< of a box; one with more (all runs) is gone to

QString plain(QString text) { return text.remove(QLatin1Char('&')); }

/// By its own word, not because a page or column around it is not shown.
bool isPutAway(const QWidget& widget) {
    return widget.isHidden() && widget.testAttribute(Qt::WA_WState_ExplicitShowHide);
}

QMenu* menuUnder(const QWidget* button) {
    if (const auto* push = qobject_cast<const QPushButton*>(button)) return push->menu();
    const auto* tool = qobject_cast<const QToolButton*>(button);
    return tool ? tool->menu() : nullptr;
}

bool isControl(const QWidget* widget) {
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QTabBar*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
           qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QAbstractSlider*>(widget) ||
           qobject_cast<const QAbstractItemView*>(widget) || qobject_cast<const FieldRow*>(widget);
}

}  // namespace

PageMenu::PageMenu(std::function<std::vector<QWidget*>()> roots, QWidget* parent)
    : QMenu(tr("O&n this page"), parent), roots_(std::move(roots)) {
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &PageMenu::fill);
}

void PageMenu::fill() {
    clear();
    qDeleteAll(findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    Panel page{{}, this};
    for (QWidget* root : roots_()) collect(root, page);
    if (isEmpty()) addAction(tr("Nothing to choose here"))->setEnabled(false);
}

void PageMenu::collect(QWidget* within, Panel& panel) {
    addActions(within->actions(), panel);
    for (QObject* object : within->children()) {
        auto* child = qobject_cast<QWidget*>(object);
        if (!child || child->isWindow() || qobject_cast<FieldForm*>(child)) continue;
        if (child->property(kOffersMenu).toBool()) {
            Q_EMIT menuUnder(child)->aboutToShow();
            addActions(menuUnder(child)->actions(), panel);
        } else if (isPutAway(*child)) {
            continue;
        } else if (isControl(child)) {
            addControl(child, panel);
        } else if (child->accessibleName().isEmpty()) {
            collect(child, panel);
        } else {
            Panel inner{child->accessibleName(), nullptr};
            collect(child, inner);
        }
    }
}

void PageMenu::addControl(QWidget* control, Panel& panel) {
    if (auto* button = qobject_cast<QAbstractButton*>(control)) return addButton(button, panel);
    if (auto* box = qobject_cast<QComboBox*>(control); box && box->count() <= kMaxChoices) {
        QStringList choices;
        for (int i = 0; i < box->count(); ++i) choices << box->itemText(i);
        return addChoices(
            box, choices, box->currentIndex(),
            [box = QPointer(box)](int index) {
                if (!box) return;
                box->setCurrentIndex(index);
                Q_EMIT box->activated(index);
            },
            panel);
    }
    if (auto* tabs = qobject_cast<QTabBar*>(control)) {
        QStringList choices;
        for (int i = 0; i < tabs->count(); ++i) choices << tabs->tabText(i);
        return addChoices(
            tabs, choices, tabs->currentIndex(),
            [tabs = QPointer(tabs)](int index) {
                if (tabs) tabs->setCurrentIndex(index);
            },
            panel);
    }
    if (auto* row = qobject_cast<FieldRow*>(control))
        return addFocus(&row->control(), translated(row->field().label), panel);
    if (qobject_cast<QAbstractItemView*>(control)) return addActions(control->actions(), panel);
    if (!qobject_cast<QScrollBar*>(control)) addFocus(control, control->accessibleName(), panel);
}

void PageMenu::addButton(QAbstractButton* button, Panel& panel) {
    const QString name = !button->text().isEmpty()             ? plain(button->text())
                         : !button->accessibleName().isEmpty() ? button->accessibleName()
                                                               : button->toolTip();
    if (name.isEmpty() || has(panel, name)) return;
    const auto* tool = qobject_cast<QToolButton*>(button);
    if (QMenu* menu = menuUnder(button); menu && !(tool && tool->popupMode() == QToolButton::MenuButtonPopup))
        return addMenuOf(button, menu, name, panel);
    auto* action = menuOf(panel)->addAction(button->icon(), name, button, &QAbstractButton::click);
    action->setProperty(kInMenuBar, button->property(kInMenuBar));
    action->setCheckable(button->isCheckable());
    action->setChecked(button->isChecked());
    action->setEnabled(button->isEnabled());
    action->setToolTip(button->toolTip());
    action->setIconVisibleInMenu(false);
}

void PageMenu::addMenuOf(QWidget* button, QMenu* menu, const QString& name, Panel& panel) {
    QAction* entry = menuOf(panel)->addMenu(menu);
    entry->setText(name);
    entry->setEnabled(button->isEnabled());
}

void PageMenu::addActions(const QList<QAction*>& actions, Panel& panel) {
    for (QAction* action : actions)
        if (!action->isSeparator() && action->isVisible() && !action->text().isEmpty() &&
            !qobject_cast<QWidgetAction*>(action) && !has(panel, plain(action->text())))
            menuOf(panel)->addAction(action);
}

/// A line, slider or setting is gone to.
void PageMenu::addFocus(QWidget* control, const QString& name, Panel& panel) {
    if (name.isEmpty() || has(panel, name)) return;
    auto* action = menuOf(panel)->addAction(name, control, [control] {
        bringIntoView(control);
        focusToType(control);
    });
    action->setEnabled(control->isEnabled() && control->isVisible());
    action->setToolTip(control->toolTip());
}

void PageMenu::addChoices(QWidget* control, const QStringList& choices, int chosen,
                          const std::function<void(int)>& choose, Panel& panel) {
    const QString name = control->accessibleName();
    if (name.isEmpty() || has(panel, name)) return;
    auto* menu = new QMenu(name, this);
    for (int i = 0; i < choices.size(); ++i) {
        if (choices[i].isEmpty()) continue;
        auto* action = menu->addAction(choices[i], this, [choose, i] { choose(i); });
        action->setCheckable(true);
        action->setChecked(i == chosen);
        action->setEnabled(control->isEnabled());
    }
    if (!menu->isEmpty()) menuOf(panel)->addMenu(menu);
}

QMenu* PageMenu::menuOf(Panel& panel) {
    if (!panel.menu) {
        panel.menu = new QMenu(panel.name, this);
        panel.menu->setToolTipsVisible(true);
        addMenu(panel.menu);
    }
    return panel.menu;
}

bool PageMenu::has(const Panel& panel, const QString& text) {
    if (!panel.menu) return false;
    for (const QAction* action : panel.menu->actions())
        if (plain(action->text()) == text) return true;
    return false;
}

}  // namespace gatelab
