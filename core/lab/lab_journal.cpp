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

Result<> LabJournal::claim(const std::string& name) {
    auto path = labLockPath(workspace_, name);
    auto lock = FileLock::acquire(path);
    if (!lock.ok()) return lock.error();
    lock_ = std::move(*lock);
    lockPath_ = std::move(path);
    return {};
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
    // Without the lock nobody is told when it is cut off; the table is there all the same.
    if (kept.ok() && lockPath_.empty()) (void)claim(report.name);
    return kept;
}

bool LabJournal::takeCutOff(const std::filesystem::path& workspace, const std::string& name) {
    const auto path = labLockPath(workspace, name);
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) && FileLock::acquire(path).ok() && removePath(path).ok();
}

}  // namespace gatelab
