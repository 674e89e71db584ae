// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"
#include "lab/memory_study.h"

#include <filesystem>
#include <optional>
#include <vector>

/// What lab and memory study measured, kept in the folder "lab" of a workspace as labJson() and studyJson() write it: the last finished report of each mode
/// and the last finished study. What goes on, or was interrupted, stands in a file beside it, until one of its kind is finished. Blocks for file access; any thread.
namespace gatelab {

/// In place of the one before of its kind that was finished, or was not, as this one is.
Result<> keepLabReport(const std::filesystem::path& workspace, const LabReport& report);
Result<> keepStudy(const std::filesystem::path& workspace, const MemoryStudy& study);
/// Beside the reports: held while one of this mode is measured, see LabJournal.
std::filesystem::path labLockPath(const std::filesystem::path& workspace, LabMode mode);

struct KeptLabReports {
    std::vector<LabReport> reports;  ///< finished ones, the oldest first, then those that were interrupted
    std::vector<Phrase> problems;    ///< files that cannot be read; they stay as they are
};
KeptLabReports readLabReports(const std::filesystem::path& workspace);

struct KeptStudy {
    std::optional<MemoryStudy> study;  ///< the newest, finished or not; without its data
    std::vector<Phrase> problems;
};
KeptStudy readStudy(const std::filesystem::path& workspace);

}  // namespace gatelab
