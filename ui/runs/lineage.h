// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_difference.h"
#include "run/run_change.h"

#include <QString>
#include <QStringList>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

struct RunSummary;

/// What changed from parent to child, without names and notes.
std::vector<ConfigChange> lineageChanges(const ExperimentConfig& parent, const ExperimentConfig& child);
/// The same in one line, in the language of the window: "Hidden size 32 → 64, Dropout 0 → 0.1 and 2 more"; "the same
/// settings" when nothing differs.
QString lineageText(const ExperimentConfig& parent, const ExperimentConfig& child, int atMost = 3);
/// All of it, a change a line, for tool tips.
QString lineageLines(const ExperimentConfig& parent, const ExperimentConfig& child);
/// The same of changes that are known.
QString changesText(std::span<const ConfigChange> changes, int atMost = 3);
/// "Learning rate 1e-3 → 3e-4 at step 1 459".
QString runChangeText(const RunChange& change);
/// The same of all, in one line; and a change a line.
QString runChangesText(std::span<const RunChange> changes);
QString runChangesLines(std::span<const RunChange> changes);
/// Where the weights of a run come from that its seed did not draw: "step 405 of lstm32", "weights.safetensors"; empty:
/// drawn. `parent` may be null.
QString startText(const RunSummary& run, const RunSummary* parent);
/// Labels of fields by their keys, joined by commas.
QString fieldNames(const std::vector<std::string>& keys);

}  // namespace gatelab
