// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/checked_column.h"

#include "data/findings/level_jump.h"
#include "data/findings/mended_series.h"
#include "data/findings/unit_jump.h"
#include "data/recipe/recipe.h"
#include "data/recipe/rescaled_rows.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace gatelab {
namespace {

/// The middle values on both sides of a finding: of the rows that change, and of those that stay.
void tellSides(DataFinding& finding, const JumpSides& sides, bool isAfterChanged) {
    finding.before = isAfterChanged ? sides.after : sides.before;
    finding.after = isAfterChanged ? sides.before : sides.after;
}

/// A column in another unit in these rows, before a jump or between two, and what mends it: they are rescaled where the
/// units are known, else left out. `at`: the row of the jump of which the sides are.
DataFinding unitFinding(const CheckedColumn& column, std::int64_t at, const JumpSides& sides, const UnitJump& jump) {
    const std::int64_t rows = column.rows();
    const RowRange other = otherRows(column.held(), at, sides.before, sides.after);
    const bool isBetween = other.begin > 0, isAfter = other.begin == at;
    // Said of the first of two jumps, whichever of them was found
    const JumpSides reversed{sides.after, sides.before, sides.spreadAfter, sides.spreadBefore};
    const UnitJump back = unitJump(reversed).value_or(jump);
    const double times = isAfter ? 1 / jump.times : jump.times, plus = isAfter ? -jump.plus / jump.times : jump.plus;
    DataFinding finding =
        warningOf("unit-jump", column.name(), {at, at, std::min(at, rows - at)},
                  isBetween ? unitStretchText(column.name(), rowAndTime(other.begin, column.time),
                                              rowAndTime(other.end - 1, column.time), isAfter ? sides : reversed,
                                              isAfter ? jump : back)
                            : unitJumpText(column.name(), rowAndTime(at, column.time), sides, jump),
                  jump.units.empty() ? maskStep(isBetween ? std::vector{column.name()} : std::vector<std::string>(),
                                                std::span(&other, 1), column.time)
                                     : rescaleStep(column.name(), other, times, plus, column.time));
    finding.places = {at < rows - at ? other : RowRange{at, rows}};
    if (isBetween) {
        finding.firstRow = other.begin, finding.lastRow = other.end - 1, finding.rows = other.size();
        finding.places = {other};
    }
    tellSides(finding, sides, isAfter);
    return finding;
}

/// A column on another level in these rows, before a jump or between two, and what brings them to that of the others:
/// `change` is what the values rise at row `at`.
DataFinding levelFinding(const CheckedColumn& column, std::int64_t at, RowRange other, const JumpSides& sides,
                         double change) {
    const bool isBetween = other.begin > 0, isAfter = other.begin == at;
    const std::string plus = valueText(isAfter ? -change : change), before = valueText(sides.before),
                      after = valueText(sides.after);
    double added = 0;
    std::from_chars(plus.data(), plus.data() + plus.size(), added);
    const Phrase message =
        isBetween
            ? Phrase(GATELAB_TEXT("Doctor",
                                  "Column '%1' lies on another level from row %2 to row %3 only, about %4 instead of "
                                  "about %5. If only the zero of a meter had moved, rescale these rows (plus %6); else "
                                  "leave them out."),
                     {column.name(), rowAndTime(other.begin, column.time), rowAndTime(other.end - 1, column.time),
                      isAfter ? after : before, isAfter ? before : after, plus})
            : Phrase(GATELAB_TEXT("Doctor",
                                  "Column '%1' changes its level near row %2, from about %3 to about %4: training "
                                  "before it and testing after it are different data. If only the zero of a meter "
                                  "moved, rescale the rows before it (plus %5); else begin the parts after it."),
                     {column.name(), rowAndTime(at, column.time), before, after, plus});
    DataFinding finding = foundOf(DataFinding::Severity::Info, "level-shift", column.name(), {at, at, 1}, message,
                                  rescaleStep(column.name(), other, 1, added, column.time));
    if (isBetween) finding.firstRow = other.begin, finding.lastRow = other.end - 1, finding.rows = other.size();
    tellSides(finding, sides, isAfter);
    return finding;
}

/// Whether nearly all rows before the change lie nearer to its one side, and nearly all after it to the other.
bool changesOnce(std::span<const double> values, std::int64_t at, double before, double after) {
    constexpr std::int64_t kOf = 20;
    const double border = (before + after) / 2;
    std::int64_t wrong = 0;
    for (std::size_t r = 0; r < values.size(); ++r)
        wrong += (values[r] > border) == (static_cast<std::int64_t>(r) < at ? after > before : after < before) ? 1 : 0;
    return wrong * kOf <= static_cast<std::int64_t>(values.size());
}

/// How much the level rises, and before which row.
using LevelRise = std::pair<double, std::int64_t>;

/// Whether the level jumps likewise more than `wide` rows away, as it does where a counter or a period starts over.
bool comesAgain(std::span<const LevelRise> jumps, const LevelRise& largest, std::int64_t wide) {
    constexpr double kAlike = 0.7;
    return std::ranges::any_of(jumps, [&](const LevelRise& one) {
        return one.first / largest.first > kAlike && std::abs(one.second - largest.second) > wide;
    });
}

/// Whether all rows after the jump lie apart from all before it by half of what it is.
bool staysApart(std::span<const double> values, std::int64_t at, double shift) {
    const auto border = static_cast<std::size_t>(at);
    return std::abs(medianOf(values.subspan(border)) - medianOf(values.first(border))) > shift / 2;
}

/// Whether one step near the first row of the new level makes half of the change: a walk comes there by many.
bool isJump(std::span<const double> values, std::int64_t first, double change) {
    constexpr double kHalf = 0.5;
    constexpr std::int64_t kNear = 3;
    const std::int64_t end = std::min(static_cast<std::int64_t>(values.size()), first + kNear + 1);
    for (std::int64_t row = std::max<std::int64_t>(1, first - kNear); row < end; ++row)
        if ((values[static_cast<std::size_t>(row)] - values[static_cast<std::size_t>(row - 1)]) / change >= kHalf)
            return true;
    return false;
}

/// The largest jump of the level, where it is one that stays, and what lies on its sides.
struct LevelChange {
    JumpSides sides;
    std::int64_t from = 0, to = 0;  ///< rows between which it is
    bool isUnusual = false, isOneOfMany = false;
};

std::optional<LevelChange> levelChange(std::span<const double> values) {
    constexpr std::int64_t kMin = 200;
    constexpr double kUnusual = 8, kSwing = 3, kSpread = 1, kFar = 2.5, kAbrupt = 0.6;
    const auto rows = static_cast<std::int64_t>(values.size());
    if (rows < kMin) return {};
    const auto part = [&](std::int64_t first, std::int64_t length) {
        return values.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(length));
    };
    const std::int64_t wide = std::max<std::int64_t>(24, rows / 20), narrow = std::max<std::int64_t>(6, wide / 8),
                       stride = std::max<std::int64_t>(1, narrow / 4);
    std::vector<LevelRise> jumps;
    std::vector<double> sizes;
    for (std::int64_t r = narrow; r + narrow <= rows; r += stride) {
        const double jump = medianOf(part(r, narrow)) - medianOf(part(r - narrow, narrow));
        sizes.push_back(std::abs(jump));
        if (r >= wide && r + wide <= rows) jumps.emplace_back(jump, r);
    }
    if (jumps.empty()) return {};
    const auto bySize = [](const LevelRise& one) { return std::pair(std::abs(one.first), one.second); };
    const LevelRise largest = *std::ranges::max_element(jumps, {}, bySize);
    const double jump = std::abs(largest.first), usual = 1.4826 * medianOf(sizes);
    const std::int64_t at = largest.second;
    if (!(usual > 0) || !std::isfinite(jump)) return {};
    const auto before = atShares(part(at - wide, wide), {0.1, 0.5, 0.9}),
               after = atShares(part(at, wide), {0.1, 0.5, 0.9});
    const JumpSides sides{before[1], after[1], before[2] - before[0], after[2] - after[0]};
    const double shift = std::abs(sides.after - sides.before),
                 apart = shift / std::max(sides.spreadBefore, sides.spreadAfter);
    if (!(apart >= kSpread) || !(jump > kSwing * usual || apart >= kFar) || jump < kAbrupt * shift ||
        kAbrupt * jump > shift)
        return {};
    return LevelChange{sides, std::max<std::int64_t>(1, at - wide), std::min(rows - 1, at + wide),
                       jump > kUnusual * usual || apart >= kFar,
                       comesAgain(jumps, largest, wide) && !staysApart(values, at, shift)};
}

bool isFarOff(const DataFinding& finding) { return finding.code == "outliers" || finding.code == "spike"; }

}  // namespace

void checkLevel(const CheckedColumn& column, Findings& findings) {
    if (isAmong(findings, "counter")) return;
    const std::span<const double> values = column.held();
    if (const auto change = levelChange(values)) {
        const JumpSides& sides = change->sides;
        const std::int64_t first = firstRowAfter(values, change->from, change->to, sides.before, sides.after);
        const auto unit = unitJump(sides);
        const auto isOneSide = [&] {
            return changesOnce(values, first, sides.before, sides.after) ||
                   otherRows(values, first, sides.before, sides.after).begin > 0;
        };
        if (unit && (change->isUnusual || (unit->plus != 0 && isOneSide())))
            return findings.push_back(unitFinding(column, first, sides, *unit));
        const double rise = sides.after - sides.before;
        const RowRange other = otherRows(values, first, sides.before, sides.after);
        const bool isAfter = other.begin == first;
        if (change->isUnusual && !change->isOneOfMany && isJump(values, first, rise) &&
            hardlyMoves(values, other, isAfter ? rise : -rise))
            return findings.push_back(levelFinding(column, first, other, sides, rise));
    }
    // Below a swing that is wider than the jump
    if (const auto jump = levelJump(column)) {
        const std::int64_t wide = std::max<std::int64_t>(24, column.rows() / 20);
        const auto part = [&](std::int64_t begin, std::int64_t end) {
            return medianOf(values.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
        };
        const std::int64_t end = jump->comesBack ? jump->rows.end : column.rows();  // from there on it is as before
        const JumpSides sides{part(std::max<std::int64_t>(0, jump->at - wide), jump->at),
                              part(jump->at, std::min(end, jump->at + wide)), 0, 0};
        findings.push_back(levelFinding(column, jump->at, jump->rows, sides, jump->change));
    }
}

void checkTogether(const CheckedColumn& column, Findings& findings) {
    if (findings.empty() || !changesAt(findings.back())) return;
    Series alone;
    alone.time = column.time, alone.channels = {column.channel};
    const auto mended = rescaledSeries(alone, std::vector{stepOver(findings.back(), column.time)});
    if (!mended) return;
    const CheckedColumn together(mended->channels.front(), mended->time, column.isAlone);
    Findings far;
    for (const auto check : {checkStandIns, checkFarValues, checkSpikes}) check(together, far);
    std::erase_if(findings, isFarOff);
    for (DataFinding& one : far)
        if (isFarOff(one)) findings.insert(findings.end() - 1, std::move(one));
}

}  // namespace gatelab
