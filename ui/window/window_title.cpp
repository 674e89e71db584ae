// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_title.h"

#include "common/file_words.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "config/same_source.h"
#include "runs/run_actions.h"
#include "runs/run_view.h"
#include "store/record/run_ending.h"

#include <QCoreApplication>
#include <algorithm>

namespace gatelab {

namespace {

QString say(const char* source) { return QCoreApplication::translate("WindowTitle", source); }

}  // namespace

QString runTitle(const RunView& run, RunState state) {
    const std::int64_t steps = run.plan.totalSteps;
    const QString percent =
        QString::number(steps > 0 ? std::clamp<std::int64_t>(100 * run.summary.step / steps, 0, 100) : 0);
    switch (run.live ? state : run.summary.state) {
        case RunState::Queued:
            return say(QT_TRANSLATE_NOOP("WindowTitle", "Queued"));
        case RunState::Preparing:
            return say(QT_TRANSLATE_NOOP("WindowTitle", "Preparing"));
        case RunState::Running:
            return say(QT_TRANSLATE_NOOP("WindowTitle", "Training %1 %")).arg(percent);
        case RunState::Paused:
            return say(QT_TRANSLATE_NOOP("WindowTitle", "Paused at %1 %")).arg(percent);
        case RunState::Stopping:
            return say(QT_TRANSLATE_NOOP("WindowTitle", "Stopping"));
        case RunState::Finished:
            return stoppedByHand(run.summary) ? say(QT_TRANSLATE_NOOP("WindowTitle", "Stopped"))
                                              : say(QT_TRANSLATE_NOOP("WindowTitle", "Finished"));
        case RunState::Failed:
            return say(QT_TRANSLATE_NOOP("WindowTitle", "Failed"));
        case RunState::Interrupted:
            return say(QT_TRANSLATE_NOOP("WindowTitle", "Interrupted"));
    }
    return {};
}

QString titleOf(const RunView* run, RunState state, const ExperimentConfig& experiment, const QString& doing) {
    const auto shown = [](const ExperimentConfig& config, const std::string& name) {
        return config.dataPath.empty() ? say(QT_TRANSLATE_NOOP("WindowTitle", "built-in series"))
                                       : shownFileName(fromUtf8(name));
    };
    if (!doing.isEmpty() && !(run && run->live))
        return say(QT_TRANSLATE_NOOP("WindowTitle", "%1 - %2 - Gatelab"))
            .arg(doing.left(1).toUpper() + doing.mid(1), shown(experiment, dataName(experiment)));
    // What has ended is named over its own data; over others it would be taken for a run on them.
    if (!run || (!run->live && !isGoingOn(*run) && !sameSource(run->summary.config, experiment)))
        return say(QT_TRANSLATE_NOOP("WindowTitle", "%1 - Gatelab")).arg(shown(experiment, dataName(experiment)));
    const RunSummary& summary = run->summary;
    return say(QT_TRANSLATE_NOOP("WindowTitle", "%1: %2 - %3 - Gatelab"))
        .arg(runTitle(*run, state), shownRunName(summary), shown(summary.config, summary.dataName));
}

}  // namespace gatelab
