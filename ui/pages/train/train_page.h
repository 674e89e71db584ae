// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/data/metric_store.h"
#include "common/theme.h"
#include "pages/page.h"
#include "pages/train/dashboard.h"

#include <memory>
#include <optional>

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

/// The Train page: the strip of runs, charts that follow, the run as inspector. It keeps over a restart which chart is
/// above the memory, what is drawn over what, and how much is smoothed. Shows a live run and one opened from
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
    [[nodiscard]] Dashboard dashboard() const;  ///< as kept
    void setDashboard(const Dashboard& dashboard);
    /// By the user: one step that Undo takes back. `what`: its name, e.g. "reset the charts"; empty: said by what
    /// differs.
    void changeDashboard(const Dashboard& dashboard, const QString& what = {});
    /// The same: keeps these charts under the name, or forgets the name.
    void keepLayout(const QString& name, const std::optional<Dashboard>& layout);
    /// Questions about the charts hang below it.
    [[nodiscard]] PopoverAnchor chartsAnchor() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectCharts();
    void follow(const QString& runId, const AdviceAction& action);
    void followNow(const QString& runId, const AdviceAction& action);
    void giveSetting(const LiveChange& change);
    void showRun();
    void tick();
    void setAxis(XAxis axis);
    void setSmoothing(double epochs);
    void showRowTimes();
    void showIdle();
    [[nodiscard]] bool trainsOnCpu() const;
    /// MiB of the GPU that the shown run trains on, by its name on this machine; 0: not known, or on a processor.
    [[nodiscard]] double deviceMemory() const;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    Preferences* preferences_;
    RunStrip* strip_;
    ChartGrid* charts_;
    ChartControls* controls_;  ///< in the header of the loss
    RunInspector* inspector_;
    bool shown_ = false;
};

}  // namespace gatelab
