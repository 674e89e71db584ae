// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/inspection.h"
#include "inspect/walk_stage.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace gatelab {

/// A place of the Learn page that can be opened: LearnPage::openPlace. What is not given stays as it is. All numbers
/// count from 0.
struct LearnPlace {
    /// "microscope", "gradient", "cell" or the name of a view that was added; empty: the one that is shown
    QString view;
    QString run;                                      ///< its id; empty: the run that is open
    QString beside;                                   ///< id of another run that is shown beside it; empty: none
    QString weights;                                  ///< as Inspector::use has them: "best", "last", "120", "film:120"
    std::optional<WindowPart> part;                   ///< of the window
    std::optional<std::int64_t> window;               ///< in its part
    std::optional<int> layer, direction, unit, step;  ///< step: of the window
    std::optional<WalkStage> stage;                   ///< of the cell walk
    bool isLarge = false;                             ///< before a class: no letter of the drawings below 20 px
};

}  // namespace gatelab
