// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/shared_values.h"
#include "session/engine.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

class WorkerServer;

/// Runs that train at the same time in this process: one thread for each, so that the cores are filled with models
/// instead of with pieces of one step, and the series is read, prepared and scored without a network once
/// (SharedValues). Each is an ordinary run with record, checkpoints and a socket of its own, which a window steers as
/// any other, and has the bits that it has when it trains alone:
/// - Of LibTorch, the thread count, the flushing of denormals, the autograd mode and the memory account belong to a
/// thread. A batch that is cut into blocks keeps its
///   blocks, however many threads compute them (RunRequest::maxThreads). Where a run's bits depend on the threads of
///   single operations (split_batch off), it keeps these threads and counts as so many.
/// - It begins with a core of its own, and has those of others as they end or are paused (CoreShare).
/// - Random numbers are counted, not drawn from a generator; nothing of one run moves those of another.
/// - "auto" is what the run would choose alone: the kept measurement of this machine and shape, made by one of them
/// where there is none.
/// - Whether LibTorch is deterministic holds for the whole process: runs that differ in it do not train at the same
/// time. A run on a GPU trains alone.
/// - The machine's figures (memory, load) are of the whole process. A run that ends badly ends alone; a crash of the
/// process ends all, and each goes on from its
///   last checkpoint. Under a limit of the address space the one that asks for too much fails, which need not be the
///   largest.
/// One thread calls everything here.
class TrainingGroup {
public:
    struct Limits {
        std::int64_t workers = 0;  ///< threads that train; 0: as many as cores
        double memoryBytes = 0;    ///< for all runs together, data and all; 0: what is free when the group is made
        /// One run after the other, each with all cores as if it trained alone; what they have in common is still made
        /// once
        bool oneByOne = false;
    };
    /// Of a member, by the number that start() gave. Empty members: nobody asks.
    struct Watch {
        std::function<void(std::size_t member, std::span<const MetricSample> samples)> metrics = {};
        std::function<void(std::size_t member, const RunEvent& event)> event = {};
        /// After its last event; its folder is free
        std::function<void(std::size_t member, RunState state)> ended = {};
    };

    TrainingGroup(Engine& engine, const Limits& limits);
    ~TrainingGroup();  ///< abandons those that go on: each saves a checkpoint
    TrainingGroup(const TrainingGroup&) = delete;
    TrainingGroup& operator=(const TrainingGroup&) = delete;

    /// What the members hold in common; also for Engine::needs.
    [[nodiscard]] const std::shared_ptr<SharedValues>& shared() const { return shared_; }
    /// Whether a run with these needs may start beside those that go on. Always where none does: then it is for the run
    /// itself to say that it does not fit.
    [[nodiscard]] bool hasRoomFor(const RunNeeds& needs) const;
    /// How many runs with these needs train at once, from 1.
    [[nodiscard]] std::int64_t maxAtOnce(const RunNeeds& needs) const;
    [[nodiscard]] double memoryBytes() const { return memoryBytes_; }
    [[nodiscard]] std::int64_t workers() const { return workers_; }
    /// Numbers count from 0 in the order of starts.
    Result<std::size_t> start(RunRequest request, const RunNeeds& needs);
    [[nodiscard]] std::size_t going() const { return members_.size(); }
    /// Null once it has ended.
    [[nodiscard]] RunControl* control(std::size_t member);
    void stopAll();
    void abandonAll();
    /// Tells what the runs said since the last call, passes on what windows ask, and waits at most so long.
    void turn(std::chrono::milliseconds patience, const Watch& watch);

private:
    struct Member;
    /// Bytes of all that go on and of these needs.
    [[nodiscard]] double bytesWith(const RunNeeds& needs) const;
    bool notify(Member& member, const Watch& watch);
    /// Those that go on have all cores between them.
    void shareCores();

    Engine& engine_;
    std::int64_t workers_;
    bool oneByOne_;
    double memoryBytes_;
    double threadBytes_ = 0;  ///< of the address space, where it is limited: stacks and arenas of one run's threads
    std::shared_ptr<SharedValues> shared_ = std::make_shared<SharedValues>();
    std::size_t started_ = 0;
    std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace gatelab
