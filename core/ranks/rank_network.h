// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "io/certificates.h"
#include "ranks/pipe_store.h"
#include "run/rank_setup.h"

#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace gatelab {

/// The certificates of a run where Gloo looks for them, which reads files and finds their names in the environment: in
/// files of memory that go with the process, and nowhere on a disk or a command line.
class RankCredentials {
public:
    /// Throws std::runtime_error where the system gives no such file.
    explicit RankCredentials(const JobCertificates& certificates);
    ~RankCredentials();
    RankCredentials(const RankCredentials&) = delete;
    RankCredentials& operator=(const RankCredentials&) = delete;

    /// Those that the next group of this process uses.
    void choose() const;

private:
    std::array<int, 3> files_{-1, -1, -1};
};

class RankWire;          // ranks/rank_wire.h
struct RankWireRequest;  // as well

/// How the ranks of a run reach each other.
struct RankNetwork {
    std::string interface;              ///< of all connections; empty: the one with this address
    std::string address = "127.0.0.1";  ///< of this rank
    std::chrono::milliseconds timeout = std::chrono::seconds(30);  ///< for a message of a peer
    std::shared_ptr<const RankCredentials> credentials = {};       ///< null: in clear text
    std::string hosts = {};                                        ///< the other machines, as they were asked for
    /// Of ranks that compute on GPUs; throws where it cannot be. Empty: Gloo
    std::function<std::unique_ptr<RankWire>(const RankWireRequest&)> openWire = {};

    /// What the ranks of a new job are told. Internal where no certificates can be made.
    static Result<std::map<std::string, std::string>> keysOf(const RankSetup& setup);
    /// As the starter told it. `address`: of this rank where it is on another machine; empty: the starter's.
    static Result<RankNetwork> told(PipeStore& store, const std::string& address);
    /// For the run's record; empty where all is on this machine in clear text.
    [[nodiscard]] Phrase describe() const;
};

/// How many connections of this thread Gloo has begun encrypted (core/ranks/gloo_tls.cpp).
int encryptedConnections();

}  // namespace gatelab
