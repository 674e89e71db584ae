// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/inspection.h"
#include "lesson/lesson_figures.h"

#include <cstdint>
#include <vector>

/// What pictures show of the data themselves, without a network's answer.
namespace gatelab {

/// Hours around a value that it may be made of, on each side of its own.
inline constexpr std::int64_t kMadeOf = 6;
/// What the last input at a step is made of: the shares of the first target from kMadeOf steps before to kMadeOf after
/// it, by least squares over the validation part; they add up to 1. [2 * kMadeOf + 1], empty: the series is too short,
/// or the input has nothing to do with the target. Blocks.
Result<std::vector<double>> madeOf(Inspector& inspector);
/// `values` = sum over columns of `rows`[value][column] * result + a constant, which comes last; empty: they do not
/// tell it. `ridge`: added to the squares of every column, so that columns that say the same share what they tell.
std::vector<double> leastSquares(const std::vector<std::vector<double>>& rows, const std::vector<double>& values,
                                 double ridge = 0);

/// Of lengths of a window: the shortest whose value is at most a tenth above the best one. NaN: none is measured.
double enoughOf(const Lesson& lesson, const std::vector<double>& values);
/// How far back the run sees that a column of a window asks for first; 0: it asks for none.
std::int64_t lengthOf(const Lesson& lesson, const LessonColumn& column);

/// What the state of each reader tells of the answer, step by step: what a plane through the states of so many windows
/// of the validation part at the same step says, by least squares. No head has to wait for it.
struct ReadersSay {
    std::vector<double> forwards, backwards;  ///< [step]; backwards is empty for a run that reads one way
    double room = 0;                          ///< that near is known: a quarter of the answers' standard deviation
};
/// `view`: of the window that is asked about, first layer; the first answer. Blocks.
Result<ReadersSay> readersSay(Inspector& inspector, const GateView& view);
/// At which step, from 1, a reader knows the answer: from there on it stays within `room` of it. `isBack`: it reads
/// from the last step to the first. NaN: it never does.
double knownStep(const std::vector<double>& said, double answer, double room, bool isBack);

}  // namespace gatelab
