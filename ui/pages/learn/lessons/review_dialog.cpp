// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/review_dialog.h"

#include "common/preferences.h"
#include "common/texts.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/lessons/lesson_words.h"
#include "pages/learn/stage/stage_quiz.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace gatelab {

namespace {

constexpr int kWidth = 560, kHeight = 460;
const QString kPlace = QStringLiteral("review");

}  // namespace

ReviewProgress readReview(const Preferences& preferences) {
    auto progress = reviewFromJson(preferences.window(kPlace).toByteArray().toStdString());
    return progress.ok() ? std::move(*progress) : ReviewProgress{};
}

void keepReview(Preferences& preferences, const ReviewProgress& progress) {
    preferences.setWindow(kPlace, QByteArray::fromStdString(reviewToJson(progress)));
}

std::vector<ReviewQuestion> finishedQuestions(const LessonSession& session) {
    std::vector<const Lesson*> done;
    for (const Lesson& lesson : session.shelf().lessons)
        if (session.progressOf(lesson.key).isDone) done.push_back(&lesson);
    if (done.size() < kReviewLessons) return {};
    return reviewQuestions(done);
}

ReviewDialog::ReviewDialog(Theme& theme, const LessonSession& session, Preferences& preferences, QString language,
                           QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      session_(session),
      preferences_(preferences),
      language_(std::move(language)),
      progress_(readReview(preferences)),
      round_(finishedQuestions(session), progress_),
      column_(new QVBoxLayout(this)) {
    setWindowTitle(tr("Mixed review"));
    resize(qRound(kWidth * theme.textScale()), qRound(kHeight * theme.textScale()));
    refresh();
}

void ReviewDialog::refresh() {
    if (page_) page_->deleteLater();
    page_ = new QWidget;
    auto* inside = new QVBoxLayout(page_);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(12);
    column_->addWidget(page_);
    if (shown_)
        showQuestion(*shown_, given_);
    else if (!round_.isOver())
        showQuestion(round_.question(), -1);
    else
        showEnd();
}

void ReviewDialog::showQuestion(const ReviewQuestion& question, int given) {
    const Lesson* lesson = session_.shelf().find(question.lesson);
    outcomes_ = session_.progressOf(question.lesson).outcomes;
    const LessonWords words{theme_, session_.glossary(), language_, figureSource(outcomes_)};
    AskedQuestion asked{question.question, tr("%n question(s) to go", nullptr, static_cast<int>(round_.left())), given,
                        tr("From the lesson \"%1\"").arg(lesson ? words.simple(lesson->title) : QString())};
    if (given >= 0 && static_cast<std::size_t>(given) != question.question.right)
        asked.foot += u' ' + tr("It comes again a little later.");
    // Not from within the click of a button that goes with it.
    auto* quiz = new StageQuiz(theme_, words, 1, asked, [this](int chosen) {
        QMetaObject::invokeMethod(
            this, [this, chosen] { answer(chosen); }, Qt::QueuedConnection);
    });
    page_->layout()->addWidget(quiz);
    static_cast<QVBoxLayout*>(page_->layout())->addStretch(1);
    if (given < 0) return;
    auto* onward = makeButton(QIcon(), tr("Go on"), this, &ReviewDialog::next);
    onward->setProperty("primary", true);
    onward->setDefault(true);
    page_->layout()->addWidget(onward);
    onward->setFocus();
}

void ReviewDialog::showEnd() {
    auto* told = new WrappedLabel("title");
    told->setFullText(round_.asked() == 0
                          ? tr("Nothing is due.")
                          : tr("%1 of %2 right the first time").arg(round_.firstRight()).arg(round_.asked()));
    page_->layout()->addWidget(told);
    auto* note = new WrappedLabel("note");
    note->setFullText(
        round_.asked() == 0
            ? tr("Finish one more lesson, and its questions stand here.")
            : tr("The wrong ones come again in the next review; the others wait, each time twice as long."));
    page_->layout()->addWidget(note);
    static_cast<QVBoxLayout*>(page_->layout())->addStretch(1);
    page_->layout()->addWidget(makeButton(QIcon(), tr("Close"), this, &QDialog::accept));
}

void ReviewDialog::answer(int given) {
    if (shown_ || round_.isOver() || given < 0 || given >= static_cast<int>(round_.question().question.answers.size()))
        return;
    shown_ = round_.question();
    given_ = given;
    round_.answer(static_cast<std::size_t>(given), progress_);
    keepReview(preferences_, progress_);
    Q_EMIT answered();
    refresh();
}

void ReviewDialog::next() {
    if (!shown_) return;
    shown_.reset();
    given_ = -1;
    refresh();
}

void ReviewDialog::keyPressEvent(QKeyEvent* event) {
    if (event->key() >= Qt::Key_1 && event->key() <= Qt::Key_9) return answer(event->key() - Qt::Key_1);
    const bool isOnward = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isOnward && shown_) return next();
    QDialog::keyPressEvent(event);
}

}  // namespace gatelab
