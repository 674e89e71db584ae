// SPDX-License-Identifier: GPL-3.0-or-later
// What is done to a workspace as a whole: sizes, back up, move, compact, check, rebuild; what its trash holds, bring
// back, empty.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"

#include "app/run_names.h"
#include "app/run_reference.h"
#include "run/run_event_json.h"
#include "store/workspace.h"
#include "store/workspace_care.h"

#include <unistd.h>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <span>
#include <string>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

std::atomic<bool> interrupted{false};

struct CareOptions {
    WorkspaceOptions workspace;
    std::string target;  ///< folder, or run
    bool json = false;
};

/// The share on a terminal; a first Ctrl+C stops the work, which then leaves things as they were.
Progress shownProgress() {
    std::signal(SIGINT, [](int) { interrupted = true; });
    return [shown = -1, terminal = ::isatty(STDERR_FILENO) == 1](double share) mutable {
        if (const int percent = static_cast<int>(share * 100); terminal && share >= 0 && percent != shown) {
            shown = percent;
            std::fprintf(stderr, "%3d %%\r", percent);
        }
        return !interrupted.load();
    };
}

void say(const CareOptions& options, const Json& json, const std::string& text) {
    std::printf("%s\n", options.json ? jsonLine(json).c_str() : text.c_str());
}

int printSizes(const CareOptions& options) {
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace) return fail(workspace.error(), options.json);
    const auto sizes = runSizes((*workspace)->folder());
    std::uint64_t all = trashSize((*workspace)->folder());
    const std::uint64_t trash = all;
    if (!options.json) std::printf("%-26s %14s %14s %14s %14s\n", "run", "bytes", "curves", "checkpoints", "other");
    for (const RunSize& run : sizes) {
        all += run.total();
        if (options.json)
            say(options,
                {{"run", run.id},
                 {"bytes", run.total()},
                 {"curves", run.curves},
                 {"checkpoints", run.checkpoints},
                 {"other", run.other}},
                {});
        else
            std::printf("%-26s %14llu %14llu %14llu %14llu\n", run.id.c_str(),
                        static_cast<unsigned long long>(run.total()), static_cast<unsigned long long>(run.curves),
                        static_cast<unsigned long long>(run.checkpoints), static_cast<unsigned long long>(run.other));
    }
    say(options, {{"runs", sizes.size()}, {"bytes", all}, {"trash", trash}},
        std::to_string(sizes.size()) + " runs, " + std::to_string(all) + " bytes, " + std::to_string(trash) +
            " of them in the trash");
    return kDone;
}

int backUp(const CareOptions& options) {
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace) return fail(workspace.error(), options.json);
    const auto damaged = backUpWorkspace((*workspace)->folder(), options.target, shownProgress());
    if (!damaged) return fail(damaged.error(), options.json);
    for (const std::string& name : *damaged)
        std::fprintf(stderr, "warning: '%s' is damaged and was left out\n", name.c_str());
    const std::uint64_t trash = trashSize((*workspace)->folder());
    say(options, {{"backup", options.target}, {"left_out", *damaged}, {"trash_left_out", trash > 0}},
        "Copied to " + options.target + ", which opens as a workspace." +
            (trash > 0 ? " Deleted runs (the trash) were left out." : ""));
    return kDone;
}

int moveAll(const CareOptions& options) {
    std::filesystem::path folder;
    {
        const auto workspace = options.workspace.openExisting(options.json);
        if (!workspace) return fail(workspace.error(), options.json);
        folder = (*workspace)->folder();
    }
    if (const auto moved = moveWorkspace(folder, options.target, shownProgress()); !moved)
        return fail(moved.error(), options.json);
    say(options, {{"workspace", options.target}}, "Moved to " + options.target + ".");
    return kDone;
}

int compact(const CareOptions& options) {
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace) return fail(workspace.error(), options.json);
    const auto won = compactWorkspace((*workspace)->folder(), shownProgress());
    if (!won) return fail(won.error(), options.json);
    say(options, {{"bytes_won", *won}}, std::to_string(*won) + " bytes given back.");
    return kDone;
}

int check(const CareOptions& options) {
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace) return fail(workspace.error(), options.json);
    const auto found = checkWorkspace(**workspace, shownProgress());
    if (!found) return fail(found.error(), options.json);
    Json damaged = Json::array();
    for (const auto& [run, what] : found->damaged) {
        damaged.push_back({{"run", run}, {"what", what.english()}});
        if (!options.json)
            std::printf("%s: %s\n", run.empty() ? "workspace" : shown(run).c_str(), plainText(what).c_str());
    }
    Json notes = Json::array();
    for (const Phrase& note : found->notes) {
        notes.push_back(note.english());
        if (!options.json) std::printf("note: %s\n", plainText(note).c_str());
    }
    const auto unproved = [](const std::string& what, const std::vector<std::string>& runs) {
        return runs.empty() ? ""
                            : "; the " + what + " of " + std::to_string(runs.size()) +
                                  " are of an older program and have no checksums";
    };
    say(options,
        {{"runs", found->runs},
         {"checkpoints", found->checkpoints},
         {"damaged", damaged},
         {"notes", notes},
         {"unchecked", found->unchecked},
         {"unchecked_films", found->uncheckedFilms}},
        std::to_string(found->runs) + " runs and " + std::to_string(found->checkpoints) + " checkpoints looked at, " +
            (damaged.empty() ? "nothing is damaged" : std::to_string(damaged.size()) + " damaged") +
            unproved("records", found->unchecked) + unproved("films", found->uncheckedFilms));
    return damaged.empty() ? kDone : kFailed;
}

int rebuild(const CareOptions& options) {
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace) return fail(workspace.error(), options.json);
    if (const auto made = (*workspace)->rebuildIndex(shownProgress()); !made) return fail(made.error(), options.json);
    const auto runs = (*workspace)->runs();
    if (!runs) return fail(runs.error(), options.json);
    say(options, {{"runs", runs->size()}},
        "The index is made anew from " + std::to_string(runs->size()) + " run folders.");
    return kDone;
}

int listTrash(const CareOptions& options) {
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace) return fail(workspace.error(), options.json);
    const auto deleted = (*workspace)->deletedRuns();
    if (!deleted) return fail(deleted.error(), options.json);
    for (const RunSummary& run : *deleted)
        say(options,
            {{"number", run.number},
             {"run", run.id},
             {"name", run.name},
             {"state", runStateName(run.state)},
             {"step", run.step},
             {"bytes", run.bytes}},
            run.id + "  " + runStateName(run.state) + ", " + std::to_string(run.step) + " steps  " +
                numberedName(run).english());
    if (!options.json)
        std::printf(deleted->empty() ? "The trash is empty.\n"
                                     : "gatelab-worker workspace restore RUN brings one back.\n");
    return kDone;
}

int restore(const CareOptions& options) {
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace) return fail(workspace.error(), options.json);
    std::string id = options.target;
    if (numberIn(id)) {
        const auto deleted = (*workspace)->deletedRuns();
        if (!deleted) return fail(deleted.error(), options.json);
        const auto found = referredRun(std::span<const RunSummary>(*deleted), id);
        if (!found) return fail(found.error(), options.json);
        id = found->id;
    }
    if (const auto back = (*workspace)->undeleteRun(id); !back) return fail(back.error(), options.json);
    say(options, {{"restored", id}}, "Run " + options.target + " is back.");
    return kDone;
}

int emptyTrash(const CareOptions& options) {
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace) return fail(workspace.error(), options.json);
    const std::uint64_t bytes = trashSize((*workspace)->folder());
    if (const auto emptied = (*workspace)->emptyTrash(); !emptied) return fail(emptied.error(), options.json);
    say(options, {{"bytes_won", bytes}}, "The trash is empty; " + std::to_string(bytes) + " bytes given back.");
    return kDone;
}

}  // namespace

CommandAction setWorkspace(CLI::App& app) {
    const auto options = std::make_shared<CareOptions>();
    const auto chosen = std::make_shared<int (*)(const CareOptions&)>(nullptr);
    app.require_subcommand(1);
    const auto add = [&](const char* name, const char* help, int (*action)(const CareOptions&), const char* target) {
        CLI::App* sub = app.add_subcommand(name, help);
        options->workspace.addTo(*sub);
        if (target != nullptr) sub->add_option("target", options->target, target)->required();
        sub->add_flag("--json", options->json, "As JSON");
        sub->parse_complete_callback([chosen, action] { *chosen = action; });
    };
    add("sizes", "What each run takes on the disk, largest first", printSizes, nullptr);
    add("backup", "Copy all runs, also those going on, and the queue to a new folder; not the trash", backUp,
        "Folder that does not exist yet");
    add("move", "Move all to a new place; nothing may be training", moveAll, "Folder that does not exist yet");
    add("compact", "Give back what the databases no longer use", compact, nullptr);
    add("check", "Say what is damaged: every checksum is looked at; exit code 1 when something is", check, nullptr);
    add("rebuild", "Make the list of runs anew from their folders", rebuild, nullptr);
    add("trash", "Runs that were deleted and can be brought back", listTrash, nullptr);
    add("restore", "Bring a deleted run back", restore, "Run in the trash (see trash)");
    add("empty-trash", "Remove deleted runs for good", emptyTrash, nullptr);
    return [options, chosen] { return *chosen != nullptr ? (*chosen)(*options) : int{kUsage}; };
}

}  // namespace gatelab::worker
