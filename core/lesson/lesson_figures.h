// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/inspection.h"
#include "lesson/claim.h"
#include "lesson/lesson.h"
#include "store/workspace.h"

#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

/// What claims and texts of lessons may ask of a run, and where it comes from.
namespace gatelab {

/// A row of the table of figures.
struct LessonFigure {
    const char* name;
    std::size_t arguments;  ///< with the run; those beyond it are words
    Text label;             ///< in a sentence: "validation loss: 0.12"
    Text help;              ///< what it is, with its unit
    bool isInside = false;  ///< needs the network opened (Inspector)
    bool isTime = false;    ///< differs from machine to machine
};
std::span<const LessonFigure> lessonFigures();
const LessonFigure* findLessonFigure(std::string_view name);

/// Figures of one training, by how they are called without the run: "accuracy", "baseline,naive,rmse". NaN: not
/// measured.
using RunFigures = std::map<std::string, double>;
/// A curve as it was measured.
struct LessonLine {
    std::vector<double> x, y;  ///< x in epochs
};
/// What came out of one training of a lesson.
struct LessonOutcome {
    RunFigures figures;
    LessonLine line;  ///< of the lesson's chart
};
/// By the key of the run.
using LessonOutcomes = std::map<std::string, LessonOutcome>;

/// The bars of a picture of figures; none: it is of something else.
const std::vector<LessonColumn>& columnsOf(const LessonPicture& picture);
/// Their values; `isUntrained`: with every run replaced by its step 0. NaN: not measured.
std::vector<double> columnValues(const LessonPicture& picture, const LessonOutcomes& outcomes, bool isUntrained);
/// Of their dots, [column][dot].
std::vector<std::vector<double>> columnDots(const LessonPicture& picture, const LessonOutcomes& outcomes);
/// Everything that the lesson's claim, choices and texts ask of a run; of its step 0 also what the claim asks of it.
std::vector<FigureCall> figuresRequested(const Lesson& lesson, std::string_view run);
/// From what the run keeps; figures that need the network opened are left out.
Result<LessonOutcome> outcomeOf(const Lesson& lesson, std::string_view run, const RunSummary& summary,
                                const RunHistory& history);
/// Adds those. Blocks.
Result<> addInsideFigures(const Lesson& lesson, std::string_view run, Inspector& inspector, LessonOutcome& outcome);
/// The unit with the largest contrast of opens(run, gate, column) or closes(...), with the largest share of
/// writes(run, quantity, column), or that moves(run, gate) most.
/// Blocks.
struct BestUnit {
    std::int64_t unit = -1;  ///< from 0; -1: the cell has no such gate, or there is no such input
    double contrast = std::numeric_limits<double>::quiet_NaN();
};
Result<BestUnit> bestUnit(Inspector& inspector, const FigureCall& call);
/// Whether any is wanted.
bool wantsInside(const Lesson& lesson, std::string_view run);

/// For claims and texts; NotFound for a run that has no outcome yet.
FigureSource figureSource(const LessonOutcomes& outcomes);
/// Whether the claim holds with every run replaced by its step 0: then what it says proves nothing about training.
Result<bool> claimHoldsUntrained(const Lesson& lesson, const LessonOutcomes& outcomes);
/// Which of a card's cases came true; choices.size(): none.
Result<std::size_t> rightChoice(const LessonCard& card, const FigureSource& figures);

/// Outcomes that are shipped with a lesson, so that the contrast is there before the first run: NAME.json in the folder
/// `shipped` beside the lesson's file.
std::filesystem::path shippedFile(const Lesson& lesson);
std::string outcomesToJson(const LessonOutcomes& outcomes, std::int64_t seed);
/// NotFound: there is no file.
Result<LessonOutcomes> readOutcomes(const std::filesystem::path& file);

}  // namespace gatelab
