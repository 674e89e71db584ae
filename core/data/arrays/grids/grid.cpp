// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/grids/grid.h"

#include "io/file_array.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

namespace gatelab {
namespace {

/// Where a place lies among the words or values of an axis.
std::size_t alongAxis(const Grid& grid, const Grid::Axis& axis, std::int64_t place) {
    std::array<std::int64_t, kMostDimensions> at{};
    for (std::size_t i = grid.sizes.size(); i-- > 0;) at[i] = place % grid.sizes[i], place /= grid.sizes[i];
    std::int64_t along = 0;
    for (const std::size_t dimension : axis.of) along = along * grid.sizes[dimension] + at[dimension];
    return static_cast<std::size_t>(along);
}

constexpr std::string_view kBetween = " ,;/";

/// A number at the front, and behind it a letter of the compass that turns it around; nothing: there is none.
std::optional<double> takeDegrees(std::string_view& text, std::string_view letters) {
    text.remove_prefix(std::min(text.find_first_not_of(kBetween), text.size()));
    if (text.starts_with('+')) text.remove_prefix(1);
    double degrees = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), degrees);
    if (read.ec != std::errc() || !std::isfinite(degrees)) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    if (!text.empty() && letters.find(text.front()) != std::string_view::npos) {
        if (letters.find(text.front()) >= letters.size() / 2) degrees = -degrees;
        text.remove_prefix(1);
    }
    const bool isEnd = text.empty() || kBetween.find(text.front()) != std::string_view::npos;
    return isEnd ? std::optional(degrees) : std::nullopt;
}

/// Lowest and highest as words.
std::pair<std::string, std::string> rangeOf(const Grid::Axis& axis, bool isLatitude) {
    constexpr int kDigits = 6;
    const auto [low, high] = std::ranges::minmax_element(axis.values);
    return {degreesWord(*low, isLatitude, kDigits), degreesWord(*high, isLatitude, kDigits)};
}

std::string shownName(const Grid& grid) {
    std::string about = grid.about;
    if (!grid.unit.empty()) about += (about.empty() ? "" : ", ") + grid.unit;
    return about.empty() ? "'" + grid.name + "'" : "'" + grid.name + "' (" + about + ")";
}

}  // namespace

std::int64_t Grid::places() const {
    std::int64_t all = 1;
    for (const std::int64_t size : sizes) all *= size;
    return all;
}

std::optional<std::pair<double, double>> Grid::position(std::int64_t place) const {
    if (!latitude || !longitude) return std::nullopt;
    const Axis &north = *axes[*latitude], &east = *axes[*longitude];
    const double degreesNorth = north.values[alongAxis(*this, north, place)],
                 degreesEast = east.values[alongAxis(*this, east, place)];
    if (!std::isfinite(degreesNorth) || !std::isfinite(degreesEast)) return std::nullopt;
    return std::pair(degreesNorth, degreesEast);
}

std::string Grid::nameOf(std::int64_t place) const {
    std::string text = name;
    constexpr int kDigits = 9;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const Axis& axis = *axes[i];
        const std::size_t along = alongAxis(*this, axis, place);
        text += " ";
        text += axis.words.empty() ? degreesWord(axis.values[along], latitude == i, kDigits) : axis.words[along];
    }
    return text;
}

std::string degreesWord(double degrees, bool isLatitude, int digits) {
    std::string text(32, ' ');
    const auto written =
        std::to_chars(text.data(), text.data() + text.size(), std::abs(degrees), std::chars_format::general, digits);
    text.resize(static_cast<std::size_t>(written.ptr - text.data()));
    return text + (isLatitude ? (degrees < 0 ? 'S' : 'N') : (degrees < 0 ? 'W' : 'E'));
}

std::optional<NearPlace> parseNear(std::string_view text) {
    constexpr std::string_view kWord = "near ";
    const std::size_t at = text.rfind(kWord);
    if (at == std::string_view::npos || (at > 0 && text[at - 1] != ' ')) return std::nullopt;
    NearPlace near;
    near.name = text.substr(0, at > 0 ? at - 1 : 0);
    near.name.resize(near.name.find_last_not_of(' ') + 1);
    text.remove_prefix(at + kWord.size());
    const auto north = takeDegrees(text, "NnSs"), east = takeDegrees(text, "EeWw");
    if (!north || !east || text.find_first_not_of(' ') != std::string_view::npos) return std::nullopt;
    if (std::abs(*north) > 90 || *east < -180 || *east > 360) return std::nullopt;
    near.latitude = *north, near.longitude = *east;
    return near;
}

double kilometres(double latitude, double longitude, double otherLatitude, double otherLongitude) {
    constexpr double kRadius = 6371, kRadians = std::numbers::pi / 180;
    const double north = (otherLatitude - latitude) * kRadians, east = (otherLongitude - longitude) * kRadians;
    const double half = std::pow(std::sin(north / 2), 2) + std::cos(latitude * kRadians) *
                                                               std::cos(otherLatitude * kRadians) *
                                                               std::pow(std::sin(east / 2), 2);
    return 2 * kRadius * std::asin(std::sqrt(std::min(1.0, half)));
}

std::vector<std::int64_t> nearestPlaces(const Grid& grid, const NearPlace& near) {
    std::vector<std::int64_t> nearest;
    double least = std::numeric_limits<double>::infinity();
    std::pair<double, double> there;
    for (std::int64_t place = 0; place < grid.places(); ++place) {
        const auto position = grid.position(place);
        if (!position) continue;
        if (!nearest.empty() && *position == there) {
            nearest.push_back(place);
            continue;
        }
        const double far = kilometres(near.latitude, near.longitude, position->first, position->second);
        if (far < least) least = far, there = *position, nearest = {place};
    }
    return nearest;
}

std::vector<double> timesFirst(const Grid& grid, std::vector<double> values) {
    if (grid.timeAt == 0) return values;
    // [before][time][behind]
    std::size_t before = 1, behind = 1;
    for (std::size_t i = 0; i < grid.stored.size(); ++i)
        (i < grid.timeAt ? before : behind) *= i == grid.timeAt ? 1 : static_cast<std::size_t>(grid.stored[i]);
    const auto times = static_cast<std::size_t>(grid.stored[grid.timeAt]);
    std::vector<double> turned(values.size());
    for (std::size_t b = 0; b < before; ++b)
        for (std::size_t t = 0; t < times; ++t)
            std::copy_n(values.begin() + static_cast<std::ptrdiff_t>((b * times + t) * behind), behind,
                        turned.begin() + static_cast<std::ptrdiff_t>((t * before + b) * behind));
    return turned;
}

Phrase tellOfGrid(const std::vector<const Grid*>& grids) {
    const Grid& grid = *grids.front();
    std::string names;
    for (const Grid* one : grids) names += (names.empty() ? "" : ", ") + shownName(*one);
    if (!grid.latitude || !grid.longitude)
        return {GATELAB_TEXT("Reading",
                             "%1: a column for each of %2 places along the dimensions, named by what the file says of "
                             "them, '%3' and so on"),
                {names, grid.places(), grid.nameOf(0)}};
    const auto north = rangeOf(*grid.axes[*grid.latitude], true), east = rangeOf(*grid.axes[*grid.longitude], false);
    return {
        GATELAB_TEXT("Reading",
                     "%1: a grid of %2 places, %3 to %4 and %5 to %6. Each is a column, '%7' and so on. To read one "
                     "place alone, choose it as the part of the file: 'near LATITUDE LONGITUDE', such as 'near 52.5 "
                     "13.25'; or name columns as inputs"),
        {names, grid.places(), north.first, north.second, east.first, east.second, grid.nameOf(0)}};
}

Phrase tellOfPlace(const Grid& grid, const std::vector<std::int64_t>& places, const NearPlace& near) {
    const auto position = grid.position(places.front());
    const double far = position ? kilometres(near.latitude, near.longitude, position->first, position->second) : 0;
    return {GATELAB_TEXT("Reading",
                         "%1 was read at one of the %2 places of its grid, '%3', which is the nearest: %4 km away"),
            {shownName(grid), grid.places(), grid.nameOf(places.front()), std::llround(far)}};
}

}  // namespace gatelab
