// SPDX-License-Identifier: GPL-3.0-or-later
// What a stage shows of the session, as it is now.
#include "common/texts.h"
#include "config/setting_predicates.h"
#include "lesson/rich_text.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_networks.h"
#include "pages/learn/stage/stage_view.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gatelab {

namespace {

using Kind = LessonCard::Kind;

/// The steps that a sum asks of the drawing, first and last. 0: none, or at more than one place.
std::pair<std::int64_t, std::int64_t> stepsOfGap(const LessonGap& gap) {
    const auto calls = figuresOfSum(gap.against);
    if (!calls.ok() || std::ranges::count(*calls, "drawn", &FigureCall::name) != 1) return {};
    const auto call = std::ranges::find(*calls, "drawn", &FigureCall::name);
    if (call->arguments.empty()) return {};
    const auto number = [](const std::string& text) {
        std::int64_t step = 0;
        std::from_chars(text.data(), text.data() + text.size(), step);
        return step;
    };
    return {number(call->arguments.front()), number(call->arguments.back())};
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
    const auto& twins = lesson.picture.twins;
    const bool isSecond = !twins.empty() && twins.back() != run && ofCell(twins.back()) == ofCell(run);
    return isSecond ? ofCell(run) + 3 : ofCell(run);
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
        return session_.progress().tries.contains(tried_) ? &lesson.tries[static_cast<std::size_t>(tried_)].gap
                                                          : nullptr;
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

FigureSource StageView::figuresNow(const LessonOutcomes& outcomes) const {
    RowValues rows;
    const std::size_t ringed = session_.lesson()->picture.ringed();
    for (const StageTwin& twin : networks_->twins())
        if (session_.isRevealed() && twin.isTrained()) rows[twin.key] = rowValues(twin.frames.back().rows[ringed]);
    return gapSource(figureSource(outcomes), drawnPoints(points()), rows);
}

std::optional<MeasuredGap> StageView::gap() const {
    const LessonGap* gap = session_.lesson() ? shownGap() : nullptr;
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

StageHalf StageView::halfOf(std::size_t index) const {
    const Lesson& lesson = *session_.lesson();
    const StageTwin& twin = networks_->twins()[index];
    const LessonRun& run = *lesson.findRun(twin.key);
    StageHalf half;
    half.name = LessonWords{theme_, session_.glossary(), language_, {}}.simple(run.label);
    half.cell = fromUtf8(run.config.cell);
    half.slot = stageSlot(lesson, twin.key);
    half.before = twin.frames.front();
    if (!session_.isRevealed() || !twin.isTrained()) return half;
    const LessonCard& card = session_.shownCard();
    if (isStepZero(card.at) && film_->frame() + 1 == film_->frames()) return half;
    // The film's slider goes over the share of the training; each twin takes its frame nearest to it.
    const double last = static_cast<double>(twin.frames.back().step);
    const auto places = static_cast<std::size_t>(std::max(1, film_->frames()));
    const StageTwin& longest = longestTwin(networks_->twins());
    const std::size_t at = std::min(static_cast<std::size_t>(std::max(0, film_->frame())), longest.frames.size() - 1);
    const double share =
        places < 2 ? 1.0
                   : static_cast<double>(longest.frames[at].step) / static_cast<double>(longest.frames.back().step);
    half.now = *std::ranges::min_element(twin.frames, {}, [&](const PictureFrame& frame) {
        return std::abs(static_cast<double>(frame.step) / last - share);
    });
    // While a change is asked about, the figure of the lesson's own runs stays.
    const LessonGap* gap = tried_ >= 0 ? &lesson.find(Kind::Gap)->gap : shownGap();
    const auto calls = gap && !gap->measure.empty() ? figuresOfSum(gap->measure)
                                                    : Result<std::vector<FigureCall>>(std::vector<FigureCall>{});
    FigureCall call{"validation", {twin.key}};
    if (calls.ok() && calls->size() == 1 && findLessonFigure(calls->front().name) != nullptr) {
        call = calls->front();
        call.arguments[0] = twin.key;
    }
    const LessonOutcomes outcomes = session_.progress().outcomes;
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
    const auto ranges = networks_->ranges(!isRevealed);
    for (std::size_t i = 0; i < networks_->twins().size(); ++i) content.halves.push_back(halfOf(i));
    const LessonCard& card = session_.shownCard();
    content.isHidden.assign(lesson.picture.rows.size(), false);
    for (const std::size_t row : card.hidden) content.isHidden[row] = true;
    content.title = lesson.picture.kind == "gradient"   ? tr("Gradient through time")
                    : lesson.picture.kind == "gate"     ? tr("The gate, step by step")
                    : lesson.picture.kind == "product"  ? tr("Memory, step by step")
                    : lesson.picture.kind == "unrolled" ? tr("The same number twice")
                                                        : tr("The sequence");
    content.note = networks_->problem();
    if (content.halves.empty()) {
        if (content.note.isEmpty()) content.note = tr("Drawing the untrained network ...");
        return content;
    }
    content.note = lesson.picture.kind == "unrolled" ? tr("seed %1").arg(session_.progress().seed)
                                                     : tr("one sequence of %1 steps; seed %2")
                                                           .arg(content.halves.front().before.steps)
                                                           .arg(session_.progress().seed);
    for (std::size_t row = 0; row < lesson.picture.rows.size(); ++row) {
        const RowTrack& track = content.halves.back().before.rows[row];
        content.axes.push_back(stageAxis(lesson.picture.rows[row], track.quantity, ranges[row]));
    }
    const LessonDraw* draw = shownDraw();
    if (draw == nullptr) return content;
    content.drawKind = draw->kind;
    content.drawnHalf =
        static_cast<int>(std::ranges::find(lesson.picture.twins, draw->twin) - lesson.picture.twins.begin());
    content.isDrawing =
        !session_.isTraining() && (tried_ >= 0 ? !session_.progress().tries.contains(tried_) : card.kind == Kind::Draw);
    content.hint = draw->kind == "steps"   ? tr("click the steps, or arrows and Space")
                   : draw->kind == "curve" ? tr("draw here, or use the arrow keys")
                                           : tr("drag the circles, or use the arrow keys");
    if (const auto measured = gap(); measured && tried_ < 0 && film_->frame() + 1 >= film_->frames()) {
        const LessonGap* shown = shownGap();
        content.gap = translated(measured->words);
        const auto [first, last] = stepsOfGap(*shown);
        content.gapStep = (first + last) / 2;
        content.gapNote = shown->as == "hits" ? tr("of your steps and those where it moves")
                          : first == 0        ? tr("than you drew")
                          : first == last     ? tr("than you drew, at step %1").arg(first)
                                              : tr("than you drew, steps %1 to %2").arg(first).arg(last);
    }
    return content;
}

}  // namespace gatelab
