// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json/json.h"

#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>

namespace gatelab {

/// Lists and objects in each other: nothing that is written here goes as deep. A value is copied, compared and written
/// by functions that call themselves, so that a few hundred thousand brackets would be more than the stack holds.
inline constexpr std::size_t kDeepestJson = 128;
/// Of an object that keeps its members in their order: each name is compared with all before it, so that a million of
/// them would take hours.
inline constexpr std::size_t kMostOrderedMembers = 10'000;

/// A JSON text up to the byte at which it goes deeper than kDeepestJson or an object has more than `members` members;
/// all of it where it does neither. What is cut ends within a bracket and is never whole. Takes a pass over the text
/// and no memory; any thread.
std::string_view boundedJson(std::string_view text, std::size_t members);

namespace json_text {

template <class Json>
std::string_view bounded(std::string_view text) {
    constexpr bool isOrdered = std::is_same_v<Json, nlohmann::ordered_json>;
    return boundedJson(text, isOrdered ? kMostOrderedMembers : std::numeric_limits<std::size_t>::max());
}

}  // namespace json_text

/// What a text from elsewhere holds; as Json::parse() it throws Json::parse_error where it is no JSON, also where it
/// goes deeper than kDeepestJson, and Json::out_of_range for a number beyond 1e308.
template <class Json>
Json parseJson(std::string_view text) {
    return Json::parse(json_text::bounded<Json>(text));
}

/// The same without exceptions: what parseJson() throws for is a value that is_discarded().
template <class Json>
Json tryParseJson(std::string_view text) {
    return Json::parse(json_text::bounded<Json>(text), nullptr, false);
}

}  // namespace gatelab
