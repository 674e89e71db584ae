// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace gatelab {

class Preferences;

/// Which charts the Train page shows: their keys in order, at most how many side by side, and which of them take a whole row. A plain value.
struct Dashboard {
    QStringList charts;
    int columns = 2;  ///< 1 to kMostColumns; a narrow page shows fewer
    QStringList wide;

    static constexpr int kMostColumns = 3;
    /// The four usual charts.
    static Dashboard usual();
    /// Shows or hides a chart; a new one comes last.
    void show(const QString& key, bool on);
    /// Puts a chart before another one; an empty `before`: last. Nothing when either is not shown.
    void moveBefore(const QString& key, const QString& before);
    /// `by` places towards the end (negative: towards the start), as far as it goes.
    void move(const QString& key, int by);
    friend bool operator==(const Dashboard&, const Dashboard&) = default;
};

/// Dashboards kept over a restart: the one in use and those saved under a name. Keys of charts that are no more are left out.
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
