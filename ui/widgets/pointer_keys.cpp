// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pointer_keys.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <QTextEdit>
#include <utility>

namespace gatelab {

namespace {

bool takesText(const QWidget& widget) {
    const auto* box = qobject_cast<const QComboBox*>(&widget);
    return (box && box->isEditable()) || qobject_cast<const QLineEdit*>(&widget) ||
           qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QTextEdit*>(&widget) ||
           qobject_cast<const QPlainTextEdit*>(&widget);
}

}  // namespace

PointerKeys::PointerKeys(QWidget* chart, QList<int> keys) : QObject(chart), chart_(chart), keys_(std::move(keys)) {
    chart->installEventFilter(this);
}

bool PointerKeys::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Enter:
            if (watched != chart_) return false;
            isByKeyboard_ = false;
            qApp->installEventFilter(this);
            return false;
        case QEvent::Leave:
        case QEvent::Hide:
            if (watched == chart_) qApp->removeEventFilter(this);
            return false;
        case QEvent::MouseMove:
            isByKeyboard_ = false;
            return false;
        case QEvent::FocusIn: {
            const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
            if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason) isByKeyboard_ = true;
            return false;
        }
        case QEvent::ShortcutOverride:
        case QEvent::KeyPress:
            return take(watched, *static_cast<QKeyEvent*>(event));
        default:
            return false;
    }
}

bool PointerKeys::take(QObject* watched, QKeyEvent& event) {
    const auto* focus = qobject_cast<QWidget*>(watched);
    // A key that is sent on asks for the shortcuts once more.
    if (isSending_ && event.type() == QEvent::ShortcutOverride && keys_.contains(event.key())) {
        event.accept();
        return true;
    }
    if (!focus || focus == chart_ || isSending_ || isByKeyboard_ || !keys_.contains(event.key())) return false;
    const bool isElsewhere = focus->window() != chart_->window() || QApplication::activePopupWidget() != nullptr;
    if (event.modifiers() != Qt::NoModifier || isElsewhere || takesText(*focus)) return false;
    const QScopedValueRollback<bool> sending(isSending_, true);
    if (event.type() == QEvent::KeyPress) QCoreApplication::sendEvent(chart_, &event);
    event.accept();  // a shortcut of the window gives way
    return true;
}

}  // namespace gatelab
