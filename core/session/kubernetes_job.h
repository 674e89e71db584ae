// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "store/cluster_profiles.h"

#include <filesystem>
#include <string>

namespace gatelab {

/// What a Job of Kubernetes is told beyond a profile.
struct KubernetesPlace {
    std::string image;  ///< of a container that has gatelab-worker (the profile's program)
    std::string claim;  ///< PersistentVolumeClaim; its "gatelab" is the workspace, its "data" the file's folder
    std::filesystem::path workspace;  ///< where the container sees it
};

/// A manifest (YAML, batch/v1 Job) that trains one run: processors, memory and time as the profile says. A pod that is
/// evicted saves on SIGTERM; the next one goes on from there, and only other failures count against the limit of 3.
/// Never run on a cluster yet: the manifest's head says so. InvalidInput: no image, or more than one node.
Result<std::string> kubernetesJob(const ClusterProfile& profile, const ExperimentConfig& config,
                                  const KubernetesPlace& place);

}  // namespace gatelab
