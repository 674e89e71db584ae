// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QToolButton>

class QFrame;
class QPushButton;
class QUndoStack;

namespace gatelab {

class QueueCard;
class QueueController;
class RunController;
class Theme;
class WrappedLabel;

/// Where the queue is on every page: a button of the status line that says how many runs wait, and a list of one size
/// above it with the reason why they wait and what makes them go on. Nothing on a page moves for it. GUI thread.
class QueuePlace : public QToolButton {
    Q_OBJECT
public:
    /// Edits of the queue go on the stack.
    QueuePlace(Theme& theme, RunController& runs, QueueController& queue, QUndoStack& undo, QWidget* parent = nullptr);
    /// Shows the list, with the keyboard in it.
    void openList();

Q_SIGNALS:
    void reported(const QString& text);  ///< what was done, for the status line

private:
    void refresh();
    /// Why what waits does not begin; empty: nothing waits, or the next begins at once.
    [[nodiscard]] QString reason() const;
    /// A button's word that ends the reason; empty: only time does.
    [[nodiscard]] QString remedy() const;
    void goOn();
    void makeList();
    Theme* theme_;
    RunController* runs_;
    QueueController* queue_;
    QUndoStack* undo_;
    QPointer<QFrame> list_;  ///< while it is open, with what is in it
    QueueCard* card_ = nullptr;
    WrappedLabel* why_ = nullptr;
    QPushButton* goOn_ = nullptr;
};

}  // namespace gatelab
