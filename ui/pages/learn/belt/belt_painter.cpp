// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/belt/belt_painter.h"

#include <QLocale>
#include <QPainterPath>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kMost = 1.5;     // a belt gets no thicker than for this number
constexpr double kChevrons = 44;  // px from one to the next
constexpr double kSeen = 0.005;   // what differs by less has the same two digits

double cut(double value) { return std::clamp(std::abs(value), 0.0, kMost); }

}  // namespace

QString BeltPainter::number(double value) {
    QString text = QLocale::c().toString(value, 'f', 2);
    if (text == QLatin1String("-0.00")) text = QStringLiteral("0.00");
    return text.replace('-', QChar(0x2212));
}

QColor BeltPainter::colourOf(const Theme& theme, double value) {
    return heatColour(theme.palette().tide, value >= 0 ? 0.855 : 0.16);
}

void BeltPainter::write(QPainter& painter, const Theme& theme, QPointF at, const QString& words, int px, int weight,
                        const QColor& ink, Qt::Alignment side) {
    painter.setFont(theme.font(px, weight));
    painter.setPen(ink);
    const double width = painter.fontMetrics().horizontalAdvance(words);
    painter.drawText(QPointF(at.x() - (side & Qt::AlignRight     ? width
                                       : side & Qt::AlignHCenter ? width / 2
                                                                 : 0),
                             at.y()),
                     words);
}

QString BeltPainter::ownNote(double value, double own) const {
    return std::abs(value - own) < kSeen ? QString() : tr("its own %1").arg(number(own));
}

QRectF BeltPainter::room(QPointF at, const QString& words, int px, int weight, Qt::Alignment side) const {
    const QFontMetricsF metrics(theme_.font(px, weight));
    const double width = metrics.horizontalAdvance(words);
    const double left = at.x() - (side & Qt::AlignRight ? width : side & Qt::AlignHCenter ? width / 2 : 0);
    return {left, at.y() - metrics.capHeight(), width, metrics.capHeight() + metrics.descent() / 2};
}

void BeltPainter::text(QPointF at, const QString& words, int px, int weight, const QColor& ink, Qt::Alignment side) {
    taken_.push_back(room(at, words, px, weight, side));
    write(p_, theme_, at, words, px, weight, ink, side);
}

bool BeltPainter::isFree(const QRectF& area) const {
    // Below it stands what is left of step 1.
    const double foot = l_.isFull ? l_.bars.top() - 28 * l_.scale : l_.size.height();
    return QRectF(8, 0, l_.size.width() - 16, foot).contains(area) &&
           std::ranges::none_of(taken_, [&](const QRectF& one) { return one.intersects(area); }) &&
           std::ranges::none_of(drawn_, [&](const QRectF& one) { return one.intersects(area); });
}

void BeltPainter::noteWhereFree(const Note& note) {
    for (const QPointF at : note.places) {
        if (!isFree(room(at, note.words, 12, 400, note.side))) continue;
        return text(at, note.words, 12, 400, theme_.palette().muted, note.side);
    }
}

void BeltPainter::label(QPointF foot, const QString& name, double value, const QString& note, Qt::Alignment side) {
    const Palette& palette = theme_.palette();
    const bool isBig = l_.isFull && l_.thickness > 50;
    const int px = !l_.isFull ? 13 : isBig ? 22 : 15;
    const QString digits = number(value);
    const QFontMetricsF names(theme_.font(13, 500)), digitFont(theme_.font(px, 600)), notes(theme_.font(12));
    const double gap = 6 * l_.scale;
    if (!l_.isFull || l_.isFlat) {
        const double width = names.horizontalAdvance(name) + gap + digitFont.horizontalAdvance(digits);
        const double x = side & Qt::AlignRight ? foot.x() - width : foot.x();
        text({x, foot.y()}, name, 13, 500, palette.text);
        text({x + width, foot.y()}, digits, px, 600, palette.text, Qt::AlignRight);
        if (!l_.isFull || note.isEmpty()) return;
        const bool isRight = side & Qt::AlignRight;
        notes_.push_back({{QPointF(isRight ? x - gap : x + width + gap, foot.y()),
                           QPointF(isRight ? foot.x() : x, foot.y() + 16 * l_.scale)},
                          note,
                          side});
        return;
    }
    text({foot.x(), foot.y() - (isBig ? 24 : 18) * l_.scale}, name, 13, 500, palette.text, side);
    text(foot, digits, px, 600, palette.text, side);
    if (!note.isEmpty() && !(side & Qt::AlignRight))
        notes_.push_back({{QPointF(foot.x() + digitFont.horizontalAdvance(digits) + gap, foot.y()),
                           QPointF(foot.x(), foot.y() + 16 * l_.scale)},
                          note});
}

std::vector<BeltStrip> BeltPainter::strips(const Belt& belt, const BeltLayout& l) {
    const std::size_t unit = belt.unit();
    const BeltState &now = belt.state(), &own = belt.own();
    const auto across = [&](double from, double to) { return QRectF(from, l.belt, to - from, 0); };
    const auto up = [&](double x, double from, double to) { return QRectF(x, to, 0, from - to); };
    const double before = belt.before().cell[unit], ownBefore = belt.ownBefore().cell[unit];
    const double f = now.valve(BeltValve::Forget, unit), ownF = own.valve(BeltValve::Forget, unit);
    const double i = now.valve(BeltValve::Input, unit), ownI = own.valve(BeltValve::Input, unit);
    const double g = now.valve(BeltValve::Candidate, unit), ownG = own.valve(BeltValve::Candidate, unit);
    const double shown = std::tanh(now.cell[unit]), ownShown = std::tanh(own.cell[unit]);
    return {{across(l.left, l.forget), before, ownBefore, false},
            {across(l.forget, l.plus), f * before, ownF * ownBefore, false},
            {across(l.plus, l.right), now.cell[unit], own.cell[unit], false},
            {up(l.plus, l.foot, l.input), g, ownG, true},
            {up(l.plus, l.input, l.belt), i * g, ownI * ownG, true},
            {up(l.tap, l.belt, l.output), shown, ownShown, true},
            {up(l.tap, l.output, l.series.bottom() + 16 * l.scale), now.hidden[unit], own.hidden[unit], true}};
}

void BeltPainter::paintStrip(const BeltStrip& strip, double tip) {
    const auto thick = [&](double value) {
        const double half = cut(value) * l_.thickness / 2;
        return strip.isUpward ? strip.rect.adjusted(-half, 0, half, 0) : strip.rect.adjusted(0, -half, 0, half);
    };
    const Palette& palette = theme_.palette();
    const bool differs = std::abs(strip.value - strip.own) >= kSeen;
    if (differs) {
        p_.save();
        p_.setClipRect(thick(strip.own), Qt::IntersectClip);
        p_.setPen(QPen(palette.hatch, 1));
        const QRectF area = thick(strip.own);
        for (double d = -area.height(); d < area.width(); d += 8)
            p_.drawLine(QPointF(area.left() + d, area.bottom()), QPointF(area.left() + d + area.height(), area.top()));
        p_.restore();
    }
    QRectF body = thick(strip.value);
    if (strip.isUpward && body.width() < 1.5) body = strip.rect.adjusted(-0.75, 0, 0.75, 0);
    if (!strip.isUpward && body.height() < 1.5) body = strip.rect.adjusted(0, -0.75, 0, 0.75);
    // Whole pixels along its way, so that parts meet without a seam.
    p_.setRenderHint(QPainter::Antialiasing, false);
    p_.fillRect(body.toRect(), colour(strip.value));
    p_.setRenderHint(QPainter::Antialiasing);
    if (tip > 0) {
        const double wide = std::max(strip.isUpward ? body.width() : body.height(), 8.0) / 2 + tip * 0.55;
        const QPointF end =
            strip.isUpward ? QPointF(body.center().x(), body.top()) : QPointF(body.right(), body.center().y());
        QPolygonF arrow = strip.isUpward
                              ? QPolygonF({end + QPointF(-wide, 1), end + QPointF(0, -tip), end + QPointF(wide, 1)})
                              : QPolygonF({end + QPointF(-1, -wide), end + QPointF(tip, 0), end + QPointF(-1, wide)});
        p_.setPen(Qt::NoPen);
        p_.setBrush(colour(strip.value));
        p_.drawPolygon(arrow);
    }
    if (!differs) return;
    p_.setPen(QPen(colour(strip.own), 1.5, Qt::CustomDashLine));
    QPen pen = p_.pen();
    pen.setDashPattern({4, 3});
    p_.setPen(pen);
    const QRectF twin = thick(strip.own);
    if (strip.isUpward) {
        p_.drawLine(twin.topLeft(), twin.bottomLeft());
        p_.drawLine(twin.topRight(), twin.bottomRight());
    } else {
        p_.drawLine(twin.topLeft(), twin.topRight());
        p_.drawLine(twin.bottomLeft(), twin.bottomRight());
    }
}

void BeltPainter::paintPlates(BeltValve valve, bool isActive, bool isFocused) {
    const Palette& palette = theme_.palette();
    const std::size_t unit = belt_.unit();
    const double incoming = valve == BeltValve::Forget  ? belt_.before().cell[unit]
                            : valve == BeltValve::Input ? belt_.state().valve(BeltValve::Candidate, unit)
                                                        : std::tanh(belt_.state().cell[unit]);
    const bool isSet = belt_.isTouched(valve);
    const QRectF area = l_.plates(valve);
    QPointF handle;
    if (valve == BeltValve::Candidate) {
        const double half = std::max(2.0, cut(incoming) * l_.thickness / 2);
        handle = {area.center().x() + half, area.top()};
    } else {
        const double open = cut(belt_.state().valve(valve, unit) * incoming) * l_.thickness / 2;
        const bool across = valve == BeltValve::Forget;
        const double depth = ((across ? area.height() : area.width()) - l_.thickness) / 2;
        const QPointF c = area.center();
        QRectF first = across ? QRectF(area.left(), c.y() - open - depth, area.width(), depth)
                              : QRectF(c.x() - open - depth, area.top(), depth, area.height());
        QRectF second = across ? QRectF(area.left(), c.y() + open, area.width(), depth)
                               : QRectF(c.x() + open, area.top(), depth, area.height());
        for (const QRectF& plate : {first, second}) {
            p_.setPen(QPen(isSet || isActive ? palette.text : palette.strong, isSet ? 1.5 : 1));
            p_.setBrush(palette.raised);
            p_.drawRoundedRect(plate, 3, 3);
            p_.setPen(QPen(palette.axis, 1));
            for (int i = -1; i <= 1; ++i) {
                const QPointF m = plate.center() + (across ? QPointF(6 * i, 0) : QPointF(0, 6 * i));
                const QPointF d = across ? QPointF(0, 4) : QPointF(4, 0);
                p_.drawLine(m - d, m + d);
            }
        }
        handle = across ? QPointF(c.x(), c.y() - open) : QPointF(c.x() + open, c.y());
    }
    if (belt_.isPinned(valve))
        theme_.icon(QStringLiteral("pin"), Ink::Accent)
            .paint(&p_, QRectF(handle.x() + 12, handle.y() - 22, 16, 16).toRect());
    if (!isActive && !belt_.isHeld(valve)) return;
    p_.setBrush(palette.surface);
    p_.setPen(QPen(palette.accent, 3));
    p_.drawEllipse(handle, 10.5, 10.5);
    if (!isFocused || !isActive) return;
    p_.setBrush(Qt::NoBrush);
    p_.setPen(QPen(palette.accent, 2));
    p_.drawRoundedRect(area.adjusted(-8, -8, 8, 8), 6, 6);
}

void BeltPainter::paintBelt(BeltValve active, bool isFocused) {
    const Palette& palette = theme_.palette();
    const auto all = strips(belt_, l_);
    p_.setRenderHint(QPainter::Antialiasing);
    const double tip = 20 * l_.scale;
    for (std::size_t i = 0; i < all.size(); ++i) paintStrip(all[i], i == 2 ? tip : i == 6 ? 14 * l_.scale : 0);
    for (const BeltValve valve : {BeltValve::Candidate, BeltValve::Input, BeltValve::Output, BeltValve::Forget})
        paintPlates(valve, valve == active, isFocused);
    const double ring = (l_.isFull ? 20 : 18) * std::min(1.0, l_.thickness / 60 + 0.2);
    p_.setBrush(palette.surface);
    p_.setPen(QPen(palette.text, 1.5));
    p_.drawEllipse(QPointF(l_.plus, l_.belt), ring, ring);
    p_.setPen(QPen(palette.text, 2));
    p_.drawLine(QPointF(l_.plus - ring / 2, l_.belt), QPointF(l_.plus + ring / 2, l_.belt));
    p_.drawLine(QPointF(l_.plus, l_.belt - ring / 2), QPointF(l_.plus, l_.belt + ring / 2));
    p_.setPen(QPen(palette.text, 1.5));
    p_.drawEllipse(QPointF(l_.tap, l_.belt), 5, 5);
    p_.setPen(QPen(palette.strong, 1));
    p_.drawRoundedRect(l_.tanh, 10 * l_.scale, 10 * l_.scale);
    p_.drawRoundedRect(l_.head, 4, 4);
    text({l_.tanh.center().x(), l_.tanh.center().y() + 4 * l_.scale}, QStringLiteral("tanh"), 12, 500, palette.text,
         Qt::AlignHCenter);
    const bool twoLines = l_.isFull && l_.head.height() > 34 * l_.scale;
    text({l_.head.center().x(), l_.head.center().y() + (twoLines ? -3 : 5) * l_.scale}, tr("head"), 13, 600,
         palette.text, Qt::AlignHCenter);
    if (twoLines)
        text({l_.head.center().x(), l_.head.center().y() + 14 * l_.scale},
             (belt_.isHourly() ? tr("%1 units → %2 hours") : tr("%1 units → %2 steps"))
                 .arg(belt_.units())
                 .arg(belt_.forecast().size()),
             11, 400, palette.muted, Qt::AlignHCenter);
    drawn_ = {l_.head, l_.tanh};
    for (const BeltValve valve : {BeltValve::Candidate, BeltValve::Input, BeltValve::Output, BeltValve::Forget})
        drawn_.push_back(l_.plates(valve));
    for (const BeltStrip& strip : all) {
        const double half = std::max(cut(strip.value), cut(strip.own)) * l_.thickness / 2;
        drawn_.push_back(strip.isUpward ? strip.rect.adjusted(-half, 0, half, 0)
                                        : strip.rect.adjusted(0, -half, 0, half));
    }
    paintTexts();
    // What only helps stands where it lies on nothing.
    for (const Note& note : notes_) noteWhereFree(note);
    if (l_.isFull) paintNotes();
}

void BeltPainter::paintTexts() {
    const std::size_t unit = belt_.unit();
    const BeltState &now = belt_.state(), &own = belt_.own();
    const auto valve = [&](BeltValve which) { return now.valve(which, unit); };
    const auto note = [&](BeltValve which, const QString& words) {
        const QString twin = ownNote(valve(which), own.valve(which, unit));
        return twin.isEmpty() || !belt_.isTouched(which) ? words : twin;
    };
    const double s = l_.scale, before = belt_.before().cell[unit];
    const auto above = [&](double value, double twin) {
        return l_.belt - std::max(cut(value), cut(twin)) * l_.thickness / 2 - 10 * s;
    };
    const double ownBefore = belt_.ownBefore().cell[unit];
    label({l_.left, above(before, ownBefore)}, l_.isFull ? tr("old memory c₋₁") : tr("old memory"), before,
          ownNote(before, ownBefore));
    const double kept = valve(BeltValve::Forget) * before, ownKept = own.valve(BeltValve::Forget, unit) * ownBefore;
    if (l_.isFull) label({l_.keptText, above(kept, ownKept)}, tr("kept: f × c₋₁"), kept, ownNote(kept, ownKept));
    label({l_.memoryText, above(now.cell[unit], own.cell[unit])}, l_.isFull ? tr("new memory c") : tr("new memory"),
          now.cell[unit], ownNote(now.cell[unit], own.cell[unit]));
    const bool isBig = l_.isFull && l_.thickness > 50;
    const double lines = (l_.isFlat ? 16 : isBig ? 46 : l_.isFull ? 36 : 20) * s;
    const QRectF forget = l_.plates(BeltValve::Forget);
    const double forgetLeft = forget.left() - (l_.isFlat || isBig ? 0 : 60 * s);
    label({forgetLeft, forget.bottom() + lines}, tr("forget valve f"), valve(BeltValve::Forget),
          note(BeltValve::Forget, {}), l_.isFlat ? Qt::AlignRight : Qt::AlignLeft);
    const double middle = l_.isFull ? 14 * s : 4 * s;
    label({l_.inputText, l_.input + middle}, tr("input valve i"), valve(BeltValve::Input),
          note(BeltValve::Input, tr("of the new comes in")));
    label({l_.plates(BeltValve::Candidate).left() - 16 * s, l_.foot - 2 * s},
          l_.isFull ? tr("new: candidate g") : tr("new"), valve(BeltValve::Candidate), {}, Qt::AlignRight);
    label({l_.sideText, l_.output + middle}, tr("output valve o"), valve(BeltValve::Output),
          note(BeltValve::Output, tr("of tanh c is shown")), l_.isFull ? Qt::AlignLeft : Qt::AlignRight);
    if (!l_.isFull) return;
    label({l_.sideText, l_.head.center().y() + 10 * s}, QStringLiteral("h"), now.hidden[unit],
          ownNote(now.hidden[unit], own.hidden[unit]));
    const double half = std::max({cut(now.cell[unit]), cut(own.cell[unit]), 0.5}) * l_.thickness / 2;
    const double end = l_.right + 24 * s;
    notes_.push_back({{QPointF(end, l_.belt - half - 10 * s), QPointF(end, l_.belt + half + 18 * s)},
                      tr("to the next step"),
                      Qt::Alignment(Qt::AlignRight)});
}

void BeltPainter::paintNotes() {
    const Palette& palette = theme_.palette();
    const double s = l_.scale;
    const double y = l_.belt + l_.thickness * 0.7 + 20 * s;
    const double width = l_.right - l_.notes;
    if (width < 380 * s) return;
    double x = l_.notes;
    for (const QString& formula : {QStringLiteral("c = f × c₋₁ + i × g"), QStringLiteral("h = o × tanh c")}) {
        const QRectF area = room({x, y}, formula, 15, 500, {});
        if (isFree(area)) text({x, y}, formula, 15, 500, palette.text);
        x = area.right() + 40 * s;
    }
    p_.setFont(theme_.font(12));
    p_.setPen(palette.muted);
    const QString words =
        tr("Each step sets each valve anew, from the number just read and the %1 outputs h of the step before, with "
           "weights of its own. Blue is above zero, brown below; a belt is as thick as its number. Dashed: what the "
           "network does by itself.")
            .arg(belt_.units());
    // Beside what reaches into its place.
    QRectF area(l_.notes, y + 7 * s, std::min(width, 570 * s), l_.bars.top() - 24 * s - y - 7 * s);
    for (const QRectF& one : taken_)
        if (one.intersects(area) && one.left() < area.left() + area.width() / 3) area.setLeft(one.right() + 16 * s);
    area = area.intersected(QRectF(area.topLeft(), QSizeF(l_.right - area.left(), area.height())));
    const QRectF used = p_.boundingRect(area, Qt::TextWordWrap, words);
    if (used.height() <= area.height() && used.width() <= area.width() && isFree(used))
        p_.drawText(area, Qt::TextWordWrap, words);
}

void BeltPainter::paintChevrons(QPainter& painter, const QColor& colour, const std::vector<BeltStrip>& strips,
                                double thickness, double phase) {
    QPen pen(colour, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    QPainterPath path;
    for (const BeltStrip& strip : strips) {
        const double thick = cut(strip.value) * thickness;
        if (thick < 12) continue;
        const double arm = std::min(kChevronArm, thick / 2 - 3), depth = arm * 0.8;
        const double length = strip.isUpward ? strip.rect.height() : strip.rect.width();
        for (double at = phase * kChevrons; at < length - depth; at += kChevrons) {
            if (at < depth) continue;
            const QPointF tip = strip.isUpward ? QPointF(strip.rect.left(), strip.rect.bottom() - at - depth)
                                               : QPointF(strip.rect.left() + at + depth, strip.rect.top());
            const QPointF a = strip.isUpward ? QPointF(-arm, depth) : QPointF(-depth, -arm);
            const QPointF b = strip.isUpward ? QPointF(arm, depth) : QPointF(-depth, arm);
            path.moveTo(tip + a);
            path.lineTo(tip);
            path.lineTo(tip + b);
        }
    }
    painter.drawPath(path);
}

QRectF BeltPainter::paintCaption(QPointF at, BeltPart part, const QString& bold, const QString& words) {
    const Palette& palette = theme_.palette();
    const double s = l_.scale, width = std::min(300 * s, l_.size.width() - 16), pad = 12 * s;
    const QFont plain = theme_.font(13), strong = theme_.font(13, 600);
    QTextLayout layout(bold + (words.isEmpty() || bold.isEmpty() ? QString() : QStringLiteral(" ")) + words, plain);
    QTextLayout::FormatRange front{0, static_cast<int>(bold.size()), {}};
    front.format.setFont(strong);
    layout.setFormats({front});
    layout.beginLayout();
    double height = 0, used = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width - 2 * pad);
        line.setPosition({0, height});
        height += line.height();
        used = std::max(used, line.naturalTextWidth());
    }
    layout.endLayout();
    const bool beside =
        part == BeltPart::Input || part == BeltPart::Candidate || part == BeltPart::Output || part == BeltPart::Head;
    QRectF box(0, 0, used + 2 * pad, height + 2 * pad - 4);
    const double gap = 14 * s;
    if (beside)
        box.moveTo(at.x() - gap - box.width(), at.y() - box.height() / 2);
    else
        box.moveTo(at.x() - box.width() * 0.4, at.y() - gap - box.height());
    box.moveLeft(std::clamp(box.left(), 8.0, std::max(8.0, l_.size.width() - 8 - box.width())));
    box.moveTop(std::clamp(box.top(), 4.0, std::max(4.0, l_.size.height() - 4 - box.height())));
    QPainterPath shape;
    shape.addRoundedRect(box, 4, 4);
    QPainterPath pointer;
    if (beside)
        pointer.addPolygon(QPolygonF({{box.right() - 1, at.y() - 9}, at, {box.right() - 1, at.y() + 9}}));
    else
        pointer.addPolygon(QPolygonF({{at.x() - 10, box.bottom() - 1}, at, {at.x() + 10, box.bottom() - 1}}));
    p_.setPen(QPen(palette.text, 1.2));
    p_.setBrush(palette.surface);
    p_.drawPath(shape.united(pointer));
    p_.setPen(palette.text);
    layout.draw(&p_, box.topLeft() + QPointF(pad, pad - 2));
    return box.united(QRectF(at, QSizeF(1, 1)));
}

}  // namespace gatelab
