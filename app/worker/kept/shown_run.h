// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/run_details.h"
#include "app/run_report.h"
#include "base/result.h"
#include "store/workspace.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gatelab::worker {

/// A run that cannot be read fully is "damaged": neither well nor interrupted.
const char* stateText(const RunSummary& run);

/// What a list tells of a run: how it stands, how far it came, its best validation loss. What is not known is null.
nlohmann::ordered_json summaryJson(const RunSummary& run);

/// All that is told of one kept run.
struct ShownRun {
    RunSummary run;
    std::filesystem::path workspace;
    RunDetails details;
    /// In what it differs from the run that it repeats or branches from; none: the workspace has no such run.
    std::optional<std::string> difference;
    std::string command;          ///< that makes the run again
    std::vector<Phrase> caveats;  ///< of the command

    /// What tells the run from another.
    [[nodiscard]] RunReport identity() const;
    /// The command that does what the advice says; empty: none alone does.
    [[nodiscard]] std::string adviceCommand() const;
};

/// `word`: as referredRun() takes it.
Result<ShownRun> readShownRun(Workspace& workspace, const std::string& word);

/// Every figure of it, with all epochs.
nlohmann::ordered_json shownRunJson(const ShownRun& run);

/// The same for people, with some of the epochs; `everyClass`: a line for each class, however many there are.
void printShownRun(const ShownRun& run, bool everyClass = false);

}  // namespace gatelab::worker
