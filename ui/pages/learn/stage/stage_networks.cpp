// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_networks.h"

#include "app/run_order.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "lesson/lesson_file.h"
#include "runs/run_controller.h"
#include "store/film.h"
#include "store/record/run_folder.h"
#include "store/record/run_record.h"

#include <QTemporaryDir>

#include <algorithm>

namespace gatelab {

namespace {

/// A folder of a run that is there, or of one that a job makes and forgets.
struct StageSource {
    std::string key;
    std::filesystem::path untrained, trained;  ///< empty: not there
    std::string run;                           ///< id of the trained one
    bool isFailed = false;
};

/// One step of the smallest rate, in `passing`; the folder of that run.
Result<std::filesystem::path> drawnNetwork(Engine& engine, const ExperimentConfig& config,
                                           const std::filesystem::path& passing) {
    RunOrder order;
    order.config = config;
    order.config.maxSteps = 1;
    if (auto checked = check(engine, order); !checked.ok()) return checked.error();
    auto workspace = Workspace::open(passing);
    if (!workspace.ok()) return workspace.error();
    auto opened = openRun(engine, workspace->get(), order);
    if (!opened.ok()) return opened.error();
    const std::string id = opened->request.record->id();
    auto session = engine.start(std::move(opened->request));
    if (!session.ok()) return session.error();
    (*session)->wait();
    return runFolderIn((*workspace)->folder(), id);
}

/// Of the frames before the step that the run kept so many, evenly.
std::vector<std::int64_t> filmSteps(const std::filesystem::path& folder, std::int64_t end, std::int64_t most) {
    auto frames = FilmStore(folder).frames();
    std::erase_if(frames, [end](const auto& frame) { return frame.step < 1 || frame.step >= end; });
    std::vector<std::int64_t> steps;
    const auto count = static_cast<std::int64_t>(frames.size());
    const std::int64_t wanted = std::min(most, count);
    for (std::int64_t i = 0; i < wanted; ++i)
        steps.push_back(frames[static_cast<std::size_t>(wanted > 1 ? i * (count - 1) / (wanted - 1) : 0)].step);
    return steps;
}

/// The input that marks steps; empty: no row has one.
std::string markedBy(const LessonPicture& picture) {
    for (const LessonRow& row : picture.rows)
        if (!row.marks.empty()) return row.marks;
    return {};
}

/// `told`: after each frame, the share of this twin that is read.
Result<StageTwin> readTwin(Engine& engine, const Lesson& lesson, const StageSource& source,
                           const std::function<void(double)>& told) {
    StageTwin twin;
    twin.key = source.key;
    twin.isFailed = source.isFailed;
    InspectRequest request;
    request.runFolder = source.untrained;
    auto untrained = engine.inspect(request);
    if (!untrained.ok()) return untrained.error();
    std::unique_ptr<Inspector> trained;
    if (!source.trained.empty()) {
        request.runFolder = source.trained;
        auto opened = engine.inspect(request);
        if (!opened.ok()) return opened.error();
        trained = std::move(*opened);
    }
    if (const LessonCard* card = lesson.find(LessonCard::Kind::Draw); card && card->draw.kind == "valves") {
        auto sequences = handSequences(**untrained, markedBy(lesson.picture));
        if (!sequences.ok()) return sequences.error();
        twin.sequences = std::make_shared<const std::vector<HandSequence>>(std::move(*sequences));
    }
    // The same unit in all frames: the best one of the trained network. On an own series that which was asked about.
    const bool isAsked = !trained || lesson.picture.kind == "own";
    const auto units = pictureUnits(lesson, source.key, isAsked ? **untrained : *trained);
    if (!units.ok()) return units.error();
    const auto add = [&](Inspector& inspector, const std::filesystem::path& folder) -> Result<> {
        auto frame = readPicture(lesson, source.key, inspector, *units, folder);
        if (!frame.ok()) return frame.error();
        if (twin.frames.empty()) frame->step = 0;
        if (twin.frames.empty() || frame->step > twin.frames.back().step) twin.frames.push_back(std::move(*frame));
        return {};
    };
    if (auto added = add(**untrained, source.untrained); !added.ok()) return added.error();
    if (!trained) {
        for (std::size_t row = 0; row < lesson.picture.rows.size() && lesson.picture.kind != "own"; ++row)
            twin.frames.front().rows[row].isUnitOpen = isUnitMeasured(lesson.picture.rows[row], source.key);
        return twin;
    }
    auto now = readPicture(lesson, source.key, *trained, *units, source.trained);
    if (!now.ok()) return now.error();
    nameRows(*trained, *now);
    const auto steps = filmSteps(source.trained, now->step, lesson.film);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::int64_t step = steps[i];
        told(static_cast<double>(i + 1) / static_cast<double>(steps.size() + 1));
        if (auto used = trained->use("film:" + std::to_string(step)); !used.ok()) return used.error();
        if (auto added = add(*trained, source.trained); !added.ok()) return added.error();
    }
    twin.frames.push_back(std::move(*now));
    return twin;
}

using Twins = Result<std::vector<StageTwin>>;

/// Those that have no run of step 0 are drawn in a folder that passes.
Twins readTwins(Engine& engine, Workspace& workspace, const Lesson& lesson, std::int64_t seed,
                std::vector<StageSource> sources, const Progress& progress) {
    const QTemporaryDir passing;
    std::vector<StageTwin> twins;
    for (StageSource& source : sources) {
        if (source.untrained.empty()) {
            auto drawn = drawnNetwork(engine, lessonConfig(lesson, source.key + std::string(kStepZero), seed),
                                      toPath(passing.path()));
            if (!drawn.ok()) return drawn.error();
            source.untrained = *drawn;
        }
        const auto told = [&](double share) {
            report(progress, (static_cast<double>(twins.size()) + share) / static_cast<double>(sources.size()));
        };
        auto twin = readTwin(engine, lesson, source, told);
        if (!twin.ok()) return twin.error();
        if (const auto summary = workspace.run(source.run); summary.ok()) twin->lastStep = summary->step;
        twins.push_back(std::move(*twin));
    }
    return twins;
}

/// What twins are read for.
std::string wantedOf(const Lesson& lesson, std::int64_t seed, const std::map<std::string, QString>& ids) {
    std::string wanted = lesson.file.string() + "|" + std::to_string(seed);
    for (const std::string& key : lesson.picture.twins) {
        const auto id = ids.find(key);
        wanted += "|" + (id == ids.end() ? std::string() : id->second.toStdString());
    }
    return wanted;
}

}  // namespace

const StageTwin& longestTwin(const std::vector<StageTwin>& twins) {
    return *std::ranges::max_element(twins, {}, [](const StageTwin& one) { return one.frames.back().step; });
}

StageNetworks::StageNetworks(RunController& runs, QObject* parent)
    : QObject(parent), runs_(runs), job_(new BackgroundJob(this)), aheadJob_(new BackgroundJob(this)) {
    connect(job_, &BackgroundJob::progressed, this, [this](double share) {
        share_ = share;
        Q_EMIT progressed();
    });
    for (const auto ready : {&RunController::engineReady, &RunController::workspaceChanged})
        connect(&runs_, ready, this, [this] {
            if (twins_.empty() && !reading_ && !lesson_.key.empty()) read();
        });
}

void StageNetworks::show(const Lesson& lesson, std::int64_t seed, const std::map<std::string, QString>& ids) {
    const std::string wanted = wantedOf(lesson, seed, ids);
    if (wanted == shown_) return;
    if (lesson.file != lesson_.file || seed != seed_) twins_.clear();  // of another series
    shown_ = wanted;
    lesson_ = lesson;
    seed_ = seed;
    ids_ = ids;
    if (wanted != aheadFor_ || ahead_.empty()) return read();
    job_->cancel();  // it read another lesson's
    reading_ = false;
    problem_.clear();
    twins_ = std::exchange(ahead_, {});
    aheadFor_.clear();
    Q_EMIT changed();
}

void StageNetworks::prepare(const Lesson& lesson, std::int64_t seed) {
    const std::string wanted = wantedOf(lesson, seed, {});
    if (wanted == aheadFor_ || wanted == shown_ || !runs_.engine() || !runs_.workspace()) return;
    aheadFor_ = wanted;
    ahead_.clear();
    std::vector<StageSource> sources;
    for (const std::string& key : lesson.picture.twins) sources.push_back({key, {}, {}, {}});
    aheadJob_->run<Twins>(
        [lesson, seed, sources, workspace = runs_.workspace(), engine = runs_.sharedEngine()](
            const Progress& progress) { return readTwins(*engine, *workspace, lesson, seed, sources, progress); },
        // What went wrong is told when it is shown.
        [this](Twins twins) { ahead_ = twins.ok() ? std::move(*twins) : std::vector<StageTwin>(); });
}

void StageNetworks::read() {
    if (!runs_.engine() || !runs_.workspace()) return;
    reading_ = true;
    share_ = 0;
    problem_.clear();
    std::vector<StageSource> sources;
    for (const std::string& key : lesson_.picture.twins) {
        StageSource source{key, {}, {}, {}};
        const auto folderOf = [this](const std::string& run) {
            const auto id = ids_.find(run);
            return id == ids_.end() ? std::filesystem::path()
                                    : runFolderIn(runs_.workspace()->folder(), id->second.toStdString());
        };
        if (const auto id = ids_.find(key); id != ids_.end())
            if (const RunSummary* run = runs_.findRun(id->second)) source.isFailed = run->state == RunState::Failed;
        if (!source.isFailed) source.trained = folderOf(key);
        if (!source.trained.empty()) source.run = ids_.at(key).toStdString();
        source.untrained = folderOf(key + std::string(kStepZero));
        sources.push_back(std::move(source));
    }
    job_->run<Twins>(
        [lesson = lesson_, seed = seed_, sources, workspace = runs_.workspace(), engine = runs_.sharedEngine()](
            const Progress& progress) { return readTwins(*engine, *workspace, lesson, seed, sources, progress); },
        [this](Twins twins) {
            reading_ = false;
            if (twins.ok())
                twins_ = std::move(*twins);
            else
                problem_ = translated(twins.error());
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

std::vector<std::pair<double, double>> StageNetworks::ranges(bool untrainedOnly) const {
    std::vector<std::pair<double, double>> all(lesson_.picture.rows.size(), {INFINITY, -INFINITY});
    const auto take = [](std::pair<double, double>& range, double value) {
        if (std::isfinite(value)) range = {std::min(range.first, value), std::max(range.second, value)};
    };
    for (const StageTwin& twin : twins_)
        for (const PictureFrame& frame : twin.frames) {
            for (std::size_t i = 0; i < frame.rows.size() && i < all.size(); ++i) {
                for (const double value : frame.rows[i].values) take(all[i], value);
                for (const double value : frame.rows[i].beside) take(all[i], value);
                for (const auto& line : frame.rows[i].lines)
                    for (const double value : line) take(all[i], value);
                for (const RowTrack::Fan& fan : frame.rows[i].fans)
                    for (const double value : fan.values) take(all[i], value);
            }
            if (untrainedOnly) break;
        }
    return all;
}

}  // namespace gatelab
