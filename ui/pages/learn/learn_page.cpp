// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/learn_page.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "config/config_identity.h"
#include "pages/learn/film_bar.h"
#include "pages/learn/film_curve.h"
#include "pages/learn/gradient_view.h"
#include "pages/learn/microscope_view.h"
#include "pages/learn/unit_panel.h"
#include "pages/learn/walk_canvas.h"
#include "pages/learn/walk_view.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "runs/run_names.h"
#include "store/checkpoint.h"
#include "store/run_folder.h"
#include "store/workspace.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/segments.h"
#include "widgets/wide_list_box.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kPadding = 12, kRunWidth = 190;
constexpr std::size_t kMostRuns = 200, kCurvePoints = 600;
constexpr double kCurveSmoothing = 0.97, kCurveShare = 0.02;  // as the charts of Train begin with
constexpr double kLargeZoom = 20.0 / 12;                      // the smallest letters of the drawings are 12 px
const char* const kCells[] = {"rnn-tanh", "gru", "lstm"};

QString cellName(const std::string& cell) {
    return cell == "lstm" ? QStringLiteral("LSTM") : cell == "gru" ? QStringLiteral("GRU") : QStringLiteral("RNN");
}

/// These settings with another cell; what only an LSTM has is left out.
ExperimentConfig withCell(ExperimentConfig config, const std::string& cell) {
    config.cell = cell;
    if (cell != "lstm") config.peephole = false, config.projectionSize = 0;
    return config;
}

QComboBox* box(const QString& name, const QString& tip) {
    auto* one = new WideListBox;
    one->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    one->setAccessibleName(name);
    one->setToolTip(tip);
    return one;
}

}  // namespace

LearnPage::LearnPage(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent)
    : Page(parent),
      theme_(&theme),
      runs_(&runs),
      queue_(&queue),
      segments_(new Segments),
      stack_(new QStackedWidget),
      empty_(new EmptyState(theme, QStringLiteral("grid"), {})),
      microscope_(new MicroscopeView(theme, look_, beside_)),
      gradient_(new GradientPanel(theme)),
      walk_(new WalkView(theme, look_)),
      side_(new QWidget(this)),
      units_(new UnitPanel(theme, look_, microscope_->canvas())),
      film_(new FilmBar(theme, look_)),
      weightsJob_(new BackgroundJob(this)),
      curveJob_(new BackgroundJob(this)) {
    setFocusPolicy(Qt::StrongFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    auto* inside = new QVBoxLayout;
    inside->setContentsMargins(kPadding, kPadding, kPadding, kPadding);
    inside->addWidget(empty_, 1);
    inside->addWidget(stack_, 1);
    filmPlace_ = new QWidget;  // the bar hides itself where there is no film, its place where no network is looked into
    auto* filmRow = new QVBoxLayout(filmPlace_);
    filmRow->setContentsMargins(0, 0, 0, 0);
    filmRow->addWidget(film_);
    inside->addWidget(filmPlace_);
    column->addLayout(inside, 1);
    auto* sides = new QVBoxLayout(side_);
    sides->setContentsMargins(0, 0, 0, 0);
    sides->addWidget(units_);
    side_->hide();
    const auto add = [this](const QString& name, const QString& title, const QString& icon, const QString& tip,
                            QWidget* view) {
        views_.push_back({name, view});
        segments_->add(title, theme_->icon(icon), tip);
        stack_->addWidget(view);
    };
    add(QStringLiteral("microscope"), tr("Microscope"), QStringLiteral("grid"),
        tr("What the gates do while the network reads one window"), microscope_);
    add(QStringLiteral("gradient"), tr("Gradient"), QStringLiteral("log-y"),
        tr("How far the gradient of one window reaches back through time"), gradient_);
    add(QStringLiteral("cell"), tr("Cell walk"), QStringLiteral("net"),
        tr("One step of one cell, number by number, forward and back"), walk_);
    views_.back().inspector = walk_->panel();
    views_.back().inspectorTitle = tr("Cell walk");
    sides->addWidget(walk_->panel());
    walk_->panel()->hide();
    connectLook();
    connect(empty_->addButton(tr("Train a network"), QStringLiteral("play")), &QPushButton::clicked, this,
            [this] { Q_EMIT placeAsked({QStringLiteral("train")}); });
    connect(segments_, &Segments::chosen, this, &LearnPage::showView);
    connect(runs_, &RunController::runsChanged, this, &LearnPage::fillRuns);
    connect(&RunNames::of(*runs_), &RunNames::changed, this, &LearnPage::fillRuns);
    connect(runs_, &RunController::engineReady, this, [this] {
        if (shown_ && !look_.isOpen()) openRun(runId_);
    });
    connect(runs_, &RunController::runFinished, this, [this](const QString& id) {
        filming_ = filming_ && id != runId_;
        if (id == runId_) fillWeights();
        if (wantsCells_ && hasSiblings()) lookAtCells();
        Q_EMIT markChanged();
    });
    connect(runs_, &RunController::begun, this, [this](const QString& id) {
        if (shown_ && (runId_.isEmpty() || id == runId_)) openRun(id);
    });
    segments_->setCurrent(0);
    fillRuns();
    showState();
}

LearnPage::~LearnPage() = default;

QWidget* LearnPage::inspector() { return side_; }
QString LearnPage::inspectorTitle() const {
    return shownView() && shownView()->inspector ? shownView()->inspectorTitle : tr("Unit explorer");
}
PageMark LearnPage::mark() const { return look_.isOpen() ? PageMark::Ready : PageMark::Nothing; }

QWidget* LearnPage::makeBar() {
    const auto row = [this](QFrame* bar) {
        bar->setProperty("bar", true);
        bar->setFixedHeight(static_cast<int>(44 * theme_->textScale()));
        auto* layout = new QHBoxLayout(bar);
        layout->setContentsMargins(kPadding, 0, kPadding, 0);
        layout->setSpacing(8);
        return layout;
    };
    auto* bars = new QWidget;
    auto* column = new QVBoxLayout(bars);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* views = new QFrame;
    column->addWidget(views);
    auto* first = row(views);
    first->addWidget(segments_);
    first->addWidget(back_ = new QPushButton(theme_->icon(QStringLiteral("chevron-left")), {}));
    back_->setObjectName(QStringLiteral("way-back"));
    back_->setToolTip(tr("Escape does so, too"));
    back_->hide();
    connect(back_, &QPushButton::clicked, this, &LearnPage::goBack);
    first->addStretch(1);
    auto* network = new QFrame;
    network_ = network;
    column->addWidget(network);
    auto* own = row(network);
    own->addWidget(run_ = box(tr("Run"), tr("The run whose network is shown; while it trains, the view follows it")));
    run_->setMinimumContentsLength(14);
    run_->setMaximumWidth(static_cast<int>(kRunWidth * theme_->textScale()));
    own->addWidget(
        weights_ = box(tr("Weights"), tr("Which weights of the run: the best, the last, or those of a checkpoint")));
    weights_->setMinimumContentsLength(8);
    own->addWidget(besideBox_ = box(tr("Compare with"), tr("Other weights, or another run, on the same window")));
    besideBox_->setMinimumContentsLength(16);
    own->addStretch(1);
    own->addWidget(part_ = box(tr("Part of the data"), tr("From which part the window is")));
    part_->addItems({tr("train"), tr("validation"), tr("test")});
    part_->setMinimumContentsLength(6);
    own->addWidget(window_ = new QSpinBox);
    window_->setAccessibleName(tr("Window"));
    window_->setToolTip(tr("Number of the window, or of the sequence, in its part"));
    own->addWidget(of_ = makeLabel({}, "muted"));
    own->addWidget(find_ = new QPushButton(theme_->icon(QStringLiteral("search")), tr("Find")));
    find_->setToolTip(tr("Finds a window by the error of the network on it"));
    connect(run_, &QComboBox::activated, this, [this](int index) { openRun(run_->itemData(index).toString(), true); });
    connect(weights_, &QComboBox::activated, this, [this](int index) {
        const QString name = weights_->itemData(index).toString();
        if (name == QLatin1String("film"))
            look_.setFollowing(true);
        else
            look_.setWeights(name);
    });
    connect(besideBox_, &QComboBox::activated, this, &LearnPage::openBeside);
    connect(part_, &QComboBox::activated, this, [this](int part) {
        look_.setWindow(static_cast<WindowPart>(part), 0);
        showWindow();
    });
    connect(window_, &QSpinBox::valueChanged, this,
            [this](int number) { look_.setWindow(look_.window().part, number - 1); });
    auto* menu = new QMenu(find_);
    menu->addAction(tr("Hardest window"), this, [this] { look_.find(WindowKind::Hardest); });
    menu->addAction(tr("Typical window"), this, [this] { look_.find(WindowKind::Typical); });
    menu->addAction(tr("Largest single error"), this, [this] { look_.find(WindowKind::LargestError); });
    find_->setMenu(menu);
    return bars;
}

void LearnPage::connectLook() {
    connect(&look_, &NetworkLook::opened, this, [this] {
        problem_.clear();
        auto* menu = find_->menu();
        while (menu->actions().size() > 3) delete menu->actions().last();
        const auto& run = look_.run();
        for (std::size_t k = 0; k < run->classes.size() && !run->labels[1].empty(); ++k)
            menu->addAction(tr("Next of class %1").arg(fromUtf8(run->classes[k])), this, [this, k] {
                const auto& labels = look_.run()->labels[static_cast<std::size_t>(look_.window().part)];
                const auto count = static_cast<std::int64_t>(labels.size());
                for (std::int64_t i = 1; i <= count; ++i)
                    if (const std::int64_t at = (look_.window().window + i) % count;
                        labels[static_cast<std::size_t>(at)] == static_cast<std::int32_t>(k))
                        return look_.setWindow(look_.window().part, at);
            });
        fillWeights();
        fillBeside();
        showState();
        microscope_->refresh();
        Q_EMIT markChanged();
        takePlace();
    });
    connect(&look_, &NetworkLook::gatesChanged, this, [this] {
        showWindow();
        if (beside_.isOpen()) beside_.setWindow(look_.window().part, look_.window().window);
        for (const auto& other : others_)
            if (other->isOpen()) other->setWindow(look_.window().part, look_.window().window);
        microscope_->refresh();
        takePlace();
    });
    connect(&look_, &NetworkLook::gradientChanged, this, &LearnPage::showGradients);
    connect(&look_, &NetworkLook::filmChanged, this, [this] {
        showState();
        fillFilmCurve();
    });
    connect(film_, &FilmBar::exportAsked, microscope_, &MicroscopeView::exportFilm);
    connect(&look_, &NetworkLook::waiting, this, [this] {
        problem_ = tr("This run has just begun; its network is shown here as soon as its first weights are copied.");
        showState();
    });
    connect(&look_, &NetworkLook::failed, this, [this](const QString& message) {
        if (look_.isOpen()) return Q_EMIT problem(message);
        problem_ = message;
        showState();
    });
    connect(&beside_, &NetworkLook::opened, this,
            [this] { beside_.setWindow(look_.window().part, look_.window().window); });
    connect(&beside_, &NetworkLook::gatesChanged, microscope_, &MicroscopeView::refresh);
    connect(&beside_, &NetworkLook::gradientChanged, this, &LearnPage::showGradients);
    connect(&beside_, &NetworkLook::failed, this, &LearnPage::problem);
    connect(microscope_, &MicroscopeView::placeChanged, this,
            [this] { units_->setPlace(microscope_->layer(), microscope_->direction()); });
    connect(microscope_, &MicroscopeView::placeChanged, this,
            [this] { walk_->setPlace(microscope_->layer(), microscope_->direction()); });
    connect(&microscope_->canvas(), &GateCanvas::cursorMoved, walk_, &WalkView::setStep);
    connect(walk_, &WalkView::stepChanged, &microscope_->canvas(), &GateCanvas::setCursorStep);
    connect(&microscope_->canvas(), &GateCanvas::walkAsked, this, [this](int step, int unit) {
        LearnPlace place;
        place.view = QStringLiteral("cell");
        place.step = step, place.unit = unit, place.layer = microscope_->layer(),
        place.direction = microscope_->direction();
        openPlace(place);
    });
    connect(microscope_, &MicroscopeView::done, this, &LearnPage::done);
    connect(microscope_, &MicroscopeView::problem, this, &LearnPage::problem);
    connect(gradient_, &GradientPanel::done, this, &LearnPage::done);
    connect(gradient_, &GradientPanel::problem, this, &LearnPage::problem);
    connect(gradient_, &GradientPanel::cellsRequested, this, &LearnPage::lookAtCells);
}

bool LearnPage::isLive() const { return runs_->live() && runs_->live()->id == runId_ && runs_->active(); }

void LearnPage::fillRuns() {
    const QSignalBlocker quiet(run_);
    run_->clear();
    for (const RunSummary& run : runs_->runs()) {
        if (run_->count() >= static_cast<int>(kMostRuns)) break;
        if (run.archived && fromUtf8(run.id) != runId_) continue;
        run_->addItem(RunNames::of(*runs_).name(run), fromUtf8(run.id));
    }
    run_->setCurrentIndex(run_->findData(runId_));
    run_->setEnabled(run_->count() > 0);
    if (shown_ && runId_.isEmpty() && run_->count() > 0)
        openRun(runs_->current() ? runs_->current()->id : run_->itemData(0).toString());
    fillBeside();
    if (wantsCells_ && hasSiblings()) lookAtCells();
    showState();
}

void LearnPage::openRun(const QString& runId, bool byHand) {
    film(false);
    runId_ = runId;
    problem_.clear();
    beside_.close();
    besideChoice_.clear();
    microscope_->setTitles(run_->currentText(), {});
    others_.clear();
    otherNames_.clear();
    checkpoints_.clear();
    wantsCells_ = false;
    film_->curve().setLoss({}, {});
    look_.close();
    run_->setCurrentIndex(run_->findData(runId));
    Q_EMIT runChosen(byHand);
    if (runId.isEmpty() || !runs_->workspace() || !shown_) return showState();
    if (!runs_->engine()) return showState();
    film(isLive());
    look_.open(runs_->sharedEngine(), runFolderIn(runs_->workspace()->folder(), runId.toStdString()), isLive());
    showState();
}

/// Copies of the weights are made only while somebody looks.
void LearnPage::film(bool on) {
    if (on == filming_) return;
    filming_ = on;
    if (!on && !isLive()) return;
    FilmRequest request;
    if (!on) request.everySeconds = 0;
    runs_->film(request);
}

void LearnPage::setShown(bool shown) {
    shown_ = shown;
    if (!shown) {
        film(false);
        look_.setGradientWanted(false);
        walk_->setWanted(false);
        return;
    }
    if (look_.isOpen())
        film(isLive());
    else
        openRun(!runId_.isEmpty()   ? runId_
                : runs_->current()  ? runs_->current()->id
                : run_->count() > 0 ? run_->itemData(0).toString()
                                    : QString());
    if (look_.isOpen() && isLive()) look_.setFollowing(true);
    showView(segments_->current());
}

void LearnPage::fillWeights() {
    weightsJob_->run<std::vector<std::int64_t>>(
        [folder = look_.folder()](const Progress&) {
            std::vector<std::int64_t> steps;
            for (const CheckpointInfo& info : CheckpointStore(folder).list())
                if (info.problem.empty() && std::ranges::find(steps, info.step) == steps.end())
                    steps.push_back(info.step);
            return steps;
        },
        [this](const std::vector<std::int64_t>& steps) {
            checkpoints_ = steps;
            fillBeside();
            const QSignalBlocker quiet(weights_);
            weights_->clear();
            if (isLive()) weights_->addItem(tr("as they are now"), QStringLiteral("film"));
            if (!steps.empty()) weights_->addItem(tr("best"), QStringLiteral("best"));
            if (!steps.empty()) weights_->addItem(tr("last"), QStringLiteral("last"));
            for (const std::int64_t step : steps)
                weights_->addItem(tr("of step %1").arg(formatCount(step)), QString::number(step));
            weights_->setCurrentIndex(std::max(0, weights_->findData(look_.weights())));
            weights_->setEnabled(weights_->count() > 1);
        });
}

void LearnPage::fillBeside() {
    const QSignalBlocker quiet(besideBox_);
    besideBox_->clear();
    besideBox_->addItem(tr("nothing beside"));
    if (look_.isOpen()) {
        besideBox_->addItem(tr("its best weights"), QStringList{runId_, QStringLiteral("best")});
        besideBox_->addItem(tr("its last weights"), QStringList{runId_, QStringLiteral("last")});
        for (const std::int64_t step : checkpoints_)
            besideBox_->addItem(tr("its weights of step %1").arg(formatCount(step)),
                                QStringList{runId_, QString::number(step)});
        if (!look_.film().empty())
            besideBox_->addItem(tr("its first frame, step %1").arg(look_.film().front()),
                                QStringList{runId_, QStringLiteral("film:%1").arg(look_.film().front())});
    }
    const RunSummary* own = runs_->findRun(runId_);
    for (const RunSummary& run : runs_->runs())
        if (own && run.id != own->id && run.dataName == own->dataName && run.config->task == own->config->task &&
            !run.archived && besideBox_->count() < static_cast<int>(kMostRuns))
            besideBox_->addItem(RunNames::of(*runs_).name(run), QStringList{fromUtf8(run.id), QStringLiteral("best")});
    int chosen = 0;
    for (int i = 1; i < besideBox_->count(); ++i)
        if (besideBox_->itemData(i).toStringList() == besideChoice_) chosen = i;
    besideBox_->setCurrentIndex(chosen);
    besideBox_->setEnabled(besideBox_->count() > 1);
}

void LearnPage::fillFilmCurve() {
    if (look_.film().empty()) return;
    const auto keep = [this](std::vector<double> steps, std::vector<double> losses) {
        film_->curve().setLoss(std::move(steps), std::move(losses));
    };
    if (isLive()) {
        std::vector<double> steps, losses;
        for (const Bucket& bucket :
             runs_->live()->metrics.series(MetricId::TrainLoss).buckets(XAxis::Step, 1, 0, kCurvePoints, true))
            steps.push_back(bucket.x), losses.push_back(bucket.mean);
        return keep(std::move(steps), std::move(losses));
    }
    if (film_->curve().hasLoss() || curveJob_->running()) return;
    using Curve = std::pair<std::vector<double>, std::vector<double>>;
    curveJob_->run<Curve>(
        [folder = look_.folder()](const Progress&) {
            Curve curve;
            const auto history = readRunHistory(folder);
            if (!history.ok()) return curve;  // the film has none beside it
            MetricSeries loss;
            loss.setSmoothing(kCurveSmoothing, kCurveShare);
            for (const MetricSample& sample : history->metrics)
                if (sample.metric == MetricId::TrainLoss) loss.add(sample);
            for (const Bucket& bucket : loss.buckets(XAxis::Step, 1, 0, kCurvePoints, true))
                curve.first.push_back(bucket.x), curve.second.push_back(bucket.mean);
            return curve;
        },
        [this, keep, id = runId_](Curve curve) {
            if (id == runId_) keep(std::move(curve.first), std::move(curve.second));
        });
}

void LearnPage::openBeside(int index) {
    const QStringList place = besideChoice_ = besideBox_->itemData(index).toStringList();
    beside_.close();
    if (place.size() == 2) {
        beside_.open(runs_->sharedEngine(), runFolderIn(runs_->workspace()->folder(), place[0].toStdString()), false,
                     place[1]);
    }
    microscope_->setTitles(run_->currentText(), place.size() == 2 ? besideBox_->itemText(index) : QString());
    microscope_->refresh();
    showGradients();
}

void LearnPage::addView(const QString& name, const QString& title, const QString& icon, const QString& tip,
                        QWidget* view, QWidget* inspector, const QString& inspectorTitle) {
    views_.push_back({name, view, false, inspector, inspectorTitle});
    if (inspector) side_->layout()->addWidget(inspector), inspector->hide();
    segments_->add(title, theme_->icon(icon), tip);
    stack_->addWidget(view);
}

const LearnPage::View* LearnPage::shownView() const {
    const int index = segments_->current();
    return index >= 0 && index < static_cast<int>(views_.size()) ? &views_[static_cast<std::size_t>(index)] : nullptr;
}

void LearnPage::showInspector() {
    const View* shown = shownView();
    QWidget* wanted = shown && shown->inspector ? shown->inspector : units_;
    units_->setVisible(wanted == units_);
    for (const View& view : views_)
        if (view.inspector) view.inspector->setVisible(view.inspector == wanted);
    Q_EMIT inspectorTitleChanged();
}

void LearnPage::openPlace(const LearnPlace& place) {
    place_ = place;
    setZoom(place.isLarge ? kLargeZoom : 1);
    showPlace({{}, place.view, place.run});
    takePlace();
}

void LearnPage::offerWayBack(const QString& view, const QString& text) {
    wayBack_ = view;
    back_->setText(text);
    back_->show();
    setFocus(Qt::OtherFocusReason);  // for Escape: what had the focus is hidden
}

void LearnPage::setZoom(double zoom) {
    microscope_->setZoom(zoom);
    walk_->canvas().setZoom(zoom);
}

void LearnPage::goBack() {
    if (wayBack_.isEmpty()) return;
    showPlace({{}, wayBack_});
    Q_EMIT wentBack();
}

void LearnPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !wayBack_.isEmpty()) return goBack();
    Page::keyPressEvent(event);
}

void LearnPage::takePlace() {
    if (!place_ || !look_.isOpen()) return;
    if (!place_->weights.isEmpty()) look_.setWeights(std::exchange(place_->weights, QString()));
    if (!place_->beside.isEmpty()) {
        const QStringList wanted{std::exchange(place_->beside, QString()), QStringLiteral("best")};
        for (int i = 0; i < besideBox_->count(); ++i)
            if (besideBox_->itemData(i).toStringList() == wanted) besideBox_->setCurrentIndex(i), openBeside(i);
    }
    if (place_->part || place_->window) {
        look_.setWindow(place_->part.value_or(look_.window().part), place_->window.value_or(look_.window().window));
        place_->part.reset(), place_->window.reset();
        showWindow();
    }
    const auto& gates = look_.gates();
    // With the answer
    if (!gates || gates->window.part != look_.window().part || gates->window.window != look_.window().window) return;
    const LearnPlace place = *std::exchange(place_, std::nullopt);
    microscope_->showPlace(place);
    walk_->showPlace(place);
}

void LearnPage::showView(int index) {
    if (index < 0 || index >= static_cast<int>(views_.size())) return;
    if (views_[static_cast<std::size_t>(index)].name == wayBack_) wayBack_.clear(), back_->hide(), setZoom(1);
    segments_->setCurrent(index);
    stack_->setCurrentWidget(views_[static_cast<std::size_t>(index)].widget);
    walk_->setWanted(shown_ && views_[static_cast<std::size_t>(index)].widget == walk_);
    look_.setGradientWanted(shown_ && views_[static_cast<std::size_t>(index)].widget == gradient_);
    beside_.setGradientWanted(shown_ && views_[static_cast<std::size_t>(index)].widget == gradient_);
    for (const auto& other : others_)
        other->setGradientWanted(shown_ && views_[static_cast<std::size_t>(index)].widget == gradient_);
    showInspector();
    showState();
    showGradients();
}

void LearnPage::showPlace(const Place& place) {
    const auto view = std::ranges::find(views_, place.view, &View::name);
    if (view != views_.end()) showView(static_cast<int>(view - views_.begin()));
    if (view != views_.end() && !view->needsNetwork && !place.field.isEmpty())
        Q_EMIT viewAsked(place.view, place.field);
    // A run is seen in a view of networks.
    if (place.view.isEmpty() && !place.run.isEmpty() && shownView() && !shownView()->needsNetwork) showView(0);
    if (!place.run.isEmpty() && place.run != runId_) openRun(place.run);
}

void LearnPage::showState() {
    const auto index = static_cast<std::size_t>(std::max(0, segments_->current()));
    const bool needs = views_.empty() || views_[std::min(index, views_.size() - 1)].needsNetwork;
    network_->setVisible(needs);
    const bool can = !needs || look_.isOpen();
    stack_->setVisible(can);
    filmPlace_->setVisible(needs && can && !look_.film().empty());
    empty_->setVisible(!can);
    for (QWidget* widget : {static_cast<QWidget*>(weights_), static_cast<QWidget*>(part_),
                            static_cast<QWidget*>(window_), static_cast<QWidget*>(find_)})
        widget->setEnabled(look_.isOpen());
    if (can) return;
    if (!problem_.isEmpty())
        empty_->setSentence(problem_);
    else if (runs_->runs().empty())
        empty_->setSentence(
            tr("No network has been trained yet. Train one: its gates are shown here while it learns."));
    else if (!runs_->engineError().isEmpty())
        empty_->setSentence(runs_->engineError());
    else if (runId_.isEmpty())
        empty_->setSentence(tr("Choose a run above to look into its network."));
    else
        empty_->setSentence(tr("Opening the network ..."));
}

void LearnPage::showWindow() {
    if (!look_.isOpen()) return;
    const QSignalBlocker quietWindow(window_), quietPart(part_);
    const auto part = static_cast<std::size_t>(look_.window().part);
    const auto count = static_cast<int>(look_.run()->windows[part]);
    part_->setCurrentIndex(static_cast<int>(part));
    window_->setRange(1, std::max(1, count));
    window_->setValue(static_cast<int>(look_.window().window) + 1);
    of_->setText(tr("of %1").arg(formatCount(count)));
}

const RunSummary* LearnPage::sibling(const std::string& cell) const {
    const RunSummary* own = runs_->findRun(runId_);
    if (own == nullptr) return nullptr;
    const std::string wanted = settingsIdentity(withCell(*own->config, cell));
    for (const RunSummary& run : runs_->runs())
        if (run.config->cell == cell && !isGoingOn(run.state) && settingsIdentity(*run.config) == wanted) return &run;
    return nullptr;
}

void LearnPage::showGradients() {
    std::vector<NamedGradient> all;
    if (look_.gradient())
        all.push_back({look_.run() ? cellName(look_.run()->config.cell) : QString(), look_.gradient()});
    if (beside_.gradient() && beside_.run()) {
        const QString cell = cellName(beside_.run()->config.cell);
        all.push_back({all.empty() || all.front().name != cell ? cell : besideBox_->currentText(), beside_.gradient()});
    }
    for (std::size_t i = 0; i < others_.size(); ++i)
        if (others_[i]->gradient()) all.push_back({otherNames_[i], others_[i]->gradient()});
    gradient_->setRefusal(look_.gradient() ? QString() : look_.refusal());
    gradient_->setGradients(all);
    const RunSummary* own = runs_->findRun(runId_);
    QStringList missing;
    for (const char* cell : kCells)
        if (own && own->config->cell != cell && sibling(cell) == nullptr) missing << cellName(cell);
    gradient_->setCellsButton(
        missing.isEmpty() ? tr("Beside RNN, GRU and LSTM")
                          : tr("Train %1 for comparison").arg(QLocale().createSeparatedList(missing)),
        missing.isEmpty() ? tr("Draws the gradient of the runs with the same data, seed and settings but another cell")
                          : tr("Adds runs with the same data, seed and settings but another cell to the queue; as "
                               "soon as they have ended, their gradients are drawn beside"),
        own != nullptr);
}

bool LearnPage::hasSiblings() const {
    const RunSummary* own = runs_->findRun(runId_);
    return own && std::ranges::all_of(
                      kCells, [&](const char* cell) { return own->config->cell == cell || sibling(cell) != nullptr; });
}

void LearnPage::lookAtCells() {
    const RunSummary* own = runs_->findRun(runId_);
    if (own == nullptr || !look_.isOpen()) return;
    std::vector<QueuedRun> toTrain;
    others_.clear();
    otherNames_.clear();
    for (const char* cell : kCells) {
        if (own->config->cell == cell) continue;
        const RunSummary* run = sibling(cell);
        if (run == nullptr) {
            QueuedRun queued;
            queued.config = withCell(*own->config, cell);
            toTrain.push_back(std::move(queued));
            continue;
        }
        auto& other = others_.emplace_back(std::make_unique<NetworkLook>());
        otherNames_.push_back(cellName(cell));
        connect(other.get(), &NetworkLook::opened, this, [this, look = other.get()] {
            look->setWindow(look_.window().part, look_.window().window);
            look->setGradientWanted(true);
        });
        connect(other.get(), &NetworkLook::gradientChanged, this, &LearnPage::showGradients);
        connect(other.get(), &NetworkLook::failed, this, &LearnPage::problem);
        other->open(runs_->sharedEngine(), runFolderIn(runs_->workspace()->folder(), run->id), false);
    }
    wantsCells_ = !toTrain.empty();
    if (toTrain.empty()) return;
    const int count = static_cast<int>(toTrain.size());
    queue_->add(std::move(toTrain));
    Q_EMIT done(tr("%n run(s) wait to be trained with another cell", nullptr, count));
}

}  // namespace gatelab
