// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "widgets/card.h"

#include <QTimer>
#include <functional>
#include <string>
#include <vector>

class QPushButton;
class QTreeWidget;
class QUndoStack;

namespace gatelab {

class QueueController;
class RunController;
class WrappedLabel;

/// All runs that wait for their turn: why they wait and what ends that, their order, priority and time, with buttons to
/// change it; F2 or a double click on the name gives one of its own. Edits go on the stack. As high with one run as
/// with many. GUI thread.
class WaitingList : public Card {
    Q_OBJECT
public:
    WaitingList(Theme& theme, RunController& runs, QueueController& queue, QUndoStack& undo, QWidget* parent = nullptr);
    /// The keyboard goes to the list.
    void takeKeys();
    /// The entry of that id is the current one: at once, or when it comes back.
    void choose(const QString& id);

private:
    void addEdits();
    void addWhole();
    void remove(const QString& id);
    /// The chosen run's own name.
    void askName();
    void refresh();
    void showReason();
    void showTimes();
    /// Why what waits does not begin; empty: the next one begins at once.
    [[nodiscard]] QString reason() const;
    /// A button's word that ends the reason; empty: only time does.
    [[nodiscard]] QString remedy() const;
    void goOn();
    Theme* theme_;
    RunController* runs_;
    QueueController* queue_;
    QUndoStack* undo_;
    WrappedLabel* why_;
    QTreeWidget* list_;
    QPushButton *goOn_, *together_, *pause_;
    std::vector<QPushButton*> edits_;
    QTimer times_;
    QString returning_;  ///< chosen when it waits again
};

}  // namespace gatelab
