// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/texts.h"
#include "common/theme.h"
#include "pages/train/continue_run.h"
#include "runs/experiment_model.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "window/notices.h"
#include "window/status_line.h"
#include "window/window_commands.h"
#include "window/window_shell.h"

namespace gatelab {

void WindowCommands::repeatRun() {
    const RunSummary* run = parts_.runs.findRun(chosenRun());
    if (!run) return;
    ExperimentConfig config = run->config;
    config.seed = parts_.queue.freeSeed(config);
    if (addToQueue(std::move(config), run->id, "repeat")) window_.showPage(QStringLiteral("train"));
}

/// To the run that goes on, or tells that it waits.
void WindowCommands::follow(const QString& runId, Began began) {
    if (began == Began::Now) window_.showPage(QStringLiteral("train"));
    const RunSummary* run = parts_.runs.findRun(runId);
    if (began == Began::Queued && run) window_.shell().status()->flash(queuedText(fromUtf8(run->name)));
}

void WindowCommands::branch(const QString& runId, const QString& checkpoint) {
    const QString run = runId.isEmpty() ? chosenRun() : runId;
    const Began began = branchFrom(parts_.runs, parts_.queue, parts_.experiment, run, checkpoint);
    follow(run, began);
    if (began == Began::Now)
        window_.shell().status()->flash(tr("It trains %1 epochs beyond those of the checkpoint.")
                                            .arg(formatCount(parts_.experiment.config().epochs)));
}

bool WindowCommands::addToQueue(ExperimentConfig config, const std::string& parent, const char* why) {
    QueuedRun run;
    if (config == parts_.experiment.config()) run.seconds = planSeconds(parts_.experiment, parts_.runs.runs());
    run.config = std::move(config);
    run.parent = parent;
    run.why = why;
    const QString name = parts_.queue.nameOf(run);
    const bool begins = parts_.queue.beginsAtOnce();
    parts_.queue.add({std::move(run)});
    if (!begins) window_.shell().status()->flash(queuedText(name));
    return begins;
}

/// The settings of the run to be changed, and the start of its branch beside them.
void WindowCommands::offerBranch() {
    const RunSummary* run = parts_.runs.findRun(chosenRun());
    if (!run) return;
    const QString id = fromUtf8(run->id), name = fromUtf8(run->name);
    const QString text =
        tr("Change what keeps the shapes of its weights, then branch; Play would begin from the start. Its epochs "
           "count from the checkpoint: the last one stands at epoch %1, the best one at %2.")
            .arg(formatCount(run->epoch), run->bestEpoch < 0 ? QStringLiteral("-") : formatCount(run->bestEpoch));
    useSettings();
    window_.notices().add({Tone::Info,
                           tr("A branch of %1.").arg(name),
                           text,
                           tr("Branch from its last checkpoint"),
                           Command(QStringLiteral("branch"), id),
                           0,
                           {},
                           NoticeOf::Asked,
                           tr("from its best one"),
                           Command(QStringLiteral("branch-best"), id)});
}

void WindowCommands::useSettings() {
    if (const RunSummary* run = parts_.runs.findRun(chosenRun())) {
        parts_.experiment.take(run->config, fromUtf8(run->id), tr("use settings of %1").arg(fromUtf8(run->name)));
        window_.showPage(QStringLiteral("model"));
    }
}

}  // namespace gatelab
