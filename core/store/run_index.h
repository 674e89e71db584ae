// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "io/database.h"
#include "store/record/run_facts.h"
#include "store/workspace.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// What a person is told of a workspace whose index cannot be written; %1: why. Nothing is damaged.
inline constexpr Text kOnlyRead = GATELAB_TEXT(
    "Workspace", "the runs of this workspace can be looked at, but none can be started, changed or deleted: %1");

/// workspace.sqlite: one line per run, so that a list of 10,000 runs needs no folder. Only a copy: when the file is
/// missing, damaged, replaced by another or of another schema, or a line does not fit its checksum, it is made anew
/// from the folders. Shared with other processes; every change carries a number, so that a reader fetches only what is
/// new. All calls may come from any thread.
class RunIndex {
public:
    /// readAll: every run of the workspace, from its folders.
    RunIndex(std::filesystem::path path, std::function<std::vector<RunSummary>(const Progress&)> readAll);

    /// Opens, or makes anew, of which alone `progress` is told; the other calls do the same when needed.
    Result<> open(const Progress& progress = {});
    /// Adds or replaces whole lines.
    Result<> put(const std::vector<RunSummary>& runs);
    /// Only what training changes; a name edited meanwhile stays.
    Result<> putProgress(const RunSummary& run);
    /// Only what a person may change.
    Result<> putEdits(const RunSummary& run);
    /// Takes lines out of the list.
    Result<> remove(const std::vector<std::string>& ids);
    /// The same of runs that nobody deleted: lost() has them until they are put again or the index is made anew.
    Result<> lose(const std::vector<std::string>& ids);
    Result<std::vector<RunSummary>> lost();
    /// Newest first.
    Result<std::vector<RunSummary>> all();
    Result<RunSummary> find(const std::string& id);
    /// Another text once another process, or another index of this one, has changed the lines; what went through this
    /// index changes nothing.
    Result<std::string> changeToken();
    /// The run colour that fewest runs have, 0 to 19.
    Result<int> freeColour();
    /// Writes the journal into the index file, so that it takes no space of its own; best effort.
    void foldJournal();
    /// From the folders, whatever is in it.
    Result<> remake(const Progress& progress);
    /// What had to be mended since the index was made, in words.
    std::vector<Phrase> warnings();
    /// That there was no index where there were runs, which is no damage; empty: there was one.
    Phrase newIndex();

private:
    /// What a line says of its run.
    enum class Gone { No, Deleted, Lost };
    Result<> setGone(const std::vector<std::string>& ids, Gone gone);
    Result<> putGroup(const RunSummary& run, RunFact::With with);
    Result<> ensureOpen(const Progress& progress);
    Result<> openExisting();
    Result<> rebuild(const Text& why, const Progress& progress);
    Result<> putHere(const std::vector<RunSummary>& runs);
    Result<> refreshCache();
    /// Ends a change: the lines that it wrote get their checksums. Inside its transaction.
    Result<> seal(std::int64_t change);
    /// After a change of a line that had to fit its checksum: Corrupt when there is one that did not.
    Result<> checkChanged(const std::string& id);
    /// Next change number; inside a transaction.
    Result<std::int64_t> nextChange();
    /// Runs work on an open index; a damaged one is rebuilt and asked once more.
    Result<> guarded(const std::function<Result<>()>& work, const Progress& progress = {});

    std::filesystem::path path_;
    std::function<std::vector<RunSummary>(const Progress&)> readAll_;
    std::mutex mutex_;
    std::optional<Database> database_;
    std::uint64_t fileNumber_ = 0;  ///< inode: the file may be replaced under us
    std::string generation_;        ///< of the index; another one means that all was made anew
    std::int64_t seen_ = 0;         ///< highest change number in the cache
    std::map<std::string, RunSummary, std::greater<>> cache_;
    std::vector<Phrase> warnings_;
    Phrase newIndex_;
};

}  // namespace gatelab
