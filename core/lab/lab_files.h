// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab_report.h"

#include <filesystem>
#include <vector>

/// The last finished report of each mode, kept in the folder "lab" of a workspace as labJson() writes it. Blocks for file access; any thread.
namespace gatelab {

/// In place of the one before.
Result<> keepLabReport(const std::filesystem::path& workspace, const LabReport& report);

struct KeptLabReports {
    std::vector<LabReport> reports;  ///< the oldest first
    std::vector<Phrase> problems;    ///< files that cannot be read; they stay as they are
};
KeptLabReports readLabReports(const std::filesystem::path& workspace);

}  // namespace gatelab
