// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/lesson_stage.h"

#include "common/texts.h"
#include "pages/learn/lessons/lesson_session.h"
#include "widgets/button.h"
#include "widgets/card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

using Kind = LessonCard::Kind;
constexpr int kCardWidth = 460;

}  // namespace

LessonStage::LessonStage(Theme& theme, LessonSession& session, const QString& language, bool isLarge,
                         LessonActions actions, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      session_(session),
      language_(language),
      isLarge_(isLarge),
      actions_(std::move(actions)),
      head_(new QWidget),
      scroll_(new QScrollArea),
      title_(new QLabel),
      place_(makeLabel(QString(), "section")),
      plot_(new LessonPlot(theme, isLarge ? kLargeSmallest : qRound(12 * theme.textScale()))),
      back_(makeButton(theme.icon(QStringLiteral("chevron-left")), tr("Back"), this, &LessonStage::retreat)),
      next_(makeButton(QIcon(), QString(), this, &LessonStage::goOn)) {
    setStyleSheet(isLarge ? largeStyle() : smallStyle());
    auto* card = makeCard();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(card, isLarge ? 3 : 0);
    row->addWidget(makeCurves(), isLarge ? 2 : 1);
    if (!isLarge) {
        card->setMinimumWidth(300);
        card->setMaximumWidth(qRound(kCardWidth * theme.textScale()));
        row->setStretch(0, 1);
        row->setStretch(1, 1);
    }
    actions_.answer = [this](int question, int answer) {
        session_.answer(question, answer);
        if (isLarge_) reveal(question);
    };
    connect(&session_, &LessonSession::lessonChanged, this, [this] { revealed_.clear(); });
    for (const auto changed : {&LessonSession::lessonChanged, &LessonSession::cardChanged, &LessonSession::changed})
        connect(&session_, changed, this, &LessonStage::scheduleRebuild);
    connect(&session_, &LessonSession::liveChanged, this, &LessonStage::refreshPlot);
    connect(plot_, &LessonPlot::drawingChanged, this, [this] { session_.draw(plot_->drawn()); });
    rebuild();
}

QString LessonStage::smallStyle() const {
    return QStringLiteral(
               "QLabel { font-size: %1px; } QLabel[role=\"question\"] { font-size: %2px; } "
               "QLabel[role=\"section\"], QLabel[role=\"note\"] { font-size: %3px; }")
        .arg(letters(15))
        .arg(letters(18))
        .arg(letters(12));
}

QString LessonStage::largeStyle() {
    return QStringLiteral(
               "QLabel, QPushButton, QToolButton, QComboBox { font-size: %1px; } QLabel[role=\"section\"], "
               "QLabel[role=\"note\"] { font-size: %2px; } "
               "QLabel[role=\"question\"] { font-size: %3px; } QLabel[role=\"success\"], QLabel[role=\"warning\"] { "
               "font-size: %1px; } QPushButton { min-height: 48px; padding: 0 20px; }")
        .arg(kLargeLetters)
        .arg(kLargeSmallest)
        .arg(kLargeLetters + 6);
}

QMargins LessonStage::edges() const {
    const int edge = isLarge_ ? 40 : 16;
    return {edge, edge / 2 + 4, edge, edge / 2 + 4};
}

QWidget* LessonStage::makeCard() {
    auto* card = new QFrame;
    card->setProperty("card", true);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(edges());
    column->setSpacing(isLarge_ ? 16 : 10);
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
    next_->setProperty("primary", true);
    buttons->addWidget(back_);
    buttons->addStretch(1);
    buttons->addWidget(next_);
    column->addLayout(buttons);
    return card;
}

QWidget* LessonStage::makeCurves() {
    auto* frame = new QFrame;
    frame->setProperty("card", true);
    auto* inside = new QVBoxLayout(frame);
    inside->setContentsMargins(edges());
    inside->addWidget(plot_);
    return frame;
}

int LessonStage::letters(int small) const { return isLarge_ ? kLargeLetters : qRound(small * theme_.textScale()); }

LessonWords LessonStage::words() const { return {theme_, session_.glossary(), language_, figureSource(shown_)}; }

/// Not from within the click of a button that goes with it.
void LessonStage::scheduleRebuild() {
    if (std::exchange(isAsked_, true)) return;
    QTimer::singleShot(0, this, [this] {
        isAsked_ = false;
        rebuild();
    });
}

bool LessonStage::needsPlot(const LessonCard& card) const {
    if (card.kind == Kind::Predict) return !card.drawRun.empty();
    return card.kind == Kind::Run || card.kind == Kind::Result || card.kind == Kind::Change;
}

void LessonStage::rebuild() {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr || lesson->isStaged()) return;
    shown_ = session_.shownOutcomes();
    const LessonCard& card = session_.shownCard();
    const int focused = content_ && content_->isAncestorOf(focusWidget()) ? 1 : 0;
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
    content_ = new LessonCardView(theme_, session_, words(), isLarge_, !isHidden(session_.question()), actions_);
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

bool LessonStage::isHidden(int question) const {
    return isLarge_ &&
           (question >= static_cast<int>(revealed_.size()) || !revealed_[static_cast<std::size_t>(question)]);
}

void LessonStage::reveal(int question) {
    revealed_.resize(std::max(revealed_.size(), static_cast<std::size_t>(question) + 1), false);
    revealed_[static_cast<std::size_t>(question)] = true;
}

void LessonStage::advance() {
    if (session_.lesson() == nullptr) return;
    const LessonCard& card = session_.shownCard();
    if (card.kind == Kind::Run && !session_.isTrained()) {
        if (!session_.isTraining()) session_.train();
        return;
    }
    if (card.kind == Kind::Quiz && isHidden(session_.question())) {
        reveal(session_.question());
        return rebuild();
    }
    session_.go(1);
}

void LessonStage::retreat() { session_.go(-1); }

void LessonStage::goOn() {
    if (session_.canGo(1)) return session_.go(1);
    if (const Lesson* following = session_.nextLesson()) session_.open(fromUtf8(following->key));
}

void LessonStage::refreshPlot() {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr || lesson->isStaged()) return;
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
            if (!line.x.empty()) lines.push_back({words().run(*lesson, run.key), line, static_cast<int>(i), style});
        };
        using Style = LessonPlot::Line::Style;
        if (const auto ghost = session_.ghost().find(run.key); ghost != session_.ghost().end() && !isHiding)
            add(ghost->second.line, Style::Ghost);
        const auto own = session_.progress().outcomes.find(run.key);
        const bool isInTraining = trainedKey(session_.trainingRun()) == run.key && !session_.isTrying();
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
                lines.push_back(
                    {QStringLiteral("%1, %2").arg(words().run(*session_.lesson(), run), changeLabel(change, value)),
                     line, static_cast<int>(slot),
                     value == last ? LessonPlot::Line::Style::Measured : LessonPlot::Line::Style::Tried});
        }
}

}  // namespace gatelab
