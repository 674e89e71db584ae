// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <string>
#include <string_view>
#include <vector>

/// Short texts in which the index keeps what it never searches by: quick to read, since a list of 10,000 runs is read
/// at once. NaN and infinities are kept. Unreadable parts are left out: the index is only a copy.
namespace gatelab {

std::string packValues(const CurveValues& values);
CurveValues unpackValues(std::string_view packed);
std::string packScores(const std::vector<TestScore>& scores);
std::vector<TestScore> unpackScores(std::string_view packed);

/// JSON of the settings that differ from the defaults of this program.
std::string packConfig(const ExperimentConfig& config);
ExperimentConfig unpackConfig(std::string_view packed);
/// Changes when a default changes: packed configurations of another fingerprint mean something else.
std::string configFingerprint();

}  // namespace gatelab
