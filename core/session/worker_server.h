// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/engine.h"
#include "session/worker_protocol.h"

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// The worker's side: follows one run and tells it to every window that connects; takes their commands. Windows may come and go, the run goes on.
/// A window that reads too slowly loses metrics (the run's record has them), never events. Runs on the calling thread.
class WorkerServer {
public:
    /// Listens on workerSocketPath(runId); only this user can connect. Busy when another worker serves the run.
    static Result<std::unique_ptr<WorkerServer>> listen(const std::string& runId);
    ~WorkerServer();
    WorkerServer(const WorkerServer&) = delete;
    WorkerServer& operator=(const WorkerServer&) = delete;

    /// Until the run has ended and its last events are delivered (at most 2 s to a window that does not read). `shouldStop` is asked 30 times a
    /// second (signals). Returns how the run ended.
    RunState serve(RunSession& session, const std::function<bool()>& shouldStop);

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
    void broadcast(RunSession& session);

    int socket_ = -1;
    std::filesystem::path path_;
    std::map<int, Client> clients_;
    std::deque<MetricSample> backlog_;   ///< last seconds, so that a window that connects finds no gap after the record
    std::deque<std::string> events_;     ///< the newest events, encoded, for windows that connect late (older ones are in the record)
};

}  // namespace gatelab
