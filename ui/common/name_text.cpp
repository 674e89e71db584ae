// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/name_text.h"

#include "common/texts.h"

#include <algorithm>
#include <string_view>

namespace gatelab {

namespace {

constexpr std::string_view kBorders = "=:_ ./-,(";
constexpr QChar kCut(0x2026);
constexpr int kFewestOfBeginning = 3;  // characters

/// Bytes that the name has in common with another one, as many as with any.
std::size_t sharedBeginning(std::string_view name, std::span<const std::string> others) {
    std::size_t shared = 0;
    for (const std::string& other : others) {
        if (other == name) continue;
        const auto [own, its] = std::mismatch(name.begin(), name.end(), other.begin(), other.end());
        shared = std::max(shared, static_cast<std::size_t>(own - name.begin()));
    }
    return shared;
}

/// The beginning, as much of it as there is room for, and all of the end; empty: there is no room for the end.
QString withEnd(const QString& beginning, const QString& end, const QFontMetrics& metrics, int width) {
    for (auto kept = beginning.size() - 1; kept >= 0; --kept)
        if (const QString text = beginning.left(kept) + kCut + end; metrics.horizontalAdvance(text) <= width)
            return text;
    return {};
}

}  // namespace

QString nameToldApart(const std::string& name, std::span<const std::string> others, const QFontMetrics& metrics,
                      int width) {
    const QString whole = fromUtf8(name);
    if (metrics.horizontalAdvance(whole) <= width) return whole;
    const std::size_t shared = sharedBeginning(name, others);
    QString best;
    for (std::size_t at = name.find_first_of(kBorders); at != std::string::npos && at < shared;
         at = name.find_first_of(kBorders, at + 1)) {
        // The border itself is seen: it says that a word of the column follows.
        const QString beginning = fromUtf8(name.substr(0, at)), end = fromUtf8(name.substr(at));
        const QString text = withEnd(beginning, end, metrics, width);
        if (!text.isEmpty() && text.size() - end.size() > kFewestOfBeginning) return text;
        best = text.isEmpty() ? metrics.elidedText(kCut + fromUtf8(name.substr(at)), Qt::ElideRight, width) : text;
    }
    return best.isEmpty() ? metrics.elidedText(whole, Qt::ElideMiddle, width) : best;
}

}  // namespace gatelab
