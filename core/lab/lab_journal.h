// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/file_lock.h"
#include "lab/lab.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace gatelab {

/// Keeps the table of a lab in its workspace while it is measured, as keepLabReport() does, so that little is lost when
/// the program is killed. A locked file beside the table says that it is being measured; the end of this takes it away,
/// so that one that is left behind tells that the lab was cut off. One thread: that of the lab.
class LabJournal {
public:
    /// Nothing is kept where there is no such folder, or no longer.
    explicit LabJournal(std::filesystem::path workspace) : workspace_(std::move(workspace)) {}
    ~LabJournal();
    LabJournal(const LabJournal&) = delete;
    LabJournal& operator=(const LabJournal&) = delete;

    /// Before a lab is gone on with. Busy: it is being measured.
    Result<> claim(const std::string& name);
    /// After each run, never within one: it waits for the disk, if not again within seconds.
    Result<> note(const LabReport& report);
    /// What was measured when it was stopped or finished, at once.
    Result<> end(const LabReport& report);
    /// Whether this lab was cut off; true only once.
    static bool takeCutOff(const std::filesystem::path& workspace, const std::string& name);

private:
    using Clock = std::chrono::steady_clock;
    std::filesystem::path workspace_, lockPath_;
    FileLock lock_;  ///< of lockPath_, where that is not empty
    std::optional<Clock::time_point> written_;
};

}  // namespace gatelab
