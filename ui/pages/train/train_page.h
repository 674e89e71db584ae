// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/data/metric_store.h"
#include "common/theme.h"
#include "pages/page.h"
#include "pages/train/dashboard.h"

#include <memory>
#include <optional>

class QScrollArea;
class QTabBar;

namespace gatelab {

struct AdviceAction;
class ChartControls;
class ChartGrid;
class ExperimentModel;
struct LiveChange;
class Preferences;
class QueueController;
class RunBoard;
class RunController;
class RunInspector;
class RunStrip;

/// The Train page: the strip of runs, charts that follow, the run as inspector. Shows a live run and one opened from
/// the list alike; draws only while it is in front.
class TrainPage : public Page {
    Q_OBJECT
public:
    TrainPage(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue, RunBoard& board,
              Preferences& preferences, QWidget* parent = nullptr);
    ~TrainPage() override;

    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] QWidget* bar() override;
    [[nodiscard]] QString inspectorTitle() const override { return tr("Run"); }
    [[nodiscard]] PageMark mark() const override;
    void setCompact(bool compact) override;
    void setShown(bool shown) override;
    [[nodiscard]] PopoverAnchor runAnchor() override;
    /// A chart by its key: shows it. The view "queue": the list of waiting runs.
    void showPlace(const Place& place) override;
    [[nodiscard]] QVariantMap viewState() const override;
    void restoreViewState(const QVariantMap& state) override;
    [[nodiscard]] ChartGrid& charts() { return *charts_; }
    [[nodiscard]] Dashboard dashboard() const;  ///< as kept, and as it suits the run that is shown
    void setDashboard(const Dashboard& dashboard);
    /// By the user: one step that Undo takes back. `what`: its name, e.g. "reset the charts"; empty: said by what
    /// differs.
    void changeDashboard(const Dashboard& dashboard, const QString& what = {});
    /// The same: keeps these charts under the name, or forgets the name.
    void keepLayout(const QString& name, const std::optional<Dashboard>& layout);
    /// Questions about the charts hang below it.
    [[nodiscard]] PopoverAnchor chartsAnchor() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void follow(const QString& runId, const AdviceAction& action);
    void giveSetting(const LiveChange& change);
    void showRun();
    void tick();
    void setAxis(XAxis axis);
    void setSmoothing(double epochs);
    void showRowTimes();
    [[nodiscard]] bool trainsOnCpu() const;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    Preferences* preferences_;
    RunStrip* strip_;
    ChartControls* controls_;
    QTabBar* tabs_;  ///< of the dashboard; hidden while it has none
    QScrollArea* area_;
    ChartGrid* charts_;
    RunInspector* inspector_;
    bool shown_ = false;
};

}  // namespace gatelab
