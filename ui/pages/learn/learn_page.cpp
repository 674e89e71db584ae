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
#include "widgets/empty_state.h"
#include "widgets/segments.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kPadding = 12;
const QString kMicroscope = QStringLiteral("microscope");

}  // namespace

LearnPage::LearnPage(Theme& theme, RunController& runs, QueueController& queue, RunBoard& board,
                     const std::vector<View>& first, QWidget* parent)
    : Page(parent),
      theme_(&theme),
      runs_(&runs),
      networks_(theme, runs, &queue),
      look_(networks_.look()),
      beside_(networks_.beside()),
      segments_(new Segments),
      bar_(new LearnBar(theme, runs, board, look_)),
      stack_(new QStackedWidget),
      empty_(new EmptyState(theme, QStringLiteral("grid"), {})),
      filmPlace_(new QWidget),
      why_(new WhyView(theme, runs, look_)),
      side_(new QWidget(this)),
      units_(new UnitPanel(theme, look_, microscope().canvas())),
      film_(new FilmBar(theme, runs, look_)) {
    setFocusPolicy(Qt::StrongFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* views = new QFrame;
    auto* row = LearnBar::layOut(*views, theme);
    row->addWidget(segments_);
    row->addStretch(1);
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
             tr("What the gates do while the network reads one window"), &microscope()});
    addView({QStringLiteral("gradient"), tr("Gradient"), QStringLiteral("log-y"),
             tr("How far the gradient of one window reaches back through time"), &gradient()});
    addView({QStringLiteral("cell"), tr("Cell walk"), QStringLiteral("net"),
             tr("One step of one cell, number by number, forward and back"), &walk()});
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
    connect(view, &LearnView::learnPlaceAsked, this, &LearnPage::openPlace);
    connect(view, &LearnView::placeAsked, this, &LearnPage::placeAsked);
    connect(view, &LearnView::done, this, &LearnPage::done);
    connect(view, &LearnView::problem, this, &LearnPage::problem);
}

void LearnPage::connectNetworks() {
    connect(&look_, &NetworkInspection::opened, this, [this] {
        problem_.clear();
        showState();
        Q_EMIT markChanged();
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
    connect(&beside_, &NetworkInspection::failed, this, &LearnPage::problem);
    connect(film_, &FilmBar::exportAsked, &microscope(), &MicroscopeView::exportFilm);
    connect(&microscope(), &MicroscopeView::placeChanged, units_,
            [this] { units_->setPlace(microscope().layer(), microscope().direction()); });
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
    const bool isAsked = networks_.isAsked();
    openRun(bar_->run());
    if (!isAsked) networks_.openPlace(here);
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
    gradient().setRun(runId);
    film_->setRun(runId);
    microscope().setTitles(bar_->runName(), {});
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
    microscope().setTitles(bar_->runName(), bar_->besideName());
    microscope().refresh();
    gradient().setBesideName(bar_->besideName());
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
    showPlace({{}, place.view, place.run});
    networks_.openPlace(place);
}

void LearnPage::showView(int index) {
    if (index < 0 || index >= static_cast<int>(views_.size())) return;
    LearnView* view = views_[static_cast<std::size_t>(index)].view;
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
