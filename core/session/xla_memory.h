// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "xla/plugin.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Kinds of TPU whose memory libtpu's compiler tells without one: "v4", "v5e", "v5p", "v6e".
std::vector<std::string> knownTpus();
/// For the device of this machine's plugin, in place of a kind of TPU.
inline constexpr std::string_view kXlaHere = "here";
/// Whether Google's compiler for TPUs is among the installed plugins. Looks at files.
bool compilesForTpus();

/// What a training step of the experiment takes on that device, by its own compiler, which a worker process opens: this
/// process opens no plugin. `device`: of knownTpus(), or kXlaHere. Takes from a second to half a minute. Cancelled: the
/// progress said so. Blocks; call it from a job thread.
Result<XlaForecast> askXlaMemory(const ExperimentConfig& config, const std::string& device, const Progress& progress);

}  // namespace gatelab
