// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/options.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gatelab::worker {

/// What "forecast" and "classify" ask of a kept run.
struct ForecastOptions {
    WorkspaceOptions workspace;
    std::string run, part = "test", checkpoint = "best", baselines;
    std::filesystem::path csv, hdf5, data, packed;
    std::int64_t closedLoop = 0, ahead = 0;
    std::string intervals;
    std::vector<std::string> ensemble;
    std::optional<std::string> beginning;  ///< of a text that is gone on with; nothing: none is asked for
    std::int64_t length = 400;             ///< in tokens
    double temperature = 0.8;
    std::uint64_t seed = 1;
    bool stream = false, answers = false, int8 = false, json = false;
    [[nodiscard]] bool isPacked() const { return int8 || !packed.empty(); }
};

/// The options that both commands have alike; they outlive the parsing.
CLI::Option* addPart(CLI::App& app, ForecastOptions& options);
CLI::Option* addCheckpoint(CLI::App& app, ForecastOptions& options);

/// Lets the run forecast or answer, and prints and writes it as asked. Returns the exit code.
int forecastKept(const ForecastOptions& options);

}  // namespace gatelab::worker
