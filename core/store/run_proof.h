// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <filesystem>
#include <string>

namespace gatelab {

/// What two runs share only where they computed the same bits: what shows that a run is the one that somebody told of.
struct RunProof {
    std::string weights;  ///< SHA-256 over names and bytes of the weights that it forecasts with; empty: it has none
    std::string record;   ///< metricDigest()
    friend bool operator==(const RunProof&, const RunProof&) = default;
};
/// Blocks for file access; any thread. Corrupt where the weights are damaged.
Result<RunProof> runProof(const std::filesystem::path& runFolder, const RunHistory& history);

/// SHA-256 over the losses, errors, rates and gradient norms of a record, each with its step: what follows from data,
/// settings and weights. Times and machine figures differ from one training to the next and are left out.
std::string metricDigest(const RunHistory& history);

}  // namespace gatelab
