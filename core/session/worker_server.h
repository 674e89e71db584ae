// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/engine.h"
#include "session/worker_protocol.h"

#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// The worker's side: tells one run to every window that connects and takes their commands. Windows may come and go,
/// the run goes on. A window that reads too slowly loses metrics (the run's record has them), never events. Runs on the
/// calling thread.
class WorkerServer {
public:
    /// Listens on workerSocketPath(runId); only this user can connect. Busy when another worker serves the run.
    static Result<std::unique_ptr<WorkerServer>> listen(const std::string& runId);
    ~WorkerServer();
    WorkerServer(const WorkerServer&) = delete;
    WorkerServer& operator=(const WorkerServer&) = delete;

    /// Until the run has ended and its last events are delivered. `shouldStop` is asked 30 times a second (signals).
    /// Returns how the run ended.
    RunState serve(RunSession& session, const std::function<bool()>& shouldStop);

    // The same in parts, for who follows the run as well.
    /// What was taken from the run's channel, in order.
    void notify(std::span<const MetricSample> samples, std::span<const RunEvent> events);
    /// Sends, takes commands and new windows; waits for them at most so long.
    void exchange(RunSession& session, std::chrono::milliseconds patience);
    /// The run has ended and all of it was told: delivers what is left, at most 2 s to a window that does not read.
    void finish(RunSession& session);

private:
    struct Client {
        FrameReader reader;
        std::string out;
    };
    WorkerServer(int socket, std::filesystem::path path);
    void acceptClients(RunState state);
    void readClient(int fd, RunControl& control);
    void flush(int fd);
    void close(int fd);

    int socket_ = -1;
    std::filesystem::path path_;
    std::map<int, Client> clients_;
    std::deque<MetricSample> backlog_;  ///< last seconds, so that a window that connects finds no gap after the record
    /// The newest events, encoded, for windows that connect late (older ones are in the record)
    std::deque<std::string> events_;
};

}  // namespace gatelab
