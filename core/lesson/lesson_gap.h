// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "lesson/claim.h"
#include "lesson/lesson.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

/// The distance from a drawn prediction to what a row of the picture came to.
namespace gatelab {

/// A point of a drawing: the step, from 1, and the value there; a click is 1.
struct DrawnPoint {
    std::int64_t step = 1;
    double value = 0;
};
/// Values of the row that was drawn on, [step], by the key of the run.
using RowValues = std::map<std::string, std::vector<double>>;
/// Of its sequence, by the key of the run, then by the quantity of a row, or "loss".
using HereValues = std::map<std::string, std::map<std::string, double>>;
/// What the picture shows of its one sequence.
struct SeenSequence {
    RowValues rows = {};
    std::vector<std::int64_t> marks = {};  ///< steps from 1
    std::vector<double> truth = {};        ///< [step] what forecasts are of; empty: the row is none of forecasts
    /// Of valves that are set by hand, and of the best constant answer (HandAnswer); NaN: there are none.
    double hand = std::numeric_limits<double>::quiet_NaN(), constant = hand;
    double enough = std::numeric_limits<double>::quiet_NaN();  ///< enoughOf() (lesson_parts.h)
    std::map<std::string, double> known = {};                  ///< by the run: RowTrack::known; 0: it never is
    HereValues here = {};
    std::vector<std::int64_t> times = {};  ///< of each step, microseconds since 1970 UTC; empty: not known
};

/// What sums of a gap and texts of the stage may ask for beside the figures of runs: drawn(step) or drawn(first, last),
/// row(run, step) or row(run, first, last) (means), drawn_peak, row_peak(run), row_clock(run) (hour of the day of that
/// peak), at_marks(run) and elsewhere(run) (means of the row in this sequence), here(run, quantity) (of another row of
/// it: rowFigure() of lesson_picture.h; or its loss), hand and constant (errors of valves set by hand), lag(run) and
/// drawn_lag (steps that a line comes behind the series), row_error(run) and drawn_error (root of a line's mean squared
/// distance from it), known(run) (the step at which the reader of the ringed row knows the answer) and enough (the
/// shortest window that suffices); in texts also drawn, measure and gap alone. Steps count from 1; "mark" is the first
/// marked one. A run may be its step 0, "lstm@0".
bool isGapWord(std::string_view name);
/// Its sentences that ask for no drawing and no gap, for who has drawn nothing.
LessonText withoutDrawing(const LessonText& text);
/// Its sentences without those that tell an hour where none is known, or the widest step of a row that hardly moves.
LessonText withoutUnknownHours(const LessonText& text, const FigureSource& figures);
/// Those that stand without brackets.
bool isBareGapWord(std::string_view name);
/// InvalidInput where the call is none; `runs`: keys.
Result<> checkGapCall(const FigureCall& call, const std::vector<std::string>& runs);
FigureSource gapSource(FigureSource figures, std::vector<DrawnPoint> drawn, SeenSequence seen);

struct MeasuredGap {
    double measure = 0, against = 0;  ///< hits: right clicks; steps that were clicked or were right
    double gap = 0;                   ///< ratio: 1 or more; difference, shift: 0 or more; hits: right clicks
    double beside = 0;
    bool isLess = false;  ///< it is less than was drawn
    Phrase words;         ///< "20000 times less", "2 of 3", "it hardly moves: 0.77 to 0.80"; empty: nothing was drawn
};
/// `figures`: of gapSource(). `row`: what the drawn row shows of the run that was drawn on, for hits and peaks;
/// `isLow`: the gate closes at the steps in question.
MeasuredGap measuredGap(const LessonGap& gap, const FigureSource& figures, const std::vector<DrawnPoint>& drawn,
                        const std::vector<double>& row, bool isLow);
/// Steps, from 1, at which a gate stands beyond the middle of its range in this window; none where that range is below
/// 0.2.
std::vector<std::int64_t> movedSteps(const std::vector<double>& row, bool isLow);

}  // namespace gatelab
