// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"

#include <span>

namespace gatelab {

/// What repeats can tell apart, before anything is measured.
struct LabResolution {
    /// Standard deviation of the logarithm of a ratio of two times from one round
    double deviation = kNotMeasured;
    int tables = 0;                    ///< that the deviation is known from; 0: a usual one is taken
    double difference = kNotMeasured;  ///< share from which on a difference would be claimed; NaN: never
    int proposed = 0;  ///< repeats that tell apart what the lab calls different (kSameHigh); 0: too many
};

/// Half of the interval that so many repeats would have, as a share: exp(t s / sqrt(n)) - 1, with Student's t at the
/// level of the plan's comparisons together. NaN for fewer than kMinForInterval.
double labResolves(double deviation, int repeats, int comparisons);

/// Of a plan; the deviation is pooled over the rungs of `kept` tables, the newest first to a few, leaving disturbed
/// repeats out.
LabResolution labResolution(const LabPlan& plan, std::span<const LabReport> kept);

/// "5 repeats tell differences above about 8 % apart, ...", from what that is known, and the repeats that are proposed
/// where they are more.
Phrase labResolutionText(const LabPlan& plan, const LabResolution& resolution);

}  // namespace gatelab
