// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ordered_work.h"
#include "base/result.h"
#include "config/experiment_config.h"

#include <filesystem>
#include <string>

namespace gatelab {

/// The experiment under a person's hands in a file, kept on every edit, and beside it (suffix .origin) the id of the
/// run that its settings were taken from. add() and what reads belong to one thread, run() to any: the last write may
/// come from a program that closes while another one is under way.
class SavedExperiment {
public:
    struct Content {
        ExperimentConfig config;
        std::string origin;  ///< empty: none
    };
    explicit SavedExperiment(std::filesystem::path file) : file_(std::move(file)) {}
    [[nodiscard]] const std::filesystem::path& file() const { return file_; }

    /// NotFound: nothing was kept yet. Before the first add().
    Result<Content> read();
    /// Written by the next run(), or one that is under way; durably, the folder made where it is missing.
    void add(const Content& content);
    /// Writes what was added, in its order; the errors.
    std::vector<Error> run() { return writes_.run(); }

private:
    const std::filesystem::path file_;
    std::string origin_;  ///< as it stands in its file; reached by the writes alone once there are any
    OrderedWork writes_;
};

/// The settings of an experiment file (JSON), which is no larger than 16 MiB.
Result<ExperimentConfig> readExperiment(const std::filesystem::path& file);

}  // namespace gatelab
