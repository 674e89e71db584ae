// SPDX-License-Identifier: GPL-3.0-or-later
// "timeline RUN": where the time of some steps of a run goes, what bounds them, and the files for Perfetto and
// TensorBoard.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "app/timeline_recording.h"
#include "base/number_text.h"
#include "export/timeline_export.h"
#include "io/file_io.h"
#include "run/run_change.h"
#include "run/timeline_json.h"
#include "store/record/run_folder.h"
#include "store/run_weights.h"

#include <cmath>
#include <cstdio>

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
    bool again = false, json = false, hasSteps = false;
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

/// `steps`: that the parts of a step are of.
void printRows(const std::vector<TimelineRow>& rows, std::size_t most, std::size_t steps) {
    for (std::size_t i = 0; i < rows.size() && i < most; ++i) {
        const TimelineRow& row = rows[i];
        const std::string name = row.operation.empty() ? consoleText(Phrase(timelineLabel(row.part)))
                                                       : row.operation + " (" + timelineKey(row.part) + ")";
        const std::string each = isOfStep(row.part) ? numberText(kMilliseconds * row.seconds / double(steps), 4) : "";
        std::printf("  %-34s %10s %10.3f ms  %6.1f %%%s  %lld\n", name.c_str(), each.c_str(),
                    kMilliseconds * row.seconds, 100 * row.share, isOfStep(row.part) ? "  " : " *",
                    static_cast<long long>(row.count));
    }
}

/// Another rank in one line: what its steps are made of.
void printRank(const Timeline& track, int rank) {
    std::printf("  rank %d: %.3f ms a step", rank, kMilliseconds * track.stepSeconds());
    for (const TimelineRow& row : timelineParts(track))
        if (isOfStep(row.part)) std::printf(", %s %.0f %%", timelineKey(row.part), 100 * row.share);
    std::printf("\n");
}

void printTimeline(const Timeline& timeline, const TimelineVerdict& verdict) {
    const std::size_t steps = timeline.usualSteps().size();
    std::printf("%s: %zu steps recorded on %s, %.3f ms each (mean, to which the parts add up)", timeline.run.c_str(),
                steps, timeline.device.c_str(), kMilliseconds * timeline.stepSeconds());
    const TimelineCost cost = timeline.cost();
    if (cost.shows())
        std::printf("; recording made them %.1f %% longer (%.1f to %.1f, pairs of steps)", 100 * cost.share,
                    100 * cost.low, 100 * cost.high);
    else if (std::isfinite(cost.share))
        std::printf("; recording took no time that shows beside steps without it");
    std::printf("\n");
    for (const Phrase& note : timelineNotes(timeline)) std::printf("%s\n", consoleText(note).c_str());
    std::printf("%s\n\n  %-34s %10s %13s  %8s    %s\n", consoleText(verdict.text).c_str(), "part", "ms a step", "total",
                "of steps", "times");
    const auto parts = timelineParts(timeline);
    printRows(parts, parts.size(), steps);
    for (const TimelineTrack& track : timeline.ranks) printRank(timelineOf(track), track.rank);
    std::printf("  * beside the steps\n");
    if (const auto kernels = timelineKernels(timeline); !kernels.empty()) {
        std::printf("\n  %-34s\n", "kernels and copies of the GPU, by its clock");
        printRows(kernels, kMostOperations, steps);
    } else if (timeline.isCuda) {
        std::printf("\nCUPTI told no kernels of the GPU.\n");
    }
    const auto operations = timelineOperations(timeline);
    if (operations.empty()) {
        std::printf("\nNo operations of LibTorch: Gatelab's own code computes the step as a whole.\n");
        return;
    }
    std::printf("\n  %-34s\n", "operations of the training thread");
    printRows(operations, kMostOperations, steps);
}

/// Steps can be trained again by what the index knows; that the run itself is damaged must not go unsaid.
void warnOfDamage(const TimelineOptions& options, const Error& kept, const std::filesystem::path& folder) {
    const auto say = [](const Error& error) {
        std::fprintf(stderr, "warning: %s\n", consoleText(error.phrase).c_str());
    };
    if (!options.again && kept.code != ErrorCode::NotFound) say(kept);
    const auto weights = readRunWeights(folder);
    if (!weights.ok() && weights.error().code != ErrorCode::NotFound)
        say(weights.error().withContext(GATELAB_TEXT(
            "Timeline", "the run is damaged; its steps are trained again with the settings that the index has")));
}

int showTimeline(const TimelineOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto run = ownRun(**workspace, options.run);
    if (!run.ok()) return fail(run.error(), options.json);
    const auto folder = runFolderIn((*workspace)->folder(), run->id);
    auto timeline = options.again ? Result<Timeline>(Error{ErrorCode::NotFound, {}}) : readTimeline(folder);
    if (timeline.ok() && options.hasSteps && timeline->asked != options.steps && !options.json)
        std::printf("This is what was recorded before; '--again' records %lld steps.\n",
                    static_cast<long long>(options.steps));
    if (!timeline.ok()) {
        warnOfDamage(options, timeline.error(), folder);
        timeline = recorded(options, *run, folder);
    }
    if (!timeline.ok()) return signalCount > 0 ? kInterrupted : fail(timeline.error(), options.json);
    const TimelineVerdict verdict = judgeTimeline(*timeline, settingsAfter(run->config, run->changes));
    if (options.json) {
        const TimelineCost cost = timeline->cost();
        Json notes = Json::array();
        for (const Phrase& note : timelineNotes(*timeline)) notes.push_back(note.english());
        Json ranks = Json::array();
        for (const TimelineTrack& track : timeline->ranks)
            ranks.push_back({{"rank", track.rank}, {"parts", rowsJson(timelineParts(timelineOf(track)))}});
        const Json json{{"run", run->id},
                        {"device", timeline->device},
                        {"steps", timeline->recordedSteps()},
                        {"usual_steps", timeline->usualSteps().size()},
                        {"asked", timeline->asked},
                        {"step_ms", kMilliseconds * timeline->stepSeconds()},
                        {"cost", cost.shows() ? Json(cost.share) : Json()},
                        {"notes", notes},
                        {"bound", timelineKey(verdict.part)},
                        {"change", verdict.field},
                        {"text", verdict.text.english()},
                        {"parts", rowsJson(timelineParts(*timeline))},
                        {"ranks", ranks},
                        {"operations", rowsJson(timelineOperations(*timeline))},
                        {"kernels", rowsJson(timelineKernels(*timeline))}};
        printJson(json);
    } else {
        printTimeline(*timeline, verdict);
    }
    if (!options.output.empty())
        if (auto written = writeFileDurably(options.output, timelineJson(*timeline)); !written.ok())
            return fail(written.error(), options.json);
    if (!options.tensorboard.empty())
        if (auto written = exportTimelineTensorboard(*timeline, options.tensorboard); !written.ok())
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
    return [options, steps] {
        options->hasSteps = steps->count() > 0;
        return showTimeline(*options);
    };
}

}  // namespace gatelab::worker
