// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QIconEngine>
#include <QPointer>

namespace gatelab {

/// Draws one of our SVGs (":/icons/NAME.svg") with `currentColor` replaced: by a fixed colour, or by a role of the
/// theme as it is when painting.
class SvgIconEngine : public QIconEngine {
public:
    SvgIconEngine(const Theme* theme, QString name, QColor colour, Ink ink);
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override;
    [[nodiscard]] QIconEngine* clone() const override { return new SvgIconEngine(*this); }

private:
    [[nodiscard]] QColor colourFor(QIcon::Mode mode) const;
    QPointer<const Theme> theme_;
    QString name_;
    QColor colour_;
    Ink ink_;
};

}  // namespace gatelab
