// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk/walk_painter.h"

#include "common/texts.h"
#include "config/cell_traits.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::int64_t kFewUnits = 4;   ///< so many have their numbers written out
constexpr int kForward = 0, kBack = 1;  ///< slots of the colours of what flows

bool isGateKey(const std::string& key) {
    return key.size() == 1 && std::string("iforz").find(key.front()) != std::string::npos;
}

QPointF along(const QPolygonF& line, double share) {
    double length = 0;
    for (int i = 1; i < line.size(); ++i) length += QLineF(line[i - 1], line[i]).length();
    double rest = share * length;
    for (int i = 1; i < line.size(); ++i) {
        const QLineF part(line[i - 1], line[i]);
        if (rest <= part.length() && part.length() > 0) return part.pointAt(rest / part.length());
        rest -= part.length();
    }
    return line.isEmpty() ? QPointF() : line.back();
}

void arrowHead(QPainter& painter, QPointF tip, QPointF from, double size) {
    const QLineF line(tip, from);
    if (line.length() < 1) return;
    const QPointF back = (from - tip) / line.length() * size, side(-back.y() * 0.5, back.x() * 0.5);
    QPainterPath head(tip);
    head.lineTo(tip + back + side);
    head.lineTo(tip + back - side);
    head.closeSubpath();
    painter.fillPath(head, painter.pen().color());
}

/// Lines in the painter's font, one below the other: a label at the left, a number at the right. Those that there is no
/// room for stay out.
class SmallLines {
public:
    /// `inside`: left and right edge, `top` and `bottom`: of all lines (px).
    SmallLines(QPainter& painter, const QRectF& inside, double top, double bottom, const QColor& labelColour)
        : painter_(painter),
          inside_(inside),
          y_(top),
          bottom_(bottom),
          height_(painter.fontMetrics().height() - 1),
          labelColour_(labelColour) {}

    void add(const QString& label, const QString& number, const QColor& colour) {
        if (y_ + height_ > bottom_ + 2) return;
        const QFontMetrics metrics = painter_.fontMetrics();
        const double width = metrics.horizontalAdvance(number), room = inside_.width() - width - 4;
        painter_.setPen(labelColour_);
        if (metrics.horizontalAdvance(label) <= room)
            painter_.drawText(QPointF(inside_.left(), y_ + metrics.ascent()), label);
        painter_.setPen(colour);
        painter_.drawText(QPointF(inside_.right() - width, y_ + metrics.ascent()), number);
        y_ += height_;
    }

private:
    QPainter& painter_;
    QRectF inside_;
    double y_, bottom_, height_;
    QColor labelColour_;
};

/// Where texts stand, beside the stripe.
QRectF insideOf(const WalkDrawing::Box& box) { return box.rect.adjusted(10, 5, -7, -5); }

/// What a sum is made of.
struct SumParts {
    double input = 0, hidden = 0, cell = 0, bias = 0;
};
SumParts partsOf(const WalkSum& sum) {
    SumParts parts;
    for (const WalkTerm& term : sum.terms)
        (term.from == WalkTerm::From::Input    ? parts.input
         : term.from == WalkTerm::From::Hidden ? parts.hidden
         : term.from == WalkTerm::From::Cell   ? parts.cell
                                               : parts.bias) += term.product();
    return parts;
}

}  // namespace

const WalkNode* WalkPainter::node(const std::string& key) const {
    const auto found = std::ranges::find(nodes, key, &WalkNode::key);
    return found != nodes.end() ? &*found : nullptr;
}

void WalkPainter::arrange(const QSizeF& size) {
    if (!walk) return;
    const bool plain = cellTraits(walk->cell).gates.empty();
    drawing = walkDrawing(*walk, QRectF(QPointF(), size).adjusted(4, 4, -4, -4), scaled(plain ? 40 : 16),
                          QSizeF(scaled(plain ? 200 : 150), scaled(110)));
}

std::optional<WalkEdit> WalkPainter::changeable(const std::string& key, std::int64_t index) const {
    if (!walk) return std::nullopt;
    using Kind = WalkPlace::Kind;
    const auto read = [&](Kind kind, std::int64_t at) -> std::optional<WalkEdit> {
        const WalkQuantity* quantity = walk->find(key);
        if (quantity == nullptr || at >= static_cast<std::int64_t>(quantity->values.size())) return std::nullopt;
        return WalkEdit{{kind, {}, walk->layer, kind == Kind::Input ? 0 : walk->direction, walk->step, at},
                        quantity->values[static_cast<std::size_t>(at)]};
    };
    if (key == "x") return read(Kind::Input, index < 0 ? 0 : index);
    if (key == "h0") return read(Kind::Hidden, index < 0 ? walk->output : index);
    if (key == "c0") return read(Kind::Cell, index < 0 ? walk->unit : index);
    const WalkSum* sum = walk->sum(key);
    if (sum == nullptr) return std::nullopt;
    const auto bias = std::ranges::find_if(sum->terms, [](const WalkTerm& term) {
        return term.from == WalkTerm::From::InputBias || term.from == WalkTerm::From::HiddenBias;
    });
    if (bias == sum->terms.end()) return std::nullopt;
    return WalkEdit{bias->weight, bias->weightValue};
}

bool WalkPainter::isReached(const WalkNode& node) const { return node.stage <= stage; }
bool WalkPainter::isReachedBack(const WalkNode& node) const { return isBackward(stage) && node.back <= stage; }

bool WalkPainter::isEdited(const std::string& key) const {
    return std::ranges::any_of(edits_, [&](const WalkEdit& edit) {
        const WalkPlace& place = edit.place;
        if (place.kind == WalkPlace::Kind::Weight) {
            const WalkSum* sum = walk->sum(key);
            return sum && std::ranges::any_of(sum->terms, [&](const WalkTerm& term) { return term.weight == place; });
        }
        const bool here = place.layer == walk->layer && place.step == walk->step;
        return here &&
               ((place.kind == WalkPlace::Kind::Input && key == "x") ||
                (place.direction == walk->direction && ((place.kind == WalkPlace::Kind::Hidden && key == "h0") ||
                                                        (place.kind == WalkPlace::Kind::Cell && key == "c0"))));
    });
}

/// Gates from 0 to 1, all else about 0.
QColor WalkPainter::colourOf(const std::string& key, double value) const {
    if (!std::isfinite(value)) return theme_.palette().raised;
    if (isGateKey(key)) return heatColour(theme_.palette().gate, std::clamp(value, 0.0, 1.0));
    double most = 1;
    for (const double one : walk->find(key)->values)
        if (std::isfinite(one)) most = std::max(most, std::abs(one));
    return heatColour(theme_.palette().tide, std::clamp(0.5 + 0.5 * value / most, 0.0, 1.0));
}

std::vector<WalkPainter::Cell> WalkPainter::feet(const WalkDrawing::Box& box) const {
    std::vector<Cell> cells;
    const WalkQuantity* quantity = walk ? walk->find(box.key) : nullptr;
    const auto count = quantity ? static_cast<std::int64_t>(quantity->values.size()) : 0;
    if (count < 2 || box.isPort) return cells;
    const bool written = count <= kFewUnits && box.rect.height() >= scaled(78);
    const double height = written ? scaled(count > 2 ? 32 : 16) : scaled(8);
    const QRectF foot(box.rect.left() + 8, box.rect.bottom() - height - 5, box.rect.width() - 14, height);
    const std::int64_t rows = written && count > 2 ? 2 : 1, columns = (count + rows - 1) / rows;
    for (std::int64_t k = 0; k < count; ++k) {
        const double width = foot.width() / static_cast<double>(columns),
                     tall = foot.height() / static_cast<double>(rows);
        cells.push_back({QRectF(foot.left() + static_cast<double>(k % columns) * width,
                                foot.top() + static_cast<double>(k / columns) * tall, width, tall),
                         k});
    }
    return cells;
}

void WalkPainter::paintFeet(QPainter& painter, const WalkDrawing::Box& box) const {
    const WalkQuantity* quantity = walk->find(box.key);
    const auto cells = feet(box);
    const bool isState = box.key == "h" || box.key == "h0" || box.key == "h.kept";
    const std::int64_t own = box.key == "x" ? -1 : isState ? walk->output : walk->unit;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Cell& cell : cells) {
        const double value = quantity->values[static_cast<std::size_t>(cell.index)];
        const QColor colour = colourOf(box.key, value);
        const bool written = cell.rect.height() > scaled(12);
        const QRectF rect = cells.size() <= 32 ? cell.rect.adjusted(0, 0, -1, -1) : cell.rect;
        painter.fillRect(rect, colour);
        if (!written) continue;
        painter.setFont(font(12));
        const double light = 0.299 * colour.redF() + 0.587 * colour.greenF() + 0.114 * colour.blueF();
        painter.setPen(light > 0.55 ? QColor(0x1A1D23) : QColor(Qt::white));
        painter.drawText(rect, Qt::AlignCenter, formatNumber(value, 2));
    }
    for (const Cell& cell : cells)
        if (cell.index == own) {
            painter.setPen(theme_.palette().text);
            painter.drawRect(cell.rect.adjusted(-1, -1, std::max(0.0, 2 - cell.rect.width()), 0));
        }
    painter.setRenderHint(QPainter::Antialiasing);
}

void WalkPainter::paintLine(QPainter& painter, const WalkDrawing::Line& line) const {
    const WalkNode *from = node(line.from), *to = node(line.to);
    if (from == nullptr || to == nullptr) return;
    const bool isPort = line.from == line.to, back = isBackward(stage);
    const bool active =
        back ? from->back == stage && (!isPort || from->stage == WalkStage::Hidden) : to->stage == stage;
    const bool past = back ? from->back < stage : isReached(*to);
    const Palette& palette = theme_.palette();
    const QColor flow = theme_.runColour(back ? kBack : kForward);
    QPen pen(active ? flow : past ? palette.axis : palette.border, active ? 2.5 : 1.5);
    if (back && (active || past)) pen.setStyle(Qt::DashLine);
    pen.setJoinStyle(Qt::RoundJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line.points);
    const auto last = line.points.size() - 1;
    if (back && (active || past))
        arrowHead(painter, line.points[0], line.points[1], scaled(7));
    else
        arrowHead(painter, line.points[last], line.points[last - 1], scaled(7));
    if (!active || progress >= 1) return;
    const double share = back ? 1 - progress : progress;
    painter.setPen(Qt::NoPen);
    painter.setBrush(flow);
    painter.drawEllipse(along(line.points, share), scaled(5), scaled(5));
}

/// Two arrow heads, up and down.
void WalkPainter::paintGrip(QPainter& painter, QPointF middle) const {
    const double wide = 2.5, high = scaled(5);
    QPainterPath heads;
    for (const double way : {-1.0, 1.0}) {
        heads.moveTo(middle + QPointF(0, way * (high + 1)));
        heads.lineTo(middle + QPointF(-wide, way * 1.5));
        heads.lineTo(middle + QPointF(wide, way * 1.5));
        heads.closeSubpath();
    }
    painter.fillPath(heads, theme_.palette().accent);
}

void WalkPainter::paintBox(QPainter& painter, const WalkDrawing::Box& box, bool hasFocus) const {
    const WalkNode* shown = node(box.key);
    if (shown == nullptr) return;
    paintFrame(painter, box, *shown);
    const double y = paintNumber(painter, box, *shown);
    paintDetails(painter, box, *shown, y);
    if (isReached(*shown)) paintFeet(painter, box);
    if (!box.isPort && changeable(box.key)) paintGrip(painter, QPointF(box.rect.right() - 3.5, box.rect.center().y()));
    if (box.key == hovered || (box.key == chosen && !box.isPort)) paintRing(painter, box, hasFocus);
}

void WalkPainter::paintFrame(QPainter& painter, const WalkDrawing::Box& box, const WalkNode& shown) const {
    const Palette& palette = theme_.palette();
    const bool back = isBackward(stage), reached = isReached(shown);
    const bool active = back ? shown.back == stage : shown.stage == stage;
    const QRectF& rect = box.rect;
    painter.setPen(QPen(active ? theme_.runColour(back ? kBack : kForward) : palette.strong, active ? 2 : 1,
                        reached ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(isEdited(box.key) ? palette.infoTint : palette.surface);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    if (!reached) return;
    QPainterPath clip;
    clip.addRoundedRect(rect.adjusted(1, 1, -1, -1), 4, 4);
    painter.save();
    painter.setClipPath(clip);
    painter.fillRect(QRectF(rect.left(), rect.top(), 5, rect.height()), colourOf(box.key, walk->value(box.key)));
    painter.restore();
}

/// One below the other where they are too long for one line.
double WalkPainter::paintNumber(QPainter& painter, const WalkDrawing::Box& box, const WalkNode& shown) const {
    const QRectF inside = insideOf(box);
    const bool isVector = box.key == "x" && walk->find("x")->values.size() > 1;
    const QString name = isVector ? QStringLiteral("xₜ") : fromUtf8(shown.symbol);
    const QString number = !isReached(shown) ? QStringLiteral("…")
                           : isVector ? tr("%n value(s)", nullptr, static_cast<int>(walk->find("x")->values.size()))
                                      : formatNumber(walk->value(box.key), 4);
    painter.setFont(font(12, 500));
    painter.setPen(theme_.palette().muted);
    const double nameWidth = painter.fontMetrics().horizontalAdvance(name), lineHeight = painter.fontMetrics().height();
    painter.drawText(QPointF(inside.left(), inside.top() + painter.fontMetrics().ascent()), name);
    painter.setFont(isVector ? font(12) : font(13, 600));
    const double numberWidth = painter.fontMetrics().horizontalAdvance(number);
    const bool isBelow = nameWidth + numberWidth + 6 > inside.width();
    const double y = inside.top() + (isBelow ? lineHeight : 0);
    painter.setPen(theme_.palette().text);
    painter.drawText(QPointF(inside.right() - numberWidth, y + painter.fontMetrics().ascent()), number);
    return y + (lineHeight + 1);
}

void WalkPainter::paintDetails(QPainter& painter, const WalkDrawing::Box& box, const WalkNode& shown, double y) const {
    const Palette& palette = theme_.palette();
    const QRectF inside = insideOf(box);
    const auto cells = feet(box);
    painter.setFont(font(12));
    SmallLines lines(painter, inside, y, cells.empty() ? inside.bottom() : cells.front().rect.top() - 2, palette.muted);
    if (isReachedBack(shown)) {
        const double gradient = !box.isPort      ? walk->gradient(box.key)
                                : box.key == "c" ? walk->laterCell
                                                 : walk->laterHidden;
        lines.add(box.isPort ? tr("∂ from later") : QStringLiteral("∂L/∂"), formatNumber(gradient, 3), palette.text);
    }
    const WalkSum* sum = walk->sum(box.key);
    if (sum == nullptr || !isReached(shown) || box.key == "h") return;
    const SumParts parts = partsOf(*sum);
    if (box.key != "net.h") lines.add(QStringLiteral("W x"), formatNumber(parts.input, 3), palette.muted);
    if (box.key != "net.x" && cellTraits(walk->cell).readsHidden())
        lines.add(QStringLiteral("U h"), formatNumber(parts.hidden, 3), palette.muted);
    if (walk->peephole && box.key != "net.g")
        lines.add(QStringLiteral("p c"), formatNumber(parts.cell, 3), palette.muted);
    lines.add(QStringLiteral("b"), formatNumber(parts.bias, 3), palette.muted);
}

void WalkPainter::paintRing(QPainter& painter, const WalkDrawing::Box& box, bool hasFocus) const {
    const bool isChosen = box.key == chosen;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(isChosen ? theme_.palette().accent : theme_.palette().axis, isChosen && hasFocus ? 2.5 : 1.2,
                        isChosen ? Qt::SolidLine : Qt::DotLine));
    painter.drawRoundedRect(box.rect.adjusted(-2.5, -2.5, 2.5, 2.5), 7, 7);
}

void WalkPainter::paint(QPainter& painter, bool hasFocus) const {
    if (!walk) return;
    painter.setRenderHint(QPainter::Antialiasing);
    for (const WalkDrawing::Line& line : drawing.lines) paintLine(painter, line);
    for (const WalkDrawing::Box& box : drawing.boxes) paintBox(painter, box, hasFocus);
}

}  // namespace gatelab
