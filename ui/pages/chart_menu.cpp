// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/chart_menu.h"

#include "pages/chart_table.h"
#include "texts.h"

#include <QActionGroup>
#include <QLineEdit>
#include <QWidgetAction>

namespace gatelab {

ChartMenu::ChartMenu(Preferences& preferences, QWidget* parent) : QMenu(parent), store_(preferences), dashboard_(Dashboard::usual()) {
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &ChartMenu::fill);
    fill();
}

void ChartMenu::setDashboard(const Dashboard& dashboard) { dashboard_ = dashboard; }

void ChartMenu::fill() {
    // Submenus are children, not entries: clear() leaves them.
    for (QMenu* submenu : findChildren<QMenu*>(Qt::FindDirectChildrenOnly)) submenu->deleteLater();
    clear();
    addCharts();
    addSeparator();
    addColumns();
    addSaved();
    addAction(tr("Reset to the four usual ones"), this, [this] { Q_EMIT chosen(Dashboard::usual()); });
}

void ChartMenu::addCharts() {
    for (const ChartRow& row : chartRows()) {
        const QString key = QString::fromUtf8(row.key);
        QAction* action = addAction(translated(row.title));
        action->setCheckable(true);
        action->setChecked(dashboard_.charts.contains(key));
        action->setToolTip(translated(row.help));
        connect(action, &QAction::triggered, this, [this, key](bool on) {
            Dashboard changed = dashboard_;
            changed.show(key, on);
            if (!changed.charts.isEmpty()) Q_EMIT chosen(changed);
        });
    }
}

void ChartMenu::addColumns() {
    QMenu* menu = addMenu(tr("Side by side"));
    auto* group = new QActionGroup(menu);
    for (int columns = 1; columns <= Dashboard::kMostColumns; ++columns) {
        QAction* action = menu->addAction(columns == 1 ? tr("One column") : columns == 2 ? tr("Two columns") : tr("Three columns"));
        action->setCheckable(true);
        action->setChecked(columns == dashboard_.columns);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, columns] {
            Dashboard changed = dashboard_;
            changed.columns = columns;
            Q_EMIT chosen(changed);
        });
    }
}

void ChartMenu::addSaved() {
    QMenu* menu = addMenu(tr("Saved layouts"));
    const QStringList names = store_.names();
    for (const QString& name : names) menu->addAction(name, this, [this, name] { Q_EMIT chosen(store_.named(name)); });
    if (!names.isEmpty()) {
        menu->addSeparator();
        QMenu* forget = menu->addMenu(tr("Forget"));
        for (const QString& name : names) forget->addAction(name, this, [this, name] { store_.remove(name); });
    }
    auto* line = new QLineEdit;
    line->setPlaceholderText(tr("Save these charts as"));
    line->setAccessibleName(tr("Save these charts as"));
    line->setMaxLength(40);
    auto* entry = new QWidgetAction(menu);
    entry->setDefaultWidget(line);
    menu->addAction(entry);
    connect(line, &QLineEdit::returnPressed, this, [this, line] {
        if (const QString name = line->text().trimmed(); !name.isEmpty()) store_.save(name, dashboard_);
        close();
    });
}

}  // namespace gatelab
