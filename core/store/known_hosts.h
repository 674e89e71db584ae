// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "run/rank_link.h"
#include "run/rank_setup.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

/// What "ranks measure" found.
struct MeasuredRanks {
    std::string hosts;       ///< RankSetup::hostsText(); empty: all ranks on this machine
    std::int64_t ranks = 2;  ///< in all
    double measured = 0;     ///< seconds since 1970 UTC
    LinkCosts costs;
    std::string settings;  ///< of `work`, as workIdentity()
    SharedStep work;
    std::vector<RankLink> links = {};  ///< of the pairs of ranks; empty: kept by an older program
    bool operator==(const MeasuredRanks&) const = default;
};
/// Equal where a step of the settings is the same work.
std::string workIdentity(const ExperimentConfig& config);

/// The hosts of a workspace, kept in hosts.json: those that had ranks of a run or were added, and what messages
/// between ranks cost there. Written whole and durably under a lock, with a checksum of itself. A damaged file holds
/// nothing that cannot be had again: it is set aside by the next change. Blocks for file access; any thread.
class KnownHosts {
public:
    static constexpr const char* kFile = "hosts.json";

    struct State {
        std::vector<std::string> names;       ///< as ssh knows them, in their order
        std::vector<MeasuredRanks> measured;  ///< the newest for each list of hosts
    };

    explicit KnownHosts(std::filesystem::path workspace) : folder_(std::move(workspace)) {}
    /// Corrupt or Unsupported where the file cannot be used.
    Result<State> read() const;
    /// Those that are not known yet.
    Result<> add(std::span<const RankHost> hosts);
    /// NotFound: it is not known. What was measured with it goes, too.
    Result<> remove(const std::string& name);
    /// In the place of what was measured with the same hosts.
    Result<> keep(const MeasuredRanks& measured);

private:
    Result<> change(const std::function<Result<>(State&)>& work);
    std::filesystem::path folder_;
};

/// Of these hosts, with the work of these settings; null: not measured.
const MeasuredRanks* findMeasured(const KnownHosts::State& known, const std::string& hosts,
                                  const ExperimentConfig& config);

}  // namespace gatelab
