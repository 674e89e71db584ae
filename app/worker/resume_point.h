// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "store/checkpoint.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gatelab::worker {

/// Where a kept run goes on: its newest good checkpoint.
struct ResumePoint {
    CheckpointInfo checkpoint;
    std::int64_t epochsBegun = 0, epochs = 0;  ///< the last one may have steps left; of how many
    std::vector<Phrase> passedOver = {};       ///< newer ones that are damaged, where that was allowed
    /// Why the plan has no step left ("its 20 epochs are done"); empty: it has
    std::string nothingLeft;
};
/// NotFound: there is no checkpoint yet, so a resume begins anew. checkpoint: "last", and Corrupt where it is damaged,
/// or "intact", the newest that is whole.
Result<ResumePoint> findResumePoint(const std::filesystem::path& runFolder, const std::string& checkpoint = "last");

/// Says it, with the checkpoint's age: to people on stdout, or as {"resume": {...}}.
void printResumePoint(const ResumePoint& point, bool json);

}  // namespace gatelab::worker
