// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/undo_key.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>

#include <utility>

namespace gatelab {

namespace {

class UndoKey : public QObject {
public:
    UndoKey(QLineEdit* line, std::function<bool()> settled) : QObject(line), settled_(std::move(settled)) {
        line->installEventFilter(this);
        // It asks its line behind the filter's back
        if (auto* box = qobject_cast<QComboBox*>(line->parent())) box->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::ShortcutOverride) return QObject::eventFilter(watched, event);
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo)) || !settled_()) return false;
        event->ignore();
        return true;
    }

private:
    std::function<bool()> settled_;
};

}  // namespace

void leaveUndoToWindow(QLineEdit* line, std::function<bool()> settled) { new UndoKey(line, std::move(settled)); }

}  // namespace gatelab
