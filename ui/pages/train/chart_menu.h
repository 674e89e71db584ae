// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/dashboard.h"
#include "widgets/popover.h"
#include "widgets/tick_menu.h"

#include <functional>
#include <optional>

namespace gatelab {

struct ChartRow;

/// The menu behind "+" of the live card: which charts stand below the usual ones, on which tabs, and dashboards saved
/// under a name. Names are asked for in a popover; it stays open while charts are ticked, and the window stays usable.
/// It shows and changes the dashboard that is kept as the current one. GUI thread.
class ChartMenu : public TickMenu {
    Q_OBJECT
public:
    /// `anchor`: what the questions for a name hang below; asked each time.
    ChartMenu(Preferences& preferences, std::function<PopoverAnchor()> anchor, QWidget* parent = nullptr);
    /// Why a chart can show nothing here, asked each time the menu opens: it is greyed with these words, or left out
    /// where it is of ranks, unless it is shown. Empty: it can.
    void setObstacle(std::function<QString(const ChartRow&)> obstacle);
    /// What a tab of the dashboard is called: the one without a name in the language of the window.
    static QString tabTitle(const QString& name) { return name.isEmpty() ? tr("Charts") : name; }

Q_SIGNALS:
    /// `what`: the name of the change; empty: said by what differs.
    void chosen(const gatelab::Dashboard& dashboard, const QString& what);
    /// These charts are to be kept under the name; nothing: the name is to be forgotten.
    void keepRequested(const QString& name, const std::optional<gatelab::Dashboard>& layout);

private:
    void fill();
    /// The charts as they stand.
    [[nodiscard]] Dashboard current() const;
    [[nodiscard]] bool isShown(const ChartRow& row) const;
    void addCharts();
    void addChart(const ChartRow& row);
    void addSwitches();
    void addSaved();
    void addTabs();
    /// An entry that asks for a name; `name`: to begin with.
    void addAsking(QMenu* menu, const QString& text, const QString& question, const QString& name,
                   std::function<void(const QString&)> take);
    DashboardStore store_;
    std::function<PopoverAnchor()> anchor_;
    std::function<QString(const ChartRow&)> obstacle_;
};

}  // namespace gatelab
