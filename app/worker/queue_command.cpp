// SPDX-License-Identifier: GPL-3.0-or-later
// "queue": what waits in the queue of a workspace, which a window on it trains.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"

#include "app/queue_plan.h"
#include "app/run_names.h"
#include "app/run_reference.h"
#include "config/config_io.h"
#include "session/confined_job.h"
#include "store/job_limits.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct QueueOptions {
    WorkspaceOptions workspace;
    ExperimentOptions experiment;
    std::vector<std::string> ids;
    std::int64_t seeds = 1;
    int priority = 0;
    bool json = false;
    std::optional<std::int64_t> memory, processes;
    std::optional<double> processors;
    bool sandbox = false, noSandbox = false;
};

/// What waits now, however the queue was changed.
int print(const QueueOptions& options, Workspace& workspace, const Result<RunQueue::State>& queue) {
    if (!queue.ok()) return fail(queue.error(), options.json);
    const auto runs = workspace.runs();
    if (!runs.ok()) return fail(runs.error(), options.json);
    const QueuePlan plan(*queue, *runs);
    Json waiting = Json::array();
    if (!options.json && !queue->runs.empty())
        std::printf("%-26s %8s %8s %8s  %s\n", "id", "seed", "priority", "time", "name");
    for (const QueuedRun& run : queue->runs) {
        const RunSummary toCome = plan.runOf(run);
        const double seconds = plan.secondsOf(run);
        if (options.json)
            waiting.push_back({{"number", toCome.number},
                               {"id", run.id},
                               {"name", toCome.name},
                               {"seed", run.config.seed},
                               {"priority", run.priority},
                               {"why", run.why},
                               {"parent", run.parent},
                               {"resume", run.resume},
                               {"seconds", number(seconds >= 0 ? seconds : NAN)}});
        else
            std::printf("%-26s %8lld %8d %8s  %s\n", shown(run.id).c_str(), static_cast<long long>(run.config.seed),
                        run.priority, seconds >= 0 ? spanText(seconds).c_str() : "-",
                        shown(numberedName(toCome).english()).c_str());
    }
    const QueuePlan::Time left = plan.timeLeft(false);
    if (options.json) {
        printJson(Json{{"queue",
                        {{"paused", queue->paused},
                         {"together", queue->together},
                         {"seconds", number(left.isWhole ? left.seconds : NAN)},
                         {"runs", std::move(waiting)}}}});
        return kDone;
    }
    const std::size_t count = queue->runs.size();
    std::printf(
        "%s%s",
        count == 0 ? "nothing waits" : (std::to_string(count) + (count == 1 ? " run waits" : " runs wait")).c_str(),
        queue->paused ? ", paused" : "");
    if (left.seconds > 0) std::printf(", %s %s", left.isWhole ? "about" : "more than", spanText(left.seconds).c_str());
    std::printf("\n");
    return kDone;
}

using Change = Result<RunQueue::State> (*)(const QueueOptions&, RunQueue&);

int changeQueue(const QueueOptions& options, Change change) {
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    RunQueue queue((*workspace)->folder());
    return print(options, **workspace, change(options, queue));
}

Result<std::vector<std::string>> waitingIds(const QueueOptions& options, const RunQueue& queue) {
    const auto state = queue.read();
    if (!state.ok()) return state.error();
    std::vector<std::string> ids;
    for (const std::string& word : options.ids) {
        const auto found = std::ranges::find_if(state->runs, [&](const QueuedRun& run) {
            return run.id == word || (run.number > 0 && numberIn(word) == run.number);
        });
        if (found == state->runs.end())
            return Error{ErrorCode::NotFound, "no run with the id or number '" + word + "' waits"};
        ids.push_back(found->id);
    }
    return ids;
}

Result<RunQueue::State> removeRuns(const QueueOptions& options, RunQueue& queue) {
    const auto ids = waitingIds(options, queue);
    return ids.ok() ? queue.remove(*ids) : Result<RunQueue::State>(ids.error());
}

Result<RunQueue::State> setPriorities(const QueueOptions& options, RunQueue& queue) {
    const auto ids = waitingIds(options, queue);
    if (!ids.ok()) return ids.error();
    for (const std::string& id : *ids)
        if (auto set = queue.setPriority(id, options.priority); !set.ok()) return set;
    return queue.read();
}

int add(const QueueOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    makePathsAbsolute(*config);
    const auto data = options.experiment.suggestedData(*config, true);
    if (!data.ok()) return fail(data.error(), options.json);
    printDataFindings(**data, *config, false);
    const auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    std::vector<QueuedRun> waiting(static_cast<std::size_t>(options.seeds));
    for (QueuedRun& run : waiting) {
        run.config = *config;
        run.config.seed = config->seed++;
        run.priority = options.priority;
    }
    RunQueue queue((*workspace)->folder());
    return print(options, **workspace, queue.add(std::move(waiting)));
}

/// Sets those that were named, and shows all.
int limitJobs(const QueueOptions& options) {
    const auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const std::filesystem::path folder = (*workspace)->folder();
    const bool isChanged =
        options.memory || options.processors || options.processes || options.sandbox || options.noSandbox;
    auto limits = readLimits(folder);
    // What is damaged is set anew.
    if (!limits.ok() && !(isChanged && limits.error().code == ErrorCode::Corrupt))
        return fail(limits.error(), options.json);
    JobLimits now = limits.ok() ? *limits : JobLimits();
    now.memoryMiB = options.memory.value_or(now.memoryMiB);
    now.processors = options.processors.value_or(now.processors);
    now.processes = options.processes.value_or(now.processes);
    now.isSandboxed = options.sandbox || (now.isSandboxed && !options.noSandbox);
    if (isChanged)
        if (auto kept = keepLimits(folder, now); !kept.ok()) return fail(kept.error(), options.json);
    if (options.json) {
        printJson(Json{{"memory_mib", now.memoryMiB},
                       {"processors", now.processors},
                       {"processes", now.processes},
                       {"sandbox", now.isSandboxed},
                       {"kept_by", confinementHere().english()}});
        return kDone;
    }
    const auto print = [](const char* name, double value, const char* unit) {
        if (value > 0)
            std::printf("%-12s %g%s\n", name, value, unit);
        else
            std::printf("%-12s no limit\n", name);
    };
    print("memory", static_cast<double>(now.memoryMiB), " MiB");
    print("processors", now.processors, "");
    print("processes", static_cast<double>(now.processes), "");
    std::printf("%-12s %s\n", "sandbox", now.isSandboxed ? "yes" : "no");
    std::printf("kept by      %s\n", consoleText(confinementHere()).c_str());
    return kDone;
}

}  // namespace

CommandAction setQueue(CLI::App& app) {
    const auto options = std::make_shared<QueueOptions>();
    const auto chosen = std::make_shared<std::function<int(const QueueOptions&)>>();
    app.require_subcommand(1);
    const auto sub = [&](const char* name, const char* help, std::function<int(const QueueOptions&)> action) {
        CLI::App* command = app.add_subcommand(name, help);
        options->workspace.addTo(*command);
        command->add_flag("--json", options->json, "As JSON");
        command->parse_complete_callback([chosen, action] { *chosen = action; });
        return command;
    };
    const auto change = [](Change how) { return [how](const QueueOptions& o) { return changeQueue(o, how); }; };
    sub("list", "What waits, in the order in which it will train",
        change([](const QueueOptions&, RunQueue& queue) { return queue.read(); }));
    CLI::App* adding = sub("add", "Let an experiment wait behind the others; its settings as for train", add);
    options->experiment.addTo(*adding);
    options->experiment.addSuggest(*adding);
    adding->add_option("--seeds", options->seeds, "Successive seeds of it (1)")->check(CLI::Range(1, 1000));
    adding->add_option("--priority", options->priority, "Higher ones train first (0)")->check(CLI::Range(-100, 100));
    sub("remove", "Runs that wait no longer", change(removeRuns))
        ->add_option("id", options->ids, "Their ids or numbers (see list)")
        ->required();
    CLI::App* raising = sub("priority",
                            "Which train first. One that is of higher priority than what the queue trains takes its "
                            "place: that one saves, waits and goes on with equal bits",
                            change(setPriorities));
    raising->add_option("priority", options->priority, "Higher ones train first; 0 is usual")
        ->check(CLI::Range(-100, 100))
        ->required();
    raising->add_option("id", options->ids, "Ids or numbers of runs that wait (see list)")->required();
    sub("pause", "Begin none of them until continue; what trains goes on",
        change([](const QueueOptions&, RunQueue& queue) { return queue.setPaused(true); }));
    sub("continue", "Begin them again, in a window on this workspace",
        change([](const QueueOptions&, RunQueue& queue) { return queue.setPaused(false); }));
    CLI::App* limits =
        sub("limits",
            "What each job of the queue, and each run in a process of its own, may take on this machine; "
            "shows them, and sets those that are named (0: no limit)",
            limitJobs);
    limits->add_option("--memory", options->memory, "MiB")->check(CLI::NonNegativeNumber);
    limits->add_option("--processors", options->processors, "Cores' worth of time, like 2 or 0.5")
        ->check(CLI::NonNegativeNumber);
    limits->add_option("--processes", options->processes, "Processes and threads")->check(CLI::NonNegativeNumber);
    limits->add_flag("--sandbox", options->sandbox,
                     "Under bubblewrap: all files to be read, only the workspace to be written, and no network");
    limits->add_flag("--no-sandbox", options->noSandbox, "No longer")->excludes("--sandbox");
    return [options, chosen] { return *chosen ? (*chosen)(*options) : int{kUsage}; };
}

}  // namespace gatelab::worker
