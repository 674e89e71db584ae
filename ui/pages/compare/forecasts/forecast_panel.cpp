// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/forecast_panel.h"

#include "charts/histogram.h"
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/file_job.h"
#include "common/responder.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/decoder.h"
#include "config/setting_predicates.h"
#include "models/run_figures.h"
#include "pages/compare/forecasts/future_forecaster.h"
#include "pages/compare/forecasts/heldout_forecast.h"
#include "pages/compare/forecasts/other_run_box.h"
#include "pages/compare/forecasts/score_card.h"
#include "pages/data/row_format.h"
#include "pages/train/confusion_card.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "runs/run_loader.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/labels/elided_label.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"
#include "widgets/segments.h"

#include <QComboBox>
#include <QDateTime>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QShortcut>
#include <QSlider>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace gatelab {

namespace {

/// Without what some file systems refuse.
QString fileName(QString text) {
    static const QRegularExpression refused(QStringLiteral("[\\\\/:*?\"<>|]"));
    return text.replace(refused, QStringLiteral("-"));
}

/// Two figures side by side, as wide as 5 to 4.
void addPair(QVBoxLayout* column, QWidget* left, QWidget* right, int stretch) {
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(left, 5);
    row->addWidget(right, 4);
    column->addLayout(row, stretch);
}

}  // namespace

QString ForecastPanel::endedUntrained() {
    return tr(
        "This run ended before its first checkpoint, so it has no weights to forecast with. Choose another run above, "
        "or train it again.");
}

ForecastPanel::ForecastPanel(Theme& theme, RunController& runs, QWidget* parent)
    : ComparePanel(parent),
      theme_(&theme),
      runs_(&runs),
      forecastJob_(new BackgroundJob(this)),
      loader_(new RunLoader(runs, this)),
      empty_(new EmptyState(theme, QStringLiteral("series"),
                            tr("No run has ended yet. When one has, its forecasts of the test part are shown here."))),
      untrained_(new EmptyState(theme, QStringLiteral("series"), endedUntrained())),
      content_(new QWidget) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(empty_);
    auto* inner = new QVBoxLayout(content_);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(8);
    inner->addWidget(makeHead());
    inner->addWidget(problem_ = new WrappedLabel("warning"));
    inner->addWidget(unpaired_ = new WrappedLabel("note"));
    inner->addWidget(untrained_, 1);
    inner->addWidget(figures_ = makeContent(), 1);
    untrained_->hide();
    problem_->hide();
    unpaired_->hide();
    untrained_->addButton(tr("Run again..."), QStringLiteral("branch"), this,
                          [this] { responderOf(*this).ask(Command(QStringLiteral("again"), runId_)); });
    column->addWidget(content_);
    setAcceptDrops(true);
    connect(runs_, &RunController::runsChanged, this, &ForecastPanel::fillRuns);
    connect(runs_, &RunController::engineReady, this, [this] {
        if (shown_ && !set_) compute();
    });
    connect(forecastJob_, &BackgroundJob::progressed, this, [this](double share) {
        progress_->setRange(0, share < 0 ? 0 : 1000);
        progress_->setValue(static_cast<int>(share * 1000));
    });
    fillRuns();
}

QWidget* ForecastPanel::makeHead() {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    run_ = new ListBox;
    run_->setMinimumWidth(160);
    run_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    run_->setAccessibleName(tr("Run"));
    second_ = new OtherRunBox(*runs_);
    target_ = new QComboBox;
    target_->setAccessibleName(tr("Target"));
    verdict_ = new ElidedLabel;
    verdict_->setProperty("role", "question");
    status_ = makeLabel({}, "note");
    progress_ = new QProgressBar;
    progress_->setFixedWidth(160);
    cancel_ = makeButton({}, tr("Cancel"), forecastJob_, &BackgroundJob::cancel);
    export_ = new QPushButton(theme_->icon(QStringLiteral("export")), tr("Export"));
    auto* menu = new QMenu(export_);
    csv_ = menu->addAction(QString(), this, [this] { exportTo(QStringLiteral("csv")); });
    hdf5_ = menu->addAction(QString(), this, [this] { exportTo(QStringLiteral("h5")); });
    futureCsv_ = menu->addAction(tr("The next rows as CSV..."), this, [this] { exportFuture(QStringLiteral("csv")); });
    futureHdf5_ = menu->addAction(tr("The next rows as HDF5..."), this, [this] { exportFuture(QStringLiteral("h5")); });
    export_->setMenu(menu);
    setStyleProperty(export_, "menu", true);
    for (QWidget* widget : std::initializer_list<QWidget*>{run_, second_, target_, verdict_}) row->addWidget(widget);
    row->addStretch();
    for (QWidget* widget : std::initializer_list<QWidget*>{status_, progress_, cancel_, export_})
        row->addWidget(widget);
    progress_->hide();
    cancel_->hide();
    connect(run_, &QComboBox::activated, this, [this](int index) {
        showRun(run_->itemData(index).toString());
        Q_EMIT runChosen(true);
    });
    connect(second_, &OtherRunBox::chosen, this, [this] {
        if (showsFuture()) askSecondFuture();
    });
    connect(second_, &OtherRunBox::changed, this, [this] {
        match();
        redraw();
    });
    connect(target_, &QComboBox::activated, this, &ForecastPanel::redraw);
    return head;
}

QWidget* ForecastPanel::makeContent() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    scores_ = new ScoreCard;
    makeForecastChart();
    makeErrorFigures();
    // The table is as high as its rows, and what stands beside it as high as the table.
    steps_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    addPair(column, scores_, steps_, 0);
    column->addWidget(open_, 5);
    column->addWidget(interval_);
    addPair(column, closed_, residualCard_, 4);
    column->addWidget(classes_, 9);
    forecastOnly_ = {steps_, open_, closed_, residualCard_};
    connectFigures();
    return content;
}

void ForecastPanel::makeForecastChart() {
    open_ = new LineChart(*theme_, tr("Forecast against truth"), {});
    view_ = new Segments({tr("One window"), tr("All windows"), tr("Forecast the next ...")});
    view_->setCompact(true);
    future_ = new FutureForecaster(*runs_, this);
    stepsAhead_ = new QSpinBox;
    stepsAhead_->setRange(1, 100000);
    stepsAhead_->setSuffix(tr(" rows"));
    stepsAhead_->setKeyboardTracking(false);
    stepsAhead_->setAccessibleName(tr("Rows to forecast after the last one"));
    otherFile_ =
        makeButton(theme_->icon(QStringLiteral("open")), tr("Another file..."), this, &ForecastPanel::chooseFutureFile);
    otherFile_->setToolTip(tr("Forecast what follows another file with this run; a file can be dropped here, too"));
    place_ = new QSlider(Qt::Horizontal);
    place_->setFixedWidth(140);
    place_->setAccessibleName(tr("Window or step"));
    open_->addHeaderWidget(view_);
    addPager(-1);
    open_->addHeaderWidget(place_);
    addPager(1);
    open_->addHeaderWidget(stepsAhead_);
    open_->addHeaderWidget(otherFile_);
    stepsAhead_->hide();
    otherFile_->hide();
}

void ForecastPanel::makeErrorFigures() {
    closed_ = new LineChart(*theme_, tr("Closed loop"), tr("each forecast is fed back as input"));
    steps_ = new LineChart(*theme_, tr("Error by step"), tr("mean absolute"));
    steps_->setXLabel(tr("step ahead"));
    steps_->setXCounted(true);
    steps_->setYFromZero(true);
    residualCard_ = new Card(tr("Residuals"), tr("forecast minus truth"));
    residuals_ = new Histogram(*theme_);
    residualCard_->body()->addWidget(residuals_);
    classes_ = new ConfusionCard(*theme_);
    interval_ = new WrappedLabel("note");
    interval_->hide();
}

void ForecastPanel::connectFigures() {
    connect(scores_, &ScoreCard::scaleChanged, this, [this] {
        reportScores();
        redraw();  // the best baseline is another on another scale
    });
    connect(loader_, &RunLoader::loaded, this, &ForecastPanel::showClasses);
    connect(loader_, &RunLoader::failed, this,
            [this](const QString& message) { responderOf(*this).reportProblem(message); });
    connect(stepsAhead_, &QSpinBox::valueChanged, this, [this] {
        if (showsFuture()) askFuture(future_->path());
    });
    connect(future_, &FutureForecaster::changed, this, [this] {
        if (!showsFuture()) return;
        redraw();
        open_->fit();
    });
    connect(view_, &Segments::chosen, this, &ForecastPanel::showView);
    connect(place_, &QSlider::valueChanged, this, &ForecastPanel::redraw);
}

void ForecastPanel::showView(int view) {
    for (QWidget* widget : pagers_) widget->setVisible(view != 2);
    place_->setVisible(view != 2);
    stepsAhead_->setVisible(view == 2);
    otherFile_->setVisible(view == 2);
    if (view == 2 && !future_->answer() && !future_->isBusy())
        askFuture({});
    else if (view == 2 && !second_->future().answer() && !second_->future().isBusy())
        askSecondFuture();
    place_->setRange(0, std::max(0, static_cast<int>(!set_       ? 0
                                                     : view != 1 ? set_->originRows.size()
                                                                 : static_cast<std::size_t>(set_->horizon)) -
                                        1));
    place_->setValue(view != 1 ? place_->maximum() / 2 : 0);
    if (set_) problem_->setFullText(translated(set_->problem));
    problem_->setVisible(set_ && !set_->problem.empty());
    redraw();
    open_->fit();
}

void ForecastPanel::addPager(int by) {
    const auto turn = [this, by] { place_->setValue(place_->value() + by); };
    auto* button = makeIconButton(
        theme_->icon(by < 0 ? QStringLiteral("chevron-left") : QStringLiteral("chevron-right"), Ink::Muted),
        by < 0 ? tr("Previous window or step (Alt+Left)") : tr("Next window or step (Alt+Right)"), this, turn);
    button->setAutoRepeat(true);
    new QShortcut(Qt::ALT | (by < 0 ? Qt::Key_Left : Qt::Key_Right), this, turn, Qt::WidgetWithChildrenShortcut);
    open_->addHeaderWidget(button);
    pagers_.push_back(button);
}

void ForecastPanel::fillRuns() {
    const QString before = runId_;
    run_->clear();
    for (const RunSummary& run : runs_->runs())
        if (hasEnded(run.state)) {
            const QDateTime started = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(run.created));
            run_->addItem(tr("%1, %2").arg(shownRunName(run), started.toString(QStringLiteral("MM-dd HH:mm"))),
                          fromUtf8(run.id));
        }
    const bool any = run_->count() > 0;
    empty_->setVisible(!any);
    content_->setVisible(any);
    const int index = run_->findData(before);
    if (index >= 0)
        run_->setCurrentIndex(index);
    else
        showRun({});
    second_->refresh();
    showScores();
}

void ForecastPanel::showRun(const QString& runId) {
    const int index = runId.isEmpty() ? 0 : run_->findData(runId);
    const QString chosen = run_->itemData(std::max(index, 0)).toString();
    run_->setCurrentIndex(std::max(index, 0));
    if (chosen == runId_) return;
    runId_ = chosen;
    exportAsked_ = false;  // it was of the run before
    second_->setFirst(runId_);
    shape();
    future_->clear();
    if (const RunSummary* run = runs_->findRun(runId_)) {
        const QSignalBlocker quiet(stepsAhead_);
        stepsAhead_->setValue(static_cast<int>(std::min<std::int64_t>(run->config->horizon, stepsAhead_->maximum())));
    }
    setForecasts(nullptr);
    showScores();
    if (shown_) compute();
    if (shown_ && showsFuture()) askFuture({});
}

void ForecastPanel::choose(const QString& runId) {
    if (const RunSummary* run = runs_->findRun(runId); run && hasEnded(run->state)) showRun(runId);
}

void ForecastPanel::showPlace(const Place& place) {
    if (!place.run.isEmpty()) showRun(place.run);
}

void ForecastPanel::describe(CompareInspector& inspector) const {
    inspector.showForecast(barsTitle(), verdict(), bars());
}

void ForecastPanel::setShown(bool shown) {
    shown_ = shown;
    if (shown && !set_ && !forecastJob_->running()) compute();
}

int ForecastPanel::slot() const {
    const RunSummary* run = runs_->findRun(runId_);
    return run ? run->colour : 0;
}

const std::string& ForecastPanel::task() const {
    static const std::string none = "forecast";
    const RunSummary* run = runs_->findRun(runId_);
    return run ? run->config->task : none;
}

// What a task does not have is not shown: sequences have no forecasts to draw, forecasts no classes.
void ForecastPanel::shape() {
    const bool forecasts = isForecast(task());
    for (QWidget* widget : forecastOnly_) widget->setVisible(forecasts);
    if (!forecasts) interval_->hide();
    classes_->setVisible(std::string_view(selectionScore(task()).score) == "accuracy");
    classes_->setMatrix({});
    csv_->setText(forecasts ? tr("Forecasts and errors as CSV...") : tr("Predictions of the test part as CSV..."));
    hdf5_->setText(forecasts ? tr("Forecasts and errors as HDF5...") : tr("Predictions of the test part as HDF5..."));
    loader_->want(classes_->isHidden() ? QStringList() : QStringList{runId_});
    showClasses();
}

void ForecastPanel::showClasses() {
    if (const auto view = classes_->isHidden() ? nullptr : loader_->view(runId_)) classes_->setMatrix(view->confusion);
}

void ForecastPanel::showScores() {
    const RunSummary* run = runs_->findRun(runId_);
    if (set_ && !set_->scores.empty())
        scores_->setScores(set_->scores, set_->unit);
    else
        scores_->setScores(run ? *run->scores : std::vector<TestScore>{});
    reportScores();
}

void ForecastPanel::reportScores() {
    verdict_->setFullText(verdict());
    Q_EMIT findingsChanged();
}

QString ForecastPanel::verdict() const {
    const std::string metric = selectionScore(task()).score, best = scores_->scores().bestBaseline(metric);
    return best.empty() ? QString()
                        : comparisonText(*findScore(metric), scores_->scores().value("model", metric),
                                         scores_->scores().value(best, metric), scores_->scores().label(best));
}

QString ForecastPanel::barsTitle() const {
    return tr("Test %1").arg(scoreName(*findScore(selectionScore(task()).score), scores_->scores().scale(),
                                       set_ ? set_->unit : std::string()));
}

std::vector<BarList::Row> ForecastPanel::bars() const {
    std::vector<BarList::Row> rows;
    const ScoreModel& scores = scores_->scores();
    for (int row = 0; row < scores.rowCount(); ++row) {
        const std::string method = scores.methodAt(row);
        rows.push_back({scores.label(method),
                        scores.value(method, selectionScore(task()).score),
                        method == "model" ? theme_->runColour(slot()) : QColor(),
                        {}});
    }
    return rows;
}

void ForecastPanel::compute() {
    const auto engine = runs_->sharedEngine();
    const RunSummary* run = runs_->findRun(runId_);
    if (!runs_->workspace() || !run) return;
    const auto request = testForecast(*runs_, runId_, run->config->horizon);
    untrained_->setSentence(isGoingOn(run->state) ? tr("This run is still going on and has no checkpoint yet, so it "
                                                       "has no weights to forecast with. Come back when it has one.")
                                                  : endedUntrained());
    untrained_->setVisible(!request);
    figures_->setVisible(request.has_value());
    if (!request) return forecastJob_->cancel();
    if (!engine) return;
    progress_->setRange(0, 0);
    progress_->show();
    cancel_->show();
    status_->setText(isForecast(*run->config) ? tr("Forecasting the test part") : tr("Predicting the test part"));
    for (LineChart* chart : {open_, closed_, steps_}) chart->setEmptyText(tr("Computing the forecasts."));
    responderOf(*this).reportProblem({});  // of the forecast before
    forecastJob_->run<Result<ForecastSet>>(
        [engine, asked = *request](const Progress& progress) { return engine->forecast(asked, progress); },
        [this, of = runId_](Result<ForecastSet> result) {
            progress_->hide();
            cancel_->hide();
            status_->clear();
            // One without weights has been chosen meanwhile
            if (of != runId_) return;
            exportAsked_ = exportAsked_ && result.ok();
            if (result.ok()) return setForecasts(std::make_shared<const ForecastSet>(std::move(*result)));
            for (LineChart* chart : {open_, closed_, steps_}) chart->setEmptyText(tr("There are no forecasts."));
            status_->setText(result.error().code == ErrorCode::Cancelled ? tr("Cancelled") : QString());
            if (result.error().code != ErrorCode::Cancelled)
                responderOf(*this).reportProblem(translated(result.error()));
        });
}

void ForecastPanel::setForecasts(std::shared_ptr<const ForecastSet> set) {
    set_ = std::move(set);
    target_->clear();
    if (set_)
        for (const std::string& name : set_->targets) target_->addItem(fromUtf8(name));
    target_->setVisible(target_->count() > 1);
    problem_->setFullText(set_ ? translated(set_->problem) : QString());
    problem_->setVisible(set_ && !set_->problem.empty());
    export_->setEnabled(set_ != nullptr);
    // A window in the middle has a past to be drawn with.
    place_->setRange(0, set_ ? std::max(0, static_cast<int>(set_->originRows.size()) - 1) : 0);
    place_->setValue(view_->current() == 0 ? place_->maximum() / 2 : 0);
    match();
    showScores();
    redraw();
    for (LineChart* chart : {open_, closed_, steps_}) chart->fit();
    if (set_ && std::exchange(exportAsked_, false)) QTimer::singleShot(0, this, [this] { exportTo({}); });
}

void ForecastPanel::askExport() {
    if (set_) return exportTo({});
    exportAsked_ = forecastJob_->running();
}

void ForecastPanel::match() {
    const auto& other = second_->forecasts();
    pair_ = set_ && other ? pairForecasts(*set_, *other) : ForecastPair();
}

DrawnRun ForecastPanel::first(const ForecastSet& set, std::size_t target) const {
    const RunSummary* run = second_->runId().isEmpty() ? nullptr : runs_->findRun(runId_);
    return {&set, target, theme_->runColour(slot()), run ? shownRunName(*run) : QString()};
}

std::optional<DrawnRun> ForecastPanel::second(const std::shared_ptr<const ForecastSet>& set,
                                              const std::string& target) const {
    const auto place = set ? targetOf(*set, target) : std::nullopt;
    if (!place) return std::nullopt;
    const QColor colour = theme_->runColour(second_->slot());
    return DrawnRun{set.get(), *place, colour, second_->name(), true, colour == theme_->runColour(slot())};
}

void ForecastPanel::reportSecond(std::size_t target) {
    QStringList words;
    const auto& other = second_->forecasts();
    if (!second_->status().isEmpty()) {
        words << second_->status();
    } else if (set_ && other) {
        words = unpairedTexts(*set_, *other, pair_, target, second_->name());
        if (view_->current() == 0 && !pair_.first.empty() && !pair_.secondOf(static_cast<std::size_t>(place_->value())))
            words << tr("%1 does not forecast this window.").arg(second_->name());
        if (!other->problem.empty()) words << tr("%1: %2.").arg(second_->name(), translated(other->problem));
    }
    const auto &next = future_->answer(), &otherNext = second_->future().answer();
    if (showsFuture() && next && otherNext && next->future.originRow != otherNext->future.originRow)
        words << tr("What %1 forecasts begins at another row and is not drawn.").arg(second_->name());
    unpaired_->setFullText(words.join(QLatin1Char(' ')));
    unpaired_->setVisible(!words.isEmpty());
}

void ForecastPanel::redraw() {
    if (!showsFuture()) interval_->hide();
    if (!set_ || set_->targets.empty()) {
        for (LineChart* chart : {open_, closed_, steps_}) chart->setLines({});
        residuals_->setValues({});
        reportSecond(0);
        return;
    }
    const auto target = static_cast<std::size_t>(std::max(target_->currentIndex(), 0));
    const Palette& palette = theme_->palette();
    truth_ = truthRows(*set_, target);
    closed_->setEmptyText(tr("Closed loop needs the target among the inputs."));
    const bool one = view_->current() == 0;
    const auto windows = static_cast<int>(set_->originRows.size());
    place_->setRange(0, std::max(0, (one ? windows : static_cast<int>(set_->horizon)) - 1));
    const auto place = static_cast<std::size_t>(place_->value());
    const QString where = one ? tr("window %1 of %2").arg(formatCount(place_->value() + 1), formatCount(windows))
                              : tr("%1 of %2 steps ahead").arg(place_->value() + 1).arg(set_->horizon);
    DrawnRun run = first(*set_, target);
    std::optional<DrawnRun> other = second(second_->forecasts(), set_->targets[target]);
    if (pair_.first.empty()) other.reset();
    const auto append = [](std::vector<ChartLine>& lines, std::vector<ChartLine> more) {
        std::ranges::move(more, std::back_inserter(lines));
    };
    if (showsFuture()) {
        redrawFuture();
    } else {
        open_->setTitle(
            tr("Forecast against truth"),
            tr("%1, %2").arg(fromUtf8(set_->targets[target] + (set_->unit.empty() ? "" : " (" + set_->unit + ")")),
                             where));
        auto lines = one ? windowLines(run, truth_, place, palette) : stepLines(run, truth_, place, palette);
        if (other) other->windows = &pair_.second;
        if (const auto window = pair_.secondOf(place); other && one && window)
            append(lines, windowOf(*other, truth_, *window));
        if (other && !one) append(lines, stepOf(*other, place));
        open_->setLines(std::move(lines));
    }
    std::vector<ChartRegion> regions;
    if (one && place < set_->originRows.size()) {
        const auto origin = static_cast<double>(set_->originRows[place]);
        regions.push_back({origin, origin + static_cast<double>(set_->horizon), palette.raised, tr("forecast begins")});
    }
    if (!showsFuture()) open_->setRegions(regions);
    const auto time = std::make_shared<const TimeAxis>(set_->time);
    const auto seconds = rowSeconds(time);
    for (LineChart* chart : {open_, closed_}) {
        if (chart == open_ && showsFuture()) continue;
        chart->setXTimes(seconds, rowTimes(time));
        chart->setXLabel(seconds ? QString() : tr("row"));
    }
    auto closed = closedLoopLines(run, truth_, palette);
    if (other && !closed.empty() && set_->originRows.front() == other->set->originRows.front())
        append(closed, closedLoopOf(*other));
    closed_->setLines(std::move(closed));
    if (other) run.windows = &pair_.first, other->windows = &pair_.second;
    auto errors = stepErrorLines(run, scores_->scores().bestBaseline(selectionScore(task()).score), palette);
    if (other) append(errors, stepErrorsOf(*other));
    steps_->setTitle(tr("Error by step"), other && pair_.first.size() < set_->originRows.size()
                                              ? tr("mean absolute, windows of both")
                                              : tr("mean absolute"));
    steps_->setLines(std::move(errors));
    residuals_->setValues(residuals(*set_, target));
    residuals_->setColour(run.colour);
    residualCard_->setTitle(tr("Residuals"), run.name.isEmpty() ? tr("forecast minus truth")
                                                                : tr("forecast minus truth, %1").arg(run.name));
    reportSecond(target);
}

bool ForecastPanel::showsFuture() const { return view_->current() == 2; }

void ForecastPanel::askFuture(const QString& path) {
    future_->ask(runId_, stepsAhead_->value(), path);
    if (!second_->runId().isEmpty()) second_->future().ask(second_->runId(), stepsAhead_->value(), path);
}

void ForecastPanel::askSecondFuture() {
    if (!second_->runId().isEmpty()) second_->future().ask(second_->runId(), stepsAhead_->value(), future_->path());
}

void ForecastPanel::chooseFutureFile() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Forecast what follows another file"));
    if (!path.isEmpty()) askFuture(path);
}

void ForecastPanel::dragEnterEvent(QDragEnterEvent* event) {
    if (isForecast(task()) && event->mimeData()->hasUrls() && event->mimeData()->urls().size() == 1)
        event->acceptProposedAction();
}

void ForecastPanel::dropEvent(QDropEvent* event) {
    const QList<QUrl> files = event->mimeData()->urls();
    if (files.isEmpty() || !files.front().isLocalFile()) return;
    event->acceptProposedAction();
    view_->setCurrent(2);
    Q_EMIT view_->chosen(2);
    askFuture(files.front().toLocalFile());
}

void ForecastPanel::redrawFuture() {
    const auto& answer = future_->answer();
    const Palette& palette = theme_->palette();
    open_->setEmptyText(future_->isBusy() ? tr("Forecasting the rows to come.") : tr("There are no forecasts."));
    for (QAction* action : {futureCsv_, futureHdf5_}) action->setEnabled(answer && !answer->future.empty());
    if (!answer || answer->future.empty()) {
        open_->setTitle(tr("The next %1 rows").arg(formatCount(stepsAhead_->value())), {});
        open_->setRegions({});
        open_->setLines({});
        interval_->hide();
        return;
    }
    const auto target =
        std::min(static_cast<std::size_t>(std::max(target_->currentIndex(), 0)), answer->targets.size() - 1);
    const QString file = future_->path().isEmpty() ? tr("after the data of the run")
                                                   : tr("after %1").arg(QFileInfo(future_->path()).fileName());
    const QString unit = fromUtf8(answer->targets[target] + (answer->unit.empty() ? "" : " (" + answer->unit + ")"));
    open_->setTitle(tr("The next %1 rows").arg(formatCount(stepsAhead_->value())), tr("%1, %2").arg(unit, file));
    problem_->setFullText(translated(answer->problem));
    problem_->setVisible(!answer->problem.empty());
    const auto origin = static_cast<double>(answer->future.originRow);
    const double steps = static_cast<double>(answer->future.values.size() / answer->targets.size());
    open_->setRegions({{origin, origin + steps, palette.raised, tr("forecast begins")}});
    const auto time = std::make_shared<const TimeAxis>(answer->time);
    const auto seconds = rowSeconds(time);
    open_->setXTimes(seconds, rowTimes(time));
    open_->setXLabel(seconds ? QString() : tr("row"));
    auto lines = futureLines(first(*answer, target), palette);
    const auto& otherAnswer = second_->future().answer();
    if (const auto other = second(otherAnswer, answer->targets[target]);
        other && otherAnswer->future.originRow == answer->future.originRow)
        std::ranges::move(futureOf(*other), std::back_inserter(lines));
    open_->setLines(std::move(lines));
    const RunSummary* run = runs_->findRun(runId_);
    interval_->setFullText(
        intervalText(answer->future, static_cast<std::int64_t>(steps), run && isRecursive(run->config)));
    interval_->show();
}

void ForecastPanel::exportFuture(const QString& suffix) {
    const auto answer = future_->answer();
    if (!answer) return askFuture({});
    const bool csv = suffix == QLatin1String("csv");
    QString path = QFileDialog::getSaveFileName(this, tr("Export the next rows"),
                                                fileName(run_->currentText()) + QStringLiteral("-next.") + suffix,
                                                csv ? tr("CSV (*.csv)") : tr("HDF5 (*.h5)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QLatin1Char('.') + suffix;
    writeInBackground(*this, path, [answer, file = toPath(path), csv] {
        return csv ? exportFutureCsv(*answer, file) : exportForecastHdf5(*answer, file);
    });
}

void ForecastPanel::exportTo(const QString& suffix) {
    if (!set_) return;
    const QString table = tr("CSV (*.csv)"), file = tr("HDF5 (*.h5)"),
                  wanted = suffix.isEmpty() ? QStringLiteral("csv") : suffix;
    QString filter;
    QString path =
        QFileDialog::getSaveFileName(this, isForecast(task()) ? tr("Export forecasts") : tr("Export predictions"),
                                     fileName(run_->currentText()) + QLatin1Char('.') + wanted,
                                     suffix.isEmpty()                 ? table + QLatin1String(";;") + file
                                     : wanted == QLatin1String("csv") ? table
                                                                      : file,
                                     &filter);
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += filter == file ? QStringLiteral(".h5") : QStringLiteral(".csv");
    const bool csv = suffix.isEmpty() ? QFileInfo(path).suffix().compare(QLatin1String("h5"), Qt::CaseInsensitive) != 0
                                      : suffix == QLatin1String("csv");
    writeInBackground(*this, path, [set = set_, file = toPath(path), csv] {
        return csv ? exportForecastCsv(*set, file) : exportForecastHdf5(*set, file);
    });
}

}  // namespace gatelab
