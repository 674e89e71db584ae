// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/disk_wait.h"

#include "base/number_text.h"
#include "io/file_io.h"
#include "worker/output/console.h"

#include <cstdio>
#include <string>

namespace gatelab::worker {

namespace {

constexpr auto kTellEvery = std::chrono::minutes(1);

}  // namespace

void DiskWait::handle(const RunEvent& event) {
    if (const auto* warning = event.as<RunWarning>(); warning != nullptr && warning->waitsForDisk) warning_ = *warning;
    if (event.is<SavedCheckpoint>() && waiting_)
        std::fprintf(stderr, "gatelab-worker: the checkpoint is written; the run goes on\n");
    const auto* change = event.as<StateChange>();
    if (change == nullptr) return;
    const bool waits = change->state == RunState::Paused && warning_.waitsForDisk;
    if (waits && !waiting_) {
        since_ = Clock::now();
        reportedAt_ = since_ - kTellEvery;
        // A run says why it waits just before it does; what it says is a sentence about the cause.
        problem_ = {warning_.code, warning_.text.arguments.empty() ? warning_.text : warning_.text.arguments.front()};
    }
    if (change->state != RunState::Paused) warning_ = {};
    waiting_ = waits;
}

bool DiskWait::isOver() {
    if (!waiting_) return false;
    if (Clock::now() - reportedAt_ >= kTellEvery) report();
    return Clock::now() - since_ >= patience_;
}

void DiskWait::report() {
    reportedAt_ = Clock::now();
    const auto free = freeSpace(folder_);
    const auto waited = std::chrono::duration<double>(reportedAt_ - since_).count();
    std::fprintf(stderr,
                 "gatelab-worker: waits to write a checkpoint in '%s', where %s is free; for %s of at most %s "
                 "(--disk-wait); Ctrl+C ends the run\n",
                 folder_.c_str(), free.ok() ? bytesText(static_cast<double>(*free)).c_str() : "an unknown amount",
                 durationText(waited).c_str(), durationText(static_cast<double>(patience_.count())).c_str());
}

}  // namespace gatelab::worker
