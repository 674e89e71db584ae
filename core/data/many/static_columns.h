// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <string>
#include <vector>

namespace gatelab {

/// Columns that have one value in each of many series and not the same in all: static covariates, such as the size of a
/// shop. Missing values say nothing. Empty: there are none, or it is one series.
std::vector<std::string> staticColumns(const Series& all);
/// Whether that is so of one column.
bool isStaticColumn(const Series& all, const std::string& name);

}  // namespace gatelab
