// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// How a job is asked for on a cluster, and how the program is started there. Texts are one line each.
struct ClusterProfile {
    std::string name;               ///< letters, digits, '-', '_' and '.'
    std::string partition = {};     ///< empty: the cluster's own choice
    std::string time = {};          ///< limit as Slurm writes it ("30", "2:00:00", "1-12"); empty: the partition's
    std::int64_t nodes = 1;         ///< from 1
    std::int64_t tasksPerNode = 1;  ///< from 1
    std::int64_t cpusPerTask = 0;   ///< also the threads of a run that leaves them open; 0: not said
    std::string memory = {};        ///< of a node, as Slurm writes it: "8G", a bare number is MiB; empty: not said
    std::vector<std::string> modules = {};  ///< environment modules, loaded in this order
    std::string container = {};           ///< words before the program, as a shell reads them: "apptainer exec rnn.sif"
    std::string program = {};             ///< gatelab-worker on the node; empty: the one that submits
    std::vector<std::string> lines = {};  ///< more options of sbatch: "--gres=gpu:1"
    bool operator==(const ClusterProfile&) const = default;
};

/// Seconds of a limit as Slurm writes it: minutes, minutes:seconds, hours:minutes:seconds, days-hours and so on; none:
/// it is no such text, or "UNLIMITED".
std::optional<std::int64_t> slurmSeconds(const std::string& time);
/// InvalidInput names what cannot be used.
Result<> checkProfile(const ClusterProfile& profile);

/// A JSON object with all of its members, as clusters.json has it.
std::string profileJson(const ClusterProfile& profile);

/// The profiles of a workspace, kept in clusters.json: written whole and durably under a lock, with a checksum of
/// itself; a member that is not known is damage, too. A damaged file is set aside by the next change. Blocks for file
/// access; any thread.
class ClusterProfiles {
public:
    static constexpr const char* kFile = "clusters.json";

    explicit ClusterProfiles(std::filesystem::path workspace) : folder_(std::move(workspace)) {}
    /// In the order of their names; Corrupt or Unsupported where the file cannot be used.
    Result<std::vector<ClusterProfile>> read() const;
    /// NotFound says which there are.
    Result<ClusterProfile> find(const std::string& name) const;
    /// A new one, or in the place of the one of its name.
    Result<> put(const ClusterProfile& profile);
    Result<> remove(const std::string& name);

private:
    Result<> change(const std::function<Result<>(std::vector<ClusterProfile>&)>& work);
    std::filesystem::path folder_;
};

}  // namespace gatelab
