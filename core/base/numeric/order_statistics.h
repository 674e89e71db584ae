// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace gatelab {

/// Numbers of a long list by their place in its order, without a copy of the list and without moving anything in it:
/// they are passed over in their order a few times, each time counted by 16 more of their leading bits until the few
/// that are left of a place can be kept.
class OrderStatistics {
public:
    /// `ranks`: from 0 to count - 1. `each(use)` calls use(number) for the same `count` numbers at every call; none is
    /// NaN. Of equal numbers with unlike signs (the two zeros) the positive one.
    template <class Each>
    static std::vector<double> of(std::size_t count, std::span<const std::size_t> ranks, const Each& each) {
        if (count <= kFew) return ofFew(count, ranks, each);
        std::vector<Place> places;
        for (const std::size_t rank : ranks) places.push_back({rank});
        for (int bits = 0; bits < 64; bits += kDigit)
            if (!narrow(places, bits, each)) break;
        return keepAndChoose(places, each);
    }

    /// The largest number that begins as the one at this place does: in one pass what it is at most.
    template <class Each>
    static double atMost(std::size_t rank, const Each& each) {
        const std::vector<std::uint32_t> counts = leadingCounts(each);
        std::uint64_t digit = 0;
        while (rank >= counts[digit]) rank -= counts[digit++];
        return valueOf((digit + 1) * (UINT64_C(1) << (64 - kDigit)) - 1);
    }

    /// How many numbers begin with each of the 65,536 first digits of 16 bits, in the order of the numbers.
    template <class Each>
    static std::vector<std::uint32_t> leadingCounts(const Each& each) {
        std::vector<std::uint32_t> counts(kBuckets);
        each([&](double value) { ++counts[keyOf(value) >> (64 - kDigit)]; });
        return counts;
    }

private:
    static constexpr int kDigit = 16;
    static constexpr std::size_t kBuckets = std::size_t{1} << kDigit, kFew = std::size_t{1} << 15,
                                 kMostKept = std::size_t{1} << 20;

    /// What is known of one of the numbers: its first `bits` bits, and its rank among the `count` that begin so.
    struct Place {
        std::size_t rank = 0;
        std::uint64_t prefix = 0;
        int bits = 0;
        std::size_t count = ~std::size_t{0};
        [[nodiscard]] bool holds(std::uint64_t key) const { return bits == 0 || key >> (64 - bits) == prefix; }
    };

    /// In the order of the numbers.
    static std::uint64_t keyOf(double value) {
        const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);
        return bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
    }
    static double valueOf(std::uint64_t key) {
        return std::bit_cast<double>(key >> 63 != 0 ? key & ~(UINT64_C(1) << 63) : ~key);
    }

    template <class Each>
    static std::vector<double> ofFew(std::size_t count, std::span<const std::size_t> ranks, const Each& each) {
        std::vector<double> all, found;
        all.reserve(count);
        each([&](double value) { all.push_back(value); });
        for (const std::size_t rank : ranks) {
            const auto at = all.begin() + static_cast<std::ptrdiff_t>(rank);
            std::nth_element(all.begin(), at, all.end());
            found.push_back(*at + 0.0);
        }
        return found;
    }

    /// A digit more of those places that too many numbers share; false: there are none.
    template <class Each>
    static bool narrow(std::vector<Place>& places, int bits, const Each& each) {
        std::vector<std::uint64_t> open;  // prefixes, each once
        for (const Place& place : places)
            if (place.bits == bits && place.count > kMostKept && std::ranges::find(open, place.prefix) == open.end())
                open.push_back(place.prefix);
        if (open.empty()) return false;
        std::vector<std::uint32_t> counts(open.size() * kBuckets);
        const auto digitOf = [bits](std::uint64_t key) { return (key >> (64 - kDigit - bits)) % kBuckets; };
        if (bits == 0)
            each([&](double value) { ++counts[digitOf(keyOf(value))]; });
        else
            each([&](double value) {
                const std::uint64_t key = keyOf(value), prefix = key >> (64 - bits);
                for (std::size_t i = 0; i < open.size(); ++i)
                    if (open[i] == prefix) ++counts[i * kBuckets + digitOf(key)];
            });
        for (Place& place : places) {
            const auto found = std::ranges::find(open, place.prefix);
            if (place.bits != bits || place.count <= kMostKept || found == open.end()) continue;
            const std::size_t first = static_cast<std::size_t>(found - open.begin()) * kBuckets;
            std::size_t digit = 0;
            while (place.rank >= counts[first + digit]) place.rank -= counts[first + digit++];
            place.prefix = place.prefix << kDigit | digit, place.bits += kDigit;
            place.count = counts[first + digit];
        }
        return true;
    }

    template <class Each>
    static std::vector<double> keepAndChoose(const std::vector<Place>& places, const Each& each) {
        std::vector<std::pair<Place, std::vector<double>>> kept;  // each beginning once
        for (const Place& place : places)
            if (place.bits < 64 && std::ranges::none_of(kept, [&](const auto& one) {
                    return one.first.prefix == place.prefix && one.first.bits == place.bits;
                }))
                kept.push_back({place, {}}), kept.back().second.reserve(place.count);
        if (!kept.empty())
            each([&](double value) {
                const std::uint64_t key = keyOf(value);
                for (auto& [place, values] : kept)
                    if (place.holds(key)) values.push_back(value);
            });
        std::vector<double> found;
        for (const Place& place : places) {
            if (place.bits == 64) {
                found.push_back(valueOf(place.prefix));
                continue;
            }
            auto& values = std::ranges::find_if(kept, [&](const auto& one) {
                               return one.first.prefix == place.prefix && one.first.bits == place.bits;
                           })->second;
            const auto at = values.begin() + static_cast<std::ptrdiff_t>(place.rank);
            std::nth_element(values.begin(), at, values.end());
            found.push_back(*at + 0.0);
        }
        return found;
    }
};

}  // namespace gatelab
