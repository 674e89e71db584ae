// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/series.h"
#include "run/metric.h"
#include "run/run_event.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gatelab::worker {

/// Exit codes of gatelab-worker; listed in --help.
enum ExitCode { kDone = 0, kFailed = 1, kUsage = 2, kNoDevice = 3, kOutOfMemory = 4, kStorage = 5, kNonFinite = 6, kInterrupted = 130 };
int exitCode(ErrorCode code);

/// "0:02:10".
std::string durationText(double seconds);

/// Writes an error to stderr (with --json also as a line on stdout) and returns its exit code.
int fail(const Error& error, bool json);

/// What the doctor warns of in the data, on stderr; `reading`: also what the reader said, which a run says by itself.
void printDataFindings(const Dataset& data, bool reading);

/// What a run says, as text for people or as JSON lines; called by the thread that drains the run. Metrics: {"metric": key, "step": ..., "value": ...};
/// events as in run_event_json.h under "event".
class RunPrinter {
public:
    RunPrinter(bool json, bool quiet);
    void metric(const MetricSample& sample);
    void event(const RunEvent& event);
    /// Redraws the progress bar when stderr is a terminal; at most ten times a second.
    void tick();
    void endLine();

private:
    void planned(const RunEvent& event);
    void epochEnded(const RunEvent& event);
    bool json_, quiet_, terminal_, barShown_ = false;
    RunPlanInfo plan_;
    MetricSample loss_;
    std::map<std::int64_t, std::pair<double, std::int64_t>> epochLosses_;  ///< sum and number of the train losses of each epoch that has not ended
    double stepsPerSecond_ = 0, lastBar_ = 0;
};

/// Which class was taken for which, and what follows from it for each class; nothing for an empty matrix.
void printClasses(const ConfusionMatrix& matrix);
/// A table of scores: one line per method, model first, "worse than X" said where it is so.
void printScores(const std::vector<TestScore>& scores);
/// The last line of --json: {"result": {"run": ..., "state": ..., "test": {...}, "baselines": {...}}}; "why" where the run did not come to its end.
std::string resultLine(const std::string& run, RunState state, const std::vector<TestScore>& scores, const std::string& why = {});

}  // namespace gatelab::worker
