// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_view.h"

#include "common/texts.h"
#include "config/setting_predicates.h"
#include "lesson/rich_text.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/stage/stage_canvas.h"
#include "pages/learn/stage/stage_caption.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_networks.h"
#include "pages/learn/stage/stage_text.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

using Kind = LessonCard::Kind;
constexpr double kLargeScale = 24.0 / 11;  // the smallest letters of the picture are 11 px
constexpr int kLow = 620, kGap = 12, kTextLeast = 376, kTextMost = 516;

}  // namespace

StageView::StageView(Theme& theme, RunController& runs, LessonSession& session, const QString& language, bool isLarge,
                     LessonActions actions, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      session_(session),
      language_(language),
      actions_(std::move(actions)),
      scale_(isLarge ? kLargeScale : theme.textScale()),
      networks_(new StageNetworks(runs, this)),
      canvas_(new StageCanvas(theme, scale_)),
      film_(new StageFilm(theme, scale_)),
      text_(new StageText(theme, session, scale_)) {
    auto* picture = new QFrame;
    picture->setProperty("card", true);
    auto* left = new QVBoxLayout(picture);
    left->setContentsMargins(1, 1, 1, 1);
    left->setSpacing(0);
    left->addWidget(canvas_, 1);
    left->addWidget(film_);
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
        tried_ = -1;
        isFirst_ = true;
    });
    connect(&session_, &LessonSession::cardChanged, this, [this] {
        tried_ = -1;
        isOtherCard_ = true;
        film_->play(false);
        film_->showFrame(frameOfScene());
    });
    for (const auto changed : {&LessonSession::lessonChanged, &LessonSession::cardChanged, &LessonSession::changed})
        connect(&session_, changed, this, &StageView::scheduleRefresh);
    connect(&session_, &LessonSession::liveChanged, this, &StageView::refreshFilm);
    connect(networks_, &StageNetworks::changed, this, [this] {
        isOtherFilm_ = isOtherFilm_ || !networks_->isReading();
        scheduleRefresh();
    });
    connect(canvas_, &StageCanvas::drawn, this, [this] {
        if (tried_ >= 0)
            session_.drawTry(tried_, canvas_->drawing().points());
        else
            session_.draw(canvas_->drawing().points());
    });
    connect(film_, &StageFilm::frameChosen, this, &StageView::refreshPicture);
    connect(text_, &StageText::onward, this, &StageView::advance);
    connect(text_, &StageText::back, this, &StageView::retreat);
    connect(text_, &StageText::takenBack, this, [this] { session_.draw({}); });
    connect(text_, &StageText::again, this, [this] {
        session_.drawAnew();
        goTo(Kind::Draw);
    });
    connect(text_, &StageText::tryAsked, this, &StageView::tryOut);
    connect(text_, &StageText::termAsked, this,
            [this](const QString& key, const QPoint& at) { actions_.showTerm(key, at); });
    connect(&theme, &Theme::changed, this, &StageView::scheduleRefresh);
    refresh();
}

void StageView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    film_->setLow(height() < kLow * scale_);
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
    if (lesson == nullptr || !lesson->isStaged() || !isVisible()) return;
    if (std::exchange(wasTraining_, session_.isTraining()) && !session_.isTraining()) trained();
    networks_->show(*lesson, session_.progress().seed, shownRuns());
    // The picture is of the frame that the slider stands on, and the slider on what was read last.
    refreshFilm();
    if (std::exchange(isOtherFilm_, false)) film_->showFrame(frameOfScene());
    refreshPicture();
    // A button that is disabled or built anew gives the focus away.
    const bool hadFocus = isAncestorOf(window()->focusWidget());
    refreshText();
    const bool isLost = hadFocus && !isAncestorOf(window()->focusWidget());
    const bool isFirst = std::exchange(isFirst_, false), isOther = std::exchange(isOtherCard_, false);
    if (isFirst || isLost || (isOther && hadFocus)) focusNext();
}

std::map<std::string, QString> StageView::shownRuns() const {
    // While it trains, and before all is trained, only step 0 is looked at.
    const bool isTrained = session_.isTrained() && (!session_.isTraining() || session_.isTrying());
    auto ids = isTrained ? session_.progress().runs : std::map<std::string, QString>();
    // A change that is told of stands in the picture.
    if (const auto own = session_.progress().triesRuns.find(tried_);
        isTried() && own != session_.progress().triesRuns.end())
        for (const auto& [key, id] : own->second) ids[key] = id;
    return ids;
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

/// A scene may be of a step of the training; -1: it is of the newest.
int StageView::frameOfScene() const {
    std::int64_t wanted = 0;
    const std::string& at = session_.shownCard().at;
    const auto end = std::from_chars(at.data(), at.data() + at.size(), wanted);
    if (at.empty() || end.ptr != at.data() + at.size() || networks_->twins().empty()) return -1;
    const auto& frames = longestTwin(networks_->twins()).frames;
    return static_cast<int>(
        std::ranges::min_element(frames, {},
                                 [wanted](const PictureFrame& frame) { return std::abs(frame.step - wanted); }) -
        frames.begin());
}

void StageView::trained() {
    if (session_.isTrained() && session_.shownCard().kind == Kind::Train) session_.go(1);
}

void StageView::goTo(Kind kind) {
    const auto& cards = session_.lesson()->cards;
    session_.setCard(static_cast<int>(std::ranges::find(cards, kind, &LessonCard::kind) - cards.begin()));
}

void StageView::tryOut(int change) {
    tried_ = change;
    canvas_->setFocus(Qt::OtherFocusReason);
    scheduleRefresh();
}

void StageView::advance() {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr || session_.isTraining()) return;
    const Kind kind = session_.shownCard().kind;
    if (tried_ >= 0) {
        if (session_.progress().tries.contains(tried_)) {
            tried_ = -1;
            scheduleRefresh();
        } else if (!points().empty()) {
            session_.tryChange(static_cast<std::size_t>(tried_));
        }
        return;
    }
    if (kind == Kind::Draw) {
        if (session_.progress().drawn.empty()) return;
        goTo(session_.isTrained() ? Kind::Gap : Kind::Train);
        if (!session_.isTrained()) session_.train();
    } else if (kind == Kind::Train && !session_.isTrained()) {
        session_.train();
    } else if (kind == Kind::Say && text_->sentence() &&
               text_->sentence()->toPlainText().trimmed() != session_.progress().sentence) {
        session_.say(text_->sentence()->toPlainText().trimmed());
    } else if (mustAnswer()) {
        return;
    } else if (session_.canGo(1)) {
        session_.go(1);
    } else if (const Lesson* following = session_.nextLesson()) {
        session_.open(fromUtf8(following->key));
    }
}

/// Before a class the speaker goes on as they like.
bool StageView::mustAnswer() const {
    return scale_ < kLargeScale && session_.shownCard().kind == Kind::Quiz &&
           session_.progress().answers[static_cast<std::size_t>(session_.question())] < 0;
}

void StageView::retreat() {
    if (tried_ >= 0) {
        tried_ = -1;
        return scheduleRefresh();
    }
    // What was trained is not trained again by looking back at it.
    if (session_.canGo(-1)) session_.go(-1);
}

void StageView::keyPressEvent(QKeyEvent* event) {
    const LessonCard& card = session_.shownCard();
    if (const int answer = event->key() - Qt::Key_1; card.kind == Kind::Quiz && answer >= 0 && tried_ < 0) {
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
        case Qt::Key_Backspace:
            return retreat();
        default:
            QWidget::keyPressEvent(event);
    }
}

void StageView::refreshPicture() {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr || !lesson->isStaged()) return;
    StageContent content = contentNow();
    StageDrawing drawing;
    // Before anything is drawn it is asked for; a drawing stands only from its own scene on.
    const bool isShown = content.isDrawing || session_.isRevealed() || session_.shownCard().kind == Kind::Train;
    if (!content.halves.empty() && isShown && isDrawingShown_) {
        drawing = drawingNow();
    }
    if (!isShown) content.drawKind.clear();
    canvas_->setContent(std::move(content), std::move(drawing));
}

void StageView::refreshFilm() {
    const Lesson* lesson = session_.lesson();
    if (lesson == nullptr || !lesson->isStaged()) return;
    std::vector<double> places;
    if (session_.isRevealed() && !networks_->twins().empty()) {
        const StageTwin& longest = longestTwin(networks_->twins());
        for (const PictureFrame& frame : longest.frames) places.push_back(longest.placeOf(frame));
    }
    std::vector<StageFilm::Curve> curves;
    // Where a change is told of, its run is the one of the picture.
    const LessonOutcomes outcomes = isTried() ? outcomesNow() : session_.progress().outcomes;
    double epochs = 1;
    for (const LessonRun& run : lesson->runs) {
        epochs = std::max(epochs, static_cast<double>(run.config.epochs));
        const auto own = outcomes.find(run.key);
        const bool isLive = session_.trainingRun() == run.key && !session_.isTrying();
        if (!isLive && (own == outcomes.end() || (!session_.isRevealed() && !session_.isTraining()))) continue;
        LessonLine line = isLive ? session_.liveLine() : own->second.line;
        if (const auto before = outcomes.find(run.key + std::string(kStepZero));
            before != outcomes.end() && !before->second.line.y.empty()) {
            line.x.insert(line.x.begin(), 0);
            line.y.insert(line.y.begin(), before->second.line.y.front());
        }
        if (!line.x.empty()) curves.push_back({nameOf(run.key), stageSlot(*lesson, run.key), std::move(line)});
    }
    film_->setCurves(std::move(curves), tr("loss"));
    film_->setFilm(std::move(places), epochs,
                   session_.isTraining() ? tr("training ...")
                   : session_.progress().drawn.empty()
                       ? tr("not trained yet: what comes is not shown before you have drawn")
                       : tr("not trained yet"));
}

void StageView::refreshText() {
    const Lesson* lesson = session_.lesson();
    StageWords state;
    const auto& all = session_.shelf().lessons;
    const auto own = std::ranges::find(all, lesson->key, &Lesson::key);
    const auto inPart = [lesson](const Lesson& one) { return one.part == lesson->part; };
    if (own != all.end())
        state.place = tr("Lesson %1 of %2")
                          .arg(std::count_if(all.begin(), own, inPart) + 1)
                          .arg(std::ranges::count_if(all, inPart));
    if (lesson->minutes > 0)
        state.place +=
            (state.place.isEmpty() ? QString() : QStringLiteral(" · ")) + tr("%1 minutes").arg(lesson->minutes);
    const LessonOutcomes outcomes = outcomesNow();
    const LessonWords spoken = words(outcomes);
    state.gap = gap();
    if (state.gap) {
        const LessonGap& gap = *shownGap();
        state.gapFormat = gap.as == "hits" ? QStringLiteral("hits") : fromUtf8(gap.format);
        state.gapWords = translated(state.gap->words);
        if (const auto calls = figuresOfSum(gap.beside); !gap.beside.empty() && calls.ok() && !calls->empty())
            state.gapBeside = spoken.run(*lesson, calls->front().arguments[0]);
    }
    state.isHand = shownDraw() != nullptr && shownDraw()->kind == "valves";
    state.mustAnswer = mustAnswer();
    state.isDrawn = !session_.progress().drawn.empty();
    state.tried = tried_;
    state.isTryDrawn = !points().empty();
    state.isTryTrained = isTried();
    if (const Lesson* following = session_.nextLesson()) state.nextTitle = spoken.simple(following->title);
    text_->tell(state, spoken);
}

namespace {

using Kind = LessonCard::Kind;

/// The steps that a sum asks of the drawing, first and last. 0: none, or at more than one place.
std::pair<std::int64_t, std::int64_t> stepsOfGap(const LessonGap& gap, const std::vector<std::int64_t>& marks) {
    const auto calls = figuresOfSum(gap.against);
    if (!calls.ok() || std::ranges::count(*calls, "drawn", &FigureCall::name) != 1) return {};
    const auto call = std::ranges::find(*calls, "drawn", &FigureCall::name);
    if (call->arguments.empty()) return {};
    const auto number = [&marks](const std::string& text) {
        std::int64_t step = 0;
        if (text == kMarkedStep && !marks.empty()) return marks.front();
        std::from_chars(text.data(), text.data() + text.size(), step);
        return step;
    };
    return {number(call->arguments.front()), number(call->arguments.back())};
}

/// As a hand's cell reads it.
HandSequence shownSequence(const LessonPicture& picture, const PictureFrame& frame) {
    HandSequence sequence;
    for (std::size_t row = 0; row < picture.rows.size(); ++row)
        if (picture.rows[row].quantity == "x") sequence.numbers = frame.rows[row].values;
    sequence.isMarked.assign(sequence.numbers.size(), false);
    for (const std::int64_t mark : frame.marks) sequence.isMarked[static_cast<std::size_t>(mark - 1)] = true;
    sequence.target = frame.truth.empty() ? 0 : frame.truth[0];
    return sequence;
}

bool isLowGate(const LessonRow& row, const std::string& run) {
    const auto own = row.unitOf.find(run);
    return (own == row.unitOf.end() ? row.unit : own->second).starts_with("closes");
}

}  // namespace

int stageSlot(const Lesson& lesson, const std::string& run) {
    const auto ofCell = [&lesson](const std::string& key) {
        const LessonRun* one = lesson.findRun(key);
        const std::string cell = one ? one->config.cell : std::string();
        return isPlainRnn(cell) ? 1 : isGru(cell) ? 2 : 0;
    };
    const int own = ofCell(run);
    const auto& twins = lesson.picture.twins;
    if (twins.empty() || twins.back() == run || ofCell(twins.back()) != own) return own;
    int before = 0;
    for (const LessonRun& one : lesson.runs) {
        if (one.key == run) break;
        before += one.key != twins.back() && ofCell(one.key) == own;
    }
    return own + 3 + before;
}

bool StageView::isTried() const {
    return tried_ >= 0 && !session_.isTraining() && session_.progress().tries.contains(tried_);
}

const LessonDraw* StageView::shownDraw() const {
    const Lesson& lesson = *session_.lesson();
    if (tried_ >= 0) return &lesson.tries[static_cast<std::size_t>(tried_)].draw;
    const LessonCard* card = lesson.find(Kind::Draw);
    return card ? &card->draw : nullptr;
}

const LessonGap* StageView::shownGap() const {
    const Lesson& lesson = *session_.lesson();
    if (tried_ >= 0)
        return isTried() && !networks_->isReading() ? &lesson.tries[static_cast<std::size_t>(tried_)].gap : nullptr;
    if (!session_.isRevealed()) return nullptr;
    const LessonGap* found = nullptr;
    for (int i = 0; i <= session_.card(); ++i)
        if (const LessonGap& gap = lesson.cards[static_cast<std::size_t>(i)].gap; !gap.as.empty()) found = &gap;
    return found;
}

const std::vector<QPointF>& StageView::points() const {
    static const std::vector<QPointF> kNone;
    if (tried_ < 0) return session_.progress().drawn;
    const auto own = session_.progress().triesDrawn.find(tried_);
    return own == session_.progress().triesDrawn.end() ? kNone : own->second;
}

LessonOutcomes StageView::outcomesNow() const {
    LessonOutcomes all = session_.progress().outcomes;
    if (const auto tried = session_.progress().tries.find(tried_); tried != session_.progress().tries.end())
        for (const auto& [key, outcome] : tried->second) all[key] = outcome;
    return all;
}

/// The drawing as it stands; nothing can be drawn: there is no picture yet.
StageDrawing StageView::drawingNow() const {
    const LessonDraw* draw = shownDraw();
    if (draw == nullptr || networks_->twins().empty()) return {};
    const auto twin = std::ranges::find(networks_->twins(), draw->twin, &StageTwin::key);
    if (twin == networks_->twins().end()) return {};
    const PictureFrame& before = twin->frames.front();
    StageDrawing drawing(*draw, before, axesNow(session_.isRevealed())[draw->row]);
    drawing.setPoints(points());
    return drawing;
}

/// Of each row: as the networks of the picture have it.
std::vector<StageAxis> StageView::axesNow(bool isRevealed) const {
    const LessonPicture& picture = session_.lesson()->picture;
    const auto ranges = networks_->ranges(!isRevealed);
    std::vector<StageAxis> axes;
    for (std::size_t row = 0; row < picture.rows.size(); ++row) {
        const RowTrack& track = networks_->twins().back().frames.front().rows[row];
        axes.push_back(stageAxis(picture.rows[row], track.quantity, ranges[row]));
        if (picture.kind == "forecast" && picture.rows[row].quantity == "forecast") {
            auto [low, high] = ranges[row];
            for (const double value : networks_->twins().back().frames.front().truth)
                low = std::min(low, value), high = std::max(high, value);
            axes.back() = {low - 0.06 * (high - low), high + 0.06 * (high - low), false};
        }
        // Two marked numbers lie on a cell that a hand keeps.
        if (picture.kind == "belt" && picture.rows[row].isRinged) axes.back() = {-2, 2, false};
    }
    return axes;
}

FigureSource StageView::figuresNow(const LessonOutcomes& outcomes) const {
    SeenSequence seen;
    const std::size_t ringed = session_.lesson()->picture.ringed();
    for (const StageTwin& twin : networks_->twins()) {
        seen.marks = twin.frames.front().marks;
        if (session_.lesson()->picture.kind == "forecast") seen.truth = twin.frames.front().truth;
        if (session_.isRevealed() && (twin.isTrained() || twin.isFailed))
            seen.rows[twin.key] = rowValues(twin.frames.back().rows[ringed]);
    }
    if (const StageDrawing drawing = drawingNow(); drawing.isValves() && !drawing.points().empty()) {
        const HandAnswer answer = handAnswer(*networks_->twins().front().sequences, drawing.valves());
        seen.hand = answer.error, seen.constant = answer.constant;
    }
    return gapSource(figureSource(outcomes), drawnPoints(points()), seen);
}

std::optional<MeasuredGap> StageView::gap() const {
    const LessonGap* gap = session_.lesson() && isDrawingShown_ ? shownGap() : nullptr;
    const LessonDraw* draw = gap ? shownDraw() : nullptr;
    if (draw == nullptr || networks_->twins().empty()) return std::nullopt;
    const LessonPicture& picture = session_.lesson()->picture;
    std::vector<double> row;
    for (const StageTwin& twin : networks_->twins())
        if (twin.key == draw->twin && twin.isTrained()) row = twin.frames.back().rows[draw->row].values;
    const LessonOutcomes outcomes = outcomesNow();
    const MeasuredGap measured = measuredGap(*gap, figuresNow(outcomes), drawnPoints(points()), row,
                                             isLowGate(picture.rows[draw->row], draw->twin));
    if (measured.words == Phrase()) return std::nullopt;
    return measured;
}

LessonWords StageView::words(const LessonOutcomes& outcomes) const {
    const auto measured = gap();
    FigureSource figures = figuresNow(outcomes);
    if (measured)
        figures = [figures, measured = *measured](const FigureCall& call) -> Result<double> {
            if (call.name == "gap") return measured.gap;
            if (call.name == "measure") return measured.measure;
            if (call.name == "drawn" && call.arguments.empty()) return measured.against;
            return figures(call);
        };
    return {theme_, session_.glossary(), language_, figures, measured ? translated(measured->words) : QString()};
}

/// The change whose run stands in the picture in place of this one; null: it is the lesson's own.
const LessonTry* StageView::shownTry(const std::string& run) const {
    if (!isTried() || networks_->isReading()) return nullptr;
    const LessonTry& change = session_.lesson()->tries[static_cast<std::size_t>(tried_)];
    return change.run == run ? &change : nullptr;
}

QString StageView::nameOf(const std::string& run) const {
    const LessonTry* change = shownTry(run);
    return LessonWords{theme_, session_.glossary(), language_, {}}.simple(
        change ? change->label : session_.lesson()->findRun(run)->label);
}

StageHalf StageView::halfOf(std::size_t index) const {
    const Lesson& lesson = *session_.lesson();
    const StageTwin& twin = networks_->twins()[index];
    const LessonRun& run = *lesson.findRun(twin.key);
    StageHalf half;
    half.name = nameOf(twin.key);
    half.cell = fromUtf8(run.config.cell);
    half.slot = stageSlot(lesson, twin.key);
    if (const LessonTry* change = shownTry(twin.key)) half.cell = fromUtf8(change->config.cell);
    half.before = twin.frames.front();
    if (session_.isRevealed() && twin.isFailed)
        half.figure = tr("stopped"), half.figureNote = tr("its loss was no number any more");
    if (!session_.isRevealed() || !twin.isTrained()) return half;
    const LessonCard& card = session_.shownCard();
    if (isStepZero(card.at) && film_->frame() + 1 == film_->frames()) return half;
    // The film's slider goes over the share of the training; each twin takes its frame nearest to it.
    const auto places = static_cast<std::size_t>(std::max(1, film_->frames()));
    const StageTwin& longest = longestTwin(networks_->twins());
    const std::size_t at = std::min(static_cast<std::size_t>(std::max(0, film_->frame())), longest.frames.size() - 1);
    // At its end each stands at what it kept.
    const double share = places < 2 || at + 1 == longest.frames.size() ? 1.0 : longest.placeOf(longest.frames[at]);
    half.now = *std::ranges::min_element(
        twin.frames, {}, [&twin, share](const PictureFrame& frame) { return std::abs(twin.placeOf(frame) - share); });
    if (half.now->step != twin.frames.back().step) {  // of another state than the figures
        half.figure = formatWritten(fromUtf8(figureWords(half.now->loss, "")));
        half.figureNote = tr("loss of this sequence at step %1").arg(half.now->step);
        return half;
    }
    // While a change is asked about, the figure of the lesson's own runs stays; then that of the change.
    const LessonGap* gap = tried_ >= 0 ? &lesson.find(Kind::Gap)->gap : shownGap();
    const auto calls = gap && !gap->measure.empty() ? figuresOfSum(gap->measure)
                                                    : Result<std::vector<FigureCall>>(std::vector<FigureCall>{});
    FigureCall call{"validation", {twin.key}};
    if (calls.ok() && calls->size() == 1 && findLessonFigure(calls->front().name) != nullptr) {
        call = calls->front();
        call.arguments[0] = twin.key;
    }
    const LessonOutcomes outcomes = isTried() ? outcomesNow() : session_.progress().outcomes;
    const auto value = figureSource(outcomes)(call);
    if (!value.ok() || !std::isfinite(*value)) return half;
    half.figure = formatWritten(fromUtf8(figureWords(*value, call.name == "validation" ? "" : gap->format)));
    half.figureNote = translated(findLessonFigure(call.name)->label);
    return half;
}

StageContent StageView::contentNow() const {
    const Lesson& lesson = *session_.lesson();
    StageContent content;
    content.picture = lesson.picture;
    const bool isRevealed = session_.isRevealed();
    for (std::size_t i = 0; i < networks_->twins().size(); ++i) content.halves.push_back(halfOf(i));
    const LessonCard& card = session_.shownCard();
    content.isHidden.assign(lesson.picture.rows.size(), false);
    for (const std::size_t row : card.hidden) content.isHidden[row] = true;
    content.title = lesson.picture.kind == "gradient"   ? tr("Gradient through time")
                    : lesson.picture.kind == "gate"     ? tr("The gate, step by step")
                    : lesson.picture.kind == "product"  ? tr("Memory, step by step")
                    : lesson.picture.kind == "forecast" ? tr("Forecasts, one beside the other")
                    : lesson.picture.kind == "belt"     ? tr("One cell, by hand")
                    : lesson.picture.kind == "unrolled" ? tr("The same number twice")
                                                        : tr("The sequence");
    content.note = networks_->problem();
    if (content.halves.empty()) {
        if (content.note.isEmpty()) content.note = tr("Drawing the untrained network ...");
        return content;
    }
    content.note = lesson.picture.kind == "unrolled" || lesson.picture.kind == "forecast"
                       ? tr("seed %1").arg(session_.progress().seed)
                       : tr("one sequence of %1 steps; seed %2")
                             .arg(content.halves.front().before.steps)
                             .arg(session_.progress().seed);
    content.axes = axesNow(isRevealed);
    const LessonDraw* draw = shownDraw();
    if (draw == nullptr) return content;
    if (content.sequences = networks_->twins().front().sequences; content.sequences) {
        const PictureFrame& frame = content.halves.front().before;
        content.sequence = shownSequence(lesson.picture, frame);
    }
    content.isCovered = draw->isBlind && !isRevealed;
    content.drawKind = draw->kind;
    content.drawnHalf =
        static_cast<int>(std::ranges::find(lesson.picture.twins, draw->twin) - lesson.picture.twins.begin());
    content.isDrawing =
        !session_.isTraining() && (tried_ >= 0 ? !session_.progress().tries.contains(tried_) : card.kind == Kind::Draw);
    content.hint = draw->kind == "valves"  ? tr("drag the valves, or use the arrow keys")
                   : draw->kind == "steps" ? tr("click the steps, or arrows and Space")
                   : draw->kind == "curve" ? tr("draw here, or use the arrow keys")
                                           : tr("drag the circles, or use the arrow keys");
    if (const auto measured = gap(); measured && film_->frame() + 1 >= film_->frames()) {
        const LessonGap* shown = shownGap();
        content.gap = translated(measured->words);
        const auto [first, last] = stepsOfGap(*shown, content.halves.front().before.marks);
        content.gapStep = (first + last) / 2;
        content.gapNote = shown->as == "hits" ? tr("of your steps and those where it moves")
                          : first == 0        ? tr("than you drew")
                          : first == last     ? tr("than you drew, at step %1").arg(first)
                                              : tr("than you drew, steps %1 to %2").arg(first).arg(last);
    }
    return content;
}

QString StageView::shownTitle() const {
    return LessonWords{theme_, session_.glossary(), language_, {}}.simple(session_.lesson()->title);
}

QStringList StageView::caption() const { return captionOf(session_, canvas_->content(), *networks_, shownTitle()); }

Picture StageView::worksheetPage() const {
    StageContent content = contentNow();
    if (!content.halves.empty()) content.axes = axesNow(false);  // how far it reaches would tell what comes
    content.isCovered = shownDraw() != nullptr && shownDraw()->isBlind;
    return blankWorksheet(theme_, session_, std::move(content), language_.toStdString());
}

}  // namespace gatelab
