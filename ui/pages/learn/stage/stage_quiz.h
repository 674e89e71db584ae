// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/learn/lessons/lesson_words.h"

#include <QWidget>

#include <functional>

namespace gatelab {

class LessonSession;

/// What is asked, and what was answered.
struct AskedQuestion {
    LessonQuestion question;
    QString heading;  ///< above: "Question 2 of 3"
    int given = -1;   ///< index of the answer; -1: none yet
    QString foot;     ///< below, once it is answered; empty: nothing
};

/// A question with its answers as buttons, and, once one is chosen, which is right and why.
class StageQuiz : public QWidget {
public:
    /// That of the quiz card which the lesson shows.
    StageQuiz(Theme& theme, LessonSession& session, const LessonWords& words, double scale, QWidget* parent = nullptr);
    StageQuiz(Theme& theme, const LessonWords& words, double scale, const AskedQuestion& asked,
              const std::function<void(int)>& answer, QWidget* parent = nullptr);
};

}  // namespace gatelab
