// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_files.h"

#include "io/file_io.h"
#include "lab/lab_json.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace gatelab {
namespace {

constexpr const char *kFolder = "lab", *kSuffix = ".json";
constexpr const char* kStudy = "memory";  ///< what earlier programs kept of their memory studies begins so
constexpr auto kWriteEvery = std::chrono::seconds(2);
constexpr std::uint64_t kMaxBytes = UINT64_C(16) << 20;

std::filesystem::path fileOf(const std::filesystem::path& workspace, const std::string& name) {
    return workspace / kFolder / (name + kSuffix);
}

Result<LabReport> read(const std::filesystem::path& path) {
    const auto text = readFileBytes(path, kMaxBytes);
    return text.ok() ? labFromJson(*text) : Result<LabReport>(text.error());
}

/// Of every lab that is kept, in any order.
std::vector<std::filesystem::path> labFiles(const std::filesystem::path& workspace) {
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry(workspace / kFolder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::filesystem::path& path = entry->path();
        if (path.extension() == kSuffix && !path.filename().string().starts_with(kStudy)) files.push_back(path);
    }
    return files;
}

/// Seconds since 1970 UTC; 0: not known.
std::int64_t writtenAt(const std::filesystem::path& path) {
    std::error_code failed;
    const auto when = std::filesystem::last_write_time(path, failed);
    return failed ? 0
                  : std::chrono::floor<std::chrono::seconds>(std::chrono::file_clock::to_sys(when))
                        .time_since_epoch()
                        .count();
}

}  // namespace

Result<> keepLabReport(const std::filesystem::path& workspace, const LabReport& report) {
    const auto path = fileOf(workspace, report.name);
    if (auto made = makeFolders(path.parent_path()); !made.ok()) return made;
    return writeFileDurably(path, labJson(report) + "\n");
}

Result<> LabJournal::note(const LabReport& report) {
    if (written_ && std::chrono::steady_clock::now() - *written_ < kWriteEvery) return {};
    return end(report);
}

Result<> LabJournal::end(const LabReport& report) {
    // A workspace that is moved meanwhile is not made again where it was.
    std::error_code ignored;
    if (report.done == 0 || !std::filesystem::is_directory(workspace_, ignored)) return {};
    auto kept = keepLabReport(workspace_, report);
    written_ = std::chrono::steady_clock::now();
    return kept;
}

SavedLabReports readLabReports(const std::filesystem::path& workspace) {
    SavedLabReports kept;
    int unread = 0;
    Phrase first;
    for (const std::filesystem::path& path : labFiles(workspace)) {
        auto report = read(path);
        if (report.ok()) {
            report->name = path.stem().string();  // a copy beside it is another one
            report->keptAt = writtenAt(path);
            kept.reports.push_back(std::move(*report));
        } else if (unread++ == 0) {
            first = {GATELAB_TEXT("Lab", "the lab's table '%1' cannot be shown: %2"),
                     {path.string(), report.error().phrase}};
        }
    }
    if (unread == 1) kept.problems.push_back(std::move(first));
    if (unread > 1)
        kept.problems.emplace_back(GATELAB_TEXT("Lab", "%1 tables of the lab cannot be shown; of one of them: %2"),
                                   std::vector<Phrase>{unread, std::move(first)});
    std::ranges::sort(kept.reports, {}, [](const LabReport& report) { return std::pair(report.when(), report.name); });
    return kept;
}

}  // namespace gatelab
