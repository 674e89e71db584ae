// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_names.h"

#include "config/architecture.h"

#include <utility>

namespace gatelab {

Phrase shownName(const std::string& name, const ExperimentConfig& config) {
    Phrase model = modelName(config);
    return name.empty() || name == model.english() ? model : Phrase(name);
}

Phrase shownName(const RunSummary& run) { return shownName(run.name, run.config); }

Phrase numberedName(std::int64_t number, const std::string& name, const ExperimentConfig& config) {
    Phrase shown = shownName(name, config);
    return number > 0 ? Phrase(GATELAB_TEXT("ModelName", "%1 %2"), {numberText(number), std::move(shown)}) : shown;
}

Phrase numberedName(const RunSummary& run) { return numberedName(run.number, run.name, run.config); }

}  // namespace gatelab
