// SPDX-License-Identifier: GPL-3.0-or-later
// One flipped bit in any file of a workspace (records, settings, checkpoints, preparation, film, queue, sweep, index):
// what is read is what was kept, or an error says so, and a check of the workspace names the damage. Without the
// engine, so that hundreds of flips take seconds; tst_flipped_bits asks the whole program. GATELAB_TRIALS multiplies
// the flips.
// Holds core/store/record/record_checksums.cpp.
#include "config/config_io.h"
#include "data/recipe/saved_preparation.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "run/run_event.h"
#include "run/run_event_json.h"
#include "store/checkpoint.h"
#include "store/film.h"
#include "store/run_queue.h"
#include "store/run_weights.h"
#include "store/saved_preparation_file.h"
#include "store/saved_sweep.h"
#include "store/workspace.h"
#include "store/workspace_care.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace gatelab;
using testing::take;
namespace fs = std::filesystem;

namespace {

constexpr int kFlips = 125;

TensorFile weightsOf(int value) {
    TensorFile file;
    file.tensors["weights/rnn.weight_ih_l0"] = {"U8", {64, 1}, std::vector<char>(64, static_cast<char>(value))};
    return file;
}

/// A run with curves, events, scores, three checkpoints, a preparation and a film.
std::string makeRun(Workspace& workspace, bool hasEnded) {
    ExperimentConfig config;
    config.hiddenSize = 7;
    auto record = take(workspace.createRun(config, "", "data"));
    SavedPreparation kept;
    kept.sequences = SavedSequences();
    kept.sequences->channels = {"a", "b"};
    bool isWritten = writePreparation(record->folder(), kept).ok();
    std::vector<MetricSample> samples(60);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        samples[i].metric = MetricId::TrainLoss;
        samples[i].step = static_cast<std::int64_t>(i) + 1;
        samples[i].value = 1 / static_cast<double>(i + 1);
    }
    isWritten = isWritten && record->addMetrics(samples).ok();
    for (std::int64_t step = 20; step <= 60; step += 20) {
        const auto saved = CheckpointStore(record->folder())
                               .save({weightsOf(static_cast<int>(step)), configToJson(config), step, 1,
                                      CheckpointReason::Unknown, true, true});
        isWritten =
            isWritten && saved.ok() &&
            record->addEvent({SavedCheckpoint{saved->folder.filename().string()}, step}).ok() &&
            FilmStore(record->folder()).add(weightsOf(static_cast<int>(step) + 1), {step, 1, 2, 0.5, 3}, 1 << 20).ok();
    }
    isWritten = isWritten && record->setBest(0.25, 40, 1).ok() &&
                record->setScores({{"network", "original", "MSE", 0.5}}).ok() &&
                (!hasEnded || record->setState(RunState::Finished, 60, 1, 2).ok());
    if (!isWritten) qFatal("the run cannot be written");
    return record->id();
}

/// What somebody reads, by where it comes from; what could not be read is left out.
using Read = std::map<std::string, std::string>;

void readRun(const fs::path& run, Read& read) {
    const std::string id = run.filename().string();
    const RunHistory history = take(readRunHistory(run));
    if (history.problems.empty()) {
        std::string text = configToJson(history.config);
        for (const MetricSample& sample : history.metrics)
            text += std::to_string(sample.step) + "=" + std::to_string(sample.value) + " ";
        for (const RunEvent& event : history.events) text += eventToJson(event);
        read[id + " history"] = text;
    }
    if (const auto weights = readRunWeights(run); weights.ok() && weights->passedOver.empty())
        read[id + " weights"] = take(serializeTensors(weights->file)) + configToJson(weights->config);
    if (const auto kept = readPreparation(run); kept.ok())
        read[id + " preparation"] = kept->sequences->channels.at(0) + kept->sequences->channels.at(1);
    for (const std::int64_t step : {20, 40, 60})
        if (const auto frame = FilmStore(run).load(step); frame.ok())
            read[id + " film " + std::to_string(step)] =
                take(serializeTensors(frame->weights)) + std::to_string(frame->facts.share());
}

void readSummary(const RunSummary& run, const fs::path& runs, Read& read) {
    if (run.problem.empty()) {
        std::string text = run.name + runStateName(run.state) + std::to_string(run.step) + " " +
                           std::to_string(run.bestValidation) + " " + std::to_string(run.bestEpoch) +
                           configToJson(run.config);
        for (const auto& [key, value] : *run.lastValues) text += key + std::to_string(value);
        for (const TestScore& score : *run.scores) text += score.method + std::to_string(score.value);
        read[run.id + " summary"] = text;
    }
    readRun(runs / run.id, read);
}

Read readAll(const fs::path& place) {
    Read read;
    const auto workspace = take(Workspace::open(place));
    for (const RunSummary& run : take(workspace->runs())) readSummary(run, place / "runs", read);
    for (const RunSummary& run : take(workspace->deletedRuns())) readSummary(run, place / "trash", read);
    if (const auto queue = RunQueue(place).parse(); queue.ok())
        for (const QueuedRun& run : queue->runs)
            read["queue"] += run.id + run.parent + std::to_string(run.priority) + configToJson(run.config);
    if (const auto sweep = savedSweep(place); sweep.ok())
        for (const ExperimentConfig& setting : sweep->settings)
            read["sweep"] += std::to_string(sweep->seeds) + configToJson(setting);
    return read;
}

bool isNamed(const fs::path& place) {
    const auto workspace = take(Workspace::open(place));
    return !take(checkWorkspace(*workspace)).damaged.empty();
}

void flip(const fs::path& file, std::size_t bit) {
    std::string bytes = take(readFileBytes(file));
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    if (!writeFileDurably(file, bytes)) qFatal("not written");
}

}  // namespace

class TestFlippedFiles : public QObject {
    Q_OBJECT

    const QuickFolder folder_;
    const fs::path sound_ = folder_.path() / "sound", trial_ = folder_.path() / "trial";
    std::vector<fs::path> files_;  ///< within the workspace

    void renew() const {
        fs::remove_all(trial_);
        fs::copy(sound_, trial_, fs::copy_options::recursive);
    }

    /// Files whose loss is one: locks come and go, and the index only repeats.
    [[nodiscard]] std::vector<fs::path> lasting() const {
        std::vector<fs::path> files;
        std::ranges::copy_if(files_, std::back_inserter(files), [](const fs::path& file) {
            const std::string name = file.filename().string();
            return !name.ends_with("lock") && !name.starts_with("workspace.sqlite");
        });
        return files;
    }

private Q_SLOTS:
    void initTestCase() {
        {
            auto workspace = take(Workspace::open(sound_));
            for (const bool hasEnded : {true, false}) {
                makeRun(*workspace, hasEnded);
                QVERIFY(workspace->deleteRun(makeRun(*workspace, hasEnded)));
            }
            QCOMPARE(take(workspace->runs()).size(), std::size_t{2});
        }
        QueuedRun waiting;
        waiting.config.hiddenSize = 17;
        waiting.parent = "p";
        ExperimentConfig other;
        other.learningRate = 0.01;
        QVERIFY(RunQueue(sound_).add({waiting, waiting}) && keepSweep(sound_, {{ExperimentConfig(), other}, 2}));
        for (const auto& entry : fs::recursive_directory_iterator(sound_))
            if (entry.is_regular_file() && entry.file_size() > 0) files_.push_back(fs::relative(entry.path(), sound_));
        std::ranges::sort(files_);
        QVERIFY(!isNamed(sound_));
    }

    void noneIsSilent() {
        const Read sound = readAll(sound_);
        QCOMPARE(sound.size(), std::size_t{4 * 7 + 2});
        std::mt19937_64 random(20261128);
        const int flips = kFlips * std::max(1, qEnvironmentVariableIntValue("GATELAB_TRIALS"));
        int silent = 0, said = 0, unfound = 0;
        for (int i = 0; i < flips; ++i) {
            const fs::path& file = files_[static_cast<std::size_t>(i) % files_.size()];
            const std::size_t bit = random() % (fs::file_size(sound_ / file) * 8);
            renew();
            flip(trial_ / file, bit);
            // First: an index that is damaged is made anew by whoever opens it.
            const bool named = isNamed(trial_);
            const Read read = readAll(trial_);
            for (const auto& [what, text] : read)
                if (const auto right = sound.find(what); right == sound.end() || right->second != text) {
                    ++silent;
                    qWarning("silent: %s after bit %zu of %s", what.c_str(), bit, file.c_str());
                }
            if (read.size() < sound.size()) ++said;
            if (read.size() < sound.size() && !named) {
                ++unfound;
                qWarning("not found by a check: bit %zu of %s", bit, file.c_str());
            }
        }
        qInfo("%d flips in %zu files: %d said, %d silent, %d not found", flips, files_.size(), said, silent, unfound);
        QCOMPARE(silent, 0);
        QCOMPARE(unfound, 0);
        QVERIFY(said > flips / 2);
    }

    void whatIsRemovedIsFound() {
        std::vector<fs::path> removals = lasting();
        for (const auto& entry : fs::recursive_directory_iterator(sound_))
            if (const std::string name = entry.path().filename().string();
                entry.is_directory() && (name == "checkpoints" || name == "film" || name.starts_with("ckpt-") ||
                                         name == "runs" || entry.path().parent_path() == sound_ / "runs"))
                removals.push_back(fs::relative(entry.path(), sound_));
        for (const fs::path& path : removals) {
            renew();
            fs::remove_all(trial_ / path);
            QVERIFY2(isNamed(trial_), path.c_str());
        }
        qInfo("%zu removals", removals.size());
        QVERIFY(removals.size() >= 60);
    }

    /// Of the workspace, of a run that has ended and of one that was killed.
    void pairsThatAreRemovedAreFound() {
        std::vector<fs::path> files = lasting();
        const auto runs = take(take(Workspace::open(sound_))->runs());
        for (const RunSummary& run : runs) files.push_back(fs::path("runs") / run.id / "film");
        const auto placeOf = [](const fs::path& file) {
            return file.has_parent_path() ? *file.begin() / *std::next(file.begin()) : fs::path();
        };
        int pairs = 0;
        for (std::size_t i = 0; i < files.size(); ++i)
            for (std::size_t k = i + 1; k < files.size(); ++k) {
                if (placeOf(files[i]) != placeOf(files[k]) || files[i].string().starts_with("trash")) continue;
                renew();
                fs::remove_all(trial_ / files[i]), fs::remove_all(trial_ / files[k]);
                QVERIFY2(isNamed(trial_), (files[i].string() + ", " + files[k].string()).c_str());
                ++pairs;
            }
        qInfo("%d pairs", pairs);
        QVERIFY(pairs >= 200);
    }
};

QTEST_GUILESS_MAIN(TestFlippedFiles)
#include "tst_flipped_files.moc"
