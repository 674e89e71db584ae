// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"
#include "data/series.h"

#include <cstdint>
#include <memory>
#include <string>

namespace gatelab {

/// What a run with some settings would take, known before it starts.
struct RunNeeds {
    std::shared_ptr<const Dataset> data;  ///< that were looked at, for the run
    MemoryForecast memory;
    bool gpu = false;  ///< it computes on one
    /// That it keeps busy at least: more than 1 where its bits depend on the threads of LibTorch
    std::int64_t threads = 1;
    std::int64_t stepsPerEpoch = 0;
    /// Settings of LibTorch that hold for the whole process: runs in which they differ cannot train at the same time
    std::string library;

    /// Bytes beside other runs of one process that share the data with it.
    [[nodiscard]] double ownBytes() const { return memory.tensors() - memory.data + memory.spare; }
    /// Bytes of the data, read, prepared and placed.
    [[nodiscard]] double sharedBytes() const { return memory.tables + memory.data; }
};

}  // namespace gatelab
