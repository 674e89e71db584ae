// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/language.h"
#include "common/preferences.h"
#include "common/theme.h"
#include "measure/lab_controller.h"
#include "models/run_board.h"
#include "runs/device_watch.h"
#include "runs/experiment_model.h"
#include "runs/last_session.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "window/main_window.h"

#include <memory>
#include <utility>

namespace gatelab::test {

/// Everything that main() puts together, with settings, experiment and workspace in a folder of its own.
struct WholeProgram {
    /// `labMachine`: what the lab measures on; empty: the engine.
    explicit WholeProgram(const QString& folder, LabController::MakeMachine labMachine = {})
        : preferences(folder + QStringLiteral("/settings.ini")),
          lab(experiment, runs, queue, preferences, nullptr, std::move(labMachine)) {
        if (!preferences.window(QStringLiteral("page"), {}).isValid())
            preferences.setWindow(QStringLiteral("page"), QStringLiteral("data"));
        // What moves by itself is another picture each time.
        if (!preferences.window(QStringLiteral("beltPaused"), {}).isValid())
            preferences.setWindow(QStringLiteral("beltPaused"), true);
        experiment.keepIn(folder + QStringLiteral("/experiment.json"));
        window = std::make_unique<MainWindow>(
            MainWindow::Parts{theme, language, preferences, experiment, runs, queue, lab, device, board});
        window->setWindowState(Qt::WindowNoState);
        window->resize(1600, 1000);
        window->show();
        experiment.reload();
        runs.openWorkspace(folder + QStringLiteral("/runs"));
    }
    Preferences preferences;
    Language language;
    Theme theme;
    ExperimentModel experiment;
    RunController runs;
    LastSession lastSession{preferences, runs, nullptr};
    QueueController queue{runs};
    LabController lab;
    DeviceWatch device;
    RunBoard board{experiment, runs, preferences};
    std::unique_ptr<MainWindow> window;
};

}  // namespace gatelab::test
