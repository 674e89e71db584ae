// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <concepts>
#include <limits>

/// nlohmann's JSON, by this header alone, so that every part of a program has the same conversions.
///
/// A number with a point or an exponent that is read as a whole one, as 1e300 in the place of a count, throws
/// out_of_range where it is beyond the whole type; nlohmann's own conversion of it has no defined value.
/// What comes from elsewhere is read by io/json/json_text.h.
template <class T>
requires(std::integral<T> && !std::same_as<T, bool>) struct nlohmann::adl_serializer<T, void> {
    template <class Json>
    static void from_json(const Json& from, T& value) {
        if (from.is_number_float()) {
            const auto number = from.template get<double>();
            constexpr double kLowest = static_cast<double>(std::numeric_limits<T>::min());
            constexpr double kBehind = 2.0 * static_cast<double>(std::numeric_limits<T>::max() / 2 + 1);
            if (!(number >= kLowest && number < kBehind))
                throw Json::out_of_range::create(406, "the number is beyond its range", &from);
        }
        nlohmann::from_json(from, value);
    }
    template <class Json>
    static void to_json(Json& to, T value) {
        nlohmann::to_json(to, value);
    }
};
