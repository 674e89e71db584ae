// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/forecast_panel.h"

#include "app/board.h"
#include "baselines/strong/strong_baselines.h"
#include "charts/line_chart.h"
#include "common/file_job.h"
#include "common/responder.h"
#include "common/texts.h"
#include "config/decoder.h"
#include "config/setting_predicates.h"
#include "config/shapes/running_text.h"
#include "config/tasks/driven_system.h"
#include "export/series_scores_export.h"
#include "models/run_board.h"
#include "models/run_figures.h"
#include "pages/compare/forecasts/forecast_chart.h"
#include "pages/compare/forecasts/run_forecasts.h"
#include "pages/compare/forecasts/score_card.h"
#include "pages/compare/forecasts/text_card.h"
#include "pages/train/confusion_card.h"
#include "run/series_forecasts.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "runs/run_loader.h"
#include "store/record/run_folder.h"
#include "store/workspace.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/labels/elided_label.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMostBaselines = 3;
/// Of the card of the forecasts, so that its plot has 160.
constexpr int kLeastChart = 256, kGap = 12;

/// Without what some file systems refuse.
QString fileName(QString text) {
    static const QRegularExpression refused(QStringLiteral("[\\\\/:*?\"<>|]"));
    return text.replace(refused, QStringLiteral("-"));
}

/// A better score first; what has none last.
bool isBetter(double a, double b, bool lowerIsBetter) {
    if (!std::isfinite(a) || !std::isfinite(b)) return std::isfinite(a) && !std::isfinite(b);
    return lowerIsBetter ? a < b : a > b;
}

}  // namespace

ForecastPanel::ForecastPanel(Theme& theme, RunController& runs, RunBoard& board, QWidget* parent)
    : ComparePanel(parent),
      theme_(&theme),
      runs_(&runs),
      board_(&board),
      loader_(new RunLoader(runs, this)),
      known_(new RunForecasts(runs, this)),
      next_(new RunForecasts(runs, this)),
      empty_(new EmptyState(theme, QStringLiteral("series"), {})),
      untrained_(new EmptyState(theme, QStringLiteral("series"),
                                tr("No weights: the run ended before its first checkpoint."))) {
    makeBar();
    makeColumn(this, {}, 8,
               {verdict_ = new ElidedLabel,
                problem_ = new WrappedLabel("warning"),
                empty_,
                untrained_,
                {figures_ = makeContent(), 1}});
    verdict_->setProperty("role", "question");
    problem_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    empty_->addButton(tr("Board"), QStringLiteral("compare"), this, [this] {
        responderOf(*this).ask(Command::show({QStringLiteral("compare"), QStringLiteral("board")}));
    });
    untrained_->addButton(tr("Run again..."), QStringLiteral("branch"), this,
                          [this] { responderOf(*this).ask(Command(QStringLiteral("again"), mainRun())); });
    setAcceptDrops(true);
    connect(board_, &RunBoard::boardChanged, this, &ForecastPanel::follow);
    connect(board_, &RunBoard::selectionChanged, this, &ForecastPanel::follow);
    connect(known_, &RunForecasts::changed, this, &ForecastPanel::showForecasts);
    connect(next_, &RunForecasts::changed, this, &ForecastPanel::showForecasts);
    for (RunForecasts* forecasts : {known_, next_})
        connect(forecasts, &RunForecasts::progressed, this, [this](double share) {
            progress_->setRange(0, share < 0 ? 0 : 1000);
            progress_->setValue(static_cast<int>(share * 1000));
        });
    connect(loader_, &RunLoader::loaded, this, &ForecastPanel::showClasses);
    connect(loader_, &RunLoader::failed, this,
            [this](const QString& message) { responderOf(*this).reportProblem(message); });
    showForecasts();
    follow();
}

void ForecastPanel::makeBar() {
    bar_ = new QWidget(this);
    target_ = new QComboBox;
    target_->setAccessibleName(tr("Target"));
    intervals_ = new QComboBox;
    intervals_->setAccessibleName(tr("Intervals"));
    intervals_->addItem(tr("Intervals: as kept"), -1);
    for (const auto method : {IntervalMethod::Adaptive, IntervalMethod::Split, IntervalMethod::Head,
                              IntervalMethod::Dropout, IntervalMethod::Ensemble}) {
        intervals_->addItem(translated(intervalLabel(method)), static_cast<int>(method));
        intervals_->setItemData(intervals_->count() - 1, translated(intervalHelp(method)), Qt::ToolTipRole);
    }
    intervals_->setToolTip(tr(
        "Intervals of the rows to come; split and adaptive ones are made of the errors of the run's backtest (Board, "
        "Trust)"));
    intervals_->hide();
    connect(intervals_, &QComboBox::activated, this, &ForecastPanel::ask);
    series_ = new QComboBox;
    series_->setAccessibleName(tr("Series"));
    series_->setToolTip(tr("Which of the series the charts and tables show; the worst forecast stand first"));
    series_->hide();
    file_ = makeButton(theme_->icon(QStringLiteral("close"), Ink::Muted), {}, this, [this] { setFile({}); });
    file_->setToolTip(tr("Back to the test part of the runs' own data"));
    file_->setAccessibleName(file_->toolTip());
    file_->setLayoutDirection(Qt::RightToLeft);  // the cross behind the name
    file_->hide();
    status_ = makeLabel({}, "note");
    progress_ = new QProgressBar;
    progress_->setFixedWidth(120);
    progress_->setAccessibleName(tr("Forecasts"));
    cancel_ = makeButton({}, tr("Cancel"), this, [this] { known_->cancel(), next_->cancel(); });
    otherFile_ =
        makeButton(theme_->icon(QStringLiteral("open")), tr("Another file..."), this, &ForecastPanel::chooseFile);
    otherFile_->setToolTip(tr("Forecast a file that the runs have never seen; it can be dropped here, too"));
    int8_ = makeButton({}, tr("INT8"), this, &ForecastPanel::ask);
    int8_->setCheckable(true);
    int8_->setToolTip(
        tr("Forecast with the runs' weights in bytes, on one thread of the processor, and say how the "
           "forecasts and their time differ from those of the runs themselves"));
    strong_ = makeButton({}, tr("Strong baselines"), this, &ForecastPanel::ask);
    strong_->setCheckable(true);
    strong_->setObjectName(QStringLiteral("strong-baselines"));
    QStringList costs;
    for (const StrongBaseline& one : strongBaselines()) costs << translated(one.cost);
    strong_->setToolTip(tr("Computes them beside the usual ones, for the table, the curves and the verdict:") +
                        QLatin1Char('\n') + costs.join(QLatin1Char('\n')));
    export_ = new QPushButton(theme_->icon(QStringLiteral("export")), tr("Export"));
    exports_ = new QMenu(export_);
    export_->setMenu(exports_);
    setStyleProperty(export_, "menu", true);
    makeRow(bar_, {}, 8,
            {series_, target_, intervals_, file_, spring(1), status_, progress_, cancel_, strong_, int8_, otherFile_,
             export_});
    connect(target_, &QComboBox::activated, this, &ForecastPanel::showForecasts);
    connect(series_, &QComboBox::activated, this, &ForecastPanel::followSeries);
}

QWidget* ForecastPanel::makeContent() {
    auto* content = new QWidget;
    chart_ = new ForecastChart(*theme_);
    interval_ = new WrappedLabel("note");
    scores_ = new ScoreCard;
    steps_ = new LineChart(*theme_, tr("Error by step"), tr("mean absolute"));
    steps_->setXLabel(tr("step ahead"));
    steps_->setXCounted(true);
    steps_->setYFromZero(true);
    // As high as the table, and that as high as its rows.
    steps_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    auto* tables = makeRow(nullptr, {}, 12, {{scores_, 3}, {steps_, 2}});
    auto* classes = makeRow(nullptr, {}, 12);
    for (ConfusionCard*& card : classes_) classes->addWidget(card = new ConfusionCard(*theme_), 1);
    text_ = new TextCard;
    text_->hide();
    makeColumn(content, {}, kGap, {{chart_, 1}, interval_, tables, {text_, 1}, classes});
    content->installEventFilter(this);
    connect(scores_, &ScoreCard::seriesChosen, this, [this](const QString& name) {
        if (const int at = series_->findData(name); at >= 0) series_->setCurrentIndex(at), followSeries();
    });
    connect(scores_, &ScoreCard::scaleChanged, this, [this] { verdict_->setFullText(verdict()), showErrors(); });
    connect(chart_, &ForecastChart::viewChosen, this, [this] { ask(), showNext(); });
    connect(chart_, &ForecastChart::stepsChosen, this, &ForecastPanel::ask);
    return content;
}

bool ForecastPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == figures_ && event->type() == QEvent::Resize) fitTables();
    return ComparePanel::eventFilter(watched, event);
}

/// Where it is low the table scrolls; the plot stays large enough to be read.
void ForecastPanel::fitTables() {
    int room = figures_->height() - qRound(kLeastChart * theme_->textScale()) - kGap;
    if (!interval_->isHidden()) room -= interval_->heightForWidth(figures_->width()) + kGap;
    scores_->setMaximumHeight(chart_->isHidden() ? QWIDGETSIZE_MAX
                                                 : std::max(scores_->minimumSizeHint().height(), room));
}

std::string ForecastPanel::seedOf(const BoardRow& row) const {
    if (row.has(asked_.toStdString())) return asked_.toStdString();
    const BoardSeed* best = board_->bestSeed(row);
    return best ? best->run : std::string();
}

std::vector<ForecastPanel::Shown> ForecastPanel::wantedRuns() const {
    std::vector<const BoardRow*> groups;
    for (const BoardRow* row : board_->chosen())
        if (!row->isBaseline() && !seedOf(*row).empty()) groups.push_back(row);
    const std::string asked = asked_.toStdString();
    std::ranges::stable_sort(groups, [&](const BoardRow* a, const BoardRow* b) {
        if (a->has(asked) != b->has(asked)) return a->has(asked);
        return isBetter(a->score, b->score, board_->board().lowerIsBetter);
    });
    if (groups.size() > kMostRuns) groups.resize(kMostRuns);
    std::vector<Shown> wanted;
    for (const BoardRow* row : groups) {
        const std::string run = seedOf(*row);
        const auto seed = std::ranges::find(row->seeds, run, &BoardSeed::run);
        const bool isOneOf = row->seeds.size() > 1 && seed != row->seeds.end();
        wanted.push_back({fromUtf8(run),
                          isOneOf ? tr("%1, seed %2").arg(board_->nameOf(*row)).arg(seed->seed) : board_->nameOf(*row),
                          board_->shortNameOf(*row), board_->slotOf(*row)});
    }
    return wanted;
}

std::vector<std::string> ForecastPanel::baselines() const {
    const Board& board = board_->board();
    std::vector<std::string> keys;
    if (board.bestBaseline >= 0) keys.push_back(board.rows[static_cast<std::size_t>(board.bestBaseline)].method);
    for (const BoardRow* row : board_->chosen())
        if (row->isBaseline() && keys.size() < kMostBaselines && std::ranges::find(keys, row->method) == keys.end())
            keys.push_back(row->method);
    if (strong_->isChecked())
        for (const StrongBaseline& one : strongBaselines()) keys.emplace_back(one.row.key);
    return keys;
}

QStringList ForecastPanel::drawnRuns() const {
    QStringList ids;
    for (const Shown& shown : drawn_) ids << shown.run;
    return ids;
}

QString ForecastPanel::runId() const { return runs_->findRun(current_) ? current_ : mainRun(); }

QString ForecastPanel::mainRun() const {
    const QStringList ids = drawnRuns();
    if (ids.contains(current_)) return current_;
    return ids.isEmpty() ? QString() : ids.front();
}

const std::string& ForecastPanel::task() const {
    static const std::string none = "forecast";
    const RunSummary* run = drawn_.empty() ? nullptr : runs_->findRun(drawn_.front().run);
    return run ? run->config->task : none;
}

void ForecastPanel::follow() {
    std::vector<Shown> wanted = wantedRuns();
    const bool isOther = wanted != drawn_;
    if (isOther) {
        const bool isOtherFirst = drawn_.empty() || wanted.empty() || wanted.front().run != drawn_.front().run;
        drawn_ = std::move(wanted);
        const RunSummary* first = drawn_.empty() ? nullptr : runs_->findRun(drawn_.front().run);
        if (isOtherFirst && first) chart_->setStepsAhead(first->config->horizon);
        if (isOtherFirst) exportAsked_ = false;  // it was of the run before
        fillExport();
        Q_EMIT runChosen(false);
    } else if (drawn_.empty()) {
        showState();
    }
    ask();
    if (isOther) showForecasts();
}

/// What is shown, and not asked for yet.
void ForecastPanel::ask() {
    if (!isShown_) return;
    const QStringList ids = drawnRuns();
    const int steps = chart_->stepsAhead();
    known_->ask(ids, {.path = path_,
                      .stepsAhead = path_.isEmpty() ? 0 : steps,
                      .baselines = baselines(),
                      .int8 = int8_->isChecked(),
                      .intervals = path_.isEmpty() ? std::nullopt : intervalMethod(),
                      .closedLoop = path_.isEmpty()});
    if (path_.isEmpty() && chart_->view() == ForecastChart::NextRows && isForecast(task()))
        next_->ask(ids, {.stepsAhead = steps, .int8 = int8_->isChecked(), .intervals = intervalMethod()});
}

std::optional<IntervalMethod> ForecastPanel::intervalMethod() const {
    const int chosen = intervals_->currentData().toInt();
    return chosen < 0 ? std::nullopt : std::optional(static_cast<IntervalMethod>(chosen));
}

void ForecastPanel::setShown(bool shown) {
    isShown_ = shown;
    if (shown) known_->retry(), next_->retry();
    ask();
}

void ForecastPanel::showPlace(const Place& place) {
    const RunSummary* run = runs_->findRun(place.run);
    if (!run) return;
    if (!board_->board().find(run->id)) board_->setScope(board_->scopeOf(*run));
    asked_ = current_ = place.run;
    const BoardRow* row = board_->board().find(run->id);
    if (row && !board_->isChosen(*row) && !board_->turn(row->key)) board_->replaceOldest(row->key);
    follow();
}

DrawnRuns ForecastPanel::drawn(const RunForecasts& from) const {
    DrawnRuns runs;
    const std::string target = target_->currentText().toStdString();
    for (const Shown& shown : drawn_) {
        const auto set = from.of(shown.run);
        const auto at = set ? targetOf(*set, target) : std::nullopt;
        if (at)
            runs.push_back(
                {set.get(), *at, theme_->runColour(shown.slot), shown.name, shown.mark, shown.slot % kRunSlots});
    }
    return runs;
}

void ForecastPanel::setForecasts(const QString& runId, std::shared_ptr<const ForecastSet> set) {
    known_->keep(runId, std::move(set));
}

void ForecastPanel::showForecasts() {
    const RunForecasts& busy = known_->isBusy() ? *known_ : *next_;
    for (QWidget* widget : std::initializer_list<QWidget*>{progress_, cancel_}) widget->setVisible(busy.isBusy());
    if (!busy.isBusy()) progress_->setRange(0, 0);
    const auto asking = std::ranges::find(drawn_, busy.asking(), &Shown::run);
    status_->setText(!busy.isBusy() || asking == drawn_.end() ? QString()
                                                              : tr("Forecasting with %1").arg(asking->mark));
    const QString none = busy.isBusy() ? tr("Computing the forecasts.") : tr("There are no forecasts.");
    chart_->setEmptyText(none);
    steps_->setEmptyText(none);
    showState();
    showSeries();
    showTargets();
    showScores();
    showErrors();
    showNext();
    if (exportAsked_ && known_->of(mainRun())) {
        exportAsked_ = false;
        QTimer::singleShot(0, this, [this] { exportTo(mainRun(), {}); });
    }
}

/// What a task does not have is not shown: sequences have no forecasts to draw, forecasts no classes.
void ForecastPanel::showState() {
    const bool isEmpty = drawn_.empty(), isForecasting = isForecast(task());
    const bool hasEnded =
        std::ranges::any_of(board_->runs(), [](const RunSummary& run) { return gatelab::hasEnded(run.state); });
    empty_->setSentence(hasEnded ? tr("Choose runs on the board.") : tr("No run has ended on this data yet."));
    empty_->setVisible(isEmpty);
    const bool isUntrained =
        !isEmpty && std::ranges::all_of(drawn_, [this](const Shown& one) { return known_->isUntrained(one.run); });
    untrained_->setVisible(isUntrained);
    figures_->setVisible(!isEmpty && !isUntrained);
    chart_->setVisible(isForecasting);
    steps_->setVisible(isForecasting);
    fitTables();
    strong_->setVisible(isForecasting);
    otherFile_->setVisible(isForecasting);
    const bool hasClasses = givesClasses(task());
    loader_->want(hasClasses ? drawnRuns() : QStringList());
    showClasses();
    showText();
    showProblems();
    export_->setEnabled(
        std::ranges::any_of(drawn_, [this](const Shown& one) { return known_->of(one.run) != nullptr; }));
}

/// With the run that all views are about.
void ForecastPanel::showText() {
    const RunSummary* run = runs_->findRun(mainRun());
    const auto workspace = runs_->workspace();
    const bool writes = run != nullptr && workspace && readsText(*run->config);
    const auto shown = std::ranges::find(drawn_, mainRun(), &Shown::run);
    text_->setVisible(writes);
    text_->setRun(writes ? fromPath(runFolderIn(workspace->folder(), run->id)) : QString(),
                  writes && shown != drawn_.end() ? shown->name : QString());
}

/// What is wrong with all of them is said once.
void ForecastPanel::showProblems() {
    QStringList words;
    for (const Shown& shown : drawn_) {
        const auto set = known_->of(shown.run);
        if (const QString why = known_->problem(shown.run); !why.isEmpty()) words << tr("%1: %2.").arg(shown.mark, why);
        if (set && !set->problem.empty()) {
            const QString problem = translated(set->problem);
            if (!words.contains(problem)) words << problem;
        }
        for (const QString& said : known_->said(shown.run))
            if (!words.contains(said)) words << said;
        if (const QString beside = known_->beside(shown.run); !beside.isEmpty())
            words << tr("%1: %2", "a run's mark, a sentence").arg(shown.mark, beside);
        if (const QString why = path_.isEmpty() ? next_->problem(shown.run) : QString();
            !why.isEmpty() && chart_->view() == ForecastChart::NextRows && why != known_->problem(shown.run))
            words << tr("%1: %2.").arg(shown.mark, why);
    }
    problem_->setFullText(words.join(QLatin1Char('\n')));
    problem_->setVisible(!words.isEmpty());
}

/// Of the first run that has forecasts; the choice stays while it is possible.
void ForecastPanel::showTargets() {
    QStringList names;
    for (const Shown& shown : drawn_)
        if (const auto set = known_->of(shown.run); set && names.isEmpty()) names = toStringList(set->targets);
    QStringList before;
    for (int i = 0; i < target_->count(); ++i) before << target_->itemText(i);
    if (names != before) {
        const QString chosen = target_->currentText();
        target_->clear();
        target_->addItems(names);
        target_->setCurrentIndex(std::max(0, target_->findText(chosen)));
    }
    target_->setVisible(names.size() > 1);
}

/// Of the run that all views are about, or the first that has many series: all, then each, the worst first.
void ForecastPanel::showSeries() {
    std::shared_ptr<const ForecastSet> many;
    std::vector<SeriesForecast> series;
    QStringList order = drawnRuns();
    order.prepend(mainRun());
    for (const QString& run : order)
        if (const auto set = known_->whole(run); set && series.empty()) {
            if (set == manySet_) return;
            series = worstFirst(seriesForecasts(*set), "mase");
            if (!series.empty()) many = set;
        }
    series_->setVisible(!series.empty());
    if (many == manySet_) return;
    manySet_ = many;
    scores_->setSeries(many ? seriesScores(*many) : std::vector<SeriesScore>());
    fillExport();
    const QString chosen = series_->currentData().toString();
    series_->clear();
    series_->addItem(tr("All %n series", nullptr, static_cast<int>(series.size())), QString());
    for (const SeriesForecast& one : series) {
        const double mase = one.score("model", "mase");
        series_->addItem(
            std::isfinite(mase) ? tr("%1, MASE %2").arg(fromUtf8(one.name), formatNumber(mase, 3)) : fromUtf8(one.name),
            fromUtf8(one.name));
    }
    series_->setCurrentIndex(std::max(0, series_->findData(chosen)));
    followSeries();
}

/// The rows to come of all series are no one line: the first is shown.
void ForecastPanel::followSeries() {
    const int shown = series_->currentIndex();
    scores_->chooseSeries(series_->currentData().toString().toStdString());
    known_->chooseSeries(series_->itemData(shown).toString().toStdString());
    next_->chooseSeries(series_->itemData(shown == 0 && series_->count() > 1 ? 1 : shown).toString().toStdString());
}

void ForecastPanel::showScores() {
    std::vector<ScoredRun> runs;
    std::string unit;
    for (const Shown& shown : drawn_) {
        const RunSummary* run = runs_->findRun(shown.run);
        const auto set = known_->of(shown.run);
        if (set && unit.empty()) unit = set->unit;
        const bool isKnown = set && !set->scores.empty();
        // Those of the run's end are of its own test part.
        runs.push_back({shown.name, theme_->marker(shown.slot),
                        isKnown                  ? set->scores
                        : run && path_.isEmpty() ? *run->scores
                                                 : std::vector<TestScore>(),
                        run && isDrivenSystem(run->config)});
    }
    scores_->setPart(QFileInfo(path_).fileName());
    scores_->setRuns(std::move(runs), unit);
    showResiduals();
    verdict_->setFullText(verdict());
    verdict_->setVisible(!verdict().isEmpty());
}

void ForecastPanel::showResiduals() {
    std::vector<ScoreCard::Errors> all;
    const DrawnRuns runs = drawn(*known_);
    for (const DrawnRun& run : runs) {
        const auto place = std::ranges::find(drawn_, run.mark, &Shown::mark) - drawn_.begin();
        if (!run.set->forecast.empty())
            all.push_back({ScoreModel::runMethod(static_cast<std::size_t>(place)), run.colour,
                           residuals(*run.set, run.set->forecast, run.target)});
    }
    if (!runs.empty())
        for (const ForecastSet::BaselineValues& baseline : runs.front().set->baselines)
            all.push_back({baseline.method, theme_->palette().muted,
                           residuals(*runs.front().set, baseline.values, runs.front().target)});
    scores_->setErrors(all);
}

/// By the score that the task is judged by, of the best of the drawn runs.
QString ForecastPanel::verdict() const {
    const ScoreModel& scores = scores_->scores();
    const RunSummary* first = drawn_.empty() ? nullptr : runs_->findRun(drawn_.front().run);
    if (first == nullptr) return {};
    const std::string metric = selectionScore(first->config).score, baseline = scores.bestBaseline(metric);
    if (baseline.empty()) return {};
    std::string best = ScoreModel::runMethod(0);
    for (std::size_t i = 1; i < drawn_.size(); ++i)
        if (findScore(metric)->isBetter(scores.value(ScoreModel::runMethod(i), metric), scores.value(best, metric)))
            best = ScoreModel::runMethod(i);
    const QString text = comparisonText(*findScore(metric), scores.value(best, metric), scores.value(baseline, metric),
                                        scores.label(baseline));
    return text.isEmpty() ? QString() : tr("%1: %2").arg(scores.label(best), text);
}

void ForecastPanel::showErrors() {
    const DrawnRuns runs = drawn(*known_);
    std::vector<std::string> keys;
    if (!runs.empty())
        for (const ForecastSet::BaselineValues& baseline : runs.front().set->baselines) keys.push_back(baseline.method);
    steps_->setLines(stepErrorLines(runs, keys, theme_->palette()));
}

void ForecastPanel::showNext() {
    const bool isNext = chart_->view() == ForecastChart::NextRows;
    DrawnRuns runs = drawn(next());
    std::erase_if(runs, [](const DrawnRun& run) { return run.set->future.empty(); });
    intervals_->setVisible(isNext && isForecast(task()));
    interval_->setVisible(isNext && !runs.empty() && !chart_->isHidden());
    if (!runs.empty()) {
        const ForecastSet& set = *runs.front().set;
        const RunSummary* run = runs_->findRun(drawn_.front().run);
        const bool isGiven = run && isRecursive(run->config);
        const QString brief = intervalBrief(set.future, isGiven);
        interval_->setFullText(set.future.timeNote.empty()
                                   ? brief
                                   : tr("Steps are rows, of which no time is known.") + QLatin1Char(' ') + brief);
        interval_->setToolTip(intervalText(
            set.future, static_cast<std::int64_t>(set.future.values.size() / set.targets.size()), isGiven));
    }
    fitTables();
    DrawnRuns known = drawn(*known_);
    std::erase_if(known, [](const DrawnRun& run) { return run.set->originRows.empty(); });
    chart_->setSource(path_.isEmpty() ? tr("the data of the run") : QFileInfo(path_).fileName());
    chart_->setRuns(std::move(known), std::move(runs));
    showProblems();
}

void ForecastPanel::showClasses() {
    const bool hasClasses = givesClasses(task());
    for (std::size_t i = 0; i < classes_.size(); ++i) {
        const bool isShown = hasClasses && i < drawn_.size();
        classes_[i]->setVisible(isShown);
        const auto view = isShown ? loader_->view(drawn_[i].run) : nullptr;
        classes_[i]->setMatrix(view ? view->confusion : ConfusionMatrix());
        if (isShown) classes_[i]->setTitle(tr("Classes"), drawn_[i].name);
    }
}

void ForecastPanel::chooseFile() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Forecast another file"));
    if (!path.isEmpty()) setFile(path);
}

void ForecastPanel::setFile(const QString& path) {
    if (!path.isEmpty()) chart_->setView(ForecastChart::NextRows);
    path_ = path;
    file_->setText(QFileInfo(path_).fileName());
    file_->setVisible(!path_.isEmpty());
    ask();
    showForecasts();
}

void ForecastPanel::dragEnterEvent(QDragEnterEvent* event) {
    if (!drawn_.empty() && isForecast(task()) && event->mimeData()->hasUrls() && event->mimeData()->urls().size() == 1)
        event->acceptProposedAction();
}

void ForecastPanel::dropEvent(QDropEvent* event) {
    const QList<QUrl> files = event->mimeData()->urls();
    if (files.isEmpty() || !files.front().isLocalFile()) return;
    event->acceptProposedAction();
    setFile(files.front().toLocalFile());
}

/// Those of the best run at once, those of others behind their names.
void ForecastPanel::fillExport() {
    exports_->clear();
    for (const Shown& shown : drawn_) {
        QMenu* menu = exports_;
        if (shown.run != drawn_.front().run) {
            menu = exports_->addMenu(theme_->marker(shown.slot), shown.name);
        } else if (drawn_.size() > 1) {
            exports_->addSection(shown.name);
        }
        const bool forecasts = isForecast(task());
        const auto add = [&](const QString& text, auto act, const QString& suffix) {
            menu->addAction(text, this, [this, act, run = shown.run, suffix] { (this->*act)(run, suffix); });
        };
        const QString csv = QStringLiteral("csv"), hdf5 = QStringLiteral("h5");
        add(forecasts ? tr("Forecasts and errors as CSV...") : tr("Predictions of the test part as CSV..."),
            &ForecastPanel::exportTo, csv);
        add(forecasts ? tr("Forecasts and errors as HDF5...") : tr("Predictions of the test part as HDF5..."),
            &ForecastPanel::exportTo, hdf5);
        if (!forecasts) continue;
        add(tr("The next rows as CSV..."), &ForecastPanel::exportNext, csv);
        add(tr("The next rows as HDF5..."), &ForecastPanel::exportNext, hdf5);
        if (manySet_) add(tr("Scores of each series as CSV..."), &ForecastPanel::exportSeries, csv);
    }
}

void ForecastPanel::askExport() {
    if (known_->of(mainRun())) return exportTo(mainRun(), {});
    exportAsked_ = known_->isBusy();
}

void ForecastPanel::exportTo(const QString& runId, const QString& suffix) {
    const auto set = known_->whole(runId);
    const auto shown = std::ranges::find(drawn_, runId, &Shown::run);
    if (!set || shown == drawn_.end()) return;
    const QString table = tr("CSV (*.csv)"), file = tr("HDF5 (*.h5)"),
                  wanted = suffix.isEmpty() ? QStringLiteral("csv") : suffix;
    QString filter;
    QString path =
        QFileDialog::getSaveFileName(this, isForecast(task()) ? tr("Export forecasts") : tr("Export predictions"),
                                     fileName(shown->name) + QLatin1Char('.') + wanted,
                                     suffix.isEmpty()                 ? table + QLatin1String(";;") + file
                                     : wanted == QLatin1String("csv") ? table
                                                                      : file,
                                     &filter);
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += filter == file ? QStringLiteral(".h5") : QStringLiteral(".csv");
    const bool csv = suffix.isEmpty() ? QFileInfo(path).suffix().compare(QLatin1String("h5"), Qt::CaseInsensitive) != 0
                                      : suffix == QLatin1String("csv");
    writeInBackground(*this, path, [set, to = toPath(path), csv] {
        return csv ? exportForecastCsv(*set, to) : exportForecastHdf5(*set, to);
    });
}

/// Where they are not known yet, they are computed and drawn first.
void ForecastPanel::exportNext(const QString& runId, const QString& suffix) {
    const auto set = next().whole(runId);
    const auto shown = std::ranges::find(drawn_, runId, &Shown::run);
    if (shown == drawn_.end()) return;
    if (!set || set->future.empty()) {
        chart_->setView(ForecastChart::NextRows);
        return ask();
    }
    const bool csv = suffix == QLatin1String("csv");
    QString path = QFileDialog::getSaveFileName(this, tr("Export the next rows"),
                                                fileName(shown->name) + QStringLiteral("-next.") + suffix,
                                                csv ? tr("CSV (*.csv)") : tr("HDF5 (*.h5)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QLatin1Char('.') + suffix;
    writeInBackground(*this, path, [set, to = toPath(path), csv] {
        return csv ? exportFutureCsv(*set, to) : exportForecastHdf5(*set, to);
    });
}

void ForecastPanel::exportSeries(const QString& runId, const QString& suffix) {
    const auto set = known_->whole(runId);
    const auto shown = std::ranges::find(drawn_, runId, &Shown::run);
    if (!set || shown == drawn_.end()) return;
    QString path =
        QFileDialog::getSaveFileName(this, tr("Export the scores of each series"),
                                     fileName(shown->name) + QStringLiteral("-series.") + suffix, tr("CSV (*.csv)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QLatin1Char('.') + suffix;
    writeInBackground(*this, path, [set, to = toPath(path)] {
        std::vector<SeriesScore> series = seriesScores(*set);
        sortSeries(series, "mase", true);
        return exportSeriesScoresCsv(series, to);
    });
}

}  // namespace gatelab
