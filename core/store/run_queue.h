// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "io/file_lock.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// A run that waits for its turn on this machine.
struct QueuedRun {
    std::string id;  ///< of this entry; given by add()
    ExperimentConfig config;
    std::string parent;  ///< run that it repeats or branches from; empty: none
    /// Checkpoint of the parent to begin from ("last", "best", a step); empty: from the start values
    std::string branchFrom;
    std::string resume;  ///< run that goes on, instead of a new one; empty: a new one
    std::int64_t moreEpochs = 0;
    int priority = 0;    ///< higher first; equal ones in the order of the list
    double seconds = 0;  ///< that its whole plan was expected to train when it was added; 0: not known
    /// Of the run that begins: the settings' name, else the model's; given when it was added
    std::string name;
    /// Of the run that begins, given when it was added (RunNumbers); 0: one that goes on, or added by an older program
    std::int64_t number = 0;
    /// "verdict", "repeat", "branch", "more", "continue", "sweep", "": who asked, shown as a word
    std::string why;
    /// May train at the same time as others of these, in a process of theirs (app/queue_worker.h)
    bool together = false;
    /// Of a run with ranks on other machines: RankSetup::hostsText(), whose ranks its settings count; empty: none
    std::string hosts = {};
    std::string hostProgram = {};  ///< gatelab-worker there; empty: where it is here
    std::int64_t placeRanks = 0;   ///< of one that goes on with another number of ranks here; 0: its own
};

/// The runs that wait, kept in queue.json of a workspace: durably, so that they survive a restart. Two windows on one
/// workspace share it: every call holds the lock of the queue, reads the file, and writes it whole when it changed.
/// Blocks for file access; any thread. The file ends with a checksum of itself (not that of an older program), and a
/// member or setting that is not known is damage, too. A damaged file is set aside under another name and named in the
/// error, once.
class RunQueue {
public:
    static constexpr const char* kFile = "queue.json";

    struct State {
        bool paused = false;
        std::vector<QueuedRun> runs;  ///< in the order in which they will run
        bool together = false;        ///< as if every run said so
        /// Taken by a program that has not kept their runs yet
        std::vector<QueuedRun> taken;
    };
    /// The first run, for whoever begins it; with the lock that says that its program still lives.
    struct Taken {
        QueuedRun run;
        FileLock lock;
        std::filesystem::path workspace;  ///< whose queue it was taken from
    };

    explicit RunQueue(std::filesystem::path workspace) : folder_(std::move(workspace)) {}

    /// What a program took that has ended before it kept the run (closed or killed while it prepared the data) waits
    /// again, at its place.
    Result<State> read() const;
    /// The same without setting a damaged file aside.
    Result<State> parse() const;
    /// New runs get their numbers and, where they have none, their names.
    Result<State> add(std::vector<QueuedRun> runs);
    /// One that was taken and did not start, or that was removed: under its old id, as far as its priority goes at its
    /// old place.
    Result<State> giveBack(QueuedRun run, std::size_t place = 0);
    Result<State> remove(const std::vector<std::string>& ids);
    /// Earlier (negative) or later among those of its priority.
    Result<State> move(const std::string& id, int by);
    Result<State> setPriority(const std::string& id, int priority);
    /// Of the run that begins; empty: the name of its model.
    Result<State> setName(const std::string& id, const std::string& name);
    Result<State> setPaused(bool paused);
    /// The first run waits no longer; no other window can take it. NotFound when it is no longer this one, or the queue
    /// is paused.
    Result<Taken> takeFirst(const std::string& id);
    /// The run that it became is kept.
    Result<State> begun(const Taken& taken);
    Result<State> setTogether(bool together);

private:
    Result<State> change(const std::function<Result<>(State&)>& work);
    Result<State> readHere() const;
    [[nodiscard]] std::filesystem::path lockOf(const QueuedRun& taken) const;
    /// Whether its program has ended.
    [[nodiscard]] bool isLeft(const QueuedRun& taken) const;
    /// Those that are left wait again.
    void takeBack(State& state) const;
    std::filesystem::path folder_;
};

}  // namespace gatelab
