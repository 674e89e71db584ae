// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/lab_tables.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "lab/lab_files.h"
#include "runs/result_keeper.h"
#include "runs/run_controller.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gatelab {

LabTables::LabTables(RunController& runs, QObject* parent)
    : QObject(parent), runs_(&runs), job_(new BackgroundJob(this)), keeper_(new ResultKeeper(runs, this)) {
    connect(keeper_, &ResultKeeper::failed, this, &LabTables::reportNotKept);
}

const LabReport* LabTables::newest(const std::function<bool(const LabReport&)>& fits) const {
    for (const bool isFinished : {true, false}) {
        const auto found = std::find_if(all_.rbegin(), all_.rend(), [&](const LabReport& report) {
            return report.finished() == isFinished && fits(report);
        });
        if (found != all_.rend()) return &*found;
    }
    return nullptr;
}

const LabReport* LabTables::named(const std::string& name) const {
    const auto found = std::ranges::find(all_, name, &LabReport::name);
    return found == all_.end() ? nullptr : &*found;
}

void LabTables::keep(const LabReport& report) {
    std::erase_if(all_, [&](const LabReport& kept) { return kept.name == report.name; });
    all_.push_back(report);
    keeper_->keep([report](const std::filesystem::path& workspace) { return keepLabReport(workspace, report); });
}

void LabTables::read() {
    all_.clear();
    job_->cancel();
    const auto workspace = runs_->workspace();
    if (!workspace) return;
    job_->run<SavedLabReports>(
        [folder = workspace->folder()](const Progress&) { return readLabReports(folder); },
        [this](SavedLabReports kept) {
            for (const Phrase& problem : kept.problems) runs_->warn(translated(problem));
            // What was measured meanwhile is newer.
            std::erase_if(kept.reports, [this](const LabReport& report) { return named(report.name) != nullptr; });
            all_.insert(all_.begin(), std::make_move_iterator(kept.reports.begin()),
                        std::make_move_iterator(kept.reports.end()));
            Q_EMIT wereRead();
        });
}

void LabTables::reportNotKept(const QString& why) {
    runs_->warn(tr("The lab's table is not kept for the next start: %1").arg(why));
}

}  // namespace gatelab
