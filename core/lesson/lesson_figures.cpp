// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_figures.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace gatelab {

namespace {

constexpr LessonFigure kFigures[] = {
    {"train", 1, GATELAB_TEXT("LessonFigure", "training loss"),
     GATELAB_TEXT("LessonFigure", "training loss, mean of the last epoch")},
    {"validation", 1, GATELAB_TEXT("LessonFigure", "validation loss"),
     GATELAB_TEXT("LessonFigure", "validation loss of the weights that are kept, the best")},
    {"last_validation", 1, GATELAB_TEXT("LessonFigure", "validation loss at the end"),
     GATELAB_TEXT("LessonFigure", "validation loss after the last epoch")},
    {"epochs", 1, GATELAB_TEXT("LessonFigure", "epochs"), GATELAB_TEXT("LessonFigure", "epochs that were trained")},
    {"best_epoch", 1, GATELAB_TEXT("LessonFigure", "best epoch"),
     GATELAB_TEXT("LessonFigure", "epoch with the lowest validation loss")},
    {"accuracy", 1, GATELAB_TEXT("LessonFigure", "accuracy on the test part"),
     GATELAB_TEXT("LessonFigure", "share of right answers on the test part")},
    {"rmse", 1, GATELAB_TEXT("LessonFigure", "test error (RMSE)"),
     GATELAB_TEXT("LessonFigure", "root of the mean squared error on the test part, in the unit of the data")},
    {"mse", 1, GATELAB_TEXT("LessonFigure", "test error (MSE)"),
     GATELAB_TEXT("LessonFigure", "mean squared error on the test part")},
    {"mae", 1, GATELAB_TEXT("LessonFigure", "test error (MAE)"),
     GATELAB_TEXT("LessonFigure", "mean absolute error on the test part")},
    {"baseline", 3, GATELAB_TEXT("LessonFigure", "test error without a network"),
     GATELAB_TEXT("LessonFigure",
                  "score of a method without a network on the test part: baseline(run, persistence, rmse)")},
    {"gradient", 1, GATELAB_TEXT("LessonFigure", "largest gradient"),
     GATELAB_TEXT("LessonFigure", "largest gradient norm of any step, before clipping")},
    {"diverged", 1, GATELAB_TEXT("LessonFigure", "diverged"),
     GATELAB_TEXT("LessonFigure", "1 where the loss became infinite or ended above ten times its start, else 0")},
    {"seconds", 1, GATELAB_TEXT("LessonFigure", "time"), GATELAB_TEXT("LessonFigure", "seconds of training"), false,
     true},
    {"memory", 1, GATELAB_TEXT("LessonFigure", "memory for tensors"),
     GATELAB_TEXT("LessonFigure", "most memory that tensors took in a step, MiB"), false, true},
    {"reach", 1, GATELAB_TEXT("LessonFigure", "reach of the gradient"),
     GATELAB_TEXT(
         "LessonFigure",
         "steps back to the farthest with a thousandth of the largest gradient, first layer, mean of eight windows"),
     true},
    {"early", 1, GATELAB_TEXT("LessonFigure", "gradient at the first step"),
     GATELAB_TEXT("LessonFigure",
                  "gradient at the first step as a share of the largest, first layer, mean of eight windows"),
     true},
    {"carried", 1, GATELAB_TEXT("LessonFigure", "what the best unit carries"),
     GATELAB_TEXT("LessonFigure",
                  "share of the cell state that the forget gates pass on from the first step to the last, best unit, "
                  "mean of eight windows"),
     true},
    {"open", 2, GATELAB_TEXT("LessonFigure", "mean of the gate"),
     GATELAB_TEXT("LessonFigure", "mean of a gate over units and steps, first layer: open(run, f)"), true},
    {"factor", 1, GATELAB_TEXT("LessonFigure", "factor of one step back"),
     GATELAB_TEXT("LessonFigure",
                  "what one step back multiplies the gradient by, geometric mean over the window: of the state of a "
                  "plain RNN, of the best unit's gate f (GRU: z) otherwise"),
     true},
    {"moves", 2, GATELAB_TEXT("LessonFigure", "how far the gate moves"),
     GATELAB_TEXT("LessonFigure",
                  "standard deviation of a quantity over the steps of a window, mean of eight windows, unit that moves "
                  "most: moves(run, i)"),
     true},
    {"opens", 3, GATELAB_TEXT("LessonFigure", "how far the gate opens"),
     GATELAB_TEXT(
         "LessonFigure",
         "mean of a gate where an input is 1, less its mean where it is 0, unit that opens most: opens(run, i, "
         "marker)"),
     true},
    {"closes", 3, GATELAB_TEXT("LessonFigure", "how far the gate closes"),
     GATELAB_TEXT("LessonFigure",
                  "mean of a gate where an input is 0, less its mean where it is 1, unit that closes most: closes(run, "
                  "z, marker)"),
     true},
    {"writes", 3, GATELAB_TEXT("LessonFigure", "what is written where an input is 1"),
     GATELAB_TEXT(
         "LessonFigure",
         "share of all that a quantity moves in a window which it moves at the steps where an input is 1, mean "
         "of eight windows, unit with the largest: writes(run, c, marker)"),
     true},
    {"sums", 2, GATELAB_TEXT("LessonFigure", "how well the memory follows the sum"),
     GATELAB_TEXT(
         "LessonFigure",
         "correlation of the sum of the marked numbers so far with the best weighted sum of all cell states, on "
         "sequences that had no part in the fit: sums(run, marker)"),
     true},
    {"sums_alone", 2, GATELAB_TEXT("LessonFigure", "how well one unit follows the sum"),
     GATELAB_TEXT("LessonFigure", "the same of the single cell state that follows it best: sums_alone(run, marker)"),
     true},
    {"average", 1, GATELAB_TEXT("LessonFigure", "error of always answering the average"),
     GATELAB_TEXT(
         "LessonFigure",
         "mean squared error of the best constant answer on the validation part, where one number is asked for"),
     true},
    {"training_windows", 1, GATELAB_TEXT("LessonFigure", "windows to train on"),
     GATELAB_TEXT("LessonFigure", "windows of the training part"), true},
    {"test_level", 1, GATELAB_TEXT("LessonFigure", "level of the test part"),
     GATELAB_TEXT("LessonFigure",
                  "mean of the first target in the test part less that in the training part, in standard deviations of "
                  "the training part"),
     true},
    {"test_spread", 1, GATELAB_TEXT("LessonFigure", "spread of the test part"),
     GATELAB_TEXT("LessonFigure",
                  "standard deviation of the first target in the test part as a multiple of that in the training part"),
     true},
};

}  // namespace

std::span<const LessonFigure> lessonFigures() { return kFigures; }

const LessonFigure* findLessonFigure(std::string_view name) {
    const auto row =
        std::ranges::find(kFigures, name, [](const LessonFigure& one) { return std::string_view(one.name); });
    return row == std::end(kFigures) ? nullptr : row;
}

}  // namespace gatelab
