// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "data/series.h"
#include "data/split.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace gatelab {

/// Whether anything about the coming values of a column can be learned from what was before: measured with linear
/// forecasts, not with the network.
struct SignalCheck {
    enum class Verdict {
        Signal,   ///< a linear forecast, or one with squares and products, beats both simple ones
        None,     ///< none tells more than the better one of the mean so far and the last value, beyond chance
        TooShort  ///< too few rows to say, or an input that is known ahead is none of the data's columns
    };
    Verdict verdict = Verdict::TooShort;
    std::string target;
    bool isStatic = false;     ///< of many series each has one value of it: there is nothing to forecast (TooShort)
    bool lastIsBest = false;   ///< the better simple forecast is the last value (a random walk); else the mean (noise)
    std::int64_t horizon = 1;  ///< rows ahead, of the forecast that came nearest to beating it
    std::int64_t blocks = 0;   ///< held-out blocks that it was measured on
    /// Share of the squared error of the simple forecast that it takes off, over all blocks; below 0: it errs more
    double gain = std::numeric_limits<double>::quiet_NaN();
};

/// Rows of the training part are cut into 20 blocks. From the seventh on each is forecast by ridge regressions fitted
/// to all blocks before it, one row and `horizon` rows ahead: on the last values and changes of the target, its value a
/// season before, the last values and changes of up to 8 inputs, and the coming ones of those that are known ahead; on
/// squares and products of the newest besides; and on the newest alone. Beside a last value that is the better simple
/// forecast they see changes alone. Far values and large changes count for less (inverse of sinh; three times the
/// middle half), in B and M too. A regression counts where the mean over the blocks of (B - M + D) / (B + M) is above 0
/// by a t test (one side, 3 % over all regressions together); B, M: squared errors of the simple forecast and the
/// regression, D: their squared distance, which is what a regression that knows nothing more errs more (Clark and West
/// 2007). So one wild block weighs as any other. At most the last 5,000 rows are looked at. How often it is wrong:
/// tests/bench/RESULTS.md. `tried`: columns of which the one that holds something is looked for, at least 1: the 3 %
/// are over all of them. Thread-safe.
SignalCheck checkSignal(const Series& series, const ExperimentConfig& config, const std::string& target,
                        RowRange training, std::size_t tried = 1);
/// Of each target of the settings; none where the split cannot be read.
std::vector<SignalCheck> checkSignals(const Series& series, const ExperimentConfig& config);

/// "Nothing can be learned about ... here", with the measured reason, or because it is static; empty unless the verdict
/// is None or the target is static.
Phrase noSignalText(const SignalCheck& check);
/// Whether a text is one of those, whatever its figures.
bool isNoSignalText(const Phrase& text);

}  // namespace gatelab
