// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Another machine and how many ranks it has.
struct RankHost {
    std::string name;  ///< as ssh knows it
    std::int64_t ranks = 1;
};

/// Where the ranks of a run compute and how they speak to each other. No setting of the run: no bit depends on it.
struct RankSetup {
    enum class Encrypted { Auto, Yes, No };

    std::vector<RankHost> hosts;  ///< beside this machine
    std::string program;          ///< gatelab-worker on the hosts; empty: the path that it has here
    std::string interface;        ///< of all connections, by its name on every machine; empty: see `address`
    /// Of this machine, where no interface is named; on the hosts it is then the one under which ssh reached them
    std::string address = "127.0.0.1";
    Encrypted encrypted = Encrypted::Auto;  ///< Auto: where there are hosts
    std::chrono::seconds timeout{30};       ///< how long a rank may be silent, 1 or more
    bool isTrusted = false;                 ///< nobody else listens on the network between the machines

    [[nodiscard]] bool isEncrypted() const {
        return encrypted == Encrypted::Yes || (encrypted == Encrypted::Auto && !hosts.empty());
    }
    [[nodiscard]] std::int64_t ranksOfHosts() const {
        std::int64_t count = 0;
        for (const RankHost& host : hosts) count += host.ranks;
        return count;
    }
    /// "h1:4,h2:1"
    [[nodiscard]] std::string hostsText() const;
};

/// Of "h1:4,user@h2": without a number it is one rank. InvalidInput where it is no such list.
Result<std::vector<RankHost>> rankHostsFrom(std::string_view text);

}  // namespace gatelab
