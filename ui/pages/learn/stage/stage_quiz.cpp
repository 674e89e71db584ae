// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_quiz.h"

#include "common/texts.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/stage/stage_text.h"
#include "widgets/button.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace gatelab {

namespace {
QString say(const char* text) { return QCoreApplication::translate("StageText", text); }

AskedQuestion askedNow(const LessonSession& session) {
    const auto& questions = session.shownCard().questions;
    const auto number = static_cast<std::size_t>(session.question());
    AskedQuestion asked{questions[number],
                        say(QT_TRANSLATE_NOOP("StageText", "Question %1 of %2")).arg(number + 1).arg(questions.size()),
                        session.progress().answers[number],
                        {}};
    if (number + 1 == questions.size())
        asked.foot = say(QT_TRANSLATE_NOOP("StageText", "%1 of %2 questions right"))
                         .arg(session.rightAnswers())
                         .arg(questions.size());
    return asked;
}
}  // namespace

StageQuiz::StageQuiz(Theme& theme, LessonSession& session, const LessonWords& words, double scale, QWidget* parent)
    : StageQuiz(
          theme, words, scale, askedNow(session),
          [&session, number = session.question()](int given) { session.answer(number, given); }, parent) {}

StageQuiz::StageQuiz(Theme& theme, const LessonWords& words, double scale, const AskedQuestion& asked,
                     const std::function<void(int)>& answer, QWidget* parent)
    : QWidget(parent) {
    const auto letters = [scale](int px) { return stageLetters(px, scale); };
    const LessonQuestion& question = asked.question;
    const int given = asked.given;
    const int right = static_cast<int>(question.right);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(letters(8));
    const auto add = [&](const QString& html, int px, int weight, bool isMuted) {
        auto* label = new QLabel(html);
        label->setWordWrap(true);
        label->setTextFormat(Qt::RichText);  // plain to Qt is what does not begin with a tag it knows
        label->setStyleSheet(
            QStringLiteral("background: transparent; font-size: %1px; font-weight: %2;%3")
                .arg(letters(px))
                .arg(weight)
                .arg(isMuted ? QStringLiteral(" color: %1;").arg(theme.palette().muted.name()) : QString()));
        return label;
    };
    column->addWidget(add(toHtml(asked.heading), 12, 400, true));
    column->addWidget(add(words.html(question.text), 15, 600, false));
    // On the wall what explains needs the room of the other answers: a remote does not scroll.
    const bool isShort = given >= 0 && scale >= kClassScale;
    for (int i = 0; i < static_cast<int>(question.answers.size()); ++i) {
        if (isShort && i != right && i != given) continue;
        const QString sign = given < 0    ? QStringLiteral("%1  ").arg(i + 1)
                             : i == right ? QStringLiteral("✓  ")
                             : i == given ? QStringLiteral("✗  ")
                                          : QStringLiteral("    ");
        const QString text = words.simple(question.answers[static_cast<std::size_t>(i)]);
        auto* button = makeButton(QIcon(), QString(), this, [answer, i] { answer(i); });
        button->setCheckable(true);
        button->setChecked(given >= 0 && (i == given || i == right));
        button->setAccessibleName(sign.trimmed() + u' ' + text);
        // As high as its answer needs: other buttons have one height.
        const bool isMarked = given >= 0 && (i == given || i == right);
        const Palette& palette = theme.palette();
        button->setStyleSheet(
            QStringLiteral("QPushButton { min-height: %1px; max-height: 999px; }").arg(letters(28)) +
            (isMarked ? QStringLiteral("QPushButton:checked { border: 1px solid %1; background: %2; }")
                            .arg((i == right ? palette.success : palette.error).name(),
                                 (i == right ? palette.successTint : palette.errorTint).name(QColor::HexArgb))
                      : QString()));
        button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
        if (given >= 0) {  // the first answer counts
            button->setAttribute(Qt::WA_TransparentForMouseEvents);
            button->setFocusPolicy(Qt::NoFocus);
        }
        auto* inside = new QHBoxLayout(button);
        inside->setContentsMargins(letters(10), letters(6), letters(10), letters(6));
        QLabel* label = add(toHtml(sign + text), 13, given >= 0 && i == right ? 600 : 400, false);
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        inside->addWidget(label);
        column->addWidget(button);
    }
    if (given < 0) return;
    column->addWidget(add(QStringLiteral("<span style=\"font-weight:600\">%1</span> %2")
                              .arg(toHtml(given == right ? say(QT_TRANSLATE_NOOP("StageText", "Right."))
                                                         : say(QT_TRANSLATE_NOOP("StageText", "Not this one."))),
                                   words.plain(question.why).toHtmlEscaped()),
                          15, 400, false));
    if (!asked.foot.isEmpty()) column->addWidget(add(toHtml(asked.foot), 12, 400, true));
}

}  // namespace gatelab
