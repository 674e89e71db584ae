// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_text.h"

#include "common/texts.h"
#include "lesson/rich_text.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/stage/stage_quiz.h"
#include "widgets/button.h"

#include <QCursor>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {
using Kind = LessonCard::Kind;
constexpr int kEdge = 20;
constexpr Kind kScenes[] = {Kind::Look, Kind::Draw, Kind::Train, Kind::Gap, Kind::Say};
}  // namespace

StageText::StageText(Theme& theme, LessonSession& session, double scale, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      session_(session),
      scale_(scale),
      scroll_(new QScrollArea),
      back_(makeButton(theme.icon(QStringLiteral("chevron-left")), QString(), this, &StageText::back)),
      second_(makeButton(QIcon(), QString(), this,
                         [this] {
                             if (secondAct_) secondAct_();
                         })),
      primary_(makeButton(QIcon(), QString(), this, &StageText::onward)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(letters(kEdge), letters(14), letters(kEdge), letters(14));
    column->setSpacing(letters(10));
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setStyleSheet(QStringLiteral("QScrollArea, QWidget#stage-text { background: transparent; }"));
    column->addWidget(scroll_, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(letters(8));
    back_->setToolTip(tr("Back"));
    back_->setAccessibleName(tr("Back"));
    primary_->setProperty("primary", true);
    primary_->setObjectName(QStringLiteral("stage-onward"));
    primary_->setMinimumHeight(letters(32));
    buttons->addWidget(back_);
    buttons->addWidget(second_);
    buttons->addWidget(primary_, 1);
    column->addLayout(buttons);
    for (QPushButton* one : {back_, second_, primary_}) {
        one->setMinimumHeight(letters(32));
        if (scale_ > 1.35)
            one->setStyleSheet(QStringLiteral("font-size: %1px; min-height: %2px;").arg(letters(13)).arg(letters(28)));
    }
}

void StageText::clear() {
    sentence_ = nullptr;
    waited_ = trained_ = trainedLoss_ = nullptr;
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("stage-text"));
    column_ = new QVBoxLayout(content);
    column_->setContentsMargins(0, 0, letters(4), 0);
    column_->setSpacing(letters(8));
    scroll_->setWidget(content);
}

QLabel* StageText::addLabel(const QString& html, int px, int weight, bool isMuted) {
    // The family has a weight of its own for this, and none that is bolder.
    auto* label = new QLabel(QString(html)
                                 .replace(QLatin1String("<b>"), QLatin1String("<span style=\"font-weight:600\">"))
                                 .replace(QLatin1String("</b>"), QLatin1String("</span>")));
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse);
    label->setStyleSheet(
        QStringLiteral("font-size: %1px; font-weight: %2;%3")
            .arg(letters(px))
            .arg(weight)
            .arg(isMuted ? QStringLiteral(" color: %1;").arg(theme_.palette().muted.name()) : QString()));
    connect(label, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link.startsWith(QLatin1String("term:"))) Q_EMIT termAsked(link.mid(5), QCursor::pos());
    });
    column_->addWidget(label);
    return label;
}

void StageText::tell(const StageWords& state, const LessonWords& words) {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr) return;
    if (typedFor_ != lesson->key) typedFor_ = lesson->key, typed_ = session_.progress().sentence;
    state_ = state;
    runNames_.clear();
    for (const LessonRun& run : lesson->runs) runNames_[run.key] = words.run(*lesson, run.key);
    const bool hadSentence = sentence_ && sentence_->hasFocus();
    const bool hadFocus = scroll_->isAncestorOf(focusWidget());
    build(words, false);
    // The sentence is written beside the picture, not below the edge. A layout counts only what is shown.
    for (QWidget* one : scroll_->widget()->findChildren<QWidget*>())
        if (!one->testAttribute(Qt::WA_WState_ExplicitShowHide)) one->show();
    const int width = scroll_->viewport()->width();
    if (session_.shownCard().kind == Kind::Say && scroll_->isVisible() &&
        scroll_->widget()->layout()->heightForWidth(width) > scroll_->viewport()->height())
        build(words, true);
    setButtons();
    if (hadSentence && sentence_)
        sentence_->setFocus();
    else if (hadFocus)  // what had it is another one now
        primary_->setFocus();
}

void StageText::build(const LessonWords& words, bool isShort) {
    const Lesson* lesson = session_.lesson();
    const Kind kind = session_.shownCard().kind;
    clear();
    addLabel(toHtml(state_.place), 12, 400, true);
    addLabel(toHtml(words.simple(lesson->title)), 22, 600);
    // On the wall its question has been read, and a remote does not scroll.
    const bool isClass = scale_ >= kClassScale;
    if (!isClass || (kind == Kind::Look && !session_.isRevealed()))
        addLabel(toHtml(words.simple(lesson->question)), 13, 400, true);
    addMarks();
    if (kind == Kind::Quiz && state_.tried < 0) {
        column_->addWidget(new StageQuiz(theme_, session_, words, scale_));
        column_->addStretch(1);
        return;
    }
    if (state_.isWaiting) {
        waited_ = addLabel({}, 15);
        setWaited(0);
        column_->addStretch(1);
        return;
    }
    if (isClass && session_.isTraining()) addTraining();
    if (!isShort && state_.tried < 0) addTexts(words);
    if (state_.tried >= 0) {
        const LessonTry& change = lesson->tries[static_cast<std::size_t>(state_.tried)];
        addLabel(QStringLiteral("<b>%1</b>").arg(toHtml(tr("Try: %1").arg(words.simple(change.label)))), 15);
        if (!state_.isTryTrained)
            addLabel(toHtml(tr("Draw at the ringed row what it comes to now; then train it.")), 15);
        else
            addLabel(words.html(change.text), 15);
    }
    // The verdict has a screen of its own, beside the picture.
    const bool isVerdict = !state_.scores.empty() && kind == Kind::Look;
    if (isVerdict) addScores();
    const bool isToldHere = kind == Kind::Gap ? !session_.shownCard().gap.as.empty() : !isClass;
    const bool hasGap = !isVerdict && (isToldHere || state_.tried >= 0);
    if (hasGap && state_.gap && !state_.gapWords.isEmpty()) addGap(*state_.gap, state_.gapFormat);
    if (state_.tried < 0 && kind == Kind::Say) addSentence(words);
    if (state_.tried < 0 && kind == Kind::Say && session_.isRevealed() && !lesson->tries.empty()) addTries(words);
    column_->addStretch(1);
    if (state_.tried < 0 && (!isClass || kind == Kind::Say)) addClaim(words);
}

void StageText::setWaited(double share) {
    if (waited_ == nullptr) return;
    waited_->setText(toHtml(tr("Trained. The film of it is read: %1 %. Picture and figures come together.")
                                .arg(std::clamp(qRound(100 * share), 0, 100))));
}

/// Five marks; those that were reached are filled, the present one is bold.
void StageText::addMarks() {
    const Kind shown = session_.shownCard().kind, now = shown == Kind::Quiz ? Kind::Say : shown;
    const QString names[] = {tr("1 Look"), tr("2 Draw"), tr("3 Train"), tr("4 Gap"), tr("5 Say")};
    // Looking again after the gap belongs to it.
    int at = static_cast<int>(std::ranges::find(kScenes, now) - kScenes);
    if (now == Kind::Look && session_.isRevealed()) at = 3;
    auto* row = new QHBoxLayout;
    row->setSpacing(letters(5));
    for (int i = 0; i < 5; ++i) {
        auto* cell = new QVBoxLayout;
        cell->setSpacing(3);
        auto* bar = new QFrame;
        bar->setFixedHeight(3);
        bar->setStyleSheet(QStringLiteral("background: %1; border: none;")
                               .arg((i <= at ? theme_.palette().fill : theme_.palette().border).name()));
        // In large letters the number alone, except of the present one.
        auto* name = new QLabel(scale_ < kClassScale || i == at ? names[i] : names[i].section(QLatin1Char(' '), 0, 0));
        name->setMinimumWidth(1);
        name->setStyleSheet(QStringLiteral("font-size: %1px; font-weight: %2; color: %3;")
                                .arg(letters(11))
                                .arg(i == at ? 600 : 400)
                                .arg((i == at ? theme_.palette().text : theme_.palette().muted).name()));
        cell->addWidget(bar);
        cell->addWidget(name);
        row->addLayout(cell, scale_ >= kClassScale && i == at ? 3 : 1);
    }
    column_->addLayout(row);
    column_->addSpacing(letters(6));
}

/// From the gap on all that was said of it stays: text and picture are one.
void StageText::addTexts(const LessonWords& words) {
    const auto& cards = session_.lesson()->cards;
    const auto now = static_cast<std::size_t>(session_.card());
    std::size_t first = now;
    const bool isVerdict = !state_.scores.empty() && session_.shownCard().kind == Kind::Look;
    // On the wall each scene alone: a remote does not scroll.
    if (session_.isRevealed() && !isVerdict && scale_ < kClassScale)
        while (first > 0 && cards[first].kind != Kind::Gap &&
               std::ranges::any_of(cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(first),
                                   [](const LessonCard& card) { return card.kind == Kind::Gap; }))
            --first;
    const LessonOutcomes& outcomes = session_.progress().outcomes;
    // The hands of a class are its prediction, beside what one of them may have drawn.
    const bool isToldOfHands = !state_.hands.isEmpty() && session_.shownCard().kind == Kind::Gap;
    if (session_.isRevealed() && !isVerdict && (!state_.isDrawn || isToldOfHands))
        addLabel(toHtml(!state_.hands.isEmpty() ? state_.hands
                        : !state_.measured.isEmpty()
                            ? tr("Nothing was drawn. What was asked comes to %1.").arg(state_.measured)
                            : tr("Nothing was drawn.")),
                 state_.hands.isEmpty() ? 12 : 15, 400, state_.hands.isEmpty());
    const auto shown = [this](const LessonText& text) { return state_.isDrawn ? text : withoutDrawing(text); };
    // What is not drawn is not below.
    bool isFoldSaid = false;
    const auto told = [&](const LessonCard& card) {
        LessonText text = shown(card.text);
        if (std::ranges::none_of(card.named, [this](std::size_t row) {
                return std::ranges::find(state_.foldedRows, row) != state_.foldedRows.end();
            }))
            return text;
        for (const auto& [words, lead] :
             {std::pair{&text.en, std::string("Below: ")}, {&text.zh, std::string("下面：")}})
            if (const auto at = words->find(lead); at != std::string::npos) {
                words->replace(at, lead.size(), tr("Not drawn here, there is no room: ").toStdString());
                isFoldSaid = true;
            }
        return text;
    };
    for (std::size_t i = first; i <= now; ++i) {
        if (cards[i].kind == Kind::Say || (isVerdict && scale_ >= kClassScale)) continue;
        if (const LessonText text = told(cards[i]); !words.simple(text).isEmpty()) addLabel(words.html(text), 15);
        const auto right = rightChoice(cards[i], figureSource(outcomes));
        if (cards[i].kind == Kind::Gap && right.ok() && *right < cards[i].choices.size())
            addLabel(words.html(shown(cards[i].choices[*right].text)), 15);
    }
    if (!state_.folded.isEmpty() && !isFoldSaid && !(isVerdict && scale_ >= kClassScale))  // the list has all the room
        addLabel(toHtml(tr("No room here for: %1").arg(state_.folded.join(QStringLiteral(", ")))), 12, 400, true);
}

/// All that forecast the same part, best first, the network among them.
void StageText::addScores() {
    addLabel(QStringLiteral("<b>%1</b>").arg(toHtml(tr("Is it any good? Error on the test part"))), 13);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(letters(10));
    grid->setVerticalSpacing(letters(4));
    const double most = state_.scores.back().value;
    const bool isClass = scale_ >= kClassScale;
    int row = 0;
    for (const StageScore& score : state_.scores) {
        const QString style =
            QStringLiteral("font-size: %1px; font-weight: %2;").arg(letters(13)).arg(score.isNetwork ? 600 : 400);
        auto* name = new QLabel(score.name);
        if (isClass) name->setWordWrap(true), name->setMinimumWidth(1);  // figures are not cut
        auto* value = new QLabel(formatWritten(fromUtf8(figureWords(score.value, ""))));
        for (QLabel* one : {name, value}) one->setStyleSheet(style);
        value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        auto* bar = new QFrame;
        bar->setFixedSize(std::max(2, qRound(letters(isClass ? 20 : 110) * score.value / std::max(most, 1e-12))),
                          letters(11));
        bar->setStyleSheet(QStringLiteral("background: %1; border: none;")
                               .arg((score.isNetwork ? theme_.runColour(0) : theme_.palette().strong).name()));
        grid->addWidget(name, row, 0);
        grid->addWidget(bar, row, 1, Qt::AlignLeft | Qt::AlignVCenter);
        grid->addWidget(value, row++, 2);
    }
    grid->setColumnStretch(isClass ? 0 : 1, 1);
    column_->addLayout(grid);
}

void StageText::addGap(const MeasuredGap& gap, const QString& format) {
    auto* box = new QFrame;
    box->setObjectName(QStringLiteral("stage-gap"));
    box->setStyleSheet(QStringLiteral("QFrame#stage-gap { background: %1; border: none; border-radius: 6px; }")
                           .arg(theme_.palette().raised.name()));
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(letters(14), letters(10), letters(14), letters(10));
    grid->setHorizontalSpacing(letters(10));
    const auto figure = [&](double value) { return formatWritten(fromUtf8(figureWords(value, format.toStdString()))); };
    int row = 0;
    const auto line = [&](const QString& name, const QString& value) {
        auto* left = new QLabel(name);
        auto* right = new QLabel(value);
        left->setStyleSheet(QStringLiteral("font-size: %1px;").arg(letters(13)));
        right->setStyleSheet(QStringLiteral("font-size: %1px; font-weight: 600;").arg(letters(13)));
        right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(left, row, 0);
        grid->addWidget(right, row++, 1);
    };
    if (!std::isnan(gap.beside) || !std::isnan(gap.measure)) {
        const bool isHits = format == QLatin1String("hits");
        if (!isHits && scale_ < kClassScale) {  // there the text has them
            line(state_.isHand ? tr("Always the average") : tr("You drew"), figure(gap.against));
            line(state_.isHand ? tr("By your hand") : tr("It is"), figure(gap.measure));
            if (!state_.gapBeside.isEmpty() && std::isfinite(gap.beside)) line(state_.gapBeside, figure(gap.beside));
        }
    }
    auto* big = new QLabel(state_.gapWords);
    big->setObjectName(QStringLiteral("stage-gap-words"));
    big->setWordWrap(true);
    big->setMinimumWidth(1);
    big->setAlignment(Qt::AlignCenter);
    big->setStyleSheet(QStringLiteral("font-size: %1px; font-weight: 600;").arg(letters(22)));
    if (scale_ > 1.35)  // letters for a class: below
        grid->addWidget(big, row, 0, 1, 2);
    else
        grid->addWidget(big, 0, 2, std::max(1, row), 1);
    grid->setColumnStretch(scale_ > 1.35 ? 1 : 2, 1);
    column_->addWidget(box);
}

void StageText::addSentence(const LessonWords& words) {
    const LessonCard& card = session_.shownCard();
    addLabel(QStringLiteral("<b>%1</b>").arg(words.html(card.text)), 13);
    sentence_ = new QPlainTextEdit(typed_);
    sentence_->setAccessibleName(words.plain(card.text));
    sentence_->setPlaceholderText(tr("In one sentence of your own"));
    sentence_->setTabChangesFocus(true);
    sentence_->setFixedHeight(letters(58));
    sentence_->setStyleSheet(QStringLiteral("font-size: %1px;").arg(letters(13)));
    sentence_->installEventFilter(this);
    connect(sentence_, &QPlainTextEdit::textChanged, this, [this] {
        typed_ = sentence_->toPlainText();
        setButtons();
    });
    column_->addWidget(sentence_);
    if (session_.progress().sentence.isEmpty()) {
        addLabel(toHtml(tr("Ours is shown when yours is kept.")), 12, 400, true);
        return;
    }
    addLabel(QStringLiteral("<b>%1</b> %2").arg(toHtml(tr("Ours:")), words.html(card.ours)), 13);
}

void StageText::addTries(const LessonWords& words) {
    addLabel(QStringLiteral("<b>%1</b> %2").arg(toHtml(tr("Try")), toHtml(tr("draw first, then train again"))), 12);
    const bool isClass = scale_ >= kClassScale;
    auto* row = new QBoxLayout(isClass ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    row->setSpacing(letters(8));
    const auto& tries = session_.lesson()->tries;
    for (int i = 0; i < static_cast<int>(tries.size()); ++i) {
        auto* one = makeButton(QIcon(), words.simple(tries[static_cast<std::size_t>(i)].label), this,
                               [this, i] { Q_EMIT tryAsked(i); });
        one->setProperty("compact", true);
        if (isClass)  // compact ones have a height of small letters
            one->setStyleSheet(QStringLiteral("font-size: %1px; min-height: %2px; max-height: %2px;")
                                   .arg(letters(12))
                                   .arg(letters(19)));
        one->setEnabled(!session_.isTraining());
        row->addWidget(one, 1);
    }
    column_->addLayout(row);
}

/// With the answer, which it tells.
void StageText::addClaim(const LessonWords& words) {
    if (!session_.isRevealed()) return;
    if (session_.provesNothing()) {
        addLabel(toHtml(tr("What this lesson claims holds before any training too: it proves nothing.")), 12);
        return;
    }
    const auto holds = session_.isRevealed() ? session_.claimHolds() : std::nullopt;
    // Nobody has claimed anything of a series that was brought.
    if (holds && !*holds && session_.isOwnSeries()) {
        addLabel(toHtml(tr("Claimed on the lesson's own series, not on this one:")), 12, 600, true);
    } else if (holds) {
        const Palette& palette = theme_.palette();
        auto* row = new QHBoxLayout;
        auto* badge = new QLabel(*holds ? tr("claim holds") : tr("claim does not hold"));
        badge->setStyleSheet(QStringLiteral("background: %1; color: %2; border-radius: 3px; padding: 1px 8px; "
                                            "font-size: %3px; font-weight: 500;")
                                 .arg((*holds ? palette.successTint : palette.warningTint).name(),
                                      (*holds ? palette.success : palette.warning).name())
                                 .arg(letters(11)));
        auto* seed = new QLabel(*holds ? tr("seed %1; not before training").arg(session_.progress().seed)
                                       : tr("seed %1; another may").arg(session_.progress().seed));
        seed->setWordWrap(true);
        seed->setStyleSheet(QStringLiteral("font-size: %1px;").arg(letters(12)));
        row->addWidget(badge);
        row->addWidget(seed, 1);
        column_->addLayout(row);
    }
    // On the wall it has no room below the sentence.
    if (scale_ < kClassScale) addLabel(words.html(session_.lesson()->claimText), 12, 400, true);
}

void StageText::setButtons() {
    const Kind kind = session_.shownCard().kind;
    const bool isTraining = session_.isTraining(), isLast = !session_.canGo(1);
    QString text = tr("Next"), icon;
    bool can = !isTraining;
    secondAct_ = {};
    QString second;
    if (state_.tried >= 0) {
        text = state_.isTryTrained ? tr("Back to the lesson's own runs") : tr("Train and see");
        icon = state_.isTryTrained ? QString() : QStringLiteral("play");
        can = !isTraining && (state_.isTryTrained || state_.isTryDrawn);
    } else if (kind == Kind::Look && !session_.isRevealed()) {
        text = tr("Draw what you expect");
        icon = QStringLiteral("edit");
    } else if (kind == Kind::Draw) {
        text = session_.isTrained() ? tr("See the gap") : tr("Train and see");
        icon = QStringLiteral("play");
        can = (state_.isDrawn || scale_ >= kClassScale) && !isTraining;
        if (state_.isDrawn) second = tr("Take all back"), secondAct_ = [this] { Q_EMIT takenBack(); };
    } else if (kind == Kind::Train) {
        text = session_.isTrained() ? tr("See the gap") : tr("Train");
        icon = QStringLiteral("play");
    } else if (kind == Kind::Say && session_.progress().sentence != typed_.trimmed()) {
        text = tr("Keep my sentence");
        can = !typed_.trimmed().isEmpty();
    } else if (isLast) {
        text = state_.nextTitle.isEmpty() ? tr("End of the lesson") : tr("Next: %1").arg(state_.nextTitle);
        can = !isTraining && !state_.nextTitle.isEmpty();
    }
    if (state_.mustAnswer) can = false;
    if (second.isEmpty() && session_.isRevealed() && !isTraining && state_.tried < 0)
        second = tr("Once more, seed %1").arg(session_.progress().seed + 1), secondAct_ = [this] { Q_EMIT again(); };
    if (state_.isWaiting) can = false, text = tr("Reading ..."), icon.clear(), second.clear(), secondAct_ = {};
    if (isTraining)
        text = tr("Training: %1 %").arg(trainedShare()), second = tr("Stop"),
        secondAct_ = [this] { session_.cancel(); };
    primary_->setText(text);
    primary_->setIcon(icon.isEmpty() ? QIcon() : theme_.icon(icon, Ink::OnFill));
    primary_->setEnabled(can);
    primary_->setToolTip(kind == Kind::Draw && !state_.isDrawn
                             ? tr("Draw in the ringed row first: what comes is shown beside it")
                         : state_.mustAnswer ? tr("Answer first; the reason is shown then")
                                             : QString());
    second_->setText(second);
    second_->setVisible(!second.isEmpty());
    back_->setEnabled(session_.canGo(-1) && !isTraining);
    fitOnward();
}

int StageText::trainedShare() const {
    const Lesson& lesson = *session_.lesson();
    const std::string run = session_.trainingRun();
    const auto own = std::ranges::find(lesson.runs, trainedKey(run), &LessonRun::key);
    if (own == lesson.runs.end()) return 0;
    const LessonLine& live = session_.liveLine();
    const double part =
        isStepZero(run) || live.x.empty() ? 0 : std::min(1.0, live.x.back() / static_cast<double>(own->config.epochs));
    const auto before = session_.isTrying() ? 0.0 : static_cast<double>(own - lesson.runs.begin());
    const double all = session_.isTrying() ? 1.0 : static_cast<double>(lesson.runs.size());
    return qRound(100 * (before + part) / all);
}

/// A class sees how far it is and what the loss is.
void StageText::addTraining() {
    trained_ = addLabel({}, 30, 600);
    trainedLoss_ = addLabel({}, 15);
    showTraining();
}

void StageText::showTraining() {
    if (session_.lesson() == nullptr || !session_.isTraining()) return;
    const int share = trainedShare();
    primary_->setText(tr("Training: %1 %").arg(share));
    if (trained_ == nullptr) return;
    trained_->setText(tr("%1 %").arg(share));
    const LessonLine& live = session_.liveLine();
    const QString name = runNames_[std::string(trainedKey(session_.trainingRun()))];
    trainedLoss_->setText(toHtml(live.y.empty()
                                     ? tr("%1 trains.").arg(name)
                                     : tr("%1: loss %2 after epoch %3")
                                           .arg(name, formatWritten(fromUtf8(figureWords(live.y.back(), ""))),
                                                QString::number(live.x.back(), 'g', 3))));
}

/// A long title goes into the hint.
void StageText::fitOnward() {
    const int rest = width() - 2 * letters(kEdge) - back_->sizeHint().width() - letters(8) -
                     (second_->isVisibleTo(this) ? second_->sizeHint().width() + letters(8) : 0);
    if (state_.nextTitle.isEmpty() || session_.canGo(1) || !isVisible() || primary_->sizeHint().width() <= rest) return;
    primary_->setToolTip(primary_->text());
    primary_->setText(tr("Next lesson"));
}

/// Enter keeps the sentence; Shift and Enter begin a line.
bool StageText::eventFilter(QObject* watched, QEvent* event) {
    if (watched == sentence_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && !(key->modifiers() & Qt::ShiftModifier)) {
            if (primary_->isEnabled()) Q_EMIT onward();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace gatelab
