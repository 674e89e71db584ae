// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_files.h"

#include "io/file_io.h"
#include "lab/lab_json.h"
#include "lab/lab_words.h"
#include "lab/memory_study_json.h"

#include <algorithm>
#include <string>
#include <utility>

namespace gatelab {
namespace {

constexpr const char *kFolder = "lab", *kStudy = "memory";
constexpr std::uint64_t kMostBytes = UINT64_C(16) << 20;

std::filesystem::path fileOf(const std::filesystem::path& workspace, const std::string& name, bool isFinished) {
    return workspace / kFolder / (name + (isFinished ? ".json" : "-unfinished.json"));
}

Result<> keep(const std::filesystem::path& workspace, const std::string& name, bool isFinished, const std::string& json) {
    if (auto made = makeFolders(workspace / kFolder); !made.ok()) return made;
    if (auto written = writeFileDurably(fileOf(workspace, name, isFinished), json + "\n"); !written.ok() || !isFinished) return written;
    return removePath(fileOf(workspace, name, false));
}

/// Nothing where there is no such file, or it cannot be read, which is told.
template <class T>
std::optional<T> read(const std::filesystem::path& path, Result<T> (*fromJson)(std::string_view), const Text& problem, std::vector<Phrase>& problems) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::nullopt;
    const auto text = readFileBytes(path, kMostBytes);
    auto result = text.ok() ? fromJson(*text) : Result<T>(text.error());
    if (result.ok()) return std::move(*result);
    problems.emplace_back(problem, std::vector<Phrase>{path.string(), result.error().phrase});
    return std::nullopt;
}

}  // namespace

Result<> keepLabReport(const std::filesystem::path& workspace, const LabReport& report) {
    return keep(workspace, lab_words::mode(report.plan.mode), report.finished(), labJson(report));
}

Result<> keepStudy(const std::filesystem::path& workspace, const MemoryStudy& study) { return keep(workspace, kStudy, study.finished(), studyJson(study)); }

std::filesystem::path labLockPath(const std::filesystem::path& workspace, LabMode mode) { return workspace / kFolder / (std::string(lab_words::mode(mode)) + ".lock"); }

KeptLabReports readLabReports(const std::filesystem::path& workspace) {
    KeptLabReports kept;
    for (const bool isFinished : {true, false}) {
        for (const LabMode mode : {LabMode::Ladder, LabMode::OneOff, LabMode::Pair})
            if (auto report = read(fileOf(workspace, lab_words::mode(mode), isFinished), &labFromJson,
                                   GATELAB_TEXT("Lab", "the lab's last table '%1' cannot be shown (%2); measure again for a new one"), kept.problems))
                kept.reports.push_back(std::move(*report));
        if (isFinished) std::ranges::sort(kept.reports, {}, &LabReport::measuredAt);
    }
    return kept;
}

KeptStudy readStudy(const std::filesystem::path& workspace) {
    KeptStudy kept;
    for (const bool isFinished : {false, true})
        if (!kept.study)
            kept.study = read(fileOf(workspace, kStudy, isFinished), &studyFromJson, GATELAB_TEXT("Study", "the last memory study '%1' cannot be shown (%2); measure again for a new one"), kept.problems);
    return kept;
}

}  // namespace gatelab
