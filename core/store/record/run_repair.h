// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <filesystem>
#include <optional>

namespace gatelab {

/// What became of a record that was damaged or missing, and what could be read of it.
struct RepairedRecord {
    Phrase warning;
    RunHistory saved;  ///< not yet in the new record
};

/// A run goes on from its checkpoints: where run.sqlite is damaged it is set aside beside its place (nothing is
/// deleted), where it is missing or set aside an empty one with the facts of `known` takes its place. None: the record
/// is sound, or cannot be read for another reason (rights, a newer program), which who opens it next is told. Reads all
/// of the record. The caller holds the run's lock.
Result<std::optional<RepairedRecord>> repairRecord(const std::filesystem::path& runFolder, const RunSummary& known);

}  // namespace gatelab
