// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/popover.h"

#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kGap = 4, kTallAnchor = 120, kMaxWidth = 420;

}  // namespace

Popover::Popover(const QString& question, QWidget* editor, const QString& button, const PopoverAnchor& anchor)
    : QFrame(anchor.widget, Qt::Popup),
      anchor_(anchor),
      question_(makeLabel(question, "name")),
      editor_(editor),
      isMultiLine_(qobject_cast<QPlainTextEdit*>(editor) != nullptr) {
    setAttribute(Qt::WA_DeleteOnClose);
    setProperty("popover", true);
    setAccessibleName(question);
    auto* column = makeColumn(this, {12, 10, 12, 10}, 8);
    question_->setBuddy(editor);
    column->addWidget(question_);
    // In a text of several lines Enter is a line break: the keys that answer stand on the button.
    auto* answer = new QPushButton(
        isMultiLine_
            ? tr("%1 (%2)").arg(button, QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText))
            : button);
    answer->setProperty("primary", true);
    if (!isMultiLine_) answer->setToolTip(tr("Enter; Escape closes without it"));
    auto* row = makeRow(nullptr, {}, 8);
    if (isMultiLine_) {
        column->addWidget(editor);
        row->addStretch();
    } else {
        row->addWidget(editor, 1);
    }
    row->addWidget(answer);
    column->addLayout(row);
    if (editor->accessibleName().isEmpty()) editor->setAccessibleName(question);
    editor->installEventFilter(this);
    connect(answer, &QPushButton::clicked, this, &Popover::accept);
}

void Popover::open() {
    // Its size is not known before its parts have their fonts.
    for (QWidget* part : findChildren<QWidget*>()) part->ensurePolished();
    if (question_->sizeHint().width() > kMaxWidth) {
        question_->setWordWrap(true);
        question_->setFixedWidth(kMaxWidth);
    }
    adjustSize();
    moveToPlace();
    show();
    editor_->setFocus(Qt::PopupFocusReason);
}

void Popover::moveToPlace() {
    const QWidget& anchor = *anchor_.widget;
    const QRect place = anchor_.part.isNull() ? anchor.rect() : anchor_.part;
    const bool isTall = place.height() > kTallAnchor;
    QPoint at = anchor.mapToGlobal(isTall ? QPoint(place.center().x() - width() / 2, place.top() + kGap)
                                          : QPoint(place.left(), place.bottom() + kGap));
    const QRect screen = anchor.screen()->availableGeometry(), window = screen.intersected(anchor.window()->geometry());
    const QRect room = window.width() >= width() && window.height() >= height() ? window : screen;
    if (!isTall && at.y() + height() > room.bottom())
        at.setY(anchor.mapToGlobal(place.topLeft()).y() - height() - kGap);
    at.setX(std::max(room.left(), std::min(at.x(), room.right() - width())));
    at.setY(std::max(room.top(), std::min(at.y(), room.bottom() - height())));
    move(at);
}

void Popover::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    moveToPlace();
}

void Popover::accept() {
    keepsTyped_ = false;
    // What is asked for may open another window: this one is gone by then.
    hide();
    Q_EMIT accepted();
    close();
}

void Popover::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Cancel) && !isMultiLine_) keepsTyped_ = false;
    QFrame::keyPressEvent(event);
}

void Popover::closeEvent(QCloseEvent* event) {
    if (std::exchange(keepsTyped_, false)) Q_EMIT accepted();
    QFrame::closeEvent(event);
}

bool Popover::eventFilter(QObject* watched, QEvent* event) {
    if (watched == editor_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isEnter && (!isMultiLine_ || key->modifiers().testFlag(Qt::ControlModifier))) {
            accept();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

}  // namespace gatelab
