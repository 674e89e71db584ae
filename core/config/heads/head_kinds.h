// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/setting_predicates.h"

/// What the head of a forecast gives, by its loss.
namespace gatelab {

inline bool isStudentT(std::string_view loss) { return loss == "student-t"; }
/// Of counts: no value lies below zero.
inline bool isNegativeBinomial(std::string_view loss) { return loss == "negative-binomial"; }
/// Quantiles that are added up from the middle one and cannot cross.
inline bool isRisingQuantiles(std::string_view loss) { return loss == "rising-quantiles"; }
/// A level, and behind it the spread of a distribution.
inline bool givesDistribution(std::string_view loss) {
    return isGaussianNll(loss) || isStudentT(loss) || isNegativeBinomial(loss);
}
inline bool givesQuantiles(std::string_view loss) { return isPinball(loss) || isRisingQuantiles(loss); }

}  // namespace gatelab
