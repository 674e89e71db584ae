// SPDX-License-Identifier: GPL-3.0-or-later
// Three runs, a, b and c, that wait in a paused queue.
#pragma once

#include "runs/queue_controller.h"
#include "runs/run_controller.h"

#include <QTemporaryDir>
#include <string>
#include <vector>

namespace gatelab::test {

/// The names of those that wait, in their order, without anything between them.
inline std::string names(const QueueController& queue) {
    std::string all;
    for (const QueuedRun& run : queue.state().runs) all += run.config.name;
    return all;
}

/// They are added in the background: wait for names() to be "abc".
inline void addThree(RunController& runs, QueueController& queue, const QTemporaryDir& folder) {
    runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
    queue.setPaused(true);
    std::vector<QueuedRun> waiting(3);
    for (std::size_t i = 0; i < waiting.size(); ++i)
        waiting[i].config.name = std::string(1, static_cast<char>('a' + i));
    queue.add(waiting);
}

}  // namespace gatelab::test
