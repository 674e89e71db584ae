// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/json_reader_records.h"

#include "data/tables/file_part.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
using TakeRecord = std::function<Result<>(const Json& record, std::int64_t number)>;

/// From the first byte of a value to the one behind it.
struct Extent {
    std::size_t begin = 0, end = 0;
};

Error damaged(const Phrase& where) {
    return {ErrorCode::InvalidInput, {GATELAB_TEXT("Reading", "the JSON is damaged or cut (%1)"), {where}}};
}
Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")}; }

/// Finds values by their brackets and quotes alone.
class JsonExtents {
public:
    JsonExtents(std::string_view text, Progress progress) : text_(text), progress_(std::move(progress)) {}

    /// Behind the value at `at`; nothing: it does not end, or somebody said stop.
    std::optional<std::size_t> endOf(std::size_t at) {
        std::size_t depth = 0;
        bool isText = false;
        for (; at < text_.size(); ++at) {
            if (at % kBytesPerAsk == 0 && !ask(at)) return std::nullopt;
            const char c = text_[at];
            if (isText) {
                if (c == '\\') ++at;
                if (c != '"') continue;
                isText = false;
                if (depth == 0) return at + 1;
            } else if (c == '"') {
                isText = true;
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if (depth == 0) {
                if (std::string_view(",]}: \t\r\n").find(c) != std::string_view::npos) return at;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return at + 1;
            }
        }
        return depth == 0 && !isText ? std::optional(text_.size()) : std::nullopt;
    }

    /// Calls each(extent) for the values of the list or object at `from`, in their order, until it says false. False:
    /// it did, the text is damaged, or somebody said stop.
    bool forEach(std::size_t from, const std::function<bool(Extent)>& each) {
        const bool isObject = at(from) == '{';
        const char close = isObject ? '}' : ']';
        std::size_t place = skipBlanks(from + 1);
        if (at(place) == close) return true;
        for (;;) {
            if (isObject) {
                const auto name = at(place) == '"' ? endOf(place) : std::nullopt;
                if (!name) return false;
                place = skipBlanks(*name);
                if (at(place) != ':') return false;
                place = skipBlanks(place + 1);
            }
            const auto end = endOf(place);
            if (!end || *end == place || !each({place, *end})) return false;
            place = skipBlanks(*end);
            if (at(place) == close) return true;
            if (at(place) != ',') return false;
            place = skipBlanks(place + 1);
        }
    }

    [[nodiscard]] std::size_t skipBlanks(std::size_t from) const {
        return std::min(text_.find_first_not_of(" \t\r\n", from), text_.size());
    }
    [[nodiscard]] char at(std::size_t place) const { return place < text_.size() ? text_[place] : '\0'; }
    [[nodiscard]] std::string_view part(Extent extent) const {
        return text_.substr(extent.begin, extent.end - extent.begin);
    }
    [[nodiscard]] bool isStopped() const { return isStopped_; }

private:
    static constexpr std::size_t kBytesPerAsk = std::size_t{1} << 20;
    bool ask(std::size_t at) {
        isStopped_ = isStopped_ || !report(progress_, static_cast<double>(at) / static_cast<double>(text_.size()));
        return !isStopped_;
    }

    std::string_view text_;
    Progress progress_;
    bool isStopped_ = false;
};

Result<> takeOne(std::string_view text, const Phrase& where, std::int64_t number, const TakeRecord& take) {
    bool isDeep = false, isWide = false;
    std::array<std::size_t, kJsonDepth + 2> names{};  // of the object that is open at each depth
    // What lies deeper is passed over without a value of its own: brackets alone would take forty times their bytes.
    // Each name is compared with all before it: a million of them would take hours.
    const Json record = Json::parse(
        text,
        [&](int depth, Json::parse_event_t event, const Json&) {
            isDeep = isDeep || depth > kJsonDepth + 1;
            if (depth > kJsonDepth + 1) return false;
            const auto at = static_cast<std::size_t>(depth);
            if (event == Json::parse_event_t::object_start && at + 1 < names.size()) names[at + 1] = 0;
            isWide = isWide || (event == Json::parse_event_t::key && ++names[at] > kMostJsonNames);
            return !isWide || event != Json::parse_event_t::key;
        },
        false);
    if (isDeep)
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading", "objects lie more than %1 deep inside each other"), {kJsonDepth}}};
    if (isWide)
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading", "the records have more than %1 names"), {kMostJsonNames}}};
    if (record.is_discarded()) return damaged(where);
    return take(record, number);
}

/// Objects one below the other, one in each line.
Result<> takeLines(std::string_view text, const TakeRecord& take, const Progress& progress) {
    std::int64_t number = 0;
    for (std::size_t at = 0, asked = 0; at < text.size();) {
        constexpr std::size_t kBytesPerAsk = 64 * 1024;
        if (at >= asked && !report(progress, static_cast<double>(at) / static_cast<double>(text.size())))
            return cancelled();
        if (at >= asked) asked = at + kBytesPerAsk;
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
        if (line.empty()) continue;
        if (auto taken = takeOne(line, {GATELAB_TEXT("Reading", "line %1"), {number}}, number, take); !taken)
            return taken;
    }
    return {};
}

/// Of a document that is an object: where its longest list of objects begins; nothing: it has none. What else it holds
/// is looked at as well, so that damage there is found.
Result<std::optional<std::size_t>> longestList(JsonExtents& extents, std::size_t from) {
    std::optional<std::size_t> best;
    std::size_t most = 0;
    bool isSound = true;
    const bool isWhole = extents.forEach(from, [&](Extent value) {
        std::size_t count = 0;
        if (extents.at(value.begin) == '[' && extents.at(extents.skipBlanks(value.begin + 1)) == '{')
            isSound = extents.forEach(value.begin, [&](Extent) { return ++count, true; });
        else
            isSound = Json::accept(extents.part(value));
        if (count > most) most = count, best = value.begin;
        return isSound;
    });
    if (extents.isStopped()) return cancelled();
    if (!isWhole || !isSound) return damaged(GATELAB_TEXT("Reading", "between its lists"));
    return best;
}

}  // namespace

Result<> takeJsonRecords(std::string_view text, const TakeRecord& take, const Progress& progress) {
    JsonExtents looking(text, partOf(progress, 0, 0.3)), taking(text, partOf(progress, 0.3, 1));
    const std::size_t begin = looking.skipBlanks(0);
    const auto end = looking.endOf(begin);
    if (looking.isStopped()) return cancelled();
    const bool isDocument = end && looking.skipBlanks(*end) == text.size();
    if (!isDocument) return takeLines(text, take, partOf(progress, 0.3, 1));
    std::optional<std::size_t> list;
    if (looking.at(begin) == '[') list = begin;
    if (looking.at(begin) == '{') {
        auto longest = longestList(looking, begin);
        if (!longest) return longest.error();
        list = *longest;
    }
    if (!list)
        return Error{
            ErrorCode::Unsupported,
            GATELAB_TEXT("Reading",
                         "there is no list of records with names in this JSON; write one object for each row")};
    Result<> taken;
    std::int64_t number = 0;
    const bool isWhole = taking.forEach(*list, [&](Extent value) {
        ++number;
        taken = takeOne(taking.part(value), {GATELAB_TEXT("Reading", "record %1"), {number}}, number, take);
        return taken.ok();
    });
    if (taking.isStopped()) return cancelled();
    if (!taken) return taken;
    return isWhole ? Result<>() : damaged({GATELAB_TEXT("Reading", "record %1"), {number + 1}});
}

}  // namespace gatelab
