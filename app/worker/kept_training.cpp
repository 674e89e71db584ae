// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/kept_training.h"

#include "worker/runs.h"

#include "app/run_order.h"

#include <sys/resource.h>

namespace gatelab::worker {

namespace {

/// Processor time of this process, all threads.
double processorSeconds() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(use.ru_utime) + seconds(use.ru_stime);
}

}  // namespace

Result<KeptTraining> trainKept(Engine& engine, Workspace& workspace, const ExperimentConfig& config,
                               const std::string& tag) {
    RunOrder order{config};
    if (auto checked = check(engine, order); !checked.ok()) return checked.error();
    auto opened = openRun(engine, &workspace, order);
    if (!opened.ok()) return opened.error();
    const std::string id = opened->request.record->id();
    RunPrinter printer(false, true);
    const double before = processorSeconds();
    auto followed = followRun(engine, std::move(opened->request), printer);
    if (!followed.ok()) return followed.error();
    const double processor = processorSeconds() - before;
    (void)workspace.refresh(id).ok();  // the index is rebuilt from the folders anyway
    auto summary = workspace.run(id);
    if (!summary.ok()) return summary.error();
    if (!tag.empty()) {
        summary->tags = tag;
        (void)workspace.editRun(*summary).ok();
    }
    if (signalCount > 0)
        return Error{ErrorCode::Cancelled, GATELAB_TEXT("Lesson", "the lesson was stopped; nothing is checked")};
    if (followed->state == RunState::Failed && followed->code != ErrorCode::NonFinite)
        return Error{followed->code, followed->why};
    return KeptTraining{std::move(*summary), processor};
}

}  // namespace gatelab::worker
