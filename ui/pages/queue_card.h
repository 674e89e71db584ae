// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"
#include "widgets/card.h"

#include <functional>
#include <string>
#include <vector>

class QPushButton;
class QTreeWidget;

namespace gatelab {

class QueueController;
class RunController;

/// The runs that wait for their turn: their order, priority and time, with buttons to change it. Hidden while nothing waits.
class QueueCard : public Card {
    Q_OBJECT
public:
    QueueCard(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent = nullptr);

private:
    void refresh();
    void withChosen(const std::function<void(const std::string& id)>& act);
    Theme* theme_;
    RunController* runs_;
    QueueController* queue_;
    QTreeWidget* list_;
    QPushButton* pause_;
    std::vector<QPushButton*> edits_;
};

}  // namespace gatelab
