// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/named_checkpoint.h"

#include <set>
#include <utility>

namespace gatelab {

namespace {

/// "100, 120, 140": of several checkpoints of one step the newest is meant.
std::string namesOf(const std::vector<CheckpointInfo>& checkpoints) {
    std::set<std::int64_t> steps;
    for (const CheckpointInfo& info : checkpoints)
        if (info.problem.empty()) steps.insert(info.step);
    std::string names;
    for (const std::int64_t step : steps) names += (names.empty() ? "" : ", ") + std::to_string(step);
    return names.empty() ? "none" : names;
}

/// The best weights are kept beside others only where the run has gone on since.
Result<NamedCheckpoint> named(Result<LoadedCheckpoint> loaded, bool best) {
    if (!loaded.ok()) return loaded.error();
    const std::int64_t at = best ? loaded->counter("best_step") : -1;
    const bool isElsewhere = at >= 0 && at != loaded->info.step;
    return NamedCheckpoint{std::move(*loaded), isElsewhere};
}

}  // namespace

Result<NamedCheckpoint> loadNamedCheckpoint(const CheckpointStore& store, const std::string& name) {
    if (name == kIntact) return named(store.newestGood(), false);
    if (name == "last") return named(store.newest(), false);
    if (name == "best") return named(store.best(), true);
    const auto all = store.list();
    for (const CheckpointInfo& info : all)
        if (info.problem.empty() && std::to_string(info.step) == name) return named(store.load(info.generation), false);
    if (auto best = store.best(); best.ok() && std::to_string(best->counter("best_step")) == name)
        return named(std::move(best), true);
    return Error{
        ErrorCode::NotFound,
        {GATELAB_TEXT("Training",
                      "there is no checkpoint of step %1 in '%2'; choose last, best, intact or one of the steps %3"),
         {name, store.folder().string(), namesOf(all)}}};
}

}  // namespace gatelab
