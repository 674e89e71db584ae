// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace gatelab {

/// What a page or card says when there is nothing to show: icon, one sentence, buttons, centred.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    EmptyState(Theme& theme, const QString& icon, const QString& sentence, QWidget* parent = nullptr);
    void setSentence(const QString& sentence);
    /// The caller connects it.
    QPushButton* addButton(const QString& text, const QString& icon = {});

private:
    Theme& theme_;
    QString iconName_;
    QLabel* icon_;
    QLabel* sentence_;
    QHBoxLayout* buttons_;
};

}  // namespace gatelab
