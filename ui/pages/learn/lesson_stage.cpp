// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lesson_stage.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "config/field.h"
#include "lesson/marked_text.h"
#include "pages/learn/lesson_plot.h"
#include "pages/learn/lesson_session.h"
#include "pages/learn/lesson_words.h"
#include "widgets/card.h"

#include <QCursor>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

using Kind = LessonCard::Kind;
constexpr int kCardWidth = 460;

QString kindTitle(Kind kind) {
    switch (kind) {
        case Kind::Question:
            return LessonStage::tr("The question");
        case Kind::Predict:
            return LessonStage::tr("Your prediction");
        case Kind::Run:
            return LessonStage::tr("The experiment");
        case Kind::Result:
            return LessonStage::tr("What happened");
        case Kind::Explain:
            return LessonStage::tr("Why");
        case Kind::Change:
            return LessonStage::tr("Change one thing");
        case Kind::Quiz:
            return LessonStage::tr("Three questions");
        case Kind::Own:
            return LessonStage::tr("With your own series");
    }
    return {};
}

QLabel* mark(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("role", "section");
    return label;
}

}  // namespace

LessonStage::LessonStage(Theme& theme, LessonSession& session, const QString& language, bool isLarge, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      session_(session),
      language_(language),
      isLarge_(isLarge),
      head_(new QWidget),
      scroll_(new QScrollArea),
      title_(new QLabel),
      place_(mark({})),
      plot_(new LessonPlot(theme, isLarge ? kLargeSmallest : qRound(12 * theme.textScale()))),
      back_(new QPushButton),
      next_(new QPushButton) {
    if (!isLarge)
        setStyleSheet(QStringLiteral("QLabel { font-size: %1px; } QLabel[role=\"question\"] { font-size: %2px; } "
                                     "QLabel[role=\"section\"], QLabel[role=\"note\"] { font-size: %3px; }")
                          .arg(letters(15))
                          .arg(letters(18))
                          .arg(letters(12)));
    else
        setStyleSheet(
            QStringLiteral(
                "QLabel, QPushButton, QToolButton, QComboBox { font-size: %1px; } QLabel[role=\"section\"], "
                "QLabel[role=\"note\"] { font-size: %2px; } "
                "QLabel[role=\"question\"] { font-size: %3px; } QLabel[role=\"success\"], QLabel[role=\"warning\"] { "
                "font-size: %1px; } QPushButton { min-height: 48px; padding: 0 20px; }")
                .arg(kLargeLetters)
                .arg(kLargeSmallest)
                .arg(kLargeLetters + 6));
    auto* card = new QFrame;
    card->setProperty("card", true);
    auto* column = new QVBoxLayout(card);
    const int edge = isLarge ? 40 : 16;
    column->setContentsMargins(edge, edge / 2 + 4, edge, edge / 2 + 4);
    column->setSpacing(isLarge ? 16 : 10);
    auto* top = new QHBoxLayout;
    title_->setProperty("role", "section");
    top->addWidget(title_, 1);
    top->addWidget(place_);
    column->addLayout(top);
    auto* marks = new QHBoxLayout(head_);
    marks->setContentsMargins(0, 0, 0, 0);
    marks->setSpacing(4);
    column->addWidget(head_);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setStyleSheet(QStringLiteral("QScrollArea, QWidget#lesson-card { background: transparent; }"));
    column->addWidget(scroll_, 1);
    auto* buttons = new QHBoxLayout;
    back_->setText(tr("Back"));
    back_->setIcon(theme.icon(QStringLiteral("chevron-left")));
    next_->setProperty("primary", true);
    buttons->addWidget(back_);
    buttons->addStretch(1);
    buttons->addWidget(next_);
    column->addLayout(buttons);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(card, isLarge ? 3 : 0);
    auto* frame = new QFrame;
    frame->setProperty("card", true);
    auto* inside = new QVBoxLayout(frame);
    inside->setContentsMargins(edge, edge / 2 + 4, edge, edge / 2 + 4);
    inside->addWidget(plot_);
    row->addWidget(frame, isLarge ? 2 : 1);
    if (!isLarge) {
        card->setMinimumWidth(300);
        card->setMaximumWidth(qRound(kCardWidth * theme.textScale()));
        row->setStretch(0, 1);
        row->setStretch(1, 1);
    }
    connect(back_, &QPushButton::clicked, this, [this] { session_.go(-1); });
    connect(next_, &QPushButton::clicked, this, [this] {
        if (session_.canGo(1)) return session_.go(1);
        if (const Lesson* following = session_.nextLesson()) session_.open(fromUtf8(following->key));
    });
    connect(&session_, &LessonSession::lessonChanged, this, [this] {
        revealed_.clear();
        scheduleRebuild();
    });
    connect(&session_, &LessonSession::cardChanged, this, &LessonStage::scheduleRebuild);
    connect(&session_, &LessonSession::changed, this, &LessonStage::scheduleRebuild);
    connect(&session_, &LessonSession::liveChanged, this, &LessonStage::refreshPlot);
    connect(plot_, &LessonPlot::drawingChanged, this, [this] { session_.draw(plot_->drawn()); });
    rebuild();
}

int LessonStage::letters(int small) const { return isLarge_ ? kLargeLetters : qRound(small * theme_.textScale()); }

LessonWords LessonStage::words() const { return {theme_, session_.glossary(), language_, figureSource(shown_)}; }

QString LessonStage::runLabel(const std::string& run) const {
    const LessonRun* found = session_.lesson()->findRun(run);
    return found ? words().simple(found->label) : fromUtf8(run);
}

QString LessonStage::changeLabel(const LessonChange& change, int value) const {
    const Field* field = findField(change.setting);
    const std::string& text = change.values[static_cast<std::size_t>(value)];
    const auto parsed = parseFieldValue(*field, text);
    return QStringLiteral("%1 %2").arg(translated(field->label),
                                       parsed.ok() ? displayValue(*field, *parsed) : fromUtf8(text));
}

/// Not from within the click of a button that goes with it.
void LessonStage::scheduleRebuild() {
    if (std::exchange(isAsked_, true)) return;
    QTimer::singleShot(0, this, [this] {
        isAsked_ = false;
        rebuild();
    });
}

QLabel* LessonStage::addLabel(const QString& html, const char* role) {
    // The family has a weight of its own for this, and none that is bolder.
    auto* label = new QLabel(QString(html)
                                 .replace(QLatin1String("<b>"), QLatin1String("<span style=\"font-weight:600\">"))
                                 .replace(QLatin1String("</b>"), QLatin1String("</span>")));
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    if (role) label->setProperty("role", role);
    connect(label, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link.startsWith(QLatin1String("term:"))) Q_EMIT termAsked(link.mid(5), QCursor::pos());
    });
    content_->layout()->addWidget(label);
    return label;
}

void LessonStage::addText(const LessonText& text) { addLabel(words().html(text)); }

QPushButton* LessonStage::addButton(const QString& icon, const QString& text, bool isPrimary) {
    auto* button = new QPushButton(theme_.icon(icon, isPrimary ? Ink::OnFill : Ink::Text), text);
    if (isPrimary) button->setProperty("primary", true);
    auto* row = new QHBoxLayout;
    row->addWidget(button);
    row->addStretch(1);
    static_cast<QVBoxLayout*>(content_->layout())->addLayout(row);
    return button;
}

/// An answer: a button over the whole width whose text may have several lines.
QPushButton* LessonStage::addChoice(const QString& text, bool isChosen) {
    auto* button = new QPushButton;
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
    content_->layout()->addWidget(button);
    return button;
}

bool LessonStage::needsPlot(const LessonCard& card) const {
    if (card.kind == Kind::Predict) return !card.drawRun.empty();
    return card.kind == Kind::Run || card.kind == Kind::Result || card.kind == Kind::Change;
}

void LessonStage::rebuild() {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr) return;
    shown_ = session_.shownOutcomes();
    const LessonCard& card = session_.shownCard();
    const int focused = content_ && content_->isAncestorOf(focusWidget()) ? 1 : 0;
    content_ = new QWidget;
    content_->setObjectName(QStringLiteral("lesson-card"));
    auto* column = new QVBoxLayout(content_);
    column->setContentsMargins(0, 4, isLarge_ ? 12 : 4, 4);
    column->setSpacing(isLarge_ ? 18 : 10);
    title_->setText(words().simple(lesson->title));
    place_->setText(tr("%1 of %2").arg(session_.card() + 1).arg(lesson->cards.size()));
    qDeleteAll(marks_);
    marks_.clear();
    for (int i = 0; i < static_cast<int>(lesson->cards.size()); ++i) {
        auto* one = new QFrame;
        one->setFixedHeight(isLarge_ ? 5 : 3);
        one->setStyleSheet(QStringLiteral("background: %1; border: none;")
                               .arg((i <= session_.card() ? theme_.palette().fill : theme_.palette().border).name()));
        head_->layout()->addWidget(one);
        marks_.push_back(one);
    }
    QString title = kindTitle(card.kind);
    if (card.kind == Kind::Question) title = words().simple(lesson->question);
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
            connect(addButton(QStringLiteral("table"), tr("Use my own series")), &QPushButton::clicked, this,
                    &LessonStage::ownAsked);
            if (session_.progress().isDone)
                addLabel(toHtml(tr("Lesson finished: %1 of %2 questions right.")
                                    .arg(session_.rightAnswers())
                                    .arg(session_.progress().answers.size())),
                         "success");
            break;
        case Kind::Question:
            break;
    }
    column->addStretch(1);
    scroll_->setWidget(content_);
    plot_->parentWidget()->setVisible(!isLarge_ || needsPlot(card));
    back_->setEnabled(session_.canGo(-1));
    const bool isLast = !session_.canGo(1);
    const Lesson* following = session_.nextLesson();
    next_->setText(!isLast ? tr("Next") : following ? tr("Next lesson") : tr("End of the lesson"));
    next_->setToolTip(isLast && following ? words().simple(following->title) : QString());
    next_->setEnabled(!isLast || following);
    refreshPlot();
    if (focused) next_->setFocus();
}

void LessonStage::addPrediction(const LessonCard& card) {
    if (!card.drawRun.empty()) {
        addLabel(toHtml(tr("Draw the curve of \"%1\" beside this card, or choose it with Tab and use the arrow keys.")
                            .arg(runLabel(card.drawRun))),
                 "note");
        if (!session_.progress().drawn.empty())
            connect(addButton(QStringLiteral("reset"), tr("Draw it again")), &QPushButton::clicked, this,
                    [this] { session_.draw({}); });
        return;
    }
    for (int i = 0; i < static_cast<int>(card.choices.size()); ++i)
        connect(
            addChoice(words().plain(card.choices[static_cast<std::size_t>(i)].text), session_.progress().choice == i),
            &QPushButton::clicked, this, [this, i] { session_.choose(i); });
}

void LessonStage::addRuns() {
    const Lesson& lesson = *session_.lesson();
    QStringList states;
    for (const LessonRun& run : lesson.runs) {
        const bool isRunning = session_.trainingRun() == run.key;
        const bool isDone = session_.progress().outcomes.contains(run.key);
        const QString state = isRunning               ? tr("training")
                              : isDone                ? tr("trained")
                              : session_.isTraining() ? tr("waits")
                                                      : tr("not yet trained here");
        states << QStringLiteral("<b>%1</b> &nbsp; %2").arg(toHtml(words().simple(run.label)), toHtml(state));
    }
    addLabel(states.join(QStringLiteral("<br>")));
    if (session_.isTraining()) {
        connect(addButton(QStringLiteral("stop"), tr("Stop")), &QPushButton::clicked, this,
                [this] { session_.cancel(); });
        return;
    }
    auto* train = addButton(QStringLiteral("play"), session_.isTrained() ? tr("Train once more") : tr("Train"),
                            !session_.isTrained());
    train->setObjectName(QStringLiteral("lesson-train"));
    connect(train, &QPushButton::clicked, this, [this] { session_.train(); });
    if (!session_.isTrained() && !session_.shipped().empty())
        addLabel(toHtml(session_.isPredicted()
                            ? tr("The dashed curves were measured when the lesson was made. Train to get your own; it "
                                 "takes some seconds.")
                            : tr("Curves were measured when the lesson was made. They are shown when you have made "
                                 "your prediction, on the card before, or trained.")),
                 "note");
}

void LessonStage::addResult() {
    const LessonCard& asked = *session_.lesson()->find(Kind::Predict);
    if (!asked.choices.empty()) {
        const auto right = session_.rightChoice();
        const int own = session_.progress().choice;
        if (own >= 0)
            addLabel(tr("<b>You said:</b> %1").arg(words().html(asked.choices[static_cast<std::size_t>(own)].text)));
        else
            addLabel(toHtml(tr("You made no prediction. Go back and make one: that is where the learning is.")),
                     "note");
        if (right)
            addLabel(tr("<b>It happened:</b> %1").arg(words().html(asked.choices[*right].text)),
                     own == static_cast<int>(*right) ? "success" : nullptr);
    } else if (!session_.progress().drawn.empty()) {
        addLabel(toHtml(tr("The dotted curve is your prediction, beside what was measured.")), "note");
    }
    if (const auto holds = session_.claimHolds())
        addLabel(
            toHtml(*holds
                       ? tr("What this lesson claims holds in your training:")
                       : tr("What this lesson claims does not hold in this training; chance may do that. It says:")) +
                QStringLiteral("<br>") + words().html(session_.lesson()->claimText),
            *holds ? nullptr : "warning");
    else if (!session_.isTrained())
        addLabel(toHtml(session_.shipped().empty()
                            ? tr("Nothing has been trained yet: figures are dashes.")
                            : tr("These figures came with the lesson. Train on the card before to get your own.")),
                 "note");
}

void LessonStage::addPlace(const LessonCard& card) {
    if (card.look.view.empty()) return;
    const QString text = card.look.view == "microscope" ? tr("See it in the gate microscope")
                         : card.look.view == "gradient" ? tr("See it in the gradient view")
                                                        : tr("See it in the cell walk");
    auto* button = addButton(QStringLiteral("grid"), text);
    button->setObjectName(QStringLiteral("lesson-place"));
    const bool isThere = session_.progress().runs.contains(card.look.run);
    button->setEnabled(isThere);
    if (!isThere) {
        button->setToolTip(tr("Train the lesson first: there is no network to look into yet"));
        addLabel(toHtml(tr("Train the lesson first: there is no network to look into yet.")), "note");
    }
    connect(button, &QPushButton::clicked, this, &LessonStage::placeAsked);
}

void LessonStage::addChange(const LessonCard& card) {
    const Field* field = findField(card.change.setting);
    QStringList runs;
    for (const std::string& run : card.change.runs) runs << runLabel(run);
    addLabel(QStringLiteral("<b>%1</b>, %2")
                 .arg(toHtml(translated(field->label)), toHtml(QLocale().createSeparatedList(runs))));
    for (std::size_t i = 0; i < card.change.values.size(); ++i) {
        const auto value = parseFieldValue(*field, card.change.values[i]);
        auto* button =
            addButton(session_.isTraining() && session_.tried() == static_cast<int>(i) ? QStringLiteral("clock")
                                                                                       : QStringLiteral("play"),
                      tr("Try %1").arg(value.ok() ? displayValue(*field, *value) : fromUtf8(card.change.values[i])));
        button->setEnabled(!session_.isTraining());
        connect(button, &QPushButton::clicked, this, [this, i] { session_.tryChange(i); });
    }
    if (session_.isTraining())
        connect(addButton(QStringLiteral("stop"), tr("Stop")), &QPushButton::clicked, this,
                [this] { session_.cancel(); });
    const auto& tries = session_.progress().tries;
    for (const auto& [value, outcomes] : tries) addTry(card.change, value);
    if (tries.size() > 1) addLabel(toHtml(tr("The pale curves are other values that were tried.")), "note");
}

/// What the change did, in the figures that the lesson tells of its runs.
void LessonStage::addTry(const LessonChange& change, int value) {
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
            if (change.runs.size() > 1) name = tr("%1, %2").arg(runLabel(run.key), name);
            const auto diverged = tried.at(run.key).figures.find("diverged");
            const bool isMeasured = number.ok() && !std::isnan(*number),
                       hasFailed = diverged != tried.at(run.key).figures.end() && diverged->second > 0.5;
            const QString before = written(shown_, figure);
            lines << (isMeasured  ? tr("%1: <b>%2</b> instead of %3").arg(toHtml(name), written(tried, figure), before)
                      : hasFailed ? tr("%1: none, for the training failed; it was %2").arg(toHtml(name), before)
                                  : tr("%1: not measured; it was %2").arg(toHtml(name), before));
        }
    }
    if (lines.isEmpty()) return;
    addLabel(QStringLiteral("<b>%1</b><br>").arg(toHtml(changeLabel(change, value))) +
             lines.join(QStringLiteral("<br>")));
}

bool LessonStage::isHidden(int question) const {
    return isLarge_ &&
           (question >= static_cast<int>(revealed_.size()) || !revealed_[static_cast<std::size_t>(question)]);
}

void LessonStage::addQuestion(const LessonCard& card) {
    const int number = session_.question();
    const LessonQuestion& question = card.questions[static_cast<std::size_t>(number)];
    const int given = session_.progress().answers[static_cast<std::size_t>(number)];
    const bool isOpen = isLarge_ ? !isHidden(number) : given >= 0;
    addLabel(QStringLiteral("<b>%1</b>").arg(words().html(question.text)));
    for (int i = 0; i < static_cast<int>(question.answers.size()); ++i) {
        const bool isRight = i == static_cast<int>(question.right);
        const QString sign = !isOpen      ? QString()
                             : isRight    ? QStringLiteral("✓ ")
                             : given == i ? QStringLiteral("✗ ")
                                          : QString();
        auto* button = addChoice(sign + words().simple(question.answers[static_cast<std::size_t>(i)]),
                                 given == i || (isOpen && isRight));
        if (isOpen) {  // nothing is left to be answered
            button->setAttribute(Qt::WA_TransparentForMouseEvents);
            button->setFocusPolicy(Qt::NoFocus);
            continue;
        }
        connect(button, &QPushButton::clicked, this, [this, number, i] {
            session_.answer(number, i);
            if (isLarge_) {
                revealed_.resize(static_cast<std::size_t>(number) + 1, false);
                revealed_[static_cast<std::size_t>(number)] = true;
            }
        });
    }
    if (isOpen && given >= 0 && given != static_cast<int>(question.right))
        addLabel(toHtml(tr("The first answer counts.")), "note");
    if (isOpen) addText(question.why);
}

void LessonStage::advance() {
    if (session_.lesson() == nullptr) return;
    const LessonCard& card = session_.shownCard();
    if (card.kind == Kind::Run && !session_.isTrained()) {
        if (!session_.isTraining()) session_.train();
        return;
    }
    if (card.kind == Kind::Quiz && isHidden(session_.question())) {
        revealed_.resize(std::max(revealed_.size(), static_cast<std::size_t>(session_.question()) + 1), false);
        revealed_[static_cast<std::size_t>(session_.question())] = true;
        return rebuild();
    }
    session_.go(1);
}

void LessonStage::retreat() { session_.go(-1); }

void LessonStage::refreshPlot() {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr) return;
    const LessonCard& card = session_.shownCard();
    const LessonCard& asked = *lesson->find(Kind::Predict);
    const Metric* metric = findMetric(lesson->chart);
    // Not before it was predicted.
    const bool isHiding = card.kind == Kind::Question || card.kind == Kind::Predict,
               isShippedHidden = card.kind == Kind::Run && !session_.isPredicted();
    std::vector<LessonPlot::Line> lines;
    double epochs = 1;
    for (std::size_t i = 0; i < lesson->runs.size(); ++i) {
        const LessonRun& run = lesson->runs[i];
        epochs = std::max(epochs, run.config.maxSteps > 0 ? 1.0 : static_cast<double>(run.config.epochs));
        const bool isAsked = asked.drawRun.empty() || run.key == asked.drawRun;
        if (isHiding && isAsked) continue;
        const auto add = [&](const LessonLine& line, LessonPlot::Line::Style style) {
            if (!line.x.empty()) lines.push_back({runLabel(run.key), line, static_cast<int>(i), style});
        };
        using Style = LessonPlot::Line::Style;
        if (const auto ghost = session_.ghost().find(run.key); ghost != session_.ghost().end() && !isHiding)
            add(ghost->second.line, Style::Ghost);
        const auto own = session_.progress().outcomes.find(run.key);
        const bool isInTraining = session_.trainingRun() == run.key && !session_.isTrying();
        if (isInTraining && !session_.liveLine().x.empty())
            add(session_.liveLine(), Style::Measured);
        else if (own != session_.progress().outcomes.end() && !isInTraining)
            add(own->second.line, Style::Measured);
        else if (const auto shipped = session_.shipped().find(run.key);
                 shipped != session_.shipped().end() && !(isShippedHidden && isAsked))
            add(shipped->second.line, Style::Shipped);
    }
    if (card.kind == Kind::Change) addTries(card.change, lines);
    plot_->setTitle(metric ? (metric->id == MetricId::ValidationLoss ? tr("Validation loss")
                              : metric->id == MetricId::TrainLoss    ? tr("Training loss")
                                                                     : translated(metric->label))
                           : QString());
    plot_->setEmptyText(tr("The curves appear here while the networks learn"));
    plot_->setEpochs(epochs);
    plot_->setLog(lesson->isLog);
    plot_->setLines(std::move(lines));
    const bool isDrawing = card.kind == Kind::Predict && !asked.drawRun.empty();
    plot_->setDrawing(isDrawing, asked.drawRun.empty() || card.kind == Kind::Question ? std::vector<QPointF>()
                                                                                      : session_.progress().drawn);
}

/// Curves of the changed runs, in colours of their own.
void LessonStage::addTries(const LessonChange& change, std::vector<LessonPlot::Line>& lines) const {
    const auto& tries = session_.progress().tries;
    const int last = session_.tried() >= 0 ? session_.tried() : tries.empty() ? -1 : tries.rbegin()->first;
    for (int value = 0; value < static_cast<int>(change.values.size()); ++value)
        for (std::size_t i = 0; i < change.runs.size(); ++i) {
            const std::string& run = change.runs[i];
            const bool isLive = session_.isTrying() && value == session_.tried() && session_.trainingRun() == run;
            const auto tried = tries.find(value);
            const bool isThere = tried != tries.end() && tried->second.contains(run);
            if (!isLive && !isThere) continue;
            const LessonLine& line = isLive ? session_.liveLine() : tried->second.at(run).line;
            const auto slot = session_.lesson()->runs.size() + static_cast<std::size_t>(value) * change.runs.size() + i;
            if (!line.x.empty())
                lines.push_back({QStringLiteral("%1, %2").arg(runLabel(run), changeLabel(change, value)), line,
                                 static_cast<int>(slot),
                                 value == last ? LessonPlot::Line::Style::Measured : LessonPlot::Line::Style::Tried});
        }
}

}  // namespace gatelab
