// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/recipe/saved_preparation.h"
#include "export/network/portable_network.h"

namespace gatelab {

/// Gives a network for elsewhere its columns, inputs and targets, what is known ahead, and the scales of every series,
/// as the recipe has learned them. Unsupported: a step needs more than single values and is none of "known", with its
/// name. Corrupt: what a step learned is not complete, or the series of one run are not alike.
Result<> addSeriesScales(const FittedRecipe& recipe, PortableNetwork& network);

}  // namespace gatelab
