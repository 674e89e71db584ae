// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include <QObject>

namespace gatelab {

/// A tool tip in lines of at most 360 px, which Qt does for rich text only; that stays as it is.
QString wrappedTip(const QString& text, const Theme& theme);

/// An event filter of the whole program: every tool tip of a widget or of a cell is a wrapped one. GUI thread.
class WrappedTips : public QObject {
    Q_OBJECT
public:
    explicit WrappedTips(const Theme& theme, QObject* parent = nullptr) : QObject(parent), theme_(&theme) {}

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const Theme* theme_;
};

}  // namespace gatelab
