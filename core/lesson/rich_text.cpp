// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/rich_text.h"

#include "base/words/trimmed.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

namespace gatelab {

namespace {

constexpr std::string_view kFormats[] = {"percent", "steps", "times", "seconds", "mib", "clock"};

std::string printed(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// Of many times two figures say enough.
double roundedTimes(double value) {
    if (!(std::abs(value) >= 100)) return value;
    const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 1);
    return std::round(value / unit) * unit;
}

/// Three significant figures, without an exponent, which beginners cannot read.
std::string threeFigures(double value) {
    const double size = std::abs(value);
    if (size == 0) return "0";
    if (size >= 1e6 || size < 1e-8) return printed("%.2g", value);
    // Of what is very small one figure says enough.
    const int order = static_cast<int>(std::floor(std::log10(size) + 1e-12)),
              behind = std::max(0, size < 1e-3 ? -order : 2 - order);
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", behind, value);
    return text;
}

}  // namespace

bool isFigureFormat(std::string_view format) { return std::ranges::find(kFormats, format) != std::end(kFormats); }

std::string figureWords(double value, std::string_view format) {
    if (std::isnan(value)) return "-";
    if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
    if (format == "percent") {
        const double size = std::abs(value);
        if (size > 0 && size < 1e-8) return "< 0.000001 %";
        if (size > 0 && size < 9.5e-6) return threeFigures(100 * value) + " %";  // "0.0006 %"
        return printed(size > 0 && size < 0.000995 ? "%.3f %%" : size < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * value);
    }
    if (format == "steps") return printed("%.0f", value);
    if (format == "times") return printed(std::abs(value) < 10 ? "%.1f" : "%.0f", roundedTimes(value));
    if (format == "seconds") return printed("%.1f s", value);
    if (format == "clock") {  // of hours of a day
        const auto minutes = static_cast<int>(std::lround(60 * value));
        char text[32];
        std::snprintf(text, sizeof text, "%d:%02d", minutes / 60 % 24, minutes % 60);
        return text;
    }
    if (format == "mib") return printed(std::abs(value) < 10 ? "%.1f MiB" : "%.0f MiB", value);
    return threeFigures(value);
}

Result<std::vector<TextPiece>> piecesOf(std::string_view marked) {
    std::vector<TextPiece> pieces;
    // Each is looked for again only when it is behind: a text with many of the one and none of the other would be
    // searched to its end for each.
    std::size_t term = 0, figure = 0;
    for (std::size_t at = 0; at < marked.size();) {
        if (term != std::string_view::npos && (at == 0 || term < at)) term = marked.find("[[", at);
        if (figure != std::string_view::npos && (at == 0 || figure < at)) figure = marked.find("{{", at);
        const std::size_t next = std::min(term, figure);
        if (next > at) pieces.push_back({TextPiece::Kind::Plain, std::string(marked.substr(at, next - at)), {}, {}});
        if (next == std::string_view::npos) break;
        const bool isTerm = marked[next] == '[';
        const std::size_t end = marked.find(isTerm ? "]]" : "}}", next + 2);
        if (end == std::string_view::npos)
            return Error{ErrorCode::InvalidInput,
                         {isTerm ? GATELAB_TEXT("Lesson", "behind '%1' the end of a term, ]], is missing")
                                 : GATELAB_TEXT("Lesson", "behind '%1' the end of a figure, }}, is missing"),
                          {std::string(marked.substr(next, 24))}}};
        const std::string_view inside = marked.substr(next + 2, end - next - 2);
        const std::size_t bar = inside.find('|');
        const std::string first(trimmed(inside.substr(0, bar)));
        const std::string second(bar == std::string_view::npos ? std::string_view() : trimmed(inside.substr(bar + 1)));
        if (first.empty())
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Lesson", "'%1' names nothing"), {std::string(marked.substr(next, end + 2 - next))}}};
        if (isTerm)
            pieces.push_back({TextPiece::Kind::Term, second, first, {}});
        else {
            if (!second.empty() && !isFigureFormat(second))
                return Error{ErrorCode::InvalidInput,
                             {GATELAB_TEXT("Lesson",
                                           "'%1' is no way to write a figure; take percent, steps, times, seconds, mib "
                                           "or clock, or nothing"),
                              {second}}};
            pieces.push_back({TextPiece::Kind::Figure, {}, first, second});
        }
        at = end + 2;
    }
    return pieces;
}

std::size_t wordCount(const std::vector<TextPiece>& pieces) {
    std::string text;
    for (const TextPiece& piece : pieces)
        text += piece.kind == TextPiece::Kind::Plain    ? piece.words
                : piece.kind == TextPiece::Kind::Figure ? "1.23"
                : piece.words.empty()                   ? piece.key
                                                        : piece.words;
    std::size_t words = 0, signs = 0;
    bool inWord = false;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0xE3 && byte <= 0xE9) ++signs;  // first byte of a Chinese sign in UTF-8
        const bool isLetter = byte > ' ' && byte < 0x80;
        words += isLetter && !inWord;
        inWord = isLetter;
    }
    return signs > 0 ? signs + words : words;
}

}  // namespace gatelab
