// SPDX-License-Identifier: GPL-3.0-or-later
// The answers of a class, each figure computed again.
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
#include "worker/verify/verify.h"

#include "app/class/grade.h"
#include "io/file_io.h"
#include "io/temporary_folder.h"
#include "store/record/run_folder.h"

#include <cstdio>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct GradeOptions {
    std::filesystem::path folder, exercise, out;
    bool trains = false, json = false;
};

Json gradeJson(const Grade& grade) {
    Json json{{"student", grade.student},
              {"file", grade.file.filename().string()},
              {"result", Phrase(gradeText(grade.state)).english()},
              {"predicted", number(grade.predicted)},
              {"reached", number(grade.reached)},
              {"holds", grade.holds ? Json(*grade.holds) : Json()},
              {"repeats", grade.repeats ? Json(*grade.repeats) : Json()},
              {"figures", Json::object()},
              {"notes", Json::array()}};
    for (const GradedFigure& figure : grade.figures)
        json["figures"][figure.name] = {
            {"told", number(figure.told)}, {"computed", number(figure.found)}, {"agrees", figure.agrees}};
    for (const Phrase& note : grade.notes) json["notes"].push_back(plainText(note));
    return json;
}

int gradeCommand(const GradeOptions& options) {
    auto file = options.exercise.empty() ? exerciseIn(options.folder) : Result<std::filesystem::path>(options.exercise);
    if (!file.ok()) return fail(file.error(), options.json);
    const auto exercise = readExercise(std::filesystem::absolute(*file));
    if (!exercise.ok()) return fail(exercise.error(), options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    installSignals();
    const TemporaryFolder scratch("grade");
    std::shared_ptr<Workspace> workspace;
    TrainAgain again;
    if (options.trains) {
        auto opened = Workspace::open(scratch.path());
        if (!opened.ok()) return fail(opened.error(), options.json);
        workspace = *opened;
        again = [&engine, &workspace](const ExperimentConfig& config) -> Result<std::filesystem::path> {
            const auto trained = trainKept(**engine, *workspace, config, {});
            if (!trained.ok()) return trained.error();
            return runFolderIn(workspace->folder(), trained->summary.id);
        };
    }
    ProgressLine line(options.json);
    const auto grades = gradeFolder(**engine, *exercise, options.folder, again, [&line](double share) {
        if (share >= 0) line.show("grading", share);
        return signalCount == 0;
    });
    line.end();
    if (!grades.ok()) return fail(grades.error(), options.json);
    const std::string table = gradesToMarkdown(*grades);
    const auto place = options.out.empty() ? options.folder / "grades" : options.out;
    for (const auto& [ending, text] : {std::pair(".md", table), std::pair(".csv", gradesToCsv(*grades))})
        if (auto written = writeFileDurably(place.string() + ending, text); !written.ok())
            return fail(written.error(), options.json);
    if (options.json) {
        Json json{{"exercise", grades->title}, {"grades", Json::array()}, {"left_out", Json::array()}};
        for (const Grade& grade : grades->grades) json["grades"].push_back(gradeJson(grade));
        for (const Phrase& one : grades->leftOut) json["left_out"].push_back(plainText(one));
        printJson(json);
    } else {
        std::printf("%s\nwritten: %s.md and .csv\n", table.c_str(), place.c_str());
    }
    return kDone;
}

}  // namespace

CommandAction setGrade(CLI::App& app) {
    const auto options = std::make_shared<GradeOptions>();
    app.add_option("folder", options->folder, "Where the answers (NAME.answer.json) and their runs lie")->required();
    app.add_option("--exercise", options->exercise, "Its file; without it, the one that lies in the folder");
    app.add_flag("--train", options->trains,
                 "Also train every run again from its settings and seed: those that were not handed in can then be "
                 "checked, and the others must repeat to the bit on the same kind of processor");
    app.add_option("--out", options->out, "Write OUT.md and OUT.csv (grades in the folder)");
    app.add_flag("--json", options->json, "As JSON, too");
    return [options] { return gradeCommand(*options); };
}

}  // namespace gatelab::worker
