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
/// is hidden, unless a person asks for it.
class QueueCard : public Card {
    Q_OBJECT
public:
    QueueCard(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent = nullptr);
    /// Asked for: there even while nothing waits, until the page is left. Brings the keys to its list.
    void setAsked(bool asked);

Q_SIGNALS:
    void removeWanted(const QString& id);
    void moveWanted(const QString& id, int by);
    void priorityWanted(const QString& id);  ///< the next one

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
    QPushButton* pause_;
    std::vector<QPushButton*> edits_;
    QTimer times_;
    QString returning_;  ///< chosen when it waits again
    bool hadRuns_ = false;
    bool asked_ = false;
};

}  // namespace gatelab
