// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/doctor.h"
#include "data/series.h"
#include "run/metric.h"
#include "run/run_event.h"
#include "worker/output/progress_line.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gatelab::worker {

/// Exit codes of gatelab-worker; listed in --help.
enum ExitCode {
    kDone = 0,
    kFailed = 1,
    kUsage = 2,
    kNoDevice = 3,
    kOutOfMemory = 4,
    kStorage = 5,
    kNonFinite = 6,
    kInterrupted = 130
};
int exitCode(ErrorCode code);

/// "0:02:10".
std::string durationText(double seconds);

/// The same of what may be over in a moment: "0.42 s", "12.3 s", from a minute on "0:02:10".
std::string spanText(double seconds);

/// As printf's %.*g; "-" for a value that does not exist (NaN).
std::string figureText(double value, int digits);

/// Writes an error to stderr (with --json also as a line on stdout) and returns its exit code.
int fail(const Error& error, bool json);

/// " (--recipe ...)": the settings that mend what was found, else the step that masks it; empty: nothing does, or it is
/// so.
std::string remedyHint(const DataFinding& finding, const Series& series, const ExperimentConfig& config);

/// What the doctor warns of in the data, on stderr, with the flag of the recipe that mends it where these settings have
/// no such step; `reading`: also what the reader said, which a run says by itself.
void printDataFindings(const Dataset& data, const ExperimentConfig& config, bool reading);

/// Which file became which part, where the sequences came in two; else nothing.
void printFiles(const RunIdentity& identity);

/// What a run says, as text for people or as JSON lines; called by the thread that drains the run. Metrics: {"metric":
/// key, "step": ..., "value": ...}; events as in run_event_json.h under "event"; before each of several seeds {"seed":
/// {"seed", "number", "of", "run"}}.
class RunPrinter {
public:
    RunPrinter(bool json, bool quiet);
    void metric(const MetricSample& sample);
    void event(const RunEvent& event);
    /// How far the training is, on stderr: a bar that is drawn again and again where that is a terminal, else a line
    /// where nothing was said for ten seconds.
    void tick();
    void endLine();
    /// What happens now that a first signal asks for the end, on stderr. canResume: the run is kept.
    void stopping(bool canResume);
    /// The loss, said beside the plan; its values are on the prepared scale or as in the data.
    void trainsOn(const ExperimentConfig& config);
    /// It is one of several that differ in their seed: said before the run, and beside its progress.
    struct SeedPlace {
        std::int64_t seed = 0, number = 0, of = 0;
    };
    void beginSeed(const SeedPlace& place, const std::string& run);
    /// The run goes on from this step instead of its start.
    void goesOnFrom(std::int64_t step) { firstStep_ = step; }
    /// How much of the plan is done, 0 to 1.
    [[nodiscard]] double share() const;
    /// Of the targets on the original scale; empty: not known (yet).
    [[nodiscard]] const std::string& unit() const { return plan_.unit; }
    /// As WorkerResult has it.
    [[nodiscard]] std::string testAbsent() const;
    /// Which class was taken for which in the test part, to be told with the scores; of several seeds it is printed at
    /// once, and this is empty.
    [[nodiscard]] const ConfusionMatrix& classes() const { return classes_; }

private:
    void planned();
    void epochEnded(const RunEvent& event, const EpochEnd& end);
    void scoring(const ScoringProgress& progress);
    [[nodiscard]] std::string seedText() const;
    bool json_, quiet_, terminal_, barShown_ = false, stopping_ = false;
    std::string lossText_;
    SeedPlace seed_;
    RunPlanInfo plan_;
    ConfusionMatrix classes_;
    MetricSample loss_;
    /// Sum and number of the train losses of each epoch that has not ended
    std::map<std::int64_t, std::pair<double, std::int64_t>> epochLosses_;
    double stepsPerSecond_ = 0, lastBar_ = 0;
    std::int64_t firstStep_ = 0;
    std::string scoringWhat_;
    std::optional<ProgressLine> scoring_;  ///< from when the test part is scored
};

/// Where a run is kept (no id: nowhere), and why it ended as it did.
void printRunEnd(const std::string& id, const std::filesystem::path& workspace, const std::string& why);
}  // namespace gatelab::worker
