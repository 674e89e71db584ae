// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/baselines/run_baselines.h"

#include "base/number_text.h"
#include "baselines/strong/linear_twin.h"
#include "baselines/strong/strong_baselines.h"
#include "config/setting_predicates.h"
#include "data/data_identity.h"
#include "data/many/prepare_many.h"
#include "data/prepared_windows.h"
#include "data/readers.h"
#include "data/sequences/parts_of_run.h"
#include "run/heldout_scores.h"
#include "run/selection_score.h"
#include "store/data_for_run.h"
#include "store/record/run_folder.h"
#include "store/run_weights.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

namespace gatelab {

namespace {

constexpr double kChecked = 0.1;  ///< of the progress: the simple methods, which prove the data

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Preparing", "the baselines were cancelled")}; }

Progress partOf(const Progress& progress, double from, double to) {
    return [&progress, from, to](double share) {
        return report(progress, from + (to - from) * std::clamp(share, 0.0, 1.0));
    };
}

/// What the run itself told of the simple methods on the validation part; empty: an older program, or no such part.
std::vector<TestScore> toldSimple(const std::filesystem::path& folder) {
    std::vector<TestScore> told;
    if (const auto history = readRunHistory(folder); history.ok())
        for (const RunEvent& event : history->events)
            if (const auto* known = event.as<ValidationBaselines>()) told = known->scores;
    std::erase_if(told, [](const TestScore& one) {
        return std::ranges::any_of(strongBaselines(), [&](const auto& row) { return one.method == row.row.key; });
    });
    return told;
}

/// The simple methods give the scores that the run told: else other rows are read, or they are cut otherwise.
Result<> checkSameData(const PreparedWindows& all, const ExperimentConfig& config, const std::vector<TestScore>& told,
                       const Progress& progress) {
    if (told.empty()) return {};
    const auto simple = runBaselines(*all.prepared, all.windows.validation, progress);
    if (!simple.ok()) return simple.error();
    std::vector<TestScore> scores;
    for (const BaselineForecast& one : *simple) addScores(one, scores);
    const SelectionScore judged = selectionScore(config);
    for (const TestScore& one : told) {
        if (one.metric != judged.score || one.scale != judged.scale || !std::isfinite(one.value)) continue;
        const auto same = std::ranges::find_if(scores, [&](const TestScore& other) {
            return other.method == one.method && other.metric == one.metric && other.scale == one.scale;
        });
        if (same != scores.end() && !isSameScore(same->value, one.value))
            return Error{ErrorCode::InvalidInput,
                         GATELAB_TEXT("Preparing",
                                      "the data are others than those of the training: the simple methods have other "
                                      "scores now. Nothing was kept; put the data back")};
    }
    return {};
}

void addPart(const std::vector<BaselineForecast>& all, std::vector<TestScore>& scores, KeptBaselines& kept) {
    for (const BaselineForecast& one : all) {
        std::erase_if(scores, [&](const TestScore& old) { return old.method == one.key; });
        addScores(one, scores);
        auto method = std::ranges::find(kept.methods, one.key, &KeptBaselines::Method::key);
        if (method == kept.methods.end()) method = kept.methods.insert(method, {one.key, {}, 0});
        method->note = one.note, method->seconds += one.seconds;
    }
}

/// In the order of the table; what has been computed is not left out. `times`: of all of them.
void settleLeft(const QuickBaselines& times, std::int64_t lookback, KeptBaselines& kept) {
    std::vector<KeptBaselines::Left> left;
    for (const StrongBaseline& row : strongBaselines()) {
        if (kept.has(row.row.key)) continue;
        if (row.absence != nullptr && !row.absence().empty()) {
            left.push_back({row.row.key, std::numeric_limits<double>::quiet_NaN(), row.absence()});
            continue;
        }
        if (Phrase twin = linearTwin(row.row.key, lookback); !twin.empty()) {
            left.push_back({row.row.key, std::numeric_limits<double>::quiet_NaN(), std::move(twin)});
            continue;
        }
        const auto failed = std::ranges::find(kept.left, row.row.key, &KeptBaselines::Left::key);
        const auto slow = std::ranges::find(times.left, row.row.key, &QuickBaselines::Left::key);
        if (failed != kept.left.end() && !failed->why.empty())
            left.push_back(*failed);
        else if (slow != times.left.end())
            left.push_back({slow->key, slow->seconds, {}});
    }
    kept.left = std::move(left);
}

/// What is computed, of both parts.
struct RunParts {
    const PreparedSeries& prepared;
    const WindowSet &validation, &test;
};

/// One method on both parts, in place of what `kept` has of it; without a model it stands in `kept.left` with its
/// reason.
Result<> computeMethod(const RunParts& parts, const std::string& key, KeptBaselines& kept, const Progress& progress) {
    std::erase_if(kept.methods, [&](const KeptBaselines::Method& one) { return one.key == key; });
    std::erase_if(kept.left, [&](const KeptBaselines::Left& one) { return one.key == key; });
    for (auto* scores : {&kept.validation, &kept.test})
        std::erase_if(*scores, [&](const TestScore& one) { return one.method == key; });
    for (const bool isTest : {false, true}) {
        std::vector<Phrase> why;
        const auto all = runStrongBaselines(parts.prepared, isTest ? parts.test : parts.validation, std::span(&key, 1),
                                            why, partOf(progress, isTest ? 0.5 : 0, isTest ? 1 : 0.5));
        if (!all.ok()) return all.error();
        addPart(*all, isTest ? kept.test : kept.validation, kept);
        if (!why.empty()) kept.left.push_back({key, std::nan(""), why.front()});
    }
    return {};
}

/// One after the other; see computeRunBaselines() for `passed`.
Result<> computeMethods(const RunParts& parts, const std::vector<std::string>& keys, KeptBaselines& kept,
                        const Progress& progress, const PassedSeconds& passed) {
    double done = 0;
    for (const std::string& key : keys) {
        const double begin = done / static_cast<double>(keys.size());
        done += 1;
        const Progress part = partOf(progress, begin, done / static_cast<double>(keys.size()));
        std::atomic<bool> isOver = passed && passed() > kQuickSeconds;
        KeptBaselines with = kept;
        const Result<> made = isOver ? Result<>(cancelled()) : computeMethod(parts, key, with, [&](double share) {
            if (passed && passed() > kQuickSeconds) isOver = true;
            return !isOver && report(part, share);
        });
        if (made.ok()) {
            kept = std::move(with);
            continue;
        }
        if (!isOver) return made;
        if (kept.has(key)) continue;
        std::erase_if(kept.left, [&](const KeptBaselines::Left& one) { return one.key == key; });
        kept.left.push_back(
            {key, std::nan(""),
             GATELAB_TEXT("Preparing", "With those before it, it took over 5 s; baselines --run computes it.")});
    }
    return {};
}

}  // namespace

Result<KeptBaselines> computeRunBaselines(Workspace& workspace, const std::string& run,
                                          const std::vector<std::string>& keys, std::shared_ptr<const Dataset> data,
                                          const Progress& progress, const PassedSeconds& passed) {
    const std::filesystem::path folder = runFolderIn(workspace.folder(), run);
    const auto summary = workspace.run(run);
    if (!summary.ok()) return summary.error();
    const ExperimentConfig config = withKeptData(summary->config, folder);
    if (!isForecast(config.task))
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Preparing", "strong baselines are of forecasts; this run is on sequences")};
    if (!data) {
        auto loaded = loadDataset(config, progress);
        if (!loaded.ok()) return loaded.error();
        data = std::make_shared<Dataset>(std::move(*loaded));
    }
    const PartsOfRun parts(trainedOn(folder));
    PartsOfRun::applied(*data, config);
    if (!data->series)
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Preparing", "the run's data are no series any more")};
    const std::vector<TestScore> simple = toldSimple(folder);
    // A run that told no scores of simple methods can say only whether its file is the same
    if (simple.empty())
        if (Phrase other = otherData(dataIdentity(*data, config), trainedOn(folder)); !other.empty())
            return Error{ErrorCode::InvalidInput, std::move(other)};
    const auto all = prepareWindows(data->series, config);
    if (!all.ok()) return all.error();
    if (manyOf(*all->prepared) != nullptr)
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Preparing", "strong baselines are of one series; this run is on many")};
    if (auto same = checkSameData(*all, config, simple, partOf(progress, 0, kChecked)); !same.ok()) return same.error();
    KeptBaselines kept;
    if (auto known = readKeptBaselines(folder); known.ok()) kept = std::move(*known);
    // The longer of the two parts says which are quick: both get the same list.
    const WindowSet &validation = all->windows.validation, &test = all->windows.test;
    const WindowSet& longer = test.starts.size() > validation.starts.size() ? test : validation;
    const std::vector<std::string> wanted = keys.empty() ? quickBaselines(*all->prepared, longer).keys : keys;
    if (auto done =
            computeMethods({*all->prepared, validation, test}, wanted, kept, partOf(progress, kChecked, 1), passed);
        !done.ok())
        return done.error();
    if (!report(progress, 1)) return cancelled();
    settleLeft(quickBaselines(*all->prepared, longer, 0), longer.lookback, kept);
    if (auto shared = shareBaselines(workspace, kept, std::span(&run, 1)); !shared.ok()) return shared.error();
    return kept;
}

Result<> shareBaselines(Workspace& workspace, const KeptBaselines& kept, std::span<const std::string> runs) {
    for (const std::string& run : runs) {
        if (auto done = keepBaselines(runFolderIn(workspace.folder(), run), kept); !done.ok()) return done;
        if (auto done = workspace.refresh(run); !done.ok()) return done;
    }
    return {};
}

std::vector<Phrase> baselineNotes(const KeptBaselines& kept) {
    const auto labelOf = [](const std::string& key) {
        const Baseline* row = findBaseline(key);
        return row != nullptr ? Phrase(row->label) : Phrase(key);
    };
    std::vector<Phrase> notes;
    for (const KeptBaselines::Method& one : kept.methods) {
        const Phrase took = numberPhrase(numberText(one.seconds, 2));
        notes.push_back(one.note.empty()
                            ? Phrase(GATELAB_TEXT("Preparing", "%1: %2 s"), {labelOf(one.key), took})
                            : Phrase(GATELAB_TEXT("Preparing", "%1: %2, %3 s"), {labelOf(one.key), one.note, took}));
    }
    for (const KeptBaselines::Left& one : kept.left)
        notes.push_back(one.why.empty()
                            ? Phrase(GATELAB_TEXT("Preparing", "Not computed: %1, up to about %2."),
                                     {labelOf(one.key), durationPhrase(one.seconds)})
                            : Phrase(GATELAB_TEXT("Preparing", "Left out: %1. %2"), {labelOf(one.key), one.why}));
    return notes;
}

}  // namespace gatelab
