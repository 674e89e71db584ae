// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_files.h"

#include "io/file_io.h"
#include "lab/lab_json.h"
#include "lab/lab_words.h"

#include <algorithm>

namespace gatelab {
namespace {

constexpr const char* kFolder = "lab";
constexpr std::uint64_t kMostBytes = UINT64_C(16) << 20;

std::filesystem::path fileOf(const std::filesystem::path& workspace, LabMode mode) { return workspace / kFolder / (std::string(lab_words::mode(mode)) + ".json"); }

}  // namespace

Result<> keepLabReport(const std::filesystem::path& workspace, const LabReport& report) {
    if (auto made = makeFolders(workspace / kFolder); !made.ok()) return made;
    return writeFileDurably(fileOf(workspace, report.plan.mode), labJson(report) + "\n");
}

KeptLabReports readLabReports(const std::filesystem::path& workspace) {
    KeptLabReports kept;
    for (const LabMode mode : {LabMode::Ladder, LabMode::OneOff, LabMode::Pair}) {
        const auto path = fileOf(workspace, mode);
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored)) continue;
        const auto text = readFileBytes(path, kMostBytes);
        auto report = text.ok() ? labFromJson(*text) : Result<LabReport>(text.error());
        if (report.ok()) kept.reports.push_back(std::move(*report));
        else kept.problems.emplace_back(GATELAB_TEXT("Lab", "the lab's last table '%1' cannot be shown (%2); measure again for a new one"), std::vector<Phrase>{path.string(), report.error().phrase});
    }
    std::ranges::sort(kept.reports, {}, &LabReport::measuredAt);
    return kept;
}

}  // namespace gatelab
