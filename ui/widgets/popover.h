// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QRect>

class QLabel;

namespace gatelab {

/// What a question is about: a widget, or a part of it, in its coordinates.
struct PopoverAnchor {
    PopoverAnchor(QWidget* on, const QRect& its = {}) : widget(on), part(its) {}
    QWidget* widget;
    QRect part;  ///< null: all of it
};

/// A question in place: a small frame below what it is about, with an editor and a button. Enter (in a text of several
/// lines: Ctrl+Enter) or the button answers; Escape or a click elsewhere closes it without an answer. What edits a text
/// may keep it at a click elsewhere, and a text of several lines at Escape. Nothing waits for it. Deletes itself when
/// it closes.
class Popover : public QFrame {
    Q_OBJECT
public:
    /// Takes the editor. It hangs below the anchor, of a tall one at its upper edge, above it where there is no room
    /// below, and never leaves the window.
    Popover(const QString& question, QWidget* editor, const QString& button, const PopoverAnchor& anchor);
    /// Closing it answers too: what was typed is not lost. Escape does so only where several lines may have been
    /// written.
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
    void resizeEvent(QResizeEvent* event) override;

private:
    void moveToPlace();
    PopoverAnchor anchor_;
    QLabel* question_;
    QWidget* editor_;
    bool isMultiLine_, keepsTyped_ = false;
};

}  // namespace gatelab
