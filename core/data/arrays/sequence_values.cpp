// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/sequence_values.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

constexpr std::int64_t kPieceValues = 1 << 16;

/// How far apart the values of a sequence lie.
struct Strides {
    std::size_t sequence = 0, step = 0, channel = 0;
    std::size_t steps = 0, channels = 1;
};
Strides stridesOf(const std::vector<std::int64_t>& shape, const ArrayAxes& axes) {
    std::vector<std::size_t> each(shape.size(), 1);
    for (std::size_t i = shape.size() - 1; i > 0; --i) each[i - 1] = each[i] * static_cast<std::size_t>(shape[i]);
    const bool hasChannels = shape.size() > 2;
    return {each[axes.sequences], each[axes.steps], hasChannels ? each[axes.channels] : 0,
            static_cast<std::size_t>(shape[axes.steps]),
            hasChannels ? static_cast<std::size_t>(shape[axes.channels]) : 1};
}

/// Steps up to the last one at which a channel has a value.
std::size_t stepsWithValues(const double* first, const Strides& strides) {
    std::size_t steps = strides.steps;
    const auto isMissing = [&](std::size_t step) {
        for (std::size_t c = 0; c < strides.channels; ++c)
            if (!std::isnan(first[step * strides.step + c * strides.channel])) return false;
        return true;
    };
    while (steps > 0 && isMissing(steps - 1)) --steps;
    return steps;
}

std::vector<double> sequenceAt(const double* first, const Strides& strides, std::size_t mostSteps) {
    const std::size_t steps = std::min(mostSteps, stepsWithValues(first, strides));
    std::vector<double> values;
    values.reserve(steps * strides.channels);
    for (std::size_t t = 0; t < steps; ++t)
        for (std::size_t c = 0; c < strides.channels; ++c)
            values.push_back(first[t * strides.step + c * strides.channel]);
    return values;
}

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")}; }

/// Steps of each sequence as the file tells them; empty: it does not.
Result<std::vector<double>> lengthsOf(const ArrayFile& file, const SequencePart& part, const ArrayAxes& axes) {
    if (!part.lengths || !part.lengths->usable) return std::vector<double>();
    const std::int64_t sequences = part.values.shape[axes.sequences], steps = part.values.shape[axes.steps];
    std::int64_t count = 1;
    for (const std::int64_t size : part.lengths->shape) count *= size;
    if (count != sequences) return std::vector<double>();
    auto lengths = valuesOf(file, *part.lengths, {});
    if (!lengths) return lengths;
    const bool areLengths = std::ranges::all_of(*lengths, [&](double length) {
        return length == std::floor(length) && length >= 0 && length <= static_cast<double>(steps);
    });
    if (!areLengths)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "'%1' holds no lengths of sequences of at most %2 steps; leave it out, or choose "
                                   "another order of the dimensions"),
                      {part.lengths->path, steps}}};
    return lengths;
}

}  // namespace

Result<> eachSequence(const ArrayFile& file, const SequencePart& part, const ArrayAxes& axes, const Progress& progress,
                      const std::function<void(std::int64_t, std::vector<double>&&)>& take) {
    const StoredArray& array = part.values;
    const Strides strides = stridesOf(array.shape, axes);
    const std::int64_t sequences = array.shape[axes.sequences],
                       each = static_cast<std::int64_t>(strides.steps * strides.channels);
    const auto lengths = lengthsOf(file, part, axes);
    if (!lengths) return lengths.error();
    const auto mostSteps = [&](std::int64_t n) {
        return lengths->empty() ? strides.steps : static_cast<std::size_t>((*lengths)[static_cast<std::size_t>(n)]);
    };
    const auto goesOn = [&](std::int64_t n, double from) {
        return report(progress, from + (1 - from) * static_cast<double>(n) / static_cast<double>(sequences));
    };
    const std::int64_t piece = std::max<std::int64_t>(1, kPieceValues / std::max<std::int64_t>(1, each));
    const bool inPieces = file.rows && axes.sequences == 0 && file.rows(array, 0, 0, nullptr).ok();
    if (inPieces) {
        std::vector<double> values;
        for (std::int64_t first = 0; first < sequences; first += piece) {
            if (!goesOn(first, 0)) return cancelled();
            const std::int64_t count = std::min(piece, sequences - first);
            values.resize(static_cast<std::size_t>(count * each));
            if (auto read = file.rows(array, first, count, values.data()); !read) return read;
            for (std::int64_t n = 0; n < count; ++n)
                take(first + n, sequenceAt(values.data() + n * each, strides, mostSteps(first + n)));
        }
        return {};
    }
    constexpr double kRead = 0.5;
    const auto values = valuesOf(file, array, [&](double share) { return report(progress, share * kRead); });
    if (!values) return values.error();
    for (std::int64_t n = 0; n < sequences; ++n) {
        if (n % piece == 0 && !goesOn(n, kRead)) return cancelled();
        take(n, sequenceAt(values->data() + static_cast<std::size_t>(n) * strides.sequence, strides, mostSteps(n)));
    }
    return {};
}

}  // namespace gatelab
