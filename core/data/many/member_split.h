// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// How the parts of many series are cut: by each one's own rows (shares of each), at the same dates in all of them
/// ("60%/20%/20% dates"), or series by series ("60%/20%/20% series": whole series are held out).
enum class SplitBy { Rows, Dates, Series };
SplitBy splitBy(std::string_view split);

/// How one series is cut, in its own rows.
struct MemberSplit {
    std::string parts;  ///< as splitRows reads it
    bool trains = true;
    Phrase leftOut;
};

/// Of each of many series, in their order. A series that is held out as a whole is scaled by its own past, the first
/// half of its rows, at least one lookback, and its windows begin behind it. Rows that wait for a forecast at the end
/// of a series (rowsWaiting) belong to no part. Errors name the setting.
Result<std::vector<MemberSplit>> memberSplits(const Series& series, const ExperimentConfig& config);

}  // namespace gatelab
