// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/lesson.h"
#include "pages/learn/learn_view.h"

#include <vector>

namespace gatelab {

class BeltCard;
class Preferences;

/// The first view of the Learn page: a trained network that reads before one's eyes and whose valves can be dragged;
/// below it the way into the lessons. Its network is its own, not that of a run. GUI thread.
class BeltView : public LearnView {
    Q_OBJECT
public:
    /// `lessons`: those that come with the program, in their order; `language`: code of the window's.
    BeltView(Theme& theme, Preferences& preferences, const QString& language, const std::vector<Lesson>& lessons,
             QWidget* parent = nullptr);
    [[nodiscard]] BeltCard& card() { return *card_; }
    [[nodiscard]] bool needsNetwork() const override { return false; }

private:
    QWidget* makeLessons(Theme& theme, const QString& language, const std::vector<Lesson>& lessons);
    BeltCard* card_;
};

}  // namespace gatelab
