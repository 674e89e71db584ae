// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare_page.h"

#include "experiment_model.h"
#include "pages/compare_inspector.h"
#include "pages/continue_run.h"
#include "pages/forecast_panel.h"
#include "pages/lab_panel.h"
#include "pages/lineage_panel.h"
#include "pages/queue_card.h"
#include "pages/run_details.h"
#include "pages/runs_panel.h"
#include "preferences.h"
#include "run_controller.h"
#include "texts.h"
#include "widgets/segments.h"

#include <QFrame>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kDetails = 2;

}  // namespace

ComparePage::ComparePage(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue, Preferences& preferences, QWidget* parent)
    : Page(parent), theme_(&theme), experiment_(&experiment), runs_(&runs), preferences_(&preferences), view_(new Segments), stack_(new QStackedWidget),
      panel_(new RunsPanel(theme, experiment, runs, preferences)), forecasts_(new ForecastPanel(theme, runs)), details_(new RunDetails(theme, runs)),
      lineage_(new LineagePanel(theme, runs)), lab_(new LabPanel(theme, experiment, runs, queue)),
      inspector_(new CompareInspector(theme, runs, queue, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new QFrame;
    bar->setProperty("bar", true);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 7, 12, 7);
    view_->add(tr("Runs"), theme.icon(QStringLiteral("compare")), tr("Runs beside each other"));
    view_->add(tr("Forecasts"), theme.icon(QStringLiteral("series")), tr("Forecasts and errors of one run on its test part"));
    view_->add(tr("One run"), theme.icon(QStringLiteral("info")), tr("Everything about one run"));
    view_->add(tr("Lineage"), theme.icon(QStringLiteral("branch")), tr("Which run came from which, and what changed"));
    view_->add(tr("Lab"), theme.icon(QStringLiteral("ladder")), tr("What each optimisation switch is worth for this experiment here"));
    row->addWidget(view_);
    row->addStretch();
    column->addWidget(bar);
    auto* padded = new QWidget;
    auto* inner = new QVBoxLayout(padded);
    inner->setContentsMargins(12, 12, 12, 12);
    inner->setSpacing(12);
    inner->addWidget(new QueueCard(theme, runs, queue));
    inner->addWidget(stack_, 1);
    column->addWidget(padded, 1);
    stack_->addWidget(panel_);
    stack_->addWidget(forecasts_);
    stack_->addWidget(details_);
    stack_->addWidget(lineage_);
    stack_->addWidget(lab_);
    connectParts();
    inspector_->hide();
    connect(view_, &Segments::chosen, this, &ComparePage::showView);
    connect(panel_, &RunsPanel::checkedChanged, this, [this] { inspector_->setRuns(panel_->checked()); });
    connect(panel_, &RunsPanel::openWanted, this, [this](const QString& id) {
        if (id.isEmpty()) return;
        runs_->open(id);
        Q_EMIT pageRequested(QStringLiteral("train"));
    });
    connect(panel_, &RunsPanel::detailsWanted, this, [this](const QString& id) {
        details_->showRun(id);
        view_->setCurrent(kDetails);
        showView(kDetails);
    });
    connect(panel_, &RunsPanel::repeatWanted, this, &ComparePage::repeat);
    connect(inspector_, &CompareInspector::repeatWanted, this, &ComparePage::repeat);
    connect(forecasts_, &ForecastPanel::scoresChanged, this, &ComparePage::showVerdict);
    connect(panel_, &RunsPanel::failed, this, &Page::problem);
    connect(details_, &RunDetails::failed, this, &Page::problem);
    connect(forecasts_, &ForecastPanel::failed, this, &Page::problem);
    const auto saved = [this](const QString& path) { Q_EMIT done(tr("Saved as %1.").arg(path)); };
    connect(panel_, &RunsPanel::exported, this, saved);
    connect(details_, &RunDetails::exported, this, saved);
    connect(forecasts_, &ForecastPanel::exported, this, saved);
    connect(runs_, &RunController::runsChanged, this, [this] { Q_EMIT markChanged(); });
    const int view = std::clamp(preferences.window(QStringLiteral("compare/view"), 0).toInt(), 0, stack_->count() - 1);
    view_->setCurrent(view);
    stack_->setCurrentIndex(view);
    inspector_->setRuns(panel_->checked());
    showVerdict();
}

void ComparePage::connectParts() {
    connect(lineage_, &LineagePanel::openWanted, panel_, &RunsPanel::openWanted);
    connect(lineage_, &LineagePanel::repeatWanted, this, &ComparePage::repeat);
    connect(details_, &RunDetails::branchWanted, this, [this](const QString& id, const QString& checkpoint) {
        if (branchFrom(*runs_, *experiment_, id, checkpoint)) Q_EMIT pageRequested(QStringLiteral("train"));
    });
    connect(lab_, &LabPanel::findingsChanged, this, &ComparePage::showVerdict);
    connect(lab_, &LabPanel::failed, this, &Page::problem);
    connect(lab_, &LabPanel::exported, this, [this](const QString& path) { Q_EMIT done(tr("Saved as %1.").arg(path)); });
}

ComparePage::~ComparePage() = default;

QWidget* ComparePage::inspector() { return inspector_; }

PageMark ComparePage::mark() const {
    const auto count = runs_->runs().size();
    return count == 0 ? PageMark::Nothing : count == 1 ? PageMark::Begun : PageMark::Ready;
}

void ComparePage::setShown(bool shown) {
    shown_ = shown;
    panel_->setShown(shown && stack_->currentIndex() == 0);
    forecasts_->setShown(shown && stack_->currentIndex() == 1);
    details_->setShown(shown && stack_->currentIndex() == kDetails);
    lineage_->setShown(shown && stack_->currentWidget() == lineage_);
    lab_->setShown(shown && stack_->currentWidget() == lab_);
}

void ComparePage::setCompact(bool compact) { panel_->setCompact(compact); }

void ComparePage::showView(int index) {
    preferences_->setWindow(QStringLiteral("compare/view"), index);
    stack_->setCurrentIndex(index);
    if (index == 1)
        if (const auto run = runs_->current(); run && !run->live) forecasts_->showRun(run->id);
    setShown(shown_);
    showVerdict();
}

void ComparePage::showVerdict() {
    if (stack_->currentWidget() == lab_) inspector_->showLab(lab_->findings());
    else if (stack_->currentIndex() == 1) inspector_->showForecast(forecasts_->verdict(), forecasts_->bars());
    else inspector_->showRuns();
}

void ComparePage::repeat(const QString& runId) {
    const RunSummary* run = runs_->findRun(runId);
    if (!run) return;
    ExperimentConfig config = run->config;
    // A repeat with the same seed would give the same numbers.
    config.seed += 1;
    experiment_->replace(config, tr("Settings of run %1").arg(fromUtf8(run->name)));
    Q_EMIT done(tr("The settings of %1 are loaded, with seed %2.").arg(fromUtf8(run->name)).arg(config.seed));
    Q_EMIT pageRequested(QStringLiteral("model"));
}

}  // namespace gatelab
