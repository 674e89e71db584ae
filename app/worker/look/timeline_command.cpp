// SPDX-License-Identifier: GPL-3.0-or-later
// "timeline RUN": where the time of some steps of a run goes, what bounds them, and the files for Perfetto and
// TensorBoard.
#include "worker/commands.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "app/timeline_recording.h"
#include "base/clock.h"
#include "export/tensorboard_events.h"
#include "io/file_io.h"
#include "run/run_change.h"
#include "run/timeline_json.h"
#include "store/record/run_folder.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <map>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostOperations = 12;
constexpr double kMilliseconds = 1e3;

struct TimelineOptions {
    WorkspaceOptions workspace;
    std::string run;
    std::int64_t steps = kTimelineSteps;
    std::filesystem::path output, tensorboard;
    bool again = false, json = false;
};

/// Kept with the run; one that trains elsewhere is only asked for it.
Result<Timeline> recorded(const TimelineOptions& options, const RunSummary& run, const std::filesystem::path& folder) {
    if (isGoingOn(run.state)) {
        if (auto asked = askForTimeline(folder, options.steps); !asked.ok()) return asked.error();
        return Error{ErrorCode::Busy,
                     "the run is being trained; its next epoch records the steps; ask again in a moment"};
    }
    auto engine = openEngine();
    if (!engine.ok()) return engine.error();
    installSignals();
    ProgressLine line(options.json);
    auto timeline = recordTimeline(**engine, run, options.steps, [&](double share) {
        line.show("training steps again", share);
        return signalCount == 0;
    });
    line.end();
    if (!timeline.ok()) return timeline;
    if (auto kept = keepTimeline(folder, *timeline); !kept.ok()) return kept.error();
    return timeline;
}

Json rowsJson(const std::vector<TimelineRow>& rows) {
    Json json = Json::array();
    for (const TimelineRow& row : rows) {
        json.push_back({{"part", timelineKey(row.part)},
                        {"seconds", row.seconds},
                        {"share_of_steps", row.share},
                        {"count", row.count}});
        if (!row.operation.empty()) json.back()["operation"] = row.operation;
    }
    return json;
}

void printRows(const std::vector<TimelineRow>& rows, std::size_t most) {
    for (std::size_t i = 0; i < rows.size() && i < most; ++i) {
        const TimelineRow& row = rows[i];
        const std::string name = row.operation.empty() ? consoleText(Phrase(timelineLabel(row.part)))
                                                       : row.operation + " (" + timelineKey(row.part) + ")";
        std::printf("  %-34s %10.3f ms  %6.1f %%%s  %lld\n", name.c_str(), kMilliseconds * row.seconds, 100 * row.share,
                    isOfStep(row.part) ? "  " : " *", static_cast<long long>(row.count));
    }
}

void printTimeline(const Timeline& timeline, const TimelineVerdict& verdict) {
    std::printf("%s: %lld steps recorded on %s, %.3f ms each (median)", timeline.run.c_str(),
                static_cast<long long>(timeline.recordedSteps()), timeline.device.c_str(),
                kMilliseconds * timeline.recordedMedian());
    if (std::isfinite(timeline.cost()))
        std::printf("; beside them %.3f ms without recording, which costs %+.1f %%",
                    kMilliseconds * timeline.plainMedian(), 100 * timeline.cost());
    std::printf("\n%s\n\n  %-34s %13s  %8s    %s\n", consoleText(verdict.text).c_str(), "part", "total", "of steps",
                "times");
    const auto parts = timelineParts(timeline);
    printRows(parts, parts.size());
    std::printf("  * beside the steps\n");
    const auto operations = timelineOperations(timeline);
    if (operations.empty()) {
        std::printf("\nNo operations of LibTorch: Gatelab's own code computes the step as a whole.\n");
        return;
    }
    std::printf("\n  %-34s\n", "operations of the training thread");
    printRows(operations, kMostOperations);
}

Result<> writeTensorboard(const std::filesystem::path& folder, const Timeline& timeline) {
    const double now = wallSeconds();
    TensorboardEvents events(now);
    std::map<std::pair<std::int64_t, TimelinePart>, double> seconds;
    for (const TimelineSpan& span : timeline.spans)
        if (span.step >= 0) seconds[{span.step, span.part}] += span.seconds;
    for (const auto& [key, value] : seconds)
        events.addScalar(std::string("timeline/") + timelineKey(key.second) + "_ms", key.first, now,
                         kMilliseconds * value);
    for (const TimelineStep& step : timeline.steps)
        if (step.isRecorded) events.addScalar("timeline/step_ms", step.step, now, kMilliseconds * step.seconds);
    if (auto made = makeFolders(folder); !made.ok()) return made;
    const std::string name =
        "events.out.tfevents." + std::to_string(static_cast<std::int64_t>(now)) + "." + timeline.run;
    return writeFileDurably(folder / name, events.bytes());
}

int showTimeline(const TimelineOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto run = referredRun(**workspace, options.run);
    if (!run.ok()) return fail(run.error(), options.json);
    const auto folder = runFolderIn((*workspace)->folder(), run->id);
    auto timeline = options.again ? Result<Timeline>(Error{ErrorCode::NotFound, {}}) : readTimeline(folder);
    if (!timeline.ok()) timeline = recorded(options, *run, folder);
    if (!timeline.ok()) return signalCount > 0 ? kInterrupted : fail(timeline.error(), options.json);
    const TimelineVerdict verdict = judgeTimeline(*timeline, settingsAfter(run->config, run->changes));
    if (options.json) {
        const Json json{{"run", run->id},
                        {"device", timeline->device},
                        {"steps", timeline->recordedSteps()},
                        {"step_ms", kMilliseconds * timeline->recordedMedian()},
                        {"cost", std::isfinite(timeline->cost()) ? Json(timeline->cost()) : Json()},
                        {"bound", timelineKey(verdict.part)},
                        {"change", verdict.field},
                        {"text", verdict.text.english()},
                        {"parts", rowsJson(timelineParts(*timeline))},
                        {"operations", rowsJson(timelineOperations(*timeline))}};
        std::printf("%s\n", json.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
    } else {
        printTimeline(*timeline, verdict);
    }
    if (!options.output.empty())
        if (auto written = writeFileDurably(options.output, timelineJson(*timeline)); !written.ok())
            return fail(written.error(), options.json);
    if (!options.tensorboard.empty())
        if (auto written = writeTensorboard(options.tensorboard, *timeline); !written.ok())
            return fail(written.error(), options.json);
    return kDone;
}

}  // namespace

CommandAction setTimeline(CLI::App& app) {
    const auto options = std::make_shared<TimelineOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    auto* steps = app.add_option("--steps", options->steps,
                                 "How many steps are recorded where the run has no timeline yet; a run that has ended "
                                 "is begun once more for it, in a folder that goes again");
    steps->check(CLI::Range(std::int64_t{1}, kMostTimelineSteps))->capture_default_str();
    app.add_flag("--again", options->again, "Records anew");
    app.add_option("--output", options->output,
                   "Writes the trace to this file; ui.perfetto.dev and chrome://tracing open it");
    app.add_option("--tensorboard", options->tensorboard,
                   "Writes the time of each part by step into this folder, for TensorBoard");
    app.add_flag("--json", options->json, "One JSON object");
    return [options] { return showTimeline(*options); };
}

}  // namespace gatelab::worker
