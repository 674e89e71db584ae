// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/run_words.h"

#include "app/run_names.h"
#include "common/texts.h"
#include "verdict/run_groups.h"

namespace gatelab {

QString shownRunName(const RunSummary& run) { return translated(numberedName(run)); }

QString shownRunName(const RunGroup& group) { return translated(numberedName(group.number, group.name, group.config)); }

}  // namespace gatelab
