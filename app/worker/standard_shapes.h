// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/series.h"

#include <memory>
#include <span>
#include <string>

namespace gatelab::worker {

/// The shapes that benches and studies compare on: batch, time steps, inputs, hidden size, layers.
struct StandardShape {
    const char* key;
    std::int64_t batch, lookback, inputs, hidden, layers;
};
std::span<const StandardShape> standardShapes();
/// Null when there is no such key.
const StandardShape* findShape(const std::string& key);

/// Random inputs and a noisy sine to forecast, as the PyTorch peer makes them.
std::shared_ptr<const Dataset> standardData(std::int64_t inputs, std::int64_t rows);
/// The peer's training: LSTM, horizon 24, 80/10/10, Adam, whole batches, no clipping.
ExperimentConfig standardConfig(const StandardShape& shape);

}  // namespace gatelab::worker
