// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

namespace gatelab {

/// Whether the experiment is told in the words of hydrology: it trains by NSE*, or on the built-in catchments. Its R²
/// is then called NSE, which is the same number (Nash and Sutcliffe 1970).
bool isDrivenSystem(const ExperimentConfig& config);

}  // namespace gatelab
