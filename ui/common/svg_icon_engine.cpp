// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/svg_icon_engine.h"

#include <QFile>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <algorithm>
#include <utility>

namespace gatelab {

SvgIconEngine::SvgIconEngine(const Theme* theme, QString name, QColor colour, Ink ink)
    : theme_(theme), name_(std::move(name)), colour_(std::move(colour)), ink_(ink) {}

void SvgIconEngine::paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name_));
    if (!file.open(QIODevice::ReadOnly)) return;
    QSvgRenderer renderer(file.readAll().replace("currentColor", colourFor(mode).name().toLatin1()));
    const int side = std::min(rect.width(), rect.height());
    QRectF square(0, 0, side, side);
    square.moveCenter(QRectF(rect).center());
    renderer.render(painter, square);
}

QPixmap SvgIconEngine::pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) {
    return scaledPixmap(size, mode, state, 1.0);
}

QPixmap SvgIconEngine::scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) {
    if (size.isEmpty()) return {};  // a button squeezed to nothing
    const QString key =
        QStringLiteral("gatelab/%1/%2/%3x%4").arg(name_, colourFor(mode).name()).arg(size.width()).arg(size.height());
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

QColor SvgIconEngine::colourFor(QIcon::Mode mode) const {
    if (mode == QIcon::Disabled && theme_) return theme_->palette().disabled;
    if (colour_.isValid() || !theme_) return colour_;
    return theme_->ink(ink_);
}

}  // namespace gatelab
