// SPDX-License-Identifier: GPL-3.0-or-later
// What is done to the dashboard on its charts: by menu, keys and dragging.
#include "pages/chart_grid.h"

#include "texts.h"
#include "widgets/empty_state.h"

#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>

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
        QAction* action = add(translated(one.label), key.toStdString() != kForecastChart, [member = one.on](Dashboard& d) { d.*member = !(d.*member); });
        action->setCheckable(true);
        action->setChecked(dashboard_.*one.on);
    }
    if (!dashboard_.tabs.isEmpty()) {
        QMenu* tabs = menu->addMenu(tr("Put onto tab"));
        for (const QString& tab : dashboard_.tabs) {
            QAction* action = tabs->addAction(tab);
            action->setEnabled(tab != dashboard_.tab);
            connect(action, &QAction::triggered, this, [this, key, tab] {
                Dashboard changed = dashboard_;
                changed.place(key, tab);
                change(changed);
            });
        }
    }
    add(tr("Remove this chart"), dashboard_.charts.size() > 1, [key](Dashboard& d) { d.show(key, false); });
}

void ChartGrid::makeEmptyState() {
    empty_ = new EmptyState(*theme_, QStringLiteral("grid"), tr("No chart is on this tab yet. Add one, or move one here by the menu of a chart on another tab."), this);
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
            changed.place(key, changed.tab);
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
    if (!event->modifiers().testFlag(Qt::ControlModifier) || !(left || right) || key.isEmpty()) return QWidget::keyPressEvent(event);
    Dashboard changed = dashboard_;
    changed.move(key, left ? -1 : 1);
    change(changed);
}

void ChartGrid::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasFormat(QString::fromLatin1(LineChart::kDragType))) event->acceptProposedAction();
}

/// Dropped on a chart, the dragged one takes its place; beside all charts it goes to the end.
void ChartGrid::dropEvent(QDropEvent* event) {
    const QString dragged = QString::fromUtf8(event->mimeData()->data(QString::fromLatin1(LineChart::kDragType)));
    const QString target = keyOf(childAt(event->position().toPoint()));
    if (!dashboard_.charts.contains(dragged) || dragged == target) return;
    Dashboard changed = dashboard_;
    const QStringList mine = changed.visible();
    const bool backwards = mine.indexOf(dragged) > mine.indexOf(target);
    if (target.isEmpty() || backwards) changed.moveBefore(dragged, target);
    else changed.move(dragged, static_cast<int>(mine.indexOf(target) - mine.indexOf(dragged)));
    event->acceptProposedAction();
    change(changed);
}

}  // namespace gatelab
