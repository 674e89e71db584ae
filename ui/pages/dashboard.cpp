// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/dashboard.h"

#include "pages/chart_table.h"
#include "preferences.h"

#include <QVariantMap>
#include <algorithm>

namespace gatelab {

namespace {

const QString kCurrent = QStringLiteral("train/dashboard"), kNamed = QStringLiteral("train/dashboards");

QVariantMap toMap(const Dashboard& dashboard) {
    return {{QStringLiteral("charts"), dashboard.charts}, {QStringLiteral("columns"), dashboard.columns}, {QStringLiteral("wide"), dashboard.wide}};
}

Dashboard fromMap(const QVariantMap& map) {
    Dashboard dashboard;
    for (const QString& key : map.value(QStringLiteral("charts")).toStringList()) dashboard.show(key, true);
    if (dashboard.charts.isEmpty()) return Dashboard::usual();
    dashboard.columns = std::clamp(map.value(QStringLiteral("columns"), 2).toInt(), 1, Dashboard::kMostColumns);
    dashboard.wide = map.value(QStringLiteral("wide")).toStringList();
    return dashboard;
}

}  // namespace

Dashboard Dashboard::usual() {
    Dashboard dashboard;
    for (const ChartRow& row : chartRows())
        if (row.shown) dashboard.charts << QString::fromUtf8(row.key);
    return dashboard;
}

void Dashboard::show(const QString& key, bool on) {
    if (!on) charts.removeAll(key), wide.removeAll(key);
    else if (!charts.contains(key) && findChartRow(key.toStdString())) charts << key;
}

void Dashboard::moveBefore(const QString& key, const QString& before) {
    if (key == before || !charts.contains(key) || (!before.isEmpty() && !charts.contains(before))) return;
    charts.removeAll(key);
    charts.insert(before.isEmpty() ? charts.size() : charts.indexOf(before), key);
}

void Dashboard::move(const QString& key, int by) {
    const qsizetype from = charts.indexOf(key);
    if (from >= 0) charts.move(from, std::clamp<qsizetype>(from + by, 0, charts.size() - 1));
}

Dashboard DashboardStore::current() const { return fromMap(preferences_->window(kCurrent).toMap()); }

void DashboardStore::setCurrent(const Dashboard& dashboard) { preferences_->setWindow(kCurrent, toMap(dashboard)); }

QStringList DashboardStore::names() const { return preferences_->window(kNamed).toMap().keys(); }

Dashboard DashboardStore::named(const QString& name) const { return fromMap(preferences_->window(kNamed).toMap().value(name).toMap()); }

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
