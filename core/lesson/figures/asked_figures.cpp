// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/figures/figure_key.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_gap.h"
#include "lesson/rich_text.h"

#include <algorithm>
#include <string_view>

namespace gatelab {

namespace {

void addCalls(const Result<std::vector<FigureCall>>& found, std::string_view run, std::vector<FigureCall>& calls) {
    if (!found.ok()) return;
    for (const FigureCall& call : *found)
        if (!isGapWord(call.name) && call.arguments[0] == run && std::ranges::find(calls, call) == calls.end())
            calls.push_back(call);
}

void addCalls(const LessonGap& gap, std::string_view run, std::vector<FigureCall>& calls) {
    for (const std::string* sum : {&gap.measure, &gap.against, &gap.beside})
        if (!sum->empty()) addCalls(figuresOfSum(*sum), run, calls);
}

void addCalls(const LessonText& text, std::string_view run, std::vector<FigureCall>& calls) {
    for (const std::string* words : {&text.en, &text.zh}) {
        const auto pieces = piecesOf(*words);
        if (!pieces.ok()) continue;
        for (const TextPiece& piece : *pieces)
            if (piece.kind == TextPiece::Kind::Figure) addCalls(figuresOfSum(piece.key), run, calls);
    }
}

}  // namespace

std::string figureKey(const FigureCall& call) {
    std::string key = call.name;
    for (std::size_t i = 1; i < call.arguments.size(); ++i) key += "," + call.arguments[i];
    return key;
}

const std::vector<LessonColumn>& columnsOf(const LessonPicture& picture) {
    static const std::vector<LessonColumn> kNoColumns;
    return picture.rows.empty() ? kNoColumns : picture.rows[picture.ringed()].columns;
}

std::vector<double> columnValues(const LessonPicture& picture, const LessonOutcomes& outcomes, bool isUntrained) {
    const FigureSource figures = figureSource(outcomes);
    std::vector<double> values;
    for (const LessonColumn& column : columnsOf(picture)) {
        const auto value = sumValue(column.sum, [&](FigureCall call) {
            if (isUntrained && !isGapWord(call.name)) call.arguments[0] += kStepZero;
            return figures(call);
        });
        values.push_back(value.ok() ? *value : kNoFigure);
    }
    return values;
}

std::vector<std::vector<double>> columnDots(const LessonPicture& picture, const LessonOutcomes& outcomes) {
    const FigureSource figures = figureSource(outcomes);
    std::vector<std::vector<double>> all;
    for (const LessonColumn& column : columnsOf(picture)) {
        all.emplace_back();
        for (const std::string& sum : column.dots) {
            const auto value = sumValue(sum, figures);
            all.back().push_back(value.ok() ? *value : kNoFigure);
        }
    }
    return all;
}

std::vector<FigureCall> figuresRequested(const Lesson& lesson, std::string_view run) {
    std::vector<FigureCall> calls;
    addCalls(figuresOfClaim(lesson.claim), run, calls);
    if (isStepZero(run)) {
        addCalls(figuresOfClaim(lesson.claim), trainedKey(run), calls);
        for (const LessonColumn& column : columnsOf(lesson.picture))
            addCalls(figuresOfSum(column.sum), trainedKey(run), calls);
        for (FigureCall& call : calls) call.arguments[0] = run;
    }
    addCalls(lesson.claimText, run, calls);
    for (const LessonColumn& column : columnsOf(lesson.picture)) {
        addCalls(figuresOfSum(column.sum), run, calls);
        for (const std::string& dot : column.dots) addCalls(figuresOfSum(dot), run, calls);
    }
    for (const LessonCard& card : lesson.cards) {
        addCalls(card.text, run, calls);
        for (const LessonChoice& choice : card.choices) {
            addCalls(choice.text, run, calls);
            if (!choice.when.empty()) addCalls(figuresOfClaim(choice.when), run, calls);
        }
        for (const LessonQuestion& question : card.questions) {
            addCalls(question.text, run, calls);
            addCalls(question.why, run, calls);
        }
        addCalls(card.ours, run, calls);
        addCalls(card.gap, run, calls);
    }
    for (const LessonTry& change : lesson.tries) {
        addCalls(change.text, run, calls);
        addCalls(change.gap, run, calls);
    }
    return calls;
}

bool wantsInside(const Lesson& lesson, std::string_view run) {
    return std::ranges::any_of(figuresRequested(lesson, run), [](const FigureCall& call) {
        const LessonFigure* row = findLessonFigure(call.name);
        return row != nullptr && row->isInside;
    });
}

}  // namespace gatelab
