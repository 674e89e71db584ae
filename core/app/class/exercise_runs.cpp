// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/class/exercise_runs.h"

#include "data/readers.h"
#include "io/file_io.h"
#include "store/film.h"
#include "store/record/run_files.h"
#include "store/record/run_folder.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

Error invalid(Phrase what) { return {ErrorCode::InvalidInput, std::move(what)}; }

bool isTestError(std::string_view figure) {
    return figure == "rmse" || figure == "mse" || figure == "mae" || figure == "accuracy" || figure == "baseline";
}

/// Scores of the test part by the kept weights.
Result<std::vector<TestScore>> scoresAnew(Engine& engine, const std::filesystem::path& runFolder,
                                          const std::shared_ptr<const Dataset>& data, const Progress& progress) {
    ForecastRequest request;
    request.runFolder = runFolder;
    request.data = data;
    const auto set = engine.forecast(request, progress);
    if (!set.ok()) return set.error();
    if (!set->problem.empty()) return Error{ErrorCode::Corrupt, set->problem};
    return set->scores;
}

/// A file of data lies where the exercise has it, not where the learner had it. Null: no file, the series is built in.
Result<std::shared_ptr<const Dataset>> dataOf(const LessonRun& asked, const ExperimentConfig& own,
                                              const Progress& progress) {
    if (asked.config.dataPath.empty()) return std::shared_ptr<const Dataset>();
    ExperimentConfig config = own;
    config.dataPath = asked.config.dataPath;
    config.testPath = asked.config.testPath;
    auto data = loadDataset(config, progress);
    if (!data.ok()) return data.error();
    return std::make_shared<const Dataset>(std::move(*data));
}

Result<> copyTree(const std::filesystem::path& from, const std::filesystem::path& to, const Progress& progress) {
    if (auto made = makeFolders(to); !made.ok()) return made;
    std::error_code problem;
    for (std::filesystem::directory_iterator entry(from, problem), end; !problem && entry != end;
         entry.increment(problem)) {
        const auto name = entry->path().filename();
        const std::string text = name.string();
        if (text == run_files::kLock || text == FilmStore::kFolder || text.starts_with(kTemporaryPrefix)) continue;
        const auto copied = entry->is_directory() ? copyTree(entry->path(), to / name, progress)
                                                  : copyNewFile(entry->path(), to / name, progress);
        if (!copied.ok()) return copied;
    }
    if (problem) return ioError(problem.value(), GATELAB_TEXT("Lesson", "read the run"), from);
    return {};
}

Result<> checkWords(const Exercise& exercise, const AnswerWords& words) {
    if (words.student.find_first_not_of(" \t") == std::string::npos)
        return invalid(GATELAB_TEXT("Lesson", "the answer has no name; say whose it is"));
    if (!exercise.predict.empty() && !std::isfinite(words.predicted))
        return invalid(
            {GATELAB_TEXT("Lesson", "the prediction is missing; the exercise asks: %1"), {exercise.predictText.en}});
    if (!exercise.say.en.empty() && words.sentence.find_first_not_of(" \t\n") == std::string::npos)
        return invalid({GATELAB_TEXT("Lesson", "the sentence is missing; the exercise asks: %1"), {exercise.say.en}});
    return {};
}

}  // namespace

Result<MeasuredRun> measureRun(Engine& engine, const Exercise& exercise, const std::string& key,
                               const std::filesystem::path& runFolder, bool fromWeights, const Progress& progress) {
    MeasuredRun measured;
    RunSummary& summary = measured.summary = run_files::readSummary(runFolder);
    if (summary.isUnread || !summary.problem.empty()) return Error{ErrorCode::Corrupt, summary.problem};
    const auto history = readRunHistory(runFolder);
    if (!history.ok()) return history.error();
    if (!history->problems.empty()) return Error{ErrorCode::Corrupt, inOneLine(history->problems)};
    const auto proof = runProof(runFolder, *history);
    if (!proof.ok()) return proof.error();
    measured.run = {summary.id, history->config, {}, *proof};
    const auto data = dataOf(*exercise.lesson.findRun(key), history->config, progress);
    if (!data.ok()) return data.error();
    const bool hasFailed = summary.state == RunState::Failed || proof->weights.empty();
    const bool asksErrors = std::ranges::any_of(exercise.figures, [&key](const FigureCall& call) {
        return call.arguments[0] == key && isTestError(call.name);
    });
    if (fromWeights && asksErrors && !hasFailed) {
        auto scores = scoresAnew(engine, runFolder, *data, progress);
        if (!scores.ok()) return scores.error();
        summary.scores = std::move(*scores);
    }
    auto outcome = outcomeOf(exercise.lesson, key, summary, *history);
    if (!outcome.ok()) return outcome.error();
    if (wantsInside(exercise.lesson, key) && !hasFailed) {
        auto inspector = engine.inspect({runFolder, *data, "best"});
        if (!inspector.ok()) return inspector.error();
        if (auto added = addInsideFigures(exercise.lesson, key, **inspector, *outcome); !added.ok())
            return added.error();
    }
    measured.run.figures = std::move(outcome->figures);
    return measured;
}

Result<ExerciseAnswer> makeAnswer(Engine& engine, Workspace& workspace, const Exercise& exercise,
                                  const AnswerWords& words, const std::map<std::string, std::string>& runs,
                                  const Progress& progress) {
    if (auto checked = checkWords(exercise, words); !checked.ok()) return checked.error();
    ExerciseAnswer answer{
        exercise.sha256, exercise.lesson.title.en, words.student, words.predicted, words.sentence, {}, {}, true};
    double done = 0;
    for (const LessonRun& asked : exercise.lesson.runs) {
        if (!report(progress, done++ / static_cast<double>(exercise.lesson.runs.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Lesson", "stopped; no answer was written")};
        const auto id = runs.find(asked.key);
        if (id == runs.end() || id->second.empty())
            return invalid({GATELAB_TEXT("Lesson", "the run '%1' (%2) is missing; train it and choose it"),
                            {asked.key, asked.label.en}});
        const auto summary = workspace.run(id->second);
        if (!summary.ok()) return summary.error();
        if (run_files::isLive(summary->state))
            return Error{
                ErrorCode::Busy,
                {GATELAB_TEXT("Lesson", "the run %1 still trains; hand it in when it has ended"), {summary->id}}};
        auto measured =
            measureRun(engine, exercise, asked.key, runFolderIn(workspace.folder(), summary->id), false, progress);
        if (!measured.ok()) return measured.error().withContext(asked.key);
        if (const auto foreign = foreignSettings(exercise, asked.key, measured->run.config); !foreign.empty())
            return invalid(
                {GATELAB_TEXT("Lesson", "the run %1 has another %2 than the exercise; only these may be changed: %3"),
                 {summary->id, settingNames(foreign), settingNames(exercise.changes)}});
        answer.runs[asked.key] = std::move(measured->run);
    }
    return answer;
}

Result<> writeAnswer(const ExerciseAnswer& answer, const std::filesystem::path& file, const Workspace* workspace,
                     const Progress& progress) {
    if (auto written = writeFileDurably(file, answerToJson(answer)); !written.ok()) return written;
    const auto beside = runsBeside(file);
    if (auto removed = removePath(beside); !removed.ok()) return removed;
    if (workspace == nullptr) return {};
    for (const auto& [key, run] : answer.runs) {
        const auto to = runFolderIn(beside, run.id);
        if (auto copied = copyTree(runFolderIn(workspace->folder(), run.id), to, progress); !copied.ok()) return copied;
    }
    return {};
}

}  // namespace gatelab
