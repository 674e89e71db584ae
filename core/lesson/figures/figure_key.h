// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/claim.h"

#include <limits>
#include <string>

namespace gatelab {

/// Not measured.
constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

/// As RunFigures has it: without the run.
std::string figureKey(const FigureCall& call);

}  // namespace gatelab
