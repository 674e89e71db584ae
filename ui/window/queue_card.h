// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "widgets/card.h"

#include <QTimer>
#include <functional>
#include <string>
#include <vector>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace gatelab {

class QueueController;
class RunController;

/// The runs that wait for their turn: their order, priority and time, with buttons to change it. While nothing waits it
/// is hidden, unless it has a place of its own.
class QueueCard : public Card {
    Q_OBJECT
public:
    QueueCard(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent = nullptr);
    /// In a place of its own: there also while nothing waits, and as high with one run as with many.
    void setKept();
    /// The keyboard goes to the list.
    void takeKeys();

Q_SIGNALS:
    void removeRequested(const QString& id);
    void moveRequested(const QString& id, int by);
    void priorityRequested(const QString& id);  ///< the next one

private:
    void refresh();
    void showTimes();
    /// The run that undo or redo changes: at once, or when it comes back.
    void choose(const QString& id);
    void withChosen(const std::function<void(const std::string& id)>& act);
    Theme* theme_;
    RunController* runs_;
    QueueController* queue_;
    QTreeWidget* list_;
    QLabel* none_;
    QPushButton *together_, *pause_;
    std::vector<QPushButton*> edits_;
    QTimer times_;
    QString returning_;  ///< chosen when it waits again
    bool isKept_ = false;
};

}  // namespace gatelab
