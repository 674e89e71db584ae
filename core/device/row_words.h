// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <algorithm>
#include <array>

namespace gatelab {

/// How "auto" came to its implementation on a GPU: the marker of a run's start. %1 the row, %2 its time, %3 the other
/// row, %4 that one's time.
inline constexpr Text kRowMeasured = GATELAB_TEXT("RunEvent", "chose %1: %2 against %4 by %3, %5 rows tried in %6");
inline constexpr Text kRowRemembered = GATELAB_TEXT("RunEvent", "chose %1 as measured before: %2 against %4 by %3");
/// The yardstick itself is the fastest.
inline constexpr Text kYardstickMeasured = GATELAB_TEXT("RunEvent", "chose %1: %2, none faster, %3 rows tried in %4");
inline constexpr Text kYardstickRemembered =
    GATELAB_TEXT("RunEvent", "chose %1 as measured before: %2, none was faster");
inline constexpr Text kRowGuessed =
    GATELAB_TEXT("RunEvent", "chose %1 by a table of computed times: nothing was measured on this GPU");

/// A run whose layers several GPUs share.
inline constexpr Text kRowOfPipeline =
    GATELAB_TEXT("RunEvent", "a pipeline leaves its layers to LibTorch: nothing is measured for it");

/// Before them, to who watches; %1: how many.
inline constexpr Text kRowsMeasured = GATELAB_TEXT("RunEvent", "measuring which of %1 implementations is fastest here");

/// Whether it tells of a choice.
inline bool tellsChosenRow(const Phrase& phrase) {
    constexpr std::array kTold = {kRowMeasured, kRowRemembered, kYardstickMeasured, kYardstickRemembered, kRowGuessed};
    return std::ranges::any_of(kTold, [&](const Text& text) { return phrase.source == text.source; });
}
/// Nothing that belongs on a chart: the run begins with it.
inline bool isOfRowChoice(const Phrase& phrase) {
    return tellsChosenRow(phrase) || phrase.source == kRowsMeasured.source || phrase.source == kRowOfPipeline.source;
}

}  // namespace gatelab
