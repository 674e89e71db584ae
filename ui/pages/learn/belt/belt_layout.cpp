// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/belt/belt_layout.h"

#include <algorithm>
#include <array>

namespace gatelab {

namespace {

/// Pixels of a drawing of `width`, as it was designed; y of the belt from the foot of the series, over `zone`.
struct Design {
    double width, zone, thickness;
    double seriesLeft, now, seriesRight;
    double left, forget, plus, tap, right;
    double head, headHeight, output, tanh, belt, input, candidate, foot;
    double keptText, memoryText, notes;
};
constexpr Design kFull{1576, 436, 78,  72,  998, 1416, 44,  340, 608, 1174, 1488,
                       42,   44,  132, 195, 244, 342,  384, 418, 430, 800,  908};
constexpr Design kSmall{795, 319, 66, 46,  483, 752, 20,  195, 361, 617, 752,
                        33,  28,  88, 136, 184, 256, 280, 304, 240, 420, 0};

constexpr double kPlate = 60, kPlateDepth = 42, kSidePlate = 56, kSidePlateDepth = 46;

}  // namespace

std::optional<BeltValve> valveOf(BeltPart part) {
    switch (part) {
        case BeltPart::Forget:
            return BeltValve::Forget;
        case BeltPart::Input:
            return BeltValve::Input;
        case BeltPart::Candidate:
            return BeltValve::Candidate;
        case BeltPart::Output:
            return BeltValve::Output;
        default:
            return std::nullopt;
    }
}

BeltPart partOf(BeltValve valve) {
    switch (valve) {
        case BeltValve::Input:
            return BeltPart::Input;
        case BeltValve::Forget:
            return BeltPart::Forget;
        case BeltValve::Candidate:
            return BeltPart::Candidate;
        case BeltValve::Output:
            break;
    }
    return BeltPart::Output;
}

BeltLayout::BeltLayout(QSizeF whole, double textScale, std::size_t unitCount, bool full)
    : isFull(full), scale(textScale), size(whole), units(unitCount) {
    const Design& d = full ? kFull : kSmall;
    const double below = full ? std::clamp(whole.height() * 0.17, 104 * scale, 134 * scale) : 0;
    const double head0 = full ? 10 * scale : 6;
    const double rest = whole.height() - head0 - below;
    const double seriesHeight = rest * (full ? 0.275 : 0.26);
    const auto x = [&](double designed) { return designed * whole.width() / d.width; };
    const double numbers = std::max(x(d.seriesLeft), (full ? 56 : 40) * scale);  // left of both axes
    series = {numbers, head0, x(d.now) - numbers, seriesHeight};
    ahead = {x(d.now), head0, x(d.seriesRight) - x(d.now), seriesHeight};
    const double top = series.bottom(), k = (rest - seriesHeight) / d.zone;
    const auto y = [&](double designed) { return top + designed * k; };
    thickness = d.thickness * std::clamp(k, 0.45, 1.15);
    left = x(d.left), forget = x(d.forget), plus = x(d.plus), tap = x(d.tap), right = x(d.right);
    belt = y(d.belt), output = y(d.output), input = y(d.input), candidate = y(d.candidate), foot = y(d.foot);
    const double headWidth = (full ? 140 : 86) * scale;
    head = {tap - headWidth / 2, y(d.head), headWidth, std::max(d.headHeight * k, (full && k > 0.8 ? 38 : 20) * scale)};
    tanh = {tap - 22 * scale, y(d.tanh) - 10 * scale, 44 * scale, 20 * scale};
    keptText = x(d.keptText), memoryText = x(d.memoryText), notes = x(d.notes);
    // Right of head and valve; in the small drawing there is no room, and it stands left of the valve.
    sideText = full ? std::max(tap + thickness * 0.5 + (kSidePlate * 0.72 + 20) * std::min(1.0, k), head.right() + 12)
                    : plates(BeltValve::Output).left() - 8;
    inputText = plus + thickness * 0.5 + (kSidePlate + 12) * std::min(1.0, k);
    if (!full) return;
    isFlat = output - head.center().y() < 38 * scale;
    const double titleHeight = 30 * scale, axis = 18 * scale, foot0 = whole.height() - 6;
    const double barsLeft = std::max(x(64), 52 * scale);
    bars = {barsLeft, whole.height() - below + titleHeight, x(690) - barsLeft, below - titleHeight - axis - 4};
    tiles = {x(757), whole.height() - below + titleHeight - 2, x(1548) - x(757), foot0 - bars.top()};
}

QRectF BeltLayout::plates(BeltValve valve) const {
    const double k = thickness / (isFull ? kFull : kSmall).thickness;
    const auto around = [](QPointF middle, double width, double height) {
        return QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height);
    };
    switch (valve) {
        case BeltValve::Forget:
            return around({forget, belt}, kPlate * k, thickness + 2 * kPlateDepth * k);
        case BeltValve::Input:
            return around({plus, input}, thickness + 2 * kSidePlate * k, kSidePlateDepth * k);
        case BeltValve::Output:
            return around({tap, output}, thickness + 2 * kSidePlate * k, kSidePlateDepth * k);
        case BeltValve::Candidate:
            break;
    }
    return QRectF(plus - thickness * 0.55, candidate, thickness * 1.1, foot - candidate);
}

QRectF BeltLayout::bar(std::size_t steps) const {
    const double width = bars.width() / static_cast<double>(kBars);
    return {bars.left() + static_cast<double>(steps - 1) * width, bars.top(), width, bars.height()};
}

QRectF BeltLayout::tile(std::size_t unit) const {
    const double gap = 10, count = static_cast<double>(std::max<std::size_t>(1, units));
    const double width = (tiles.width() - (count - 1) * gap) / count;
    return {tiles.left() + static_cast<double>(unit) * (width + gap), tiles.top(), width, tiles.height()};
}

BeltPart BeltLayout::partAt(QPointF at) const {
    for (const BeltValve valve : {BeltValve::Candidate, BeltValve::Input, BeltValve::Output, BeltValve::Forget})
        if (plates(valve).adjusted(-6, -6, 6, 6).contains(at)) return partOf(valve);
    if (QLineF(at, QPointF(plus, belt)).length() < 24) return BeltPart::Plus;
    if (tanh.contains(at)) return BeltPart::Tanh;
    if (head.contains(at)) return BeltPart::Head;
    if (ahead.contains(at)) return BeltPart::Forecast;
    if (bars.adjusted(0, -4, 0, 4).contains(at)) return BeltPart::Left;
    if (tiles.contains(at)) return BeltPart::Units;
    if (std::abs(at.y() - belt) > std::max(20.0, thickness * 0.6) || at.x() < left || at.x() > right + 24)
        return BeltPart::None;
    return at.x() < forget ? BeltPart::OldMemory : at.x() < plus ? BeltPart::Kept : BeltPart::Memory;
}

QPointF BeltLayout::anchor(BeltPart part) const {
    const double above = belt - thickness * 0.75;
    switch (part) {
        case BeltPart::OldMemory:
            return {(left + forget) / 2, above};
        case BeltPart::Forget:
            return {forget, plates(BeltValve::Forget).top()};
        case BeltPart::Kept:
            return {(forget + plus) / 2, above};
        case BeltPart::Plus:
            return {plus, belt - thickness * 0.4};
        case BeltPart::Memory:
            return {(plus + tap) / 2, above};
        case BeltPart::Input:
            return {plates(BeltValve::Input).left(), input};
        case BeltPart::Candidate:
            return {plates(BeltValve::Candidate).left(), (candidate + foot) / 2};
        case BeltPart::Tanh:
            return tanh.center();
        case BeltPart::Output:
            return {plates(BeltValve::Output).left(), output};
        case BeltPart::Head:
            return {head.left(), head.center().y()};
        case BeltPart::Forecast:
            return {ahead.left() + 20, ahead.bottom()};
        case BeltPart::Left:
            return {bars.center().x(), bars.top()};
        case BeltPart::Units:
            return {tiles.center().x(), tiles.top()};
        case BeltPart::None:
            break;
    }
    return {};
}

}  // namespace gatelab
