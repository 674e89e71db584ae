// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/labels/wrapped_label.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMenu>
#include <QTextBoundaryFinder>

namespace gatelab {

namespace {

/// Invisible; a line may end here.
constexpr QChar kMayBreak(0x200B);
constexpr int kMinWidth = 24;

/// What is shown in several lines: a number and its per cent sign stay in one.
QString bound(QString text) { return text.replace(QLatin1String(" %"), QStringLiteral("\u00A0%")); }

QString unbroken(QString text) {
    return text.remove(kMayBreak).replace(QStringLiteral("\u00A0%"), QLatin1String(" %"));
}

}  // namespace

WrappedLabel::WrappedLabel(const char* role, QWidget* parent) : QLabel(parent) {
    if (role) setProperty("role", role);
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
}

void WrappedLabel::setFullText(const QString& text) {
    if (text == full_) return;
    full_ = text;
    line_ = {};
    setAccessibleName(text);
    wrap();
    updateGeometry();
}

int WrappedLabel::margins() const {
    const QMargins around = contentsMargins();
    return around.left() + around.right() + 2 * margin();
}

QSize WrappedLabel::lineSize() const {
    ensurePolished();
    if (!line_.isValid()) line_ = fontMetrics().size(0, full_);
    return line_;
}

QSize WrappedLabel::sizeHint() const {
    const int width = lineSize().width() + margins() + 2;
    return {width, heightForWidth(width)};
}

QSize WrappedLabel::minimumSizeHint() const { return {kMinWidth, minimumHeight()}; }

int WrappedLabel::heightForWidth(int width) const {
    const QMargins around = contentsMargins();
    const int inner = std::max(1, width - margins()), above = around.top() + around.bottom() + 2 * margin();
    const QSize line = lineSize();
    if (line.width() <= inner && !full_.contains(QLatin1Char('\n')))
        return std::max(minimumHeight(), line.height() + above);
    const QString shown = wrapped(inner);
    if (shown == text()) return std::max(minimumHeight(), QLabel::heightForWidth(width));  // as it will be drawn
    return std::max(
        minimumHeight(),
        above +
            fontMetrics().boundingRect(0, 0, inner, QWIDGETSIZE_MAX, Qt::TextWordWrap | Qt::AlignLeft, shown).height());
}

/// Only words that do not fit are broken: others go to the next line whole.
QString WrappedLabel::wrapped(int width) const {
    const QFontMetrics metrics = fontMetrics();
    if (lineSize().width() <= width) return full_;
    QString text;
    const QString whole = bound(full_);
    QTextBoundaryFinder ends(QTextBoundaryFinder::Line, whole);
    for (qsizetype begin = 0, end; (end = ends.toNextBoundary()) > 0; begin = end) {
        const QString word = whole.mid(begin, end - begin);
        const bool tooLong = metrics.horizontalAdvance(word.trimmed()) > width;
        for (qsizetype i = 0; i < word.size(); ++i) {
            if (tooLong && i > 0 && !word[i].isLowSurrogate() && !word[i].isMark()) text += kMayBreak;
            text += word[i];
        }
    }
    return text;
}

void WrappedLabel::wrap() {
    // Before it is polished its font is not the one that it will have, and a style by property would miss the property.
    const QString shown = !testAttribute(Qt::WA_WState_Polished) ? full_ : wrapped(std::max(1, width() - margins()));
    if (shown != text()) setText(shown);
}

void WrappedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    ensurePolished();
    if (!hasSelectedText()) wrap();
}

void WrappedLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
    line_ = {};
    wrap();
}

void WrappedLabel::copy(bool toSelection) const {
    QApplication::clipboard()->setText(hasSelectedText() ? unbroken(selectedText()) : full_,
                                       toSelection ? QClipboard::Selection : QClipboard::Clipboard);
}

void WrappedLabel::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy) && hasSelectedText()) return copy(false);
    QLabel::keyPressEvent(event);
}

void WrappedLabel::mouseReleaseEvent(QMouseEvent* event) {
    QLabel::mouseReleaseEvent(event);
    // The middle button pastes what is chosen.
    if (hasSelectedText() && QApplication::clipboard()->supportsSelection()) copy(true);
}

void WrappedLabel::contextMenuEvent(QContextMenuEvent* event) {
    if (!textInteractionFlags().testFlag(Qt::TextSelectableByMouse)) return QLabel::contextMenuEvent(event);
    QMenu menu(this);
    menu.addAction(tr("Copy"), this, [this] { copy(false); });
    menu.exec(event->globalPos());
}

}  // namespace gatelab
