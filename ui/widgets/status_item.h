// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>

class QLabel;

namespace gatelab {

/// One figure of the status bar: icon, the number in ink, its meaning muted. "7 402  of 8 188 MiB free".
class StatusItem : public QWidget {
    Q_OBJECT
public:
    explicit StatusItem(Theme& theme, const QString& icon = {}, QWidget* parent = nullptr);
    /// Both empty: hidden.
    void set(const QString& strong, const QString& rest = {});
    void setIcon(const QString& icon);

private:
    void restyle();
    Theme& theme_;
    QString iconName_;
    QLabel* icon_;
    QLabel* strong_;
    QLabel* rest_;
};

}  // namespace gatelab
