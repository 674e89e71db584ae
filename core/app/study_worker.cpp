// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/study_worker.h"

#include "io/file_io.h"
#include "io/file_lock.h"
#include "session/isolated_session.h"

#include <csignal>
#include <cstdlib>

namespace gatelab {

namespace {

constexpr std::uint64_t kLockBytes = 64;

}  // namespace

std::filesystem::path studyLock(const std::filesystem::path& workspace) { return workspace / "sweep.lock"; }

bool studyWorkerRuns(const std::filesystem::path& workspace) { return FileLock::isHeld(studyLock(workspace)); }

std::filesystem::path studyWorkerLog(const std::filesystem::path& workspace) { return workspace / "sweep.log"; }

Result<int> startStudyWorker(const std::filesystem::path& workspace) {
    if (studyWorkerRuns(workspace))
        return Error{ErrorCode::Busy, GATELAB_TEXT("Sweep", "the sweep of this workspace is under way already")};
    return spawnWorker({"sweep", "--continue", "--json", "--workspace", workspace.string()}, studyWorkerLog(workspace));
}

Result<> stopStudyWorker(const std::filesystem::path& workspace) {
    if (!studyWorkerRuns(workspace))
        return Error{ErrorCode::NotFound, GATELAB_TEXT("Sweep", "no sweep of this workspace is under way")};
    const auto holder = readFileBytes(studyLock(workspace), kLockBytes);
    if (!holder.ok()) return holder.error();
    const long process = std::strtol(holder->c_str(), nullptr, 10);
    if (process > 1) ::kill(static_cast<pid_t>(process), SIGINT);
    return {};
}

}  // namespace gatelab
