// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"
#include "lab/memory_study.h"

#include <filesystem>
#include <optional>
#include <vector>

/// What lab and memory study measured, kept in the folder "lab" of a workspace as labJson() and studyJson() write it:
/// every lab in a file of its name, finished or as far as it is, and the last finished study; a study that goes on, or
/// was interrupted, stands in a file beside it, until one is finished. Blocks for file access; any thread.
namespace gatelab {

/// In place of what was kept under its name.
Result<> keepLabReport(const std::filesystem::path& workspace, const LabReport& report);
Result<> keepStudy(const std::filesystem::path& workspace, const MemoryStudy& study);
/// Beside the report: held while it is measured, see LabJournal.
std::filesystem::path labLockPath(const std::filesystem::path& workspace, const std::string& name);

struct SavedLabReports {
    std::vector<LabReport> reports;  ///< the oldest first
    std::vector<Phrase> problems;    ///< files that cannot be read, in one sentence; they stay as they are
};
SavedLabReports readLabReports(const std::filesystem::path& workspace);

struct SavedStudy {
    std::optional<MemoryStudy> study;  ///< the newest, finished or not; without its data
    std::vector<Phrase> problems;
};
SavedStudy readStudy(const std::filesystem::path& workspace);

}  // namespace gatelab
