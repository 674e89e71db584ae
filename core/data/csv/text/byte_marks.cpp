// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/text/byte_marks.h"

#include <bit>
#include <cstring>

// Compiled once for each of SSE4, AVX2, AVX-512, NEON and plain C++, as the layers are.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "data/csv/text/byte_marks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gatelab::byte_marks::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
constexpr std::size_t kWord = 64, kBatch = 8;
using Lanes = hn::CappedTag<std::uint8_t, kWord>;

/// What is true of each of 64 bytes, as a bit.
template <typename Is>
HWY_INLINE std::uint64_t bitsOf(const std::uint8_t* from, Is is) {
    const Lanes lanes;
    constexpr std::size_t kAtOnce = hn::MaxLanes(lanes);
    std::uint64_t found = 0;
    for (std::size_t at = 0; at < kWord; at += kAtOnce) {
        std::uint8_t some[8];
        hn::StoreMaskBits(lanes, is(hn::LoadU(lanes, from + at)), some);
        std::uint64_t bits = 0;
        std::memcpy(&bits, some, (kAtOnce + 7) / 8);
        found |= bits << at;
    }
    return found;
}

/// visit(64 bytes, at, which of them are of the piece) for the whole piece.
template <typename Visit>
HWY_INLINE void eachWord(std::string_view piece, Visit visit) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(piece.data());
    std::size_t at = 0;
    for (; at + kWord <= piece.size(); at += kWord) visit(from + at, at, ~std::uint64_t{0});
    if (at == piece.size()) return;
    std::uint8_t rest[kWord];
    std::memset(rest, ' ', kWord);
    std::memcpy(rest, from + at, piece.size() - at);
    visit(rest, at, (std::uint64_t{1} << (piece.size() - at)) - 1);
}

Facts look(std::string_view piece) {
    const Lanes lanes;
    constexpr std::size_t kAtOnce = hn::MaxLanes(lanes);
    const auto feed = hn::Set(lanes, std::uint8_t{'\n'}), back = hn::Set(lanes, std::uint8_t{'\r'});
    Facts facts;
    std::uint64_t lone = 0, returnBefore = 0, ends = 0;
    auto all = hn::Zero(lanes), least = feed;
    eachWord(piece, [&](const std::uint8_t* from, std::size_t, std::uint64_t valid) {
        for (std::size_t at = 0; at < kWord; at += kAtOnce) {
            const auto bytes = hn::LoadU(lanes, from + at);
            all = hn::Or(all, bytes), least = hn::Min(least, bytes);
            ends += hn::CountTrue(lanes, hn::Eq(bytes, feed));
        }
        const std::uint64_t returns = bitsOf(from, [&](auto bytes) { return hn::Eq(bytes, back); });
        if ((returns | returnBefore) == 0) return;
        lone |= (returns << 1 | returnBefore) & ~bitsOf(from, [&](auto bytes) { return hn::Eq(bytes, feed); }) & valid;
        returnBefore = returns >> (kWord - 1);
    });
    facts.ends = static_cast<std::int64_t>(ends);
    const auto zero = hn::Zero(lanes), high = hn::Set(lanes, std::uint8_t{128});
    facts.high = !hn::AllTrue(lanes, hn::Eq(hn::And(all, high), zero));
    facts.zeros = !hn::AllFalse(lanes, hn::Eq(least, zero));
    facts.loneReturns = lone != 0;
    return facts;
}

std::size_t find(std::string_view piece, char a, char b, std::uint32_t* places) {
    const Lanes lanes;
    const auto first = hn::Set(lanes, static_cast<std::uint8_t>(a)),
               second = hn::Set(lanes, static_cast<std::uint8_t>(b)), feed = hn::Set(lanes, std::uint8_t{'\n'}),
               back = hn::Set(lanes, std::uint8_t{'\r'});
    std::uint32_t* next = places;
    eachWord(piece, [&](const std::uint8_t* from, std::size_t at, std::uint64_t valid) {
        std::uint64_t found = valid & bitsOf(from, [&](auto bytes) {
                                  return hn::Or(hn::Or(hn::Eq(bytes, first), hn::Eq(bytes, second)),
                                                hn::Or(hn::Eq(bytes, feed), hn::Eq(bytes, back)));
                              });
        // Eight at once without asking how many there are: what is too much is written over (simdjson does the same).
        std::uint32_t* const end = next + std::popcount(found);
        for (; next < end; next += kBatch)
            for (std::size_t i = 0; i < kBatch; ++i, found &= found - 1)
                next[i] = static_cast<std::uint32_t>(at) + static_cast<std::uint32_t>(std::countr_zero(found));
        next = end;
    });
    return static_cast<std::size_t>(next - places);
}

const ByteKernels* byteKernels() {
    static const ByteKernels table = {hwy::TargetName(HWY_TARGET), look, find};
    return &table;
}

}  // namespace gatelab::byte_marks::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gatelab::byte_marks {
HWY_EXPORT(byteKernels);
const ByteKernels& kernels() { return *HWY_DYNAMIC_DISPATCH(byteKernels)(); }
}  // namespace gatelab::byte_marks
#endif
