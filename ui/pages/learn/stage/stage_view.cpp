// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_view.h"

#include "baselines/baselines.h"
#include "common/texts.h"
#include "lesson/rich_text.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/stage/stage_canvas.h"
#include "pages/learn/stage/stage_caption.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_inside.h"
#include "pages/learn/stage/stage_networks.h"
#include "pages/learn/stage/stage_painter.h"
#include "runs/run_controller.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

using Kind = LessonCard::Kind;
constexpr double kLargeScale = 24.0 / 11;  // the smallest letters of the picture are 11 px
constexpr int kLow = 620, kGap = 12, kTextLeast = 376, kTextMost = 516;

}  // namespace

StageView::StageView(Theme& theme, RunController& runs, LessonSession& session, const QString& language, bool isLarge,
                     ShowTerm showTerm, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      runs_(runs),
      session_(session),
      language_(language),
      showTerm_(std::move(showTerm)),
      scale_(isLarge ? kLargeScale : theme.textScale()),
      networks_(new StageNetworks(runs, this)),
      canvas_(new StageCanvas(theme, scale_)),
      film_(new StageFilm(theme, scale_)),
      text_(new StageText(theme, session, scale_)),
      scene_(theme, session, *networks_, language) {
    auto* picture = new QFrame;
    picture->setProperty("card", true);
    left_ = new QVBoxLayout(picture);
    left_->setContentsMargins(1, 1, 1, 1);
    left_->setSpacing(0);
    left_->addWidget(canvas_, 1);
    left_->addWidget(film_);
    side_ = new QFrame;
    side_->setProperty("card", true);
    auto* right = new QVBoxLayout(side_);
    right->setContentsMargins(0, 0, 0, 0);
    right->addWidget(text_);
    side_->setMinimumWidth(isLarge ? 0 : qRound(kTextLeast * theme.textScale()));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kGap);
    row->addWidget(picture, 2);
    row->addWidget(side_, 1);
    setTabOrder(canvas_, film_);
    setTabOrder(film_, text_);

    connect(&session_, &LessonSession::lessonChanged, this, [this] {
        fold();
        scene_.setTried(-1);
        isFirst_ = true;
    });
    connect(&session_, &LessonSession::cardChanged, this, [this] {
        fold();
        scene_.setTried(-1);
        isOtherCard_ = true;
        film_->play(false);
        film_->showFrame(scene_.frameOfScene());
    });
    for (const auto changed : {&LessonSession::lessonChanged, &LessonSession::cardChanged, &LessonSession::changed})
        connect(&session_, changed, this, &StageView::scheduleRefresh);
    connect(&session_, &LessonSession::liveChanged, this, [this] {
        refreshFilm();
        text_->showTraining();
    });
    connect(networks_, &StageNetworks::changed, this, [this] {
        prepareNext();
        isOtherFilm_ = isOtherFilm_ || !networks_->isReading();
        scheduleRefresh();
    });
    connect(networks_, &StageNetworks::progressed, this, [this] { text_->setWaited(networks_->share()); });
    connect(canvas_, &StageCanvas::drawn, this, [this] {
        if (scene_.tried() >= 0)
            session_.drawTry(scene_.tried(), canvas_->drawing().points());
        else
            session_.draw(canvas_->drawing().points());
    });
    connect(canvas_, &StageCanvas::insideAsked, this, &StageView::unfold);
    connect(film_, &StageFilm::frameChosen, this, &StageView::refreshPicture);
    connect(text_, &StageText::onward, this, &StageView::advance);
    connect(text_, &StageText::back, this, &StageView::retreat);
    connect(text_, &StageText::takenBack, this, [this] { session_.draw({}); });
    connect(text_, &StageText::again, this, [this] {
        session_.drawAnew();
        goTo(Kind::Draw);
    });
    connect(text_, &StageText::tryAsked, this, &StageView::tryOut);
    connect(text_, &StageText::termAsked, this, [this](const QString& key, const QPoint& at) { showTerm_(key, at); });
    connect(&theme, &Theme::changed, this, &StageView::scheduleRefresh);
    refresh();
}

void StageView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    film_->setLow(height() < kLow * scale_);
    if (isVisible()) scheduleRefresh();  // which rows have room is told in the text
    // Two to one; a wide window gives the rest to the picture.
    side_->setMaximumWidth(scale_ >= kLargeScale ? width() / 2
                                                 : std::max(kTextLeast, qRound(kTextMost * theme_.textScale())));
}

void StageView::showBeside(QWidget* panel) {
    if (panel != nullptr && panel != beside_) {
        beside_ = panel;
        side_->layout()->addWidget(panel);
    }
    if (beside_) beside_->setVisible(panel != nullptr);
    text_->setVisible(panel == nullptr);
}

void StageView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

/// Not from within the click of a button that goes with it.
void StageView::scheduleRefresh() {
    if (std::exchange(isAsked_, true)) return;
    QTimer::singleShot(0, this, [this] {
        isAsked_ = false;
        refresh();
    });
}

void StageView::refresh() {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr || !isVisible()) return;
    if (std::exchange(wasTraining_, session_.isTraining()) && !session_.isTraining()) trained();
    networks_->show(*lesson, session_.progress().seed, scene_.shownRuns());
    // The picture is of the frame that the slider stands on, and the slider on what was read last.
    refreshFilm();
    if (std::exchange(isOtherFilm_, false)) film_->showFrame(scene_.frameOfScene());
    refreshPicture();
    // A button that is disabled or built anew gives the focus away.
    const bool hadFocus = isAncestorOf(window()->focusWidget());
    refreshText();
    const bool isLost = hadFocus && !isAncestorOf(window()->focusWidget());
    // Where it waits the hand is led when there is something to go on to.
    const bool isFirst = !isWaiting() && std::exchange(isFirst_, false),
               isOther = !isWaiting() && std::exchange(isOtherCard_, false);
    if (isFirst || isLost || (isOther && hadFocus)) focusNext();
}

/// A class does not wait for the networks of its next lesson: they are drawn while this one is held.
void StageView::prepareNext() {
    const Lesson* next = session_.plan() ? session_.nextLesson() : nullptr;
    if (next == nullptr || session_.isTraining() || networks_->isReading()) return;
    networks_->prepare(*next, session_.progressOf(next->key).seed);
}

/// Where the hand goes on: on the picture where it draws, else on the filled button.
void StageView::focusNext() {
    const bool isOnward = session_.shownCard().kind != Kind::Draw && text_->primary()->isEnabled();
    QWidget* next = canvas_;
    if (isOnward)
        next = text_->primary();
    else if (text_->sentence())
        next = text_->sentence();
    next->setFocus(Qt::TabFocusReason);
}

void StageView::trained() {
    if (session_.isTrained() && session_.shownCard().kind == Kind::Train) session_.go(1);
}

void StageView::goTo(Kind kind) {
    const auto& cards = session_.lesson()->cards;
    session_.setCard(static_cast<int>(std::ranges::find(cards, kind, &LessonCard::kind) - cards.begin()));
}

bool StageView::isUnfolded() const { return inside_ != nullptr && !inside_->isHidden(); }

std::optional<StageInsidePlace> StageView::insidePlace(std::int64_t step) const {
    const StageContent& content = canvas_->content();
    if (!session_.lesson() || !session_.isRevealed() || networks_->isReading() || content.isDrawing) return {};
    return insideOf(content, *networks_, scene_.shownRuns(), step);
}

void StageView::unfold(std::int64_t step) {
    const auto place = insidePlace(step);
    if (!place) return;
    if (inside_ == nullptr) {
        inside_ = new StageInside(theme_, runs_, scale_ >= kLargeScale);
        inside_->hide();
        left_->insertWidget(1, inside_, 1);
        connect(inside_, &StageInside::left, this, &StageView::fold);
        connect(inside_, &StageInside::done, this, &StageView::done);
        connect(inside_, &StageInside::problem, this, &StageView::problem);
    }
    canvas_->hide();
    inside_->show();
    inside_->open(*place);
}

void StageView::fold() {
    if (!isUnfolded()) return;
    const bool hadFocus = inside_->isAncestorOf(window()->focusWidget());
    inside_->close();
    inside_->hide();
    canvas_->show();
    if (hadFocus) canvas_->setFocus(Qt::OtherFocusReason);
}

void StageView::tryOut(int change) {
    fold();
    scene_.setTried(change);
    canvas_->setFocus(Qt::OtherFocusReason);
    scheduleRefresh();
}

void StageView::advance() {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr || session_.isTraining() || isWaiting()) return;
    const Kind kind = session_.shownCard().kind;
    if (scene_.tried() >= 0) {
        if (session_.progress().tries.contains(scene_.tried())) {
            scene_.setTried(-1);
            scheduleRefresh();
        } else if (!scene_.points().empty()) {
            session_.tryChange(static_cast<std::size_t>(scene_.tried()));
        }
        return;
    }
    if (kind == Kind::Draw) {
        if (session_.progress().drawn.empty()) {
            if (scale_ < kLargeScale) return;
            session_.passDrawing();
        }
        goTo(session_.isTrained() ? Kind::Gap : Kind::Train);
        if (!session_.isTrained()) session_.train();
    } else if (kind == Kind::Train && !session_.isTrained()) {
        session_.train();
    } else if (kind == Kind::Say && text_->sentence() &&
               text_->sentence()->toPlainText().trimmed() != session_.progress().sentence) {
        session_.say(text_->sentence()->toPlainText().trimmed());
    } else if (mustAnswer()) {
        return;
    } else if (kind == Kind::Quiz && session_.progress().answers[static_cast<std::size_t>(session_.question())] < 0) {
        // On the wall: the first press tells the answer, the next goes on.
        const auto questions = session_.shownCard().questions;
        session_.answer(session_.question(),
                        static_cast<int>(questions[static_cast<std::size_t>(session_.question())].right));
    } else if (session_.canGo(1)) {
        session_.go(1);
    } else if (const Lesson* following = session_.nextLesson()) {
        session_.open(fromUtf8(following->key));
    }
}

bool StageView::isWaiting() const {
    return networks_->isReading() && session_.isRevealed() && session_.shownCard().kind != Kind::Quiz;
}

/// Before a class the speaker goes on as they like.
bool StageView::mustAnswer() const {
    return scale_ < kLargeScale && session_.shownCard().kind == Kind::Quiz &&
           session_.progress().answers[static_cast<std::size_t>(session_.question())] < 0;
}

void StageView::retreat() {
    if (scene_.tried() >= 0) {
        scene_.setTried(-1);
        return scheduleRefresh();
    }
    // What was trained is not trained again by looking back at it.
    if (session_.canGo(-1)) session_.go(-1);
}

void StageView::keyPressEvent(QKeyEvent* event) {
    const LessonCard& card = session_.shownCard();
    if (const int answer = event->key() - Qt::Key_1; card.kind == Kind::Quiz && answer >= 0 && scene_.tried() < 0) {
        const auto question = static_cast<std::size_t>(session_.question());
        if (answer < static_cast<int>(card.questions[question].answers.size()))
            return session_.answer(session_.question(), answer);
    }
    switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (text_->primary()->isEnabled()) advance();
            return;
        case Qt::Key_Space:
            if (film_->frames() > 1) return film_->play(!film_->isPlaying());
            if (text_->primary()->isEnabled() && session_.shownCard().kind != Kind::Draw) advance();
            return;
        case Qt::Key_Escape:
            if (!isUnfolded()) break;
            return fold();
        case Qt::Key_Backspace:
            return retreat();
        default:
            break;
    }
    QWidget::keyPressEvent(event);
}

void StageView::refreshPicture() {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr) return;
    StageContent content = scene_.content(film_->frame(), film_->frames());
    StageDrawing drawing;
    // Before anything is drawn it is asked for; a drawing stands only from its own scene on.
    const bool isShown = content.isDrawing || session_.isRevealed() || session_.shownCard().kind == Kind::Train;
    if (!content.halves.empty() && isShown && scene_.isDrawingShown()) {
        drawing = scene_.drawing();
    }
    if (!isShown) content.drawKind.clear();
    canvas_->setContent(std::move(content), std::move(drawing));
    const auto place = insidePlace(0);
    canvas_->setInsideOffered(place.has_value());
    if (isUnfolded() && place) inside_->moveTo(*place);
}

void StageView::refreshFilm() {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr) return;
    std::vector<double> places;
    // Figures are of whole trainings; no film shows them.
    if (session_.isRevealed() && !networks_->twins().empty() && columnsOf(lesson->picture).empty()) {
        const StageTwin& longest = longestTwin(networks_->twins());
        for (const PictureFrame& frame : longest.frames) places.push_back(longest.placeOf(frame));
    }
    // On the wall its height is the picture's as long as there is none.
    if (scale_ >= kLargeScale) film_->setVisible(places.size() > 1 || session_.isTraining());
    film_->setCurves(scene_.curves(), tr("loss"));
    double epochs = 1;
    for (const LessonRun& run : lesson->runs) epochs = std::max(epochs, static_cast<double>(run.config.epochs));
    film_->setFilm(std::move(places), epochs,
                   session_.isTraining()                                          ? tr("training ...")
                   : isWaiting()                                                  ? tr("reading the film ...")
                   : session_.isRevealed() && !columnsOf(lesson->picture).empty() ? QString()
                   : session_.progress().drawn.empty()
                       ? tr("not trained yet: what comes is not shown before you have drawn")
                       : tr("not trained yet"));
}

/// Of a picture of one's own series, once it is trained: also those that see more than the network does.
std::vector<StageScore> StageView::scores() const {
    std::vector<StageScore> found;
    const Lesson& lesson = *session_.lesson();
    const auto ids = scene_.shownRuns();
    const auto id = ids.find(lesson.picture.twins.front());
    const RunSummary* run =
        lesson.picture.kind == "own" && session_.isRevealed() && id != ids.end() ? runs_.findRun(id->second) : nullptr;
    if (run == nullptr) return found;
    for (const TestScore& score : *run->scores) {
        if (score.scale != "original" || score.metric != "rmse" || !std::isfinite(score.value)) continue;
        const auto known =
            std::ranges::find(baselines(), score.method, [](const Baseline& one) { return std::string(one.key); });
        if (score.method == "model")
            found.push_back({tr("this network"), score.value, true});
        else if (known != baselines().end())
            found.push_back({translated(known->label), score.value, false});
    }
    std::ranges::sort(found, {}, &StageScore::value);
    return found;
}

/// Of the rows that the texts now shown speak of.
QStringList StageView::foldedNames() const {
    QStringList names;
    const StageContent& content = canvas_->content();
    if (content.halves.empty()) return names;
    const auto& cards = session_.lesson()->cards;
    const auto gap = std::ranges::find(cards, Kind::Gap, &LessonCard::kind);
    const auto first = session_.isRevealed() ? gap - cards.begin() : session_.card();
    for (const std::size_t row : canvas_->foldedRows())
        for (auto i = first; i <= session_.card(); ++i)
            if (std::ranges::count(cards[static_cast<std::size_t>(i)].named, row) > 0) {
                const StageHalf& half = content.halves.back();
                names << stageRowName(half.shown().rows[row], content.picture.rows[row], half.cell.toStdString());
                break;
            }
    return names;
}

void StageView::refreshText() {
    const Lesson* lesson = session_.lesson();
    StageWords state;
    state.place = session_.place();
    if (session_.isOwnSeries()) state.place += QStringLiteral(" · ") + fromUtf8(lesson->ownSeries);
    const ClassLesson* held = session_.classLesson();  // a class has minutes of its own
    if (const std::int64_t minutes = held != nullptr ? held->minutes : lesson->minutes; minutes > 0)
        state.place += (state.place.isEmpty() ? QString() : QStringLiteral(" · ")) + tr("%1 minutes").arg(minutes);
    const LessonOutcomes outcomes = scene_.outcomes();
    const LessonWords spoken = scene_.words(outcomes);
    state.gap = scene_.gap();
    if (state.gap) {
        const LessonGap& gap = *scene_.shownGap();
        state.gapFormat = gap.as == "hits" ? QStringLiteral("hits") : fromUtf8(gap.format);
        state.gapWords = translated(state.gap->words);
        if (const auto calls = figuresOfSum(gap.beside); !gap.beside.empty() && calls.ok() && !calls->empty())
            state.gapBeside = spoken.run(*lesson, calls->front().arguments[0]);
    }
    state.folded = foldedNames();
    if (!canvas_->content().halves.empty()) state.foldedRows = canvas_->foldedRows();
    state.isHand = scene_.shownDraw() != nullptr && scene_.shownDraw()->kind == "valves";
    state.mustAnswer = mustAnswer();
    state.scores = scores();
    state.isDrawn = !session_.progress().drawn.empty();
    state.isWaiting = isWaiting();
    state.hands = hands_;
    if (const LessonGap* told = scene_.shownGap(); !state.isDrawn && told != nullptr)
        if (const auto value = sumValue(told->measure, spoken.figures); value.ok() && std::isfinite(*value))
            state.measured = formatWritten(fromUtf8(figureWords(*value, told->format)));
    state.tried = scene_.tried();
    state.isTryDrawn = !scene_.points().empty();
    state.isTryTrained = scene_.isTried();
    if (const Lesson* following = session_.nextLesson()) state.nextTitle = spoken.simple(following->title);
    text_->tell(state, spoken);
}

QString StageView::shownTitle() const {
    return LessonWords{theme_, session_.glossary(), language_, {}}.simple(session_.lesson()->title);
}

QStringList StageView::caption() const { return captionOf(session_, canvas_->content(), *networks_, shownTitle()); }

Picture StageView::worksheetPage() const {
    StageContent content = scene_.content(film_->frame(), film_->frames());
    if (!content.halves.empty()) content.axes = scene_.axes(false);  // how far it reaches would tell what comes
    content.isCovered = scene_.shownDraw() != nullptr && scene_.shownDraw()->isBlind;
    return blankWorksheet(theme_, session_, std::move(content), language_.toStdString());
}

}  // namespace gatelab
