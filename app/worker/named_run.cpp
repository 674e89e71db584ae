// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/named_run.h"

#include <algorithm>

namespace gatelab::worker {

Result<RunSummary> namedRun(Workspace& workspace, const std::string& word) {
    auto byId = workspace.run(word);
    if (byId.ok() || byId.error().code != ErrorCode::NotFound) return byId;
    auto runs = workspace.runs();
    if (!runs.ok()) return runs.error();
    if (word == "last" && !runs->empty()) return workspace.run(runs->front().id);
    std::erase_if(*runs, [&](const RunSummary& run) { return run.name != word; });
    if (runs->empty()) return byId;
    if (runs->size() == 1) return workspace.run(runs->front().id);
    std::string ids;
    for (const RunSummary& run : *runs) ids += (ids.empty() ? "" : ", ") + run.id;
    return Error{ErrorCode::InvalidInput,
                 std::to_string(runs->size()) + " runs have the name '" + word + "'; say which by its id: " + ids};
}

void addNamedRun(CLI::App& command, std::string& word) {
    command.add_option("run", word, "Which run: its id or its name (see list), or last")->required();
}

}  // namespace gatelab::worker
