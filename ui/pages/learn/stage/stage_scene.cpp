// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_scene.h"

#include "common/texts.h"
#include "config/setting_predicates.h"
#include "lesson/lesson_parts.h"
#include "lesson/lesson_seen.h"
#include "lesson/rich_text.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_networks.h"
#include "pages/learn/stage/stage_view.h"

#include <QDateTime>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace gatelab {

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

/// Of what the series did and of what is said of it; what was said untrained may lie far away.
std::pair<double, double> seriesRange(const RowTrack& track) {
    std::pair<double, double> range{INFINITY, -INFINITY};
    const auto take = [&range](const std::vector<double>& values) {
        for (const double value : values)
            if (std::isfinite(value)) range = {std::min(range.first, value), std::max(range.second, value)};
    };
    take(track.values);
    take(track.beside);
    for (const RowTrack::Fan& fan : track.fans) take(fan.values);
    return range;
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

StageScene::StageScene(const Theme& theme, LessonSession& session, const StageNetworks& networks, QString language)
    : theme_(theme), session_(session), networks_(networks), language_(std::move(language)) {}

std::map<std::string, QString> StageScene::shownRuns() const {
    // While it trains, and before all is trained, only step 0 is looked at.
    const bool isTrained = session_.isTrained() && (!session_.isTraining() || session_.isTrying());
    auto ids = isTrained ? session_.progress().runs : std::map<std::string, QString>();
    // A change that is told of stands in the picture.
    if (const auto own = session_.progress().triesRuns.find(tried_);
        isTried() && own != session_.progress().triesRuns.end())
        for (const auto& [key, id] : own->second) ids[key] = id;
    return ids;
}

/// A scene may be of a step of the training; -1: it is of the newest.
int StageScene::frameOfScene() const {
    std::int64_t wanted = 0;
    const std::string& at = session_.shownCard().at;
    const auto end = std::from_chars(at.data(), at.data() + at.size(), wanted);
    if (at.empty() || end.ptr != at.data() + at.size() || networks_.twins().empty()) return -1;
    const auto& frames = longestTwin(networks_.twins()).frames;
    return static_cast<int>(
        std::ranges::min_element(frames, {},
                                 [wanted](const PictureFrame& frame) { return std::abs(frame.step - wanted); }) -
        frames.begin());
}

std::vector<StageFilm::Curve> StageScene::curves() const {
    const Lesson& lesson = *session_.lesson();
    std::vector<StageFilm::Curve> made;
    // Where a change is told of, its run is the one of the picture.
    const LessonOutcomes known = isTried() ? outcomes() : session_.progress().outcomes;
    for (const LessonRun& run : lesson.runs) {
        const auto own = known.find(run.key);
        const bool isLive = session_.trainingRun() == run.key && !session_.isTrying();
        if (!isLive && (own == known.end() || (!session_.isRevealed() && !session_.isTraining()))) continue;
        LessonLine line = isLive ? session_.liveLine() : own->second.line;
        if (const auto before = known.find(run.key + std::string(kStepZero));
            before != known.end() && !before->second.line.y.empty()) {
            line.x.insert(line.x.begin(), 0);
            line.y.insert(line.y.begin(), before->second.line.y.front());
        }
        double kept = std::nan("");
        if (!isLive && lesson.chart == "validation_loss")
            if (const auto value = figureSource(known)({"validation", {run.key}}); value.ok()) kept = *value;
        if (!line.x.empty()) made.push_back({nameOf(run.key), stageSlot(lesson, run.key), std::move(line), kept});
    }
    return made;
}

const LessonChoice* StageScene::caseOf(const LessonCard& card) const {
    const LessonOutcomes all = session_.progress().outcomes;
    const auto right = rightChoice(card, figureSource(all));
    return right.ok() && *right < card.choices.size() ? &card.choices[*right] : nullptr;
}

bool StageScene::isTried() const {
    return tried_ >= 0 && !session_.isTraining() && session_.progress().tries.contains(tried_);
}

const LessonDraw* StageScene::shownDraw() const {
    const Lesson& lesson = *session_.lesson();
    if (tried_ >= 0) return &lesson.tries[static_cast<std::size_t>(tried_)].draw;
    const LessonCard* card = lesson.find(Kind::Draw);
    return card ? &card->draw : nullptr;
}

const LessonGap* StageScene::shownGap() const {
    const Lesson& lesson = *session_.lesson();
    if (tried_ >= 0)
        return isTried() && !networks_.isReading() ? &lesson.tries[static_cast<std::size_t>(tried_)].gap : nullptr;
    if (!session_.isRevealed()) return nullptr;
    const LessonGap* found = nullptr;
    for (int i = 0; i <= session_.card(); ++i) {
        const LessonCard& card = lesson.cards[static_cast<std::size_t>(i)];
        if (card.gap.as.empty()) continue;
        const LessonChoice* one = caseOf(card);
        found = one && one->isSilent ? nullptr : &card.gap;
    }
    return found;
}

const std::vector<QPointF>& StageScene::points() const {
    static const std::vector<QPointF> kNone;
    if (tried_ < 0) return session_.progress().drawn;
    const auto own = session_.progress().triesDrawn.find(tried_);
    return own == session_.progress().triesDrawn.end() ? kNone : own->second;
}

LessonOutcomes StageScene::outcomes() const {
    LessonOutcomes all = session_.progress().outcomes;
    if (const auto tried = session_.progress().tries.find(tried_); tried != session_.progress().tries.end())
        for (const auto& [key, outcome] : tried->second) all[key] = outcome;
    return all;
}

/// The drawing as it stands; nothing can be drawn: there is no picture yet.
StageDrawing StageScene::drawing() const {
    const LessonDraw* draw = shownDraw();
    if (draw == nullptr || networks_.twins().empty()) return {};
    const auto twin = std::ranges::find(networks_.twins(), draw->twin, &StageTwin::key);
    if (twin == networks_.twins().end()) return {};
    const PictureFrame& before = twin->frames.front();
    StageDrawing made(*draw, before, axes(session_.isRevealed())[draw->row]);
    made.setPoints(points());
    return made;
}

/// Of each row: as the networks of the picture have it.
std::vector<StageAxis> StageScene::axes(bool isRevealed) const {
    const LessonPicture& picture = session_.lesson()->picture;
    const auto ranges = networks_.ranges(!isRevealed);
    std::vector<StageAxis> made;
    for (std::size_t row = 0; row < picture.rows.size(); ++row) {
        const RowTrack& track = networks_.twins().back().frames.front().rows[row];
        made.push_back(stageAxis(picture.rows[row], track.quantity, ranges[row]));
        if ((picture.kind == "forecast" || picture.kind == "parts") && picture.rows[row].quantity == "forecast") {
            auto [low, high] = ranges[row];
            for (const double value : networks_.twins().back().frames.front().truth)
                low = std::min(low, value), high = std::max(high, value);
            made.back() = {low - 0.06 * (high - low), high + 0.06 * (high - low), false};
        }
        if ((picture.rows[row].quantity == "series" || picture.rows[row].quantity == "fed") &&
            ranges[row].first <= ranges[row].second) {
            const auto [low, high] = picture.kind == "own" && isRevealed && networks_.twins().back().isTrained()
                                         ? seriesRange(networks_.twins().back().frames.back().rows[row])
                                         : ranges[row];
            const double edge = 0.06 * std::max(high - low, 1e-9);
            made.back() = {low - edge, high + edge, false};
        }
        if (picture.rows[row].quantity == "made_of") made.back() = {0, 1, false};
        if (picture.rows[row].quantity == "nudge") made.back() = {0, std::max(1e-9, 1.1 * ranges[row].second), false};
        // Two marked numbers lie on a cell that a hand keeps.
        if (picture.kind == "belt" && picture.rows[row].isRinged) made.back() = {-2, 2, false};
    }
    return made;
}

FigureSource StageScene::figures(const LessonOutcomes& outcomes) const {
    std::vector<SeenTwin> twins;
    for (const StageTwin& twin : networks_.twins()) {
        const bool isSeen = session_.isRevealed() && (twin.isTrained() || twin.isFailed);
        twins.push_back({twin.key, &twin.frames.front(), isSeen ? &twin.frames.back() : nullptr});
    }
    SeenSequence seen = seenIn(*session_.lesson(), twins, outcomes);
    if (const StageDrawing hand = drawing(); hand.isValves()) {
        const HandAnswer answer = handAnswer(*networks_.twins().front().sequences, hand.valves());
        seen.constant = answer.constant;
        if (!hand.points().empty()) seen.hand = answer.error;
    }
    return gapSource(figureSource(outcomes), drawnPoints(points()), seen);
}

std::optional<MeasuredGap> StageScene::gap() const {
    const LessonGap* asked = session_.lesson() && isDrawingShown_ ? shownGap() : nullptr;
    const LessonDraw* draw = asked ? shownDraw() : nullptr;
    if (draw == nullptr || networks_.twins().empty()) return std::nullopt;
    const LessonPicture& picture = session_.lesson()->picture;
    std::vector<double> row;
    for (const StageTwin& twin : networks_.twins())
        if (twin.key == draw->twin && twin.isTrained()) row = twin.frames.back().rows[draw->row].values;
    const LessonOutcomes all = outcomes();
    const MeasuredGap measured =
        measuredGap(*asked, figures(all), drawnPoints(points()), row, isLowGate(picture.rows[draw->row], draw->twin));
    if (measured.words == Phrase()) return std::nullopt;
    return measured;
}

LessonWords StageScene::words(const LessonOutcomes& outcomes) const {
    const auto measured = gap();
    FigureSource source = figures(outcomes);
    if (measured)
        source = [figures = source, measured = *measured](const FigureCall& call) -> Result<double> {
            if (call.name == "gap") return measured.gap;
            if (call.name == "measure") return measured.measure;
            if (call.name == "drawn" && call.arguments.empty()) return measured.against;
            return figures(call);
        };
    return {theme_, session_.glossary(), language_, source, measured ? translated(measured->words) : QString()};
}

/// The change whose run stands in the picture in place of this one; null: it is the lesson's own.
const LessonTry* StageScene::shownTry(const std::string& run) const {
    if (!isTried() || networks_.isReading()) return nullptr;
    const LessonTry& change = session_.lesson()->tries[static_cast<std::size_t>(tried_)];
    return change.run == run ? &change : nullptr;
}

QString StageScene::nameOf(const std::string& run) const {
    const LessonTry* change = shownTry(run);
    return LessonWords{theme_, session_.glossary(), language_, {}}.simple(
        change ? change->label : session_.lesson()->findRun(run)->label);
}

StageHalf StageScene::halfOf(std::size_t index, int frame, int frames) const {
    const Lesson& lesson = *session_.lesson();
    const StageTwin& twin = networks_.twins()[index];
    const LessonRun& run = *lesson.findRun(twin.key);
    StageHalf half;
    half.name = nameOf(twin.key);
    half.cell = fromUtf8(run.config.cell);
    half.slot = stageSlot(lesson, twin.key);
    if (const LessonTry* change = shownTry(twin.key)) half.cell = fromUtf8(change->config.cell);
    half.before = twin.frames.front();
    if (session_.isRevealed() && twin.isFailed)
        half.figure = StageView::tr("stopped"), half.figureNote = StageView::tr("its loss was no number any more");
    if (!columnsOf(lesson.picture).empty()) {
        fillFigures(half, index);
        return half;
    }
    if (!session_.isRevealed() || !twin.isTrained()) return half;
    const LessonCard& card = session_.shownCard();
    if (isStepZero(card.at) && frame + 1 == frames) return half;
    // The film's slider goes over the share of the training; each twin takes its frame nearest to it.
    const auto places = static_cast<std::size_t>(std::max(1, frames));
    const StageTwin& longest = longestTwin(networks_.twins());
    const std::size_t at = std::min(static_cast<std::size_t>(std::max(0, frame)), longest.frames.size() - 1);
    // At its end each stands at what it kept.
    const double share = places < 2 || at + 1 == longest.frames.size() ? 1.0 : longest.placeOf(longest.frames[at]);
    half.now = *std::ranges::min_element(
        twin.frames, {}, [&twin, share](const PictureFrame& one) { return std::abs(twin.placeOf(one) - share); });
    if (half.now->step != twin.frames.back().step) {  // of another state than the figures
        half.figure = formatWritten(fromUtf8(figureWords(half.now->loss, "")));
        half.figureNote = StageView::tr("loss of this sequence at step %1").arg(half.now->step);
        return half;
    }
    // While a change is asked about, the figure of the lesson's own runs stays; then that of the change.
    const LessonGap* told = tried_ >= 0 ? &lesson.find(Kind::Gap)->gap : shownGap();
    const auto calls = told && !told->measure.empty() ? figuresOfSum(told->measure)
                                                      : Result<std::vector<FigureCall>>(std::vector<FigureCall>{});
    FigureCall call{"validation", {twin.key}};
    if (calls.ok() && calls->size() == 1 && findLessonFigure(calls->front().name) != nullptr) {
        call = calls->front();
        call.arguments[0] = twin.key;
    }
    const LessonOutcomes known = isTried() ? outcomes() : session_.progress().outcomes;
    // The row of the picture is told as the gap tells it, for each twin.
    if (calls.ok() && calls->size() == 1 && calls->front().name == "row") {
        FigureCall row = calls->front();
        row.arguments[0] = isStepZero(row.arguments[0]) ? twin.key + std::string(kStepZero) : twin.key;
        const auto shown = figures(known)(row);
        if (!shown.ok() || !std::isfinite(*shown) || row.arguments.size() != 2) return half;
        half.figure = formatWritten(fromUtf8(figureWords(*shown, told->format)));
        half.figureNote =
            isStepZero(row.arguments[0]) ? StageView::tr("at step %1, before training").arg(fromUtf8(row.arguments[1]))
            : row.arguments[1] == kMarkedStep ? StageView::tr("at the first mark")
                                              : StageView::tr("at step %1").arg(fromUtf8(row.arguments[1]));
        return half;
    }
    const auto value = figureSource(known)(call);
    if (!value.ok() || !std::isfinite(*value)) return half;
    half.figure = formatWritten(fromUtf8(figureWords(*value, call.name == "validation" ? "" : told->format)));
    const LessonFigure& figure = *findLessonFigure(call.name);
    half.figureNote = translated(figure.label);
    // The picture is of one of them.
    if (figure.isInside) half.figureNote = StageView::tr("%1, mean of 8").arg(half.figureNote);
    return half;
}

/// Bars of figures, which are of whole trainings: no step of a film has them.
void StageScene::fillFigures(StageHalf& half, std::size_t index) const {
    const LessonPicture& picture = session_.lesson()->picture;
    const bool isOfTwin = picture.rows[picture.ringed()].quantity == "batch";
    half.name.clear(), half.figure.clear(), half.figureNote.clear();
    if (isOfTwin)
        half.name = LessonWords{theme_, session_.glossary(), language_, {}}.simple(columnsOf(picture)[index].label);
    if (!session_.isRevealed()) return;
    RowTrack& before = half.before.rows[picture.ringed()];
    half.now = half.before;
    const LessonOutcomes all = isTried() ? outcomes() : session_.progress().outcomes;
    before.values = columnValues(picture, all, true);
    half.now->rows[picture.ringed()].values = columnValues(picture, all, false);
    half.now->rows[picture.ringed()].dots = columnDots(picture, all);
    if (!isOfTwin) return;
    std::vector<double>& values = half.now->rows[picture.ringed()].values;
    values = {values[index]};
    half.figure = formatWritten(fromUtf8(figureWords(values[0], picture.rows[picture.ringed()].format)));
}

QString StageScene::titleOf(const LessonPicture& picture) {
    const std::string& kind = picture.kind;
    if (picture.rows[picture.ringed()].quantity == "window") return StageView::tr("How far back it sees");
    return kind == "gradient"   ? StageView::tr("Gradient through time")
           : kind == "gate"     ? StageView::tr("The gate, step by step")
           : kind == "product"  ? StageView::tr("Memory, step by step")
           : kind == "forecast" ? StageView::tr("Forecasts, one beside the other")
           : kind == "parts"    ? StageView::tr("Two parts, one beside the other")
           : kind == "belt"     ? StageView::tr("One cell, by hand")
           : kind == "belts"    ? StageView::tr("Two belts, one each way")
           : kind == "own"      ? StageView::tr("Your series and the valve")
           : kind == "curve"    ? StageView::tr("Loss over the epochs")
           : kind == "table"    ? StageView::tr("What it comes to")
           : kind == "unrolled" ? StageView::tr("The same number twice")
                                : StageView::tr("The sequence");
}

std::shared_ptr<const StageImage> StageScene::imageOf(const LessonCard& card) const {
    if (card.image.empty() || tried_ >= 0) return nullptr;
    if (!image_ || image_->file() != card.image) image_ = std::make_shared<const StageImage>(card.image);
    return image_;
}

/// How far what was drawn lies from what is measured, in words and where.
void StageScene::tellGap(StageContent& made) const {
    const auto measured = gap();
    if (!measured) return;
    const Lesson& lesson = *session_.lesson();
    const std::string& ring = lesson.picture.rows[lesson.picture.ringed()].quantity;
    const LessonGap* shown = shownGap();
    made.gap = translated(measured->words);
    made.gapMeasure = measured->measure;
    const auto [first, last] = stepsOfGap(*shown, made.halves.front().before.marks);
    made.gapStep = (first + last) / 2;
    const bool isOfEpochs = lesson.picture.rows[shownDraw()->row].quantity == "loss";
    const QString at = isOfEpochs ? StageView::tr("than you drew, in epoch %1")
                                  : StageView::tr("than you drew, at step %1"),
                  from = isOfEpochs ? StageView::tr("than you drew, epochs %1 to %2")
                                    : StageView::tr("than you drew, steps %1 to %2");
    const std::vector<std::int64_t>& times = made.halves.front().before.times;
    const auto widest = static_cast<std::size_t>(std::max(1.0, measured->measure));
    const bool isTimed = lesson.picture.kind == "own" && widest <= times.size();
    // Of a gate that hardly moves there is none.
    made.gapNote = lesson.picture.kind == "own" && std::isnan(measured->measure) ? QString()
                   : isTimed ? StageView::tr("it is widest at step %1, %2")
                                   .arg(widest)
                                   .arg(QDateTime::fromMSecsSinceEpoch(times[widest - 1] / 1000, Qt::UTC)
                                            .toString(QStringLiteral("H:mm")))
                   : lesson.picture.kind == "own"          ? StageView::tr("it is widest at step %1").arg(widest)
                   : shown->as == "hits"                   ? StageView::tr("of your steps and those where it moves")
                   : ring == "made_of"                     ? StageView::tr("than you drew, after now")
                   : first == 0 || !made.columns.isEmpty() ? StageView::tr("than you drew")
                   : first == last                         ? at.arg(first)
                                                           : from.arg(first).arg(last);
}

StageContent StageScene::content(int frame, int frames) const {
    const Lesson& lesson = *session_.lesson();
    StageContent made;
    made.picture = lesson.picture;
    const bool isRevealed = session_.isRevealed();
    for (std::size_t i = 0; i < networks_.twins().size(); ++i) made.halves.push_back(halfOf(i, frame, frames));
    const LessonCard& card = session_.shownCard();
    made.isHidden.assign(lesson.picture.rows.size(), false);
    for (const std::size_t row : card.hidden) made.isHidden[row] = true;
    // Up to the gap, and from it on: no row comes and goes between the scenes of either.
    made.isNamed.assign(lesson.picture.rows.size(), false);
    const auto gapAt = std::ranges::find(lesson.cards, Kind::Gap, &LessonCard::kind);
    const auto shownAt = lesson.cards.begin() + session_.card();
    for (auto one = isRevealed && gapAt <= shownAt ? gapAt : lesson.cards.begin();
         one != lesson.cards.end() && (isRevealed || one < gapAt); ++one)
        for (const std::size_t row : one->named) made.isNamed[row] = true;
    made.title = titleOf(lesson.picture);
    made.image = imageOf(card);
    made.note = networks_.problem();
    if (made.halves.empty()) {
        if (made.note.isEmpty()) made.note = StageView::tr("Drawing the untrained network ...");
        return made;
    }
    made.note = lesson.picture.kind == "unrolled" || lesson.picture.kind == "forecast"
                    ? StageView::tr("seed %1").arg(session_.progress().seed)
                    : StageView::tr("one sequence of %1 steps; seed %2")
                          .arg(made.halves.front().before.steps)
                          .arg(session_.progress().seed);
    const std::string& ring = lesson.picture.rows[lesson.picture.ringed()].quantity;
    if (lesson.picture.kind == "curve" || lesson.picture.kind == "table" || lesson.picture.kind == "parts" ||
        ring == "window")
        made.note = StageView::tr("seed %1").arg(session_.progress().seed);
    else if (session_.isOwnSeries())
        made.note = StageView::tr("%1; validation part; no linear path").arg(fromUtf8(lesson.ownSeries));
    for (const LessonColumn& column : columnsOf(lesson.picture))
        made.columns << LessonWords{theme_, session_.glossary(), language_, {}}.simple(column.label);
    if (ring == "window") {
        for (const LessonColumn& column : columnsOf(lesson.picture)) made.lengths.push_back(lengthOf(lesson, column));
        const auto shown = made.halves.back().now;
        const double enough = shown ? enoughOf(lesson, shown->rows[lesson.picture.ringed()].values) : 0;
        made.enough = std::isfinite(enough) ? enough : 0;
    }
    made.axes = axes(isRevealed);
    const LessonDraw* draw = shownDraw();
    if (draw == nullptr) return made;
    if (made.sequences = networks_.twins().front().sequences; made.sequences) {
        made.sequence = shownSequence(lesson.picture, made.halves.front().before);
    }
    made.isCovered = draw->isBlind && !isRevealed;
    made.drawKind = draw->kind;
    made.drawnHalf =
        static_cast<int>(std::ranges::find(lesson.picture.twins, draw->twin) - lesson.picture.twins.begin());
    made.isDrawing =
        !session_.isTraining() && (tried_ >= 0 ? !session_.progress().tries.contains(tried_) : card.kind == Kind::Draw);
    made.hint = draw->kind == "valves"  ? StageView::tr("drag the valves, or use the arrow keys")
                : draw->kind == "steps" ? StageView::tr("click the steps, or arrows and Space")
                : draw->kind == "edge"  ? StageView::tr("drag the edge, or use the arrow keys")
                : draw->kind == "curve" ? StageView::tr("draw here, or use the arrow keys")
                                        : StageView::tr("drag the circles, or use the arrow keys");
    if (frame + 1 >= frames) tellGap(made);
    return made;
}

}  // namespace gatelab
