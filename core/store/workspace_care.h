// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "store/workspace.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// What is done to a workspace as a whole, open or not. Every call blocks for file access and may come from any thread.
namespace gatelab {

inline constexpr const char *kRunsFolder = "runs", *kTrashFolder = "trash";
/// The folders in that part of a workspace, sorted; links and what is being made or removed are left out.
std::vector<std::filesystem::path> runFolders(const std::filesystem::path& workspace, const char* part);

/// What a call answers whose progress said stop; `what`: "backing up".
Error careCancelled(const Phrase& what);

/// Bytes that one run takes, by what they are.
struct RunSize {
    std::string id;
    std::uint64_t curves = 0;  ///< run.sqlite with its journal
    std::uint64_t checkpoints = 0;
    std::uint64_t other = 0;
    [[nodiscard]] std::uint64_t total() const { return curves + checkpoints + other; }
};
/// Largest first.
std::vector<RunSize> runSizes(const std::filesystem::path& workspace);
std::uint64_t trashSize(const std::filesystem::path& workspace);

/// Copies all runs, the queue and what else lies in the workspace to a folder that must not exist yet; it appears whole
/// or not at all, and opens as a workspace (the index is made from the folders). Running runs are copied as they are at
/// their last commit. Copied checkpoints are verified; damaged ones are left out and named in the answer. The trash is
/// left out. A link to a folder is copied as a link, so that what it points to is in no copy.
Result<std::vector<std::string>> backUpWorkspace(const std::filesystem::path& workspace,
                                                 const std::filesystem::path& target, const Progress& progress = {});

/// Copies one run to a folder that must not exist yet, as backUpWorkspace() does: its record as of its last commit, its
/// checkpoints verified; what is damaged is left out and named in `left`. Not durable until its folder is published.
Result<> copyRun(const std::filesystem::path& from, const std::filesystem::path& to, const Progress& progress,
                 std::vector<std::string>& left);

/// What is damaged in a workspace: every checksum of records, settings, checkpoints, films, manifests, of the trash,
/// the queue and the sweep is looked at, and what these name must be there (of a run that is trained just now, nothing
/// must).
struct WorkspaceCheck {
    struct Finding {
        std::string run;  ///< empty: of the workspace
        Phrase what;
    };
    std::vector<Finding> damaged;
    std::vector<Phrase> notes;                ///< on the workspace as a whole that tell of no damage
    std::vector<std::string> unchecked;       ///< runs of older programs, whose records have no checksums
    std::vector<std::string> uncheckedFilms;  ///< the same of films
    std::size_t runs = 0, checkpoints = 0;
};
/// Changes nothing but an index that is damaged.
Result<WorkspaceCheck> checkWorkspace(Workspace& workspace, const Progress& progress = {});

/// Gives unused space in the databases back; running runs are left alone. Returns the bytes won.
Result<std::uint64_t> compactWorkspace(const std::filesystem::path& workspace, const Progress& progress = {});

/// Moves a workspace that nobody uses to a path that does not exist yet: by renaming, or to another disk by copying
/// everything, the trash and what is damaged too, and then removing the source. Busy while a run is going on.
Result<> moveWorkspace(const std::filesystem::path& workspace, const std::filesystem::path& target,
                       const Progress& progress = {});

/// Process that holds the run, 0: none.
std::int64_t processOfRun(const std::filesystem::path& runFolder);

}  // namespace gatelab
