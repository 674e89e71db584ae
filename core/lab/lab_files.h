// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"

#include <filesystem>
#include <vector>

/// What the lab measured, kept in the folder "lab" of a workspace as labJson() writes it: every lab in a file of its
/// name, finished or as far as it is. Blocks for file access; any thread.
namespace gatelab {

/// In place of what was kept under its name.
Result<> keepLabReport(const std::filesystem::path& workspace, const LabReport& report);
/// Beside the report: held while it is measured, see LabJournal.
std::filesystem::path labLockPath(const std::filesystem::path& workspace, const std::string& name);

struct SavedLabReports {
    std::vector<LabReport> reports;  ///< the oldest first
    std::vector<Phrase> problems;    ///< files that cannot be read, in one sentence; they stay as they are
};
SavedLabReports readLabReports(const std::filesystem::path& workspace);

}  // namespace gatelab
