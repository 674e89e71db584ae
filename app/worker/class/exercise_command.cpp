// SPDX-License-Identifier: GPL-3.0-or-later
// An exercise from the learner's side: written, read, trained, handed in.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/kept_training.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "app/class/exercise_runs.h"
#include "app/run_reference.h"
#include "base/number_text.h"
#include "config/config_difference.h"
#include "io/file_io.h"
#include "io/temporary_folder.h"

#include <cmath>
#include <cstdio>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct ExerciseOptions {
    WorkspaceOptions workspace;
    ExperimentOptions experiment;
    std::filesystem::path file, answer;
    std::string student, sentence, language = "en";
    double predicted = NAN;
    std::vector<std::string> runs;
    bool isNew = false, trains = false, leavesRuns = false, json = false;
};

int writeNew(const ExerciseOptions& options) {
    std::error_code ignored;
    if (std::filesystem::exists(options.file, ignored))
        return fail({ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Exercise", "%1 is there already; choose another name"), {options.file.string()}}},
                    options.json);
    const auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    // What cannot be trained is told now, and the claim is false before any training.
    installSignals();
    const TemporaryFolder passing("exercise");
    auto workspace = Workspace::open(passing.path());
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    const auto untrained = trainKept(**engine, **workspace, stepZeroOf(*config), "exercise");
    if (!untrained.ok()) return fail(untrained.error(), options.json);
    const double loss = untrained->summary.bestValidation;
    if (!std::isfinite(loss))
        return fail({ErrorCode::InvalidInput,
                     GATELAB_TEXT("Exercise",
                                  "before any training the loss of this network is no number; choose other settings")},
                    options.json);
    if (auto written = writeFileDurably(options.file, exerciseTemplate(*config, loss)); !written.ok())
        return fail(written.error(), options.json);
    std::printf(
        "written: %s\nEdit title, task, claim and questions; resources/lessons/README.md says what may stand "
        "there. Then give the file to the class.\n",
        options.file.c_str());
    return kDone;
}

void show(const Exercise& exercise, const std::string& language) {
    const Lesson& lesson = exercise.lesson;
    std::printf("%s\n%s\n\n", lesson.title.in(language).c_str(), lesson.question.in(language).c_str());
    for (const LessonRun& run : lesson.runs)
        std::printf("run %-12s %s: %s\n", run.key.c_str(), run.label.in(language).c_str(),
                    describeChanges(configChanges({}, run.config), 12).c_str());
    std::printf("yours to change: %s\nmeasured: ", settingNames(exercise.changes).c_str());
    for (std::size_t i = 0; i < exercise.figures.size(); ++i)
        std::printf("%s%s", i == 0 ? "" : ", ", figureName(exercise.figures[i]).c_str());
    std::printf("\n");
    if (!lesson.claim.empty())
        std::printf("claim: %s  (%s)\n", lesson.claim.c_str(), lesson.claimText.in(language).c_str());
    if (!exercise.predict.empty()) std::printf("--predicted: %s\n", exercise.predictText.in(language).c_str());
    if (!exercise.say.en.empty()) std::printf("--say: %s\n", exercise.say.in(language).c_str());
}

/// By key, "mine=#31"; with a single run of the exercise the run alone will do.
Result<std::map<std::string, std::string>> chosenRuns(const Exercise& exercise, const ExerciseOptions& options,
                                                      Workspace& workspace) {
    std::map<std::string, std::string> chosen;
    for (const std::string& word : options.runs) {
        const std::size_t at = word.find('=');
        const bool isAlone = at == std::string::npos && exercise.lesson.runs.size() == 1;
        const std::string key = isAlone ? exercise.lesson.runs.front().key : word.substr(0, at);
        if ((at == std::string::npos && !isAlone) || exercise.lesson.findRun(key) == nullptr)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Exercise", "'%1' names no run of the exercise; write --run %2=RUN"),
                          {word, exercise.lesson.runs.front().key}}};
        const auto run = ownRun(workspace, isAlone ? word : word.substr(at + 1));
        if (!run.ok()) return run.error();
        chosen[key] = run->id;
    }
    return chosen;
}

Result<> train(Engine& engine, Workspace& workspace, const Exercise& exercise, const ExerciseOptions& options,
               std::map<std::string, std::string>& runs) {
    for (const LessonRun& run : exercise.lesson.runs) {
        const auto config = options.experiment.config(run.config);
        if (!config.ok()) return config.error();
        if (const auto foreign = foreignSettings(exercise, run.key, *config); !foreign.empty())
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Exercise", "%1 is not yours to change in this exercise; only these are: %2"),
                          {settingNames(foreign), settingNames(exercise.changes)}}};
        const auto trained = trainKept(engine, workspace, *config, "exercise");
        if (!trained.ok()) return trained.error().withContext(run.key);
        runs[run.key] = trained->summary.id;
        if (!options.json)
            std::printf("%s trained: run %s, %s\n", run.key.c_str(), trained->summary.id.c_str(),
                        spanText(trained->summary.seconds).c_str());
    }
    return {};
}

void printAnswer(const ExerciseAnswer& answer, const Exercise& exercise, const ExerciseOptions& options) {
    LessonOutcomes outcomes;
    for (const auto& [key, run] : answer.runs) outcomes[key].figures = run.figures;
    const FigureSource figures = figureSource(outcomes);
    Json json{{"student", answer.student}, {"figures", Json::object()}};
    for (const FigureCall& call : exercise.figures) {
        const auto value = figures(call);
        json["figures"][figureName(call)] = number(value.ok() ? *value : NAN);
        if (!options.json)
            std::printf("%-28s %s\n", figureName(call).c_str(), numberText(value.ok() ? *value : NAN).c_str());
    }
    if (!exercise.lesson.claim.empty()) {
        const auto holds = claimHolds(exercise.lesson.claim, figures);
        json["holds"] = holds.ok() && *holds;
        if (!options.json)
            std::printf("claim: %s: it %s\n", exercise.lesson.claim.c_str(),
                        holds.ok() && *holds ? "holds" : "does not hold");
    }
    json["answer"] = options.answer.string();
    if (options.json)
        printJson(json);
    else
        std::printf(
            "written: %s%s\n", options.answer.c_str(),
            options.leavesRuns
                ? ""
                : ("; hand it in together with the folder " + runsBeside(options.answer).filename().string()).c_str());
}

Result<> checkAnswerName(const std::filesystem::path& file) {
    if (file.string().ends_with(kAnswerEnding)) return {};
    return Error{ErrorCode::InvalidInput,
                 {GATELAB_TEXT("Exercise", "the name of an answer ends in .answer.json, and this is %1"),
                  {file.filename().string()}}};
}

int exerciseCommand(const ExerciseOptions& options) {
    if (options.isNew) return writeNew(options);
    const auto exercise = readExercise(std::filesystem::absolute(options.file));
    if (!exercise.ok()) return fail(exercise.error(), options.json);
    if (!options.trains && options.answer.empty()) {
        show(*exercise, options.language);
        return kDone;
    }
    if (!options.answer.empty())
        if (auto checked = checkAnswerName(options.answer); !checked.ok()) return fail(checked.error(), options.json);
    installSignals();
    auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    auto runs = chosenRuns(*exercise, options, **workspace);
    if (!runs.ok()) return fail(runs.error(), options.json);
    if (options.trains)
        if (auto trained = train(**engine, **workspace, *exercise, options, *runs); !trained.ok())
            return fail(trained.error(), options.json);
    if (options.answer.empty()) return kDone;
    ProgressLine line(options.json);
    const Progress progress = [&line](double share) {
        line.show("measuring", std::max(0.0, share));
        return signalCount == 0;
    };
    const auto answer = makeAnswer(**engine, **workspace, *exercise,
                                   {options.student, options.predicted, options.sentence}, *runs, progress);
    if (!answer.ok()) return fail(answer.error(), options.json);
    const auto written =
        writeAnswer(*answer, options.answer, options.leavesRuns ? nullptr : workspace->get(), progress);
    line.end();
    if (!written.ok()) return fail(written.error(), options.json);
    printAnswer(*answer, *exercise, options);
    return kDone;
}

}  // namespace

CommandAction setExercise(CLI::App& app) {
    const auto options = std::make_shared<ExerciseOptions>();
    options->workspace.addTo(app);
    options->experiment.addTo(app);
    app.add_option("exercise", options->file, "The file of the exercise (.json); alone: what it asks")->required();
    app.add_flag("--new", options->isNew, "Write a new exercise there, with the settings given as flags");
    app.add_flag("--train", options->trains,
                 "Train its runs in the workspace, with the settings that are yours to change given as flags");
    app.add_option("--run", options->runs, "A kept run that answers: KEY=RUN, its number ('#31'), id, name or last");
    app.add_option("--student", options->student, "Whose answer it is");
    app.add_option("--predicted", options->predicted, "The figure that you expect");
    app.add_option("--say", options->sentence, "Your sentence");
    app.add_option("--answer", options->answer,
                   "Write the answer there (NAME.answer.json), its runs into the folder NAME.answer-runs beside it");
    app.add_flag("--without-runs", options->leavesRuns, "Only the file: figures can then be checked by training alone");
    app.add_option("--language", options->language, "en or zh (en)")->check(CLI::IsMember({"en", "zh"}));
    app.add_flag("--json", options->json, "As JSON");
    return [options] { return exerciseCommand(*options); };
}

}  // namespace gatelab::worker
