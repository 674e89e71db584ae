// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

struct ExperimentConfig;
struct RunSummary;

/// Whether the validation loss of a forecast is on the standardised scale, that of the baselines' scores: its recipe
/// standardises and does nothing else to the values.
bool isStandardised(const ExperimentConfig& config);
/// What the kept weights of a run reach on the validation part, in the score and on the scale by which its task is held
/// against the baselines (selection_score.h). NaN: no validation part, not measured, or on another scale.
double validationScore(const RunSummary& run);

}  // namespace gatelab
