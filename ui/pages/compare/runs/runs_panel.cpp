// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/runs/runs_panel.h"

#include "common/preferences.h"
#include "common/responder.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "models/run_table_model.h"
#include "pages/compare/curves/compare_curves.h"
#include "pages/compare/curves/compare_parallel.h"
#include "pages/compare/curves/compare_scatter.h"
#include "pages/compare/runs/difference_card.h"
#include "pages/compare/runs/runs_table.h"
#include "runs/experiment_model.h"
#include "runs/run_actions.h"
#include "runs/run_loader.h"
#include "store/record/run_ending.h"
#include "verdict/run_groups.h"
#include "widgets/empty_state.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/persistent_splitter.h"
#include "widgets/segments.h"

#include <QHash>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSet>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <string>

namespace gatelab {

namespace {

/// Curves are read from disk: more would be waited for.
constexpr int kMaxLoaded = 60;
constexpr int kFirstChecked = 3;
constexpr int kMinChart = 190, kUsualRows = 5, kMinRows = 3;
const QString kView = QStringLiteral("compare/chart"), kBase = QStringLiteral("compare/base"),
              kByHand = QStringLiteral("compare/checkedByHand");

}  // namespace

RunsPanel::RunsPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences,
                     QWidget* parent)
    : ComparePanel(parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      preferences_(&preferences),
      loader_(new RunLoader(runs, this)),
      table_(new RunsTable(theme, experiment, runs, preferences)),
      model_(&table_->model()),
      differences_(new DifferenceCard(theme, runs, preferences)),
      empty_(new EmptyState(theme, QStringLiteral("compare"),
                            tr("No runs yet. Press Play on the Train page; every run is kept and listed here."))),
      content_(new PersistentSplitter(Qt::Vertical, preferences, QStringLiteral("compare/parts"))),
      scroll_(new QScrollArea) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(empty_);
    empty_->addButton(tr("Open the Train page"), QStringLiteral("play"), this,
                      [this] { responderOf(*this).ask(Command::show({QStringLiteral("train")})); });
    // In a low window the parts are scrolled to, not squeezed.
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setWidgetResizable(true);
    scroll_->setWidget(content_);
    for (QWidget* ground : std::initializer_list<QWidget*>{content_, scroll_->viewport()})
        ground->setAutoFillBackground(false);
    column->addWidget(scroll_);
    for (QWidget* part : std::initializer_list<QWidget*>{table_, makeViews(), differences_}) content_->addWidget(part);
    content_->restore({2200, 6600, 1200});  // the chart is the page
    connect(table_, &RunsTable::moreAsked, this, &RunsPanel::moreAsked);
    connect(table_, &RunsTable::baseRequested, this, &RunsPanel::setBase);
    connect(table_, &RunsTable::currentChanged, this, [this](const QString& id, bool byHand) {
        highlight_ =
            model_->checked().contains(id) || choice_->current() != static_cast<int>(View::Curves) ? id : QString();
        if (shown_) front()->setHighlight(shownHighlight());
        Q_EMIT runChosen(byHand);
    });
    connect(differences_, &DifferenceCard::baseChosen, this, &RunsPanel::setBase);
    connect(differences_, &DifferenceCard::folded, this, &RunsPanel::keepRowsSeen);
    connect(model_, &RunTableModel::checkedChanged, this, &RunsPanel::showChecked);
    connect(model_, &RunTableModel::chosenByHand, this, [this] {
        preferences_->setWindow(kByHand, true);
        Q_EMIT chosenByHand();
    });
    connect(model_, &RunTableModel::listChanged, this, &RunsPanel::showListed);
    connect(runs_, &RunController::runsChanged, this, &RunsPanel::showChecked);
    connect(runs_, &RunController::runsChanged, this, &RunsPanel::untickFailed);
    connect(runs_, &RunController::ticked, this, &RunsPanel::refreshFront);
    connect(runs_, &RunController::begun, this, &RunsPanel::tickBegun);
    connect(loader_, &RunLoader::loaded, this, &RunsPanel::fillFront);
    connect(loader_, &RunLoader::failed, this,
            [this](const QString& message) { responderOf(*this).reportProblem(message); });
    model_->setChecked(preferences.window(QStringLiteral("compare/checked")).toStringList());
    keepRowsSeen();
    showChecked();
}

// The filter line speaks once more when it goes
RunsPanel::~RunsPanel() { disconnect(model_, nullptr, this, nullptr); }

QWidget* RunsPanel::makeViews() {
    auto* area = new QWidget;
    auto* column = new QVBoxLayout(area);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    QStringList names;
    for (const auto& view : viewNames()) names << view.second;
    choice_ = new Segments(names);
    choice_->setCompact(true);
    choice_->setAccessibleName(tr("How runs are compared"));
    auto* row = new QHBoxLayout;
    row->addWidget(choice_);
    limits_ = new WrappedLabel("warning");
    row->addWidget(limits_, 1);
    column->addLayout(row);
    views_ = new QStackedWidget;
    views_->setMinimumHeight(qRound(kMinChart * theme_->textScale()));
    column->addWidget(views_, 1);
    bringForward(static_cast<View>(std::clamp(preferences_->window(kView, 0).toInt(), 0, choice_->count() - 1)));
    connect(choice_, &Segments::chosen, this, [this](int index) { showView(static_cast<View>(index)); });
    return area;
}

CompareView* RunsPanel::makeView(View view) {
    const RunColumns& columns = model_->columns();
    switch (view) {
        case View::Curves:
            return new CompareCurves(*theme_, *preferences_, views_);
        case View::Scatter:
            return new CompareScatter(CompareScatter::Kind::Relation, *theme_, *preferences_, columns, views_);
        case View::Pareto:
            return new CompareScatter(CompareScatter::Kind::Pareto, *theme_, *preferences_, columns, views_);
        case View::Multiples:
            return new CompareMultiples(*theme_, *preferences_, views_);
        case View::Parallel:
            break;
    }
    auto* parallel = new CompareParallel(*theme_, *preferences_, columns, views_);
    connect(parallel, &CompareParallel::tickRequested, this,
            [this](const QStringList& ids) { model_->setChecked(ids); });
    return parallel;
}

void RunsPanel::bringForward(View view) {
    choice_->setCurrent(static_cast<int>(view));
    CompareView*& made = made_[static_cast<std::size_t>(view)];
    if (!made) {
        made = makeView(view);
        views_->addWidget(made);
        connect(made, &CompareView::picked, table_, &RunsTable::select);
    }
    views_->setCurrentWidget(made);
}

std::vector<std::pair<QString, QString>> RunsPanel::viewNames() {
    return {{QStringLiteral("curves"), tr("Curves")},
            {QStringLiteral("scatter"), tr("Scatter")},
            {QStringLiteral("pareto"), tr("Pareto")},
            {QStringLiteral("parallel"), tr("Parallel")},
            {QStringLiteral("multiples"), tr("Small multiples")}};
}

void RunsPanel::showPlace(const Place& place) {
    const auto names = viewNames();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i].first == place.view) showView(static_cast<View>(i));
}

void RunsPanel::showView(View view) {
    preferences_->setWindow(kView, static_cast<int>(view));
    bringForward(view);
    fillFront();
}

/// Of two curves neither is made paler: the other one is the other side of the comparison.
QString RunsPanel::shownHighlight() const {
    return drawn_ > 2 || choice_->current() != static_cast<int>(View::Curves) ? highlight_ : QString();
}

CompareView* RunsPanel::front() const { return static_cast<CompareView*>(views_->currentWidget()); }

QString RunsPanel::runId() const { return table_->currentId(); }

QStringList RunsPanel::chosenRuns() const { return table_->chosenIds(); }

void RunsPanel::choose(const QString& runId) { table_->select(runId); }

std::optional<PopoverAnchor> RunsPanel::anchor() const { return table_->anchor(); }

void RunsPanel::askExport() { table_->askExport(); }

QStringList RunsPanel::checked() const { return model_->checkedAndListed(); }

QStringList RunsPanel::ticked() const { return model_->checked(); }

void RunsPanel::tick(const QStringList& runIds) {
    begun_.removeIf([&](const QString& id) { return runIds.contains(id); });
    model_->check(runIds);
}

/// Beside what is ticked by itself, as long as all of it can be drawn: a long queue ticks no more than can be seen.
/// Nothing ticked is no choice.
void RunsPanel::tickBegun(const QString& runId) {
    if (preferences_->window(kByHand, false).toBool() && !model_->checked().isEmpty()) return;
    preferences_->setWindow(kByHand, false);
    const int most = front()->maxCurves();
    if (model_->checked().size() >= (most > 0 ? most : kMaxLoaded)) return;
    begun_ << runId;
    model_->check({runId});
}

void RunsPanel::untickFailed() {
    QStringList ticked = model_->checked();
    const auto before = ticked.size();
    begun_.removeIf([&](const QString& id) {
        const RunSummary* run = runs_->findRun(id);
        if (!run || isGoingOn(run->state)) return false;
        if (run->state == RunState::Failed) ticked.removeAll(id);
        return true;
    });
    if (ticked.size() != before) model_->setChecked(ticked);
}

QStringList RunsPanel::firstLook() const {
    QStringList ids;
    for (const RunSummary& run : runs_->runs()) {
        const bool hasNothing =
            run.state == RunState::Failed || (run.step == 0 && run.bestEpoch < 0 && !isGoingOn(run.state));
        if (!hasNothing && ids.size() < kFirstChecked) ids << fromUtf8(run.id);
    }
    return ids;
}

void RunsPanel::setShown(bool shown) {
    shown_ = shown;
    if (!shown) return;
    showChecked();
    keepRowsSeen();
}

void RunsPanel::setCompact(bool compact) {
    table_->setCompact(compact);
    differences_->setCompact(compact);
    keepRowsSeen();
}

void RunsPanel::showChecked() {
    const bool any = !runs_->runs().empty();
    empty_->setVisible(!any);
    scroll_->setVisible(any);
    if (any && !preferences_->window(QStringLiteral("compare/checked")).isValid() && model_->checked().isEmpty()) {
        // The first look compares something.
        if (const QStringList first = firstLook(); !first.isEmpty()) {
            preferences_->setWindow(QStringLiteral("compare/checked"), first);
            return model_->setChecked(first);
        }
    } else if (any) {
        preferences_->setWindow(QStringLiteral("compare/checked"), model_->checked());
    }
    wanted_.reset();
    showDifferences();
    fillFront();
    Q_EMIT checkedChanged();
}

/// The filter may hide ticked runs, or show them again; another grouping marks them otherwise.
void RunsPanel::showListed() {
    showDifferences();
    fillFront();
}

void RunsPanel::setBase(const QString& runId) {
    preferences_->setWindow(kBase, runId);
    showDifferences();
    fillFront();
    Q_EMIT baseChosen(runId);
}

void RunsPanel::holdAgainst(const QStringList& runIds) {
    base_ = runIds;
    if (!runIds.isEmpty() && !runIds.contains(preferences_->window(kBase).toString()))
        preferences_->setWindow(kBase, QString());
    showDifferences();
    fillFront();
}

std::vector<std::size_t> RunsPanel::compared() const {
    const std::vector<RunSummary>& runs = runs_->runs();
    const QString chosen = preferences_->window(kBase).toString();
    std::set<std::string> ticked;
    for (const QString& id : checked()) ticked.insert(id.toStdString());
    std::vector<std::size_t> places;
    for (std::size_t at = runs.size(); at-- > 0;)
        if (ticked.contains(runs[at].id)) places.push_back(at);
    auto base = std::ranges::find(places, chosen, [&](std::size_t at) { return fromUtf8(runs[at].id); });
    if (base == places.end())
        base = std::ranges::find_if(places, [&](std::size_t at) { return base_.contains(fromUtf8(runs[at].id)); });
    if (base != places.end()) std::rotate(places.begin(), base, base + 1);
    return places;
}

QString RunsPanel::baseId() const {
    if (const auto places = compared(); !places.empty()) return fromUtf8(runs_->runs()[places.front()].id);
    const auto listed = model_->listedRuns();
    const auto newest = std::ranges::max_element(listed, {}, &RunSummary::created);
    return newest == listed.end() ? QString() : fromUtf8((*newest)->id);
}

/// Tells the view in front what there is; the others cost nothing.
void RunsPanel::fillFront() {
    if (!shown_) return;
    const QStringList ticked = model_->checked();
    QStringList inOrder;
    for (int row = 0; row < model_->rowCount(); ++row)
        if (!model_->isMember(row)) inOrder << model_->checkedAt(row);
    // What the filter hides for a moment stays read, if there is room for it.
    QStringList readable = inOrder;
    for (const QString& id : ticked)
        if (readable.size() < kMaxLoaded && !inOrder.contains(id)) readable << id;
    readable = readable.mid(0, kMaxLoaded);
    if (readable != wanted_) loader_->want(*(wanted_ = readable));
    std::vector<ComparedRuns> compared;
    for (int row = 0; row < model_->rowCount(); ++row) {
        if (model_->isMember(row)) continue;  // a curve of its group
        ComparedRuns one;
        for (const QString& id : model_->checkedAt(row)) {
            if (one.id.isEmpty())
                one.id = id, one.slot = model_->slotAt(row), one.name = model_->titleAt(row),
                one.listed = static_cast<int>(model_->idsAt(row).size());
            if (const auto view = loader_->view(id)) one.runs.push_back(view);
        }
        if (!one.id.isEmpty()) compared.push_back(std::move(one));
    }
    front()->setBase(baseId());
    front()->setListed([this] { return model_->listedRuns(); });
    front()->setCompared(compared);
    drawn_ = compared.size();
    front()->setHighlight(shownHighlight());
    showLimits(static_cast<int>(compared.size()), inOrder.size());
}

void RunsPanel::showLimits(int curves, qsizetype runs) {
    QStringList sentences;
    const QStringList ticked = model_->checked();
    const auto archived =
        model_->listsArchived() || ticked.size() == runs
            ? 0
            : std::ranges::count_if(runs_->runs(),
                                    [ids = QSet<QString>(ticked.begin(), ticked.end())](const RunSummary& run) {
                                        return run.archived && ids.contains(fromUtf8(run.id));
                                    });
    if (archived > 0)
        sentences << tr("Ticked runs that are archived and so not listed: %1; the filter archived = 1 shows them.")
                         .arg(archived);
    if (const qsizetype hidden = ticked.size() - runs - archived; hidden > 0)
        sentences << tr("Ticked runs that the filter hides: %1.").arg(hidden);
    const int most = front()->maxCurves();
    if (most > 0 && runs > kMaxLoaded)
        sentences << tr("%1 of %2 ticked runs are read: tick fewer.").arg(kMaxLoaded).arg(runs);
    if (const RunSummary* base = runs_->findRun(baseId()); most > 0 && base) {
        const auto others = std::ranges::count_if(
            this->compared(), [&](std::size_t at) { return !sameMeasure(base->config, runs_->runs()[at].config); });
        if (others > 0)
            sentences << tr("No common scale: %1 (not the data, task or loss of %2)")
                             .arg(formatCount(others), shownRunName(*base));
    }
    if (most > 0 && curves > most)
        sentences << tr("%1 of %2 curves are drawn: tick fewer, or group.").arg(most).arg(curves);
    setStyleProperty(limits_, "role", sentences.isEmpty() ? "note" : "warning");
    if (most == 0 && runs > 0) sentences.prepend(tr("All listed runs are drawn here, ticked or not."));
    limits_->setFullText(sentences.join(QLatin1Char(' ')));
}

void RunsPanel::showDifferences() {
    const std::vector<std::size_t> places = compared();
    QHash<QString, int> marks;  // where the table has rows of the same groups, theirs
    for (int row = 0; model_->group() == RunTableModel::kBySettings && row < model_->rowCount(); ++row)
        for (const QString& id : model_->checkedAt(row))
            if (!model_->isMember(row)) marks.insert(id, model_->slotAt(row));
    differences_->compare(places, marks);
    model_->setBase(places.size() > 1 ? fromUtf8(runs_->runs()[places.front()].id) : QString());
}

void RunsPanel::keepRowsSeen() {
    table_->setMinimumHeight(table_->heightOf(kMinRows));
    content_->setLeast(0, table_->heightOf(std::clamp(model_->rowCount(), kMinRows, kUsualRows)));
}

void RunsPanel::refreshFront() {
    if (shown_) front()->refresh();
}

}  // namespace gatelab
