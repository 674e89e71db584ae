// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/dashboard.h"

#include "common/preferences.h"
#include "models/chart_table.h"

#include <QVariantMap>
#include <algorithm>

namespace gatelab {

namespace {

const QString kCurrent = QStringLiteral("train/dashboard"), kNamed = QStringLiteral("train/dashboards");

const DashboardSwitch kSwitches[] = {
    {&Dashboard::linked, "linked", GATELAB_TEXT("Chart", "Zoom all charts together"),
     GATELAB_TEXT("ChartHelp",
                  "The range of the horizontal axis that you zoom, pan or fit on one chart is shown by all that have "
                  "the same axis.")},
    {&Dashboard::marks, "marks", GATELAB_TEXT("Chart", "Mark the best epoch"),
     GATELAB_TEXT("ChartHelp",
                  "A tick at the bottom of every chart for each checkpoint, a faint line at the best epoch so far. "
                  "Under the pointer they say what they are.")},
};

QVariantMap toMap(const Dashboard& dashboard) {
    QVariantMap placed;
    for (auto it = dashboard.placed.begin(); it != dashboard.placed.end(); ++it) placed.insert(it.key(), it.value());
    QVariantMap map{{QStringLiteral("charts"), dashboard.charts},
                    {QStringLiteral("tabs"), dashboard.tabs},
                    {QStringLiteral("placed"), placed},
                    {QStringLiteral("tab"), dashboard.tab}};
    for (const DashboardSwitch& one : kSwitches) map.insert(QString::fromLatin1(one.key), dashboard.*one.on);
    return map;
}

Dashboard fromMap(const QVariantMap& map) {
    Dashboard dashboard;
    for (const QString& key : map.value(QStringLiteral("charts")).toStringList()) dashboard.show(key, true);
    // Older layouts, which have columns, hold the usual charts too: the throughput stands in the live card by now.
    const bool isOlder = map.contains(QStringLiteral("columns"));
    if (isOlder) dashboard.charts.removeAll(QStringLiteral("throughput"));
    for (const DashboardSwitch& one : kSwitches)
        dashboard.*one.on = map.value(QString::fromLatin1(one.key), dashboard.*one.on).toBool();
    dashboard.tabs = map.value(QStringLiteral("tabs")).toStringList();
    dashboard.tabs.removeDuplicates();
    if (dashboard.tabs.size() < 2) dashboard.tabs.clear();
    const QVariantMap placed = map.value(QStringLiteral("placed")).toMap();
    // Older layouts have one tab for each
    for (auto it = placed.begin(); it != placed.end(); ++it) dashboard.put(it.key(), it.value().toStringList());
    for (const QString& tab : QStringList(isOlder ? dashboard.tabs : QStringList()))
        if (std::ranges::none_of(dashboard.charts, [&](const QString& k) { return dashboard.tabsOf(k).contains(tab); }))
            dashboard.removeTab(tab);
    dashboard.bringForward(map.value(QStringLiteral("tab")).toString());
    return dashboard;
}

}  // namespace

std::span<const DashboardSwitch> dashboardSwitches() { return kSwitches; }

bool lacks(const QStringList& list, const QStringList& wanted) {
    return std::ranges::any_of(wanted, [&list](const QString& one) { return !list.contains(one); });
}

void Dashboard::show(const QString& key, bool on) {
    const ChartRow* row = findChartRow(key.toStdString());
    if (on && !charts.contains(key)) {
        if (row == nullptr || row->stands) return;
        charts << key;
        put(key, {tab});
    } else if (on) {
        put(key, tabsOf(key) << tab);
    } else if (QStringList others = tabsOf(key); others.removeAll(tab), others.isEmpty()) {
        charts.removeAll(key), placed.remove(key);
    } else {
        put(key, others);
    }
}

void Dashboard::move(const QString& key, int by) {
    const QStringList before = visible();
    QStringList mine = before;
    const qsizetype from = mine.indexOf(key);
    if (from < 0) return;
    mine.move(from, std::clamp<qsizetype>(from + by, 0, mine.size() - 1));
    // The other tabs' charts keep their places.
    qsizetype next = 0;
    for (QString& chart : charts)
        if (before.contains(chart)) chart = mine[next++];
}

QStringList Dashboard::visible() const {
    QStringList keys;
    for (const QString& key : charts)
        if (tabsOf(key).contains(tab)) keys << key;
    return keys;
}

QStringList Dashboard::tabsOf(const QString& key) const {
    return charts.contains(key) ? placed.value(key, {tabs.value(0)}) : QStringList();
}

bool Dashboard::showsLessThan(const Dashboard& before) const {
    const auto places = [](const Dashboard& dashboard) {
        qsizetype count = 0;
        for (const QString& key : dashboard.charts) count += dashboard.tabsOf(key).size();
        return count;
    };
    return lacks(charts, before.charts) || (tabs.size() == before.tabs.size() && places(*this) < places(before));
}

/// One spelling for each state, so that equal dashboards compare equal.
void Dashboard::put(const QString& key, const QStringList& wanted) {
    QStringList known;
    for (const QString& one : tabs)
        if (wanted.contains(one)) known << one;
    if (!charts.contains(key) || known.isEmpty()) return;
    if (known == tabs.first(1))
        placed.remove(key);
    else
        placed.insert(key, known);
}

bool Dashboard::addTab(const QString& name, const QString& first) {
    if (name.isEmpty() || tabs.contains(name) || (tabs.isEmpty() && name == first)) return false;
    if (tabs.isEmpty()) tabs << first;
    tabs << name;
    tab = name;
    return true;
}

bool Dashboard::renameTab(const QString& name, const QString& to) {
    const qsizetype at = tabs.indexOf(name);
    if (at < 0 || to.isEmpty() || tabs.contains(to)) return false;
    for (QStringList& of : placed) std::ranges::replace(of, name, to);
    tabs[at] = to;
    if (tab == name) tab = to;
    return true;
}

void Dashboard::removeTab(const QString& name) {
    if (!tabs.contains(name)) return;
    QMap<QString, QStringList> left;
    for (const QString& key : charts) left[key] = tabsOf(key), left[key].removeAll(name);
    tabs.removeAll(name);
    placed.clear();
    if (tabs.size() < 2) {
        tabs.clear(), tab.clear();
        return;
    }
    for (auto it = left.begin(); it != left.end(); ++it) put(it.key(), it.value());
    if (tab == name) tab = tabs.front();
}

void Dashboard::place(const QString& key, const QString& where) {
    if (!charts.contains(key) || !tabs.contains(where)) return;
    QStringList on = tabsOf(key);
    on.removeAll(tab);
    put(key, on << where);
}

void Dashboard::bringForward(const QString& name) { tab = tabs.contains(name) ? name : tabs.value(0); }

Dashboard DashboardStore::current() const { return fromMap(preferences_->window(kCurrent).toMap()); }

void DashboardStore::setCurrent(const Dashboard& dashboard) { preferences_->setWindow(kCurrent, toMap(dashboard)); }

QStringList DashboardStore::names() const { return preferences_->window(kNamed).toMap().keys(); }

Dashboard DashboardStore::named(const QString& name) const {
    return fromMap(preferences_->window(kNamed).toMap().value(name).toMap());
}

void DashboardStore::save(const QString& name, const Dashboard& dashboard) {
    QVariantMap all = preferences_->window(kNamed).toMap();
    all.insert(name, toMap(dashboard));
    preferences_->setWindow(kNamed, all);
}

void DashboardStore::remove(const QString& name) {
    QVariantMap all = preferences_->window(kNamed).toMap();
    all.remove(name);
    preferences_->setWindow(kNamed, all);
}

}  // namespace gatelab
