// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/segments.h"

namespace gatelab {

class ExperimentModel;

/// What the settings are chosen for: an experiment or the best forecast. A click is one undoable step. GUI thread.
class GoalSegments : public Segments {
    Q_OBJECT
public:
    explicit GoalSegments(ExperimentModel& experiment, QWidget* parent = nullptr);
};

}  // namespace gatelab
