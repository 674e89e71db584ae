// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/compare_page.h"

#include "common/preferences.h"
#include "common/texts.h"
#include "pages/compare/compare_inspector.h"
#include "pages/compare/forecast_panel.h"
#include "pages/compare/lab_panel.h"
#include "pages/compare/lineage_panel.h"
#include "pages/compare/run_details.h"
#include "pages/compare/runs_panel.h"
#include "pages/compare/runs_table.h"
#include "pages/compare/study_panel.h"
#include "pages/compare/sweep_card.h"
#include "pages/compare/trash_panel.h"
#include "pages/compare/verdict_panel.h"
#include "pages/run_edit_menu.h"
#include "pages/train/continue_run.h"
#include "pages/train/follow_advice.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "runs/run_names.h"
#include "widgets/segments.h"

#include <QApplication>
#include <QFrame>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace gatelab {

namespace {
const QString kView = QStringLiteral("compare/view"), kQuestion = QStringLiteral("compare/question"),
              kScores = QStringLiteral("compare/verdictScores");
}

ComparePage::ComparePage(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                         LabController& lab, StudyController& study, Preferences& preferences, QWidget* parent)
    : Page(parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      queue_(&queue),
      labController_(&lab),
      study_(&study),
      preferences_(&preferences),
      views_(new Segments) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new QFrame;
    bar->setProperty("bar", true);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 7, 12, 7);
    views_->add(tr("Runs"), theme.icon(QStringLiteral("compare")), tr("Runs beside each other"));
    views_->add(tr("Forecasts"), theme.icon(QStringLiteral("series")),
                tr("Forecasts and errors of one run on its test part"));
    views_->add(tr("One run"), theme.icon(QStringLiteral("info")), tr("Everything about one run"));
    views_->add(tr("Lineage"), theme.icon(QStringLiteral("branch")), tr("Which run came from which, and what changed"));
    views_->add(tr("Lab"), theme.icon(QStringLiteral("ladder")),
                tr("What each optimisation switch is worth for this experiment here"));
    views_->add(tr("Memory"), theme.icon(QStringLiteral("chip")),
                tr("What model, batch, length and data cost this experiment in memory"));
    row->addWidget(views_);
    row->addStretch();
    column->addWidget(bar);
    auto* padded = new QWidget;
    auto* inner = new QVBoxLayout(padded);
    inner->setContentsMargins(12, 12, 12, 12);
    inner->setSpacing(12);
    stack_ = new QStackedWidget;
    inner->addWidget(stack_, 1);
    column->addWidget(padded, 1);
    makeRuns();
    inspector_ = new CompareInspector(theme, runs, queue, this);  // last: Tab goes through the page first
    inspector_->hide();
    connect(views_, &Segments::chosen, this, [this](int index) { showView(static_cast<View>(index)); });
    connect(inspector_, &CompareInspector::againRequested, this, &ComparePage::runAgain);
    connect(inspector_, &CompareInspector::adviceRequested, this, &ComparePage::followAdvised);
    connect(runs_, &RunController::runsChanged, this, [this] { Q_EMIT markChanged(); });
    // A run that was begun or opened on another page is the one to speak about here, too.
    connect(runs_, &RunController::currentChanged, this, [this] {
        if (const auto current = runs_->current(); current && !shown_) chosen_ = current->id;
    });
    // What the verdict counts is what table and charts show.
    connect(inspector_, &CompareInspector::seedsAsked, this, [this](const QStringList& runIds) {
        const auto before = panel_->ticked().size();
        panel_->tick(runIds);
        panel_->table().groupBySettings();  // means with bands, which the verdict is about
        const auto added = panel_->ticked().size() - before;
        if (added > 0)
            Q_EMIT done(tr("Ticked as well, since the verdict counts them: %1 runs of the two settings.")
                            .arg(formatCount(added)));
    });
    connect(queue_, &QueueController::started, this, [this](const QString& runId, const QString& why) {
        if (why == QLatin1String("verdict")) panel_->tick({runId});
    });
    // One base for both: what the verdict is against stands left in the table of differences, and the other way round.
    connect(&inspector_->verdict(), &VerdictPanel::baseChanged, panel_, &RunsPanel::holdAgainst);
    connect(panel_, &RunsPanel::baseChosen, &inspector_->verdict(), &VerdictPanel::holdAgainst);
    panel_->holdAgainst(inspector_->verdict().base());
    connect(&inspector_->verdict(), &VerdictPanel::counted, panel_, &RunsPanel::tick);
    connect(panel_, &RunsPanel::chosenByHand, &inspector_->verdict(), &VerdictPanel::followTicks);
    for (const auto signal : {&SweepCard::compareRequested, &SweepCard::counted})
        connect(&inspector_->sweep(), signal, panel_, &RunsPanel::tick);
    inspector_->setRuns(panel_->ticked());
    inspector_->verdict().setScores(preferences.window(kScores).toStringList());
    connect(&inspector_->verdict(), &VerdictPanel::scoresChanged, this,
            [this](const QStringList& scores) { preferences_->setWindow(kScores, scores); });
    inspector_->verdict().ask(preferences.window(kQuestion).toStringList());
    connect(&inspector_->verdict(), &VerdictPanel::questionChanged, this,
            [this](const QStringList& question) { preferences_->setWindow(kQuestion, question); });
    showView(static_cast<View>(std::clamp(preferences.window(kView, 0).toInt(), 0, views_->count() - 1)));
}

void ComparePage::makeView(View view) {
    if (view == View::Forecasts && !forecasts_) makeForecasts();
    if (view == View::OneRun && !details_) makeDetails();
    if (view == View::Lineage && !lineage_) makeLineage();
    if (view == View::Lab && !lab_) makeLab();
    if (view == View::Memory && !memory_) makeMemory();
    if (view == View::Trash && !trash_) makeTrash();
}

void ComparePage::makeRuns() {
    panel_ = new RunsPanel(*theme_, *experiment_, *runs_, *preferences_, stack_);
    stack_->addWidget(panel_);
    connect(panel_, &RunsPanel::checkedChanged, this, [this] { inspector_->setRuns(panel_->ticked()); });
    connect(&panel_->table(), &RunsTable::currentChanged, this,
            [this](const QString&, bool byHand) { noteChoice(byHand); });
    connect(&panel_->table(), &RunsTable::commandAsked, this, &Page::commandAsked);
    connect(panel_, &RunsPanel::trainRequested, this, [this] { Q_EMIT placeAsked({QStringLiteral("train")}); });
    connect(panel_, &RunsPanel::openRequested, this, &ComparePage::open);
    connect(panel_, &RunsPanel::detailsRequested, this, &ComparePage::showDetails);
    connect(panel_, &RunsPanel::moreRequested, this, &ComparePage::askMore);
    connect(panel_, &RunsPanel::failed, this, &Page::problem);
    connect(panel_, &RunsPanel::exported, this, &ComparePage::reportSaved);
}

void ComparePage::makeForecasts() {
    forecasts_ = new ForecastPanel(*theme_, *runs_, stack_);
    stack_->addWidget(forecasts_);
    connect(forecasts_, &ForecastPanel::scoresChanged, this, &ComparePage::showVerdict);
    connect(forecasts_, &ForecastPanel::failed, this, &Page::problem);
    connect(forecasts_, &ForecastPanel::exported, this, &ComparePage::reportSaved);
    connect(forecasts_, &ForecastPanel::againRequested, this, &ComparePage::runAgain);
    connect(forecasts_, &ForecastPanel::runChosen, this, [this] { noteChoice(true); });
}

void ComparePage::makeDetails() {
    details_ = new RunDetails(*theme_, *runs_, stack_);
    stack_->addWidget(details_);
    connect(details_, &RunDetails::runChanged, this, &ComparePage::showVerdict);
    connect(details_, &RunDetails::runChanged, this, &ComparePage::noteChoice);
    connect(details_, &RunDetails::trainRequested, this, [this] { Q_EMIT placeAsked({QStringLiteral("train")}); });
    connect(details_, &RunDetails::againRequested, this, &ComparePage::runAgainFrom);
    connect(details_, &RunDetails::moreRequested, this, &ComparePage::askMore);
    connect(details_, &RunDetails::failed, this, &Page::problem);
    connect(details_, &RunDetails::exported, this, &ComparePage::reportSaved);
}

void ComparePage::makeLineage() {
    lineage_ = new LineagePanel(*theme_, *runs_, stack_);
    stack_->addWidget(lineage_);
    connect(lineage_, &LineagePanel::currentChanged, this, [this] {
        showVerdict();
        noteChoice(lineage_->isAncestorOf(QApplication::focusWidget()));
    });
    connect(lineage_, &LineagePanel::trainRequested, this, [this] { Q_EMIT placeAsked({QStringLiteral("train")}); });
    connect(lineage_, &LineagePanel::openRequested, this, &ComparePage::open);
    connect(lineage_, &LineagePanel::againRequested, this, &ComparePage::runAgain);
}

void ComparePage::makeLab() {
    lab_ = new LabPanel(*theme_, *labController_, stack_);
    stack_->addWidget(lab_);
    connect(lab_, &LabPanel::findingsChanged, this, &ComparePage::showVerdict);
    connect(lab_, &LabPanel::failed, this, &Page::problem);
    connect(lab_, &LabPanel::exported, this, &ComparePage::reportSaved);
}

void ComparePage::makeMemory() {
    memory_ = new StudyPanel(*theme_, *study_, stack_);
    stack_->addWidget(memory_);
    connect(memory_, &StudyPanel::findingsChanged, this, &ComparePage::showVerdict);
    connect(memory_, &StudyPanel::failed, this, &Page::problem);
    connect(memory_, &StudyPanel::exported, this, &ComparePage::reportSaved);
}

void ComparePage::makeTrash() {
    trash_ = new TrashPanel(*theme_, *runs_, stack_);
    stack_->addWidget(trash_);
    connect(trash_, &TrashPanel::closed, this, [this] { showView(View::Runs); });
    connect(trash_, &TrashPanel::done, this, &Page::done);
    connect(trash_, &TrashPanel::failed, this, &Page::problem);
}

void ComparePage::open(const QString& runId) {
    if (runId.isEmpty()) return;
    runs_->open(runId);
    Q_EMIT placeAsked({QStringLiteral("train")});
}

void ComparePage::reportSaved(const QString& path) { Q_EMIT done(savedText(path)); }

ComparePage::~ComparePage() = default;

QWidget* ComparePage::inspector() { return inspector_; }

QString ComparePage::inspectorTitle() const {
    const QWidget* front = stack_->currentWidget();
    return lab_ && front == lab_                    ? tr("What the lab shows")
           : memory_ && front == memory_            ? tr("Memory")
           : front == details_ || front == lineage_ ? tr("Run")
                                                    : tr("Verdict");
}

PageMark ComparePage::mark() const {
    const auto count = runs_->runs().size();
    return count == 0 ? PageMark::Nothing : count == 1 ? PageMark::Begun : PageMark::Ready;
}

void ComparePage::setShown(bool shown) {
    shown_ = shown;
    const auto connectPanel = [&](auto* panel) {
        if (panel) panel->setShown(shown && stack_->currentWidget() == panel);
    };
    connectPanel(panel_), connectPanel(forecasts_), connectPanel(details_), connectPanel(lineage_), connectPanel(lab_),
        connectPanel(memory_), connectPanel(trash_);
    if (shown) choose(chosen_);
}

void ComparePage::setCompact(bool compact) { panel_->setCompact(compact); }

void ComparePage::showPlace(const Place& place) {
    static const std::map<QString, View> kViews{
        {QStringLiteral("runs"), View::Runs},      {QStringLiteral("forecasts"), View::Forecasts},
        {QStringLiteral("details"), View::OneRun}, {QStringLiteral("lineage"), View::Lineage},
        {QStringLiteral("lab"), View::Lab},        {QStringLiteral("memory"), View::Memory},
        {QStringLiteral("trash"), View::Trash}};
    if (place.view == QLatin1String("sweep")) return showSweep();
    if (place.view.isEmpty() && !place.run.isEmpty()) return choose(place.run);
    const auto found = kViews.find(place.view);
    const View view = found == kViews.end() ? View::Runs : found->second;
    if (view == View::OneRun) return showDetails(place.run);
    showView(view);
    if (view == View::Runs) panel_->showView(place.view);
    if (view == View::Forecasts && !place.run.isEmpty()) forecasts_->showRun(place.run);
}

void ComparePage::sortRunsBySize() {
    showView(View::Runs);
    panel_->table().sortBy(QStringLiteral("size"));
}

void ComparePage::filterRuns(const QString& expression) {
    showView(View::Runs);
    panel_->table().filterBy(expression);
}

void ComparePage::exportRuns() {
    showView(View::Runs);
    panel_->table().askExport();
}

void ComparePage::exportForecasts() {
    if (forecasts_) forecasts_->askExport();
}

void ComparePage::renameChosenRun() {
    if (stack_->currentWidget() != panel_ && !chosenRun().isEmpty())
        return RunEditMenu(*theme_, *runs_, experiment_->undoStack()).askName(runAnchor(), chosenRun());
    showView(View::Runs);
    panel_->table().editName();
}

void ComparePage::showSweep() {
    showView(View::Runs);
    panel_->table().groupBySettings();
    inspector_->sweep().follow();
}

void ComparePage::showDetails(const QString& runId) {
    showView(View::OneRun);
    if (!runId.isEmpty()) details_->showRun(runId);
}

void ComparePage::noteChoice(bool byHand) {
    if (const QString now = chosenRun(); !now.isEmpty() && (byHand || !runs_->findRun(chosen_))) chosen_ = now;
    Q_EMIT runChosen(byHand);
}

void ComparePage::choose(const QString& runId) {
    const RunSummary* run = runs_->findRun(runId);
    if (!run) return;
    chosen_ = runId;
    if (chosenRun() == runId) return;
    const QWidget* front = stack_->currentWidget();
    if (front == panel_) return panel_->table().select(runId);
    if (details_ && front == details_) return details_->showRun(runId);
    if (lineage_ && front == lineage_) return lineage_->select(runId);
    if (forecasts_ && front == forecasts_ && hasEnded(run->state)) forecasts_->showRun(runId);
}

QString ComparePage::chosenRun() const {
    const QWidget* front = stack_->currentWidget();
    if (front == panel_) return panel_->table().currentId();
    if (forecasts_ && front == forecasts_) return forecasts_->runId();
    if (details_ && front == details_) return details_->runId();
    return lineage_ && front == lineage_ ? lineage_->currentId() : QString();
}

PopoverAnchor ComparePage::runAnchor() {
    const QWidget* front = stack_->currentWidget();
    if (front == panel_) return panel_->table().anchor();
    if (details_ && front == details_) return details_->anchor();
    return lineage_ && front == lineage_ ? lineage_->anchor() : Page::runAnchor();
}

QStringList ComparePage::chosenRuns() const {
    return stack_->currentWidget() == panel_ ? panel_->table().chosenIds() : Page::chosenRuns();
}

void ComparePage::showView(View view) {
    makeView(view);
    const bool isKept = view != View::Trash;
    if (isKept) preferences_->setWindow(kView, static_cast<int>(view));
    views_->setCurrent(isKept ? static_cast<int>(view) : -1);
    QWidget* const all[] = {panel_, forecasts_, details_, lineage_, lab_, memory_, trash_};
    stack_->setCurrentWidget(all[static_cast<std::size_t>(view)]);
    setShown(shown_);
    choose(chosen_);  // the same run in every view
    showVerdict();
    Q_EMIT runChosen(true);
}

void ComparePage::showVerdict() {
    QWidget* const front = stack_->currentWidget();
    if (lab_ && front == lab_)
        inspector_->showLab(lab_->headline(), lab_->findings());
    else if (memory_ && front == memory_)
        inspector_->showMemory(memory_->findings());
    else if (forecasts_ && front == forecasts_)
        inspector_->showForecast(forecasts_->barsTitle(), forecasts_->verdict(), forecasts_->bars());
    else if (front != panel_ && (front == details_ || front == lineage_))
        inspector_->showRun(chosenRun());
    else
        inspector_->showRuns();
    Q_EMIT inspectorTitleChanged();
}

void ComparePage::followAdvised(const QString& runId, const AdviceAction& action) {
    const Began began = followAdvice(*experiment_, *runs_, *queue_, runId, action);
    if (began != Began::Refused && action.kind == AdviceAction::Kind::FindRate)
        return Q_EMIT placeAsked({QStringLiteral("model"), QStringLiteral("find-rate")});
    follow(runId, began);
}

void ComparePage::runAgain(const QString& runId) { runAgainFrom(runId, {}); }

void ComparePage::runAgainFrom(const QString& runId, const QString& checkpoint) {
    Q_EMIT commandAsked(Command(QStringLiteral("again"), runId, checkpoint));
}

void ComparePage::askMore(const QString& runId, const PopoverAnchor& anchor) {
    askMoreEpochs(anchor, *runs_, *queue_, runId, [this, runId](Began began) { follow(runId, began); });
}

void ComparePage::follow(const QString& runId, Began began) {
    if (began == Began::Now) Q_EMIT placeAsked({QStringLiteral("train")});
    const RunSummary* run = runs_->findRun(runId);
    if (began == Began::Queued && run) Q_EMIT done(queuedText(RunNames::of(*runs_).name(*run)));
}

}  // namespace gatelab
