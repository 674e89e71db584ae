// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/workspace_care.h"

#include "base/number_text.h"
#include "io/database.h"
#include "io/file_io.h"
#include "io/file_lock.h"
#include "store/film.h"
#include "store/record/manifest.h"
#include "store/record/run_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <functional>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

constexpr const char *kCheckpoints = "checkpoints", *kRuns = kRunsFolder, *kTrash = kTrashFolder,
                     *kIndex = "workspace.sqlite";

bool isDatabaseFile(const std::string& name) {
    return std::ranges::any_of(kDatabaseParts,
                               [&](const char* part) { return name == std::string(run_files::kDatabase) + part; });
}

fs::path parentOf(const fs::path& path) {
    std::error_code ignored;
    return fs::absolute(path, ignored).parent_path();
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

/// What came of copying the checkpoints of a run once.
struct Copied {
    std::size_t whole = 0;
    bool pruned = false;  ///< one has gone meanwhile
};

Result<> copyCheckpoint(const fs::path& from, const fs::path& to, const Progress& progress) {
    if (auto done = copyTree(from, to, progress); !done) return done;
    auto manifest = readManifest(to, "checkpoint");
    return manifest ? verifyFiles(to, *manifest) : Result<>(manifest.error());
}

/// Newest first: it is pruned last.
Result<Copied> copyCheckpointsOnce(const fs::path& from, const fs::path& to, const Progress& progress,
                                   std::vector<std::string>& left) {
    Copied copied;
    std::vector<fs::directory_entry> entries;
    std::error_code failed;
    for (fs::directory_iterator entry(from, failed), end; !failed && entry != end; entry.increment(failed))
        if (entry->path().filename().string().front() != '.') entries.push_back(*entry);
    std::ranges::sort(entries, std::ranges::greater(), [](const fs::directory_entry& entry) { return entry.path(); });
    for (const fs::directory_entry& entry : entries) {
        const fs::path copy = to / entry.path().filename();
        std::error_code ignored;
        if (isFolderLink(entry)) {
            if (auto linked = copyLink(entry.path(), copy); !linked) return linked.error();
            continue;
        }
        const auto done = copyCheckpoint(entry.path(), copy, progress);
        if (done) {
            ++copied.whole;
            continue;
        }
        if (done.error().code == ErrorCode::Cancelled) return done.error();
        const bool isGone = !fs::exists(entry.path(), ignored);
        if (!isGone && done.error().code != ErrorCode::NotFound && done.error().code != ErrorCode::Corrupt)
            return done.error();
        // The copy is for a moment only: what is damaged is the original.
        copied.pruned = copied.pruned || isGone;
        if (!isGone && std::ranges::find(left, entry.path().string()) == left.end())
            left.push_back(entry.path().string());
        if (auto removed = removePath(copy); !removed) return removed.error();
    }
    return copied;
}

/// A running trainer may prune while we copy: what has gone meanwhile left a newer one, which is looked for until one
/// was copied whole.
Result<> copyCheckpoints(const fs::path& from, const fs::path& to, const Progress& progress,
                         std::vector<std::string>& left) {
    std::error_code failed;
    if (const fs::directory_entry self(from, failed); isFolderLink(self)) return copyLink(from, to);
    if (!fs::exists(from, failed)) return {};
    if (auto made = makeFolders(to); !made) return made;
    for (;;) {
        const auto copied = copyCheckpointsOnce(from, to, progress, left);
        if (!copied) return copied.error();
        if (copied->whole > 0 || !copied->pruned) return syncFolder(to);
    }
}

/// As it is at its last commit, also while it is written to.
Result<> copyDatabase(const fs::path& from, const fs::path& to) {
    auto database = Database::open(from / run_files::kDatabase, Database::Mode::ReadOnly);
    return database ? database->copyTo(to / run_files::kDatabase) : Result<>(database.error());
}

/// A trainer may thin the film meanwhile.
Result<> copyFilm(const fs::path& from, const fs::path& to, const Progress& progress, std::vector<std::string>& left) {
    const fs::path film = from / FilmStore::kFolder;
    std::error_code failed;
    if (!fs::is_directory(film, failed) || fs::is_symlink(film, failed)) return {};
    if (auto rest = copyTree(film, to / FilmStore::kFolder, progress, FilmStore::isOfFilm); !rest) return rest;
    return FilmStore(from).copyTo(to, left);
}

Result<> copyRunOnce(const fs::path& from, const fs::path& to, const Progress& progress,
                     std::vector<std::string>& left) {
    std::error_code ignored;
    const fs::path film = from / FilmStore::kFolder;
    const bool isFilmApart = fs::is_directory(film, ignored) && !fs::is_symlink(film, ignored);
    const auto isApart = [isFilmApart](const std::string& name) {
        return name == run_files::kLock || isDatabaseFile(name) || name == kCheckpoints ||
               (isFilmApart && name == FilmStore::kFolder);
    };
    if (auto copied = copyTree(from, to, progress, isApart); !copied) return copied;
    if (auto copied = copyFilm(from, to, progress, left); !copied) return copied;
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
        if (!report(progress, share)) return careCancelled(work);
        const Progress keepGoing = [&](double) { return report(progress, share); };
        const fs::path target = to / folders[index].parent_path().filename();
        if (auto made = makeFolders(target); !made) return made;
        if (auto copied = copy(folders[index], target / folders[index].filename(), keepGoing); !copied) return copied;
    }
    return {};
}

}  // namespace

/// A run that ends, or goes on, while it is copied is copied again: its record would tell of files that the copy lacks.
Result<> copyRun(const fs::path& from, const fs::path& to, const Progress& progress, std::vector<std::string>& left) {
    for (;;) {
        const bool isTrained = FileLock::isHeld(from / run_files::kLock);
        std::vector<std::string> leftHere;
        auto copied = copyRunOnce(from, to, progress, leftHere);
        if (!copied || FileLock::isHeld(from / run_files::kLock) == isTrained) {
            left.insert(left.end(), leftHere.begin(), leftHere.end());
            return copied;
        }
        if (auto removed = removePath(to); !removed) return removed;
    }
}

Error careCancelled(const Phrase& what) {
    return {ErrorCode::Cancelled, {GATELAB_TEXT("Workspace", "%1 was cancelled; nothing was changed"), {what}}};
}

std::vector<fs::path> runFolders(const fs::path& workspace, const char* part) {
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

std::vector<RunSize> runSizes(const fs::path& workspace) {
    std::vector<RunSize> sizes;
    for (const fs::path& folder : runFolders(workspace, kRuns)) {
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
        auto copied =
            copyEach(runFolders(workspace, kRuns), temporary, progress, GATELAB_TEXT("Workspace", "backing up"),
                     [&](const fs::path& from, const fs::path& to, const Progress& goOn) {
                         return copyRun(from, to, goOn, left);
                     });
        return copied ? syncFolder(temporary / kRuns) : copied;
    });
    if (!made) return made.error();
    return left;
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
    const auto folders = runFolders(workspace, kRuns);
    for (std::size_t index = 0; index < folders.size(); ++index) {
        if (!report(progress, static_cast<double>(index) / static_cast<double>(folders.size())))
            return careCancelled(GATELAB_TEXT("Workspace", "compacting"));
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
    for (const fs::path& folder : runFolders(workspace, kRuns)) {
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
    auto folders = runFolders(workspace, kRuns), deleted = runFolders(workspace, kTrash);
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
