// SPDX-License-Identifier: GPL-3.0-or-later
// What is done to the dashboard on its charts: by menu, keys and dragging.
#include "pages/train/chart_grid.h"

#include "common/texts.h"
#include "pages/train/chart_menu.h"
#include "widgets/empty_state.h"
#include "widgets/place_mark.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <limits>

namespace gatelab {

void ChartGrid::change(const Dashboard& dashboard) {
    setDashboard(dashboard);
    Q_EMIT dashboardChanged(dashboard_);
}

void ChartGrid::fillMenu(QMenu* menu, const QString& key) {
    const auto add = [&](const QString& text, bool enabled, const std::function<void(Dashboard&)>& edit) {
        QAction* action = menu->addAction(text);
        action->setEnabled(enabled);
        connect(action, &QAction::triggered, this, [this, edit] {
            Dashboard changed = dashboard_;
            edit(changed);
            change(changed);
        });
        return action;
    };
    const QStringList mine = dashboard_.visible();
    const qsizetype place = mine.indexOf(key);
    menu->addSeparator();
    add(tr("Move forward\tCtrl+Left"), place > 0, [key](Dashboard& d) { d.move(key, -1); });
    add(tr("Move back\tCtrl+Right"), place + 1 < mine.size(), [key](Dashboard& d) { d.move(key, 1); });
    QAction* wide = add(tr("Takes a whole row"), true, [key](Dashboard& d) {
        if (!d.wide.removeAll(key)) d.wide << key;
    });
    wide->setCheckable(true);
    wide->setChecked(dashboard_.wide.contains(key));
    for (const DashboardSwitch& one : dashboardSwitches()) {
        QAction* action = add(translated(one.label), key.toStdString() != kForecastChart,
                              [member = one.on](Dashboard& d) { d.*member = !(d.*member); });
        action->setCheckable(true);
        action->setChecked(dashboard_.*one.on);
    }
    if (!dashboard_.tabs.isEmpty()) {
        QMenu* tabs = menu->addMenu(tr("Put onto tab"));
        for (const QString& tab : dashboard_.tabs) {
            QAction* action = tabs->addAction(ChartMenu::tabTitle(tab));
            action->setEnabled(tab != dashboard_.tab);
            connect(action, &QAction::triggered, this, [this, key, tab] {
                Dashboard changed = dashboard_;
                changed.place(key, tab);
                change(changed);
            });
        }
    }
    add(tr("Remove this chart"), dashboard_.charts.size() > 1 || dashboard_.tabsOf(key).size() > 1,
        [key](Dashboard& d) { d.show(key, false); });
}

void ChartGrid::makeEmptyState() {
    empty_ = new EmptyState(
        *theme_, QStringLiteral("grid"),
        tr("No chart is on this tab yet. Add one, or move one here by the menu of a chart on another tab."), this);
    empty_->hide();
    QPushButton* button = empty_->addButton(tr("Add a chart"), QStringLiteral("plus"));
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    for (const ChartRow& row : chartRows()) {
        QAction* action = menu->addAction(translated(row.title));
        action->setToolTip(translated(row.help));
        connect(action, &QAction::triggered, this, [this, key = QString::fromUtf8(row.key)] {
            Dashboard changed = dashboard_;
            changed.show(key, true);
            change(changed);
        });
    }
    menu->setToolTipsVisible(true);
}

QString ChartGrid::keyOf(const QWidget* widget) const {
    for (const auto& [key, chart] : charts_)
        if (widget && (chart == widget || chart->isAncestorOf(widget))) return key;
    return {};
}

void ChartGrid::keyPressEvent(QKeyEvent* event) {
    const bool left = event->key() == Qt::Key_Left, right = event->key() == Qt::Key_Right;
    const QString key = keyOf(focusWidget());
    if (event->key() == Qt::Key_Escape && !fullSize_.isEmpty()) return setFullSize({});
    if (!event->modifiers().testFlag(Qt::ControlModifier) || !(left || right) || key.isEmpty())
        return QWidget::keyPressEvent(event);
    Dashboard changed = dashboard_;
    changed.move(key, left ? -1 : 1);
    change(changed);
}

QString ChartGrid::dropTarget(const QPoint& at) const {
    for (const QWidget* area = this; area; area = area->isWindow() ? nullptr : area->parentWidget())
        if (!area->rect().contains(area->mapFromGlobal(at))) return {};
    const QPoint place = mapFromGlobal(at);
    QString nearest;
    int least = std::numeric_limits<int>::max();
    for (const auto& [key, chart] : charts_) {
        const QRect there = chart->geometry();
        const QPoint inside(std::clamp(place.x(), there.left(), there.right()),
                            std::clamp(place.y(), there.top(), there.bottom()));
        const int distance = (place - inside).manhattanLength();
        if (chart->isVisible() && distance < least) nearest = key, least = distance;
    }
    return nearest;
}

void ChartGrid::showDrop(const QString& key, const QPoint& at) {
    constexpr int kEdge = 32;  // of the seen part, where what lies beyond comes into sight
    const QString target = dropTarget(at);
    if (target.isEmpty() || target == key)
        mark_->hide();
    else
        mark_->showAt(chart(target)->geometry());
    if (target.isEmpty()) return;
    for (QWidget* up = parentWidget(); up; up = up->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(up)) {
            const QPoint place = area->widget()->mapFromGlobal(at);
            area->ensureVisible(place.x(), place.y(), 0, kEdge);
        }
}

/// The dragged chart takes the place of the one it is dropped on.
void ChartGrid::drop(const QString& key, const QPoint& at) {
    mark_->hide();
    const QString target = dropTarget(at);
    if (target.isEmpty() || target == key) return;
    Dashboard changed = dashboard_;
    const QStringList mine = changed.visible();
    changed.move(key, static_cast<int>(mine.indexOf(target) - mine.indexOf(key)));
    change(changed);
}

}  // namespace gatelab
