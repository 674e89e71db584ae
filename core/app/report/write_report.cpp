// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/write_report.h"

#include "app/report/run_document.h"
#include "io/file_io.h"

#include <utility>

namespace gatelab {

Result<std::vector<Phrase>> writeReport(Workspace& workspace, const std::vector<std::string>& ids, Engine* engine,
                                        const ReportWording& wording, const std::filesystem::path& file,
                                        const Progress& progress) {
    if (ids.empty() || ids.size() > kMostReportedRuns)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Report", "a report holds 1 to %1 runs, not %2"),
                      {std::to_string(kMostReportedRuns), std::to_string(ids.size())}}};
    const auto all = workspace.runs();
    if (!all.ok()) return all.error();
    std::vector<ReportedRun> told;
    std::vector<Phrase> missing;
    for (const std::string& id : ids) {
        const auto run = workspace.run(id);
        if (!run.ok()) return run.error();
        const auto done = static_cast<double>(told.size());
        // One run's forecasts are shown; of several they would be a book.
        auto read = readReportedRun(workspace, *run, *all, ids.size() == 1 ? engine : nullptr, [&](double share) {
            return !progress || progress((done + std::max(0.0, share)) / static_cast<double>(ids.size()));
        });
        if (!read.ok()) return read.error();
        missing.insert(missing.end(), read->missing.begin(), read->missing.end());
        told.push_back(std::move(*read));
    }
    const ReportDocument document = told.size() == 1 ? runDocument(told.front()) : comparisonDocument(told, *all);
    if (auto written = writeFileDurably(file, reportHtml(document, wording)); !written.ok()) return written.error();
    return missing;
}

}  // namespace gatelab
