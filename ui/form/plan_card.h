// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace gatelab {

class ExperimentModel;
class PlanRow;
class Segments;

/// What was chosen for the data at hand, each choice with its reason and the price of the other option: first in the
/// right column of the Data and the Model page. One line while it is folded. GUI thread.
class PlanCard : public QWidget {
    Q_OBJECT
public:
    PlanCard(Theme& theme, ExperimentModel& experiment, QWidget* parent = nullptr);
    void setOpen(bool open);

private:
    QWidget* makeHead();
    void refresh();
    void showRows();
    Theme& theme_;
    ExperimentModel& experiment_;
    QToolButton* fold_;
    QLabel *count_, *help_;
    QPushButton* reset_;
    Segments* goal_;
    QWidget* body_;
    QVBoxLayout* list_;
    std::vector<PlanRow*> rows_;
};

}  // namespace gatelab
