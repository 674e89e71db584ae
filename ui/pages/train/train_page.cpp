// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_page.h"

#include "base/units.h"
#include "common/field_text.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "device/engine_info.h"
#include "models/chart_table.h"
#include "models/run_board.h"
#include "pages/data/row_format.h"
#include "pages/train/advice_card.h"
#include "pages/train/chart_controls.h"
#include "pages/train/chart_grid.h"
#include "pages/train/chart_menu.h"
#include "pages/train/dashboard_command.h"
#include "pages/train/follow_advice.h"
#include "pages/train/live_card.h"
#include "pages/train/run_inspector.h"
#include "pages/train/strip/run_strip.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "widgets/layouts.h"
#include "widgets/scroll_into_view.h"
#include "widgets/smoothing_box.h"

#include <algorithm>

namespace gatelab {

namespace {

const QString kAside = QStringLiteral("strip/aside"), kAxis = QStringLiteral("train/axis"),
              kLive = QStringLiteral("train/live");

}  // namespace

TrainPage::TrainPage(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                     RunBoard& board, Preferences& preferences, QWidget* parent)
    : Page(parent),
      experiment_(&experiment),
      runs_(&runs),
      queue_(&queue),
      preferences_(&preferences),
      strip_(new RunStrip(theme, experiment, runs, queue, this)),
      charts_(new ChartGrid(theme)),
      controls_(new ChartControls(theme, experiment, runs, preferences)) {
    setFocusPolicy(Qt::StrongFocus);
    makeColumn(this, {}, 0, {{charts_, 1}});
    charts_->chart(QString::fromUtf8(kLossChart.data()))->addHeaderWidget(controls_);
    charts_->live().addTool(controls_->menuButton());
    connect(strip_, &RunStrip::asideChanged, &board, [this, &board] { board.setAside(strip_->aside()); });
    inspector_ = new RunInspector(theme, runs, board, this);  // last: Tab goes through the page first
    inspector_->hide();
    strip_->hide();  // until the window shows both
    connectCharts();
    connect(&inspector_->advice(), &AdviceCard::wanted, this, &TrainPage::follow);
    connect(runs_, &RunController::currentChanged, this, &TrainPage::showRun);
    connect(runs_, &RunController::stateChanged, this, &Page::markChanged);
    connect(runs_, &RunController::ticked, this, &TrainPage::tick);
    for (const auto signal : {&RunController::runsChanged, &RunController::workspaceChanged})
        connect(runs_, signal, this, &TrainPage::showIdle);
    connect(experiment_, &ExperimentModel::dataChanged, this, &TrainPage::showRowTimes);
    connect(experiment_, &ExperimentModel::dataChanged, this, &TrainPage::showIdle);
    setDashboard(DashboardStore(preferences).current());
    setSmoothing(SmoothingBox::saved(preferences));
    setAxis(static_cast<XAxis>(std::clamp(preferences.window(kAxis, 0).toInt(), 0, static_cast<int>(XAxis::Seconds))));
    if (const QString live = preferences.window(kLive).toString(); !live.isEmpty()) charts_->bringForward(live);
    showRun();
}

void TrainPage::connectCharts() {
    connect(controls_, &ChartControls::axisChosen, this, &TrainPage::setAxis);
    connect(&controls_->smoothing(), &SmoothingBox::chosen, this, &TrainPage::setSmoothing);
    connect(&controls_->chartMenu(), &ChartMenu::chosen, this, &TrainPage::changeDashboard);
    connect(&controls_->chartMenu(), &ChartMenu::keepRequested, this, &TrainPage::keepLayout);
    connect(charts_, &ChartGrid::dashboardChanged, this,
            [this](const Dashboard& dashboard) { changeDashboard(dashboard); });
    connect(charts_, &ChartGrid::settingRequested, this, &TrainPage::giveSetting);
    connect(&charts_->live(), &LiveCard::chosen, this,
            [this](const QString& key) { preferences_->setWindow(kLive, key); });
}

TrainPage::~TrainPage() = default;

QWidget* TrainPage::inspector() { return inspector_; }

QWidget* TrainPage::bar() { return strip_; }

PageMark TrainPage::mark() const {
    if (runs_->active()) return runs_->state() == RunState::Paused ? PageMark::Paused : PageMark::Running;
    const auto run = runs_->current();
    if (!run) return PageMark::Nothing;
    switch (run->summary.state) {
        case RunState::Finished:
            return PageMark::Ready;
        case RunState::Failed:
            return PageMark::Error;
        case RunState::Interrupted:
            return PageMark::Warning;
        default:
            return PageMark::Begun;
    }
}

void TrainPage::setCompact(bool compact) { inspector_->setCompact(compact); }

void TrainPage::setShown(bool shown) {
    shown_ = shown;
    if (!shown) return;
    // The Compare page shares it
    setSmoothing(SmoothingBox::saved(*preferences_));
    showRun();
}

void TrainPage::showPlace(const Place& place) {
    if (place.view == QLatin1String("queue")) strip_->openList();
    const QString& key = place.field;
    if (key.isEmpty()) return;
    Dashboard changed = charts_->dashboard();
    const bool isBelow = changed.charts.contains(key);
    if (!isBelow && !charts_->bringForward(key)) changed.show(key, true);
    if (isBelow && !changed.visible().contains(key)) changed.bringForward(changed.tabsOf(key).value(0));
    changeDashboard(changed);
    if (LineChart* chart = charts_->chart(key)) {
        if (charts_->chart(charts_->fullSize()) != chart) charts_->setFullSize({});
        bringIntoView(chart);
        chart->setFocus(Qt::OtherFocusReason);
    } else if (const ChartRow* row = findChartRow(key.toStdString()); row && !row->absent.isEmpty()) {
        Q_EMIT done(translated(row->absent));
    }
}

QVariantMap TrainPage::viewState() const {
    QVariantMap state = charts_->viewState();
    state.insert(kAside, strip_->aside());
    return state;
}

void TrainPage::restoreViewState(const QVariantMap& state) {
    charts_->restoreViewState(state);
    strip_->setAside(state.value(kAside).toStringList());
}

PopoverAnchor TrainPage::runAnchor() { return strip_->anchor(); }

PopoverAnchor TrainPage::chartsAnchor() const { return controls_->menuButton(); }

void TrainPage::showRun() {
    charts_->setDeviceMemory(deviceMemory());
    charts_->setRun(runs_->current());
    showIdle();
    showRowTimes();
    inspector_->refresh();
    Q_EMIT markChanged();
}

bool TrainPage::trainsOnCpu() const {
    const auto run = runs_->current();
    return run && run->live && run->metrics.series(MetricId::GpuAllocated).size() == 0;
}

double TrainPage::deviceMemory() const {
    const auto run = runs_->current();
    if (!run || !runs_->engine()) return 0;
    for (const TrainingDevice& device : runs_->engine()->info().devices)
        if (device.computeCapability > 0 && device.name == run->plan.device) return device.totalBytes / kMiB;
    return 0;
}

/// Without a run the loss says whether there is one to open.
void TrainPage::showIdle() {
    const auto dataset = experiment_->dataset();
    const bool isTrained = dataset && std::ranges::any_of(runs_->runs(), [&](const RunSummary& run) {
                               return dataset->series ? run.dataName == dataset->series->name
                                                      : dataset->sequences && run.dataName == dataset->sequences->name;
                           });
    charts_->setIdleText(isTrained ? tr("No run is open.") : tr("Nothing has trained on this data."));
}

void TrainPage::tick() {
    if (!shown_) return;
    charts_->setDeviceMemory(deviceMemory());
    charts_->refresh(trainsOnCpu());
    strip_->refresh();
    inspector_->refresh();
}

void TrainPage::setAxis(XAxis axis) {
    preferences_->setWindow(kAxis, static_cast<int>(axis));
    controls_->setAxis(axis);
    charts_->setAxis(axis);
}

void TrainPage::setSmoothing(double epochs) {
    SmoothingBox::save(*preferences_, epochs);
    controls_->smoothing().setEpochs(epochs);
    charts_->setSmoothing(epochs);
}

Dashboard TrainPage::dashboard() const { return DashboardStore(*preferences_).current(); }

void TrainPage::setDashboard(const Dashboard& dashboard) {
    DashboardStore(*preferences_).setCurrent(dashboard);
    if (charts_->dashboard() != dashboard) charts_->setDashboard(dashboard);
}

void TrainPage::changeDashboard(const Dashboard& dashboard, const QString& what) {
    const Dashboard before = this->dashboard();
    Dashboard turned = before;
    turned.tab = dashboard.tab;
    if (turned == dashboard) return setDashboard(dashboard);  // which tab is in front is no change
    experiment_->undoStack().push(new DashboardCommand(*this, before, dashboard, what));
    if (dashboard.showsLessThan(before) || lacks(dashboard.tabs, before.tabs))
        Q_EMIT done(tr("Charts were taken away. Ctrl+Z brings them back."));
    else if (!what.isEmpty())
        Q_EMIT done(tr("The charts are arranged anew. Ctrl+Z brings back how they were."));
}

void TrainPage::keepLayout(const QString& name, const std::optional<Dashboard>& layout) {
    experiment_->undoStack().push(new LayoutCommand(*preferences_, name, layout));
    if (!layout) Q_EMIT done(tr("The layout \"%1\" is deleted. Ctrl+Z brings it back.").arg(name));
}

void TrainPage::follow(const QString& runId, const AdviceAction& action) {
    guardAdvice(*this, *runs_, runId, action, [this, runId, action] { followNow(runId, action); });
}

void TrainPage::followNow(const QString& runId, const AdviceAction& action) {
    const Began began = followAdvice(*experiment_, *runs_, *queue_, runId, action);
    if (began == Began::Refused) return;
    if (action.kind == AdviceAction::Kind::FindRate)
        Q_EMIT placeAsked({QStringLiteral("model"), QStringLiteral("find-rate")});
    else if (began == Began::Queued)
        Q_EMIT done(tr("%1: in the queue.").arg(translated(action.button)));
}

/// To the run that is shown while it goes on, else to the next one.
void TrainPage::giveSetting(const LiveChange& change) {
    const Field* field = findField(change.key);
    if (!field) return;
    const auto run = runs_->current();
    const bool live = run && run->live && runs_->active();
    if (live)
        runs_->change(change);
    else
        experiment_->set(field->key, change.value);
    const QString label = translated(field->label), value = displayValue(*field, change.value);
    Q_EMIT done(live ? tr("%1 is now %2: the run measures it from the next step on.").arg(label, value)
                     : tr("%1 is now %2: the next run measures it.").arg(label, value));
}

void TrainPage::showRowTimes() {
    const auto run = runs_->current();
    const auto dataset = experiment_->dataset();
    // Dates only when the loaded data are those of the run.
    const bool same = run && dataset && dataset->series && dataset->series->name == run->summary.dataName;
    const auto time = same ? std::shared_ptr<const TimeAxis>(dataset->series, &dataset->series->time) : nullptr;
    charts_->setRowTimes(rowSeconds(time), rowTimes(time));
}

void TrainPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    constexpr double kShare = 0.6;  // the title and its unit need the rest
    controls_->fit(static_cast<int>(kShare * charts_->width()));
}

}  // namespace gatelab
