// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QObject>

namespace gatelab {

/// A tool tip in lines of at most 360 px, which Qt does for rich text only. It stays plain text, which WrappedTips
/// shows as it is: nobody escapes it.
QString wrappedTip(const QString& text, const Theme& theme);

/// An event filter of the whole program: every tool tip of a widget or of a cell is a wrapped one, and a label whose
/// format nobody chose, that of the tool tips among them, shows plain text (those of message boxes apart): names come
/// from files and other people, and Qt would take some for rich text with pictures from anywhere. GUI thread.
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
