// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_image.h"

#include "common/texts.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>

namespace gatelab {

StageImage::StageImage(std::filesystem::path file) : file_(std::move(file)) {
    QFile read(fromPath(file_));
    if (!read.open(QIODevice::ReadOnly)) return;
    const QByteArray bytes = read.readAll();
    if (!image_.loadFromData(bytes, "PNG")) drawing_ = std::make_unique<QSvgRenderer>(bytes);
}

StageImage::~StageImage() = default;

void StageImage::paint(QPainter& painter, const QRectF& area) const {
    constexpr double kMostZoom = 2, kMargin = 16;
    const QRectF room = area.adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const QSizeF whole = drawing_ ? drawing_->viewBoxF().size() : QSizeF(image_.size());
    if (whole.isEmpty() || room.isEmpty()) return;
    QSizeF size = whole.scaled(room.size(), Qt::KeepAspectRatio);
    if (!drawing_ && size.width() > kMostZoom * whole.width()) size = kMostZoom * whole;
    const QRectF place(room.center() - QPointF(size.width(), size.height()) / 2, size);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    // Images are drawn for paper.
    painter.fillRect(place, Qt::white);
    drawing_ ? drawing_->render(&painter, place) : painter.drawImage(place, image_);
}

}  // namespace gatelab
