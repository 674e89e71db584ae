// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_journal.h"

#include "io/file_io.h"
#include "lab/lab_files.h"

#include <system_error>
#include <utility>

namespace gatelab {

namespace {

constexpr auto kWriteEvery = std::chrono::seconds(2);

}  // namespace

LabJournal::~LabJournal() {
    if (!lockPath_.empty()) (void)removePath(lockPath_);
}

Result<> LabJournal::note(const LabReport& report) {
    if (written_ && Clock::now() - *written_ < kWriteEvery) return {};
    return end(report);
}

Result<> LabJournal::end(const LabReport& report) {
    // A workspace that is moved meanwhile is not made again where it was.
    std::error_code ignored;
    if (report.done == 0 || !std::filesystem::is_directory(workspace_, ignored)) return {};
    auto kept = keepLabReport(workspace_, report);
    written_ = Clock::now();
    if (!kept.ok() || !lockPath_.empty()) return kept;
    // Held where another window measures as well: that one says then what becomes of it.
    auto path = labLockPath(workspace_, report.plan.mode);
    if (auto lock = FileLock::acquire(path); lock.ok()) lock_ = std::move(*lock), lockPath_ = std::move(path);
    return kept;
}

bool LabJournal::takeCutOff(const std::filesystem::path& workspace, LabMode mode) {
    const auto path = labLockPath(workspace, mode);
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) && FileLock::acquire(path).ok() && removePath(path).ok();
}

}  // namespace gatelab
