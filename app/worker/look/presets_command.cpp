// SPDX-License-Identifier: GPL-3.0-or-later
// "presets": the ready-made experiments.
#include "worker/commands.h"
#include "worker/output/console.h"

#include "config/preset_experiment.h"

#include <cstdio>

namespace gatelab::worker {

CommandAction setPresets(CLI::App&) {
    return [] {
        for (const PresetExperiment& preset : readyExperiments())
            std::printf("%-20s %s%s%s\n", preset.key, preset.label.source,
                        preset.needsFile() ? "; needs --data FILE: " : "", preset.file.source);
        return kDone;
    };
}

}  // namespace gatelab::worker
