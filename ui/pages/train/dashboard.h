// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"

#include <QMap>
#include <QString>
#include <QStringList>
#include <span>

namespace gatelab {

class Preferences;

/// Which charts the Train page shows below those that always stand there: their keys in order, on which named tab each
/// is, and what holds for all charts of the page. The charts have one order on all tabs. A plain value.
struct Dashboard {
    QStringList charts;
    /// Names, that of the first may be empty (the usual one); no tabs: all charts together
    QStringList tabs;
    /// Tabs of a chart, which may be on several; a chart without an entry is on the first only
    QMap<QString, QStringList> placed;
    QString tab;         ///< the one in front
    bool linked = true;  ///< zoom and pan of x on one chart are those of all
    bool marks = true;   ///< the best epoch is marked

    /// Shows or hides a chart on the tab in front, whatever the others show; a new one comes last. One that always
    /// stands on the page is not taken.
    void show(const QString& key, bool on);
    /// The charts of the tab in front, in order.
    [[nodiscard]] QStringList visible() const;
    /// In their order; empty: it is on none. Without tabs: one that has no name.
    [[nodiscard]] QStringList tabsOf(const QString& key) const;
    /// Whether a chart of that one was taken away here, be it from one tab only.
    [[nodiscard]] bool showsLessThan(const Dashboard& before) const;
    /// A new tab, which comes to the front; `first` names the one that holds the charts so far when there was none.
    /// False: there is one of this name.
    bool addTab(const QString& name, const QString& first = {});
    bool renameTab(const QString& name, const QString& to);
    /// Charts that are on no other tab go to the first of those left; with the last but one the tabs end.
    void removeTab(const QString& name);
    /// From the tab in front onto another one.
    void place(const QString& key, const QString& tab);
    /// Onto these tabs and no others; unknown ones are left out.
    void put(const QString& key, const QStringList& tabs);
    void bringForward(const QString& tab);
    /// `by` places among the charts of its tab, towards the end (negative: towards the start), as far as it goes.
    void move(const QString& key, int by);
    friend bool operator==(const Dashboard&, const Dashboard&) = default;
};

/// What can be switched for all charts of a dashboard. A new one: a member, and a row in dashboard.cpp.
struct DashboardSwitch {
    bool Dashboard::*on;
    const char* key;
    Text label, help;
};
std::span<const DashboardSwitch> dashboardSwitches();
/// Whether it has not all of these.
bool lacks(const QStringList& list, const QStringList& wanted);

/// Dashboards kept over a restart: the one in use and those saved under a name. Keys of charts that are no more are
/// left out.
class DashboardStore {
public:
    explicit DashboardStore(Preferences& preferences) : preferences_(&preferences) {}
    [[nodiscard]] Dashboard current() const;
    void setCurrent(const Dashboard& dashboard);
    [[nodiscard]] QStringList names() const;  ///< sorted
    [[nodiscard]] Dashboard named(const QString& name) const;
    void save(const QString& name, const Dashboard& dashboard);
    void remove(const QString& name);

private:
    Preferences* preferences_;
};

}  // namespace gatelab
