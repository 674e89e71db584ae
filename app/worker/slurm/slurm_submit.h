// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/sweep/sweep_request.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace gatelab::worker {

/// What "slurm submit" was given: a profile, and the settings of a run or of a sweep.
struct SubmitOptions {
    SweepOptions asked;
    std::string profile, resume;
    std::int64_t atOnce = 0, nodes = 0;  ///< nodes: 0: as the profile says
    bool kubernetes = false, print = false;
    std::string image, claim = "gatelab";

    void addTo(CLI::App& command);
};

/// Hands the runs in, or prints a manifest of Kubernetes; the exit code.
int submitJobs(SubmitOptions options);

}  // namespace gatelab::worker
