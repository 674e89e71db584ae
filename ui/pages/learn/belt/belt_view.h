// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/lesson.h"
#include "pages/learn/learn_view.h"

#include <functional>
#include <string>
#include <vector>

class QLabel;

namespace gatelab {

class BeltCard;
class ExperimentModel;
class Preferences;

/// The first view of the Learn page: a trained network that reads before one's eyes and whose valves can be dragged;
/// below it the way into the lessons. Its network is its own, not that of a run. GUI thread.
class BeltView : public LearnView {
    Q_OBJECT
public:
    /// `lessons`: those that come with the program, in their order; `isDone`: the learner has seen the claim of the
    /// one with this key; `language`: code of the window's.
    BeltView(Theme& theme, Preferences& preferences, ExperimentModel& experiment, const QString& language,
             const std::vector<Lesson>& lessons, std::function<bool(const std::string&)> isDone,
             QWidget* parent = nullptr);
    [[nodiscard]] BeltCard& card() { return *card_; }
    [[nodiscard]] bool needsNetwork() const override { return false; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeLessons();
    Theme& theme_;
    QString language_;
    std::vector<Lesson> lessons_;
    std::function<bool(const std::string&)> isDone_;
    BeltCard* card_;
    QWidget* row_ = nullptr;
    QLabel* error_ = nullptr;  ///< of row_
};

}  // namespace gatelab
