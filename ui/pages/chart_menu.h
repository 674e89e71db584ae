// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/dashboard.h"

#include <QMenu>
#include <functional>

namespace gatelab {

/// The menu behind "Chart": which charts are shown, in how many columns, on which tabs, and dashboards saved under a name. A name typed into its last line and Enter
/// saves the present one; the window stays usable. GUI thread.
class ChartMenu : public QMenu {
    Q_OBJECT
public:
    explicit ChartMenu(Preferences& preferences, QWidget* parent = nullptr);
    /// What is shown now, for the ticks and for saving.
    void setDashboard(const Dashboard& dashboard);

Q_SIGNALS:
    void chosen(const gatelab::Dashboard& dashboard);

private:
    void fill();
    void addCharts();
    void addColumns();
    void addSaved();
    void addTabs();
    /// A line to type a name into, as an entry.
    void addLine(QMenu* menu, const QString& prompt, std::function<void(const QString&)> take);
    DashboardStore store_;
    Dashboard dashboard_;
};

}  // namespace gatelab
