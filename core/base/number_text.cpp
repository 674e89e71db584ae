// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace gatelab {
namespace {

constexpr double kMinWrittenOut = 1e-4, kWrittenOut = 1e7;

/// With a point in every locale.
std::string printed(double value, std::chars_format format, int decimals) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value, format, decimals).ptr};
}

/// Half up.
std::string rounded(double value, int decimals) {
    // Exact: a long double has room for the product.
    const long double shift = decimals == 0 ? 1 : 10;
    return printed(static_cast<double>(std::round(value * shift) / shift), std::chars_format::fixed, decimals);
}

std::string twoDigits(long long number) { return (number < 10 ? "0" : "") + std::to_string(number); }

}  // namespace

std::string numberText(double value, int significant) {
    if (std::isnan(value)) return "-";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    if (value == 0) return "0";
    // Rounding can carry into the next decade ("999.96"), so the exponent comes from the rounded number.
    const std::string scientific = printed(value, std::chars_format::scientific, significant - 1);
    const std::size_t e = scientific.find('e');
    const int exponent = std::atoi(scientific.c_str() + e + 1);
    if (std::abs(value) >= kMinWrittenOut && std::abs(value) < kWrittenOut)
        return printed(value, std::chars_format::fixed, std::max(0, significant - 1 - exponent));
    std::string mantissa = scientific.substr(0, e);
    if (mantissa.find('.') != std::string::npos) {
        mantissa.erase(mantissa.find_last_not_of('0') + 1);
        if (mantissa.back() == '.') mantissa.pop_back();
    }
    return mantissa + "e" + std::to_string(exponent);
}

namespace {

/// With at least so many decimals.
std::string bytesText(double bytes, int decimals) {
    constexpr double kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;
    if (bytes < kMiB) return printed(bytes / kKiB, std::chars_format::fixed, decimals) + " KiB";
    if (bytes < kGiB) return printed(bytes / kMiB, std::chars_format::fixed, decimals) + " MiB";
    return printed(bytes / kGiB, std::chars_format::fixed, std::max(decimals, bytes < 10 * kGiB ? 1 : 0)) + " GiB";
}

}  // namespace

double shownPercent(double share) {
    const double percent = 100 * share, size = std::abs(percent), whole = std::round(percent);
    if (size >= 1 && (size >= 100 || std::abs(whole) < 100)) return whole;
    const double tenths = std::round(10 * percent) / 10;
    return std::abs(tenths) < 100 ? tenths : std::copysign(99.9, percent);
}

std::string percentText(double share) {
    const double percent = shownPercent(share);
    return printed(percent, std::chars_format::fixed, percent == std::round(percent) ? 0 : 1);
}

std::string bytesText(double bytes) { return bytesText(bytes, 0); }

std::string sizeText(double bytes) {
    static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double magnitude = std::abs(bytes);
    int unit = 0;
    while (magnitude >= 1023.95 && unit < 4) magnitude /= 1024, ++unit;
    return (bytes < 0 ? "-" : "") + rounded(magnitude, unit == 0 || magnitude >= 99.95 ? 0 : 1) + "\u00A0" +
           kUnits[unit];
}

std::pair<std::string, std::string> bytesTexts(double first, double second) {
    constexpr int kMaxDecimals = 10;  // tells single bytes of GiB apart
    for (int decimals = 0;; ++decimals) {
        std::pair texts(bytesText(first, decimals), bytesText(second, decimals));
        if (texts.first != texts.second || decimals == kMaxDecimals) return texts;
    }
}

Phrase numberPhrase(const std::string& written) { return Text{kNumberContext, written.c_str()}; }

Phrase durationPhrase(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "-";
    if (seconds < 1) return {GATELAB_TEXT("Duration", "%1 ms"), {std::lround(seconds * 1000)}};
    const long long whole = std::llround(seconds);
    if (whole < 60)
        return {GATELAB_TEXT("Duration", "%1 s"), {seconds < 9.95 ? rounded(seconds, 1) : std::to_string(whole)}};
    const long long minutes = whole / 60 % 60;
    const std::string tail =
        (whole >= 3600 ? twoDigits(minutes) : std::to_string(minutes)) + ":" + twoDigits(whole % 60);
    if (whole < 3600) return tail;
    if (whole < 86400) return std::to_string(whole / 3600) + ":" + tail;
    return {GATELAB_TEXT("Duration", "%1 d %2 h"), {whole / 86400, whole / 3600 % 24}};
}

}  // namespace gatelab
