// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/compare_page.h"

#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "pages/compare/compare_inspector.h"
#include "pages/compare/forecasts/forecast_panel.h"
#include "pages/compare/lab/lab_panel.h"
#include "pages/compare/memory/study_panel.h"
#include "pages/compare/run_details.h"
#include "pages/compare/runs/lineage_panel.h"
#include "pages/compare/runs/runs_panel.h"
#include "pages/compare/runs/runs_table.h"
#include "pages/compare/runs/trash_panel.h"
#include "pages/compare/sweep/sweep_card.h"
#include "pages/compare/verdict/verdict_panel.h"
#include "pages/run_edit_menu.h"
#include "pages/train/advice_card.h"
#include "pages/train/continue_run.h"
#include "pages/train/follow_advice.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/segments.h"

#include <QFrame>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

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
      preferences_(&preferences),
      segments_(new Segments),
      stack_(new QStackedWidget),
      panel_(new RunsPanel(theme, experiment, runs, preferences, stack_)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new QFrame;
    bar->setProperty("bar", true);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 7, 12, 7);
    row->addWidget(segments_);
    row->addStretch();
    column->addWidget(bar);
    auto* padded = new QWidget;
    auto* inner = new QVBoxLayout(padded);
    inner->setContentsMargins(12, 12, 12, 12);
    inner->setSpacing(12);
    inner->addWidget(stack_, 1);
    column->addWidget(padded, 1);
    addView({QStringLiteral("runs"), tr("Runs"), QStringLiteral("compare"), tr("Runs beside each other"), tr("Verdict"),
             [this] { return panel_; }});
    panelOf(views_.front());
    addView({QStringLiteral("forecasts"), tr("Forecasts"), QStringLiteral("series"),
             tr("Forecasts and errors of one run on its test part"), tr("Verdict"),
             [this] { return new ForecastPanel(*theme_, *runs_, stack_); }});
    addView({QStringLiteral("details"), tr("One run"), QStringLiteral("info"), tr("Everything about one run"),
             tr("Run"), [this] { return new RunDetails(*theme_, *runs_, stack_); }});
    addView({QStringLiteral("lineage"), tr("Lineage"), QStringLiteral("branch"),
             tr("Which run came from which, and what changed"), tr("Run"),
             [this] { return new LineagePanel(*theme_, *runs_, stack_); }});
    addView({QStringLiteral("lab"), tr("Lab"), QStringLiteral("ladder"),
             tr("What each optimisation switch is worth for this experiment here"), tr("What the lab shows"),
             [this, &lab] { return new LabPanel(*theme_, lab, stack_); }});
    addView({QStringLiteral("memory"), tr("Memory"), QStringLiteral("chip"),
             tr("What model, batch, length and data cost this experiment in memory"), tr("Memory"),
             [this, &study] { return new StudyPanel(*theme_, study, stack_); }});
    // The File menu leads there.
    addView({QStringLiteral("trash"), {}, {}, {}, tr("Verdict"), [this] {
                 return new TrashPanel(*theme_, *runs_, stack_);
             }});
    inspector_ = new CompareInspector(theme, runs, queue, this);  // last: Tab goes through the page first
    inspector_->hide();
    connect(segments_, &Segments::chosen, this, [this](int index) { showView(static_cast<std::size_t>(index)); });
    connect(runs_, &RunController::runsChanged, this, &Page::markChanged);
    // A run that was begun or opened on another page is the one to speak about here, too.
    connect(runs_, &RunController::currentChanged, this, [this] {
        if (const auto current = runs_->current(); current && !shown_) chosen_ = current->id;
    });
    connectInspector();
    showView(static_cast<std::size_t>(std::clamp(preferences.window(kView, 0).toInt(), 0, segments_->count() - 1)));
}

void ComparePage::addView(View view) {
    if (!view.title.isEmpty()) segments_->add(view.title, theme_->icon(view.icon), view.tip);
    views_.push_back(std::move(view));
}

/// What the verdict and the sweep count is what table and charts show, and the other way round.
void ComparePage::connectInspector() {
    VerdictPanel& verdict = inspector_->verdict();
    connect(&inspector_->advice(), &AdviceCard::wanted, this, &ComparePage::followAdvised);
    connect(&verdict, &VerdictPanel::seedsAsked, this, [this](const QStringList& runIds) {
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
    // One base for both: what the verdict is against stands left in the table of differences.
    connect(&verdict, &VerdictPanel::baseChanged, panel_, &RunsPanel::holdAgainst);
    connect(panel_, &RunsPanel::baseChosen, &verdict, &VerdictPanel::holdAgainst);
    panel_->holdAgainst(verdict.base());
    connect(&verdict, &VerdictPanel::counted, panel_, &RunsPanel::tick);
    connect(panel_, &RunsPanel::chosenByHand, &verdict, &VerdictPanel::followTicks);
    for (const auto signal : {&SweepCard::compareRequested, &SweepCard::counted})
        connect(&inspector_->sweep(), signal, panel_, &RunsPanel::tick);
    connect(panel_, &RunsPanel::checkedChanged, this, [this] { inspector_->setRuns(panel_->ticked()); });
    inspector_->setRuns(panel_->ticked());
    verdict.setScores(preferences_->window(kScores).toStringList());
    connect(&verdict, &VerdictPanel::scoresChanged, this,
            [this](const QStringList& scores) { preferences_->setWindow(kScores, scores); });
    verdict.ask(preferences_->window(kQuestion).toStringList());
    connect(&verdict, &VerdictPanel::questionChanged, this,
            [this](const QStringList& question) { preferences_->setWindow(kQuestion, question); });
}

ComparePage::~ComparePage() = default;

QWidget* ComparePage::inspector() { return inspector_; }

QString ComparePage::inspectorTitle() const { return views_[front_].inspectorTitle; }

PageMark ComparePage::mark() const {
    const auto count = runs_->runs().size();
    return count == 0 ? PageMark::Nothing : count == 1 ? PageMark::Begun : PageMark::Ready;
}

void ComparePage::setShown(bool shown) {
    shown_ = shown;
    for (const View& view : views_)
        if (view.panel) view.panel->setShown(shown && view.panel == &front());
    if (shown) choose(chosen_);
}

void ComparePage::setCompact(bool compact) { panel_->setCompact(compact); }

void ComparePage::showPlace(const Place& place) {
    if (place.view == QLatin1String("sweep")) return showSweep();
    if (place.view.isEmpty() && !place.run.isEmpty()) return choose(place.run);
    const auto found = std::ranges::find(views_, place.view, &View::key);
    showView(found == views_.end() ? 0 : static_cast<std::size_t>(found - views_.begin()));
    front().showPlace(place);
}

void ComparePage::sortRunsBySize() {
    showView(0);
    panel_->table().sortBy(QStringLiteral("size"));
}

void ComparePage::filterRuns(const QString& expression) {
    showView(0);
    panel_->table().filterBy(expression);
}

void ComparePage::askExport() { front().askExport(); }

void ComparePage::renameChosenRun() {
    if (&front() != panel_ && !chosenRun().isEmpty())
        return RunEditMenu(*theme_, *runs_, experiment_->undoStack()).askName(runAnchor(), chosenRun());
    showView(0);
    panel_->table().editName();
}

void ComparePage::showSweep() {
    showView(0);
    panel_->table().groupBySettings();
    inspector_->sweep().follow();
}

void ComparePage::noteChoice(bool byHand) {
    if (const QString now = chosenRun(); !now.isEmpty() && (byHand || !runs_->findRun(chosen_))) chosen_ = now;
    Q_EMIT runChosen(byHand);
}

void ComparePage::choose(const QString& runId) {
    if (!runs_->findRun(runId)) return;
    chosen_ = runId;
    if (chosenRun() != runId) front().choose(runId);
}

QString ComparePage::chosenRun() const { return front().runId(); }

QStringList ComparePage::chosenRuns() const { return front().chosenRuns(); }

PopoverAnchor ComparePage::runAnchor() { return front().anchor().value_or(Page::runAnchor()); }

ComparePanel* ComparePage::panelOf(View& view) {
    if (view.panel) return view.panel;
    view.panel = view.make();
    stack_->addWidget(view.panel);
    connect(view.panel, &ComparePanel::findingsChanged, this, &ComparePage::showFindings);
    connect(view.panel, &ComparePanel::runChosen, this, &ComparePage::noteChoice);
    connect(view.panel, &ComparePanel::moreAsked, this, &ComparePage::askMore);
    return view.panel;
}

void ComparePage::showView(std::size_t index) {
    ComparePanel* panel = panelOf(views_[index]);
    front_ = index;
    const bool hasSegment = !views_[index].title.isEmpty();
    if (hasSegment) preferences_->setWindow(kView, static_cast<int>(index));
    segments_->setCurrent(hasSegment ? static_cast<int>(index) : -1);
    stack_->setCurrentWidget(panel);
    setShown(shown_);
    choose(chosen_);  // the same run in every view
    showFindings();
    Q_EMIT runChosen(true);
}

void ComparePage::showFindings() {
    front().describe(*inspector_);
    Q_EMIT inspectorTitleChanged();
}

void ComparePage::followAdvised(const QString& runId, const AdviceAction& action) {
    const Began began = followAdvice(*experiment_, *runs_, *queue_, runId, action);
    if (began != Began::Refused && action.kind == AdviceAction::Kind::FindRate)
        return Q_EMIT placeAsked({QStringLiteral("model"), QStringLiteral("find-rate")});
    follow(runId, began);
}

void ComparePage::askMore(const QString& runId, const PopoverAnchor& anchor) {
    askMoreEpochs(anchor, *runs_, *queue_, runId, [this, runId](Began began) { follow(runId, began); });
}

void ComparePage::follow(const QString& runId, Began began) {
    if (began == Began::Now) Q_EMIT placeAsked({QStringLiteral("train")});
    const RunSummary* run = runs_->findRun(runId);
    if (began == Began::Queued && run) Q_EMIT done(queuedText(shownRunName(*run)));
}

}  // namespace gatelab
