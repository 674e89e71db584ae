// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Significant digits of the lab's figures wherever people read them: on the page, in a terminal, in Markdown and in
/// its headline (numberText()).
namespace gatelab::lab_digits {

inline constexpr int kRate = 4, kTime = 4, kInterval = 3, kRatio = 3, kHeadline = 2, kMemory = 3, kLoss = 4,
                     kDifference = 2, kShare = 2;

}  // namespace gatelab::lab_digits
