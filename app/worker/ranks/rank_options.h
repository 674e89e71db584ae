// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/training_place.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace gatelab::worker {

/// Where the ranks of a run compute and how they speak to each other: --hosts, --host-program, --rank-interface,
/// --rank-timeout, --encrypted and --trusted-network.
class RankOptions {
public:
    void addTo(CLI::App& command);
    /// The same with --ranks, which is a setting where a run begins: of what has no settings of its own.
    void addWithRanksTo(CLI::App& command, const std::string& help);
    [[nodiscard]] Result<std::shared_ptr<const TrainingPlace>> place() const;

private:
    void addTrustTo(CLI::App& command);

    bool isTrusted_ = false;
    std::string hosts_, program_, interface_, encrypted_ = "auto";
    std::int64_t timeout_ = 30, ranks_ = 0;
};

}  // namespace gatelab::worker
