// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/lesson_card_view.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "config/field.h"
#include "lesson/rich_text.h"
#include "pages/learn/lessons/lesson_session.h"
#include "widgets/button.h"

#include <QCursor>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <cmath>

namespace gatelab {

namespace {

using Kind = LessonCard::Kind;

QString kindTitle(Kind kind) {
    switch (kind) {
        case Kind::Question:
            return LessonCardView::tr("The question");
        case Kind::Predict:
            return LessonCardView::tr("Your prediction");
        case Kind::Run:
            return LessonCardView::tr("The experiment");
        case Kind::Result:
            return LessonCardView::tr("What happened");
        case Kind::Explain:
            return LessonCardView::tr("Why");
        case Kind::Change:
            return LessonCardView::tr("Change one thing");
        case Kind::Quiz:
            return LessonCardView::tr("Three questions");
        case Kind::Own:
            return LessonCardView::tr("With your own series");
        default:
            return {};  // a scene of the stage
    }
}

}  // namespace

template <class Act>
QPushButton* LessonCardView::addButton(const QString& icon, const QString& text, Act act, bool isPrimary) {
    auto* button = makeButton(theme_.icon(icon, isPrimary ? Ink::OnFill : Ink::Text), text, this, act);
    if (isPrimary) button->setProperty("primary", true);
    auto* row = new QHBoxLayout;
    row->addWidget(button);
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    return button;
}

/// An answer: a button over the whole width whose text may have several lines.
template <class Act>
QPushButton* LessonCardView::addChoice(const QString& text, bool isChosen, Act act) {
    auto* button = makeButton({}, {}, this, act);
    button->setCheckable(true);
    button->setChecked(isChosen);
    button->setAccessibleName(text);
    auto* row = new QHBoxLayout(button);
    row->setContentsMargins(12, isLarge_ ? 10 : 6, 12, isLarge_ ? 10 : 6);
    auto* label = new QLabel(toHtml(text));
    label->setWordWrap(true);
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    label->setStyleSheet(QStringLiteral("background: transparent;"));
    row->addWidget(label);
    button->setMinimumHeight(label->fontMetrics().height() + (isLarge_ ? 26 : 14));
    button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
    QSizePolicy policy = button->sizePolicy();
    policy.setVerticalPolicy(QSizePolicy::Minimum);
    button->setSizePolicy(policy);
    layout()->addWidget(button);
    return button;
}

LessonCardView::LessonCardView(Theme& theme, LessonSession& session, const LessonWords& words, bool isLarge,
                               bool isRevealed, const LessonActions& actions)
    : theme_(theme),
      session_(session),
      words_(words),
      outcomes_(session.shownOutcomes()),
      isLarge_(isLarge),
      isRevealed_(isRevealed),
      actions_(actions) {
    setObjectName(QStringLiteral("lesson-card"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, isLarge ? 12 : 4, 4);
    column->setSpacing(isLarge ? 18 : 10);
    const LessonCard& card = session.shownCard();
    QString title = kindTitle(card.kind);
    if (card.kind == Kind::Question) title = words_.simple(session.lesson()->question);
    if (card.kind == Kind::Quiz)
        title = tr("Question %1 of %2").arg(session_.question() + 1).arg(card.questions.size());
    addLabel(toHtml(title), "question");
    addText(card.text);
    switch (card.kind) {
        case Kind::Predict:
            addPrediction(card);
            break;
        case Kind::Run:
            addRuns();
            break;
        case Kind::Result:
            addResult();
            break;
        case Kind::Explain:
            addPlace(card);
            break;
        case Kind::Change:
            addChange(card);
            break;
        case Kind::Quiz:
            addQuestion(card);
            break;
        case Kind::Own:
            addButton(QStringLiteral("table"), tr("Use my own series"), actions_.takeOwn);
            if (session_.progress().isDone)
                addLabel(toHtml(tr("Lesson finished: %1 of %2 questions right.")
                                    .arg(session_.rightAnswers())
                                    .arg(session_.progress().answers.size())),
                         "success");
            break;
        default:
            break;
    }
    column->addStretch(1);
}

QLabel* LessonCardView::addLabel(const QString& html, const char* role) {
    // The family has a weight of its own for this, and none that is bolder.
    auto* label = new QLabel(QString(html)
                                 .replace(QLatin1String("<b>"), QLatin1String("<span style=\"font-weight:600\">"))
                                 .replace(QLatin1String("</b>"), QLatin1String("</span>")));
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    if (role) label->setProperty("role", role);
    connect(label, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link.startsWith(QLatin1String("term:"))) actions_.showTerm(link.mid(5), QCursor::pos());
    });
    layout()->addWidget(label);
    return label;
}

void LessonCardView::addText(const LessonText& text) { addLabel(words_.html(text)); }

void LessonCardView::addPrediction(const LessonCard& card) {
    if (!card.drawRun.empty()) {
        addLabel(toHtml(tr("Draw the curve of \"%1\" beside this card, or choose it with Tab and use the arrow keys.")
                            .arg(words_.run(*session_.lesson(), card.drawRun))),
                 "note");
        if (!session_.progress().drawn.empty())
            addButton(QStringLiteral("reset"), tr("Draw it again"), [this] { session_.draw({}); });
        return;
    }
    for (int i = 0; i < static_cast<int>(card.choices.size()); ++i)
        addChoice(words_.plain(card.choices[static_cast<std::size_t>(i)].text), session_.progress().choice == i,
                  [this, i] { session_.choose(i); });
}

void LessonCardView::addRuns() {
    const Lesson& lesson = *session_.lesson();
    QStringList states;
    for (const LessonRun& run : lesson.runs) {
        const bool isRunning = trainedKey(session_.trainingRun()) == run.key;
        const bool isDone = session_.progress().outcomes.contains(run.key);
        const QString state = isRunning               ? tr("training")
                              : isDone                ? tr("trained")
                              : session_.isTraining() ? tr("waits")
                                                      : tr("not yet trained here");
        states << QStringLiteral("<b>%1</b> &nbsp; %2").arg(toHtml(words_.simple(run.label)), toHtml(state));
    }
    addLabel(states.join(QStringLiteral("<br>")));
    if (session_.isTraining()) {
        addButton(QStringLiteral("stop"), tr("Stop"), [this] { session_.cancel(); });
        return;
    }
    addButton(
        QStringLiteral("play"),
        session_.isTrained() ? tr("Train with seed %1").arg(session_.progress().seed + 1) : tr("Train"),
        [this] { session_.train(); }, !session_.isTrained())
        ->setObjectName(QStringLiteral("lesson-train"));
    if (!session_.isTrained() && !session_.shipped().empty())
        addLabel(toHtml(session_.isPredicted()
                            ? tr("The dashed curves were measured when the lesson was made. Train to get your own; it "
                                 "takes some seconds.")
                            : tr("Curves were measured when the lesson was made. They are shown when you have made "
                                 "your prediction, on the card before, or trained.")),
                 "note");
}

void LessonCardView::addResult() {
    const LessonCard& asked = *session_.lesson()->find(Kind::Predict);
    if (!asked.choices.empty()) {
        const auto right = session_.rightChoice();
        const int own = session_.progress().choice;
        if (own >= 0)
            addLabel(tr("<b>You said:</b> %1").arg(words_.html(asked.choices[static_cast<std::size_t>(own)].text)));
        else
            addLabel(toHtml(tr("You made no prediction. Go back and make one: that is where the learning is.")),
                     "note");
        if (right)
            addLabel(tr("<b>It happened:</b> %1").arg(words_.html(asked.choices[*right].text)),
                     own == static_cast<int>(*right) ? "success" : nullptr);
    } else if (!session_.progress().drawn.empty()) {
        addLabel(toHtml(tr("The dotted curve is your prediction, beside what was measured.")), "note");
    }
    if (session_.provesNothing())
        addLabel(toHtml(tr("What this lesson claims holds before any training too: it proves nothing.")), "warning");
    else if (const auto holds = session_.claimHolds())
        addLabel(toHtml(*holds ? tr("Holds with seed %1, and not before training:").arg(session_.progress().seed)
                               : tr("Does not hold with seed %1; another may.").arg(session_.progress().seed)) +
                     QStringLiteral("<br>") + words_.html(session_.lesson()->claimText),
                 *holds ? nullptr : "warning");
    else if (!session_.isTrained())
        addLabel(toHtml(session_.shipped().empty()
                            ? tr("Nothing has been trained yet: figures are dashes.")
                            : tr("These figures came with the lesson. Train on the card before to get your own.")),
                 "note");
}

void LessonCardView::addPlace(const LessonCard& card) {
    if (card.look.view.empty()) return;
    const QString text = card.look.view == "microscope" ? tr("See it in the gate microscope")
                         : card.look.view == "gradient" ? tr("See it in the gradient view")
                                                        : tr("See it in the cell walk");
    auto* button = addButton(QStringLiteral("grid"), text, actions_.openPlace);
    button->setObjectName(QStringLiteral("lesson-place"));
    const bool isThere = session_.progress().runs.contains(card.look.run);
    button->setEnabled(isThere);
    if (!isThere) {
        button->setToolTip(tr("Train the lesson first: there is no network to look into yet"));
        addLabel(toHtml(tr("Train the lesson first: there is no network to look into yet.")), "note");
    }
}

void LessonCardView::addChange(const LessonCard& card) {
    const Field* field = findField(card.change.setting);
    QStringList runs;
    for (const std::string& run : card.change.runs) runs << words_.run(*session_.lesson(), run);
    addLabel(QStringLiteral("<b>%1</b>, %2")
                 .arg(toHtml(translated(field->label)), toHtml(QLocale().createSeparatedList(runs))));
    for (std::size_t i = 0; i < card.change.values.size(); ++i) {
        const auto value = parseFieldValue(*field, card.change.values[i]);
        auto* button =
            addButton(session_.isTraining() && session_.tried() == static_cast<int>(i) ? QStringLiteral("clock")
                                                                                       : QStringLiteral("play"),
                      tr("Try %1").arg(value.ok() ? displayValue(*field, *value) : fromUtf8(card.change.values[i])),
                      [this, i] { session_.tryChange(i); });
        button->setEnabled(!session_.isTraining());
    }
    if (session_.isTraining()) addButton(QStringLiteral("stop"), tr("Stop"), [this] { session_.cancel(); });
    const auto& tries = session_.progress().tries;
    for (const auto& [value, outcomes] : tries) addTry(card.change, value);
    if (tries.size() > 1) addLabel(toHtml(tr("The pale curves are other values that were tried.")), "note");
}

/// What the change did, in the figures that the lesson tells of its runs.
void LessonCardView::addTry(const LessonChange& change, int value) {
    const Lesson& lesson = *session_.lesson();
    const LessonOutcomes& tried = session_.progress().tries.at(value);
    const auto written = [](const LessonOutcomes& outcomes, const ShownFigure& figure) {
        const auto number = figureSource(outcomes)(figure.call);
        return toHtml(formatWritten(fromUtf8(figureWords(number.ok() ? *number : std::nan(""), figure.format))));
    };
    QStringList lines;
    for (const LessonRun& run : lesson.runs) {
        if (!tried.contains(run.key)) continue;
        for (const ShownFigure& figure : figuresShown(lesson, run.key)) {
            const auto number = figureSource(tried)(figure.call);
            QString name = translated(findLessonFigure(figure.call.name)->label);
            if (change.runs.size() > 1) name = tr("%1, %2").arg(words_.run(*session_.lesson(), run.key), name);
            const auto diverged = tried.at(run.key).figures.find("diverged");
            const bool isMeasured = number.ok() && !std::isnan(*number),
                       hasFailed = diverged != tried.at(run.key).figures.end() && diverged->second > 0.5;
            const QString before = written(outcomes_, figure);
            lines << (isMeasured  ? tr("%1: <b>%2</b> instead of %3").arg(toHtml(name), written(tried, figure), before)
                      : hasFailed ? tr("%1: none, for the training failed; it was %2").arg(toHtml(name), before)
                                  : tr("%1: not measured; it was %2").arg(toHtml(name), before));
        }
    }
    if (lines.isEmpty()) return;
    addLabel(QStringLiteral("<b>%1</b><br>").arg(toHtml(changeLabel(change, value))) +
             lines.join(QStringLiteral("<br>")));
}

void LessonCardView::addQuestion(const LessonCard& card) {
    const int number = session_.question();
    const LessonQuestion& question = card.questions[static_cast<std::size_t>(number)];
    const int given = session_.progress().answers[static_cast<std::size_t>(number)];
    const bool isOpen = isLarge_ ? isRevealed_ : given >= 0;
    addLabel(QStringLiteral("<b>%1</b>").arg(words_.html(question.text)));
    for (int i = 0; i < static_cast<int>(question.answers.size()); ++i) {
        const bool isRight = i == static_cast<int>(question.right);
        const QString sign = !isOpen      ? QString()
                             : isRight    ? QStringLiteral("✓ ")
                             : given == i ? QStringLiteral("✗ ")
                                          : QString();
        auto* button = addChoice(sign + words_.simple(question.answers[static_cast<std::size_t>(i)]),
                                 given == i || (isOpen && isRight), [this, number, i] { actions_.answer(number, i); });
        if (isOpen) {  // nothing is left to be answered
            button->setAttribute(Qt::WA_TransparentForMouseEvents);
            button->setFocusPolicy(Qt::NoFocus);
        }
    }
    if (isOpen && given >= 0 && given != static_cast<int>(question.right))
        addLabel(toHtml(tr("The first answer counts.")), "note");
    if (isOpen) addText(question.why);
}

}  // namespace gatelab
