// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/safetensors_file.h"
#include "run/checkpoint_reason.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gatelab {

/// What the trainer hands over: everything that a resume needs. `state` is JSON of the trainer's own making.
struct CheckpointContents {
    TensorFile tensors;
    std::string state;
    std::int64_t step = 0;
    std::int64_t epoch = 0;
    CheckpointReason reason = CheckpointReason::Unknown;
    bool best = false;  ///< holds the best validation score so far
    /// No NaN or Inf in weights and optimiser state; others are kept apart and never resumed from by themselves
    bool finite = true;
};

/// Facts of a checkpoint's manifest that say what lay beside it when it was saved: the folders that pruning leaves,
/// "ckpt-00000001 ckpt-00000004", and whether the run has its preparation.json. Those of older programs have neither.
inline constexpr const char *kBesideFact = "beside", *kPreparationFact = "preparation";

/// A checkpoint as its manifest describes it.
struct CheckpointInfo {
    std::int64_t generation = 0;  ///< counts up; a number is never used twice
    std::filesystem::path folder;
    std::int64_t parent = 0;  ///< generation before it; 0: none
    std::int64_t step = 0;
    std::int64_t epoch = 0;
    CheckpointReason reason = CheckpointReason::Unknown;
    bool best = false;
    bool finite = true;
    std::string run;  ///< id of the run that saved it; empty: an older program did, or no record told
    double wall = 0;  ///< seconds since 1970 UTC
    std::int64_t bytes = 0;
    /// Why it cannot be used; empty: its manifest can be read (hashes are checked on loading)
    Phrase problem;
};

struct LoadedCheckpoint {
    CheckpointInfo info;
    CheckpointContents contents;
    std::vector<Phrase> warnings;  ///< damaged ones that were passed over, in words

    /// A whole number of the training state, by its name; -1: it has none.
    [[nodiscard]] std::int64_t counter(const char* key) const;
};

/// The checkpoints of one run: checkpoints/ckpt-00000001/{tensors.safetensors, state.json, manifest.json}. A generation
/// is written into a temporary folder (manifest last, with sizes and SHA-256), fsynced, renamed, and the parent
/// fsynced: after a crash it is there or not. After a failed save call save() again: it writes a new generation from
/// memory. One writer; readers may run beside it. A damaged one is never replaced by an older one unless that is asked
/// for; one that another run has saved is as good as damaged.
class CheckpointStore {
public:
    explicit CheckpointStore(std::filesystem::path runFolder);

    /// Checks the free space, writes, reads back and verifies; only then prunes: the last two good ones and the best
    /// one stay. A failed pruning is no error.
    Result<CheckpointInfo> save(const CheckpointContents& contents);
    /// The newest whose hashes verify; warnings say what was passed over. NotFound when there is none at all, Corrupt
    /// when none can be used (the message names each).
    [[nodiscard]] Result<LoadedCheckpoint> newestGood() const;
    /// The newest finite one, and Corrupt where it is damaged: the message names the newest that is whole.
    [[nodiscard]] Result<LoadedCheckpoint> newest() const;
    /// The newest of those that held the best weights when they were written, and Corrupt where it, or a newer one that
    /// may have been one, is damaged.
    [[nodiscard]] Result<LoadedCheckpoint> best() const;
    [[nodiscard]] Result<LoadedCheckpoint> load(std::int64_t generation) const;
    /// Reads one from anywhere: a ckpt folder.
    static Result<LoadedCheckpoint> loadFolder(const std::filesystem::path& folder);
    /// Newest first, those that are damaged or of another run included.
    [[nodiscard]] std::vector<CheckpointInfo> list() const;
    /// DiskFull: there is no room for one as large as the largest of list().
    [[nodiscard]] Result<> checkRoom() const;
    /// Says that of a run that has finished (its manifest tells the step) the checkpoint of its end is gone, and others
    /// are there; empty: it is there, or the run has not finished.
    [[nodiscard]] Phrase missingEnd() const;
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

private:
    enum class Damaged { PassOver, Refuse };
    [[nodiscard]] Result<LoadedCheckpoint> newestWhere(bool bestOnly, Damaged damaged) const;
    /// Of checkpoints, newest first, those that stay when a new one has been saved.
    static std::set<std::int64_t> keptOf(const std::vector<CheckpointInfo>& all);
    void prune() const;
    /// Why it cannot be used, of one that another run has saved; `own`: the id of this one, read when it is needed.
    [[nodiscard]] Phrase foreign(const CheckpointInfo& info, std::optional<std::string>& own) const;
    std::filesystem::path folder_;
};

}  // namespace gatelab
