// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/lesson_numbers.h"

#include "widgets/button.h"
#include "widgets/card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace gatelab {

namespace {
constexpr int kSide = 26, kMark = 10;
}

LessonNumber::LessonNumber(Theme& theme, int number, const QString& title, bool isDone, bool isOpen, QWidget* parent)
    : QAbstractButton(parent), theme_(theme), isDone_(isDone), isOpen_(isOpen) {
    setText(QString::number(number));
    setToolTip(title);
    setAccessibleName(isDone ? tr("Lesson %1, %2, claim seen").arg(number).arg(title)
                             : tr("Lesson %1, %2").arg(number).arg(title));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize LessonNumber::sizeHint() const {
    const int side = qRound(kSide * theme_.textScale());
    return {side + 4, side + 4};
}

void LessonNumber::paintEvent(QPaintEvent* event) {
    Q_UNUSED(event)
    const Palette& palette = theme_.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(2, 4, -4, -2);
    painter.setBrush(isOpen_ ? palette.selection : underMouse() ? palette.raised : palette.surface);
    painter.setPen(QPen(isOpen_ || hasFocus() ? palette.accent : palette.strong, hasFocus() ? 2 : 1));
    painter.drawRoundedRect(box, 4, 4);
    painter.setFont(theme_.font(13, isOpen_ ? 600 : 500));
    painter.setPen(isOpen_ || isDone_ ? palette.text : palette.muted);
    painter.drawText(box, Qt::AlignCenter, text());
    if (!isDone_) return;
    const double mark = kMark * theme_.textScale();
    const QPointF centre(width() - mark / 2 - 0.5, mark / 2 + 0.5);
    painter.setPen(QPen(palette.bg, 1.5));
    painter.setBrush(palette.success);
    painter.drawEllipse(centre, mark / 2, mark / 2);
    painter.setPen(QPen(palette.surface, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const double unit = mark / 10;
    painter.drawPolyline(QPolygonF{centre + QPointF(-2.2 * unit, 0.1 * unit), centre + QPointF(-0.6 * unit, 1.8 * unit),
                                   centre + QPointF(2.4 * unit, -1.7 * unit)});
}

LessonNumbers::LessonNumbers(Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), row_(new QHBoxLayout(this)) {
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(2);
}

void LessonNumbers::setLessons(const std::vector<Entry>& lessons) {
    if (lessons == shown_) return;  // built anew they would lose focus and flicker
    shown_ = lessons;
    while (QLayoutItem* item = row_->takeAt(0)) {
        if (item->widget()) item->widget()->hide(), item->widget()->deleteLater();
        delete item;
    }
    const auto open = std::ranges::find(lessons, true, &Entry::isOpen);
    const int part = open != lessons.end() ? open->part : lessons.empty() ? 0 : lessons.front().part;
    std::vector<int> parts;
    for (const Entry& one : lessons)
        if (one.part > 0 && std::ranges::find(parts, one.part) == parts.end()) parts.push_back(one.part);
    std::ranges::sort(parts);
    for (const int one : parts) {
        if (one != part) {
            const auto first = std::ranges::find(lessons, one, &Entry::part);
            auto* other = makeButton(theme_.icon(QStringLiteral("chevron-right")), tr("Part %1").arg(one), this,
                                     [this, key = first->key] { Q_EMIT chosen(key); });
            other->setProperty("link", true);
            row_->addWidget(other);
            continue;
        }
        row_->addWidget(makeLabel(tr("Part %1").arg(one), "muted"));
        row_->addSpacing(6);
        int number = 0;
        for (const Entry& lesson : lessons) {
            ++number;  // of the whole list, as everywhere
            if (lesson.part != one) continue;
            auto* box = new LessonNumber(theme_, number, lesson.title, lesson.isDone, lesson.isOpen);
            connect(box, &QAbstractButton::clicked, this, [this, key = lesson.key] { Q_EMIT chosen(key); });
            row_->addWidget(box);
        }
        row_->addSpacing(6);
    }
}

}  // namespace gatelab
