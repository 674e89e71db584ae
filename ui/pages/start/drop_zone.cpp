// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/start/drop_zone.h"

#include "widgets/card.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace gatelab {

DropZone::DropZone(Theme& theme, const QString& clause, const QString& text, QWidget* parent)
    : QFrame(parent), theme_(theme) {
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(clause);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch();
    auto* icon = new QLabel(this);
    icon->setPixmap(theme.icon(QStringLiteral("table"), Ink::Muted).pixmap(20, 20));
    icon->setAlignment(Qt::AlignCenter);
    layout->addWidget(icon);
    auto* title = makeLabel(clause, "name", this);
    title->setAlignment(Qt::AlignCenter);
    layout->addWidget(title);
    auto* note = makeLabel(text, "note", this);
    note->setAlignment(Qt::AlignCenter);
    note->setWordWrap(true);
    layout->addWidget(note);
    layout->addStretch();
}

void DropZone::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_.palette().axis, 1, Qt::DashLine));
    painter.setBrush(theme_.palette().bg);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

void DropZone::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) Q_EMIT clicked();
}

}  // namespace gatelab
