// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_content.h"

#include <algorithm>

namespace gatelab {

namespace {

constexpr double kLeft = 74, kRight = 20, kBetween = 62;
constexpr double kTitle = 32, kHead = 34, kRowTitle = 28, kAxis = 26, kGap = 10;
constexpr double kSequence = 58, kNumbers = 20, kCause = 78, kMap = 104, kRingLeast = 110, kSeries = 170;
constexpr double kLargeScale = 2;  ///< of letters for a class
constexpr double kLeastShare = 0.45, kValves = 150, kValvesShare = 0.55;

/// Of the plot alone; the numbers above a sequence keep their room.
double heightOf(const LessonRow& row, double share) {
    if (row.quantity == "x") return kNumbers + (kSequence - kNumbers) * share;
    if (row.quantity == "series") return kSeries * share;
    return (row.isAllUnits && !row.isRinged ? kMap : kCause) * share;
}
/// Of a row of all units, px: each of so many keeps what can be told apart.
double leastOf(const StageContent& content, std::size_t row) {
    constexpr std::int64_t kUnitHeight = 6, kMostUnits = 32;
    if (content.halves.empty() || row >= content.halves.front().shown().rows.size()) return 0;
    const std::int64_t units = content.halves.front().shown().rows[row].unitCount;
    const bool isMap = content.picture.rows[row].isAllUnits && !content.picture.rows[row].isRinged;
    return isMap ? static_cast<double>(kUnitHeight * std::min(units, kMostUnits)) : 0;
}
double titleOf(const LessonRow& row) { return row.quantity == "x" && !row.isRinged ? 14 : kRowTitle; }

}  // namespace

StageLayout layOutStage(const StageContent& content, const QRectF& area, double scale) {
    StageLayout layout;
    const std::size_t halves = std::max<std::size_t>(1, content.halves.size());
    // Large letters for a class leave the width to the picture.
    const bool isLarge = scale >= kLargeScale;
    const double left = (isLarge ? 0.85 : 1) * kLeft * scale, right = (isLarge ? 0.5 : 1) * kRight * scale,
                 between = (isLarge ? 0.6 : 1) * kBetween * scale;
    const double width =
        (area.width() - left - right - between * static_cast<double>(halves - 1)) / static_cast<double>(halves);
    const auto plotsAt = [&](double y, double height) {
        std::vector<QRectF> plots;
        for (std::size_t i = 0; i < halves; ++i)
            plots.emplace_back(area.left() + left + (width + between) * static_cast<double>(i), y, width, height);
        return plots;
    };
    layout.title = {area.left(), area.top(), area.width(), kTitle * scale};
    double y = layout.title.bottom();
    layout.heads = plotsAt(y, kHead * scale);
    y += kHead * scale;

    const std::size_t ringed = content.picture.ringed();
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < content.picture.rows.size(); ++i)
        if (i >= content.isHidden.size() || !content.isHidden[i]) rows.push_back(i);
    double share = 1;       // of the height of what stands beside the ringed row
    bool hasPixels = true;  // each unit of a map its own
    const auto plotOf = [&](std::size_t row) {
        return std::max(heightOf(content.picture.rows[row], share) * scale, hasPixels ? leastOf(content, row) : 0);
    };
    const auto spaceOf = [&](std::size_t row) {
        return (titleOf(content.picture.rows[row]) + kGap) * scale + plotOf(row);
    };
    const auto others = [&] {
        double total = 0;
        for (const std::size_t row : rows)
            if (row != ringed) total += spaceOf(row);
        return total;
    };
    const double extra = (kRowTitle + kAxis + 2 * kGap) * scale;
    // From the last one up, and lower first: what explains goes before what is explained.
    const double ringLeast = kRingLeast * (isLarge && !content.sequences ? 1.4 : scale);
    const double least = std::max(ringLeast, area.height() / 3 - (kRowTitle + kAxis) * scale);
    const auto isTight = [&] { return area.bottom() - y - others() - extra < least; };
    while (rows.size() > 1 && isTight()) {
        for (share = 1; share > kLeastShare && isTight();) share -= 0.05;
        if (!isTight()) break;
        // What is read explains every row.
        const auto isNamed = [&](std::size_t row) {
            return content.picture.rows[row].quantity == "x" || (row < content.isNamed.size() && content.isNamed[row]);
        };
        auto last = std::ranges::find_if(rows.rbegin(), rows.rend(),
                                         [&](std::size_t row) { return row != ringed && !isNamed(row); });
        if (last == rows.rend())
            last = std::ranges::find_if(rows.rbegin(), rows.rend(), [&](std::size_t row) { return row != ringed; });
        // What the lesson is about stays, and if it is a map of thin rows.
        const auto isOwn = [&](std::size_t row) { return row != ringed && content.picture.rows[row].quantity != "x"; };
        if (hasPixels && leastOf(content, *last) > 0 && std::ranges::count_if(rows, isOwn) == 1)
            hasPixels = false;
        else
            rows.erase(std::next(last).base());
    }
    const double ring = std::max(60 * scale, area.bottom() - y - others() - extra);
    for (const std::size_t row : rows) {
        const LessonRow& one = content.picture.rows[row];
        const bool isRing = row == ringed;
        if (isRing) y += kGap * scale;
        const double title = titleOf(one) * scale, height = isRing ? ring : plotOf(row);
        StageLayout::Row placed;
        placed.row = row;
        const double valves = isRing && content.sequences ? std::min(kValves * scale, kValvesShare * height) : 0;
        placed.plots = plotsAt(y + title + valves, height - valves);
        if (valves > 0)
            placed.valves = {placed.plots[0].left(), y + title, placed.plots[0].width(), valves - kGap * scale};
        const double end = y + title + height + (isRing ? kAxis * scale : 0);
        placed.whole = {area.left(), y, area.width(), end - y};
        layout.rows.push_back(std::move(placed));
        y = end + kGap * scale;
    }
    return layout;
}

double stepX(const QRectF& plot, std::int64_t steps, double step) {
    return plot.left() + plot.width() * (step - 0.5) / static_cast<double>(std::max<std::int64_t>(1, steps));
}

double stepAt(const QRectF& plot, std::int64_t steps, double x) {
    return (x - plot.left()) / plot.width() * static_cast<double>(steps) + 0.5;
}

}  // namespace gatelab
