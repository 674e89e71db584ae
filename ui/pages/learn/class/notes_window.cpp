// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/class/notes_window.h"

#include "common/texts.h"
#include "pages/learn/class/hands_panel.h"
#include "pages/learn/class/teacher_window.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/stage/stage_text.h"
#include "widgets/card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kPicture = 400, kLetters = 18, kSheetLetters = 24;

/// As the stage has it.
QString sceneName(LessonCard::Kind kind) {
    switch (kind) {
        case LessonCard::Kind::Look:
            return StageText::tr("1 Look");
        case LessonCard::Kind::Draw:
            return StageText::tr("2 Draw");
        case LessonCard::Kind::Train:
            return StageText::tr("3 Train");
        case LessonCard::Kind::Gap:
            return StageText::tr("4 Gap");
        default:
            return StageText::tr("5 Say");
    }
}

}  // namespace

NotesWindow::NotesWindow(Theme& theme, TeacherWindow& wall, const QString& language)
    : QWidget(nullptr, Qt::Window),
      theme_(theme),
      wall_(wall),
      language_(language.toStdString()),
      seen_(makeLabel({}, "warning")),
      picture_(new QLabel),
      head_(makeLabel({}, "title")),
      next_(makeLabel({}, "")),
      notes_(makeLabel({}, "")),
      answers_(makeLabel({}, "")) {
    setObjectName(QStringLiteral("notes"));
    setWindowTitle(tr("Notes"));
    setAutoFillBackground(true);
    resize(1000, 640);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(20, 20, 20, 20);
    all->setSpacing(12);
    all->addWidget(seen_);
    auto* row = new QHBoxLayout;
    row->setSpacing(20);
    all->addLayout(row, 1);
    auto* left = new QVBoxLayout;
    picture_->setFixedWidth(kPicture);
    left->addWidget(picture_);
    left->addWidget(answers_);
    left->addStretch(1);
    row->addLayout(left);
    auto* right = new QVBoxLayout;
    for (QLabel* label : {head_, next_, notes_}) right->addWidget(label);
    right->addStretch(1);
    row->addLayout(right, 1);
    for (QLabel* label : {seen_, head_, next_, notes_, answers_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    tick_.setInterval(1000);
    connect(&tick_, &QTimer::timeout, this, &NotesWindow::refresh);
    connect(&wall_.hands(), &HandsPanel::changed, this, &NotesWindow::refresh);
    for (const auto changed : {&LessonSession::lessonChanged, &LessonSession::cardChanged})
        connect(&wall_.session(), changed, this, &NotesWindow::refresh);
    since_.start();
}

void NotesWindow::open(bool isSheet) {
    isSheet_ = isSheet;
    seen_->setText(isSheet ? tr("There is one screen: the class reads this page too. N: back to the lesson.")
                           : QString());
    seen_->setVisible(isSheet);
    picture_->setVisible(!isSheet);
    answers_->setFixedWidth(isSheet ? wall_.width() * 2 / 5 : kPicture);
    const int letters = isSheet ? kSheetLetters : qRound(kLetters * theme_.textScale());
    for (QLabel* label : {seen_, head_, next_, notes_, answers_})
        label->setStyleSheet(QStringLiteral("font-size: %1px;").arg(letters));
    if (isSheet) setGeometry(wall_.geometry());
    isSheet&& wall_.isFullScreen() ? showFullScreen() : show();
    activateWindow();
    refresh();
}

void NotesWindow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    tick_.start();
    refresh();
}

QString NotesWindow::text() const {
    return QStringList{seen_->text(), head_->text(), next_->text(), notes_->text(), answers_->text()}.join(
        QLatin1Char('\n'));
}

QString NotesWindow::minutes() const {
    const LessonSession& session = wall_.session();
    const qint64 gone = since_.elapsed() / 60000;
    const QString words = session.place() + QStringLiteral(" · ");
    if (const ClassPlan* plan = session.plan()) return words + tr("minute %1 of %2").arg(gone).arg(plan->minutes());
    return words + tr("minute %1").arg(gone);
}

/// The scene behind this one, or the lesson.
QString NotesWindow::next() const {
    const LessonSession& session = wall_.session();
    const auto& cards = session.lesson()->cards;
    const auto at = static_cast<std::size_t>(session.card()) + 1;
    if (at < cards.size())
        return tr("Now: %1. Next: %2").arg(sceneName(session.shownCard().kind), sceneName(cards[at].kind));
    const Lesson* following = session.nextLesson();
    return following ? tr("Next lesson: %1").arg(fromUtf8(following->title.in(language_))) : tr("This is the end.");
}

QString NotesWindow::notes() const {
    const LessonSession& session = wall_.session();
    QStringList all;
    const auto add = [&](const LessonText& text) {
        if (!text.in(language_).empty()) all << fromUtf8(text.in(language_));
    };
    if (session.plan()) add(session.plan()->notes);
    if (const ClassLesson* planned = session.classLesson()) add(planned->notes);
    add(session.lesson()->hands.notes);
    return all.isEmpty() ? tr("There are no notes on this lesson.") : all.join(QStringLiteral("\n\n"));
}

/// Who gives which answer, and how many.
QString NotesWindow::answers() const {
    const ClassQuestion& question = wall_.session().lesson()->hands;
    QStringList lines;
    // Who has a misconception is not right.
    const bool isTold = !isSheet_ || wall_.hands().phase() == HandsPanel::Phase::Revealed;
    for (std::size_t i = 0; i < question.answers.size(); ++i) {
        const auto& answer = question.answers[i];
        QString line = QStringLiteral("%1  %2:  %3 → %4")
                           .arg(i + 1)
                           .arg(fromUtf8(answer.text.in(language_)))
                           .arg(wall_.hands().before()[i])
                           .arg(wall_.hands().after()[i]);
        if (isTold && i == question.right)
            line += QStringLiteral("  ✓");
        else if (isTold && !answer.misconception.in(language_).empty())
            line += QLatin1Char('\n') + fromUtf8(answer.misconception.in(language_));
        lines << line;
    }
    return lines.join(QStringLiteral("\n"));
}

void NotesWindow::refresh() {
    if (!isVisible() || wall_.session().lesson() == nullptr) return;
    head_->setText(fromUtf8(wall_.session().lesson()->title.in(language_)) + QLatin1Char('\n') + minutes());
    next_->setText(next());
    notes_->setText(notes());
    answers_->setText(answers());
    if (!isSheet_ && wall_.isVisible())
        picture_->setPixmap(wall_.grab().scaledToWidth(kPicture, Qt::SmoothTransformation));
}

}  // namespace gatelab
