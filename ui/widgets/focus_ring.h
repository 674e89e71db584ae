// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFocusEvent>
#include <QObject>
#include <QWidget>

namespace gatelab {

/// Whether a painted widget shows its focus: only after the keyboard brought it there, as a click says by itself where
/// it went.
class FocusRing : public QObject {
public:
    explicit FocusRing(QWidget* widget) : QObject(widget), widget_(widget) { widget->installEventFilter(this); }
    [[nodiscard]] bool visible() const { return byKeyboard_ && widget_->hasFocus(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::FocusIn) {
            const auto reason = static_cast<QFocusEvent*>(event)->reason();
            byKeyboard_ =
                reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
            widget_->update();
        } else if (event->type() == QEvent::FocusOut) {
            widget_->update();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QWidget* widget_;
    bool byKeyboard_ = false;
};

}  // namespace gatelab
