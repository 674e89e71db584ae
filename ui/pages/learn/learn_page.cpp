// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/learn_page.h"

#include "app/board.h"
#include "common/texts.h"
#include "models/run_board.h"
#include "pages/learn/film/film_bar.h"
#include "pages/learn/gates/microscope_view.h"
#include "pages/learn/gates/unit_panel.h"
#include "pages/learn/gradient/gradient_view.h"
#include "pages/learn/learn_bar.h"
#include "pages/learn/walk/walk_view.h"
#include "pages/learn/why/why_view.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"
#include "store/workspace.h"
#include "widgets/button.h"
#include "widgets/empty_state.h"
#include "widgets/segments.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kPadding = 12;
constexpr double kLargeZoom = 24.0 / 12;  // the smallest letters of the drawings are 12 px
const QString kMicroscope = QStringLiteral("microscope");

}  // namespace

LearnPage::LearnPage(Theme& theme, RunController& runs, QueueController& queue, RunBoard& board,
                     const std::vector<View>& first, QWidget* parent)
    : Page(parent),
      theme_(&theme),
      runs_(&runs),
      segments_(new Segments),
      back_(makeButton(theme.icon(QStringLiteral("chevron-left")), QString(), this, &LearnPage::goBack)),
      bar_(new LearnBar(theme, runs, board, look_)),
      stack_(new QStackedWidget),
      empty_(new EmptyState(theme, QStringLiteral("grid"), {})),
      filmPlace_(new QWidget),
      microscope_(new MicroscopeView(theme, look_, beside_)),
      gradient_(new GradientPanel(theme, runs, queue, look_, beside_)),
      walk_(new WalkView(theme, look_)),
      why_(new WhyView(theme, runs, look_)),
      side_(new QWidget(this)),
      units_(new UnitPanel(theme, look_, microscope_->canvas())),
      film_(new FilmBar(theme, runs, look_)) {
    setFocusPolicy(Qt::StrongFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* views = new QFrame;
    auto* row = LearnBar::layOut(*views, theme);
    row->addWidget(segments_);
    row->addWidget(back_);
    row->addStretch(1);
    back_->setObjectName(QStringLiteral("way-back"));
    back_->setToolTip(tr("Escape does so, too"));
    back_->hide();
    column->addWidget(views);
    column->addWidget(bar_);
    auto* inside = new QVBoxLayout;
    inside->setContentsMargins(kPadding, kPadding, kPadding, kPadding);
    inside->addWidget(empty_, 1);
    inside->addWidget(stack_, 1);
    // The bar hides itself where there is no film, its place where no network is looked into.
    auto* filmRow = new QVBoxLayout(filmPlace_);
    filmRow->setContentsMargins(0, 0, 0, 0);
    filmRow->addWidget(film_);
    inside->addWidget(filmPlace_);
    column->addLayout(inside, 1);
    auto* sides = new QVBoxLayout(side_);
    sides->setContentsMargins(0, 0, 0, 0);
    sides->addWidget(units_);
    side_->hide();
    for (const View& one : first) addView(one);
    addView({kMicroscope, tr("Microscope"), QStringLiteral("grid"),
             tr("What the gates do while the network reads one window"), microscope_});
    addView({QStringLiteral("gradient"), tr("Gradient"), QStringLiteral("log-y"),
             tr("How far the gradient of one window reaches back through time"), gradient_});
    addView({QStringLiteral("cell"), tr("Cell walk"), QStringLiteral("net"),
             tr("One step of one cell, number by number, forward and back"), walk_});
    addView({QStringLiteral("why"), tr("Why"), QStringLiteral("bars"),
             tr("What an answer is made of, and what matters to all of them"), why_});
    connectNetworks();
    connectRuns();
    connect(empty_->addButton(tr("Train a network"), QStringLiteral("play")), &QPushButton::clicked, this,
            [this] { Q_EMIT placeAsked({QStringLiteral("train")}); });
    connect(segments_, &Segments::chosen, this, &LearnPage::showView);
    for (const auto signal : {&RunBoard::boardChanged, &RunBoard::selectionChanged})
        connect(&board, signal, this, [this] {
            if (shown_) followChosen();
        });
    connect(bar_, &LearnBar::besideChosen, this, &LearnPage::openBeside);
    showView(0);
}

QWidget* LearnPage::inspector() { return shownRow() && shownRow()->isWide ? nullptr : side_; }
QString LearnPage::inspectorTitle() const {
    return shownView() && shownView()->inspector() ? shownView()->inspectorTitle() : tr("Unit explorer");
}
PageMark LearnPage::mark() const { return look_.isOpen() ? PageMark::Ready : PageMark::Nothing; }
QString LearnPage::chosenRun() const { return bar_->run(); }

void LearnPage::addView(const View& added) {
    LearnView* view = added.view;
    views_.push_back(added);
    if (QWidget* inspector = view->inspector()) side_->layout()->addWidget(inspector), inspector->hide();
    segments_->add(added.title, theme_->icon(added.icon), added.tip);
    stack_->addWidget(view);
    connect(view, &LearnView::learnPlaceAsked, this, [this, view](const LearnPlace& place) {
        openPlace(place);
        if (!view->wayBack().isEmpty()) offerWayBack(*view);
    });
    connect(view, &LearnView::placeAsked, this, &LearnPage::placeAsked);
    connect(view, &LearnView::done, this, &LearnPage::done);
    connect(view, &LearnView::problem, this, &LearnPage::problem);
}

void LearnPage::connectNetworks() {
    connect(&look_, &NetworkInspection::opened, this, [this] {
        problem_.clear();
        showState();
        microscope_->refresh();
        Q_EMIT markChanged();
        takePlace();
    });
    connect(&look_, &NetworkInspection::gatesChanged, this, [this] {
        if (beside_.isOpen()) beside_.setWindow(look_.window().part, look_.window().window);
        microscope_->refresh();
        takePlace();
    });
    connect(&look_, &NetworkInspection::filmChanged, this, &LearnPage::showState);
    connect(&look_, &NetworkInspection::waiting, this, [this] {
        problem_ = tr("This run has just begun; its network is shown here as soon as its first weights are copied.");
        showState();
    });
    connect(&look_, &NetworkInspection::failed, this, [this](const QString& message) {
        if (look_.isOpen()) return Q_EMIT problem(message);
        problem_ = message;
        showState();
    });
    connect(&beside_, &NetworkInspection::opened, this,
            [this] { beside_.setWindow(look_.window().part, look_.window().window); });
    connect(&beside_, &NetworkInspection::gatesChanged, microscope_, &MicroscopeView::refresh);
    connect(&beside_, &NetworkInspection::failed, this, &LearnPage::problem);
    connect(film_, &FilmBar::exportAsked, microscope_, &MicroscopeView::exportFilm);
    connect(microscope_, &MicroscopeView::placeChanged, this, [this] {
        units_->setPlace(microscope_->layer(), microscope_->direction());
        walk_->setPlace(microscope_->layer(), microscope_->direction());
    });
    connect(&microscope_->canvas(), &GateCanvas::cursorMoved, walk_, &WalkView::setStep);
    connect(walk_, &WalkView::stepChanged, &microscope_->canvas(), &GateCanvas::setCursorStep);
}

void LearnPage::connectRuns() {
    connect(runs_, &RunController::runsChanged, this, [this] {
        if (shown_) followChosen();
        showState();
    });
    connect(runs_, &RunController::engineReady, this, [this] {
        if (shown_ && !look_.isOpen()) openRun(bar_->run());
    });
    connect(runs_, &RunController::runFinished, this, [this](const QString& id) {
        filming_ = filming_ && id != bar_->run();
        if (id == bar_->run() && look_.following()) showKept();
        Q_EMIT markChanged();
    });
    connect(runs_, &RunController::begun, this, [this](const QString& id) {
        newest_ = id;
        const bool isLooked = shown_ && shownView() && shownView()->needsNetwork();
        if (shown_ && (bar_->run().isEmpty() || id == bar_->run()))
            openRun(id);
        else if (isLooked && !runs_->findRun(bar_->run()))
            followNewest();
    });
}

/// The film was followed to its end; what the run keeps are its best weights.
void LearnPage::showKept() {
    LearnPlace here;
    here.part = look_.window().part, here.window = look_.window().window;
    const bool isAsked = place_.has_value();
    openRun(bar_->run());
    if (!isAsked) place_ = here;
}

void LearnPage::followNewest() {
    const QString run = std::exchange(newest_, QString());
    if (!run.isEmpty() && run != bar_->run() && runs_->findRun(run)) openRun(run);
}

void LearnPage::followChosen() {
    const QString chosen = bar_->chosenRun();
    if (chosen != followed_ && !chosen.isEmpty()) {
        followed_ = chosen;
        if (chosen != bar_->run()) return openRun(chosen);
    }
    if (!bar_->run().isEmpty()) return;
    const QString any = runs_->current()        ? runs_->current()->id
                        : runs_->runs().empty() ? QString()
                                                : fromUtf8(runs_->runs().front().id);
    if (!any.isEmpty()) openRun(any);
}

void LearnPage::openRun(const QString& runId, bool byHand) {
    film(false);
    problem_.clear();
    beside_.close();
    look_.close();
    bar_->setRun(runId);
    if (byHand) newest_.clear();
    gradient_->setRun(runId);
    film_->setRun(runId);
    microscope_->setTitles(bar_->runName(), {});
    Q_EMIT runChosen(byHand);
    if (runId.isEmpty() || !runs_->workspace() || !shown_) return showState();
    if (!runs_->engine()) return showState();
    film(bar_->isLive());
    look_.open(runs_->sharedEngine(), runFolderIn(runs_->workspace()->folder(), runId.toStdString()), bar_->isLive());
    showState();
}

/// Copies of the weights are made only while somebody looks.
void LearnPage::film(bool on) {
    if (on == filming_) return;
    filming_ = on;
    if (!on && !bar_->isLive()) return;
    // A lesson asks for the film of its runs itself.
    if (const RunSummary* run = runs_->findRun(bar_->run()); run != nullptr && isLessonRun(*run)) return;
    FilmRequest request;
    if (!on) request.everySeconds = 0;
    runs_->film(request);
}

void LearnPage::setShown(bool shown) {
    shown_ = shown;
    if (!shown) {
        film(false);
        for (const View& one : views_) one.view->setWanted(false);
        return;
    }
    followChosen();
    if (shownView() && shownView()->needsNetwork()) followNewest();
    if (look_.isOpen())
        film(bar_->isLive());
    else if (!bar_->run().isEmpty())
        openRun(bar_->run());
    if (look_.isOpen() && bar_->isLive()) look_.setFollowing(true);
    showView(segments_->current());
}

void LearnPage::openBeside() {
    const QStringList& place = bar_->beside();
    beside_.close();
    if (place.size() == 2)
        beside_.open(runs_->sharedEngine(), runFolderIn(runs_->workspace()->folder(), place[0].toStdString()), false,
                     place[1]);
    microscope_->setTitles(bar_->runName(), bar_->besideName());
    microscope_->refresh();
    gradient_->setBesideName(bar_->besideName());
}

const LearnPage::View* LearnPage::shownRow() const {
    const int index = segments_->current();
    return index >= 0 && index < static_cast<int>(views_.size()) ? &views_[static_cast<std::size_t>(index)] : nullptr;
}

LearnView* LearnPage::shownView() const { return shownRow() ? shownRow()->view : nullptr; }

void LearnPage::showInspector() {
    QWidget* wanted = shownView() && shownView()->inspector() ? shownView()->inspector() : units_;
    units_->setVisible(wanted == units_);
    for (const View& one : views_)
        if (QWidget* inspector = one.view->inspector()) inspector->setVisible(inspector == wanted);
    Q_EMIT inspectorTitleChanged();
}

void LearnPage::openPlace(const LearnPlace& place) {
    place_ = place;
    setZoom(place.isLarge ? kLargeZoom : 1);
    showPlace({{}, place.view, place.run});
    takePlace();
}

void LearnPage::offerWayBack(LearnView& view) {
    wayBack_ = &view;
    back_->setText(view.wayBack());
    back_->show();
    setFocus(Qt::OtherFocusReason);  // for Escape: what had the focus is hidden
}

void LearnPage::setZoom(double zoom) {
    for (const View& one : views_) one.view->setZoom(zoom);
}

void LearnPage::goBack() {
    LearnView* view = wayBack_;
    if (view == nullptr) return;
    showView(static_cast<int>(std::ranges::find(views_, view, &View::view) - views_.begin()));
    view->comeBack();
}

void LearnPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && wayBack_) return goBack();
    Page::keyPressEvent(event);
}

void LearnPage::takePlace() {
    if (!place_ || !look_.isOpen()) return;
    if (!place_->weights.isEmpty()) look_.setWeights(std::exchange(place_->weights, QString()));
    if (!place_->beside.isEmpty())
        bar_->chooseBeside({std::exchange(place_->beside, QString()), QStringLiteral("best")});
    if (place_->part || place_->window) {
        look_.setWindow(place_->part.value_or(look_.window().part), place_->window.value_or(look_.window().window));
        place_->part.reset(), place_->window.reset();
        bar_->showWindow();
    }
    const auto& gates = look_.gates();
    // With the answer
    if (!gates || gates->window.part != look_.window().part || gates->window.window != look_.window().window) return;
    const LearnPlace place = *std::exchange(place_, std::nullopt);
    for (const View& one : views_) one.view->showPlace(place);
}

void LearnPage::showView(int index) {
    if (index < 0 || index >= static_cast<int>(views_.size())) return;
    LearnView* view = views_[static_cast<std::size_t>(index)].view;
    if (view == wayBack_) wayBack_ = nullptr, back_->hide(), setZoom(1);
    segments_->setCurrent(index);
    stack_->setCurrentWidget(view);
    if (shown_ && view->needsNetwork()) followNewest();
    for (const View& one : views_) one.view->setWanted(shown_ && one.view == view);
    showInspector();
    showState();
    // A click has moved the choice already, so what was there before is remembered.
    if (std::exchange(inspectorNow_, inspector()) != inspector()) Q_EMIT inspectorChanged();
}

void LearnPage::showPlace(const Place& place) {
    if (!place.run.isEmpty()) newest_.clear();  // that one is meant, and no other
    const auto found = std::ranges::find(views_, place.view, &View::name);
    if (found != views_.end()) {
        showView(static_cast<int>(found - views_.begin()));
        if (!place.field.isEmpty()) found->view->showField(place.field);
    }
    // A run is seen in a view of networks.
    if (place.view.isEmpty() && !place.run.isEmpty() && shownView() && !shownView()->needsNetwork())
        showView(static_cast<int>(std::ranges::find(views_, kMicroscope, &View::name) - views_.begin()));
    if (!place.run.isEmpty() && place.run != bar_->run()) openRun(place.run);
}

void LearnPage::showState() {
    const bool needs = shownView() == nullptr || shownView()->needsNetwork();
    bar_->setVisible(needs);
    bar_->refresh();
    const bool can = !needs || look_.isOpen();
    stack_->setVisible(can);
    filmPlace_->setVisible(needs && can && !look_.film().empty());
    empty_->setVisible(!can);
    if (can) return;
    if (!problem_.isEmpty())
        empty_->setSentence(problem_);
    else if (runs_->runs().empty())
        empty_->setSentence(
            tr("No network has been trained yet. Train one: its gates are shown here while it learns."));
    else if (!runs_->engineError().isEmpty())
        empty_->setSentence(runs_->engineError());
    else if (bar_->run().isEmpty())
        empty_->setSentence(tr("Choose a run on the board to look into its network."));
    else
        empty_->setSentence(tr("Opening the network ..."));
}

}  // namespace gatelab
