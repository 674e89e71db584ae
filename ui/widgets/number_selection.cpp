// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/number_selection.h"

#include <QAbstractSpinBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QMouseEvent>

namespace gatelab {

NumberSelection::NumberSelection(QObject* parent) : QObject(parent) {
    QCoreApplication::instance()->installEventFilter(this);
}

bool NumberSelection::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::MouseButtonDblClick || static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
        return false;
    auto* line = qobject_cast<QLineEdit*>(watched);
    if (!line) return false;
    if (auto* box = qobject_cast<QAbstractSpinBox*>(line->parentWidget())) {
        box->selectAll();  // without its unit
        return true;
    }
    bool isNumber = false;
    line->text().toDouble(&isNumber);
    if (isNumber) line->selectAll();
    return isNumber;
}

}  // namespace gatelab
