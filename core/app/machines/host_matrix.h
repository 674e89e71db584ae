// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/rank_link.h"
#include "store/known_hosts.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// What messages cost between the machines of a workspace, from all that was ever measured there.
namespace gatelab {

/// The slowest pair of ranks of two machines, as it was measured last.
struct HostLink {
    LinkCosts costs;
    double measured = 0;  ///< seconds since 1970 UTC
    bool operator==(const HostLink&) const = default;
};

/// The same in both directions. A machine with itself: between ranks that share it.
struct HostMatrix {
    std::vector<std::string> hosts;              ///< as ssh knows them; the first is empty: this computer
    std::vector<std::optional<HostLink>> links;  ///< [from, to]; none: never measured

    [[nodiscard]] const std::optional<HostLink>& at(std::size_t from, std::size_t to) const {
        return links[from * hosts.size() + to];
    }
    [[nodiscard]] bool isEmpty() const;
};
/// Of this computer, the hosts that are known and those that were measured.
HostMatrix hostMatrix(const KnownHosts::State& known);

/// What was measured with these hosts (RankSetup::hostsText()) and the work of these settings; where that was with
/// other numbers of ranks or in other company, put together from the pairs of the matrix. None: a pair of the machines
/// or a step of the settings was never measured.
std::optional<MeasuredRanks> measuredFor(const KnownHosts::State& known, const std::string& hosts,
                                         const ExperimentConfig& config);

}  // namespace gatelab
