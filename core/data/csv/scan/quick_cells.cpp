// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/scan/quick_cells.h"

#include <algorithm>
#include <limits>

// Compiled once for each of SSE4, AVX2, AVX-512, NEON and plain C++, as the layers are.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "data/csv/scan/quick_cells.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gatelab::quick::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Words = hn::CappedTag<std::uint64_t, 8>;
using Doubles = hn::Rebind<double, Words>;
using Word = hn::Vec<Words>;
using IsWord = hn::Mask<Words>;

constexpr std::uint64_t kOnes = 0x0101010101010101ull;
constexpr double kPowers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1};

/// As Digits8, in each lane; `behindPoint` says something where there is a point.
struct Digits {
    Word number, behindPoint;
    IsWord hasPoint, ok;
};

/// What follows from where the points of a few lanes stand (`found`: the highest bit of each). In most columns they
/// stand there in the next lanes as well.
struct Points {
    Word found, below, upTo, behind;
};

HWY_INLINE Points pointsAt(Word found) {
    const Words d;
    const Word one = hn::Set(d, 1), ones = hn::Set(d, kOnes);
    const Word lowest = hn::And(found, hn::Sub(hn::Zero(d), found));
    Points out;
    out.found = found;
    out.below = hn::Sub(hn::ShiftRight<7>(lowest), one), out.upTo = hn::Sub(hn::ShiftLeft<1>(lowest), one);
    const Word ahead = hn::ShiftRight<56>(hn::Mul(hn::And(out.below, ones), ones));
    out.behind = hn::Sub(hn::Set(d, 7), ahead);
    return out;
}

/// The number that eight digits make, the first one lowest: pairs, fours and all eight.
HWY_INLINE Word numberOf(Word digits) {
    const Words d;
#if HWY_TARGET == HWY_SCALAR
    const Word tens = hn::Add(hn::ShiftLeft<3>(digits), hn::ShiftLeft<1>(digits));
    const Word pairs = hn::And(hn::Add(tens, hn::ShiftRight<8>(digits)), hn::Set(d, 0x00FF00FF00FF00FFull));
    const Word hundreds = hn::Add(hn::Add(hn::ShiftLeft<6>(pairs), hn::ShiftLeft<5>(pairs)), hn::ShiftLeft<2>(pairs));
    const Word fours = hn::And(hn::Add(hundreds, hn::ShiftRight<16>(pairs)), hn::Set(d, 0x0000FFFF0000FFFFull));
    return hn::Add(hn::Mul(hn::And(fours, hn::Set(d, 0xFFFF)), hn::Set(d, 10'000)), hn::ShiftRight<32>(fours));
#else
    // 2561 is 10 * 2^8 + 1: the upper half of each product is ten times the first one and the second one.
    const hn::Repartition<std::uint16_t, Words> d16;
    const hn::Repartition<std::uint32_t, Words> d32;
    const auto pairs = hn::ShiftRight<8>(hn::Mul(hn::BitCast(d16, digits), hn::Set(d16, 2561)));
    const auto fours = hn::ShiftRight<16>(hn::Mul(hn::BitCast(d32, pairs), hn::Set(d32, 6553601)));
    return hn::Add(hn::MulEven(fours, hn::Set(d32, 10'000)), hn::ShiftRight<32>(hn::BitCast(d, fours)));
#endif
}

/// The last `size` (0 to 8) of the eight characters in each lane, as readDigits() reads them. `points`: of any lanes
/// before, those of these behind it.
HWY_INLINE Digits readDigits(Word word, Word size, Points& points) {
    const Words d;
    const Word high = hn::Set(d, kOnes * 0xF0), zeros = hn::Set(d, kOnes * '0');
    const Word shift = hn::ShiftLeft<3>(hn::Sub(hn::Set(d, 8), size));
    const Word inside = hn::IfThenZeroElse(hn::Eq(size, hn::Zero(d)), hn::Shl(hn::Set(d, ~std::uint64_t{0}), shift));
    word = hn::Or(hn::And(word, inside), hn::AndNot(inside, zeros));
    const Word isPoint = hn::Xor(word, hn::Set(d, kOnes * '.'));
    const Word found = hn::And(hn::AndNot(isPoint, hn::Sub(isPoint, hn::Set(d, kOnes))), hn::Set(d, kOnes << 7));
    if (!hn::AllTrue(d, hn::Eq(found, points.found))) points = pointsAt(found);
    Digits out;
    out.hasPoint = hn::Ne(found, hn::Zero(d)), out.behindPoint = points.behind;
    const Word closed =
        hn::Or(hn::Or(hn::AndNot(points.upTo, word), hn::ShiftLeft<8>(hn::And(word, points.below))), hn::Set(d, '0'));
    word = hn::IfThenElse(out.hasPoint, closed, word);
    const Word carried = hn::ShiftRight<4>(hn::And(hn::Add(word, hn::Set(d, kOnes * 6)), high));
    out.ok = hn::Eq(hn::Or(hn::And(word, high), carried), hn::Set(d, kOnes * 0x33));
    out.number = numberOf(hn::And(word, hn::Set(d, kOnes * 0x0F)));
    return out;
}

/// The characters in which a few cells are written: `size` without the minus that `isNegative` (1) tells; `first`
/// behind it, which says nothing where there is none.
struct Written {
    Word last, before, size, first, isNegative;
};

/// The `size`-th character from behind of the eight; without one any.
HWY_INLINE Word characterAt(Word word, Word size) {
    const Words d;
    const Word shift = hn::Sub(hn::Set(d, 64), hn::ShiftLeft<3>(size));
    return hn::And(hn::Shr(word, hn::Min(shift, hn::Set(d, 56))), hn::Set(d, 0xFF));
}

HWY_INLINE Written writtenAt(const CellBlock& cells, std::size_t at) {
    const Words d;
    const Word whole = hn::LoadU(d, cells.size.data() + at), one = hn::Set(d, 1), eight = hn::Set(d, 8);
    Written out;
    out.last = out.before = hn::LoadU(d, cells.last.data() + at);
    if (!cells.hasLong) {
        const auto isMinus = hn::Eq(characterAt(out.last, whole), hn::Set(d, '-'));
        out.isNegative = hn::IfThenElseZero(hn::And(isMinus, hn::Ne(whole, hn::Zero(d))), one);
        out.size = hn::Sub(whole, out.isNegative);
        out.first = characterAt(out.last, out.size);
        return out;
    }
    out.before = hn::LoadU(d, cells.before.data() + at);
    out.isNegative = hn::LoadU(d, cells.isNegative.data() + at);
    out.size = hn::Sub(whole, out.isNegative);
    const auto isLong = hn::Gt(out.size, eight);
    out.first = characterAt(hn::IfThenElse(isLong, out.before, out.last),
                            hn::Min(hn::IfThenElse(isLong, hn::Sub(out.size, eight), out.size), eight));
    return out;
}

/// Both words of cells of up to 16 characters. Only one of them may have a point.
HWY_INLINE Digits readLongDigits(const Written& written, Points& pointsBefore, Points& points) {
    const Words d;
    const Word size = written.size, eight = hn::Set(d, 8);
    const auto isLong = hn::Gt(size, eight);
    const Word front = hn::IfThenElseZero(isLong, hn::Min(hn::Sub(size, eight), eight));
    const Digits first = readDigits(written.before, front, pointsBefore),
                 second = readDigits(written.last, hn::Min(size, eight), points);
    Digits out;
    const Word scale = hn::IfThenElse(second.hasPoint, hn::Set(d, 10'000'000), hn::Set(d, 100'000'000));
    out.number = hn::Add(hn::Mul(first.number, scale), second.number);
    out.hasPoint = hn::Or(first.hasPoint, second.hasPoint);
    out.behindPoint = hn::IfThenElse(second.hasPoint, second.behindPoint,
                                     hn::IfThenElse(first.hasPoint, hn::Add(first.behindPoint, eight), hn::Set(d, 16)));
    const auto isTooLong = hn::AndNot(out.hasPoint, hn::Gt(size, hn::Set(d, 15)));
    const auto isOdd = hn::Or(hn::And(first.hasPoint, second.hasPoint), hn::Gt(size, hn::Set(d, 16)));
    out.ok = hn::AndNot(hn::Or(isOdd, isTooLong), hn::And(first.ok, second.ok));
    return out;
}

/// Counts how the numbers of a few lanes are written. `counted`: the lanes that hold one.
HWY_INLINE void count(const Written& written, std::size_t at, const Digits& digits, IsWord counted,
                      NumberCounts& counts) {
    const Words d;
    const auto is = [&](auto mask) { return static_cast<std::int64_t>(hn::CountTrue(d, hn::And(counted, mask))); };
    const Word first = written.first, size = written.size, zero = hn::Set(d, '0'), three = hn::Set(d, 3);
    counts.negative += is(hn::Ne(written.isNegative, hn::Zero(d)));
    const std::int64_t points = is(digits.hasPoint);
    counts.points += points;
    if (points > 0) {
        const auto isGrouped = hn::And(hn::And(digits.hasPoint, hn::Eq(digits.behindPoint, three)),
                                       hn::And(hn::Lt(size, hn::Set(d, 8)), hn::Ne(first, zero)));
        const std::int64_t grouped = is(isGrouped);
        counts.grouped += grouped;
        if (grouped > 0 && counts.firstGrouped == CellBlock::kMost)
            counts.firstGrouped = at + static_cast<std::size_t>(hn::FindFirstTrue(d, hn::And(counted, isGrouped)));
    }
    const auto isPlain = hn::AndNot(digits.hasPoint, counted);
    if (hn::AllFalse(d, isPlain)) return;
    counted = isPlain;
    counts.plain += is(counted);
    counts.thousands += is(hn::Gt(size, three));
    counts.hundreds += is(hn::And(hn::Eq(size, three), hn::Ne(digits.number, hn::Set(d, 999))));
    counts.bareYears += is(
        hn::And(hn::Eq(size, hn::Set(d, 4)), hn::Or(hn::Eq(first, hn::Set(d, '1')), hn::Eq(first, hn::Set(d, '2')))));
    counts.zeroLed += is(hn::And(hn::Gt(size, hn::Set(d, 1)), hn::Eq(first, zero)));
}

std::size_t readNumbers(const CellBlock& cells, std::size_t from, double* values, NumberCounts& counts) {
    const Words d;
    const Doubles dv;
    const hn::RebindToSigned<Words> di;
    const Word one = hn::Set(d, 1), magic = hn::Set(d, 0x4330000000000000ull);  // 2^52 as a double
    const auto two52 = hn::Set(dv, 4503599627370496.0), nan = hn::Set(dv, std::numeric_limits<double>::quiet_NaN());
    constexpr std::size_t kLanes = hn::MaxLanes(d);
    Points pointsBefore = pointsAt(hn::Zero(d)), points = pointsBefore;
    Word powers = hn::Zero(d);
    auto divisors = hn::Set(dv, 1.0);
    for (std::size_t at = from; at < cells.count; at += kLanes) {
        const std::size_t here = std::min(kLanes, cells.count - at);
        const Written written = writtenAt(cells, at);
        const Word size = written.size;
        const Digits digits =
            cells.hasLong ? readLongDigits(written, pointsBefore, points) : readDigits(written.last, size, points);
        const auto isWithout = hn::Eq(size, hn::Zero(d)), inside = hn::FirstN(d, here);
        const auto isEmpty = hn::And(isWithout, hn::Eq(written.isNegative, hn::Zero(d)));
        // A digit on both sides of a point
        const Word withPoint = hn::Add(digits.behindPoint, one);
        const auto isBare = hn::And(digits.hasPoint, hn::Or(hn::Eq(withPoint, one), hn::Eq(withPoint, size)));
        const auto isRead = hn::Or(isEmpty, hn::AndNot(hn::Or(isBare, isWithout), digits.ok));
        const Word power = hn::IfThenElse(digits.hasPoint, digits.behindPoint, hn::Set(d, 16));
        // Both are exact, so that one division rounds as the standard says (Clinger 1990).
        const auto whole = hn::Sub(hn::BitCast(dv, hn::Or(digits.number, magic)), two52);
        if (!hn::AllTrue(d, hn::Eq(power, powers)))
            powers = power, divisors = hn::GatherIndex(dv, kPowers, hn::BitCast(di, power));
        const auto value = hn::Div(whole, divisors);
        const Word sign = hn::ShiftLeft<63>(written.isNegative);
        const auto read = hn::IfThenElse(hn::RebindMask(dv, isEmpty), nan, hn::Xor(value, hn::BitCast(dv, sign)));
        if (here == kLanes) {
            hn::StoreU(read, dv, values + at);
        } else {
            double some[kLanes];
            hn::StoreU(read, dv, some);
            std::copy_n(some, here, values + at);
        }
        const auto isOther = hn::AndNot(isRead, inside);
        const std::size_t good =
            hn::AllFalse(d, isOther) ? here : static_cast<std::size_t>(hn::FindFirstTrue(d, isOther));
        const auto counted = hn::FirstN(d, good);
        counts.empty += static_cast<std::int64_t>(hn::CountTrue(d, hn::And(counted, isEmpty)));
        count(written, at, digits, hn::AndNot(isEmpty, counted), counts);
        if (good < here) return at + good;
    }
    return cells.count;
}

std::size_t addClocks(const std::uint64_t* clocks, std::size_t count, std::int64_t* micros) {
    const Words d;
    const hn::RebindToSigned<Words> di;
    constexpr std::size_t kLanes = hn::MaxLanes(d);
    std::size_t at = 0;
    for (; at + kLanes <= count; at += kLanes) {
        const Word digits = hn::Xor(hn::LoadU(d, clocks + at), hn::Set(d, kMidnight));
        const Word over = hn::Or(digits, hn::Add(digits, hn::Set(d, kOnes * 0x76)));
        const Word odd = hn::Or(hn::And(over, hn::Set(d, kOnes << 7)), hn::And(digits, hn::Set(d, 0xFF0000FF0000ull)));
        const Word tens = hn::Add(hn::ShiftLeft<3>(digits), hn::ShiftLeft<1>(digits));
        const Word pairs = hn::Add(tens, hn::ShiftRight<8>(digits)), low = hn::Set(d, 0xFF);
        const Word hour = hn::And(pairs, low), minute = hn::And(hn::ShiftRight<24>(pairs), low),
                   second = hn::And(hn::ShiftRight<48>(pairs), low);
        const auto tooLarge = hn::Or(hn::Gt(hour, hn::Set(d, 23)),
                                     hn::Or(hn::Gt(minute, hn::Set(d, 59)), hn::Gt(second, hn::Set(d, 59))));
        if (!hn::AllFalse(d, hn::Or(tooLarge, hn::Ne(odd, hn::Zero(d))))) break;
        const auto sixty = [](Word some) { return hn::Sub(hn::ShiftLeft<6>(some), hn::ShiftLeft<2>(some)); };
        const Word seconds = hn::Add(sixty(hn::Add(sixty(hour), minute)), second);
        const auto day = hn::LoadU(di, micros + at);
        hn::StoreU(hn::Add(day, hn::BitCast(di, hn::Mul(seconds, hn::Set(d, 1'000'000)))), di, micros + at);
    }
    while (at < count && addClock(clocks[at], micros[at])) ++at;
    return at;
}

ValueSteps steps(const double* values, std::size_t count, double before) {
    const Doubles d;
    constexpr std::size_t kLanes = hn::MaxLanes(d);
    ValueSteps out;
    out.low = out.high = values[0];
    const auto add = [&](double value, double last) {
        const double step = value - last;
        out.low = std::min(out.low, value), out.high = std::max(out.high, value);
        out.whole = out.whole && value == std::floor(value);
        out.rises += step > 0 ? 1 : 0, out.falls += step < 0 ? 1 : 0;
        out.up += step == 1 ? 1 : 0, out.down += step == -1 ? 1 : 0;
    };
    add(values[0], before);
    std::size_t at = 1;
    auto low = hn::Set(d, values[0]), high = low;
    const auto zero = hn::Zero(d), one = hn::Set(d, 1.0), minusOne = hn::Set(d, -1.0);
    for (; at + kLanes <= count; at += kLanes) {
        const auto value = hn::LoadU(d, values + at), step = hn::Sub(value, hn::LoadU(d, values + at - 1));
        low = hn::Min(low, value), high = hn::Max(high, value);
        out.whole = out.whole && hn::AllTrue(d, hn::Eq(value, hn::Floor(value)));
        out.rises += static_cast<std::int64_t>(hn::CountTrue(d, hn::Gt(step, zero)));
        out.falls += static_cast<std::int64_t>(hn::CountTrue(d, hn::Lt(step, zero)));
        out.up += static_cast<std::int64_t>(hn::CountTrue(d, hn::Eq(step, one)));
        out.down += static_cast<std::int64_t>(hn::CountTrue(d, hn::Eq(step, minusOne)));
    }
    out.low = std::min(out.low, hn::GetLane(hn::MinOfLanes(d, low)));
    out.high = std::max(out.high, hn::GetLane(hn::MaxOfLanes(d, high)));
    for (; at < count; ++at) add(values[at], values[at - 1]);
    return out;
}

const CellKernels* cellKernels() {
    static const CellKernels table = {hwy::TargetName(HWY_TARGET), readNumbers, addClocks, steps};
    return &table;
}

}  // namespace gatelab::quick::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gatelab::quick {
HWY_EXPORT(cellKernels);
const CellKernels& kernels() { return *HWY_DYNAMIC_DISPATCH(cellKernels)(); }
}  // namespace gatelab::quick
#endif
