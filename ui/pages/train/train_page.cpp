// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_page.h"

#include "common/field_text.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "models/chart_table.h"
#include "pages/data/row_format.h"
#include "pages/train/advice_card.h"
#include "pages/train/chart_controls.h"
#include "pages/train/chart_grid.h"
#include "pages/train/chart_menu.h"
#include "pages/train/dashboard_command.h"
#include "pages/train/follow_advice.h"
#include "pages/train/run_inspector.h"
#include "pages/train/strip/run_strip.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "widgets/layouts.h"
#include "widgets/scroll_into_view.h"
#include "widgets/smoothing_box.h"

#include <QKeyEvent>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {
const QString kAside = QStringLiteral("strip/aside");
}

TrainPage::TrainPage(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                     RunBoard& board, Preferences& preferences, QWidget* parent)
    : Page(parent),
      experiment_(&experiment),
      runs_(&runs),
      queue_(&queue),
      preferences_(&preferences),
      strip_(new RunStrip(theme, experiment, runs, queue, this)),
      controls_(new ChartControls(theme, experiment, runs, preferences)),
      tabs_(new QTabBar),
      area_(new QScrollArea),
      charts_(new ChartGrid(theme)) {
    setFocusPolicy(Qt::StrongFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    tabs_->setDocumentMode(true);
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setAccessibleName(tr("Tabs of charts"));
    auto* head = makeRow(nullptr, {0, 6, 12, 0}, 8, {tabs_, spring(), controls_});
    column->addLayout(head);
    connect(tabs_, &QTabBar::currentChanged, this, [this](int index) {
        if (index < 0) return;
        Dashboard changed = charts_->dashboard();
        changed.bringForward(changed.tabs.value(index));
        setDashboard(changed);
    });
    auto* padded = new QWidget;
    auto* inner = new QVBoxLayout(padded);
    inner->setContentsMargins(12, 12, 12, 12);
    inner->addWidget(charts_);
    area_->setWidgetResizable(true);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area_->setFocusPolicy(Qt::NoFocus);
    area_->setWidget(padded);
    padded->setAutoFillBackground(false);
    area_->viewport()->setAutoFillBackground(false);
    column->addWidget(area_, 1);
    inspector_ = new RunInspector(theme, runs, board, this);  // last: Tab goes through the page first
    inspector_->hide();
    strip_->hide();  // until the window shows both
    connect(controls_, &ChartControls::axisChosen, this, &TrainPage::setAxis);
    connect(&controls_->smoothing(), &SmoothingBox::chosen, this, &TrainPage::setSmoothing);
    connect(&controls_->chartMenu(), &ChartMenu::chosen, this, &TrainPage::changeDashboard);
    connect(&controls_->chartMenu(), &ChartMenu::keepRequested, this, &TrainPage::keepLayout);
    connect(charts_, &ChartGrid::dashboardChanged, this,
            [this](const Dashboard& dashboard) { changeDashboard(dashboard); });
    connect(charts_, &ChartGrid::settingRequested, this, &TrainPage::giveSetting);
    connect(&inspector_->advice(), &AdviceCard::wanted, this, &TrainPage::follow);
    connect(runs_, &RunController::currentChanged, this, &TrainPage::showRun);
    connect(runs_, &RunController::stateChanged, this, &Page::markChanged);
    connect(runs_, &RunController::ticked, this, &TrainPage::tick);
    connect(experiment_, &ExperimentModel::dataChanged, this, &TrainPage::showRowTimes);
    setDashboard(DashboardStore(preferences).current());
    setSmoothing(SmoothingBox::saved(preferences));
    setAxis(static_cast<XAxis>(std::clamp(preferences.window(QStringLiteral("train/axis"), 0).toInt(), 0, 2)));
    showRun();
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
    if (!changed.charts.contains(key)) changed.show(key, true);
    if (!changed.visible().contains(key)) changed.bringForward(changed.tabsOf(key).value(0));
    changeDashboard(changed);
    if (charts_->fullSize() != key) charts_->setFullSize({});
    if (LineChart* chart = charts_->chart(key)) {
        if (chart->isHidden()) charts_->setFullSize(key);  // nothing to show in a fresh layout: asked for, it says why
        bringIntoView(chart);
        chart->setFocus(Qt::OtherFocusReason);
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

PopoverAnchor TrainPage::chartsAnchor() const { return controls_->chartsButton(); }

void TrainPage::showRun() {
    charts_->setRun(runs_->current());
    if (const Dashboard wanted = dashboard(); charts_->dashboard() != wanted) charts_->setDashboard(wanted);
    showRowTimes();
    inspector_->refresh();
    Q_EMIT markChanged();
}

bool TrainPage::trainsOnCpu() const {
    const auto run = runs_->current();
    return run && run->live && run->metrics.series(MetricId::GpuAllocated).size() == 0;
}

void TrainPage::tick() {
    if (!shown_) return;
    charts_->refresh(trainsOnCpu());
    strip_->refresh();
    inspector_->refresh();
}

void TrainPage::setAxis(XAxis axis) {
    preferences_->setWindow(QStringLiteral("train/axis"), static_cast<int>(axis));
    controls_->setAxis(axis);
    charts_->setAxis(axis);
}

void TrainPage::setSmoothing(double epochs) {
    SmoothingBox::save(*preferences_, epochs);
    controls_->smoothing().setEpochs(epochs);
    charts_->setSmoothing(epochs);
}

Dashboard TrainPage::dashboard() const {
    const auto run = runs_->current();
    return DashboardStore(*preferences_).current().suited(run && measuresAccuracy(*run->summary.config));
}

void TrainPage::setDashboard(const Dashboard& dashboard) {
    DashboardStore(*preferences_).setCurrent(dashboard);
    if (const Dashboard wanted = this->dashboard(); charts_->dashboard() != wanted) charts_->setDashboard(wanted);
    const QSignalBlocker quiet(tabs_);
    QStringList shown, wanted;
    for (int i = 0; i < tabs_->count(); ++i) shown << tabs_->tabText(i);
    for (const QString& name : dashboard.tabs) wanted << ChartMenu::tabTitle(name);
    if (shown != wanted) {
        while (tabs_->count() > 0) tabs_->removeTab(0);
        for (const QString& title : wanted) tabs_->addTab(title);
    }
    tabs_->setCurrentIndex(static_cast<int>(dashboard.tabs.indexOf(dashboard.tab)));
    tabs_->setVisible(!dashboard.tabs.isEmpty());
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

void TrainPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !charts_->fullSize().isEmpty())
        charts_->setFullSize({});
    else
        Page::keyPressEvent(event);
}

}  // namespace gatelab
