// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/lazy_value.h"
#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "run/metric.h"
#include "run/run_change.h"
#include "run/run_event.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Key of a curve -> a number of it.
using CurveValues = std::map<std::string, double>;

/// One line of the runs list: from the index, without opening the run's folder. Copies are cheap.
struct RunSummary {
    std::string id;  ///< folder name: "20261121-141502-7f3a"; sorts by time
    /// Of the run in its workspace for good, from 1; no other run ever has it. 0: none, where its record cannot be
    /// written
    std::int64_t number = 0;
    std::string name;    ///< what a person called it, else the model's: modelName() in English
    std::string parent;  ///< run it was repeated or branched from; empty: none
    /// Step of the parent's checkpoint that it branched from; -1: it began with start values
    std::int64_t branchStep = -1;
    std::string startWeights;  ///< file of weights that it began with, as a whole path; empty: none
    RunState state = RunState::Interrupted;
    double created = 0;  ///< seconds since 1970 UTC
    double ended = 0;    ///< the same, when it ended last; 0: it has not, or an older program kept no such time
    double seconds = 0;
    std::int64_t step = 0, epoch = 0, epochs = 0;
    double bestValidation = 0;  ///< NaN: none
    std::int64_t bestEpoch = -1;
    int colour = 0;  ///< slot of the run colours and markers
    bool starred = false, archived = false;
    std::string tags, note;
    std::string dataName;
    std::int64_t bytes = 0;
    Phrase problem;  ///< why the folder cannot be read fully; empty: fine
    /// Neither its record nor its manifest can be read: state and figures are unknown
    bool isUnread = false;
    /// Settings that it began with; the plan (epochs, step limit) as it was made longer since
    LazyValue<ExperimentConfig> config;
    std::vector<RunChange> changes;  ///< settings changed while it went on, in the order of time
    /// Metric key -> last value; of an ended run what the row's MetricSummary says
    LazyValue<CurveValues> lastValues;
    /// Metric key -> best finite value so far; only metrics of which less or more is better
    LazyValue<CurveValues> bestValues;
    /// Metric key -> value of the validation part at bestEpoch: what the kept weights reach
    LazyValue<CurveValues> keptValues;
    LazyValue<std::vector<TestScore>> scores;
};

/// "first; second; third".
Phrase inOneLine(const std::vector<Phrase>& problems);

class RunRecord;

/// Where a new run comes from.
struct RunOrigin {
    RunOrigin() = default;
    RunOrigin(std::string run) : parent(std::move(run)) {}
    RunOrigin(const char* run) : parent(run) {}

    std::string parent;                  ///< run that it repeats or branches from; empty: none
    std::int64_t branchStep = -1;        ///< see RunSummary
    std::string name;                    ///< that it was given while it waited; empty: the settings', else the model's
    std::int64_t number = 0;             ///< that it was given while it waited in the queue; 0: the next one
    std::filesystem::path startWeights;  ///< file whose weights it begins with; empty: none
    /// Puts what the run begins with into its folder before anybody sees the run; when it fails there is no run. Empty:
    /// nothing.
    std::function<Result<>(const std::filesystem::path& folder)> fill;
};

/// A folder of runs: runs/<id>/ stands alone (config.json, manifest.json, run.sqlite, checkpoints); workspace.sqlite is
/// only an index and is rebuilt from the folders when missing or damaged. Every call may come from any thread and
/// blocks for file access; errors name the file and what is safe. Two processes may use one workspace: the index is
/// shared (WAL), a running run is owned by a lock file with its process id.
class Workspace {
public:
    /// Opens, creating the folder when it is missing. Fails with ReadOnly, PermissionDenied or DiskFull when it cannot
    /// be made; one that is there but cannot be written is open for reading, and warnings() says so. `progress`: of
    /// reading all runs for a new index, which nothing stops.
    static Result<std::shared_ptr<Workspace>> open(const std::filesystem::path& folder, const Progress& progress = {});
    /// "~/Gatelab" or $GATELAB_WORKSPACE.
    static std::filesystem::path defaultFolder();
    virtual ~Workspace() = default;

    [[nodiscard]] virtual const std::filesystem::path& folder() const = 0;
    /// Newest first; runs of a process that died show as Interrupted.
    virtual Result<std::vector<RunSummary>> runs() = 0;
    /// Another text once another process or window may have changed what runs() gives; reads no run.
    virtual std::string changeToken() = 0;
    virtual Result<RunSummary> run(const std::string& id) = 0;
    /// Makes the folder, writes config.json durably and registers the run; the record is open for writing.
    virtual Result<std::unique_ptr<RunRecord>> createRun(const ExperimentConfig& config, const RunOrigin& origin,
                                                         const std::string& dataName) = 0;
    /// Opens an existing run's record for writing (resume). Busy when another process runs it. A damaged or missing one
    /// is made anew, see RunRecord::repaired.
    virtual Result<std::unique_ptr<RunRecord>> reopenRun(const std::string& id) = 0;
    /// Updates the index line from the run's folder.
    virtual Result<> refresh(const std::string& id) = 0;
    /// Name, colour, star, archive, tags, note: stored in the run's folder and the index.
    virtual Result<> editRun(const RunSummary& edited) = 0;
    /// Moves to trash/ inside the workspace; undelete brings it back. Busy while it runs.
    virtual Result<> deleteRun(const std::string& id) = 0;
    virtual Result<> undeleteRun(const std::string& id) = 0;
    /// What the trash holds, newest first, from its folders.
    virtual Result<std::vector<RunSummary>> deletedRuns() = 0;
    /// Of the trash, for good; NotFound when it is not there.
    virtual Result<> eraseDeletedRun(const std::string& id) = 0;
    virtual Result<> emptyTrash() = 0;
    /// Makes the index anew from the folders; nothing stops it.
    virtual Result<> rebuildIndex(const Progress& progress) = 0;
    /// What had to be mended ("the index was damaged and has been rebuilt from 12 run folders") and what cannot be.
    [[nodiscard]] virtual std::vector<Phrase> warnings() const = 0;
    /// That the index was not there and has been made anew from runs; empty: it was there.
    [[nodiscard]] virtual Phrase newIndex() const { return {}; }
    /// What the index knows of runs whose folders are gone although nobody deleted them here; rebuildIndex() forgets
    /// them. As of the last runs().
    virtual Result<std::vector<RunSummary>> lostRuns() { return std::vector<RunSummary>(); }
};

/// Everything of one run on disk. Writing calls come from the training thread and the monitor thread (serialised
/// inside).
class RunRecord {
public:
    virtual ~RunRecord() = default;  ///< flushes; never throws
    [[nodiscard]] virtual const std::string& id() const = 0;
    [[nodiscard]] virtual const std::filesystem::path& folder() const = 0;
    /// Buffered; one transaction a second (by wall clock) or at flush.
    virtual Result<> addMetrics(std::span<const MetricSample> samples) = 0;
    /// Stored at once.
    virtual Result<> addEvent(const RunEvent& event) = 0;
    virtual Result<> flush() = 0;
    /// State, step, best, scores for the index; written with manifest.json when the state is final.
    virtual Result<> setState(RunState state, std::int64_t step, std::int64_t epoch, double seconds) = 0;
    virtual Result<> setBest(double validation, std::int64_t step, std::int64_t epoch) = 0;
    virtual Result<> setScores(const std::vector<TestScore>& scores) = 0;
    /// The plan was made longer.
    virtual Result<> setEpochs(std::int64_t epochs) = 0;
    /// Forgets metric samples and events after `step` (a resumed run repeats them).
    virtual Result<> truncateAfter(std::int64_t step) = 0;
    /// What it was made of when it went on last; of a branch that has not begun, what its parent was made of. None:
    /// nothing is known.
    virtual Result<std::optional<RunPlanInfo>> lastPlan() = 0;
    /// What is said to a person when the record was made anew as it was opened (the record has noted it); empty: it is
    /// as it was left.
    [[nodiscard]] virtual Phrase repaired() const { return {}; }
};

/// Curves and events of a run, for windows and the command line; safe beside a live writer.
struct RunHistory {
    ExperimentConfig config;
    std::vector<MetricSample> metrics;
    std::vector<RunEvent> events;
    std::vector<Phrase> problems;  ///< what could not be read
};
Result<RunHistory> readRunHistory(const std::filesystem::path& runFolder);
/// A curve's value at a step, or the last one before; NaN when the run has not come that far or has no such curve. Safe
/// beside a live writer.
Result<double> readValueAtStep(const std::filesystem::path& runFolder, const std::string& curve, std::int64_t step);

}  // namespace gatelab
