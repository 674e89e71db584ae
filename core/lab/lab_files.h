// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

/// What the lab measured, kept in the folder "lab" of a workspace as labJson() writes it: every lab in a file of its
/// name, finished or as far as it is. Blocks for file access; any thread.
namespace gatelab {

/// In place of what was kept under its name.
Result<> keepLabReport(const std::filesystem::path& workspace, const LabReport& report);
/// Keeps the table of a lab in its workspace while it is measured, so that little is lost when the program is killed.
/// One thread: that of the lab.
class LabJournal {
public:
    /// Nothing is kept where there is no such folder, or no longer.
    explicit LabJournal(std::filesystem::path workspace) : workspace_(std::move(workspace)) {}
    /// After each run, never within one: it waits for the disk, if not again within seconds.
    Result<> note(const LabReport& report);
    /// What was measured when it was stopped or finished, at once.
    Result<> end(const LabReport& report);

private:
    std::filesystem::path workspace_;
    std::optional<std::chrono::steady_clock::time_point> written_;
};

struct SavedLabReports {
    std::vector<LabReport> reports;  ///< the oldest first
    std::vector<Phrase> problems;    ///< files that cannot be read, in one sentence; they stay as they are
};
SavedLabReports readLabReports(const std::filesystem::path& workspace);

}  // namespace gatelab
