// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/chart_menu.h"

#include "command_palette.h"
#include "pages/chart_table.h"
#include "texts.h"

#include <QActionGroup>
#include <QLineEdit>
#include <QWidgetAction>

namespace gatelab {

ChartMenu::ChartMenu(Preferences& preferences, QWidget* parent) : TickMenu(parent), store_(preferences) {
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &ChartMenu::fill);
    fill();
}

void ChartMenu::fill() {
    // Submenus are children, not entries: clear() leaves them.
    for (QMenu* submenu : findChildren<QMenu*>(Qt::FindDirectChildrenOnly)) submenu->deleteLater();
    clear();
    addCharts();
    addSeparator();
    addColumns();
    addSwitches();
    addSaved();
    addTabs();
    addAction(tr("Reset to the four usual ones"), this, [this] { Q_EMIT chosen(Dashboard::usual()); });
}

void ChartMenu::addCharts() {
    for (const ChartRow& row : chartRows()) {
        const QString key = QString::fromUtf8(row.key);
        QAction* action = addAction(translated(row.title));
        action->setCheckable(true);
        action->setChecked(store_.current().charts.contains(key));
        action->setProperty(kNotInPalette, true);  // which brings a chart into view instead
        action->setToolTip(translated(row.help));
        connect(action, &QAction::triggered, this, [this, action, key](bool on) {
            Dashboard changed = store_.current();
            changed.show(key, on);
            if (!changed.charts.isEmpty()) Q_EMIT chosen(changed);
            action->setChecked(store_.current().charts.contains(key));  // the last one stays
        });
    }
}

void ChartMenu::addColumns() {
    QMenu* menu = addMenu(tr("Side by side"));
    auto* group = new QActionGroup(menu);
    for (int columns = 1; columns <= Dashboard::kMostColumns; ++columns) {
        QAction* action = menu->addAction(columns == 1 ? tr("One column") : columns == 2 ? tr("Two columns") : tr("Three columns"));
        action->setCheckable(true);
        action->setChecked(columns == store_.current().columns);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, columns] {
            Dashboard changed = store_.current();
            changed.columns = columns;
            Q_EMIT chosen(changed);
        });
    }
}

void ChartMenu::addSwitches() {
    for (const DashboardSwitch& one : dashboardSwitches()) {
        QAction* action = addAction(translated(one.label));
        action->setToolTip(translated(one.help));
        action->setCheckable(true);
        action->setChecked(store_.current().*one.on);
        connect(action, &QAction::triggered, this, [this, member = one.on](bool on) {
            Dashboard changed = store_.current();
            changed.*member = on;
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
    addLine(menu, tr("Save these charts as"), [this](const QString& name) { store_.save(name, store_.current()); });
}

void ChartMenu::addTabs() {
    QMenu* menu = addMenu(tr("Tabs"));
    const auto edit = [this](const std::function<void(Dashboard&)>& act) {
        Dashboard changed = store_.current();
        act(changed);
        if (changed != store_.current()) Q_EMIT chosen(changed);
    };
    addLine(menu, tr("New tab named"), [edit, first = tr("Charts")](const QString& name) { edit([&](Dashboard& d) { d.addTab(name, first); }); });
    if (store_.current().tabs.isEmpty()) return;
    addLine(menu, tr("Rename this tab to"), [edit](const QString& name) { edit([&](Dashboard& d) { d.renameTab(d.tab, name); }); });
    menu->addAction(tr("Close this tab, keep its charts"), this, [edit] { edit([](Dashboard& d) { d.removeTab(d.tab); }); });
}

void ChartMenu::addLine(QMenu* menu, const QString& prompt, std::function<void(const QString&)> take) {
    auto* line = new QLineEdit;
    line->setPlaceholderText(prompt);
    line->setAccessibleName(prompt);
    line->setMaxLength(40);
    line->ensurePolished();
    line->setMinimumWidth(line->fontMetrics().horizontalAdvance(prompt) + 2 * line->fontMetrics().height());  // for the frame and its padding
    auto* entry = new QWidgetAction(menu);
    entry->setDefaultWidget(line);
    menu->addAction(entry);
    connect(line, &QLineEdit::returnPressed, this, [this, line, take = std::move(take)] {
        const QString name = line->text().trimmed();
        close();
        if (!name.isEmpty()) take(name);
    });
}

}  // namespace gatelab
