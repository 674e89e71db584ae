// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/workspace_care.h"

#include "base/number_text.h"
#include "io/database.h"
#include "io/file_io.h"
#include "io/file_lock.h"
#include "store/checkpoint.h"
#include "store/kept_preparation_file.h"
#include "store/manifest.h"
#include "store/record_checksums.h"
#include "store/run_files.h"
#include "store/run_queue.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <functional>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

constexpr const char *kCheckpoints = "checkpoints", *kRuns = "runs", *kTrash = "trash", *kIndex = "workspace.sqlite";

std::vector<fs::path> runFolders(const fs::path& workspace, const char* part = kRuns) {
    std::vector<fs::path> folders;
    std::error_code failed;
    for (fs::directory_iterator entry(workspace / part, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        std::error_code ignored;
        if (entry->is_directory(ignored) && !entry->is_symlink(ignored) &&
            entry->path().filename().string().front() != '.')
            folders.push_back(entry->path());
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

bool isDatabaseFile(const std::string& name) {
    return std::ranges::any_of(kDatabaseParts,
                               [&](const char* part) { return name == std::string(run_files::kDatabase) + part; });
}

fs::path parentOf(const fs::path& path) {
    std::error_code ignored;
    return fs::absolute(path, ignored).parent_path();
}

Error cancelled(const Phrase& what) {
    return {ErrorCode::Cancelled, {GATELAB_TEXT("Workspace", "%1 was cancelled; nothing was changed"), {what}}};
}

using LeaveOut = std::function<bool(const std::string& name)>;

bool isHalfMade(const std::string& name) { return name.rfind(kTemporaryPrefix, 0) == 0; }

Result<> copyTree(const fs::path& from, const fs::path& to, const Progress& progress, const LeaveOut& leaveOut = {});

/// A link to a folder, or to nothing: what it points to is not the workspace's, and may be the workspace itself.
bool isFolderLink(const fs::directory_entry& entry) {
    std::error_code ignored;
    return entry.is_symlink(ignored) && !entry.is_regular_file(ignored);
}

/// The links among the folders of runs.
Result<> copyLinks(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    for (fs::directory_iterator entry(from, failed), end; !failed && entry != end; entry.increment(failed)) {
        if (!isFolderLink(*entry)) continue;
        auto done = makeFolders(to);
        if (done) done = copyLink(entry->path(), to / entry->path().filename());
        if (!done) return done;
    }
    return {};
}

Result<> copyEntry(const fs::directory_entry& entry, const fs::path& to, const Progress& progress) {
    std::error_code ignored;
    if (isFolderLink(entry)) return copyLink(entry.path(), to);
    if (entry.is_directory(ignored)) return copyTree(entry.path(), to, progress);
    return entry.is_regular_file(ignored) ? copyNewFile(entry.path(), to, progress) : Result<>();
}

/// Folder by folder; `leaveOut` is asked at the top only.
Result<> copyTree(const fs::path& from, const fs::path& to, const Progress& progress, const LeaveOut& leaveOut) {
    if (auto made = makeFolders(to); !made) return made;
    std::error_code failed;
    for (fs::directory_iterator entry(from, failed), end; !failed && entry != end; entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        if (isHalfMade(name) || (leaveOut && leaveOut(name))) continue;
        if (auto done = copyEntry(*entry, to / name, progress); !done) return done;
    }
    return failed ? Result<>(ioError(failed.value(), GATELAB_TEXT("FileAction", "read"), from)) : syncFolder(to);
}

/// A running trainer may prune while we copy: what has gone meanwhile is no loss, it left a newer one.
Result<> copyCheckpoints(const fs::path& from, const fs::path& to, const Progress& progress,
                         std::vector<std::string>& left) {
    std::error_code failed;
    if (const fs::directory_entry self(from, failed); isFolderLink(self)) return copyLink(from, to);
    if (!fs::exists(from, failed)) return {};
    if (auto made = makeFolders(to); !made) return made;
    for (fs::directory_iterator entry(from, failed), end; !failed && entry != end; entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        if (name.front() == '.') continue;
        if (isFolderLink(*entry)) {
            if (auto linked = copyLink(entry->path(), to / name); !linked) return linked;
            continue;
        }
        auto done = copyTree(entry->path(), to / name, progress);
        if (done) {
            auto manifest = readManifest(to / name, "checkpoint");
            done = manifest ? verifyFiles(to / name, *manifest) : Result<>(manifest.error());
        }
        if (done) continue;
        // The copy is for a moment only: what is damaged is the original.
        if (done.error().code != ErrorCode::NotFound && done.error().code != ErrorCode::Corrupt) return done;
        if (done.error().code == ErrorCode::Corrupt) left.push_back(entry->path().string());
        if (auto removed = removePath(to / name); !removed) return removed;
    }
    return syncFolder(to);
}

/// As it is at its last commit, also while it is written to.
Result<> copyDatabase(const fs::path& from, const fs::path& to) {
    auto database = Database::open(from / run_files::kDatabase, Database::Mode::ReadOnly);
    return database ? database->copyTo(to / run_files::kDatabase) : Result<>(database.error());
}

Result<> copyRun(const fs::path& from, const fs::path& to, const Progress& progress, std::vector<std::string>& left) {
    const auto isApart = [](const std::string& name) {
        return name == run_files::kLock || isDatabaseFile(name) || name == kCheckpoints;
    };
    if (auto copied = copyTree(from, to, progress, isApart); !copied) return copied;
    if (auto copied = copyCheckpoints(from / kCheckpoints, to / kCheckpoints, progress, left); !copied) return copied;
    auto copied = copyDatabase(from, to);
    if (copied) return syncFolder(to);
    if (copied.error().code != ErrorCode::Corrupt && copied.error().code != ErrorCode::NotFound) return copied;
    left.push_back((from / run_files::kDatabase).string());
    return {};
}

/// A run that nobody writes to, with all that is in its folder: also what is damaged.
Result<> copyRunWhole(const fs::path& from, const fs::path& to, const Progress& progress) {
    const bool isReadable = Database::open(from / run_files::kDatabase, Database::Mode::ReadOnly).ok();
    const auto isApart = [isReadable](const std::string& name) {
        return name == run_files::kLock || (isReadable && isDatabaseFile(name));
    };
    if (auto copied = copyTree(from, to, progress, isApart); !copied) return copied;
    if (!isReadable) return {};
    auto copied = copyDatabase(from, to);
    if (copied) return syncFolder(to);
    if (copied.error().code != ErrorCode::Corrupt) return copied;
    if (auto removed = removeDatabase(to / run_files::kDatabase); !removed) return removed;
    return copyTree(from, to, progress, [](const std::string& name) { return !isDatabaseFile(name); });
}

/// What lies in a workspace beside the runs: the queue, and what a person put there. The index is made anew from the
/// folders.
bool isOfRuns(const std::string& name) { return name == kRuns || name == kTrash || name.rfind(kIndex, 0) == 0; }

/// Fails with DiskFull before anything is written. `what`: "back up to".
Result<> checkSpace(const fs::path& target, std::uint64_t bytes, const Text& message) {
    auto space = freeSpace(target);
    if (!space) return space.error();
    const std::uint64_t needed = bytes + bytes / 10;
    if (*space >= needed) return {};
    const auto [need, free] = bytesTexts(static_cast<double>(needed), static_cast<double>(*space));
    return Error{ErrorCode::DiskFull, {message, {target.string(), need, free}}};
}

/// Each folder of runs by `copy`, with the share of them that is done.
Result<> copyEach(const std::vector<fs::path>& folders, const fs::path& to, const Progress& progress,
                  const Phrase& work,
                  const std::function<Result<>(const fs::path&, const fs::path&, const Progress&)>& copy) {
    for (std::size_t index = 0; index < folders.size(); ++index) {
        const double share = static_cast<double>(index) / static_cast<double>(folders.size());
        if (!report(progress, share)) return cancelled(work);
        const Progress keepGoing = [&](double) { return report(progress, share); };
        const fs::path target = to / folders[index].parent_path().filename();
        if (auto made = makeFolders(target); !made) return made;
        if (auto copied = copy(folders[index], target / folders[index].filename(), keepGoing); !copied) return copied;
    }
    return {};
}

}  // namespace

std::vector<RunSize> runSizes(const fs::path& workspace) {
    std::vector<RunSize> sizes;
    for (const fs::path& folder : runFolders(workspace)) {
        RunSize size;
        size.id = folder.filename().string();
        std::error_code failed;
        for (const auto& entry : fs::directory_iterator(folder, failed)) {
            const std::string name = entry.path().filename().string();
            (isDatabaseFile(name)   ? size.curves
             : name == kCheckpoints ? size.checkpoints
                                    : size.other) += bytesOnDisk(entry.path());
        }
        sizes.push_back(size);
    }
    std::sort(sizes.begin(), sizes.end(), [](const RunSize& a, const RunSize& b) { return a.total() > b.total(); });
    return sizes;
}

std::uint64_t trashSize(const fs::path& workspace) { return bytesOnDisk(workspace / kTrash); }

Result<std::vector<std::string>> backUpWorkspace(const fs::path& workspace, const fs::path& target,
                                                 const Progress& progress) {
    const std::uint64_t bytes = bytesOnDisk(workspace) - trashSize(workspace);
    constexpr Text kFull = GATELAB_TEXT("Workspace",
                                        "cannot back up to '%1': %2 is needed and %3 is free; nothing was changed; "
                                        "free some space, or choose another disk");
    if (auto enough = checkSpace(target, bytes, kFull); !enough) return enough.error();
    removeAbandoned(parentOf(target));
    std::vector<std::string> left;
    auto made = publishFolderDurably(target, [&](const fs::path& temporary) -> Result<> {
        if (auto rest = copyTree(workspace, temporary, progress, isOfRuns); !rest) return rest;
        if (auto runs = makeFolders(temporary / kRuns); !runs) return runs;
        if (auto links = copyLinks(workspace / kRuns, temporary / kRuns); !links) return links;
        auto copied = copyEach(runFolders(workspace), temporary, progress, GATELAB_TEXT("Workspace", "backing up"),
                               [&](const fs::path& from, const fs::path& to, const Progress& goOn) {
                                   return copyRun(from, to, goOn, left);
                               });
        return copied ? syncFolder(temporary / kRuns) : copied;
    });
    if (!made) return made.error();
    return left;
}

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
    for (const CheckpointInfo& info : CheckpointStore(folder).list()) {
        ++check.checkpoints;
        if (!info.problem.empty()) {
            add(info.problem);
            continue;
        }
        const auto manifest = readManifest(info.folder, "checkpoint");
        const auto sound = manifest ? verifyFiles(info.folder, *manifest) : Result<>(manifest.error());
        if (!sound && sound.error().code != ErrorCode::NotFound) damaged(sound.error());
    }
}

}  // namespace

Result<WorkspaceCheck> checkWorkspace(Workspace& workspace, const Progress& progress) {
    WorkspaceCheck check;
    if (const auto listed = workspace.runs(); !listed) return listed.error();
    for (Phrase& warning : workspace.warnings()) check.damaged.push_back({{}, std::move(warning)});
    if (const auto queue = RunQueue(workspace.folder()).parse(); !queue && queue.error().code != ErrorCode::NotFound)
        check.damaged.push_back({{}, queue.error().phrase});
    auto folders = runFolders(workspace.folder()), deleted = runFolders(workspace.folder(), kTrash);
    folders.insert(folders.end(), deleted.begin(), deleted.end());
    for (std::size_t index = 0; index < folders.size(); ++index) {
        if (!report(progress, static_cast<double>(index) / static_cast<double>(folders.size())))
            return cancelled(GATELAB_TEXT("Workspace", "checking"));
        checkRun(folders[index], check);
    }
    return check;
}

Result<std::uint64_t> compactWorkspace(const fs::path& workspace, const Progress& progress) {
    std::uint64_t won = 0;
    const auto compactOne = [&won](const fs::path& file) -> Result<> {
        const std::uint64_t before = bytesOnDisk(file);
        {
            auto database = Database::open(file, Database::Mode::ReadWrite);
            if (!database) return database.error();
            if (auto done = database->compact(); !done) return done;
        }
        const std::uint64_t after = bytesOnDisk(file);
        won += before > after ? before - after : 0;
        return {};
    };
    const auto folders = runFolders(workspace);
    for (std::size_t index = 0; index < folders.size(); ++index) {
        if (!report(progress, static_cast<double>(index) / static_cast<double>(folders.size())))
            return cancelled(GATELAB_TEXT("Workspace", "compacting"));
        auto lock = FileLock::acquire(folders[index] / run_files::kLock);
        if (!lock && lock.error().code == ErrorCode::Busy) continue;
        if (!lock) return lock.error();
        auto done = compactOne(folders[index] / run_files::kDatabase);
        // A damaged run is the list's business; a window that reads one just now is no trouble either.
        const bool isHarmless =
            !done && (done.error().code == ErrorCode::Corrupt || done.error().code == ErrorCode::NotFound ||
                      done.error().code == ErrorCode::Busy);
        if (!done && !isHarmless) return done.error();
    }
    std::error_code failed;
    if (const fs::path index = workspace / kIndex; fs::exists(index, failed)) {
        if (auto done = compactOne(index); !done && done.error().code != ErrorCode::Busy) return done.error();
    }
    return won;
}

Result<> moveWorkspace(const fs::path& workspace, const fs::path& target, const Progress& progress) {
    std::error_code failed;
    if (fs::exists(fs::symlink_status(target, failed)))
        return ioError(EEXIST, GATELAB_TEXT("FileAction", "move the workspace to"), target);
    for (const fs::path& folder : runFolders(workspace)) {
        if (FileLock::isHeld(folder / run_files::kLock))
            return Error{
                ErrorCode::Busy,
                {GATELAB_TEXT("Workspace", "run '%1' is going on; the workspace was not moved; stop the run first"),
                 {folder.filename().string()}}};
    }
    if (onSameDisk(workspace, target)) return renamePath(workspace, target);
    constexpr Text kFull = GATELAB_TEXT("Workspace",
                                        "cannot move to '%1': %2 is needed and %3 is free; nothing was changed; free "
                                        "some space, or choose another disk");
    if (auto enough = checkSpace(target, bytesOnDisk(workspace), kFull); !enough) return enough;
    auto folders = runFolders(workspace), deleted = runFolders(workspace, kTrash);
    folders.insert(folders.end(), deleted.begin(), deleted.end());
    removeAbandoned(parentOf(target));
    auto copied = publishFolderDurably(target, [&](const fs::path& temporary) -> Result<> {
        if (auto rest = copyTree(workspace, temporary, progress, isOfRuns); !rest) return rest;
        if (auto runs = makeFolders(temporary / kRuns); !runs) return runs;
        for (const char* part : {kRuns, kTrash})
            if (auto links = copyLinks(workspace / part, temporary / part); !links) return links;
        auto moved = copyEach(folders, temporary, progress, GATELAB_TEXT("Workspace", "moving"), copyRunWhole);
        return moved ? syncFolder(temporary / kRuns) : moved;
    });
    return copied ? removePath(workspace) : copied;
}

std::int64_t processOfRun(const fs::path& runFolder) {
    const fs::path lock = runFolder / run_files::kLock;
    if (!FileLock::isHeld(lock)) return 0;
    auto text = readFileBytes(lock, 64);
    return text ? std::strtoll(text->c_str(), nullptr, 10) : 0;
}

}  // namespace gatelab
