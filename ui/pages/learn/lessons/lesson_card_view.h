// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/lessons/lesson_words.h"

#include <QWidget>
#include <functional>

class QLabel;
class QPushButton;

namespace gatelab {

class LessonSession;

/// What a card does outside of itself.
struct LessonActions {
    std::function<void()> openPlace;                                     ///< of the card that is shown
    std::function<void()> takeOwn;                                       ///< goes on with the learner's own series
    std::function<void(const QString& key, const QPoint& at)> showTerm;  ///< of the glossary
    std::function<void(int question, int answer)> answer = {};
};

/// Text and controls of the card that is shown; made anew when anything of it changes. GUI thread.
class LessonCardView : public QWidget {
    Q_OBJECT
public:
    /// isRevealed: in a class room, what is right in the question that is shown may be seen.
    LessonCardView(Theme& theme, LessonSession& session, const LessonWords& words, bool isLarge, bool isRevealed,
                   const LessonActions& actions);

private:
    void addText(const LessonText& text);
    void addPrediction(const LessonCard& card);
    void addRuns();
    void addResult();
    void addPlace(const LessonCard& card);
    void addChange(const LessonCard& card);
    void addTry(const LessonChange& change, int value);
    void addQuestion(const LessonCard& card);
    QLabel* addLabel(const QString& html, const char* role = nullptr);
    template <class Act>
    QPushButton* addChoice(const QString& text, bool isChosen, Act act);
    template <class Act>
    QPushButton* addButton(const QString& icon, const QString& text, Act act, bool isPrimary = false);

    Theme& theme_;
    LessonSession& session_;
    LessonWords words_;
    LessonOutcomes outcomes_;
    bool isLarge_, isRevealed_;
    const LessonActions& actions_;
};

}  // namespace gatelab
