// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "inspect/inspection.h"
#include "lesson/lesson.h"
#include "lesson/lesson_gap.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// The numbers of a lesson's picture, read out of a network (LessonPicture says which).
namespace gatelab {

/// What a row shows of one network with one set of weights.
struct RowTrack {
    std::string quantity;             ///< of this run: LessonRow::of
    std::int64_t unit = -1;           ///< that is shown, from 0; -1: the row is not of a unit
    std::vector<double> values = {};  ///< [step]; empty: this cell has no such quantity
    std::vector<float> units = {};    ///< [step][unit] of all, where the row shows them
    std::int64_t unitCount = 0;
    /// A forecast that begins behind a step: its values are those of the steps after it.
    struct Fan {
        std::int64_t from = 0;  ///< from 1
        std::vector<double> values;
    };
    std::vector<Fan> fans = {};
    /// Of loss: of the training part; of series: the season before; of a window: the series up to now; of sum: the true
    /// one
    std::vector<double> beside = {};
    std::vector<std::vector<double>> lines = {};  ///< of fed: of each input
    std::vector<std::vector<double>> dots = {};   ///< of figures: of each column
    std::int64_t steps = 0;                       ///< where they are others than those of the frame
    std::int64_t windows = 0, rounds = 1;         ///< of batch: at once, and how often before a step is made
    bool isUnitOpen = false;  ///< chosen by a figure, before any training: it may be another one then
    double known = 0;         ///< of belts: the step at which the answer is known; 0: it never is
    /// Of factor: its geometric mean; of sum: its correlation with the true one in other sequences; 0: not measured
    double factor = 0;
    Phrase name = {};  ///< of the unit: "follows marker, 0.97"; empty: none, or not looked for
};

/// The picture of one network at one step of its training.
struct PictureFrame {
    std::int64_t step = 0;    ///< of the training
    std::int64_t steps = 0;   ///< of the window
    std::int64_t window = 0;  ///< of the validation part, from 0
    std::vector<RowTrack> rows;
    std::vector<std::int64_t> marks;    ///< steps from 1
    std::vector<std::int64_t> asks;     ///< those at which it is asked something
    std::vector<std::int64_t> times;    ///< of own: of each step, microseconds since 1970 UTC; empty: not known
    std::vector<double> truth, answer;  ///< of the window; truth of a picture of forecasts: of each step
    double loss = 0;                    ///< of this window
};

/// Its unit is chosen by a figure, which needs a trained network.
bool isUnitMeasured(const LessonRow& row, const std::string& run);
/// The unit of each row, from 0, as these weights have it; -1: none. Blocks.
Result<std::vector<std::int64_t>> pictureUnits(const Lesson& lesson, const std::string& run, Inspector& inspector);
/// `folder`: of the run that is looked into, for the weights of its head. `run` is its key, without step 0. Blocks.
Result<PictureFrame> readPicture(const Lesson& lesson, const std::string& run, Inspector& inspector,
                                 const std::vector<std::int64_t>& units, const std::filesystem::path& folder);
/// Gives the units of its rows their names, those of the weights in use. Blocks.
void nameRows(Inspector& inspector, PictureFrame& frame);
/// What sums call here(run, quantity): of factor its mean, of product what is left at the end, of gradient what arrives
/// at the first step, of a gate or a state its mean over the steps. NaN: it has no values.
double rowFigure(const RowTrack& track);
/// What sums call row(run, step): values of a row, with a forecast's last value where it ends.
std::vector<double> rowValues(const RowTrack& track);

}  // namespace gatelab
