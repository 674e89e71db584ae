// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/learn/lessons/lesson_words.h"

#include <QWidget>

namespace gatelab {

class LessonSession;

/// The question of a quiz that is asked now: its answers as buttons, and, once one is chosen, which is right and why.
class StageQuiz : public QWidget {
public:
    StageQuiz(Theme& theme, LessonSession& session, const LessonWords& words, double scale, QWidget* parent = nullptr);
};

}  // namespace gatelab
