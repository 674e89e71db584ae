// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/slurm_script.h"

#include "config/config_difference.h"
#include "session/isolated_session.h"

#include <algorithm>
#include <string_view>

namespace gatelab {
namespace {

/// Seconds before the time limit at which the run is to be saved, at most a quarter of it; Slurm takes up to a minute
/// more.
constexpr std::int64_t kSaveBefore = 90;

constexpr std::string_view kRun = R"bash(
run=${runs[${SLURM_ARRAY_TASK_ID:-0}]}
folder=$workspace/runs/$run
words=(resume "$run")
newest() { ls "$folder/checkpoints" 2>/dev/null | sort | tail -n 1; }
)bash";

/// The first of the nodes, on which this script runs, has the first ranks; those of the others are started by srun.
constexpr std::string_view kShareNodes = R"bash(
mapfile -t nodes < <(scontrol show hostnames "$SLURM_JOB_NODELIST")
hosts=
for i in "${!nodes[@]}"; do
    share=$((ranks * (i + 1) / ${#nodes[@]} - ranks * i / ${#nodes[@]}))
    if [ "$i" = 0 ]; then words+=(--ranks "$share"); else hosts+=,${nodes[i]}:$share; fi
done
[ -z "$hosts" ] || words+=(--hosts "${hosts#,}" --host-program "$program")
export GATELAB_SSH=srun
)bash";

/// The time of the budget counts from the first task's start, also for those that begin or are requeued later.
constexpr std::string_view kSearch = R"bash(
(set -C; date +%s >"$folder/began") 2>/dev/null
words=(sweep --join --since "$(cat "$folder/began")" --job-profile "$profile" --at-once "$width")
newest() { find "$workspace/runs" -path '*/checkpoints/*' -prune -printf '%T@ %p\n' 2>/dev/null | sort -n | tail -n 1; }
)bash";

constexpr std::string_view kSetUp = R"bash(
job=${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}${SLURM_ARRAY_TASK_ID:+_$SLURM_ARRAY_TASK_ID}
note() { echo "$(date +%s) $job $*" >>"$folder/job.log"; }
state() {  # in which Slurm has the job; what it requeues by itself has one restart more than this life
    local said
    said=$(scontrol show job "$job" 2>/dev/null)
    if [[ $said =~ Restarts=([0-9]+) && ${BASH_REMATCH[1]} -gt ${SLURM_RESTART_COUNT:-0} ]]; then echo REQUEUED
    elif [[ $said == *Reason=TimeLimit* ]]; then echo TIMEOUT
    elif [[ $said =~ PreemptTime=[0-9] ]]; then echo PREEMPTED
    elif [[ $said == *JobState=RUNNING* ]]; then echo RUNNING
    elif [[ $said == *JobState=* ]]; then echo CANCELLED
    else echo UNKNOWN
    fi
}
stop() {
    woken=1 signal=$1
    [ -z "$child" ] || kill -TERM "$child" 2>/dev/null
    asked=$(state)
    note signal "$1" "$asked"
}
woken= signal= asked= child= code=
note started "${SLURMD_NODENAME:-$(hostname)}" "${SLURM_RESTART_COUNT:-0}"
before=$(newest)
trap 'stop USR1' USR1
trap 'stop TERM' TERM
)bash";

constexpr std::string_view kTrain = R"bash(
"${container[@]}" "$program" "${words[@]}" --workspace "$workspace" --quiet &
child=$!
[ -z "$signal" ] || kill -TERM "$child"  # it came before there was anybody to tell
while :; do
    woken=
    wait "$child"
    now=$?
    [ "$now" = 127 ] && [ -n "$code" ] || code=$now
    [ -n "$woken" ] || break
done
note ended "$code"
[ "$code" = 130 ] && [ -n "$signal" ] || exit "$code"
[ "$asked" != CANCELLED ] && [ "$asked" != REQUEUED ] || exit "$code"
if [ "${SLURM_RESTART_COUNT:-0}" -gt 0 ] && [ "$(newest)" = "$before" ]; then
    note stuck
    exit "$code"
fi
trap '' USR1 TERM
note requeued
scontrol requeue "$job"  # the number alone may mean all tasks of an array
)bash";

/// A file name in which Slurm replaces nothing.
std::string literalName(const std::filesystem::path& path) {
    std::string text;
    for (const char c : path.string()) text += c == '%' ? "%%" : std::string(1, c);
    return text;
}

std::string optionLines(const ClusterProfile& profile, const SlurmTasks& tasks) {
    const auto count = std::max(std::ssize(tasks.runs), tasks.searchers);
    const bool isArray = count > 1;
    std::string text;
    const auto line = [&text](const std::string& option) { text += "#SBATCH " + option + "\n"; };
    const auto given = [&line](const char* option, const std::string& value) {
        if (!value.empty()) line(option + value);
    };
    line("--job-name=gatelab");
    line("--output=\"" + literalName(tasks.folder) + (isArray ? "/%A_%a.out\"" : "/%j.out\""));
    line("--open-mode=append");
    line("--requeue");
    const auto limit = slurmSeconds(profile.time);
    line("--signal=B:USR1@" + std::to_string(limit ? std::min<std::int64_t>(kSaveBefore, *limit / 4) : kSaveBefore));
    if (isArray)
        line("--array=0-" + std::to_string(count - 1) + (tasks.atOnce > 0 ? "%" + std::to_string(tasks.atOnce) : ""));
    given("--partition=", profile.partition);
    given("--time=", profile.time);
    line("--nodes=" + std::to_string(profile.nodes));
    const std::int64_t ranksPerNode = profile.nodes > 1 ? (tasks.ranks + profile.nodes - 1) / profile.nodes : 1;
    line("--ntasks-per-node=" + std::to_string(std::max(profile.tasksPerNode, ranksPerNode)));
    if (profile.cpusPerTask > 0) line("--cpus-per-task=" + std::to_string(profile.cpusPerTask));
    given("--mem=", profile.memory);
    for (const std::string& more : profile.lines) line(more);
    return text;
}

}  // namespace

std::string slurmScript(const ClusterProfile& profile, const SlurmTasks& tasks) {
    std::string text = "#!/bin/bash\n" + optionLines(profile, tasks) + "\n";
    text += "workspace=" + shellQuoted(tasks.workspace.string()) + "\n";
    if (tasks.searchers > 0) {
        text += "folder=" + shellQuoted(tasks.folder.string()) + "\nprofile=" + shellQuoted(profile.name) +
                "\nwidth=" + std::to_string(std::max<std::int64_t>(1, profile.cpusPerTask)) + "\n";
    } else {
        text += "runs=(";
        for (std::size_t i = 0; i < tasks.runs.size(); ++i) text += (i == 0 ? "" : " ") + tasks.runs[i];
        text += ")\n";
    }
    text += "program=" + shellQuoted(profile.program.empty() ? workerProgram().string() : profile.program) + "\n";
    text += "container=(" + profile.container + ")\n";
    text += (tasks.searchers > 0 ? kSearch : kRun).substr(1);
    if (tasks.ranks > 1 && profile.nodes > 1)
        text += "ranks=" + std::to_string(tasks.ranks) + "\n" + std::string(kShareNodes.substr(1));
    text += kSetUp.substr(1);
    for (const std::string& module : profile.modules)
        text += "module load " + shellQuoted(module) + " || { note ended " + std::to_string(kModulesMissing) +
                "; exit " + std::to_string(kModulesMissing) + "; }\n";
    return text + std::string(kTrain.substr(1));
}

}  // namespace gatelab
