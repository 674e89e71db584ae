// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trackers/tracked_run.h"

#include "data/csv/text/encoding.h"
#include "store/imported_run.h"

#include <algorithm>

namespace gatelab {

namespace {
constexpr std::size_t kMostTexts = 1000, kLongestName = 200, kLongestText = 500;
}

std::string boundedText(std::string_view text, std::size_t most) {
    std::size_t end = std::min(text.size(), most);
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    const std::string_view cut = text.substr(0, end);
    std::string bounded;
    if (isUtf8(cut))
        bounded = cut;
    else
        for (const char c : cut)
            if (static_cast<unsigned char>(c) < 0x80)
                bounded += c;
            else
                bounded += "\xEF\xBF\xBD";
    std::erase(bounded, '\0');
    if (end < text.size()) bounded += "...";
    return bounded;
}

Phrase noStateNote(const TrackedRun& run) {
    return {GATELAB_TEXT("Imported", "%1 has kept no state of it: it is shown as finished"), {run.from.tool}};
}

Error importStopped() {
    return {ErrorCode::Cancelled, GATELAB_TEXT("Imported", "the import was stopped; runs that were imported stay")};
}

void TrackedCurves::add(std::string_view name, const TrackedPoint& point) {
    const auto known = byName_.find(std::string(name.substr(0, kLongestName)));
    std::size_t place = known == byName_.end() ? curves_.size() : known->second;
    if (name.empty() || points_ >= kMostPoints || place >= kMostCurves) {
        ++left_;
        return;
    }
    if (known == byName_.end()) {
        byName_.emplace(name.substr(0, kLongestName), place);
        curves_.push_back({boundedText(name.substr(0, kLongestName), kLongestName), {}});
    }
    curves_[place].points.push_back(point);
    ++points_;
}

void TrackedRun::addText(ImportedRun::Texts& texts, std::string_view name, std::string_view value) {
    if (name.empty() || texts.size() >= kMostTexts) return;
    const std::string key = boundedText(name, kLongestName);
    const auto known = std::ranges::find(texts, key, &std::pair<std::string, std::string>::first);
    // The last that was said counts.
    if (known != texts.end())
        known->second = boundedText(value, kLongestText);
    else
        texts.emplace_back(key, boundedText(value, kLongestText));
}

}  // namespace gatelab
