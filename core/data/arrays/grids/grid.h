// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A quantity over places and times, as models of the atmosphere and the sea write it: time x latitude x longitude.
namespace gatelab {

/// One array of a file, looked at as a column for each place. Places are counted over all dimensions but the time,
/// row-major, from 0 on.
struct Grid {
    /// What names places: the coordinates of one dimension, or of several at once (a curvilinear grid).
    struct Axis {
        std::vector<std::size_t> of;     ///< of `sizes`
        std::vector<double> values;      ///< degrees of latitudes and longitudes; else empty
        std::vector<std::string> words;  ///< "52.5N", "500hPa"; row-major over `of`; empty: too many `values`
    };
    std::string name;                  ///< of the quantity: "t2m"
    std::string about = {};            ///< what it is, in words; empty: the file does not say
    std::string unit = {};             ///< empty: the file does not say
    std::string timePath = {};         ///< the array of its times
    std::vector<std::int64_t> stored;  ///< sizes of all dimensions as they are stored
    std::size_t timeAt = 0;            ///< which of them is the time
    std::vector<std::int64_t> sizes;   ///< of all dimensions but the time
    std::vector<std::shared_ptr<const Axis>> axes =
        {};                                 ///< in the order of the name's words; one for all grids over it
    std::optional<std::size_t> latitude{};  ///< of `axes`
    std::optional<std::size_t> longitude{};
    [[nodiscard]] std::int64_t places() const;
    /// Degrees north and east (-180 to 360) of a place; nothing: it has none.
    [[nodiscard]] std::optional<std::pair<double, double>> position(std::int64_t place) const;
    /// "t2m 500hPa 52.5N 13.25E".
    [[nodiscard]] std::string nameOf(std::int64_t place) const;
};

/// Behind the type of a part of a file that is a grid with positions: "float32 on a grid".
inline constexpr std::string_view kOnGrid = " on a grid";

/// "52.5N", "3.25W" (negative degrees are south and west), with at most `digits` digits.
std::string degreesWord(double degrees, bool isLatitude, int digits);

/// What is asked for by "t2m near 52.5 13.25", "near 52.5N 13.25E": an array, or with an empty name all of them.
struct NearPlace {
    std::string name;
    double latitude = 0, longitude = 0;
};
/// Nothing: the text asks for no such thing, or its degrees are none.
std::optional<NearPlace> parseNear(std::string_view text);

/// Distance on a sphere of the earth's mean radius (haversine), in km; degrees.
double kilometres(double latitude, double longitude, double otherLatitude, double otherLongitude);

/// The places at the position that is nearest: one for each level, member or what else there is. Empty: the grid has
/// no positions.
std::vector<std::int64_t> nearestPlaces(const Grid& grid, const NearPlace& near);

/// Row-major values [time][place] of those that are stored in the order of Grid::stored.
std::vector<double> timesFirst(const Grid& grid, std::vector<double> values);

/// What grids over the same places are, and how one place of them is read alone.
Phrase tellOfGrid(const std::vector<const Grid*>& grids);
/// That `places` of it are read, which lie at the position that is nearest, and how far away that is.
Phrase tellOfPlace(const Grid& grid, const std::vector<std::int64_t>& places, const NearPlace& near);

}  // namespace gatelab
