// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QObject>

namespace gatelab {

/// A tool tip in lines of at most 360 px, which Qt does for rich text only. It is plain text, for names come from files
/// and other people: what Qt would take for rich text (and its pictures from anywhere) comes back as HTML that shows
/// every character as it is.
QString wrappedTip(const QString& text, const Theme& theme);

/// An event filter of the whole program: every tool tip of a widget or of a cell is a wrapped one, and a label whose
/// format nobody chose shows plain text (those of message boxes apart). GUI thread.
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
