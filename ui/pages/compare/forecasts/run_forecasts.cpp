// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/run_forecasts.h"

#include "baselines/strong/strong_baselines.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/setting_predicates.h"
#include "run/series_forecasts.h"
#include "runs/run_controller.h"
#include "session/forecast_packed.h"
#include "store/checkpoint.h"
#include "store/data_for_run.h"
#include "store/record/run_folder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

/// Horizons that the recursive forecast runs for.
constexpr std::int64_t kClosedLoopHorizons = 10;
constexpr int kDigits = 3, kAgreement = 4;

/// With what was said of another file when it was read.
struct Answered : PackedForecast {
    std::vector<ReadWarning> said = {};
};

/// Of the engine, on a thread of its own. `options`: the reading of another file, for what a person has set of the
/// reading of the run's own holds for it, too.
Result<Answered> answer(Engine& engine, ForecastRequest request, const ExperimentConfig& options, bool isInt8,
                        const Progress& progress) {
    Answered made;
    if (request.isOtherData) {
        auto data = readForRun(request.runFolder, options.dataPath, options, progress);
        if (!data.ok()) return data.error();
        made.said = (data->series ? data->series->report : data->sequences->report).warnings;
        request.data = std::make_shared<const Dataset>(std::move(*data));
    }
    if (isInt8) {
        auto packed = forecastPacked({request, {}}, progress);
        if (!packed.ok()) return packed.error();
        static_cast<PackedForecast&>(made) = std::move(*packed);
        return made;
    }
    auto set = engine.forecast(request, progress);
    if (!set.ok()) return set.error();
    made.set = std::move(*set);
    return made;
}

/// A sentence for each, the first few.
QStringList sentencesOf(const std::vector<ReadWarning>& said) {
    constexpr qsizetype kMost = 4;
    QStringList all;
    for (const ReadWarning& warning : said) {
        const QString text = translated(warning.message);
        all << (warning.line > 0 ? RunForecasts::tr("line %1: %2").arg(formatCount(warning.line), text) : text);
    }
    if (all.size() <= kMost) return all;
    const auto more = static_cast<int>(all.size() - kMost);
    return all.mid(0, kMost) << RunForecasts::tr("%n more of reading the file", nullptr, more);
}

/// In one sentence.
QString besideOf(const PackedComparison& packed) {
    const QString forecasts =
        std::isfinite(packed.agreement)
            ? RunForecasts::tr(
                  "INT8 gives %1 % of them the same class (probabilities differ by "
                  "%2 RMS)")
                  .arg(formatNumber(100 * packed.agreement, kAgreement), formatNumber(packed.difference, kDigits))
            : RunForecasts::tr("INT8 differs from the float forecasts by %1 (RMS; they spread by %2)")
                  .arg(formatNumber(packed.difference, kDigits), formatNumber(packed.spread, kDigits));
    if (packed.micros <= 0) return forecasts + QLatin1Char('.');
    return RunForecasts::tr("%1; one window takes %2 µs instead of %3 µs.")
        .arg(forecasts, formatNumber(packed.micros, kDigits), formatNumber(packed.wholeMicros, kDigits));
}

}  // namespace

RunForecasts::RunForecasts(RunController& runs, QObject* parent)
    : QObject(parent), runs_(&runs), job_(new BackgroundJob(this)) {
    connect(runs_, &RunController::engineReady, this, &RunForecasts::askNext);
    connect(job_, &BackgroundJob::progressed, this, &RunForecasts::progressed);
}

bool RunForecasts::isOld(const QString& runId, const Answer& answer) const {
    const RunSummary* run = runs_->findRun(runId);
    return !run || run->step != answer.step;
}

void RunForecasts::ask(const QStringList& runIds, const ForecastQuestion& question) {
    const bool isOther = !(question == question_);
    const auto isGone = [&](const auto& one) {
        return isOther || !runIds.contains(one.first) || isOld(one.first, one.second);
    };
    if (runIds == wanted_ && !isOther && std::ranges::none_of(answers_, isGone)) return;
    question_ = question;
    wanted_ = runIds;
    std::erase_if(answers_, isGone);
    if (isOther || !wanted_.contains(asking_)) {
        ++number_;
        job_->cancel();
        asking_.clear();
    }
    askNext();
    Q_EMIT changed();
}

void RunForecasts::retry() {
    if (std::erase_if(answers_, [](const auto& one) { return one.second.isCancelled; }) == 0) return;
    askNext();
    Q_EMIT changed();
}

void RunForecasts::cancel() {
    ++number_;
    job_->cancel();
    asking_.clear();
    for (const QString& id : wanted_)
        if (const RunSummary* run = answers_.contains(id) ? nullptr : runs_->findRun(id))
            answers_[id] = {
                .set = {}, .problem = tr("cancelled"), .beside = {}, .step = run->step, .isCancelled = true};
    Q_EMIT changed();
}

std::shared_ptr<const ForecastSet> RunForecasts::whole(const QString& runId) const {
    const auto found = answers_.find(runId);
    return found == answers_.end() ? nullptr : found->second.set;
}

std::shared_ptr<const ForecastSet> RunForecasts::of(const QString& runId) const {
    const auto found = answers_.find(runId);
    if (found == answers_.end() || series_.empty() || !found->second.set) return whole(runId);
    const Answer& answer = found->second;
    if (!answer.ofSeries)
        answer.ofSeries = std::make_shared<const ForecastSet>(gatelab::ofSeries(*answer.set, series_));
    return answer.ofSeries;
}

void RunForecasts::chooseSeries(std::string name) {
    if (name == series_) return;
    series_ = std::move(name);
    for (auto& [id, answer] : answers_) answer.ofSeries.reset();
    Q_EMIT changed();
}

QString RunForecasts::problem(const QString& runId) const {
    const auto found = answers_.find(runId);
    return found == answers_.end() ? QString() : found->second.problem;
}

QString RunForecasts::beside(const QString& runId) const {
    const auto found = answers_.find(runId);
    return found == answers_.end() ? QString() : found->second.beside;
}

QStringList RunForecasts::said(const QString& runId) const {
    const auto found = answers_.find(runId);
    return found == answers_.end() ? QStringList() : found->second.said;
}

bool RunForecasts::isUntrained(const QString& runId) const {
    const auto found = answers_.find(runId);
    return found != answers_.end() && found->second.isUntrained;
}

void RunForecasts::keep(const QString& runId, std::shared_ptr<const ForecastSet> set) {
    if (!wanted_.contains(runId)) wanted_ << runId;
    if (asking_ == runId) {
        ++number_;
        job_->cancel();
        asking_.clear();
    }
    const RunSummary* run = runs_->findRun(runId);
    answers_[runId] = {.set = std::move(set), .problem = {}, .beside = {}, .step = run ? run->step : 0};
    askNext();
    Q_EMIT changed();
}

IntervalChoice RunForecasts::intervalChoice(const RunSummary& run) const {
    IntervalChoice choice;
    choice.workspace = runs_->workspace()->folder();
    choice.run = run.id;
    choice.ensemble = otherSeeds(runs_->runs(), run);
    return choice;
}

void RunForecasts::askNext() {
    const auto workspace = runs_->workspace();
    if (isBusy() || !workspace) return;
    for (const QString& id : std::as_const(wanted_)) {
        const RunSummary* run = answers_.contains(id) ? nullptr : runs_->findRun(id);
        if (!run) continue;
        ForecastRequest request;
        request.runFolder = runFolderIn(workspace->folder(), run->id);
        if (CheckpointStore(request.runFolder).list().empty()) {
            answers_[id] = {.set = {},
                            .problem = tr("no checkpoint, so no weights"),
                            .beside = {},
                            .step = run->step,
                            .isUntrained = true};
            continue;
        }
        const auto engine = runs_->sharedEngine();
        if (!engine) return;
        request.stepsAhead = isForecast(*run->config) ? question_.stepsAhead : 0;
        request.isOtherData = !question_.path.isEmpty();
        request.baselines = question_.baselines;
        // They are drawn beside the first run alone, and the same for all
        if (id != wanted_.front())
            std::erase_if(request.baselines, [](const std::string& key) {
                return std::ranges::find(strongBaselines(), key, [](const StrongBaseline& one) {
                           return std::string(one.row.key);
                       }) != strongBaselines().end();
            });
        request.part = question_.part;
        if (question_.closedLoop && !request.isOtherData && request.stepsAhead == 0)
            request.closedLoopSteps = kClosedLoopHorizons * run->config->horizon;
        ExperimentConfig options = *run->config;
        if (request.isOtherData) options.dataPath = toPath(question_.path).string(), options.testPath.clear();
        asking_ = id;
        const bool isInt8 = question_.int8;
        job_->run<Result<Answered>>(
            [engine, request, options, isInt8, intervals = question_.intervals,
             choice = intervalChoice(*run)](const Progress& progress) {
                auto made = answer(*engine, request, options, isInt8, progress);
                if (!made.ok() || !intervals || made->set.future.empty()) return made;
                IntervalChoice asked = choice;
                asked.method = *intervals;
                if (auto chosen = chooseIntervals(*engine, asked, request, made->set, progress); !chosen.ok())
                    made->set.problem = chosen.error().phrase;
                return made;
            },
            [this, id, isInt8, step = run->step, asked = ++number_](Result<Answered> result) {
                if (asked != number_) return;
                asking_.clear();
                Answer& answer = answers_[id] = {.set = {}, .problem = {}, .beside = {}, .step = step};
                if (result.ok() && isInt8) answer.beside = besideOf(result->beside);
                if (result.ok()) answer.said = sentencesOf(result->said);
                if (result.ok())
                    answer.set = std::make_shared<const ForecastSet>(std::move(result->set));
                else
                    answer.problem = translated(result.error());
                askNext();
                Q_EMIT changed();
            });
        return;
    }
}

}  // namespace gatelab
