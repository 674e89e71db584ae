// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_figures.h"

#include "config/cell_traits.h"
#include "io/file_io.h"
#include "lesson/lesson_gap.h"
#include "lesson/lesson_sum.h"
#include "lesson/rich_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kFileBytes = 1U << 20;
constexpr std::int64_t kWindows = 8;     ///< figures from inside are means over so many windows
constexpr std::size_t kMaxPoints = 200;  ///< of a shipped curve

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

/// Five figures are enough for a curve on a screen.
double fiveFigures(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.5g", value);
    return std::strtod(text, nullptr);
}

std::string keyOf(const FigureCall& call) {
    std::string key = call.name;
    for (std::size_t i = 1; i < call.arguments.size(); ++i) key += "," + call.arguments[i];
    return key;
}

/// Values of one curve in the order of their steps.
std::vector<const MetricSample*> curveOf(const RunHistory& history, MetricId metric) {
    std::vector<const MetricSample*> samples;
    for (const MetricSample& sample : history.metrics)
        if (sample.metric == metric) samples.push_back(&sample);
    std::ranges::stable_sort(samples, {}, [](const MetricSample* one) { return one->step; });
    return samples;
}

double mostOf(const RunHistory& history, MetricId metric) {
    double most = kNone;
    for (const MetricSample* sample : curveOf(history, metric))
        if (!std::isnan(sample->value) && !(sample->value <= most)) most = sample->value;
    return most;
}

double testScore(const RunSummary& summary, const std::string& method, const std::string& metric) {
    for (const TestScore& score : *summary.scores)
        if (score.method == method && score.scale == "original" && score.metric == metric) return score.value;
    return kNone;
}

double lastTraining(const RunHistory& history) {
    const auto samples = curveOf(history, MetricId::TrainLoss);
    if (samples.empty()) return kNone;
    double total = 0, count = 0;
    for (const MetricSample* sample : samples)
        if (sample->epoch > samples.back()->epoch - 1) total += sample->value, ++count;
    return total / count;
}

double divergence(const RunSummary& summary, const RunHistory& history) {
    for (const RunEvent& event : history.events)
        if (const auto* end = event.as<RunEnd>();
            end != nullptr && end->state == RunState::Failed && end->code == ErrorCode::NonFinite)
            return 1;
    if (summary.state == RunState::Failed) return 1;
    const auto samples = curveOf(history, MetricId::TrainLoss);
    if (samples.empty()) return 0;
    const double end = lastTraining(history);
    return !std::isfinite(end) || end > 10 * samples.front()->value ? 1 : 0;
}

double outsideFigure(const FigureCall& call, const RunSummary& summary, const RunHistory& history) {
    const std::string& name = call.name;
    if (name == "train") return lastTraining(history);
    if (name == "validation") return summary.bestValidation;
    if (name == "last_validation") {
        const auto samples = curveOf(history, MetricId::ValidationLoss);
        return samples.empty() ? kNone : samples.back()->value;
    }
    if (name == "epochs") return static_cast<double>(summary.epoch);
    if (name == "best_epoch") return summary.bestEpoch < 0 ? kNone : static_cast<double>(summary.bestEpoch);
    if (name == "gradient") return mostOf(history, MetricId::GradientNorm);
    if (name == "diverged") return divergence(summary, history);
    if (name == "seconds") return summary.seconds;
    if (name == "memory") {
        const double step = mostOf(history, MetricId::StepPeak);
        return std::isnan(step) ? mostOf(history, MetricId::EnginePeak) : step;
    }
    if (name == "baseline") return testScore(summary, call.arguments[1], call.arguments[2]);
    return testScore(summary, "model", name);
}

LessonLine lineOf(const RunHistory& history, const std::string& chart) {
    LessonLine line;
    const Metric* metric = findMetric(chart);
    if (metric == nullptr) return line;
    const auto samples = curveOf(history, metric->id);
    const std::size_t every = std::max<std::size_t>(1, (samples.size() + kMaxPoints - 1) / kMaxPoints);
    for (std::size_t from = 0; from < samples.size(); from += every) {
        const std::size_t end = std::min(from + every, samples.size());
        double total = 0;
        for (std::size_t i = from; i < end; ++i) total += samples[i]->value;
        line.x.push_back(samples[end - 1]->epoch);
        line.y.push_back(total / static_cast<double>(end - from));
    }
    return line;
}

bool addCalls(const Result<std::vector<FigureCall>>& found, std::string_view run, std::vector<FigureCall>& calls) {
    if (!found.ok()) return false;
    for (const FigureCall& call : *found)
        if (!isGapWord(call.name) && call.arguments[0] == run && std::ranges::find(calls, call) == calls.end())
            calls.push_back(call);
    return true;
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

std::span<const LessonFigure> lessonFigures() { return kFigures; }

const LessonFigure* findLessonFigure(std::string_view name) {
    const auto row =
        std::ranges::find(kFigures, name, [](const LessonFigure& one) { return std::string_view(one.name); });
    return row == std::end(kFigures) ? nullptr : row;
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
        values.push_back(value.ok() ? *value : kNone);
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
            all.back().push_back(value.ok() ? *value : kNone);
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

Result<LessonOutcome> outcomeOf(const Lesson& lesson, std::string_view run, const RunSummary& summary,
                                const RunHistory& history) {
    LessonOutcome outcome;
    for (const FigureCall& call : figuresRequested(lesson, run)) {
        const LessonFigure* row = findLessonFigure(call.name);
        if (row == nullptr)
            return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Lesson", "there is no figure '%1'"), {call.name}}};
        outcome.figures[keyOf(call)] = row->isInside ? kNone : outsideFigure(call, summary, history);
    }
    outcome.line = lineOf(history, lesson.chart);
    return outcome;
}

namespace {

/// Means over the same windows, evenly spread over the validation part; first layer.
struct GradientMeans {
    double reach = 0, early = 0, carried = 0, factor = 0;
};

Result<GradientMeans> gradientMeans(Inspector& inspector, std::int64_t windows) {
    GradientMeans means;
    for (std::int64_t window = 0; window < windows; ++window) {
        const auto view =
            inspector.gradient({WindowPart::Validation, window * (inspector.run().windows[1] / windows), {}}, {});
        if (!view.ok()) return view.error();
        const GradientTrack& track = view->layers[0][0];
        const double carried = track.keptMost.empty() ? kNone : track.keptMost.front();
        const double left = track.keptMost.empty() ? track.hidden.front() / track.hidden.back() : carried;
        const auto back = static_cast<double>(std::max<std::size_t>(1, track.hidden.size() - 1));
        means.reach += static_cast<double>(track.memory) / static_cast<double>(windows);
        means.early += track.hidden.front() / *std::ranges::max_element(track.hidden) / static_cast<double>(windows);
        means.carried += carried / static_cast<double>(windows);
        means.factor += std::log(left) / back / static_cast<double>(windows);
    }
    means.factor = std::exp(means.factor);
    return means;
}

/// Of each gate of the first layer, over units, steps and windows.
Result<std::map<std::string, double>> gateMeans(Inspector& inspector, std::int64_t windows) {
    std::map<std::string, double> means;
    for (std::int64_t window = 0; window < windows; ++window) {
        const auto view =
            inspector.gates({WindowPart::Validation, window * (inspector.run().windows[1] / windows), {}});
        if (!view.ok()) return view.error();
        for (const GateTrack& track : view->layers[0][0]) {
            double total = 0;
            for (const float value : track.values) total += value;
            means[track.key] += total / static_cast<double>(track.values.size()) / static_cast<double>(windows);
        }
    }
    return means;
}

}  // namespace

namespace {

Result<BestUnit> mostMoved(Inspector& inspector, const std::string& key) {
    const std::int64_t windows = std::min(kWindows, inspector.run().windows[1]);
    std::vector<double> total;
    for (std::int64_t window = 0; window < windows; ++window) {
        const auto view =
            inspector.gates({WindowPart::Validation, window * (inspector.run().windows[1] / windows), {}});
        if (!view.ok()) return view.error();
        const GateTrack* track = view->find(0, 0, key);
        if (track == nullptr) return BestUnit{};
        total.resize(static_cast<std::size_t>(track->units));
        for (std::int64_t unit = 0; unit < track->units; ++unit) {
            double sum = 0, squares = 0;
            for (std::int64_t step = 0; step < view->window.steps; ++step)
                sum += track->at(step, unit), squares += std::pow(track->at(step, unit), 2);
            const double mean = sum / static_cast<double>(view->window.steps);
            total[static_cast<std::size_t>(unit)] +=
                std::sqrt(std::max(0.0, squares / static_cast<double>(view->window.steps) - mean * mean));
        }
    }
    if (total.empty()) return BestUnit{};
    const auto most = std::ranges::max_element(total);
    return BestUnit{most - total.begin(), *most / static_cast<double>(windows)};
}

/// Of writes(run, quantity, input).
Result<BestUnit> mostWritten(Inspector& inspector, const std::string& key, const std::string& input) {
    const InspectedRun& run = inspector.run();
    const auto named = std::ranges::find(run.inputs, input);
    const std::int64_t windows = std::min(kWindows, run.windows[1]);
    std::vector<double> total;
    for (std::int64_t window = 0; window < windows && named != run.inputs.end(); ++window) {
        const auto view = inspector.gates({WindowPart::Validation, window * (run.windows[1] / windows), {}});
        if (!view.ok()) return view.error();
        const GateTrack* track = view->find(0, 0, key);
        if (track == nullptr) return BestUnit{};
        total.resize(static_cast<std::size_t>(track->units));
        const std::int64_t columns = view->window.columns, column = named - run.inputs.begin();
        for (std::int64_t unit = 0; unit < track->units; ++unit) {
            double moved = 0, marked = 0;
            for (std::int64_t step = 0; step < view->window.steps; ++step) {
                const double by = std::abs(track->at(step, unit) - (step > 0 ? track->at(step - 1, unit) : 0));
                moved += by;
                if (view->window.input[static_cast<std::size_t>(step * columns + column)] > 0.5) marked += by;
            }
            if (moved > 0) total[static_cast<std::size_t>(unit)] += marked / moved;
        }
    }
    if (total.empty()) return BestUnit{};
    const auto most = std::ranges::max_element(total);
    return BestUnit{most - total.begin(), *most / static_cast<double>(windows)};
}

/// Mean and standard deviation of the first target over the rows of a part; NaN: a sequence, or empty.
std::pair<double, double> levelOf(const InspectedRun& run, WindowPart part) {
    const auto& first = run.firstRows[static_cast<std::size_t>(part)];
    if (first.empty() || run.series.empty()) return {kNone, kNone};
    const auto begin = static_cast<std::size_t>(first.front());
    const std::size_t end =
        std::min(run.series.size(), static_cast<std::size_t>(first.back() + run.config.lookback + run.config.horizon));
    double total = 0, squares = 0, count = 0;
    for (std::size_t row = begin; row < end; ++row)
        if (const double value = run.series[row]; std::isfinite(value))
            total += value, squares += value * value, ++count;
    if (count < 2) return {kNone, kNone};
    const double mean = total / count;
    return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

double partFigure(const std::string& name, const InspectedRun& run) {
    if (name == "training_windows") return static_cast<double>(run.windows[0]);
    const auto [mean, spread] = levelOf(run, WindowPart::Train);
    const auto [testMean, testSpread] = levelOf(run, WindowPart::Test);
    if (!(spread > 0)) return kNone;
    return name == "test_level" ? (testMean - mean) / spread : testSpread / spread;
}

}  // namespace

Result<BestUnit> bestUnit(Inspector& inspector, const FigureCall& call) {
    if (call.name == "moves") return mostMoved(inspector, call.arguments[1]);
    if (call.name == "writes") return mostWritten(inspector, call.arguments[1], call.arguments[2]);
    UnitQuestion question;
    question.key = call.arguments[1];
    BestUnit best;
    // A change of the cell takes gates away.
    if (quantityKeys(cellTraits(inspector.run().config.cell)).find(question.key) == std::string::npos) return best;
    const auto answer = inspector.units(question, {});
    if (!answer.ok()) return answer.error();
    const auto column = std::ranges::find(answer->columns, call.arguments[2]);
    if (column == answer->columns.end()) return best;
    const auto at = static_cast<std::size_t>(column - answer->columns.begin());
    const double sign = call.name == "closes" ? -1 : 1;
    for (std::size_t unit = 0; unit < static_cast<std::size_t>(answer->units); ++unit)
        if (const double one = sign * answer->contrast[unit * answer->columns.size() + at];
            !(one <= best.contrast) && !std::isnan(one))
            best = {static_cast<std::int64_t>(unit), one};
    return best;
}

Result<> addInsideFigures(const Lesson& lesson, std::string_view run, Inspector& inspector, LessonOutcome& outcome) {
    const auto wanted = figuresRequested(lesson, run);
    const auto wants = [&wanted](std::initializer_list<std::string_view> names) {
        return std::ranges::any_of(
            wanted, [&](const FigureCall& call) { return std::ranges::find(names, call.name) != names.end(); });
    };
    const std::int64_t windows = std::min(kWindows, inspector.run().windows[1]);
    if (windows < 1) return {};
    GradientMeans gradients;
    if (wants({"reach", "early", "carried", "factor"})) {
        auto found = gradientMeans(inspector, windows);
        if (!found.ok()) return found.error();
        gradients = *found;
    }
    std::map<std::string, double> gates;
    if (wants({"open"})) {
        auto found = gateMeans(inspector, windows);
        if (!found.ok()) return found.error();
        gates = std::move(*found);
    }
    std::map<std::string, SumReading> sums;  // by the marking input
    for (const FigureCall& call : wanted) {
        double& value = outcome.figures[keyOf(call)];
        if (call.name.starts_with("sums")) {
            const std::string& marks = call.arguments[1];
            if (!sums.contains(marks)) {
                auto found = readSum(inspector, marks, nullptr);
                if (!found.ok()) return found.error();
                sums[marks] = std::move(*found);
            }
            value = call.name == "sums" ? sums[marks].follows : sums[marks].alone;
        } else if (call.name == "average") {
            const auto found = averageError(inspector);
            if (!found.ok()) return found.error();
            value = *found;
        }
        if (call.name == "reach")
            value = gradients.reach;
        else if (call.name == "early")
            value = gradients.early;
        else if (call.name == "carried")
            value = gradients.carried;
        else if (call.name == "factor")
            value = gradients.factor;
        else if (call.name == "open")
            value = gates.contains(call.arguments[1]) ? gates.at(call.arguments[1]) : kNone;
        else if (call.name == "training_windows" || call.name.starts_with("test_"))
            value = partFigure(call.name, inspector.run());
        else if (call.name == "opens" || call.name == "closes" || call.name == "moves" || call.name == "writes") {
            const auto found = bestUnit(inspector, call);
            if (!found.ok()) return found.error();
            value = found->contrast;
        }
    }
    return {};
}

FigureSource figureSource(const LessonOutcomes& outcomes) {
    return [&outcomes](const FigureCall& call) -> Result<double> {
        if (isGapWord(call.name)) return kNone;  // nothing is drawn here
        const auto run = outcomes.find(call.arguments[0]);
        if (run == outcomes.end())
            return Error{ErrorCode::NotFound,
                         {GATELAB_TEXT("Lesson", "the run '%1' has not been trained yet"), {call.arguments[0]}}};
        const auto figure = run->second.figures.find(keyOf(call));
        return figure == run->second.figures.end() ? kNone : figure->second;
    };
}

Result<bool> claimHoldsUntrained(const Lesson& lesson, const LessonOutcomes& outcomes) {
    const FigureSource figures = figureSource(outcomes);
    return claimHolds(lesson.claim, [&figures](FigureCall call) {
        if (!isStepZero(call.arguments[0])) call.arguments[0] += kStepZero;
        return figures(call);
    });
}

Result<std::size_t> rightChoice(const LessonCard& card, const FigureSource& figures) {
    std::size_t otherwise = card.choices.size();
    for (std::size_t i = 0; i < card.choices.size(); ++i) {
        if (card.choices[i].when.empty()) {
            otherwise = i;
            continue;
        }
        const auto holds = claimHolds(card.choices[i].when, figures);
        if (!holds.ok()) return holds.error();
        if (*holds) return i;
    }
    return otherwise;
}

std::filesystem::path shippedFile(const Lesson& lesson) {
    return lesson.file.parent_path() / "shipped" / (lesson.key + ".json");
}

std::string outcomesToJson(const LessonOutcomes& outcomes, std::int64_t seed) {
    const auto rounded = [](double value) -> Json {
        if (!std::isfinite(value)) return nullptr;
        return fiveFigures(value);
    };
    Json json{{"gatelab_outcomes", 1}, {"seed", seed}, {"runs", Json::object()}};
    for (const auto& [run, outcome] : outcomes) {
        Json& one = json["runs"][run];
        one = Json{{"figures", Json::object()}, {"x", Json::array()}, {"y", Json::array()}};
        for (const auto& [name, value] : outcome.figures) one["figures"][name] = rounded(value);
        for (const double x : outcome.line.x) one["x"].push_back(rounded(x));
        for (const double y : outcome.line.y) one["y"].push_back(rounded(y));
    }
    return json.dump() + "\n";
}

Result<LessonOutcomes> readOutcomes(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return Error{ErrorCode::NotFound, {GATELAB_TEXT("Lesson", "%1 is not there"), {file.string()}}};
    const auto bytes = readFileBytes(file, kFileBytes);
    if (!bytes.ok()) return bytes.error();
    LessonOutcomes outcomes;
    try {
        const Json json = Json::parse(*bytes);
        const auto value = [](const Json& one) { return one.is_null() ? kNone : one.get<double>(); };
        for (const auto& [run, one] : json.at("runs").items()) {
            LessonOutcome& outcome = outcomes[run];
            for (const auto& [name, figure] : one.at("figures").items()) outcome.figures[name] = value(figure);
            for (const auto& x : one.at("x")) outcome.line.x.push_back(value(x));
            for (const auto& y : one.at("y")) outcome.line.y.push_back(value(y));
            if (outcome.line.x.size() != outcome.line.y.size()) throw std::out_of_range("x and y");
        }
    } catch (const std::exception&) {
        return Error{ErrorCode::Corrupt,
                     GATELAB_TEXT("Lesson", "this is no file of shipped results; the lesson works without them")}
            .withContext(file.string());
    }
    return outcomes;
}

}  // namespace gatelab
