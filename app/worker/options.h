// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace gatelab {
class Workspace;
}

namespace gatelab::worker {

/// An experiment as given on the command line: a preset, then a JSON file, then one flag per field (from the field table), each over the one before.
class ExperimentOptions {
public:
    /// Adds the flags to a command; this object must outlive its parsing.
    void addTo(CLI::App& command);
    /// Over `base` where neither preset nor file is given.
    [[nodiscard]] Result<ExperimentConfig> config(const ExperimentConfig& base = {}) const;
    /// Whether anything of it stood on the command line.
    [[nodiscard]] bool given() const;

private:
    std::string presetName_;
    std::filesystem::path file_;
    std::map<std::string, std::string> texts_;  ///< field key -> text as given
    CLI::App* command_ = nullptr;
};

/// Where runs are kept: --workspace, else the default folder.
struct WorkspaceOptions {
    std::filesystem::path folder;
    void addTo(CLI::App& command);
    /// For commands that look at kept runs: a folder that is not there is an error, not a new workspace.
    [[nodiscard]] Result<std::shared_ptr<Workspace>> openExisting() const;
};

/// For arguments that no command knows: what was meant, as a sentence; empty when nothing is near.
std::string nearestFlags(const CLI::App& app);

/// The file of a ready-made experiment (resources/experiments/NAME.json).
Result<std::filesystem::path> presetPath(const std::string& name);

}  // namespace gatelab::worker
