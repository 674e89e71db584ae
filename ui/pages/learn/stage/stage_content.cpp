// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_content.h"

#include <algorithm>

namespace gatelab {

namespace {

constexpr double kLeft = 74, kRight = 20, kBetween = 62;
constexpr double kTitle = 32, kHead = 34, kRowTitle = 28, kAxis = 26, kGap = 10, kClock = 14;
constexpr double kSequence = 58, kNumbers = 20, kCause = 78, kMap = 104, kRingLeast = 110, kSeries = 140;
constexpr double kHandLeast = 200;  ///< of a ringed row with valves above
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
/// What a class has no room for is left out: its title, the notes of the rows, wide gaps.
struct Heights {
    double title, head, rowTitle, axis, gap, sequence;
};
Heights heightsAt(double scale) {
    if (scale >= kClassScale) return {0, 20, 18, 17, 4, 0};
    return {kTitle, kHead, kRowTitle, kAxis, kGap, 14};
}

/// Across the picture: a column for each half; letters for a class leave the width to the picture.
class Columns {
public:
    Columns(const QRectF& area, std::size_t halves, double scale)
        : isLarge_(scale >= kClassScale), halves_(halves), left_(area.left() + (isLarge_ ? 0.85 : 1) * kLeft * scale) {
        const double right = (isLarge_ ? 0.5 : 1) * kRight * scale, between = (isLarge_ ? 0.6 : 1) * kBetween * scale;
        const auto count = static_cast<double>(halves);
        width_ = (area.right() - left_ - right - between * (count - 1)) / count;
        apart_ = width_ + between;
    }
    [[nodiscard]] std::vector<QRectF> at(double y, double height) const {
        std::vector<QRectF> plots;
        for (std::size_t i = 0; i < halves_; ++i)
            plots.emplace_back(left_ + apart_ * static_cast<double>(i), y, width_, height);
        return plots;
    }
    /// For a class maps lie side by side, all else on the whole width.
    [[nodiscard]] std::vector<QRectF> ofRow(const LessonRow& row, double y, double height) const {
        const bool isMap = row.isAllUnits && !row.isRinged;
        if (!isLarge_ || halves_ < 2 || isMap) return at(y, height);
        return std::vector<QRectF>(halves_,
                                   QRectF(left_, y, apart_ * static_cast<double>(halves_ - 1) + width_, height));
    }

private:
    bool isLarge_;
    std::size_t halves_;
    double left_, width_ = 0, apart_ = 0;
};

}  // namespace

StageLayout layOutStage(const StageContent& content, const QRectF& area, double scale) {
    StageLayout layout;
    const std::size_t halves = std::max<std::size_t>(1, content.halves.size());
    const bool isLarge = scale >= kClassScale;
    Heights heights = heightsAt(scale);
    if (!content.halves.empty() && !content.halves.front().before.times.empty()) heights.axis += kClock;
    const Columns columns(area, halves, scale);
    const auto titleOf = [&heights](const LessonRow& row) {
        return row.quantity == "x" && !row.isRinged ? heights.sequence : heights.rowTitle;
    };
    layout.title = {area.left(), area.top(), area.width(), heights.title * scale};
    double y = layout.title.bottom();
    layout.heads = columns.at(y, heights.head * scale);
    y += heights.head * scale;
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
        return (titleOf(content.picture.rows[row]) + heights.gap) * scale + plotOf(row);
    };
    const auto others = [&] {
        double total = 0;
        for (const std::size_t row : rows)
            if (row != ringed) total += spaceOf(row);
        return total;
    };
    const double extra = (heights.rowTitle + heights.axis + 2 * heights.gap) * scale;
    // From the last one up, and lower first: what explains goes before what is explained.
    const double ringLeast =
        content.sequences ? kHandLeast * std::min(scale, 1.3) : kRingLeast * (isLarge ? 1.9 : scale);
    const double least = std::max(ringLeast, area.height() / 3 - (heights.rowTitle + heights.axis) * scale);
    const auto isTight = [&] { return area.bottom() - y - others() - extra < least; };
    while (rows.size() > 1 && isTight()) {
        for (share = 1; share > kLeastShare && isTight();) share -= 0.05;
        if (!isTight()) break;
        // What is read explains every row.
        const auto isNamed = [&](std::size_t row) {
            const std::string& quantity = content.picture.rows[row].quantity;
            return quantity == "x" || quantity == "series" || (row < content.isNamed.size() && content.isNamed[row]);
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
            rows.erase(std::next(last).base()), share = 1;
    }
    const double ring = std::max(60 * scale, area.bottom() - y - others() - extra);
    for (const std::size_t row : rows) {
        const LessonRow& one = content.picture.rows[row];
        const bool isRing = row == ringed;
        if (isRing) y += heights.gap * scale;
        const double title = titleOf(one) * scale, height = isRing ? ring : plotOf(row);
        StageLayout::Row placed;
        placed.row = row;
        const double valves = isRing && content.sequences ? std::min(kValves * scale, kValvesShare * height) : 0;
        placed.plots = columns.ofRow(one, y + title + valves, height - valves);
        // For a class the answer stands above, and the valves have its column, too.
        if (valves > 0)
            placed.valves = {placed.plots[0].left(), y + title, placed.plots[0].width() * (isLarge ? 1.25 : 1),
                             valves - kGap * std::min(scale, 1.5)};
        const double end = y + title + height + (isRing ? heights.axis * scale : 0);
        placed.whole = {area.left(), y, area.width(), end - y};
        layout.rows.push_back(std::move(placed));
        y = end + heights.gap * scale;
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
