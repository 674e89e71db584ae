// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/axis_order.h"

#include "config/shapes/array_axes.h"
#include "data/arrays/array_times.h"
#include "data/csv/words.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

constexpr std::string_view kSequenceNames[] = {
    "sample",   "samples",  "sequence",  "sequences", "trial",   "trials", "epoch",   "epochs",     "case",
    "cases",    "instance", "instances", "window",    "windows", "batch",  "segment", "segments",   "example",
    "examples", "record",   "records",   "subject",   "n",       "series", "id",      "observation"};
constexpr std::string_view kStepNames[] = {"time",      "times", "t",      "step", "steps", "timestep", "timesteps",
                                           "time_step", "frame", "frames", "lag",  "hour",  "tick"};
constexpr std::string_view kChannelNames[] = {"channel", "channels", "feature",   "features", "variable",  "variables",
                                              "sensor",  "sensors",  "lead",      "leads",    "electrode", "electrodes",
                                              "band",    "axis",     "component", "c",        "dim",       "quantity"};

bool isNameOf(std::span<const std::string_view> names, const std::string& name) {
    return std::ranges::find(names, lowered(name)) != names.end();
}

/// Names of the dimensions: those that the file says.
const std::vector<std::string>& dimensionsOf(const SequenceArrays& arrays) {
    return arrays.parts.front().values.dimensions;
}

/// Reasons with what each of them multiplies the score by; the strongest is told first.
struct Weights {
    double score = 1;
    std::vector<std::pair<double, Phrase>> reasons = {};
    void add(double factor, double weight, Phrase why) {
        score *= factor;
        reasons.emplace_back(weight, std::move(why));
    }
};

struct Sizes {
    std::int64_t sequences = 0, steps = 0, channels = 1;
};
Sizes sizesOf(const StoredArray& values, const ArrayAxes& axes) {
    return {values.shape[axes.sequences], values.shape[axes.steps],
            values.shape.size() > 2 ? values.shape[axes.channels] : 1};
}

/// What people write: sequences first nearly everywhere; MATLAB counts the last dimension up.
double usual(std::string_view shape, const std::string& format) {
    const bool isMatlab = format == "matlab";
    if (shape == kArrayShapes[0]) return 1;
    if (shape == kArrayShapes[1]) return 0.6;
    if (shape == kArrayShapes[2]) return 0.2;
    return isMatlab ? 0.4 : 0.15;
}

void weighNames(const SequenceArrays& arrays, const ArrayAxes& axes, Weights& weights) {
    const std::vector<std::string>& names = dimensionsOf(arrays);
    if (names.size() != arrays.parts.front().values.shape.size()) return;
    const std::pair<std::size_t, std::span<const std::string_view>> meanings[] = {
        {axes.sequences, kSequenceNames}, {axes.steps, kStepNames}, {axes.channels, kChannelNames}};
    int told = 0;
    double factor = 1;
    for (const auto& [place, words] : meanings) {
        if (place >= names.size()) continue;
        const bool isOwn = isNameOf(words, names[place]);
        const bool isOther = !isOwn && (isNameOf(kSequenceNames, names[place]) || isNameOf(kStepNames, names[place]) ||
                                        isNameOf(kChannelNames, names[place]));
        told += isOwn ? 1 : 0;
        factor *= isOther ? 0.05 : isOwn ? 1 : 0.7;
    }
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    if (told > 0 && factor > 0.3)
        weights.add(factor, 4, {GATELAB_TEXT("Shape", "the dimensions are called %1"), {all}});
    else
        weights.score *= factor;
}

/// As many answers as sequences; 0 where they are not.
void weighAnswers(const SequenceArrays& arrays, const ArrayAxes& axes, bool oneFits, Weights& weights) {
    if (!arrays.hasAnswers() || !oneFits) return;
    for (const SequencePart& part : arrays.parts)
        if (part.answers && !fitsSequences(*part.answers, part.values.shape[axes.sequences])) {
            weights.score = 0;
            return;
        }
    const auto first = std::ranges::find_if(arrays.parts, [](const SequencePart& part) { return bool(part.answers); });
    weights.add(1, 3,
                {GATELAB_TEXT("Shape", "'%1' has %2 answers"),
                 {lastPart(first->answers->path), first->values.shape[axes.sequences]}});
}

/// Channels are the same in all parts, and steps mostly are.
void weighParts(const SequenceArrays& arrays, const ArrayAxes& axes, Weights& weights) {
    const Sizes first = sizesOf(arrays.parts.front().values, axes);
    bool differs = false;
    for (const SequencePart& part : arrays.parts) {
        const Sizes other = sizesOf(part.values, axes);
        if (other.channels != first.channels) weights.score = 0;
        if (other.steps != first.steps) weights.score *= 0.3;
        differs = differs || other.sequences != first.sequences;
    }
    if (differs && weights.score > 0)
        weights.add(1, 2, GATELAB_TEXT("Shape", "training and test part differ in nothing but their number"));
}

void weighSizes(const SequenceArrays& arrays, const ArrayAxes& axes, Weights& weights) {
    constexpr std::int64_t kFewSequences = 5;
    const Sizes sizes = sizesOf(arrays.parts.front().values, axes);
    const double ratio = static_cast<double>(sizes.channels) / static_cast<double>(sizes.steps);
    if (sizes.sequences < kFewSequences && !arrays.hasAnswers()) weights.score *= 0.3;
    if (sizes.steps == 1)
        weights.score *= 0.05;
    else if (ratio < 1)
        weights.add(1, 1, {GATELAB_TEXT("Shape", "%1 steps are more than %2 channels"), {sizes.steps, sizes.channels}});
    else if (ratio > 1)
        weights.add(ratio <= 1.5 ? 0.8
                    : ratio <= 4 ? 0.62
                    : ratio <= 8 ? 0.25
                                 : 0.12,
                    0.5, {GATELAB_TEXT("Shape", "%1 steps are fewer than %2 channels"), {sizes.steps, sizes.channels}});
}

Phrase reasonOf(Weights& weights) {
    std::ranges::stable_sort(weights.reasons, [](const auto& a, const auto& b) { return a.first > b.first; });
    if (weights.reasons.empty()) return {};
    if (weights.reasons.size() == 1) return std::move(weights.reasons[0].second);
    return {GATELAB_TEXT("Shape", "%1; %2"),
            {std::move(weights.reasons[0].second), std::move(weights.reasons[1].second)}};
}

}  // namespace

bool fitsSequences(const StoredArray& answers, std::int64_t sequences) {
    constexpr std::size_t kMost = 2;  // a row of answers for each, on its side as well
    for (std::size_t i = 0; i < answers.shape.size() && (i < kMost || answers.shape.size() > kMost); ++i)
        if (answers.shape[i] == sequences) return true;
    return false;
}

std::vector<AxisOrder> weighAxes(const SequenceArrays& arrays, const std::string& format) {
    std::vector<AxisOrder> orders;
    if (arrays.parts.empty()) return orders;
    const std::size_t dimensions = arrays.parts.front().values.shape.size();
    const std::span<const std::string_view> shapes =
        dimensions > 2 ? std::span<const std::string_view>(kArrayShapes) : kMatrixShapes;
    const bool oneFits = std::ranges::any_of(shapes, [&](std::string_view shape) {
        return std::ranges::all_of(arrays.parts, [&](const SequencePart& part) {
            return !part.answers ||
                   fitsSequences(*part.answers, part.values.shape[axesOfShape(shape, dimensions).sequences]);
        });
    });
    for (const std::string_view shape : shapes) {
        const ArrayAxes axes = axesOfShape(shape, dimensions);
        Weights weights{.score = usual(shape, format)};
        weighNames(arrays, axes, weights);
        weighAnswers(arrays, axes, oneFits, weights);
        weighParts(arrays, axes, weights);
        weighSizes(arrays, axes, weights);
        if (weights.score > 0) orders.push_back({std::string(shape), weights.score, reasonOf(weights)});
    }
    std::ranges::stable_sort(orders, [](const AxisOrder& a, const AxisOrder& b) { return a.score > b.score; });
    return orders;
}

bool isCertain(const std::vector<AxisOrder>& orders) {
    constexpr double kDoubt = 0.35;
    return orders.size() < 2 || orders[1].score < kDoubt * orders[0].score;
}

}  // namespace gatelab
