// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QPushButton>
#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace gatelab {

/// What a page or card says when there is nothing to show: icon, one sentence, buttons, centred.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    EmptyState(Theme& theme, const QString& icon, const QString& sentence, QWidget* parent = nullptr);
    void setSentence(const QString& sentence);
    QPushButton* addButton(const QString& text, const QString& icon = {});
    /// With what it does on a click: `act` of `owner`.
    template <class Owner, class Act>
    QPushButton* addButton(const QString& text, const QString& icon, Owner* owner, Act act) {
        QPushButton* button = addButton(text, icon);
        connect(button, &QPushButton::clicked, owner, act);
        return button;
    }

private:
    Theme& theme_;
    QString iconName_;
    QLabel* icon_;
    QLabel* sentence_;
    QHBoxLayout* buttons_;
};

}  // namespace gatelab
