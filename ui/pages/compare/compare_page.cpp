// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/compare_page.h"

#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "models/run_board.h"
#include "pages/compare/board/board_panel.h"
#include "pages/compare/forecasts/forecast_panel.h"
#include "pages/compare/lab/lab_panel.h"
#include "pages/compare/runs/trash_panel.h"
#include "pages/run_edit_menu.h"
#include "pages/scope_box.h"
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
const QString kView = QStringLiteral("compare/view");
}  // namespace

ComparePage::ComparePage(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                         LabController& lab, RunBoard& board, Preferences& preferences, QWidget* parent)
    : Page(parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      queue_(&queue),
      preferences_(&preferences),
      board_(&board),
      segments_(new Segments),
      stack_(new QStackedWidget),
      bars_(new QStackedWidget),
      panel_(new BoardPanel(theme, experiment, runs, queue, preferences, board, stack_)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new QFrame;
    bar->setProperty("bar", true);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 7, 12, 7);
    row->addWidget(new ScopeBox(theme, board));
    row->addWidget(segments_);
    row->addSpacing(12);
    bars_->addWidget(new QWidget);  // of a view without controls
    bars_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    row->addWidget(bars_, 1);
    column->addWidget(bar);
    auto* padded = new QWidget;
    auto* inner = new QVBoxLayout(padded);
    inner->setContentsMargins(12, 12, 12, 12);
    inner->setSpacing(12);
    inner->addWidget(stack_, 1);
    column->addWidget(padded, 1);
    addView({QStringLiteral("board"), tr("Board"), QStringLiteral("compare"), tr("Runs beside each other"),
             [this] { return panel_; }});
    panelOf(views_.front());
    connect(panel_, &BoardPanel::adviceWanted, this, &ComparePage::followAdvised);
    addView({QStringLiteral("forecasts"), tr("Forecasts"), QStringLiteral("series"),
             tr("Forecasts and errors of the chosen runs on their test part"),
             [this] { return new ForecastPanel(*theme_, *runs_, *board_, stack_); }});
    addView({QStringLiteral("lab"), tr("Lab"), QStringLiteral("ladder"),
             tr("What each optimisation switch is worth for this experiment here"),
             [this, &lab] { return new LabPanel(*theme_, lab, stack_); }});
    // The File menu leads there.
    addView({QStringLiteral("trash"), {}, {}, {}, [this] { return new TrashPanel(*theme_, *runs_, stack_); }});
    connect(segments_, &Segments::chosen, this, [this](int index) { showView(static_cast<std::size_t>(index)); });
    connect(runs_, &RunController::runsChanged, this, &Page::markChanged);
    // A run that was begun or opened on another page is the one to speak about here, too.
    connect(runs_, &RunController::currentChanged, this, [this] {
        if (const auto current = runs_->current(); current && !shown_) chosen_ = current->id;
    });
    showView(static_cast<std::size_t>(std::clamp(preferences.window(kView, 0).toInt(), 0, segments_->count() - 1)));
}

void ComparePage::addView(View view) {
    if (!view.title.isEmpty()) segments_->add(view.title, theme_->icon(view.icon), view.tip);
    views_.push_back(std::move(view));
}

ComparePage::~ComparePage() = default;

QWidget* ComparePage::inspector() { return front().ownColumn(); }

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

void ComparePage::setCompact(bool compact) {
    compact_ = compact;
    for (const View& view : views_)
        if (view.panel) view.panel->setCompact(compact);
}

void ComparePage::showPlace(const Place& place) {
    if (place.view.isEmpty() && !place.run.isEmpty()) return choose(place.run);
    const auto found = std::ranges::find(views_, place.view, &View::key);
    // What is no view of its own is one of the board.
    showView(found == views_.end() ? 0 : static_cast<std::size_t>(found - views_.begin()));
    // A run of other data is no dead end: the page goes to its data.
    if (const RunSummary* run = runs_->findRun(place.run)) board_->setScope(board_->scopeOf(*run));
    front().showPlace(place);
}

void ComparePage::sortRunsBySize() {
    showView(0);
    panel_->sortBy(QStringLiteral("size"));
}

void ComparePage::filterRuns(const QString& expression) {
    showView(0);
    panel_->filterBy(expression);
}

void ComparePage::askExport() { front().askExport(); }

void ComparePage::renameChosenRun() {
    // A group is called by its first run; its runs are listed newest first.
    const QStringList chosen = chosenRuns();
    if (!chosen.isEmpty()) RunEditMenu(*theme_, *runs_, experiment_->undoStack()).askName(runAnchor(), chosen.back());
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

bool ComparePage::choosesOther() const { return front().choosesOther(); }

QStringList ComparePage::chosenRuns() const { return front().chosenRuns(); }

PopoverAnchor ComparePage::runAnchor() { return front().anchor().value_or(Page::runAnchor()); }

ComparePanel* ComparePage::panelOf(View& view) {
    if (view.panel) return view.panel;
    view.panel = view.make();
    stack_->addWidget(view.panel);
    connect(view.panel, &ComparePanel::runChosen, this, &ComparePage::noteChoice);
    connect(view.panel, &ComparePanel::moreAsked, this, &ComparePage::askMore);
    connect(view.panel, &ComparePanel::ownColumnChanged, this, &Page::inspectorChanged);
    view.panel->setCompact(compact_);
    if (QWidget* bar = view.panel->bar()) bars_->addWidget(bar);
    return view.panel;
}

void ComparePage::showView(std::size_t index) {
    ComparePanel* panel = panelOf(views_[index]);
    front_ = index;
    const bool hasSegment = !views_[index].title.isEmpty();
    if (hasSegment) preferences_->setWindow(kView, static_cast<int>(index));
    segments_->setCurrent(hasSegment ? static_cast<int>(index) : -1);
    stack_->setCurrentWidget(panel);
    bars_->setCurrentWidget(panel->bar() ? panel->bar() : bars_->widget(0));
    setShown(shown_);
    choose(chosen_);  // the same run in every view
    Q_EMIT inspectorChanged();
    Q_EMIT runChosen(true);
}

void ComparePage::followAdvised(const QString& runId, const AdviceAction& action) {
    guardAdvice(*this, *runs_, runId, action, [this, runId, action] { followNow(runId, action); });
}

void ComparePage::followNow(const QString& runId, const AdviceAction& action) {
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
