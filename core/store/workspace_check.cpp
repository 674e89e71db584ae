// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_lock.h"
#include "store/checkpoint.h"
#include "store/cluster_profiles.h"
#include "store/film.h"
#include "store/kept_count.h"
#include "store/known_hosts.h"
#include "store/record/kept_baselines.h"
#include "store/record/manifest.h"
#include "store/record/missing_files.h"
#include "store/record/record_checksums.h"
#include "store/record/run_files.h"
#include "store/run_index.h"
#include "store/run_job.h"
#include "store/run_numbers.h"
#include "store/run_queue.h"
#include "store/saved_preparation_file.h"
#include "store/saved_sweep.h"
#include "store/workspace_care.h"

#include <functional>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

/// Of the record: what a list does not look at.
void checkRecord(const fs::path& folder, WorkspaceCheck& check, const std::function<void(const Error&)>& damaged) {
    auto database = run_files::openDatabase(folder, Database::Mode::ReadOnly);
    if (!database) return;  // the summary says so
    auto sound = database->check();
    if (sound) sound = run_files::verifyPart(*database, run_files::RecordPart::Curves);
    if (!sound) damaged(sound.error());
    if (const auto has = run_files::hasChecksums(*database); has && !*has)
        check.unchecked.push_back(folder.filename().string());
}

/// Who trains the run may have begun or ended while we looked.
void checkMissing(const fs::path& folder, const std::function<void(Phrase)>& add) {
    if (FileLock::isHeld(folder / run_files::kLock)) return;
    const auto missing = missingFiles(folder);
    if (missing.empty() || FileLock::isHeld(folder / run_files::kLock)) return;
    for (const fs::path& path : missing) add(missingText(path));
}

void checkRun(const fs::path& folder, WorkspaceCheck& check) {
    const std::string id = folder.filename().string();
    const auto add = [&](Phrase what) { check.damaged.push_back({id, std::move(what)}); };
    const auto damaged = [&](const Error& error) { add(error.phrase); };
    if (const auto kept = readPreparation(folder); !kept && kept.error().code != ErrorCode::NotFound)
        damaged(kept.error());
    ++check.runs;
    const RunSummary summary = run_files::readSummary(folder);
    if (!summary.problem.empty()) add(summary.problem);
    // Of a run that was killed the summary has looked at the curves, too.
    checkRecord(folder, check, [&](const Error& error) {
        if (summary.problem.english().find(error.phrase.english()) == std::string::npos) damaged(error);
    });
    if (Phrase gone = CheckpointStore(folder).missingEnd(); !gone.empty()) add(std::move(gone));
    std::error_code ignored;
    for (const CheckpointInfo& info : CheckpointStore(folder).list()) {
        if (!fs::exists(info.folder, ignored)) continue;  // pruned since it was listed
        ++check.checkpoints;
        if (!info.problem.empty()) {
            add(info.problem);
            continue;
        }
        const auto manifest = readManifest(info.folder, "checkpoint");
        const auto sound = manifest ? verifyFiles(info.folder, *manifest) : Result<>(manifest.error());
        if (!sound && sound.error().code != ErrorCode::NotFound) damaged(sound.error());
    }
    checkMissing(folder, add);
    if (const std::string own = run_files::readId(folder); !own.empty() && own != id)
        add({GATELAB_TEXT("Workspace",
                          "the folder holds run '%1': it was renamed or copied; give it that name, or remove the copy"),
             {own}});
    if (const auto job = readJob(folder); !job) damaged(job.error());
    if (const auto kept = readKeptBaselines(folder); !kept && kept.error().code != ErrorCode::NotFound)
        damaged(kept.error());
    FilmCheck film = FilmStore(folder).check(FileLock::isHeld(folder / run_files::kLock));
    for (Phrase& what : film.damaged) add(std::move(what));
    if (film.isUnproved) check.uncheckedFilms.push_back(id);
}

/// What the index knows beside the folders.
void checkIndex(Workspace& workspace, WorkspaceCheck& check) {
    for (Phrase& warning : workspace.warnings())
        if (warning.source == kOnlyRead.source)
            check.notes.push_back(std::move(warning));
        else
            check.damaged.push_back({{}, std::move(warning)});
    if (Phrase note = workspace.newIndex(); !note.empty()) check.notes.push_back(std::move(note));
    const auto lost = workspace.lostRuns();
    if (!lost) return;  // an index that cannot be used has been named
    for (const RunSummary& run : *lost)
        check.damaged.push_back(
            {run.id,
             {GATELAB_TEXT("Workspace",
                           "the folder of this run ('%1') is gone, and it was not deleted here; restore it from a "
                           "backup, or, where it was meant to go, make the list of runs anew (workspace rebuild)"),
              {run.name}}});
}

/// A file of the workspace that is gone with what was in it. `fewest`: with so many entries it had to be there.
void checkLost(const fs::path& file, std::int64_t fewest, WorkspaceCheck& check) {
    const auto lost = lostWith(file);
    if (!lost)
        check.damaged.push_back({{}, lost.error().phrase});
    else if (*lost && **lost >= fewest)
        check.damaged.push_back(
            {{},
             {GATELAB_TEXT("Workspace", "'%1' is gone (entries that it held: %2); restore it from a backup"),
              {file.string(), **lost}}});
}

/// The numbers of runs, and the counts that are kept beside them.
void checkCounts(const fs::path& workspace, WorkspaceCheck& check) {
    const auto add = [&](const Phrase& what) { check.damaged.push_back({{}, what}); };
    const RunNumbers numbers(workspace);
    if (const fs::path lost = numbers.lost(); !lost.empty())
        add({GATELAB_TEXT("Workspace",
                          "'%1' is missing; restore it from a backup: else the next run gets the number behind the "
                          "highest that is kept, which a deleted run may have had"),
             {lost.string()}});
    const auto counted = numbers.counted();
    if (!counted) return add(counted.error().phrase);
    for (const std::string& name : *counted) {
        const fs::path count = countOf(workspace / fs::path(name).filename());
        if (std::error_code failed; fs::exists(count, failed) || failed) continue;
        add({GATELAB_TEXT("Workspace",
                          "'%1' is missing, which told how many entries '%2' held; restore both from a backup, or "
                          "begin anew: the next change writes them"),
             {count.string(), name}});
    }
}

}  // namespace

Result<WorkspaceCheck> checkWorkspace(Workspace& workspace, const Progress& progress) {
    WorkspaceCheck check;
    if (const auto listed = workspace.runs(); !listed) return listed.error();
    checkIndex(workspace, check);
    if (const auto queue = RunQueue(workspace.folder()).parse(); !queue && queue.error().code != ErrorCode::NotFound)
        check.damaged.push_back({{},
                                 {GATELAB_TEXT("Workspace",
                                               "'%1' cannot be used: %2; restore it from a backup, or queue the runs "
                                               "again: the next look at the queue sets the file aside"),
                                  {(workspace.folder() / RunQueue::kFile).string(), queue.error().phrase}}});
    checkLost(workspace.folder() / RunQueue::kFile, 0, check);
    checkLost(workspace.folder() / kSweepFile, 1, check);
    checkLost(workspace.folder() / ClusterProfiles::kFile, 0, check);
    if (const auto profiles = ClusterProfiles(workspace.folder()).read(); !profiles)
        check.damaged.push_back({{}, profiles.error().phrase});
    if (const auto hosts = KnownHosts(workspace.folder()).read(); !hosts)
        check.damaged.push_back({{}, hosts.error().phrase});
    checkCounts(workspace.folder(), check);
    if (const auto sweep = savedSweep(workspace.folder()); !sweep) check.damaged.push_back({{}, sweep.error().phrase});
    auto folders = runFolders(workspace.folder(), kRunsFolder), deleted = runFolders(workspace.folder(), kTrashFolder);
    folders.insert(folders.end(), deleted.begin(), deleted.end());
    for (std::size_t index = 0; index < folders.size(); ++index) {
        if (!report(progress, static_cast<double>(index) / static_cast<double>(folders.size())))
            return careCancelled(GATELAB_TEXT("Workspace", "checking"));
        checkRun(folders[index], check);
    }
    return check;
}

}  // namespace gatelab
