// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

/// From the first byte of a value to the one behind it.
struct JsonExtent {
    std::size_t begin = 0, end = 0;
};

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
    /// it did, the text is damaged, or somebody said stop. names: of an object's values, with their quotes.
    bool forEach(std::size_t from, const std::function<bool(JsonExtent)>& each,
                 std::vector<JsonExtent>* names = nullptr) {
        const bool isObject = at(from) == '{';
        const char close = isObject ? '}' : ']';
        std::size_t place = skipBlanks(from + 1);
        if (at(place) == close) return true;
        for (;;) {
            if (isObject) {
                const auto name = at(place) == '"' ? endOf(place) : std::nullopt;
                if (!name) return false;
                if (names != nullptr) names->push_back({place, *name});
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
    [[nodiscard]] std::string_view part(JsonExtent extent) const {
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

}  // namespace gatelab
