// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPushButton>
#include <QToolButton>

namespace gatelab {

/// A button made together with what it does: `act`, a member of `owner` or a function, on every click.
template <class Owner, class Act>
QPushButton* makeButton(const QIcon& icon, const QString& text, Owner* owner, Act act, QWidget* parent = nullptr) {
    auto* button = new QPushButton(icon, text, parent);
    QObject::connect(button, &QPushButton::clicked, owner, act);
    return button;
}

/// One of an icon alone; `tip` says what it does, to screen readers as well.
template <class Owner, class Act>
QToolButton* makeIconButton(const QIcon& icon, const QString& tip, Owner* owner, Act act, QWidget* parent = nullptr) {
    auto* button = new QToolButton(parent);
    button->setIcon(icon);
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    QObject::connect(button, &QToolButton::clicked, owner, act);
    return button;
}

}  // namespace gatelab
