// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/list_box.h"

#include <QAbstractItemView>
#include <QScreen>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionComboBox>

#include <algorithm>

namespace gatelab {

void ListBox::showPopup() {
    Q_EMIT opening();
    // Not before: the list gets its style, and with it the width of its letters, with the window.
    QAbstractItemView* list = view();
    list->ensurePolished();
    list->setTextElideMode(Qt::ElideRight);  // a name that is too long is cut at its end
    const int wanted = list->sizeHintForColumn(0) + list->verticalScrollBar()->sizeHint().width() +
                       2 * list->fontMetrics().averageCharWidth();
    const QRect room = screen()->availableGeometry();
    list->setMinimumWidth(std::min(wanted, room.width()));
    QComboBox::showPopup();
    QWidget* popup = list->window();
    if (const int over = popup->geometry().right() - room.right(); over > 0) popup->move(popup->x() - over, popup->y());
}

void ListBox::initStyleOption(QStyleOptionComboBox* option) const {
    QComboBox::initStyleOption(option);
    const int icon = option->currentIcon.isNull() ? 0 : option->iconSize.width() + 4;  // the gap of the style
    const int room =
        style()->subControlRect(QStyle::CC_ComboBox, option, QStyle::SC_ComboBoxEditField, this).width() - icon - 2;
    option->currentText = option->fontMetrics.elidedText(option->currentText, Qt::ElideRight, room);
}

}  // namespace gatelab
