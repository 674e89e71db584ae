// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/run_words.h"

#include "app/run_names.h"
#include "common/file_words.h"
#include "common/texts.h"
#include "config/choices.h"
#include "verdict/run_groups.h"

#include <QFileInfo>

namespace gatelab {

QString shownRunName(const RunSummary& run) { return translated(numberedName(run)); }

QString shownRunName(const RunGroup& group) { return translated(numberedName(group.number, group.name, group.config)); }

QString shownDataName(const ExperimentConfig& config) {
    if (!config.dataPath.empty()) return shownFileName(QFileInfo(fromUtf8(config.dataPath)).fileName());
    const Choice* choice = findChoice(builtinChoices(), config.builtin);
    return choice ? translated(choice->label) : fromUtf8(config.builtin);
}

}  // namespace gatelab
