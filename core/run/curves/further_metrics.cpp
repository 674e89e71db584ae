// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/curves/further_metrics.h"

#include "base/guarded.h"

#include <algorithm>

namespace gatelab {

namespace {

constexpr std::size_t kLongestName = 200;

Guarded<std::vector<std::string>>& known() {
    static Guarded<std::vector<std::string>> names;
    return names;
}

/// Cut between characters.
std::string cleaned(std::string_view name) {
    std::size_t end = std::min(name.size(), kLongestName);
    while (end > 0 && end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
    std::string text(name.substr(0, end));
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    return text;
}

}  // namespace

std::optional<MetricChannelId> furtherChannel(std::string_view name) {
    return known().with([wanted = cleaned(name)](std::vector<std::string>& names) -> std::optional<MetricChannelId> {
        auto found = std::ranges::find(names, wanted);
        if (found == names.end()) {
            if (wanted.empty() || names.size() >= kMaxLayers) return std::nullopt;
            found = names.insert(names.end(), wanted);
        }
        return MetricChannelId{kFurtherMetric, static_cast<std::uint16_t>(found - names.begin())};
    });
}

std::string furtherName(std::uint16_t layer) {
    return known().with(
        [layer](const std::vector<std::string>& names) { return layer < names.size() ? names[layer] : std::string(); });
}

std::vector<std::string> furtherNames() { return known().get(); }

}  // namespace gatelab
