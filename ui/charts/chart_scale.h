// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <vector>

namespace gatelab {

/// One axis: the shown range and how values become pixels. On a logarithmic axis low > 0.
struct ChartScale {
    double low = 0, high = 1;
    bool logarithmic = false;

    /// Position in [0, 1] of the range; NaN for what a log axis cannot show.
    [[nodiscard]] double share(double value) const;
    [[nodiscard]] double value(double share) const;
    /// The same range moved or zoomed about a position: factor < 1 shows less.
    [[nodiscard]] ChartScale zoomed(double aboutShare, double factor) const;
    [[nodiscard]] ChartScale moved(double byShare) const;
    /// By how much it may still be zoomed out before it is kWidestView times as long as `all`, at most `factor`; never
    /// below 1.
    [[nodiscard]] double zoomOut(double factor, const ChartScale& all) const;
    /// Moved back so far that a part of `all` stays in sight.
    [[nodiscard]] ChartScale near(const ChartScale& all) const;
    friend bool operator==(const ChartScale&, const ChartScale&) = default;
};

/// The longest view that zooming gives, of a view that shows all.
inline constexpr double kWidestView = 1.5;

struct ChartTick {
    double value = 0;
    QString label;        ///< empty: a minor tick
    bool strong = false;  ///< the first of a larger unit (a new year on a time axis)
};

/// Ticks at 1, 2, 5 times a power of ten, about `wanted` of them, three or, where fewer are wanted, two at least, never
/// closer than `closest`; digits as the step needs.
std::vector<ChartTick> linearTicks(double low, double high, int wanted, double closest = 0);
/// Labels at decades, at 1, 2, 5 where fewer than three decades show, at 1, 1.5, 2, 3, 4, 5, 7 where less than one
/// does, or at even steps where that would be fewer than three; minor ticks at the other digits. Even steps are never
/// closer than `closest`.
std::vector<ChartTick> logTicks(double low, double high, int wanted, double closest = 0);
/// How close ticks may lie on an axis that counts: 1, or 0 where no whole number shows.
double closestCounted(double low, double high);
/// x in seconds of a run: ticks that are round in the one unit that suits the length of the range, and that unit.
enum class TimeUnit { Second, Minute, Hour, Day };
TimeUnit timeUnit(double low, double high);
double secondsOf(TimeUnit unit);
std::vector<ChartTick> durationTicks(const ChartScale& scale, int wanted);
/// A count at the cursor, as exact as the range needs; parts of an epoch only where they show.
QString countText(double value, double range);
/// Ticks at round seconds, minutes, hours, days, months or years: "Jul 2016, Oct, 2017, Apr", "23 May 2018, 24, 25".
/// Strong are the first, which says all of the date, and each that begins a larger unit. x is seconds since 1970 UTC,
/// or what `secondsOf` gives the time of, not decreasing, such as rows with gaps in time: none stands for a gap.
std::vector<ChartTick> timeTicks(double low, double high, int wanted,
                                 const std::function<double(double)>& secondsOf = {});
/// Time of the cursor: as exact as the range needs.
QString timeText(double seconds, double range);

/// A range with round ends that holds [low, high] with a little air. fromZero: begins or ends at 0. A constant gets a
/// range around it.
ChartScale niceScale(double low, double high, bool logarithmic, bool fromZero);
/// niceScale, but `now` stays while the data fill at least 60 % of it, so that a live axis does not tremble.
ChartScale steadyScale(const ChartScale& now, double low, double high, bool logarithmic, bool fromZero);
/// The end of a growing x axis: `now` while it holds x, else up to a quarter beyond x, rounded up.
double grownEnd(double now, double low, double x);

}  // namespace gatelab
