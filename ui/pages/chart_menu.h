// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/dashboard.h"
#include "widgets/tick_menu.h"

#include <functional>

namespace gatelab {

/// The menu behind "Chart": which charts are shown, in how many columns, on which tabs, and dashboards saved under a name. A name typed into its last line and Enter
/// saves the present one; it stays open while charts are ticked, and the window stays usable. It shows and changes the dashboard that is kept as the current one. GUI thread.
class ChartMenu : public TickMenu {
    Q_OBJECT
public:
    explicit ChartMenu(Preferences& preferences, QWidget* parent = nullptr);

Q_SIGNALS:
    void chosen(const gatelab::Dashboard& dashboard);

private:
    void fill();
    void addCharts();
    void addColumns();
    void addSwitches();
    void addSaved();
    void addTabs();
    /// A line to type a name into, as an entry.
    void addLine(QMenu* menu, const QString& prompt, std::function<void(const QString&)> take);
    DashboardStore store_;
};

}  // namespace gatelab
