// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numeric/change_text.h"

#include "base/number_text.h"

#include <cmath>

namespace gatelab {
namespace {

constexpr double kRatioFrom = 10, kMostTimes = 1000;  // times as large

Phrase percentPhrase(double change) {
    const std::string text = tenthsText(100 * change);
    const bool isMore = !text.starts_with('-') && text != "0";
    return {isMore ? GATELAB_TEXT("Change", "+%1 %") : GATELAB_TEXT("Change", "%1 %"), {numberPhrase(text)}};
}

}  // namespace

std::string tenthsText(double value) {
    const double rounded = std::round(10 * value) / 10;
    if (std::abs(rounded) >= 10 || rounded == std::round(rounded)) return numberText(std::round(rounded), 1);
    return numberText(rounded, std::abs(rounded) < 1 ? 1 : 2);
}

Phrase changePhrase(double change) {
    const double times = 1 + change;
    if (std::isnan(change)) return {};
    if (times < kRatioFrom) return percentPhrase(change);
    return times > kMostTimes
               ? Phrase(GATELAB_TEXT("Change", "over %1 times as large"), {numberPhrase(tenthsText(kMostTimes))})
               : Phrase(GATELAB_TEXT("Change", "%1 times as large"), {numberPhrase(tenthsText(times))});
}

Phrase shortChangePhrase(double change) {
    const double times = 1 + change;
    if (std::isnan(change)) return {};
    if (times < kRatioFrom) return percentPhrase(change);
    return times > kMostTimes ? Phrase(GATELAB_TEXT("Change", "over %1 times"), {numberPhrase(tenthsText(kMostTimes))})
                              : Phrase(GATELAB_TEXT("Change", "%1 times"), {numberPhrase(tenthsText(times))});
}

}  // namespace gatelab
