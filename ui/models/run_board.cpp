// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_board.h"

#include "app/baselines/run_baselines.h"
#include "app/experiment_data.h"
#include "app/run_names.h"
#include "baselines/scores.h"
#include "baselines/strong/strong_baselines.h"
#include "common/background_job.h"
#include "common/file_words.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/architecture.h"
#include "config/setting_predicates.h"
#include "config/task_data.h"
#include "models/imported_boards.h"
#include "models/run_columns.h"
#include "models/run_figures.h"
#include "run/heldout_scores.h"
#include "run/selection_score.h"
#include "runs/experiment_model.h"
#include "runs/machines.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "runs/run_loader.h"
#include "store/data_for_run.h"
#include "store/imported_run.h"
#include "store/record/run_folder.h"

#include <QCryptographicHash>
#include <QMetaObject>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace gatelab {

namespace {

const QString kScope = QStringLiteral("compare/scope"), kLessons = QStringLiteral("lessons\n");
/// More runs than this are grouped off the GUI thread.
constexpr std::size_t kMaxAtOnce = 1000;
/// Base, best, latest and the best baseline are chosen by themselves.
constexpr std::size_t kProposed = 4;

QString keyOf(const ExperimentConfig& config) { return fromUtf8(scopeKey(config)); }

QString selectionKey(const QString& scope) {
    const QByteArray hash = QCryptographicHash::hash(scope.toUtf8(), QCryptographicHash::Sha1).toHex().left(12);
    return QStringLiteral("board/%1").arg(QString::fromLatin1(hash));
}

/// `validation` and, where they are known, `test`: scores on those parts.
std::vector<BoardBaseline> boardBaselines(const std::vector<TestScore>& validation, const std::vector<TestScore>& test,
                                          const ExperimentConfig& config) {
    const SelectionScore judged = selectionScore(config);
    std::vector<BoardBaseline> found;
    const auto testOf = [&](const std::string& method) {
        const auto at = std::ranges::find_if(test, [&](const TestScore& score) {
            return score.method == method && score.metric == judged.score && score.scale == judged.scale;
        });
        return at == test.end() ? BoardRow::kNone : at->value;
    };
    for (const TestScore& score : validation) {
        if (score.metric != judged.score || score.scale != judged.scale || score.method == "model") continue;
        found.push_back({score.method, score.value, testOf(score.method), judged.score});
    }
    return found;
}

}  // namespace

RunBoard::RunBoard(ExperimentModel& experiment, RunController& runs, Preferences& preferences, QObject* parent)
    : QObject(parent),
      experiment_(&experiment),
      runs_(&runs),
      preferences_(&preferences),
      job_(new BackgroundJob(this)),
      loader_(new RunLoader(runs, this)),
      wantedScope_(preferences.window(kScope).toString()),
      baselineJob_(new BackgroundJob(this)) {
    connect(new ImportedBoards(runs, *this), &ImportedBoards::changed, this, [this] {
        scopeOf_.clear();
        followRuns();
    });
    connect(runs_, &RunController::runsChanged, this, &RunBoard::followRuns);
    connect(runs_, &RunController::runProgressed, this, &RunBoard::followRuns);
    connect(experiment_, &ExperimentModel::configChanged, this, [this] {
        if (usualScope() != scope_) followRuns();
    });
    connect(runs_, &RunController::stateChanged, this, &RunBoard::statesChanged);
    connect(loader_, &RunLoader::loaded, this, &RunBoard::readBaselines);
    connect(experiment_, &ExperimentModel::preparedChanged, this, [this] {
        if (std::exchange(areComputed_, false)) baselines_.clear();  // of other windows
        readBaselines();
        addStrong();
    });
    followRuns();
}

RunBoard::~RunBoard() = default;

const QString& RunBoard::scopeOf(const RunSummary& run) const {
    // Settings never change, but the tag of a lesson may come later.
    const bool isLesson = isLessonRun(run);
    const auto [known, isNew] = (isLesson ? lessonScopeOf_ : scopeOf_).try_emplace(run.id);
    if (isNew) {
        known->second = isLesson ? kLessons + keyOf(run.config) : keyOf(run.config);
        if (!hasSettings(run)) known->second = ImportedBoards::of(*this).placeOf(known->second);
    }
    return known->second;
}

QString RunBoard::usualScope() const {
    if (followsExperiment_) return experimentScope().key;
    const std::vector<RunSummary>& all = runs_->runs();
    const auto has = [&](const QString& key) {
        return !key.isEmpty() && std::ranges::any_of(all, [&](const RunSummary& run) { return scopeOf(run) == key; });
    };
    if (has(wantedScope_)) return wantedScope_;
    const QString own = keyOf(experiment_->config());
    const auto newest = std::ranges::find_if_not(all, isLessonRun);
    return has(own) || newest == all.end() ? own : scopeOf(*newest);
}

std::vector<RunBoard::Scope> RunBoard::scopes() const {
    std::vector<Scope> found;
    // Imported ones that were put beside own runs have no name for these data.
    std::set<QString> own;
    for (const RunSummary& run : runs_->runs())
        if (!run.archived && hasSettings(run)) own.insert(scopeOf(run));
    const auto isGuest = [&](const RunSummary& run) { return !hasSettings(run) && own.contains(scopeOf(run)); };
    for (const RunSummary& run : runs_->runs()) {
        if (run.archived || isGuest(run)) continue;
        const QString& key = scopeOf(run);
        if (const auto known = std::ranges::find(found, key, &Scope::key); known != found.end()) {
            ++known->runs;
            continue;
        }
        Scope scope = scopeOf(run.dataName, run.config);
        if (!hasSettings(run)) scope = {key, tr("%1 (imported)").arg(fromUtf8(run.dataName))};
        scope.isLesson = isLessonRun(run);
        if (scope.isLesson) scope.key = key, scope.label = tr("Lessons: %1").arg(scope.label);
        scope.runs = 1;
        found.push_back(std::move(scope));
    }
    for (const RunSummary& run : runs_->runs())
        if (!run.archived && isGuest(run)) ++std::ranges::find(found, scopeOf(run), &Scope::key)->runs;
    std::ranges::stable_partition(found, [](const Scope& scope) { return !scope.isLesson; });
    return found;
}

RunBoard::Scope RunBoard::scopeOf(const std::string& data, const ExperimentConfig& config) {
    QString label = shownFileName(fromUtf8(data));
    if (!config.targets.empty()) label += QStringLiteral(" · ") + toStringList(config.targets).join(QLatin1Char(','));
    if (isForecast(config)) label += tr(", %1 ahead").arg(formatCount(config.horizon));
    return {keyOf(config), label};
}

const RunSummary* RunBoard::newestRun(const QString& scope) const {
    const std::vector<RunSummary>& all = runs_->runs();
    const RunSummary* imported = nullptr;
    for (const RunSummary& run : all) {
        if (run.archived || scopeOf(run) != scope) continue;
        if (hasSettings(run)) return &run;
        if (!imported) imported = &run;
    }
    return imported;
}

void RunBoard::setScope(const QString& key) {
    if (key == wantedScope_ && !followsExperiment_) return;
    wantedScope_ = key;
    followsExperiment_ = false;
    preferences_->setWindow(kScope, key);
    followRuns();
}

void RunBoard::followExperiment() {
    wantedScope_.clear();
    followsExperiment_ = true;
    preferences_->setWindow(kScope, wantedScope_);
    followRuns();
}

bool RunBoard::isElsewhere() const { return experimentScope().key != scope_; }

RunBoard::Scope RunBoard::experimentScope() const {
    return scopeOf(dataName(experiment_->config()), experiment_->config());
}

void RunBoard::takeOver(const QString& key) {
    ExperimentConfig config = experiment_->config();
    if (const RunSummary* run = newestRun(key); run && hasSettings(*run) && keyOf(config) != key) {
        const ExperimentConfig& there = run->config;
        copyDataFields(there, config, FieldGroup::Source);
        if (config.task != there.task) config = withTask(config, there.task);
        config.horizon = there.horizon;
        experiment_->replace(config, tr("take over data, target and horizon"));
    }
    followExperiment();
}

void RunBoard::setAside(const QStringList& runs) {
    if (runs == aside_) return;
    aside_ = runs;
    Q_EMIT statesChanged();
}

RunState RunBoard::stateOf(const RunSummary& run) const {
    if (const auto live = runs_->live(); live && live->summary.id == run.id) return runs_->state();
    const bool isAside = aside_.contains(fromUtf8(run.id));
    return isAside && (isGoingOn(run.state) || run.state == RunState::Interrupted) ? RunState::Paused : run.state;
}

QString RunBoard::stateText(const RunSummary& run) const {
    const RunState state = stateOf(run);
    const bool isAtCluster = !clusterStateOf(run.id).isEmpty();  // one put aside goes on there
    return state == run.state || isAtCluster ? runStateText(run) : stateLabel(state);
}

void RunBoard::setListsArchived(bool on) {
    if (on == listsArchived_) return;
    listsArchived_ = on;
    followRuns();
}

void RunBoard::followRuns() {
    const QString scope = usualScope();
    const bool isOther = scope != scope_;
    if (isOther) {
        scope_ = scope;
        kept_ = RunSelection::fromText(preferences_->window(selectionKey(scope_)).toString().toStdString());
        selection_ = kept_;
        baselines_.clear();
        areComputed_ = false;
        strongRun_.clear();
        settled_.clear();
        proposesAnew_ = true;
    }
    listed_.clear();
    for (const RunSummary& run : runs_->runs())
        if ((listsArchived_ || !run.archived) && scopeOf(run) == scope_) listed_.push_back(run);
    if (isOther) Q_EMIT scopeChanged();
    readBaselines();
    recompute();
    addStrong();
}

/// All runs of a scope are held against the same forecasts: those of the newest that has finished, else of one that
/// came to a stop. Where no run tells them, they are computed from the open data.
void RunBoard::readBaselines() {
    if (!baselines_.empty() && !areComputed_) return;
    const RunSummary* source = newestFinished();
    if (!source) {
        const auto ended = std::ranges::find_if(
            listed_, [](RunState state) { return !isGoingOn(state) && state != RunState::Queued; }, &RunSummary::state);
        if (ended != listed_.end()) source = &*ended;
    }
    if (!source) return computeBaselines();
    const QString id = fromUtf8(source->id);
    const auto view = loader_->view(id);
    if (!view) return loader_->want({id});
    auto told = boardBaselines(view->baselines, view->scores, view->summary.config);
    if (told.empty()) return computeBaselines();
    baselines_ = std::move(told);
    areComputed_ = false;
    strongRun_.clear();
    recompute();
    addStrong();
}

/// Beside a run that trains it would take its time.
void RunBoard::computeBaselines() {
    const PreparedPtr prepared = experiment_->prepared();
    const WindowSet& windows = experiment_->windows().validation;
    if (!baselines_.empty() || isElsewhere() || !prepared || windows.starts.empty() || runs_->active() ||
        baselineJob_->running())
        return;
    using Found = std::vector<BoardBaseline>;
    baselineJob_->run<Found>(
        [prepared, windows, config = experiment_->config()](const Progress& progress) {
            std::vector<TestScore> scores;
            if (const auto all = runBaselines(*prepared, windows, progress); all.ok())
                for (const BaselineForecast& one : *all) addScores(one, scores);
            return boardBaselines(scores, {}, config);
        },
        [this, prepared](Found found) {
            if (prepared != experiment_->prepared()) return readBaselines();
            if (isElsewhere() || !baselines_.empty() || found.empty()) return;
            baselines_ = std::move(found);
            areComputed_ = true;
            strongOf_.reset();
            recompute();
            addStrong();
        },
        [](const Error&) { return Found(); });
}

const RunSummary* RunBoard::newestFinished() const {
    const auto found = std::ranges::find(listed_, RunState::Finished, &RunSummary::state);
    return found == listed_.end() ? nullptr : &*found;
}

/// The strong ones that take a few seconds: those that the newest run keeps, which are computed where it has none yet;
/// where nobody has trained, from the open data.
void RunBoard::addStrong() {
    if (const RunSummary* run = newestFinished()) return keepStrong(*run);
    const PreparedPtr prepared = experiment_->prepared();
    const WindowSet& windows = experiment_->windows().validation;
    if (!areComputed_ || baselines_.empty() || isElsewhere() || !prepared || prepared == strongOf_ ||
        windows.starts.empty() || runs_->active() || baselineJob_->running())
        return;
    strongOf_ = prepared;
    using Found = std::vector<BoardBaseline>;
    baselineJob_->run<Found>(
        [prepared, windows, config = experiment_->config()](const Progress& progress) {
            std::vector<TestScore> strong;
            std::vector<Phrase> left;
            if (const auto all =
                    runStrongBaselines(*prepared, windows, quickBaselines(*prepared, windows).keys, left, progress);
                all.ok())
                for (const BaselineForecast& one : *all) addScores(one, strong);
            return boardBaselines(strong, {}, config);
        },
        [this, prepared](const Found& found) {
            if (prepared == strongOf_ && !isElsewhere() && areComputed_) addBaselines(found);
        },
        [](const Error&) { return Found(); });
}

void RunBoard::addBaselines(const std::vector<BoardBaseline>& found) {
    bool isMore = false;
    for (const BoardBaseline& one : found)
        if (!baselines_.empty() &&
            std::ranges::find(baselines_, one.method, &BoardBaseline::method) == baselines_.end()) {
            baselines_.push_back(one);
            isMore = true;
        }
    if (isMore) recompute();
}

/// Beside a run that trains it would take its time.
void RunBoard::keepStrong(const RunSummary& run) {
    const auto workspace = runs_->workspace();
    const std::string read = run.id + "/" + std::to_string(run.scores->size());  // others came: they are read again
    if (!workspace || read == strongRun_ || isElsewhere() || !hasSettings(run) || !isForecast(run.config->task) ||
        runs_->active() || baselineJob_->running())
        return;
    strongRun_ = read;
    // What is open needs no second reading, where the run would read it in the same way
    auto open = experiment_->dataset();
    if (dataWorkOf(experiment_->config(), *run.config) == DataWork::Load) open.reset();
    struct Kept {
        KeptBaselines list;
        bool isNew = false;
    };
    baselineJob_->run<Kept>(
        [workspace, id = run.id, open, config = *run.config](const Progress& progress) {
            const std::filesystem::path folder = runFolderIn(workspace->folder(), id);
            std::error_code ignored;
            if (auto known = readKeptBaselines(folder); known.ok()) return Kept{std::move(*known)};
            if (!std::filesystem::is_directory(folder, ignored)) return Kept();
            const bool isOpen = withKeptData(config, folder).dataPath == config.dataPath;
            auto made = computeRunBaselines(*workspace, id, {}, isOpen ? open : nullptr, progress);
            return made.ok() ? Kept{std::move(*made), true} : Kept();
        },
        [this, read, config = *run.config, scope = scope_](const Kept& kept) {
            if (scope != scope_ || read != strongRun_) return;
            addBaselines(boardBaselines(kept.list.validation, kept.list.test, config));
            if (kept.isNew) runs_->refreshRuns();
        },
        [](const Error&) { return Kept(); });
}

void RunBoard::recompute() {
    const int asked = ++asked_;
    if (listed_.size() <= kMaxAtOnce) return take(makeBoard(listed_, baselines_, wantedBase()), listed_);
    job_->run<Board>([runs = listed_, baselines = baselines_,
                      base = wantedBase()](const Progress&) { return makeBoard(runs, baselines, base); },
                     [this, asked, runs = listed_](Board board) {
                         if (asked == asked_) take(std::move(board), runs);
                     });
}

/// A run of the chosen base that is listed; empty: none.
std::string RunBoard::wantedBase() const {
    const auto isListed = [this](const std::string& id) {
        return std::ranges::find(listed_, id, &RunSummary::id) != listed_.end();
    };
    const std::string& key = kept_.base();
    if (key.empty() || isListed(key)) return key;
    if (const BoardRow* row = board_.find(key))
        for (const BoardSeed& seed : row->seeds)
            if (isListed(seed.run)) return seed.run;
    return {};
}

void RunBoard::take(Board board, std::vector<RunSummary> runs) {
    const Board before = std::exchange(board_, std::move(board));
    runsOfBoard_ = std::move(runs);
    const RunSelection known = selection_;
    if (!board_.rows.empty()) followRows(before);
    const auto goesOn = [](const Board& board) { return std::ranges::any_of(board.rows, &BoardRow::isLive); };
    if (goesOn(before) && !goesOn(board_)) proposesAnew_ = true;
    propose(before, known.chosen());
    settleColours();
    Q_EMIT boardChanged();
    if (!(selection_ == known)) Q_EMIT selectionChanged();
}

/// By another run of a group where the one that it was known by is gone.
std::string RunBoard::keyNow(const Board& before, const std::string& key) const {
    if (!RunSelection::baselineOf(key).empty()) return key;
    if (const BoardRow* row = board_.find(key)) return row->key;
    if (const BoardRow* old = before.find(key))
        for (const BoardSeed& seed : old->seeds)
            if (const BoardRow* row = board_.find(seed.run)) return row->key;
    return {};
}

void RunBoard::followRows(const Board& before) {
    kept_.follow([&](const std::string& key) {
        const std::string now = keyNow(before, key);
        return now.empty() ? key : now;
    });
    selection_ = kept_;
    selection_.follow([&](const std::string& key) { return keyNow(before, key); });
}

/// What is chosen by itself grows while runs come, but nothing is taken out under a person's eyes: `chosen`, those
/// before, stay until all runs have come to rest.
void RunBoard::propose(const Board& before, const std::vector<std::string>& chosen) {
    if (selection_.isByHand()) return;
    std::vector<std::string> wanted;
    const auto add = [&](const std::string& key) {
        if (!key.empty() && std::ranges::find(wanted, key) == wanted.end() && wanted.size() < kProposed)
            wanted.push_back(key);
    };
    if (!proposesAnew_)
        for (const std::string& key : chosen)
            if (!board_.rows.empty() && board_.rowOf(keyNow(before, key)) >= 0) add(keyNow(before, key));
    for (const int row : {board_.base, board_.best, board_.latest, board_.bestBaseline})
        if (row >= 0) add(board_.rows[static_cast<std::size_t>(row)].key);
    selection_.propose(wanted);
    proposesAnew_ = board_.base < 0;  // until there are runs
}

void RunBoard::setSelection(RunSelection selection) {
    if (selection == selection_) return;
    const bool isOtherBase = selection.base() != selection_.base();
    selection_ = std::move(selection);
    settleColours();
    kept_ = selection_;
    preferences_->setWindow(selectionKey(scope_), fromUtf8(selection_.toText()));
    if (isOtherBase) recompute();
    Q_EMIT selectionChanged();
}

/// Rows that are drawn in a colour: the base, the chosen, what goes on. Each has one of the first colours, and none
/// that of another: the later one moves to the free one that fewest have, for good, with all its runs, so that every
/// page shows the same.
void RunBoard::settleColours() {
    std::vector<const BoardRow*> rows = chosen();
    if (base()) rows.insert(rows.begin(), base());
    std::array<int, kRunColours> uses{};
    for (const BoardRow& row : board_.rows) {
        if (row.isLive()) rows.push_back(&row);
        if (!row.isBaseline() && row.group.colour < kRunColours) ++uses[static_cast<std::size_t>(row.group.colour)];
    }
    std::erase_if(rows, [](const BoardRow* row) { return row->isBaseline(); });
    // What a person gave stands before what has settled, and that before what is new.
    const auto rankOf = [this](const BoardRow* row) {
        const auto known = settled_.find(row->key);
        return known == settled_.end() ? 2 : known->second.isOf(*row) ? 1 : 0;
    };
    std::ranges::stable_sort(rows, {}, rankOf);
    std::map<std::string, Settled> settled;
    std::set<int> taken;
    for (const BoardRow* row : rows) {
        if (settled.contains(row->key)) continue;
        int slot = rankOf(row) == 1 ? settled_.at(row->key).slot : row->group.colour;
        if (slot >= kRunColours || taken.contains(slot)) {
            int fewest = -1;
            for (int free = 0; free < kRunColours; ++free)
                if (!taken.contains(free) &&
                    (fewest < 0 || uses[static_cast<std::size_t>(free)] < uses[static_cast<std::size_t>(fewest)]))
                    fewest = free;
            if (fewest >= 0) slot = fewest, ++uses[static_cast<std::size_t>(fewest)];
        }
        taken.insert(slot);
        settled.emplace(row->key, Settled{slot, row->group.colour});
    }
    settled_ = std::move(settled);
    // Not in the middle of what the list of runs has to say.
    QMetaObject::invokeMethod(this, &RunBoard::keepColours, Qt::QueuedConnection);
}

/// Once each: where a run cannot be written to, only the board knows.
void RunBoard::keepColours() {
    std::vector<RunSummary> edited;
    for (const auto& [key, now] : settled_)
        if (const BoardRow* row = board_.find(key))
            for (const std::string& id : row->group.ids)
                if (const RunSummary* run = runs_->findRun(fromUtf8(id));
                    run && run->colour != now.slot && written_.emplace(id, now.slot).second)
                    edited.emplace_back(*run).colour = now.slot;
    if (!edited.empty()) runs_->edit(edited);
}

const BoardRow* RunBoard::base() const {
    return board_.base < 0 ? nullptr : &board_.rows[static_cast<std::size_t>(board_.base)];
}

const BoardRow* RunBoard::reference() const {
    if (base() && isChosen(*base())) return base();
    const auto rows = chosen();
    const auto first = std::ranges::find_if(rows, [](const BoardRow* row) { return !row->isBaseline(); });
    return first == rows.end() ? nullptr : *first;
}

const BoardRow* RunBoard::challenger() const {
    const BoardRow* other = reference();
    const auto isSide = [this, other](const BoardRow* row) {
        return row && row != other && !row->isBaseline() && isChosen(*row);
    };
    if (const BoardRow* row = board_.find(selection_.challenger()); isSide(row)) return row;
    const auto best = std::ranges::find_if(board_.rows, [&](const BoardRow& row) { return isSide(&row); });
    return best == board_.rows.end() ? nullptr : &*best;
}

std::vector<const BoardRow*> RunBoard::chosen() const {
    std::vector<const BoardRow*> rows;
    for (const std::string& key : selection_.chosen())
        if (const BoardRow* row = board_.find(key)) rows.push_back(row);
    return rows;
}

bool RunBoard::isChosen(const BoardRow& row) const { return selection_.isChosen(row.key); }

bool RunBoard::turn(const std::string& key) {
    const BoardRow* row = board_.find(key);
    if (!row) return true;
    RunSelection selection = selection_;
    if (selection.isChosen(row->key))
        selection.remove(row->key);
    else if (!selection.choose(row->key))
        return false;
    setSelection(std::move(selection));
    return true;
}

void RunBoard::remove(const std::string& key) {
    RunSelection selection = selection_;
    selection.remove(key);
    setSelection(std::move(selection));
}

const BoardRow* RunBoard::oldestChosen() const {
    return board().find(selection_.oldest(base() ? std::string_view(base()->key) : std::string_view()));
}

void RunBoard::replaceOldest(const std::string& key) {
    RunSelection selection = selection_;
    if (const BoardRow* oldest = oldestChosen()) selection.replace(oldest->key, key);
    setSelection(std::move(selection));
}

void RunBoard::move(const std::string& key, std::size_t place) {
    RunSelection selection = selection_;
    selection.move(key, place);
    setSelection(std::move(selection));
}

void RunBoard::clear() {
    RunSelection selection = selection_;
    selection.clear();
    setSelection(std::move(selection));
}

void RunBoard::setBase(const std::string& key) {
    const BoardRow* row = board_.find(key);
    if (!row || row->isBaseline()) return;
    RunSelection selection = selection_;
    selection.setBase(row->key);
    if (selection.base() != selection_.base()) proposesAnew_ = true;
    if (selection.isByHand()) selection.choose(row->key);  // where there is room
    if (selection.challenger() == row->key) selection.setChallenger({});
    setSelection(std::move(selection));
}

bool RunBoard::setChallenger(const std::string& key) {
    const BoardRow* row = board_.find(key);
    if (!row || row->isBaseline()) return true;
    RunSelection selection = selection_;
    if (!selection.choose(row->key)) return false;
    selection.setChallenger(row->key);
    setSelection(std::move(selection));
    return true;
}

const BoardSeed* RunBoard::bestSeed(const BoardRow& row) const {
    const double worst = board_.lowerIsBetter ? HUGE_VAL : -HUGE_VAL;
    const auto scoreOf = [&](const BoardSeed& seed) { return std::isfinite(seed.score) ? seed.score : worst; };
    const BoardSeed* best = nullptr;
    for (const BoardSeed& seed : row.seeds) {
        if (!hasEnded(seed.state)) continue;
        const double score = scoreOf(seed), before = best ? scoreOf(*best) : worst;
        if (!best || (board_.lowerIsBetter ? score < before : score > before)) best = &seed;
    }
    return best;
}

int RunBoard::slotOf(const BoardRow& row) const {
    const auto settled = settled_.find(row.key);
    return settled == settled_.end() ? row.group.colour : settled->second.slot;
}

QString RunBoard::titleOf(const BoardRow& row) const {
    if (row.isBaseline()) return methodLabel(row.method);
    if (!hasSettings(row.group.config)) return fromUtf8(row.group.name);
    return translated(shownName(row.group.name, row.group.config));
}

QString RunBoard::shortNameOf(const BoardRow& row) const {
    return row.isBaseline() ? titleOf(row) : QStringLiteral("#%1").arg(row.number);
}

QString RunBoard::nameOf(const BoardRow& row) const {
    return row.isBaseline() ? titleOf(row) : shortNameOf(row) + QLatin1Char(' ') + titleOf(row);
}

QString RunBoard::scoreName() const {
    const Score* score = findScore(board_.metric);
    if (!score) return tr("Val. loss");
    return tr("Val. %1").arg(translated(Text{"Scores", score->name}));
}

}  // namespace gatelab
