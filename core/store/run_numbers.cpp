// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_numbers.h"

#include "store/kept_count.h"
#include "store/record/run_files.h"
#include "store/record/run_folder.h"
#include "store/run_queue.h"

#include <algorithm>
#include <system_error>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

constexpr const char* kFile = "numbers";

/// Of all that is there.
std::int64_t highestIn(const fs::path& workspace) {
    std::int64_t highest = 0;
    for (const fs::path& folder : {runsFolderIn(workspace), trashFolderIn(workspace)}) {
        std::error_code failed;
        for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
            highest = std::max(highest, run_files::readNumber(entry->path()));
    }
    if (const auto queue = RunQueue(workspace).parse(); queue.ok())
        for (const auto* list : {&queue->runs, &queue->taken})
            for (const QueuedRun& run : *list) highest = std::max(highest, run.number);
    return highest;
}

}  // namespace

Result<FileLock> RunNumbers::lock() const { return FileLock::wait(folder_ / "numbers.lock"); }

Result<std::int64_t> RunNumbers::given() const { return keptCount(folder_ / kFile); }

Result<std::vector<std::string>> RunNumbers::counted() const { return namedBeside(folder_ / kFile); }

Result<> RunNumbers::noteCounted(const std::string& file) const {
    const auto known = counted();
    if (known && std::ranges::find(*known, file) != known->end()) return {};
    const auto held = lock();
    if (!held) return held.error();
    if (const auto whole = giveLocked(0, 0); !whole) return whole.error();
    return nameBeside(folder_ / kFile, file);
}

fs::path RunNumbers::lost() const {
    std::error_code failed;
    fs::path count = countOf(folder_ / kFile);
    return !fs::exists(count, failed) && !failed && highestIn(folder_) > 0 ? count : fs::path();
}

Result<std::int64_t> RunNumbers::give(std::int64_t count) const {
    const auto held = lock();
    return held ? giveLocked(count, 0) : held.error();
}

Result<std::int64_t> RunNumbers::giveLocked(std::int64_t count, std::int64_t atLeast) const {
    const auto kept = given();
    if (!kept && kept.error().code != ErrorCode::Corrupt) return kept;  // what cannot be read just now is not lost
    const std::int64_t highest = std::max(kept && *kept > 0 ? *kept : highestIn(folder_), atLeast);
    if (auto written = keepCount(folder_ / kFile, highest + count); !written) return written.error();
    return highest + 1;
}

}  // namespace gatelab
