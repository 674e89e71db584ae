// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/lesson_figures.h"
#include "lesson/review.h"

#include <QDialog>
#include <QString>

#include <optional>

class QVBoxLayout;

namespace gatelab {

class LessonSession;
class Preferences;

/// What the learner remembers of the questions; kept beside the progress of the lessons.
ReviewProgress readReview(const Preferences& preferences);
void keepReview(Preferences& preferences, const ReviewProgress& progress);
/// Of the lessons that the learner has finished.
std::vector<ReviewQuestion> finishedQuestions(const LessonSession& session);

/// One round of the mixed review. Digits answer, Enter goes on; every answer is kept at once. Never of a class: its
/// session is no learner's. GUI thread.
class ReviewDialog : public QDialog {
    Q_OBJECT
public:
    ReviewDialog(Theme& theme, const LessonSession& session, Preferences& preferences, QString language,
                 QWidget* parent = nullptr);
    [[nodiscard]] const ReviewRound& round() const { return round_; }
    void answer(int given);
    void next();

Q_SIGNALS:
    void answered();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    void showQuestion(const ReviewQuestion& question, int given);
    void showEnd();

    Theme& theme_;
    const LessonSession& session_;
    Preferences& preferences_;
    QString language_;
    ReviewProgress progress_;
    ReviewRound round_;
    LessonOutcomes outcomes_;  ///< of the lesson of the question: figures of its texts
    std::optional<ReviewQuestion> shown_;
    int given_ = -1;
    QWidget* page_ = nullptr;
    QVBoxLayout* column_;
};

}  // namespace gatelab
