// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmapCache>
#include <QPointer>
#include <QSvgRenderer>
#include <cmath>
#include <numbers>

namespace gatelab {
namespace {

/// Draws one of our SVGs with `currentColor` replaced: by a fixed colour, or by a role of the theme as it is when
/// painting.
class SvgIconEngine : public QIconEngine {
public:
    SvgIconEngine(const Theme* theme, QString name, QColor colour, Ink ink)
        : theme_(theme), name_(std::move(name)), colour_(std::move(colour)), ink_(ink) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        QFile file(QStringLiteral(":/icons/%1.svg").arg(name_));
        if (!file.open(QIODevice::ReadOnly)) return;
        QSvgRenderer renderer(file.readAll().replace("currentColor", colourFor(mode).name().toLatin1()));
        const int side = std::min(rect.width(), rect.height());
        QRectF square(0, 0, side, side);
        square.moveCenter(QRectF(rect).center());
        renderer.render(painter, square);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
        if (size.isEmpty()) return {};  // a button squeezed to nothing
        const QString key = QStringLiteral("gatelab/%1/%2/%3x%4")
                                .arg(name_, colourFor(mode).name())
                                .arg(size.width())
                                .arg(size.height());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap)) return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new SvgIconEngine(*this); }

private:
    [[nodiscard]] QColor colourFor(QIcon::Mode mode) const {
        if (mode == QIcon::Disabled && theme_) return theme_->palette().disabled;
        if (colour_.isValid() || !theme_) return colour_;
        return theme_->ink(ink_);
    }

    QPointer<const Theme> theme_;
    QString name_;
    QColor colour_;
    Ink ink_;
};

QPolygonF polygon(QPointF centre, int corners, double radius, double startDegrees) {
    QPolygonF points;
    for (int i = 0; i < corners; ++i) {
        const double angle = (startDegrees + 360.0 * i / corners) * std::numbers::pi / 180;
        points << centre + QPointF(std::cos(angle), std::sin(angle)) * radius;
    }
    return points;
}

}  // namespace

QIcon Theme::icon(const QString& name, const QColor& colour) const {
    return QIcon(new SvgIconEngine(this, name, colour, Ink::Text));
}

QIcon Theme::icon(const QString& name, Ink ink) const { return QIcon(new SvgIconEngine(this, name, {}, ink)); }

QPixmap Theme::marker(int slot) const {
    constexpr int side = 12, scale = 2;
    QPixmap pixmap(side * scale, side * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawMarker(painter, QPointF(side / 2.0, side / 2.0), slot, runColour(slot));
    return pixmap;
}

void Theme::drawMarker(QPainter& painter, QPointF centre, int slot, const QColor& colour, double size) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double r = size / 2;
    const QPen stroke(colour, size / 4.5, Qt::SolidLine, Qt::FlatCap);
    // The second set of slots: filled shapes become outlines, strokes get a dot.
    const bool second = slot % kRunSlots >= kRunColours;
    painter.setPen(second ? QPen(colour, size / 6) : QPen(Qt::NoPen));
    painter.setBrush(second ? QBrush(Qt::NoBrush) : QBrush(colour));
    const auto dot = [&](double radius) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        if (second) painter.drawEllipse(centre, radius, radius);
    };
    // Once all colours have been used, each comes with the next shape: no pair comes twice in kRunSlots * kRunColours
    // slots.
    switch (static_cast<Marker>((slot + slot / kRunSlots) % kRunColours)) {
        case Marker::Disc:
            painter.drawEllipse(centre, r, r);
            break;
        case Marker::Square:
            painter.drawRect(QRectF(centre.x() - r * 0.85, centre.y() - r * 0.85, r * 1.7, r * 1.7));
            break;
        case Marker::Triangle:
            painter.drawPolygon(polygon(centre + QPointF(0, r * 0.2), 3, r * 1.15, -90));
            break;
        case Marker::Diamond:
            painter.drawPolygon(polygon(centre, 4, r * 1.1, 0));
            break;
        case Marker::TriangleDown:
            painter.drawPolygon(polygon(centre - QPointF(0, r * 0.2), 3, r * 1.15, 90));
            break;
        case Marker::Hexagon:
            painter.drawPolygon(polygon(centre, 6, r * 1.05, 0));
            break;
        case Marker::Bar:
            painter.drawRect(QRectF(centre.x() - r, centre.y() - r * 0.38, r * 2, r * 0.76));
            break;
        case Marker::Ring:
            painter.setPen(stroke);
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(centre, r * 0.78, r * 0.78);
            dot(r * 0.3);
            break;
        case Marker::Cross:
            painter.setPen(stroke);
            painter.drawLine(centre + QPointF(-r, -r) * 0.8, centre + QPointF(r, r) * 0.8);
            painter.drawLine(centre + QPointF(-r, r) * 0.8, centre + QPointF(r, -r) * 0.8);
            dot(r * 0.5);
            break;
        case Marker::Plus:
            painter.setPen(stroke);
            painter.drawLine(centre - QPointF(r, 0), centre + QPointF(r, 0));
            painter.drawLine(centre - QPointF(0, r), centre + QPointF(0, r));
            dot(r * 0.5);
            break;
    }
    painter.restore();
}

}  // namespace gatelab
