// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/numbers.h"

#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string_view>

/// The two kinds of cells that most files are made of, read without a branch for each character: "-12.345" and
/// "2024-05-31 14:30:00"; numbers also several of a column at once. What they do not take is read by sniffNumber() and
/// sniffTime(), with the same results.
namespace gatelab::quick {

static_assert(std::endian::native == std::endian::little);

[[gnu::always_inline]] inline std::uint64_t load8(const char* from) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, sizeof word);
    return word;
}

/// The low `bytes` bytes of a word, 0 to 8.
[[gnu::always_inline]] inline std::uint64_t lowBytes(std::size_t bytes) {
    return bytes >= 8 ? ~0ull : (1ull << (8 * bytes)) - 1;
}

/// Eight characters, the first one lowest: digits, and at most one point.
struct Digits8 {
    std::uint64_t number = 0;
    int behindPoint = -1;  ///< digits behind the point; -1: there is none
    bool ok = false;
};

/// The last `size` (1 to 8) of the eight characters in `word`; what is below them is not looked at.
[[gnu::always_inline]] inline Digits8 readDigits(std::uint64_t word, std::size_t size) {
    constexpr std::uint64_t kOnes = 0x0101010101010101ull, kZeros = 0x3030303030303030ull;
    Digits8 out;
    std::uint64_t below = lowBytes(8 - size);
    word = (word & ~below) | (kZeros & below);
    const std::uint64_t points = word ^ (kOnes * '.');
    if (const std::uint64_t found = (points - kOnes) & ~points & (kOnes << 7); found != 0) {
        const auto at = static_cast<std::size_t>(std::countr_zero(found)) / 8;
        out.behindPoint = static_cast<int>(7 - at);
        const std::uint64_t before = lowBytes(at);
        word = (word & ~lowBytes(at + 1)) | ((word & before) << 8) | '0';
    }
    constexpr std::uint64_t kHigh = 0xF0F0F0F0F0F0F0F0ull;
    out.ok = ((word & kHigh) | (((word + kOnes * 6) & kHigh) >> 4)) == kOnes * 0x33;
    // Pairs, fours and all eight of them: Lemire, "Quickly parsing eight digits" (2018)
    word = ((word & kOnes * 0x0F) * 2561) >> 8;
    word = ((word & 0x00FF00FF00FF00FFull) * 6553601) >> 16;
    out.number = ((word & 0x0000FFFF0000FFFFull) * 42949672960001ull) >> 32;
    return out;
}

struct Number {
    double value = 0;
    unsigned mask = 0;  ///< as sniffNumber() gives it; not of one byte, whose stores may be anything to a compiler
    bool negative = false;
};

/// An optional minus, digits, and perhaps a point with digits on both sides: at most 15 digits. Eight bytes behind the
/// cell's first one must be readable. False: read it in the other way.
[[gnu::always_inline]] inline bool readNumber(std::string_view cell, Number& out) {
    static constexpr double kPowers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                         1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char* at = cell.data();
    std::size_t size = cell.size();
    out.negative = size > 0 && *at == '-';
    if (out.negative) ++at, --size;
    if (size == 0 || size > 16) return false;
    std::uint64_t number = 0;
    int decimals = -1;
    if (size <= 8) {
        const Digits8 all = readDigits(load8(at) << (8 * (8 - size)), size);
        if (!all.ok) return false;
        number = all.number, decimals = all.behindPoint;
    } else {
        const std::size_t front = size - 8;
        const Digits8 first = readDigits(load8(at) << (8 * (8 - front)), front),
                      second = readDigits(load8(at + front), 8);
        if (!first.ok || !second.ok || (first.behindPoint >= 0 && second.behindPoint >= 0)) return false;
        number = first.number * (second.behindPoint >= 0 ? 10'000'000u : 100'000'000u) + second.number;
        decimals = second.behindPoint >= 0 ? second.behindPoint : first.behindPoint >= 0 ? first.behindPoint + 8 : -1;
    }
    if (decimals < 0) {
        if (size > 15) return false;
        out.mask = kAllFormats;
        out.value = static_cast<double>(number);
    } else {
        const auto whole = static_cast<int>(size) - 1 - decimals;
        if (whole == 0 || decimals == 0) return false;
        // Both are exact, so that one division rounds as the standard says (Clinger 1990).
        out.value = static_cast<double>(number) / kPowers[decimals];
        const bool grouped = decimals == 3 && whole <= 3 && *at != '0';
        out.mask = kPointFormats | (grouped ? 1u << 5 : 0u);
    }
    if (out.negative) out.value = -out.value;
    return true;
}

/// "14:30:00" as eight characters, the first one lowest.
inline constexpr std::uint64_t kMidnight = 0x30303A30303A3030ull;

/// Adds a time of day as kMidnight has it, up to 23:59:59. False: it is none.
[[gnu::always_inline]] inline bool addClock(std::uint64_t word, std::int64_t& micros) {
    const std::uint64_t digits = word ^ kMidnight;  // 0 to 9 each, and 0 in place of the colons
    if (((digits | (digits + 0x7676767676767676ull)) & 0x8080808080808080ull) != 0) return false;
    const std::uint64_t pairs = digits * 10 + (digits >> 8);
    const std::uint64_t hour = pairs & 0xFF, minute = pairs >> 24 & 0xFF, second = pairs >> 48 & 0xFF;
    if ((digits & 0x0000FF0000FF0000ull) != 0 || hour > 23 || minute > 59 || second > 59) return false;
    micros += static_cast<std::int64_t>((hour * 60 + minute) * 60 + second) * 1'000'000;
    return true;
}

/// 2024-05-31, 2024-05-31 14:30 and 2024-05-31 14:30:00, also with slashes or a T, from the year 1000 on: dates that
/// exist with the year first alone. Keeps the day that was read last.
class DateReader {
public:
    /// False: read it in the other way.
    bool read(std::string_view cell, std::int64_t& micros) {
        return readDay(cell, micros) && addClock(clockOf(cell), micros);
    }
    /// The midnight, where the cell is written so up to the time of day.
    bool readDay(std::string_view cell, std::int64_t& midnight) {
        const std::size_t size = cell.size();
        if (size != 19 && size != 16 && size != 10) return false;
        const char* const at = cell.data();
        const std::uint64_t day = load8(at);
        std::uint16_t rest = 0;
        std::memcpy(&rest, at + 8, sizeof rest);
        if ((day != day_ || rest != rest_) && !readDate(at, day, rest)) return false;
        midnight = dayMicros_;
        return size == 10 || at[10] == ' ' || at[10] == 'T';
    }
    /// The time of day of such a cell, which is not looked at yet; without one midnight.
    static std::uint64_t clockOf(std::string_view cell) {
        if (cell.size() == 19) return load8(cell.data() + 11);
        return cell.size() == 10 ? kMidnight : load8(cell.data() + 8) >> 24 | (kMidnight & ~lowBytes(5));
    }

private:
    static bool two(const char* at, int& number) {
        const unsigned tens = static_cast<unsigned char>(at[0]) - '0', ones = static_cast<unsigned char>(at[1]) - '0';
        number = static_cast<int>(tens * 10 + ones);
        return tens < 10 && ones < 10;
    }
    bool readDate(const char* at, std::uint64_t day, std::uint16_t rest) {
        using namespace std::chrono;
        int high = 0, low = 0, month = 0, number = 0;
        if ((at[4] != '-' && at[4] != '/') || at[7] != at[4] || !two(at, high) || !two(at + 2, low) ||
            !two(at + 5, month) || !two(at + 8, number) || high < 10)
            return false;
        const year_month_day date{year(high * 100 + low), std::chrono::month(static_cast<unsigned>(month)),
                                  std::chrono::day(static_cast<unsigned>(number))};
        if (!date.ok()) return false;
        day_ = day, rest_ = rest;
        dayMicros_ = static_cast<std::int64_t>(sys_days(date).time_since_epoch().count()) * INT64_C(86'400'000'000);
        return true;
    }

    std::uint64_t day_ = 0;  ///< its first eight characters
    std::uint16_t rest_ = 0;
    std::int64_t dayMicros_ = 0;
};

/// Cells of one column, one below the other.
struct CellBlock {
    static constexpr std::size_t kMost = 256;
    static constexpr std::size_t kLongest = 17;  ///< characters of a number that is read: of longer ones none is
    template <typename Value>
    using Each = std::array<Value, kMost + 8>;  ///< a register's more
    std::size_t count = 0;
    bool hasLong = false;              ///< one of more than eight characters: `before` and `isNegative` are set
    Each<std::uint64_t> size{};        ///< characters
    Each<std::uint64_t> last{};        ///< the eight characters that end with the cell's last one, which is highest
    Each<std::uint64_t> before{};      ///< the eight before those
    Each<std::uint64_t> isNegative{};  ///< 1: the first one is a minus
};

/// How the numbers of a block are written; what each counts: ColumnEvidence.
struct NumberCounts {
    std::int64_t empty = 0, negative = 0, plain = 0, points = 0, grouped = 0;
    std::int64_t hundreds = 0, thousands = 0, bareYears = 0, zeroLed = 0;
    std::size_t firstGrouped = CellBlock::kMost;  ///< the first of those that three digits behind a point make doubtful
};

/// What addValue() of ColumnEvidence finds in values one after the other, none of them NaN.
struct ValueSteps {
    double low = 0, high = 0;
    bool whole = true;
    std::int64_t rises = 0, falls = 0, up = 0, down = 0;
};

/// Compiled for each instruction set; the bits are those of readNumber().
struct CellKernels {
    const char* target;
    /// The values of the cells from `from` on up to the first one that readNumber() would not take, and where that is.
    /// Empty ones are NaN. Their counts are added.
    std::size_t (*readNumbers)(const CellBlock& cells, std::size_t from, double* values, NumberCounts& counts);
    /// Adds the times of day of so many cells, as addClock() does, up to the first that is none; how many.
    std::size_t (*addClocks)(const std::uint64_t* clocks, std::size_t count, std::int64_t* micros);
    /// `before`: the value before the first one, or NaN. At least one value.
    ValueSteps (*steps)(const double* values, std::size_t count, double before);
};
/// For this processor.
const CellKernels& kernels();

}  // namespace gatelab::quick
