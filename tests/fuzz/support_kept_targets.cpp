// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/support_kept_targets.h"

#include "app/report/run_bundle.h"
#include "app/saved_experiment.h"
#include "app/trackers/mlflow_runs.h"
#include "app/trackers/trackio_runs.h"
#include "config/config_io.h"
#include "config/field.h"
#include "config/sweep_plan.h"
#include "data/folders/file_list.h"
#include "data/recipe/formula.h"
#include "data/recipe/recipe.h"
#include "data/split.h"
#include "data/time_step.h"
#include "fuzz/support_arrow_target.h"
#include "io/archive_writer.h"
#include "io/database.h"
#include "io/hash.h"
#include "io/json/json.h"
#include "lab/lab_json.h"
#include "lab/outside/forecast_file.h"
#include "lesson/belt/belt_network.h"
#include "lesson/class/answer.h"
#include "lesson/class/class_plan.h"
#include "lesson/class/exercise.h"
#include "lesson/glossary.h"
#include "lesson/lesson_file.h"
#include "lesson/review.h"
#include "run/alert_rules_json.h"
#include "run/directive_text.h"
#include "run/run_event_json.h"
#include "run/timeline_json.h"
#include "store/cluster_profiles.h"
#include "store/imported_file.h"
#include "store/job_limits.h"
#include "store/known_hosts.h"
#include "store/record/manifest.h"
#include "store/run_queue.h"
#include "store/saved_json.h"
#include "store/saved_preparation_file.h"
#include "store/saved_sweep.h"
#include "store/workspace.h"

#include <array>
#include <fstream>
#include <string>

namespace gatelab::testing {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, std::string_view bytes) {
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

bool readSettings(const FuzzTarget&, std::string_view bytes, const fs::path& file) {
    isRead(readExperiment(file));
    const auto report = configFromJson(bytes);
    if (isRead(report) && report.ok() && !configFromJson(configToJson(report->config)).ok())
        endWith("settings that are read cannot be read again");
    return true;
}

/// Texts as a person types them, a line each.
bool readTypedTexts(const FuzzTarget&, std::string_view bytes, const fs::path&) {
    constexpr std::int64_t kRows = 1000;
    for (std::size_t at = 0; at <= bytes.size();) {
        const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
        const std::string_view line = bytes.substr(at, end - at);
        at = end + 1;
        const auto step = parseRecipeStep(line);
        if (isRead(step) && step.ok() && !parseRecipeStep(formatRecipeStep(*step)).ok())
            endWith("a step that is read cannot be read again");
        isRead(Formula::parse(line));
        isRead(splitRows(line, kRows, 0));
        isRead(parseSweepAxis(line));
        isRead(directiveFromText(line));
        static_cast<void>(timeStepMicros(line));
        for (const Field& field : fields()) isRead(parseFieldValue(field, line));
    }
    return true;
}

bool readLessons(const FuzzTarget&, std::string_view bytes, const fs::path& file) {
    isRead(lessonFromJson(bytes, file, {}));
    isRead(glossaryFromJson(bytes));
    auto progress = reviewFromJson(std::string(bytes));
    if (!isRead(progress) || !progress.ok()) return true;
    // Those that are remembered, all as the first answer is right
    std::vector<ReviewQuestion> questions;
    for (const auto& [key, memory] : progress->memory)
        if (questions.size() < kReviewQuestions) questions.push_back({key, key.substr(0, key.find('/')), {}});
    for (ReviewRound round(questions, *progress); !round.isOver();) round.answer(0, *progress);
    return true;
}

bool readClassFiles(const FuzzTarget&, std::string_view bytes, const fs::path& file) {
    isRead(exerciseFromJson(bytes, file));
    isRead(answerFromJson(bytes, file));
    return isRead(classFromJson(bytes, file, {}));
}

bool readBelt(const FuzzTarget&, std::string_view bytes, const fs::path&) { return isRead(readBeltFile(bytes)); }

bool readForecasts(const FuzzTarget&, std::string_view, const fs::path& file) { return isRead(readForecastFile(file)); }

/// As the list of a bundle beside a file that it may name.
bool readBundle(const FuzzTarget&, std::string_view, const fs::path& file) {
    static const auto kWorkspace = Workspace::open(file.parent_path() / "workspace");
    const fs::path bundle = file.parent_path() / "input.gatelab";
    const std::array<ArchiveSource, 2> sources{{{"bundle.json", file}, {"runs/r/config.json", file}}};
    if (!kWorkspace.ok() || !writeZip(bundle, sources).ok()) return false;
    return isRead(openBundle(**kWorkspace, bundle));
}

/// With the checksum that is due to it: that of mutated bytes is never right.
bool readKept(const FuzzTarget&, std::string_view bytes, const fs::path& file) {
    const fs::path folder = file.parent_path();
    auto json = nlohmann::ordered_json::parse(bytes, nullptr, false);
    if (!json.is_object()) return false;
    if (json.contains(kChecksumKey)) json[kChecksumKey] = jsonChecksum(bytes);
    const std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    write(folder / kPreparationName, text + '\n' + sha256(text) + '\n');
    for (const char* name : {kSweepFile, RunQueue::kFile, ClusterProfiles::kFile, KnownHosts::kFile, "limits.json"})
        write(folder / name, text);
    isRead(savedSweep(folder));
    isRead(RunQueue(folder).parse());
    isRead(ClusterProfiles(folder).read());
    isRead(KnownHosts(folder).read());
    isRead(readLimits(folder));
    isRead(readPreparation(folder));
    isRead(manifestFromJson(text, "run"));
    return isRead(manifestFromJson(text, "checkpoint"));
}

/// What was read is written and read again. Nothing is held against the bytes: what is out of range may be cut.
template <class T>
void goesBack(const Result<T>& read, auto write, auto readAgain, const char* what) {
    if (isRead(read) && read.ok() && !readAgain(write(*read)).ok())
        endWith(std::string(what) + " that are read cannot be read again");
}

bool readTold(const FuzzTarget&, std::string_view bytes, const fs::path&) {
    goesBack(eventFromJson(bytes), eventToJson, eventFromJson, "events");
    goesBack(timelineOfJson(bytes), timelineJson, timelineOfJson, "timelines");
    goesBack(alertRulesOfJson(bytes), alertRulesJson, alertRulesOfJson, "rules");
    goesBack(labFromJson(bytes), labJson, labFromJson, "labs");
    goesBack(readFileList(bytes), fileListText, readFileList, "lists of files");
    if (const auto imported = importedFromJson(bytes); imported && !importedFromJson(importedToJson(*imported)))
        endWith("imported runs that are read cannot be read again");
    return true;
}

/// One text in the place of every file of a run.
bool readMlflow(const FuzzTarget&, std::string_view bytes, const fs::path& file) {
    const fs::path folder = file.parent_path() / "mlflow";
    for (const char* kind : {"metrics", "params", "tags"}) {
        fs::create_directories(folder / kind);
        write(folder / kind / "loss", bytes);
    }
    write(folder / "meta.yaml", bytes);
    static_cast<void>(isMlflowRunFolder(folder));
    isRead(readMlflowFolder(folder));
    write(folder / "meta.yaml", "run_id: abc\nartifact_uri: x\nstatus: 3\n");
    return isRead(readMlflowFolder(folder));
}

bool readTrackerDatabase(const FuzzTarget&, std::string_view, const fs::path& file) {
    auto database = Database::open(file, Database::Mode::ReadOnly);
    if (!isRead(database) || !database.ok()) return true;
    const TakeTrackedRun drop = [](TrackedRun&&) { return Result<>(); };
    if (isMlflowDatabase(*database)) isRead(readMlflowDatabase(*database, drop));
    if (isTrackioDatabase(*database)) isRead(readTrackioDatabase(*database, "project", drop));
    return true;
}

}  // namespace

std::vector<FuzzTarget> keptTargets() {
    return {{"settings", "input.json", readSettings},
            {"typed", "input.txt", readTypedTexts},
            {"lesson", "input.json", readLessons},
            {"class", "input.json", readClassFiles},
            {"belt", "input.safetensors", readBelt},
            {"forecasts", "input.csv", readForecasts},
            {"bundle", "input.json", readBundle},
            {"kept", "input.json", readKept},
            {"told", "input.json", readTold},
            {"mlflow", "input.yaml", readMlflow},
            {"trackers", "input.db", readTrackerDatabase},
            {"arrow", "input.bin", readArrowColumns}};
}

}  // namespace gatelab::testing
