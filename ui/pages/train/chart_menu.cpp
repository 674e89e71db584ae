// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/chart_menu.h"

#include "common/action_properties.h"
#include "common/texts.h"
#include "models/chart_table.h"

#include <QLineEdit>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

namespace {
constexpr int kAskWidth = 240, kLongestName = 40;

/// Charts that can stand below the usual ones, under what they are about, in the order of the table; one that no head
/// names comes last.
std::vector<std::pair<QString, std::vector<const ChartRow*>>> chartGroups() {
    std::vector<std::pair<QString, std::vector<const char*>>> heads = {
        {ChartMenu::tr("Learning"), {"step-error", "gradient", "learning-rate", "momentum", "validation"}},
        {ChartMenu::tr("Speed"), {"throughput", "steps", "phases", "epoch-time"}},
        {ChartMenu::tr("Memory"), {"memory-", "allocations"}},
        {ChartMenu::tr("Layers"), {"layer-"}},
        {ChartMenu::tr("Ranks"), {"rank-"}},
        {ChartMenu::tr("Machine"), {""}},
    };
    const std::set<std::string_view> whole = {"memory-", "layer-", "rank-", ""};  // all that begin with it
    std::vector<std::pair<QString, std::vector<const ChartRow*>>> groups;
    for (const auto& head : heads) groups.push_back({head.first, {}});
    for (const ChartRow& row : chartRows()) {
        if (row.stands) continue;
        const std::string_view key = row.key;
        const auto belongs = [&](const auto& head) {
            return std::ranges::any_of(head.second, [&](const char* name) {
                return key == name || (whole.contains(name) && key.starts_with(name));
            });
        };
        const auto head = std::ranges::find_if(heads, belongs);
        groups[static_cast<std::size_t>(head - heads.begin())].second.push_back(&row);
    }
    return groups;
}

}  // namespace

ChartMenu::ChartMenu(Preferences& preferences, std::function<PopoverAnchor()> anchor, QWidget* parent)
    : TickMenu(parent), store_(preferences), anchor_(std::move(anchor)) {
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
    addSwitches();
    addSaved();
    addTabs();
    addAction(tr("Default layout"), this, [this] { Q_EMIT chosen(Dashboard(), tr("reset the charts")); });
}

void ChartMenu::setObstacle(std::function<QString(const ChartRow&)> obstacle) {
    obstacle_ = std::move(obstacle);
    fill();
}

Dashboard ChartMenu::current() const { return store_.current(); }

void ChartMenu::addCharts() {
    for (auto& [title, charts] : chartGroups()) {
        std::erase_if(charts, [this](const ChartRow* row) {
            return isOfRanks(*row) && !isShown(*row) && obstacle_ && !obstacle_(*row).isEmpty();
        });
        if (charts.empty()) continue;
        addSection(title);
        for (const ChartRow* row : charts) addChart(*row);
    }
}

bool ChartMenu::isShown(const ChartRow& row) const { return current().visible().contains(QString::fromUtf8(row.key)); }

void ChartMenu::addChart(const ChartRow& row) {
    const QString key = QString::fromUtf8(row.key);
    const QString obstacle = obstacle_ && !isShown(row) ? obstacle_(row) : QString();
    const QString title = translated(row.title);
    QAction* action = addAction(obstacle.isEmpty() ? title : QStringLiteral("%1    %2").arg(title, obstacle));
    action->setEnabled(obstacle.isEmpty());
    action->setCheckable(true);
    action->setChecked(isShown(row));
    action->setProperty(kNotInPalette, true);  // which brings a chart into view instead
    action->setToolTip(obstacle.isEmpty() ? translated(row.help) : obstacle);
    connect(action, &QAction::triggered, this, [this, action, key](bool on) {
        Dashboard changed = current();
        changed.show(key, on);
        Q_EMIT chosen(changed, {});
        action->setChecked(current().visible().contains(key));
    });
}

void ChartMenu::addSwitches() {
    for (const DashboardSwitch& one : dashboardSwitches()) {
        QAction* action = addAction(translated(one.label), this, [this, member = one.on](bool on) {
            Dashboard changed = current();
            changed.*member = on;
            Q_EMIT chosen(changed, {});
        });
        action->setToolTip(translated(one.help));
        action->setCheckable(true);
        action->setChecked(current().*one.on);
    }
}

void ChartMenu::addSaved() {
    QMenu* menu = addMenu(tr("Saved layouts"));
    const QStringList names = store_.names();
    for (const QString& name : names)
        menu->addAction(name, this,
                        [this, name] { Q_EMIT chosen(store_.named(name), tr("show the layout \"%1\"").arg(name)); });
    if (!names.isEmpty()) {
        menu->addSeparator();
        QMenu* forget = menu->addMenu(tr("Delete a layout"));
        for (const QString& name : names)
            forget->addAction(name, this, [this, name] { Q_EMIT keepRequested(name, std::nullopt); });
    }
    addAsking(menu, tr("Save these charts as..."), tr("Name of these charts"), {},
              [this](const QString& name) { Q_EMIT keepRequested(name, current()); });
}

void ChartMenu::addTabs() {
    QMenu* menu = addMenu(tr("Tabs"));
    const auto edit = [this](const std::function<void(Dashboard&)>& act) {
        Dashboard changed = current();
        act(changed);
        if (changed != current()) Q_EMIT chosen(changed, {});
    };
    const QString front = tabTitle(current().tab);
    // A title that is shown already is no name.
    const auto isFree = [this](const QString& name) {
        return name != tabTitle({}) || !(current().tabs.isEmpty() || current().tabs.contains(QString()));
    };
    addAsking(menu, tr("New tab..."), tr("Name of the tab"), {}, [edit, isFree](const QString& name) {
        if (isFree(name)) edit([&](Dashboard& d) { d.addTab(name); });
    });
    const bool tabbed = !current().tabs.isEmpty();
    addAsking(menu, tr("Rename this tab..."), tr("Name of the tab"), front, [edit, isFree](const QString& name) {
        if (isFree(name)) edit([&](Dashboard& d) { d.renameTab(d.tab, name); });
    });
    menu->addAction(tr("Close this tab, keep its charts"), this,
                    [edit] { edit([](Dashboard& d) { d.removeTab(d.tab); }); });
    for (QAction* action : menu->actions().sliced(1)) {
        action->setEnabled(tabbed);
        action->setToolTip(tabbed ? QString() : tr("There are no tabs yet."));
    }
}

void ChartMenu::addAsking(QMenu* menu, const QString& text, const QString& question, const QString& name,
                          std::function<void(const QString&)> take) {
    menu->addAction(text, this, [this, question, name, take = std::move(take)] {
        auto* line = new QLineEdit(name);
        line->setMaxLength(kLongestName);
        line->setMinimumWidth(kAskWidth);
        line->selectAll();
        auto* popover = new Popover(question, line, tr("Keep"), anchor_());
        connect(popover, &Popover::accepted, this, [line, take] {
            if (const QString typed = line->text().trimmed(); !typed.isEmpty()) take(typed);
        });
        popover->open();
    });
}

}  // namespace gatelab
