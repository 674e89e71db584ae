// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QRect>

class QPushButton;

namespace gatelab {

/// A question in place: a small frame below what it is about, with an editor and a button. Enter (in a text of several lines: Ctrl+Enter) or the button
/// answers; Escape or a click elsewhere closes it without an answer. What edits a text may keep it at a click elsewhere. Nothing waits for it. Deletes itself when it closes.
class Popover : public QFrame {
    Q_OBJECT
public:
    /// Takes the editor. It hangs below the anchor, of a tall one at its upper edge.
    Popover(const QString& question, QWidget* editor, const QString& button, QWidget& anchor);
    /// The part of the anchor that it is about, in the anchor's coordinates.
    void setPlace(const QRect& place) { place_ = place; }
    /// Closing it answers too, but for Escape: what was typed is not lost.
    void setKeepsTyped() { keepsTyped_ = true; }
    /// Shows it, with the keyboard in the editor.
    void open();
    /// What Enter does.
    void accept();

Q_SIGNALS:
    void accepted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void moveToPlace();
    QWidget* anchor_;
    QWidget* editor_;
    QRect place_;
    bool isMultiLine_, keepsTyped_ = false;
};

}  // namespace gatelab
