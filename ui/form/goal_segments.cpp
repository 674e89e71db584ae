// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/goal_segments.h"

#include "common/texts.h"
#include "config/choices.h"
#include "runs/experiment_model.h"

#include <algorithm>

namespace gatelab {

GoalSegments::GoalSegments(ExperimentModel& experiment, QWidget* parent) : Segments({}, parent) {
    setCompact(true);
    setAccessibleName(translated(findField("goal")->label));
    for (const Choice& choice : goalChoices()) add(translated(choice.label), {}, translated(choice.help));
    connect(this, &Segments::chosen, this, [&experiment](int index) {
        experiment.set("goal", std::string(goalChoices()[static_cast<std::size_t>(index)].key));
    });
    const auto show = [this, &experiment] {
        const auto choices = goalChoices();
        setCurrent(
            static_cast<int>(std::ranges::find(choices, experiment.config().goal, &Choice::key) - choices.begin()));
    };
    connect(&experiment, &ExperimentModel::configChanged, this, show);
    show();
}

}  // namespace gatelab
