// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/training_group.h"

#include <CLI/CLI.hpp>

#include <cstdint>

namespace gatelab::worker {

/// --at-once and --group-memory: how many runs train at the same time.
struct GroupOptions {
    std::int64_t atOnce = 0, memoryMiB = 0;

    void addTo(CLI::App& command) {
        command.add_option("--at-once", atOnce, "Of runs that train together so many at a time (0: as many as cores)")
            ->check(CLI::Range(0, 1024))
            ->group("Together");
        command
            .add_option("--group-memory", memoryMiB,
                        "Memory for all runs that train together, by their forecasts, fewer at a time where it is "
                        "short [MiB] (0: what is free)")
            ->check(CLI::Range(0, 67108864))
            ->group("Together");
    }
    [[nodiscard]] TrainingGroup::Limits limits() const { return {atOnce, static_cast<double>(memoryMiB) * (1 << 20)}; }
};

}  // namespace gatelab::worker
