// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/lesson_session.h"

#include "app/board.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/field.h"
#include "run/run_control.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr const char* kPlace = "lessons/";

QJsonArray jsonOf(const std::vector<double>& values) {
    QJsonArray array;
    for (const double value : values) array.append(std::isfinite(value) ? QJsonValue(value) : QJsonValue());
    return array;
}

std::vector<double> valuesOf(const QJsonValue& json) {
    std::vector<double> values;
    for (const QJsonValue& value : json.toArray()) values.push_back(value.toDouble(std::nan("")));
    return values;
}

QJsonObject jsonOf(const LessonOutcomes& outcomes) {
    QJsonObject all;
    for (const auto& [key, outcome] : outcomes) {
        QJsonObject figures;
        for (const auto& [name, value] : outcome.figures)
            figures[fromUtf8(name)] = std::isfinite(value) ? QJsonValue(value) : QJsonValue();
        all[fromUtf8(key)] = QJsonObject{{QStringLiteral("figures"), figures},
                                         {QStringLiteral("x"), jsonOf(outcome.line.x)},
                                         {QStringLiteral("y"), jsonOf(outcome.line.y)}};
    }
    return all;
}

LessonOutcomes outcomesOf(const QJsonValue& json) {
    LessonOutcomes all;
    const QJsonObject outcomes = json.toObject();
    for (auto one = outcomes.begin(); one != outcomes.end(); ++one) {
        LessonOutcome& outcome = all[one.key().toStdString()];
        const QJsonObject object = one->toObject();
        const QJsonObject figures = object[QStringLiteral("figures")].toObject();
        for (auto figure = figures.begin(); figure != figures.end(); ++figure)
            outcome.figures[figure.key().toStdString()] = figure->toDouble(std::nan(""));
        outcome.line = {valuesOf(object[QStringLiteral("x")]), valuesOf(object[QStringLiteral("y")])};
        outcome.line.y.resize(outcome.line.x.size(), std::nan(""));
    }
    return all;
}

QByteArray written(const LessonProgress& progress) {
    QJsonObject json{{QStringLiteral("card"), progress.card},
                     {QStringLiteral("done"), progress.isDone},
                     {QStringLiteral("undrawn"), progress.isUndrawn},
                     {QStringLiteral("sentence"), progress.sentence},
                     {QStringLiteral("seed"), static_cast<qint64>(progress.seed)}};
    QJsonArray answers, xs, ys;
    for (const int answer : progress.answers) answers.append(answer);
    for (const QPointF& point : progress.drawn) xs.append(point.x()), ys.append(point.y());
    QJsonObject runs, tries, triesRuns;
    for (const auto& [key, id] : progress.runs) runs[fromUtf8(key)] = id;
    for (const auto& [value, outcomes] : progress.tries) tries[QString::number(value)] = jsonOf(outcomes);
    json[QStringLiteral("answers")] = answers;
    json[QStringLiteral("drawn_x")] = xs;
    json[QStringLiteral("drawn_y")] = ys;
    json[QStringLiteral("runs")] = runs;
    json[QStringLiteral("outcomes")] = jsonOf(progress.outcomes);
    json[QStringLiteral("tries")] = tries;
    for (const auto& [value, ids] : progress.triesRuns) {
        QJsonObject own;
        for (const auto& [key, id] : ids) own[fromUtf8(key)] = id;
        triesRuns[QString::number(value)] = own;
    }
    json[QStringLiteral("tries_runs")] = triesRuns;
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

LessonProgress readProgress(const QByteArray& text) {
    const QJsonObject json = QJsonDocument::fromJson(text).object();
    LessonProgress progress;
    progress.card = json[QStringLiteral("card")].toInt(0);
    progress.isDone = json[QStringLiteral("done")].toBool(false);
    progress.isUndrawn = json[QStringLiteral("undrawn")].toBool(false);
    progress.sentence = json[QStringLiteral("sentence")].toString();
    progress.seed = std::max<qint64>(1, json[QStringLiteral("seed")].toInteger(1));
    for (const QJsonValue& answer : json[QStringLiteral("answers")].toArray())
        progress.answers.push_back(answer.toInt(-1));
    const auto xs = valuesOf(json[QStringLiteral("drawn_x")]), ys = valuesOf(json[QStringLiteral("drawn_y")]);
    for (std::size_t i = 0; i < std::min(xs.size(), ys.size()); ++i) progress.drawn.emplace_back(xs[i], ys[i]);
    const QJsonObject runs = json[QStringLiteral("runs")].toObject();
    for (auto run = runs.begin(); run != runs.end(); ++run) progress.runs[run.key().toStdString()] = run->toString();
    progress.outcomes = outcomesOf(json[QStringLiteral("outcomes")]);
    const QJsonObject tries = json[QStringLiteral("tries")].toObject();
    for (auto one = tries.begin(); one != tries.end(); ++one) progress.tries[one.key().toInt()] = outcomesOf(*one);
    const QJsonObject triesRuns = json[QStringLiteral("tries_runs")].toObject();
    for (auto one = triesRuns.begin(); one != triesRuns.end(); ++one) {
        const QJsonObject ids = one->toObject();
        for (auto id = ids.begin(); id != ids.end(); ++id)
            progress.triesRuns[one.key().toInt()][id.key().toStdString()] = id->toString();
    }
    return progress;
}

/// Of the quiz; a lesson on the stage has none.
const std::vector<LessonQuestion>& questionsOf(const Lesson& lesson) {
    static const std::vector<LessonQuestion> kNone;
    const LessonCard* quiz = lesson.find(LessonCard::Kind::Quiz);
    return quiz ? quiz->questions : kNone;
}

}  // namespace

LessonSession::LessonSession(RunController& runs, Preferences& preferences, QObject* parent)
    : QObject(parent),
      runs_(runs),
      preferences_(preferences),
      shelf_(readShippedLessons()),
      job_(new BackgroundJob(this)) {
    connectRuns();
    const QString last = preferences_.window(QStringLiteral("lessons/open")).toString();
    if (!open(last) && !shelf_.lessons.empty()) open(fromUtf8(shelf_.lessons.front().key));
}

LessonSession::LessonSession(RunController& runs, Preferences& preferences, ClassPlan plan)
    : runs_(runs),
      preferences_(preferences),
      shelf_(readShippedLessons()),
      plan_(std::move(plan)),
      job_(new BackgroundJob(this)) {
    shelf_.problems.clear();
    shelf_.lessons.clear();
    for (const ClassLesson& one : plan_->lessons) shelf_.lessons.push_back(one.lesson);
    connectRuns();
    open(fromUtf8(shelf_.lessons.front().key));
}

LessonSession::~LessonSession() = default;

void LessonSession::connectRuns() {
    connect(&runs_, &RunController::begun, this, [this](const QString& id) {
        if (!isStarting_) return;
        isStarting_ = false;
        runId_ = id;
        tag(id);
        Q_EMIT changed();
    });
    // It may be listed only now, and looked into by a page that took it for a run of the person's own.
    connect(&runs_, &RunController::runsChanged, this, [this] {
        const RunSummary* run = isTraining() && !runId_.isEmpty() ? runs_.findRun(runId_) : nullptr;
        if (run == nullptr || isLessonRun(*run)) return;
        tag(runId_);
        askFilm();
    });
    connect(&runs_, &RunController::ticked, this, &LessonSession::readLive);
    connect(&runs_, &RunController::runFinished, this, &LessonSession::finished);
    connect(&runs_, &RunController::runFinished, this, &LessonSession::unblock);
    connect(&runs_, &RunController::startFailed, this, [this] {
        if (!isStarting_) return;
        isStarting_ = false;
        ended();  // the window says why
    });
}

const ClassLesson* LessonSession::classLesson() const { return lesson_ ? classLesson(lesson_->key) : nullptr; }

const ClassLesson* LessonSession::classLesson(const std::string& key) const {
    if (!plan_) return nullptr;
    const auto found = std::ranges::find(plan_->lessons, key, [](const ClassLesson& one) { return one.lesson.key; });
    return found == plan_->lessons.end() ? nullptr : &*found;
}

QString LessonSession::place() const {
    const auto& all = shelf_.lessons;
    const auto own = lesson_ ? std::ranges::find(all, lesson_->key, &Lesson::key) : all.end();
    return own == all.end() ? QString() : tr("Lesson %1 of %2").arg(own - all.begin() + 1).arg(all.size());
}

bool LessonSession::open(const QString& key) {
    const Lesson* found = shelf_.find(key.toStdString());
    if (found == nullptr) return key.endsWith(QLatin1String(".json")) && QFileInfo::exists(key) && openFile(key);
    if (!plan_) preferences_.setWindow(QStringLiteral("lessons/open"), key);
    take(*found);
    return true;
}

bool LessonSession::openFile(const QString& path) {
    auto lesson = readLesson(toPath(QFileInfo(path).absoluteFilePath()), shelf_.glossary.keys());
    if (!lesson.ok()) {
        Q_EMIT problem(translated(lesson.error()));
        return false;
    }
    preferences_.setWindow(QStringLiteral("lessons/open"), QFileInfo(path).absoluteFilePath());
    take(std::move(*lesson));
    return true;
}

void LessonSession::take(Lesson lesson) {
    if (isTraining()) cancel();
    keep();
    lesson_ = std::move(lesson);
    live_ = {};
    question_ = 0;
    tried_ = -1;
    read();
    Q_EMIT lessonChanged();
}

LessonProgress LessonSession::progressOf(const std::string& lesson) const {
    if (lesson_ && lesson_->key == lesson && !isOwnSeries()) return progress_;
    return keptProgress(lesson, lesson);
}

/// A class may have chosen the seed.
LessonProgress LessonSession::keptProgress(const std::string& place, const std::string& lesson) const {
    const QByteArray before = kept(place);
    LessonProgress progress = readProgress(before);
    if (const ClassLesson* planned = classLesson(lesson); planned && before.isEmpty()) progress.seed = planned->seed;
    return progress;
}

std::string LessonSession::placeOfOpen() const {
    return isOwnSeries() ? lesson_->key + lesson_->file.filename().string() : lesson_->key;
}

QByteArray LessonSession::kept(const std::string& place) const {
    if (!plan_) return preferences_.window(QLatin1String(kPlace) + fromUtf8(place)).toByteArray();
    const auto own = classProgress_.find(place);
    return own == classProgress_.end() ? QByteArray() : own->second;
}

void LessonSession::read() {
    progress_ = keptProgress(placeOfOpen(), lesson_->key);
    progress_.card = std::clamp(progress_.card, 0, static_cast<int>(lesson_->cards.size()) - 1);
    progress_.answers.resize(questionsOf(*lesson_).size(), -1);
    const auto values = static_cast<int>(lesson_->tries.size());
    std::erase_if(progress_.tries, [values](const auto& one) { return one.first < 0 || one.first >= values; });
}

void LessonSession::keep() {
    if (!lesson_) return;
    if (plan_)
        classProgress_[placeOfOpen()] = written(progress_);
    else
        preferences_.setWindow(QLatin1String(kPlace) + fromUtf8(placeOfOpen()), written(progress_));
}

void LessonSession::setCard(int card) {
    if (!lesson_ || card == progress_.card || card < 0 || card >= static_cast<int>(lesson_->cards.size())) return;
    progress_.card = card;
    question_ = 0;
    // The claim is seen
    progress_.isDone = progress_.isDone || (isTrained() && shownCard().kind == LessonCard::Kind::Gap);
    keep();
    Q_EMIT cardChanged();
}

bool LessonSession::canGo(int by) const {
    if (!lesson_) return false;
    if (shownCard().kind == LessonCard::Kind::Quiz && question_ + by >= 0 &&
        question_ + by < static_cast<int>(shownCard().questions.size()))
        return true;
    return progress_.card + by >= 0 && progress_.card + by < static_cast<int>(lesson_->cards.size());
}

const Lesson* LessonSession::nextLesson() const {
    const auto& all = shelf_.lessons;
    if (!lesson_) return nullptr;
    const auto own = std::ranges::find(all, lesson_->key, &Lesson::key);
    return own == all.end() || std::next(own) == all.end() ? nullptr : &*std::next(own);
}

void LessonSession::go(int by) {
    if (!canGo(by)) return;
    if (shownCard().kind == LessonCard::Kind::Quiz && question_ + by >= 0 &&
        question_ + by < static_cast<int>(shownCard().questions.size())) {
        question_ += by;
        Q_EMIT cardChanged();
        return;
    }
    setCard(progress_.card + by);
}

void LessonSession::beginAgain() {
    if (!lesson_) return;
    if (isTraining()) cancel();
    progress_ = {};
    progress_.answers.resize(questionsOf(*lesson_).size(), -1);
    live_ = {};
    question_ = 0;
    tried_ = -1;
    keep();
    Q_EMIT cardChanged();
}

void LessonSession::draw(std::vector<QPointF> points) {
    progress_.drawn = std::move(points);
    keep();
    Q_EMIT changed();
}

void LessonSession::passDrawing() {
    progress_.isUndrawn = true;
    draw({});
}

void LessonSession::drawTry(int change, std::vector<QPointF> points) {
    progress_.triesDrawn[change] = std::move(points);
    Q_EMIT changed();
}

void LessonSession::say(const QString& sentence) {
    progress_.sentence = sentence;
    keep();
    Q_EMIT changed();
}

void LessonSession::answer(int question, int answer) {
    int& given = progress_.answers[static_cast<std::size_t>(question)];
    if (given >= 0) return;
    given = answer;
    keep();
    Q_EMIT changed();
}

int LessonSession::rightAnswers() const {
    const auto& questions = questionsOf(*lesson_);
    int right = 0;
    for (std::size_t i = 0; i < questions.size(); ++i)
        right += progress_.answers[i] == static_cast<int>(questions[i].right);
    return right;
}

bool LessonSession::isTrained() const {
    return lesson_ && std::ranges::all_of(
                          lesson_->runs, [this](const LessonRun& run) { return progress_.outcomes.contains(run.key); });
}

std::optional<bool> LessonSession::claimHolds() const {
    if (!isTrained()) return std::nullopt;
    const auto holds = gatelab::claimHolds(lesson_->claim, figureSource(progress_.outcomes));
    return holds.ok() ? std::optional(*holds) : std::nullopt;
}

bool LessonSession::isRevealed() const {
    if (!isTrained() || (isTraining() && !isTrying()) || (progress_.drawn.empty() && !progress_.isUndrawn))
        return false;
    return std::ranges::none_of(lesson_->cards.begin() + progress_.card, lesson_->cards.end(),
                                [](const LessonCard& card) { return card.kind == LessonCard::Kind::Draw; });
}

bool LessonSession::provesNothing() const {
    const auto before = claimHoldsUntrained(*lesson_, progress_.outcomes);
    return isTrained() && before.ok() && *before;
}

void LessonSession::train() {
    if (!lesson_ || isTraining()) return;
    changed_.clear();
    if (isTrained()) {
        ++progress_.seed;  // the same seed would repeat every digit
        progress_.outcomes.clear();
    }
    tried_ = -1;
    waiting_ = lessonKeys(*lesson_);
    trainNext();
}

void LessonSession::drawAnew() {
    if (!lesson_ || isTraining()) return;
    progress_.outcomes.clear();
    ++progress_.seed;
    progress_.drawn.clear();
    progress_.isUndrawn = false;
    progress_.triesDrawn.clear();
    progress_.tries.clear();
    progress_.triesRuns.clear();
    tried_ = -1;
    keep();
    Q_EMIT changed();
}

void LessonSession::tryChange(std::size_t value) {
    if (!lesson_ || isTraining()) return;
    changed_.clear();
    waiting_.clear();
    const LessonTry& change = lesson_->tries[value];
    ExperimentConfig config = change.config;
    config.seed = lessonConfig(*lesson_, change.run, progress_.seed).seed;
    config.name += " (" + change.label.en + ")";
    for (const std::string& run : {change.run + std::string(kStepZero), change.run}) {
        changed_[run] = isStepZero(run) ? stepZeroOf(config) : config;
        waiting_.push_back(run);
    }
    tried_ = static_cast<int>(value);
    progress_.tries.erase(tried_);
    progress_.triesRuns.erase(tried_);
    trainNext();
}

/// More frames than the film shows: it ends with the best epoch, and only then is it known which of them lie evenly.
void LessonSession::askFilm() {
    if (isStepZero(trainingRun())) return;
    const ExperimentConfig config = trainingConfig();
    constexpr std::int64_t kFramesForOne = 6;
    FilmRequest request;
    if (lesson_->film < 2) return runs_.film(request);
    request.everySeconds = 0.001;
    // How many steps there are is known to the training alone; there are at most as many as batches of all rows.
    const std::int64_t rows = std::max<std::int64_t>(1, config.builtinLength),
                       batches = config.epochs * rows / std::max<std::int64_t>(1, config.batchSize);
    request.everySteps = std::max<std::int64_t>(1, batches / (lesson_->film * kFramesForOne));
    runs_.film(request);
}

ExperimentConfig LessonSession::trainingConfig() const {
    const auto other = changed_.find(waiting_.front());
    return other != changed_.end() ? other->second : lessonConfig(*lesson_, waiting_.front(), progress_.seed);
}

void LessonSession::trainNext() {
    live_ = {};
    runId_.clear();
    if (runs_.active()) {
        isBlocked_ = true;
        const RunSummary* other = runs_.live() ? runs_.findRun(runs_.live()->id) : nullptr;
        Q_EMIT problem(tr("%1 trains or is paused. Stop it, or let it end; then train the lesson.")
                           .arg(other ? shownRunName(*other) : tr("Another run")));
        return ended();
    }
    unblock();
    const ExperimentConfig config = trainingConfig();
    isStarting_ = true;
    Q_EMIT changed();
    runs_.start({.config = config, .name = config.name});
    askFilm();
}

/// From its first moment on, so that no page takes it for a run of the person's own.
void LessonSession::tag(const QString& id) {
    const RunSummary* run = runs_.findRun(id);
    if (!run || isLessonRun(*run)) return;
    RunSummary tagged = *run;
    tagged.tags = kLessonTag;
    runs_.edit({tagged});
}

/// The run that was in the way is over, and so is what was said of it.
void LessonSession::unblock() {
    if (std::exchange(isBlocked_, false)) Q_EMIT problem({});
}

void LessonSession::cancel() {
    if (!isTraining()) return;
    waiting_.resize(1);
    if (runs_.active()) runs_.stop();
    ended();
}

void LessonSession::ended() {
    waiting_.clear();
    runId_.clear();
    isStarting_ = false;
    live_ = {};
    keep();
    Q_EMIT changed();
}

void LessonSession::readLive() {
    if (!isTraining() || runId_.isEmpty() || !runs_.live() || runs_.live()->id != runId_) return;
    const Metric* metric = findMetric(lesson_->chart);
    if (metric == nullptr || isStepZero(trainingRun())) return;
    const MetricSeries& series = runs_.live()->metrics.series(metric->id);
    if (series.size() == live_.x.size()) return;
    for (std::size_t i = live_.x.size(); i < series.size(); ++i) {
        live_.x.push_back(series.x(i, XAxis::Epoch));
        live_.y.push_back(series.value(i));
    }
    Q_EMIT liveChanged();
}

void LessonSession::finished(const QString& runId) {
    if (!isTraining() || runId_.isEmpty() || runId != runId_) return;
    collect(runId, waiting_.front());
}

/// Reads what the run keeps and looks into its network, off the GUI thread.
void LessonSession::collect(const QString& runId, const std::string& run) {
    using Collected = Result<LessonOutcome>;
    job_->run<Collected>(
        [lesson = *lesson_, run, id = runId.toStdString(), workspace = runs_.workspace(),
         engine = runs_.sharedEngine()](const Progress&) -> Collected {
            auto summary = workspace->run(id);
            if (!summary.ok()) return summary.error();
            summary->tags = kLessonTag;
            (void)workspace->editRun(*summary).ok();
            const auto folder = runFolderIn(workspace->folder(), id);
            const auto history = readRunHistory(folder);
            if (!history.ok()) return history.error();
            auto outcome = outcomeOf(lesson, run, *summary, *history);
            if (!outcome.ok() || !wantsInside(lesson, run) || summary->state == RunState::Failed) return outcome;
            InspectRequest request;
            request.runFolder = folder;
            auto inspector = engine->inspect(request);
            if (!inspector.ok()) return inspector.error();
            if (auto added = addInsideFigures(lesson, run, **inspector, *outcome); !added.ok()) return added.error();
            return outcome;
        },
        [this, run, runId](Collected outcome) {
            if (waiting_.empty() || waiting_.front() != run || runId_ != runId) return;  // stopped meanwhile
            if (!outcome.ok()) {
                Q_EMIT problem(translated(outcome.error()));
                return ended();
            }
            if (isTrying()) {  // what the lesson is about stays what it was
                progress_.tries[tried_][run] = std::move(*outcome);
                progress_.triesRuns[tried_][run] = runId;
            } else {
                progress_.outcomes[run] = std::move(*outcome);
                progress_.runs[run] = runId;
            }
            waiting_.erase(waiting_.begin());
            keep();
            runs_.refreshRuns();
            if (waiting_.empty()) return ended();
            trainNext();
        });
}

}  // namespace gatelab
