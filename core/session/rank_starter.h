// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/rank_setup.h"
#include "session/rank_store.h"

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// Starts the further ranks of a run (`gatelab-worker rank`), first those of this machine, then by ssh those of its
/// hosts in their order, each over a socket pair, and holds the store by which they find each other. The calling thread
/// is rank 0; when it ends, its ranks are killed by the system, and those of other machines see the end of their ssh.
/// The destructor ends all of them within a second.
class RankStarter {
public:
    /// `size` ranks with this one and those of the hosts; `keys` are what the ranks are told, in the store from the
    /// start. InvalidInput where the hosts have as many already.
    static Result<std::unique_ptr<RankStarter>> start(const RankSetup& setup, std::int64_t size,
                                                      const std::map<std::string, std::string>& keys);
    ~RankStarter();
    RankStarter(const RankStarter&) = delete;
    RankStarter& operator=(const RankStarter&) = delete;

    /// Ends all of them at once, and rank 0's channel with them: what waits for one of them fails. From any thread.
    void kill() const;

    /// Rank 0's channel to the store; whoever takes it closes it.
    [[nodiscard]] int channel() const { return channel_; }
    /// The processes of rank 1, 2, ..., on hosts of their ssh
    [[nodiscard]] const std::vector<pid_t>& processes() const { return processes_; }

private:
    RankStarter() = default;

    int channel_ = -1;
    std::vector<pid_t> processes_;
    std::unique_ptr<RankStore> store_;
};

}  // namespace gatelab
