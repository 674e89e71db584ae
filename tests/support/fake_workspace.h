// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace gatelab::test {

/// A workspace in memory: runs that can be listed, renamed, deleted and restored; nothing can be trained in it. Calls
/// come from job threads.
class FakeWorkspace : public Workspace {
public:
    explicit FakeWorkspace(int count) : folder_("/nowhere/fake") {
        for (int i = 0; i < count; ++i) {
            RunSummary run;
            run.id = "run-" + std::to_string(100000 + i);
            run.name = "LSTM " + std::to_string(i);
            run.state = RunState::Finished;
            run.bestValidation = 0.1 + i * 0.001;
            run.bestEpoch = i;
            run.colour = i % 10;
            runs_.push_back(run);
        }
    }
    explicit FakeWorkspace(std::vector<RunSummary> runs, std::filesystem::path folder = "/nowhere/fake")
        : folder_(std::move(folder)), runs_(std::move(runs)) {}
    /// Its runs are these from now on, newest first.
    void set(std::vector<RunSummary> runs) {
        const std::lock_guard lock(mutex_);
        runs_ = std::move(runs);
    }
    const std::filesystem::path& folder() const override { return folder_; }
    Result<std::vector<RunSummary>> runs() override {
        const std::lock_guard lock(mutex_);
        return runs_;
    }
    std::string changeToken() override { return "the same"; }
    Result<RunSummary> run(const std::string& id) override {
        const std::lock_guard lock(mutex_);
        const auto found = find(runs_, id);
        if (found == runs_.end()) return missing(id);
        return *found;
    }
    Result<std::unique_ptr<RunRecord>> createRun(const ExperimentConfig&, const RunOrigin&,
                                                 const std::string&) override {
        return readOnly();
    }
    Result<std::unique_ptr<RunRecord>> reopenRun(const std::string&) override { return readOnly(); }
    Result<> refresh(const std::string&) override { return {}; }
    Result<> rebuildIndex(const Progress&) override { return {}; }
    Result<> editRun(const RunSummary& edited) override {
        const std::lock_guard lock(mutex_);
        if (refuse) return readOnly();
        const auto found = find(runs_, edited.id);
        if (found == runs_.end()) return missing(edited.id);
        *found = edited;
        return {};
    }
    Result<> deleteRun(const std::string& id) override { return move(id, runs_, trash_); }
    Result<> undeleteRun(const std::string& id) override { return move(id, trash_, runs_); }
    Result<std::vector<RunSummary>> deletedRuns() override {
        const std::lock_guard lock(mutex_);
        return trash_;
    }
    Result<> eraseDeletedRun(const std::string& id) override {
        const std::lock_guard lock(mutex_);
        const auto found = find(trash_, id);
        if (found == trash_.end()) return missing(id);
        trash_.erase(found);
        return {};
    }
    Result<> emptyTrash() override { return {}; }
    std::vector<Phrase> warnings() const override { return {}; }

    bool refuse = false;  ///< every edit fails from now on

private:
    using Runs = std::vector<RunSummary>;
    static Error missing(const std::string& id) { return {ErrorCode::NotFound, "no run " + id}; }
    static Error readOnly() { return {ErrorCode::ReadOnly, "the workspace is read-only; nothing was changed"}; }
    static Runs::iterator find(Runs& runs, const std::string& id) {
        return std::find_if(runs.begin(), runs.end(), [&](const RunSummary& run) { return run.id == id; });
    }
    Result<> move(const std::string& id, Runs& from, Runs& to) {
        const std::lock_guard lock(mutex_);
        if (refuse) return readOnly();
        const auto found = find(from, id);
        if (found == from.end()) return missing(id);
        to.push_back(*found);
        from.erase(found);
        std::sort(to.begin(), to.end(), [](const RunSummary& a, const RunSummary& b) { return a.id < b.id; });
        return {};
    }
    std::filesystem::path folder_;
    std::mutex mutex_;
    Runs runs_, trash_;
};

}  // namespace gatelab::test
