// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/trust/backtest_card.h"

#include "app/interval_choice.h"
#include "app/run_data.h"
#include "base/guarded.h"
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "config/setting_predicates.h"
#include "pages/compare/trust/score_grid.h"
#include "runs/measurement.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "session/measure_backtest.h"
#include "store/record/run_folder.h"
#include "widgets/button.h"
#include "widgets/fold_button.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "widgets/scroll_into_view.h"
#include "widgets/thin_progress.h"

#include <QComboBox>
#include <QFileDialog>
#include <QPushButton>
#include <QVBoxLayout>

#include <atomic>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr int kChartHeight = 196;
constexpr std::int64_t kSamples = 50, kKeepEvery = 8;  // windows

QComboBox* choiceOf(const QString& name, const QStringList& texts) {
    auto* box = new QComboBox;
    box->addItems(texts);
    box->setAccessibleName(name);
    box->setToolTip(name);
    return box;
}

}  // namespace

/// Between the testing thread and the window.
struct BacktestCard::Shared {
    std::atomic<std::int64_t> done{0}, all{0};
};

BacktestCard::BacktestCard(Theme& theme, RunController& runs, QWidget* parent, BacktestMaker make)
    : MeasuredCard(theme, runs, tr("Trust"), parent),
      make_(make ? std::move(make) : BacktestMaker(makeBacktest)),
      forming_(new BackgroundJob(this)) {
    fold_->setToolTip(tr("Backtest from rolling origins, intervals, residuals"));
    addChoices();
    addContent();
    connect(about_, &QComboBox::activated, this, &BacktestCard::drawChart);
    connect(intervals_, &QComboBox::activated, this, [this] {
        if (scored_ || backtest_) form(scored_ ? scored_->backtest : *backtest_);
        showState();
    });
    for (QComboBox* box : {step_, refit_})
        connect(box, &QComboBox::activated, this, [this] {
            asksToReplace_ = false;
            showState();
        });
    connect(theme_, &Theme::changed, this, &BacktestCard::drawChart);
    connect(job_, &BackgroundJob::progressed, this, &BacktestCard::showState);
}

void BacktestCard::addChoices() {
    step_ = choiceOf(tr("Rows from one origin to the next"), {tr("End to end"), tr("Every row")});
    refit_ = choiceOf(tr("Whether the run is trained anew before an origin, on what lies before it"),
                      {tr("No refit"), tr("Refit every 10"), tr("Refit every 10, sliding"), tr("Refit each")});
    intervals_ = choiceOf(tr("Intervals"), {});
    for (const auto method : {IntervalMethod::Adaptive, IntervalMethod::Split, IntervalMethod::Head,
                              IntervalMethod::Dropout, IntervalMethod::Ensemble}) {
        intervals_->addItem(translated(intervalLabel(method)), static_cast<int>(method));
        intervals_->setItemData(intervals_->count() - 1, translated(intervalHelp(method)), Qt::ToolTipRole);
    }
    about_ = choiceOf(tr("Chart"),
                      {tr("Errors by step"), tr("Errors by origin"), tr("Coverage by step"), tr("Coverage by month"),
                       tr("PIT"), tr("Correlation of residuals"), tr("Residuals by hour"), tr("Residuals by level")});
}

void BacktestCard::addContent() {
    scoreButton_ = makeButton({}, tr("Score a file of forecasts..."), this, [this] {
        const QString path = QFileDialog::getOpenFileName(
            this, tr("Forecasts that were made elsewhere"), {},
            tr("Forecasts (%1)").arg(QStringLiteral("*.csv *.parquet *.feather *.arrow *.tsv *.txt *.xlsx")));
        if (!path.isEmpty()) scoreFile(path.toStdString());
    });
    scoreButton_->setToolTip(
        tr("A row for each time of each origin: unique_id, ds, cutoff, y_hat or a column for each model, quantiles as "
           "MODEL-lo-80 or 0.1. Scored by the same code, beside this run from the same origins."));
    chart_ = new LineChart(*theme_, tr("Backtest"), {});
    chart_->setFixedHeight(qRound(kChartHeight * theme_->textScale()));
    findings_ = new WrappedLabel("note");
    findings_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    table_ = new KeyValueList;
    grid_ = new ScoreGrid;
    // What is said stands below the buttons, which else would move under the mouse
    for (QWidget* widget : std::initializer_list<QWidget*>{step_, refit_, intervals_, button_, scoreButton_, progress_,
                                                           note_, grid_, about_, chart_, findings_, table_})
        column_->addWidget(widget);
}

void BacktestCard::showField(const QString& field) {
    setOpen(true);
    QWidget* there = step_;
    if (field == QLatin1String("score")) there = scoreButton_;
    if (field == QLatin1String("intervals")) there = intervals_;
    if (field == QLatin1String("residuals")) {
        about_->setCurrentIndex(static_cast<int>(BacktestChart::Correlation));
        drawChart();
        if (about_->isVisibleTo(this)) there = about_;  // else a test makes them
    }
    for (QWidget* part : {static_cast<QWidget*>(fold_), static_cast<QWidget*>(scoreButton_), there})
        bringIntoView(part);  // all of it, where there is room
    focusToType(there);
}

bool BacktestCard::suits(const RunSummary& run) const { return isForecast(*run.config); }

void BacktestCard::forget() {
    asksToReplace_ = false;
    backtest_.reset(), scored_.reset(), view_.reset();
}

IntervalMethod BacktestCard::method() const { return static_cast<IntervalMethod>(intervals_->currentData().toInt()); }

BacktestPlan BacktestCard::plan() const {
    BacktestPlan plan;
    plan.windowStepSize = step_->currentIndex() == 1 ? 1 : 0;
    const std::int64_t refits[] = {0, 10, 10, 1};
    plan.refitEvery = refits[refit_->currentIndex()];
    plan.sliding = refit_->currentIndex() == 2;
    if (method() == IntervalMethod::Dropout) plan.dropoutSamples = kSamples;
    if (method() == IntervalMethod::Ensemble && summary_) plan.ensemble = otherSeeds(runs_->runs(), *summary_);
    return plan;
}

void BacktestCard::readKept() {
    const auto workspace = runs_->workspace();
    if (!workspace || run_.empty() || backtest_) return;
    reading_->run<Result<Backtest>>(
        [folder = runFolderIn(workspace->folder(), run_)](const Progress&) { return readBacktest(folder); },
        [this, run = run_](Result<Backtest> kept) {
            if (run != run_ || backtest_) return;
            if (kept.ok()) {
                backtest_ = std::move(*kept);
                form(*backtest_);
            } else if (kept.error().code != ErrorCode::NotFound)
                setProblem(run, translated(kept.error()));
            showAll();
        });
}

/// Figures of many windows take a moment.
void BacktestCard::form(const Backtest& backtest) {
    forming_->run<std::shared_ptr<const BacktestView>>(
        [backtest, method = method()](const Progress&) { return backtestView(backtest, method); },
        [this, run = run_](const std::shared_ptr<const BacktestView>& view) {
            if (run != run_) return;
            view_ = view;
            showAll();
        });
}

void BacktestCard::start() {
    if (running() || !summary_ || !runs_->workspace()) return;
    const bool isAsked = std::exchange(asksToReplace_, backtest_ && backtest_->finished() && !asksToReplace_);
    if (!isAsked && asksToReplace_) return showState();
    ask(tr("a run is tested over origins"),
        [this](const RunSummary& run, Measurements::Lease lease) { make(run, std::move(lease)); });
}

void BacktestCard::make(const RunSummary& run, Measurements::Lease lease) {
    const Stop stop = begin(run);
    shared_ = std::make_shared<Shared>();
    BacktestRequest request;
    const std::filesystem::path workspace = runs_->workspace()->folder();
    request.run = run.id, request.runFolder = runFolderIn(workspace, run.id), request.plan = plan();
    for (const std::string& member : request.plan.ensemble) request.members.push_back(runFolderIn(workspace, member));
    if (backtest_) request.known = *backtest_;
    job_->run<Result<Backtest>>(
        [request = std::move(request), config = run.config, shared = shared_, stop,
         make = make_](const Progress& progress) -> Result<Backtest> {
            if (auto data = checkRunData(request.runFolder, *config); !data.ok()) return data.error();
            std::int64_t kept = 0;
            Result<> saved;
            auto result = make(request, [&](const Backtest& backtest, double share) {
                shared->done = backtest.doneWindows(), shared->all = static_cast<std::int64_t>(backtest.windows());
                const bool isStopping = *stop && backtest.doneWindows() > kept;
                if (backtest.doneWindows() >= kept + kKeepEvery || isStopping)
                    saved = keepBacktest(request.runFolder, backtest), kept = backtest.doneWindows();
                return gatelab::report(progress, share) && !*stop && saved.ok();
            });
            if (saved.ok() && result.ok()) saved = keepBacktest(request.runFolder, *result);
            return saved.ok() ? std::move(result) : Result<Backtest>(saved.error());
        },
        [this, id = run.id, lease = std::move(lease)](const Result<Backtest>& result) {
            lease->end();
            finish(id, result);
        });
    showState();
}

void BacktestCard::finish(const std::string& run, const Result<Backtest>& result) {
    end(result.ok() ? nullptr : &result.error());
    if (run == run_) {
        backtest_.reset(), scored_.reset();
        if (result.ok()) {
            backtest_ = *result;
            form(*backtest_);
        } else
            readKept();
    }
    showAll();
}

void BacktestCard::scoreFile(const std::filesystem::path& file) {
    if (running() || !summary_ || !runs_->workspace()) return;
    ask(tr("a file of forecasts is scored"),
        [this, file](const RunSummary& run, Measurements::Lease lease) { score(run, file, std::move(lease)); });
}

void BacktestCard::score(const RunSummary& run, const std::filesystem::path& file, Measurements::Lease lease) {
    const Stop stop = begin(run);
    shared_ = std::make_shared<Shared>();
    BacktestRequest request;
    request.run = run.id, request.runFolder = runFolderIn(runs_->workspace()->folder(), run.id);
    job_->run<Result<ExternalScore>>(
        [request = std::move(request), config = run.config, file, shared = shared_, stop,
         make = make_](const Progress& progress) -> Result<ExternalScore> {
            return scoreBesideRun(request, *config, file, {}, make, [&](const Backtest& backtest, double share) {
                shared->done = backtest.doneWindows(), shared->all = static_cast<std::int64_t>(backtest.windows());
                return gatelab::report(progress, share) && !*stop;
            });
        },
        [this, id = run.id, lease = std::move(lease)](const Result<ExternalScore>& result) {
            lease->end();
            finishScoring(id, result);
        });
    showState();
}

void BacktestCard::finishScoring(const std::string& run, const Result<ExternalScore>& result) {
    end(result.ok() ? nullptr : &result.error());
    if (run == run_ && result.ok()) {
        scored_ = *result;
        form(scored_->backtest);
    }
    showAll();
}

void BacktestCard::showState() {
    showButton(running()                             ? tr("Stop")
               : asksToReplace_                      ? tr("Replace the kept test")
               : backtest_ && !backtest_->finished() ? tr("Go on")
                                                     : tr("Test"));
    scoreButton_->setEnabled(canStart());
    for (QComboBox* box : {step_, refit_}) box->setEnabled(!running());
    QString text = tr("Forecasts again and again from moving origins, each beside what needs no network.");
    if (running())
        text = isOfShown() ? tr("%1 of %2 origins").arg(shared_->done.load()).arg(shared_->all.load())
                           : tr("Another run is being tested.");
    else if (asksToReplace_ && backtest_)
        text = tr("A test of %1 origins is kept. Testing anew replaces it; click again to do so.")
                   .arg(backtest_->doneWindows());
    else if (scored_) {
        QStringList notes;
        for (const Phrase& note : scored_->notes) notes << translated(note);
        text = notes.join(QLatin1Char('\n'));
    } else if (backtest_)
        text = tr("%1 origins, every %2 rows from row %3 on; scores as fev defines them")
                   .arg(backtest_->doneWindows())
                   .arg(backtest_->plan.windowStepSize)
                   .arg(backtest_->cutoffs.front());
    showNote(text);
}

void BacktestCard::showAll() {
    showState();
    const bool has = view_ && view_->backtest.windows() > 0;
    for (QWidget* widget : std::initializer_list<QWidget*>{about_, chart_, findings_}) widget->setVisible(has);
    grid_->setVisible(has && scored_);
    table_->setVisible(has && !scored_);
    chart_->setTitle(scored_ ? tr("Scored file") : tr("Backtest"), {});
    if (!has) return;
    showScores();
    drawChart();
}

void BacktestCard::showScores() {
    if (scored_) return grid_->setView(*view_);
    const std::int64_t block = blockOf(view_->backtest);
    const auto valueOf = [&](const std::vector<WindowScores>& windows, const BacktestScore& score) {
        std::vector<double> values;
        for (const WindowScores& window : windows) values.push_back(window.*score.value);
        const BlockInterval of = blockInterval(values, block);
        return std::isnan(of.low)
                   ? formatNumber(of.mean)
                   : tr("%1 (%2 to %3)").arg(formatNumber(of.mean), formatNumber(of.low), formatNumber(of.high));
    };
    KeyValueList::Rows rows;
    for (const BacktestScore& score : backtestScores())
        if (std::isfinite(meanScores(view_->windows.front()).*score.value))
            rows.emplace_back(translated(score.name), valueOf(view_->windows.front(), score));
    for (std::size_t m = 1; m < view_->windows.size(); ++m) {
        const std::string& key = view_->backtest.methods[m].key;
        for (const BacktestScore& score : backtestScores())
            if (&score == &backtestScores().front())
                rows.emplace_back(tr("%1 of %2").arg(translated(score.name), translated(testedMethodLabel(key))),
                                  valueOf(view_->windows[m], score));
    }
    table_->setRows(rows);
    for (WrappedLabel* label : table_->findChildren<WrappedLabel*>())
        for (const BacktestScore& score : backtestScores())
            if (label->fullText() == translated(score.name)) label->setToolTip(translated(score.help));
}

void BacktestCard::drawChart() {
    if (!view_) return;
    const auto chart = static_cast<BacktestChart>(about_->currentIndex());
    QString xLabel;
    std::vector<ChartLine> lines = backtestLines(*view_, chart, *theme_, xLabel);
    chart_->setEmptyText(tr("These data tell nothing of it."));
    chart_->setXLabel(xLabel);
    chart_->setLines(std::move(lines));
    chart_->fit();
    findings_->setFullText(backtestNote(*view_, chart));
}

}  // namespace gatelab
