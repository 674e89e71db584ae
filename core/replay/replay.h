// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "replay/opened_network.h"

namespace gatelab {

/// Reads the window once more through a row that records gates, and compares its output with that of the model's own
/// row.
Result<GateView> replayWindow(const OpenedNetwork& network, const WindowRequest& request);
/// OutOfMemory where the states of every step would take too much.
Result<> checkMemoryPlan(const ExperimentConfig& config, std::int64_t steps);
/// The quantities of one direction of a record, named as GateTrack has them; the tensors are [time, batch, unit].
struct NamedStates {
    std::string key;
    at::Tensor values;
};
std::vector<NamedStates> namedStates(const CellTraits& cell, const GateRecord& record, std::int64_t direction);
/// Masks for RecurrentCall::unitsOn, one per layer; empty when no unit is off. InvalidInput for a unit that is not
/// there.
Result<std::vector<at::Tensor>> unitMasks(const OpenedNetwork& network, const std::vector<UnitPlace>& off);

}  // namespace gatelab
