// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_picture.h"

#include "inspect/part_questions.h"
#include "lesson/claim.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_parts.h"
#include "lesson/lesson_sum.h"
#include "store/film.h"
#include "store/record/run_record.h"
#include "store/run_weights.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>

namespace gatelab {

namespace {

constexpr WindowPart kPart = WindowPart::Validation;
constexpr std::int64_t kSearched = 240;  ///< windows, from the end
constexpr std::int64_t kForecasts = 40;  ///< that stand one beside the other
constexpr std::size_t kClearStart = 4;   ///< steps without a mark before it
constexpr double kClear = 0.45;          ///< of a marked number whose sum is to be seen
constexpr std::int64_t kBefore = 8;      ///< rows of the series before the first of the two equal numbers

std::string quantityOf(const LessonRow& row, const std::string& run) {
    const auto own = row.of.find(run);
    return own == row.of.end() ? row.quantity : own->second;
}
std::string unitOf(const LessonRow& row, const std::string& run) {
    const auto own = row.unitOf.find(run);
    return own == row.unitOf.end() ? row.unit : own->second;
}

std::vector<double> ofUnit(const GateTrack& track, std::int64_t unit) {
    std::vector<double> values;
    const std::int64_t at = std::clamp<std::int64_t>(unit, 0, track.units - 1);
    for (std::int64_t step = 0; step * track.units < static_cast<std::int64_t>(track.values.size()); ++step)
        values.push_back(track.at(step, at));
    return values;
}

std::vector<double> floatsOf(const TensorFile& file, const char* name) {
    const auto found = file.tensors.find(name);
    if (found == file.tensors.end() || found->second.dtype != "F32") return {};
    std::vector<float> values(found->second.bytes.size() / sizeof(float));
    std::memcpy(values.data(), found->second.bytes.data(), values.size() * sizeof(float));
    return {values.begin(), values.end()};
}

/// The weights that an inspector calls by this name.
Result<TensorFile> weightsOf(const std::filesystem::path& folder, const WeightsInUse& weights) {
    if (weights.name.starts_with("film")) {
        auto frame = FilmStore(folder).load(weights.step);
        if (!frame.ok()) return frame.error();
        return std::move(frame->weights);
    }
    auto kept = readRunWeights(folder, weights.name);
    if (!kept.ok()) return kept.error();
    return std::move(kept->file);
}

/// What the head would say if the sequence ended at that step. Empty: the head reads something else than h.
Result<std::vector<double>> saidAt(const GateView& view, const std::filesystem::path& folder) {
    const GateTrack* hidden = view.find(static_cast<std::int64_t>(view.layers.size()) - 1, 0, "h");
    const auto file = weightsOf(folder, view.weights);
    if (!file.ok()) return file.error();
    const std::vector<double> weight = floatsOf(*file, "head.weight"), bias = floatsOf(*file, "head.bias");
    std::vector<double> said;
    if (hidden == nullptr || bias.empty() || weight.size() != static_cast<std::size_t>(hidden->units) * bias.size())
        return said;
    for (std::int64_t step = 0; step < view.window.steps; ++step) {
        double answer = bias[0];
        for (std::int64_t unit = 0; unit < hidden->units; ++unit)
            answer += weight[static_cast<std::size_t>(unit)] * hidden->at(step, unit);
        said.push_back(answer);
    }
    return said;
}

/// The unit whose forget gates leave most of the first step's memory in this window.
std::int64_t mostCarried(const GateView& view) {
    const GateTrack* forget = view.find(0, 0, "f");
    if (forget == nullptr) forget = view.find(0, 0, "z");
    std::int64_t best = 0;
    double most = -1;
    for (std::int64_t unit = 0; forget != nullptr && unit < forget->units; ++unit) {
        double left = 1;
        for (std::int64_t step = 1; step < view.window.steps; ++step) left *= forget->at(step, unit);
        if (left > most) most = left, best = unit;
    }
    return best;
}

std::vector<double> productOf(const GateView& view, std::int64_t unit) {
    const GateTrack* forget = view.find(0, 0, "f");
    if (forget == nullptr) forget = view.find(0, 0, "z");
    std::vector<double> left;
    for (std::int64_t step = 0; forget != nullptr && step < view.window.steps; ++step)
        left.push_back(step == 0 ? 1.0 : left.back() * forget->at(step, unit));
    return left;
}

/// Of the gradient: what one step back multiplies it by; of a gate: its value. At the last step there is none.
void fillFactor(RowTrack& track, const GradientTrack& gradient, const GateView& gates) {
    const GateTrack* gate = track.quantity.size() == 1 ? gates.find(0, 0, track.quantity) : nullptr;
    double total = 0;
    for (std::size_t step = 0; step + 1 < gradient.hidden.size(); ++step) {
        track.values.push_back(gate != nullptr ? gate->at(static_cast<std::int64_t>(step) + 1, track.unit)
                                               : gradient.hidden[step] / gradient.hidden[step + 1]);
        total += std::log(track.values.back());
    }
    if (gate == nullptr) track.unit = -1, track.quantity = "factor";  // of a change to another cell
    track.factor = track.values.empty() ? NAN : std::exp(total / static_cast<double>(track.values.size()));
}

std::vector<double> columnOf(const WindowView& window, std::int64_t column) {
    std::vector<double> values;
    for (std::int64_t step = 0; step < window.steps; ++step)
        values.push_back(window.input[static_cast<std::size_t>(step * window.columns + column)]);
    return values;
}

/// Two windows that end with nearly the same number, once on the way up and once on the way down.
struct EqualNumbers {
    std::int64_t rising = -1, falling = -1;        ///< windows
    std::int64_t risingRow = -1, fallingRow = -1;  ///< of the series
};
EqualNumbers equalNumbers(const InspectedRun& run) {
    const auto& first = run.firstRows[static_cast<std::size_t>(kPart)];
    const auto count = static_cast<std::int64_t>(first.size());
    const std::int64_t lookback = run.config.lookback;
    EqualNumbers found;
    double least = INFINITY;
    for (std::int64_t a = std::max<std::int64_t>(0, count - kSearched); a < count; ++a) {
        const std::int64_t row = first[static_cast<std::size_t>(a)] + lookback - 1;
        const auto at = [&run](std::int64_t one) { return run.series[static_cast<std::size_t>(one)]; };
        if (row < kBefore || !(at(row) > at(row - 1)) || at(row) < 0.3 || at(row) > 0.6) continue;
        for (std::int64_t b = a + 1; b < std::min(count, a + 24); ++b) {
            const std::int64_t other = first[static_cast<std::size_t>(b)] + lookback - 1;
            if (!(at(other) < at(other - 1)) || !(std::abs(at(other) - at(row)) < least)) continue;
            least = std::abs(at(other) - at(row));
            found = {a, b, row, other};
        }
    }
    return found;
}

/// Series, both forecasts and the states behind the two equal numbers.
Result<PictureFrame> readUnrolled(const Lesson& lesson, Inspector& inspector) {
    const InspectedRun& run = inspector.run();
    if (run.series.empty())
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Lesson", "the picture \"%1\" needs a forecast of a series"), {lesson.picture.kind}}};
    const EqualNumbers equal = equalNumbers(run);
    if (equal.rising < 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Lesson", "no number between 0.3 and 0.6 comes twice, rising and falling")};
    const auto rising = inspector.gates({kPart, equal.rising, {}}),
               falling = inspector.gates({kPart, equal.falling, {}});
    if (!rising.ok()) return rising.error();
    if (!falling.ok()) return falling.error();
    PictureFrame frame;
    frame.step = rising->weights.step;
    const std::int64_t begin = equal.risingRow - kBefore;
    const std::int64_t end =
        std::min<std::int64_t>(equal.fallingRow + run.config.horizon + 2, static_cast<std::int64_t>(run.series.size()));
    frame.steps = end - begin;
    frame.marks = {equal.risingRow - begin + 1, equal.fallingRow - begin + 1};
    frame.loss = (rising->window.loss + falling->window.loss) / 2;
    for (const LessonRow& row : lesson.picture.rows) {
        RowTrack track{row.quantity};
        if (row.quantity == "h") {
            for (const GateView* view : {&*rising, &*falling}) {
                const GateTrack* hidden = view->find(0, 0, "h");
                track.unitCount = hidden->units;
                for (std::int64_t unit = 0; unit < hidden->units; ++unit)
                    track.units.push_back(hidden->at(view->window.steps - 1, unit));
            }
        } else {
            track.values.assign(run.series.begin() + begin, run.series.begin() + end);
            if (row.quantity == "forecast")
                track.fans = {{frame.marks[0], rising->window.answer}, {frame.marks[1], falling->window.answer}};
        }
        frame.rows.push_back(std::move(track));
    }
    return frame;
}

/// What is said of the row so many steps ahead, window after window; what is read at each step, and of what it is made.
Result<PictureFrame> readForecasts(const Lesson& lesson, Inspector& inspector) {
    const InspectedRun& run = inspector.run();
    if (run.series.empty())
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Lesson", "the picture \"%1\" needs a forecast of a series"), {lesson.picture.kind}}};
    const std::int64_t count = run.windows[static_cast<std::size_t>(kPart)];
    PictureFrame frame;
    frame.steps = std::min(count, kForecasts);
    frame.window = std::clamp<std::int64_t>(lesson.picture.window - 1, 0, count - frame.steps);
    std::vector<double> said;
    std::vector<std::vector<double>> read;  // [input][step]
    for (std::int64_t step = 0; step < frame.steps; ++step) {
        const auto view = inspector.gates({kPart, frame.window + step, {}});
        if (!view.ok()) return view.error();
        read.resize(static_cast<std::size_t>(view->window.columns));
        for (std::size_t column = 0; column < read.size(); ++column)
            read[column].push_back(view->window.input[view->window.input.size() - read.size() + column]);
        const std::size_t last = static_cast<std::size_t>(run.config.horizon - 1) * run.targets.size();
        said.push_back(view->window.answer[last]);
        frame.truth.push_back(view->window.truth[last]);
        frame.loss += view->window.loss / static_cast<double>(frame.steps);
        frame.step = view->weights.step;
    }
    for (const LessonRow& row : lesson.picture.rows) {
        RowTrack track{row.quantity, -1, row.quantity == "forecast" ? said : frame.truth};
        track.steps = frame.steps;
        if (row.quantity == "fed") track.values.clear(), track.lines = read;
        if (row.quantity == "made_of") {
            auto shares = madeOf(inspector);
            if (!shares.ok()) return shares.error();
            track.values = std::move(*shares);
            track.steps = 2 * kMadeOf + 1;
        }
        frame.rows.push_back(std::move(track));
    }
    frame.steps = frame.rows[lesson.picture.ringed()].steps;
    return frame;
}

/// The series up to the first row that is to be forecast, as far back as the axis goes; its values come from outcomes.
Result<PictureFrame> readWindow(const Lesson& lesson, Inspector& inspector) {
    const InspectedRun& run = inspector.run();
    const auto& firsts = run.firstRows[static_cast<std::size_t>(kPart)];
    const std::size_t ringed = lesson.picture.ringed();
    const auto most = static_cast<std::int64_t>(lesson.picture.rows[ringed].most);
    const std::int64_t window = std::min<std::int64_t>(lesson.picture.window, std::ssize(firsts)) - 1;
    const std::int64_t now = window < 0 ? 0 : firsts[static_cast<std::size_t>(window)] + run.config.lookback;
    if (most < 2 || now < most || now > std::ssize(run.series))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Lesson",
                                   "a row \"window\" needs a forecast of a series, and \"most\": how far back "
                                   "it goes, at most the %1 rows before the first forecast"),
                      {now}}};
    PictureFrame frame;
    frame.step = inspector.weights().step;
    frame.steps = most;
    for (const LessonRow& row : lesson.picture.rows) frame.rows.push_back({row.quantity});
    frame.rows[ringed].beside.assign(run.series.begin() + (now - most), run.series.begin() + now);
    return frame;
}

/// Of how far a nudge of 0.1 at a step moves the forecast, all its steps in one, in the unit of what the network says.
std::vector<double> nudgesOf(const NudgePath& path, std::int64_t steps) {
    std::vector<double> moved(static_cast<std::size_t>(steps), 0.0);
    std::size_t at = 0;
    for (std::int64_t step = 0; step < steps && !path.steps.empty(); ++step) {
        // Of a long window only some steps were nudged: each of the others is as the next one.
        while (at + 1 < path.steps.size() && path.steps[at] < step) ++at;
        moved[static_cast<std::size_t>(step)] = path.moved[at];
    }
    return moved;
}

/// What a window has read, what comes, what is said of it, and what was one day before, where days are known.
void fillSeries(RowTrack& track, const InspectedRun& run, const WindowView& window) {
    const std::size_t targets = std::max<std::size_t>(1, run.targets.size());
    for (std::size_t i = 0; i < window.past.size(); i += targets) track.values.push_back(window.past[i]);
    RowTrack::Fan fan{static_cast<std::int64_t>(track.values.size()), {}};
    for (std::size_t i = 0; i < window.truth.size(); i += targets) {
        track.values.push_back(window.truth[i]);
        fan.values.push_back(window.answer[i]);
    }
    constexpr std::int64_t kDayMicros = 86400000000;
    const std::int64_t step = run.time.stepMicros, day = step > 0 && kDayMicros % step == 0 ? kDayMicros / step : 0;
    const std::int64_t first = window.firstRow + fan.from;
    for (std::size_t i = 0; day > 1 && i < fan.values.size(); ++i) {
        const std::int64_t row = first + static_cast<std::int64_t>(i) % day - day;
        if (row < 0 || row >= static_cast<std::int64_t>(run.series.size())) break;
        track.beside.push_back(run.series[static_cast<std::size_t>(row)]);
    }
    if (track.beside.size() < fan.values.size()) track.beside.clear();
    track.fans = {std::move(fan)};
}

/// Of what a window of a timed series reads and of what comes; empty: they are not known.
std::vector<std::int64_t> timesOf(const InspectedRun& run, const WindowView& window, std::int64_t steps) {
    std::vector<std::int64_t> times;
    if (window.firstRow < 0 || window.firstRow + steps > std::ssize(run.time.values)) return times;
    times.assign(run.time.values.begin() + window.firstRow, run.time.values.begin() + window.firstRow + steps);
    return times;
}

void fillRow(RowTrack& track, const LessonRow& row, const GateView& gates, const GradientView* gradient) {
    const GateTrack* gate = track.quantity.size() == 1 ? gates.find(0, 0, track.quantity) : nullptr;
    if (row.quantity == "factor" && gradient != nullptr) return fillFactor(track, gradient->layers[0][0], gates);
    if (track.quantity == "x") {
        track.unit = -1;
        track.values = columnOf(gates.window, 0);
    } else if (track.quantity == "product") {
        track.values = productOf(gates, track.unit);
    } else if (track.quantity == "nudge" && gradient != nullptr) {
        track.unit = -1;
        track.values = nudgesOf(gradient->nudge, gates.window.steps);
    } else if (track.quantity.starts_with("gradient") && gradient != nullptr) {
        track.unit = -1;
        const auto& directions = gradient->layers[0];
        const auto& hidden = (track.quantity == "gradient" ? directions.front() : directions.back()).hidden;
        const double most = *std::ranges::max_element(hidden);
        for (const double value : hidden) track.values.push_back(value / most);
    } else if (gate != nullptr) {
        track.values = ofUnit(*gate, track.unit);
        if (row.isAllUnits) track.units = gate->values, track.unitCount = gate->units;
    }
}

/// Loss of both parts after each epoch, up to the step of the weights in use; of step 0 as far as the axis goes.
Result<PictureFrame> readLosses(const Lesson& lesson, const std::string& run, Inspector& inspector,
                                const std::filesystem::path& folder) {
    const auto history = readRunHistory(folder);
    if (!history.ok()) return history.error();
    PictureFrame frame;
    const WeightsInUse& weights = inspector.weights();
    frame.step = weights.step;
    frame.steps = lesson.findRun(run)->config.epochs;
    const bool isFilm = weights.name.starts_with("film");
    RowTrack track{"loss", -1};
    std::vector<double> totals, counts;
    for (const MetricSample& sample : history->metrics) {
        if (isFilm && sample.step > weights.step) continue;
        if (sample.metric == MetricId::ValidationLoss) track.values.push_back(sample.value);
        if (sample.metric != MetricId::TrainLoss) continue;
        const auto epoch = static_cast<std::size_t>(std::max(0.0, std::ceil(sample.epoch - 1e-9) - 1));
        if (totals.size() <= epoch) totals.resize(epoch + 1), counts.resize(epoch + 1);
        totals[epoch] += sample.value, ++counts[epoch];
    }
    for (std::size_t i = 0; i < totals.size(); ++i) track.beside.push_back(totals[i] / std::max(1.0, counts[i]));
    const bool isUntrained = inspector.run().config.epochs == 1 && frame.steps > 1;
    if (isUntrained && !track.values.empty())
        track.values.assign(static_cast<std::size_t>(frame.steps), track.values.front()), track.beside.clear();
    if (!track.values.empty()) frame.loss = track.values.back();
    for (const LessonRow& row : lesson.picture.rows) {
        track.quantity = row.quantity;
        frame.rows.push_back(track);
    }
    return frame;
}

/// Its figures are of trainings, and come from their outcomes.
Result<PictureFrame> tableOf(const LessonPicture& picture, Inspector& inspector, const std::filesystem::path& folder) {
    PictureFrame frame;
    frame.step = inspector.weights().step;
    const ExperimentConfig& config = inspector.run().config;
    for (const LessonRow& row : picture.rows) {
        RowTrack track{row.quantity};
        frame.steps = std::max(frame.steps, row.quantity == "batch" ? std::int64_t(1) : std::ssize(row.columns));
        if (row.quantity == "batch") track.windows = config.batchSize, track.rounds = config.accumulate;
        if (row.quantity == "digits") {
            const auto file = weightsOf(folder, inspector.weights());
            if (!file.ok()) return file.error();
            const std::vector<double> weights = floatsOf(*file, "head.weight");
            if (!weights.empty()) track.values = {weights.front()};
        }
        frame.rows.push_back(std::move(track));
    }
    return frame;
}

bool hasRow(const LessonPicture& picture, std::string_view quantity) {
    return std::ranges::any_of(picture.rows, [&](const LessonRow& row) { return row.quantity == quantity; });
}

/// All marked numbers are clearly on one side of 0, so that their sum is seen to grow. `isBelow`: on the lower one, for
/// trained gates write numbers above 0 smaller (the answer is 0.5 + sum / 4, and the rest is the head's).
bool isClearSum(const WindowView& window, std::int64_t column, bool isBelow) {
    const std::vector<double> numbers = columnOf(window, 0), marks = columnOf(window, column);
    double least = INFINITY, most = -INFINITY;
    for (std::size_t step = 0; step < numbers.size(); ++step) {
        if (!(marks[step] > 0.5)) continue;
        if (step < kClearStart) return false;
        least = std::min(least, numbers[step]), most = std::max(most, numbers[step]);
    }
    return most < -kClear || (!isBelow && least > kClear);
}

/// Steps from 1 at which this input is 1; none: there is no such input.
std::vector<std::int64_t> stepsAt(const GateView& gates, const std::vector<std::string>& inputs,
                                  const std::string& name) {
    std::vector<std::int64_t> steps;
    const auto column = std::ranges::find(inputs, name);
    if (name.empty() || column == inputs.end()) return steps;
    const auto marked = columnOf(gates.window, column - inputs.begin());
    for (std::size_t step = 0; step < marked.size(); ++step)
        if (marked[step] > 0.5) steps.push_back(static_cast<std::int64_t>(step) + 1);
    return steps;
}

/// The first window, from that of the picture on, in which every input that a row's unit is chosen by is 1 somewhere.
Result<std::int64_t> windowOf(const LessonPicture& picture, const std::string& run, Inspector& inspector) {
    const std::vector<std::string>& inputs = inspector.run().inputs;
    std::vector<std::int64_t> asked;
    std::int64_t summed = -1;  // the input that marks what is added up
    bool isBelow = false;
    for (const LessonRow& row : picture.rows) {
        const auto calls = figuresOfSum(unitOf(row, run));
        if (!calls.ok() || calls->empty() || calls->front().arguments.size() != 3) continue;
        const auto column = std::ranges::find(inputs, calls->front().arguments.back());
        if (column == inputs.end()) continue;
        asked.push_back(column - inputs.begin());
        if (calls->front().name == "writes") summed = asked.back(), isBelow = true;
    }
    for (const LessonRow& row : picture.rows)
        if (const auto column = std::ranges::find(inputs, row.marks);
            column != inputs.end() && (picture.kind == "belts" || row.quantity == "sum")) {
            asked.push_back(column - inputs.begin());
            summed = asked.back(), isBelow = isBelow || picture.kind == "belts";
        }
    const std::int64_t count = inspector.run().windows[1], first = std::min(picture.window, count) - 1;
    for (std::int64_t window = first; !asked.empty() && window < std::min(count, first + kSearched); ++window) {
        const auto view = inspector.gates({kPart, window, {}});
        if (!view.ok()) return view.error();
        if (std::ranges::all_of(asked,
                                [&](std::int64_t column) {
                                    return std::ranges::any_of(columnOf(view->window, column),
                                                               [](double one) { return one > 0.5; });
                                }) &&
            (summed < 0 || isClearSum(view->window, summed, isBelow)))
            return window;
    }
    return first;
}

}  // namespace

bool isUnitMeasured(const LessonRow& row, const std::string& run) {
    return unitOf(row, run).find('(') != std::string::npos;
}

Result<std::vector<std::int64_t>> pictureUnits(const Lesson& lesson, const std::string& run, Inspector& inspector) {
    std::vector<std::int64_t> units;
    for (const LessonRow& row : lesson.picture.rows) {
        const std::string wanted = unitOf(row, run);
        std::int64_t number = 0;
        const auto end = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
        if (wanted.empty() || (end.ec == std::errc() && end.ptr == wanted.data() + wanted.size())) {
            units.push_back(std::clamp<std::int64_t>(number - 1, 0, inspector.run().hidden - 1));
            continue;
        }
        const auto calls = figuresOfSum(wanted);
        if (!calls.ok()) return calls.error();
        if (calls->front().name == "carried") {
            const auto view = inspector.gates({kPart, lesson.picture.window - 1, {}});
            if (!view.ok()) return view.error();
            units.push_back(mostCarried(*view));
            continue;
        }
        const auto best = bestUnit(inspector, calls->front());
        if (!best.ok()) return best.error();
        units.push_back(std::max<std::int64_t>(0, best->unit));
    }
    return units;
}

Result<PictureFrame> readPicture(const Lesson& lesson, const std::string& run, Inspector& inspector,
                                 const std::vector<std::int64_t>& units, const std::filesystem::path& folder) {
    const LessonPicture& picture = lesson.picture;
    if (picture.kind == "unrolled") return readUnrolled(lesson, inspector);
    if (picture.kind == "table" || hasRow(picture, "batch")) return tableOf(picture, inspector, folder);
    if (picture.kind == "forecast" || picture.kind == "parts") return readForecasts(lesson, inspector);
    if (picture.kind == "curve") return readLosses(lesson, run, inspector, folder);
    if (hasRow(picture, "window")) return readWindow(lesson, inspector);
    const auto found = windowOf(picture, run, inspector);
    if (!found.ok()) return found.error();
    const std::int64_t window = *found;
    const auto gates = inspector.gates({kPart, window, {}});
    if (!gates.ok()) return gates.error();
    std::optional<GradientView> gradient;
    if (std::ranges::any_of(picture.rows, [](const LessonRow& row) {
            return row.quantity == "gradient" || row.quantity == "factor" || row.quantity == "nudge";
        })) {
        auto flow = inspector.gradient({kPart, window, {}}, {});
        if (!flow.ok()) return flow.error();
        gradient = std::move(*flow);
    }
    std::optional<ReadersSay> readers;
    if (picture.kind == "belts") {
        auto say = readersSay(inspector, *gates);
        if (!say.ok()) return say.error();
        readers = std::move(*say);
    }
    PictureFrame frame;
    frame.step = gates->weights.step;
    frame.window = window;
    frame.steps = gates->window.steps;
    if (picture.kind == "own")  // the forecast stands behind what was read
        frame.steps += static_cast<std::int64_t>(gates->window.truth.size() /
                                                 std::max<std::size_t>(1, inspector.run().targets.size()));
    if (picture.kind == "own") frame.times = timesOf(inspector.run(), gates->window, frame.steps);
    frame.truth = gates->window.truth;
    frame.answer = gates->window.answer;
    frame.loss = gates->window.loss;
    for (std::size_t i = 0; i < picture.rows.size(); ++i) {
        const LessonRow& row = picture.rows[i];
        RowTrack track{quantityOf(row, run), units[i]};
        if (readers && track.quantity.starts_with("said")) {
            const bool isBack = track.quantity == "said_back";
            track.unit = -1;
            track.values = isBack ? readers->backwards : readers->forwards;
            const double known = knownStep(track.values, gates->window.truth[0], readers->room, isBack);
            track.known = std::isfinite(known) ? known : 0;
        } else if (track.quantity == "said") {
            auto said = saidAt(*gates, folder);
            if (!said.ok()) return said.error();
            track.unit = -1;
            track.values = std::move(*said);
        } else if (track.quantity == "sum") {
            auto sum = readSum(inspector, row.marks, &*gates);
            if (!sum.ok()) return sum.error();
            track.unit = -1;
            track.values = std::move(sum->said), track.beside = std::move(sum->truth);
            track.factor = std::isfinite(sum->follows) ? sum->follows : 0;
        } else if (track.quantity == "series") {
            track.unit = -1;
            fillSeries(track, inspector.run(), gates->window);
        } else {
            fillRow(track, row, *gates, gradient ? &*gradient : nullptr);
        }
        frame.rows.push_back(std::move(track));
        if (row.quantity == "sum") continue;  // its marks are those of the row that is read
        if (!row.marks.empty()) frame.marks = stepsAt(*gates, inspector.run().inputs, row.marks);
        if (!row.asks.empty()) frame.asks = stepsAt(*gates, inspector.run().inputs, row.asks);
    }
    return frame;
}

void nameRows(Inspector& inspector, PictureFrame& frame) {
    if (std::ranges::none_of(frame.rows, [](const RowTrack& track) { return track.unit >= 0; })) return;
    const auto names = unitNames(inspector, {}, {});
    if (!names.ok()) return;  // they keep their numbers
    for (RowTrack& track : frame.rows)
        if (const UnitName* name = names->find(track.quantity, track.unit); name != nullptr && name->isSimple())
            track.name = name->phrase();
}

double rowFigure(const RowTrack& track) {
    const std::vector<double>& values = track.values;
    if (values.empty()) return NAN;
    if (track.factor > 0) return track.factor;
    if (track.quantity == "product") return values.back();
    if (track.quantity == "gradient") return values.front();
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> rowValues(const RowTrack& track) {
    std::vector<double> values = track.values;
    for (const RowTrack::Fan& fan : track.fans) {
        const auto end = static_cast<std::size_t>(fan.from) + fan.values.size() - 1;
        if (!fan.values.empty() && end < values.size()) values[end] = fan.values.back();
    }
    return values;
}

}  // namespace gatelab
