// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "store/job_limits.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

/// A job keeps within its limits by the means that this machine has.
namespace gatelab {

/// By what limits are kept here, for people: control groups, or what there is without.
Phrase confinementHere();

/// What is left for the process to keep by itself.
struct OwnLimits {
    std::int64_t memoryMiB = 0, threads = 0;  ///< 0: none
    Phrase remark;                            ///< what of the limits cannot be kept here; empty: all of it is
};
/// Puts this process into a control group with the limits, where there is a place for one (cgroupForJobs; memory.max,
/// cpu.max, pids.max). Memory is left to the address space as well, so that a run that takes too much ends in words
/// before the kernel ends it; the group reaches where that cannot (runs on a GPU).
OwnLimits confineThisProcess(const JobLimits& limits, const std::string& name);
/// The same with a place that is given: for tests.
OwnLimits confineProcess(const JobLimits& limits, const std::string& name, int process,
                         const std::filesystem::path& place);

/// The words that run a command under bubblewrap: it reads everything, writes only these folders, has no network, and
/// ends with who started it. They must be there.
std::vector<std::string> sandboxWords(std::span<const std::filesystem::path> writable,
                                      const std::vector<std::string>& command);
/// Goes on as the same command under bubblewrap, with the workspace, the caches and the folder of the workers' sockets
/// to write into; returns where this process already is, and on an error: NotFound where there is no bwrap.
Result<> enterSandbox(const std::filesystem::path& workspace);

}  // namespace gatelab
