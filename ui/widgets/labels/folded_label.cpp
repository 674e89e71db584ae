// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/labels/folded_label.h"

#include "widgets/focus_ring.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <utility>

namespace gatelab {

namespace {
constexpr int kFolded = 2;  // lines
constexpr int kMark = 12, kMinWidth = 60;
}  // namespace

FoldedLabel::FoldedLabel(Theme& theme, const char* role, const QString& text, QWidget* parent)
    : QLabel(parent), theme_(theme), ring_(new FocusRing(this)), full_(text) {
    setProperty("role", role);
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setAccessibleName(full_);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int FoldedLabel::chevron() const { return qRound(kMark * theme_.textScale()) + 2; }

QStringList FoldedLabel::linesOf(int width) const {
    QStringList lines;
    for (const QString& paragraph : full_.split(QLatin1Char('\n'))) {
        QTextLayout layout(paragraph, font());
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(std::max(1, width));
            lines << paragraph.mid(line.textStart(), line.textLength()).trimmed();
        }
        layout.endLayout();
    }
    return lines;
}

QStringList FoldedLabel::shown(int width) const {
    ensurePolished();
    const QStringList whole = linesOf(width);
    if (whole.size() <= kFolded) return whole;
    const int room = width - chevron();
    const QStringList narrow = linesOf(room);
    if (isOpen_) return narrow;
    QStringList lines = narrow.mid(0, kFolded);
    lines.back() = fontMetrics().elidedText(lines.back() + QLatin1Char(' ') + narrow[kFolded], Qt::ElideRight, room);
    return lines;
}

void FoldedLabel::fit() {
    ensurePolished();
    const int width = contentsRect().width();
    isCut_ = linesOf(width).size() > kFolded;
    setFocusPolicy(isCut_ ? Qt::TabFocus : Qt::NoFocus);
    setCursor(isCut_ ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (const QString text = shown(width).join(QLatin1Char('\n')); text != this->text()) setText(text);
}

void FoldedLabel::setOpen(bool open) {
    if (std::exchange(isOpen_, open) == open) return;
    fit();
    updateGeometry();
    update();
}

QSize FoldedLabel::sizeHint() const {
    ensurePolished();
    const int width = std::min(fontMetrics().horizontalAdvance(full_) + 2, qRound(260 * theme_.textScale()));
    return {width, heightForWidth(width)};
}

QSize FoldedLabel::minimumSizeHint() const {
    ensurePolished();
    return {kMinWidth, fontMetrics().height()};
}

int FoldedLabel::heightForWidth(int width) const {
    const auto lines = static_cast<int>(shown(std::max(1, width)).size());
    return fontMetrics().height() + (lines - 1) * fontMetrics().lineSpacing();
}

void FoldedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    fit();
}

void FoldedLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fit();
}

void FoldedLabel::keyPressEvent(QKeyEvent* event) {
    const bool isAsked =
        event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isAsked || !isCut_) return QLabel::keyPressEvent(event);
    setOpen(!isOpen_);
    event->accept();
}

void FoldedLabel::mousePressEvent(QMouseEvent* event) {
    if (!isCut_ || event->button() != Qt::LeftButton) QLabel::mousePressEvent(event);
}

void FoldedLabel::mouseReleaseEvent(QMouseEvent* event) {
    if (!isCut_ || event->button() != Qt::LeftButton) return QLabel::mouseReleaseEvent(event);
    if (rect().contains(event->pos())) setOpen(!isOpen_);
}

void FoldedLabel::paintEvent(QPaintEvent* event) {
    QLabel::paintEvent(event);
    if (!isCut_) return;
    QPainter painter(this);
    const int size = qRound(kMark * theme_.textScale());
    const QRect place(width() - size, isOpen_ ? 1 : height() - size - 2, size, size);
    theme_.icon(isOpen_ ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), Ink::Muted)
        .paint(&painter, place);
    if (!ring_->visible()) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_.palette().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
}

}  // namespace gatelab
