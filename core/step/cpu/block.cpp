// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/cpu/block.h"

#include "config/setting_predicates.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace gatelab {

namespace {

template <class T>
void addColumnSums(std::int64_t rows, std::int64_t columns, const T* values, std::int64_t row, T* sums) {
    std::fill_n(sums, columns, T(0));
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t i = 0; i < columns; ++i) sums[i] += values[r * row + i];
}

template <class T>
T dotOf(std::int64_t count, const T* a, const T* b) {
    T sums[4] = {};
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (int j = 0; j < 4; ++j) sums[j] += a[i + j] * b[i + j];
    for (; i < count; ++i) sums[0] += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

template <class T>
void CpuBlock<T>::layOut(StepArena<T>& arena, const CpuBatch<T>& batch, std::int64_t first, std::int64_t count) {
    const Network& net = network_;
    first_ = first;
    count_ = count;
    time_ = batch.time;
    const std::int64_t targets = net.layout.targets;
    gathered_ = arena.data.take(batch.windows != nullptr || net.tokens > 0 ? time_ * count * net.inputs : 0);
    seen_ = arena.kept.take(!net.tables.empty() ? time_ * count * net.features : 0);
    anchors_ = arena.data.take(batch.windows != nullptr ? 2 * count * targets : 0);
    flat_ = arena.data.take(net.linear.weight != nullptr ? count * net.linear.inputsPadded : 0);
    layers_.assign(net.layers.size(), {});
    std::int64_t forwardScratch = 0, backwardScratch = 0, widest = 0;
    sumsNumbers_ = 0;
    for (std::size_t index = 0; index < net.layers.size(); ++index) {
        const typename Network::Layer& layer = net.layers[index];
        LayerArrays& arrays = layers_[index];
        const std::int64_t outputs = time_ * count * layer.outputs();
        for (std::size_t d = 0; d < layer.directions.size(); ++d) {
            const native::Room room = net.kernels.room(net.shapeOf(layer, d, time_, count));
            arrays.directions[d].gates = arena.kept.take(room.gates);
            arrays.directions[d].cells = arena.kept.take(room.cells);
            forwardScratch = std::max(forwardScratch, room.forwardScratch);
            backwardScratch = std::max(backwardScratch, room.backwardScratch);
            sumsNumbers_ = std::max(sumsNumbers_, room.weightSums);
        }
        arrays.y = arena.kept.take(outputs);
        arrays.dropped = arena.kept.take(net.dropsAfter(index) ? outputs : 0);
        if (layer.wantsInput) widest = std::max(widest, layer.inputs);
    }
    const typename Network::Layer& top = net.layers.back();
    if (net.pooling == Network::Pooling::Max) widest = std::max(widest, top.outputs());
    const bool both = top.directions.size() > 1;
    for (int d = 0; d < 2; ++d) {
        const bool there = net.pooling == Network::Pooling::Last && (d == 0 || both);
        last_[d] = arena.kept.take(there ? count * top.hidden : 0);
        lastGradient_[d] = arena.work.take(there ? count * top.hidden : 0);
    }
    const std::int64_t attended = net.pooling == Network::Pooling::Attention ? time_ * count : 0;
    attended_ = arena.kept.take(attended * net.attention.outputsPadded);
    share_ = arena.kept.take(attended);
    attendedGradient_ = arena.work.take(attended * net.attention.outputsPadded);
    everyGradient_ = arena.work.take(attended * net.attention.inputsPadded);
    const std::int64_t rows = headRows();
    features_ = arena.kept.take(rows * net.head.inputsPadded);
    output_ = arena.kept.take(rows * net.outputsPadded);
    outputGradient_ = arena.kept.take(rows * net.outputsPadded);
    beside_ = arena.kept.take(net.linear.weight != nullptr ? rows * net.outputsPadded : 0);
    featureGradient_ = arena.work.take(rows * net.head.inputsPadded);
    // The forward pass is over when the backward pass begins.
    T* const scratch = arena.work.take(std::max(net.drawsRecurrentMasks() ? forwardScratch : 0, backwardScratch));
    scratchForward_ = net.drawsRecurrentMasks() ? scratch : nullptr;
    scratchBackward_ = scratch;
    sums_ = arena.work.take(sumsNumbers_);
    // What a layer saw has the place of its number, even or odd; what the top layer gave that of the layer above it.
    bool needed[2] = {false, false}, second = false;
    for (std::size_t index = 0; index < net.layers.size(); ++index) {
        if (!net.layers[index].wantsInput) continue;
        needed[index % 2] = true;
        second = second || both;
    }
    if (net.pooling == Network::Pooling::Max) needed[net.layers.size() % 2] = true;
    for (int i = 0; i < 2; ++i) stepGradient_[i] = arena.work.take(needed[i] ? time_ * count * widest : 0);
    stepGradient_[2] = arena.work.take(second ? time_ * count * widest : 0);
    addOrder(batch);
}

template <class T>
void CpuBlock<T>::addOrder(const CpuBatch<T>& batch) {
    const auto rows = static_cast<std::size_t>(count_), time = static_cast<std::size_t>(time_);
    order_.resize(rows);
    std::iota(order_.begin(), order_.end(), 0);
    active_.assign(2 * time, static_cast<std::int32_t>(count_));
    truth_.resize(rows);
    labels_.resize(static_cast<std::size_t>(headRows()));
    if (batch.lengths == nullptr) return;
    const std::int64_t* length = batch.lengths + first_;
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::int32_t a, std::int32_t b) { return length[a] > length[b]; });
    std::size_t running = rows;
    for (std::size_t t = 0; t < time; ++t) {
        while (running > 0 && length[order_[running - 1]] <= static_cast<std::int64_t>(t)) --running;
        active_[t] = active_[2 * time - 1 - t] = static_cast<std::int32_t>(running);
    }
}

template <class T>
void CpuBlock<T>::gather(const CpuBatch<T>& batch) {
    const Network& net = network_;
    if (batch.lengths != nullptr) addOrder(batch);
    level_ = batch.level != nullptr ? batch.level + first_ * net.layout.targets : nullptr;
    scale_ = batch.scale != nullptr ? batch.scale + first_ * net.layout.targets : nullptr;
    deviation_ = batch.deviation != nullptr ? batch.deviation + first_ * net.layout.targets : nullptr;
    if (batch.windows != nullptr) {
        gatherAnchors(batch);
        gatherRows(batch);
    } else if (batch.tokens != nullptr) {
        for (std::int64_t t = 0; t < time_; ++t)
            for (std::int64_t b = 0; b < count_; ++b)
                std::copy_n(net.embedding + batch.tokens[t * batch.size + first_ + b] * net.features, net.features,
                            gathered_ + (t * count_ + b) * net.features);
    }
    x_ = given_ = gathered_ != nullptr ? gathered_ : batch.input + first_ * net.inputs;
    xStep_ = givenStep_ = (gathered_ != nullptr ? count_ : batch.size) * net.inputs;
    if (seen_ != nullptr) lookUpWords();
    for (std::int64_t b = 0; batch.truth != nullptr && b < count_; ++b)
        truth_[static_cast<std::size_t>(b)] = batch.truth + (first_ + b) * net.layout.horizon * net.layout.targets;
    for (std::int64_t row = 0; batch.labels != nullptr && row < headRows(); ++row)
        labels_[static_cast<std::size_t>(row)] = batch.labels + row / count_ * batch.size + first_ + row % count_;
    if (flat_ == nullptr) return;
    for (std::int64_t b = 0; b < count_; ++b) {
        T* to = flat_ + b * net.linear.inputsPadded;
        for (std::int64_t t = 0; t < time_; ++t)
            std::copy_n(given_ + t * givenStep_ + b * net.inputs, net.inputs, to + t * net.inputs);
        std::fill(to + net.linear.inputs, to + net.linear.inputsPadded, T(0));
    }
}

template <class T>
void CpuBlock<T>::gatherAnchors(const CpuBatch<T>& batch) {
    const WindowsInPlace& windows = *batch.windows;
    const std::int64_t targets = network_.layout.targets, lookback = windows.lookback;
    const T* values = windows.targets.template const_data_ptr<T>();
    for (std::int64_t b = 0; b < count_; ++b)
        truth_[static_cast<std::size_t>(b)] = values + (batch.starts[first_ + b] + lookback) * targets;
    const std::string_view kind = windows.anchor->kind;
    if (!isAnchored(kind)) return;
    const bool atLast = anchorsAtLast(kind);
    T *const levels = anchors_, *const scales = anchors_ + count_ * targets;
    level_ = levels;
    const T* least = anchorsScale(kind) ? windows.anchor->minScales.template const_data_ptr<T>() : nullptr;
    for (std::int64_t b = 0; b < count_; ++b)
        for (std::int64_t target = 0; target < targets; ++target) {
            const T* past = values + batch.starts[first_ + b] * targets + target;
            double sum = 0;
            for (std::int64_t t = 0; !atLast && t < lookback; ++t) sum += static_cast<double>(past[t * targets]);
            const T level =
                atLast ? past[(lookback - 1) * targets] : static_cast<T>(sum / static_cast<double>(lookback));
            levels[b * targets + target] = level;
            if (least == nullptr) continue;
            double squares = 0;
            for (std::int64_t t = 0; t < lookback; ++t) {
                const double off = static_cast<double>(past[t * targets] - level);
                squares += off * off;
            }
            const T deviation = static_cast<T>(std::sqrt(squares / static_cast<double>(lookback)));
            // A deviation that is no number must be found, as the library's maximum keeps it.
            scales[b * targets + target] = deviation < least[target] ? least[target] : deviation;
        }
    if (least != nullptr) scale_ = scales;
}

template <class T>
void CpuBlock<T>::gatherRows(const CpuBatch<T>& batch) {
    const WindowsInPlace& windows = *batch.windows;
    const T* values = windows.inputs.template const_data_ptr<T>();
    const std::int64_t inputs = network_.inputs, targets = network_.layout.targets;
    for (std::int64_t t = 0; t < time_; ++t)
        for (std::int64_t b = 0; b < count_; ++b) {
            const T* from = values + (batch.starts[first_ + b] + t) * inputs;
            T* to = gathered_ + (t * count_ + b) * inputs;
            for (std::int64_t f = 0; f < inputs; ++f) to[f] = from[f];
        }
    if (level_ == nullptr) return;
    const std::vector<std::int64_t>& columns = windows.anchor->targetAsInput;
    for (std::size_t target = 0; target < columns.size(); ++target) {
        if (columns[target] < 0) continue;
        for (std::int64_t t = 0; t < time_; ++t)
            for (std::int64_t b = 0; b < count_; ++b) {
                T& value = gathered_[(t * count_ + b) * inputs + columns[target]];
                const std::int64_t at = b * targets + static_cast<std::int64_t>(target);
                value -= level_[at];
                if (scale_ != nullptr) value /= scale_[at];
            }
    }
}

/// Most inputs of a column of words are 0: its row is what counts, not a product.
template <class T>
void CpuBlock<T>::lookUpWords() {
    const Network& net = network_;
    for (std::int64_t t = 0; t < time_; ++t)
        for (std::int64_t b = 0; b < count_; ++b) {
            const T* from = given_ + t * givenStep_ + b * net.inputs;
            T* to = seen_ + (t * count_ + b) * net.features;
            for (const std::int64_t input : net.plain) *to++ = from[input];
            for (const typename Network::Table& table : net.tables)
                for (const WordTable::Copy& copy : table.copies) {
                    std::fill_n(to, table.size, T(0));
                    for (std::size_t i = 0; i < copy.inputs.size(); ++i) {
                        const T x = from[copy.inputs[i]];
                        if (x == 0) continue;
                        const T* row = table.values + copy.rows[i] * table.size;
                        for (std::int64_t k = 0; k < table.size; ++k) to[k] += x * row[k];
                    }
                    to += table.size;
                }
        }
    x_ = seen_;
    xStep_ = count_ * net.features;
}

template <class T>
native::Call<T> CpuBlock<T>::callOf(std::size_t index, std::size_t d) const {
    const Network& net = network_;
    const typename Network::Layer& layer = net.layers[index];
    const typename Network::Direction& direction = layer.directions[d];
    const LayerArrays& arrays = layers_[index];
    native::Call<T> call;
    call.shape = net.shapeOf(layer, d, time_, count_);
    if (index == 0) {
        call.x = x_;
        call.xStep = xStep_;
        call.xRow = net.features;
    } else {
        call.x = layers_[index - 1].dropped != nullptr ? layers_[index - 1].dropped : layers_[index - 1].y;
        call.xRow = layer.inputs;
        call.xStep = count_ * layer.inputs;
    }
    call.order = order_.data();
    call.active = active_.data() + static_cast<std::int64_t>(d) * time_;
    const std::int64_t row = first_ * layer.hidden;
    if (direction.recurrentMask != nullptr) call.recurrentMask = direction.recurrentMask + row;
    if (direction.zoneH != nullptr) call.zoneH = direction.zoneH + row;
    if (direction.zoneC != nullptr) call.zoneC = direction.zoneC + row;
    call.zoneStep = call.zoneCellStep = net.batch() * layer.hidden;
    call.y = arrays.y + static_cast<std::int64_t>(d) * layer.hidden;
    call.yRow = layer.outputs();
    call.yStep = count_ * call.yRow;
    if (index + 1 == net.layers.size()) call.hLast = last_[d];
    call.gates = arrays.directions[d].gates;
    call.cells = arrays.directions[d].cells;
    call.scratch = scratchForward_;
    call.forwardWeights = direction.forward;
    return call;
}

template <class T>
void CpuBlock<T>::forward(const CpuBatch<T>& batch) {
    const Network& net = network_;
    for (std::size_t index = 0; index < net.layers.size(); ++index) {
        const typename Network::Layer& layer = net.layers[index];
        for (std::size_t d = 0; d < layer.directions.size(); ++d) net.kernels.forward(callOf(index, d));
        const std::int64_t numbers = count_ * layer.outputs();
        for (std::int64_t t = 0; layer.dropout != nullptr && t < time_; ++t)
            net.dense.multiplied(numbers, layers_[index].y + t * numbers,
                                 layer.dropout + (t * net.batch() + first_) * layer.outputs(),
                                 layers_[index].dropped + t * numbers);
    }
    pool(batch);
    const std::int64_t rows = headRows();
    net.dense.product(rows, net.head.inputs, net.outputs, features_, net.head.inputsPadded, net.head.turned,
                      net.outputsPadded, net.head.paddedBias, output_, net.outputsPadded);
    if (net.linear.weight == nullptr) return;
    net.dense.product(rows, net.linear.inputs, net.outputs, flat_, net.linear.inputsPadded, net.linear.turned,
                      net.outputsPadded, nullptr, beside_, net.outputsPadded);
    net.dense.add(rows * net.outputsPadded, beside_, output_);
}

template <class T>
void CpuBlock<T>::pool(const CpuBatch<T>& batch) {
    const Network& net = network_;
    const typename Network::Layer& top = net.layers.back();
    const std::int64_t width = top.outputs(), row = net.head.inputsPadded;
    const T* y = layers_.back().y;
    if (net.pooling == Network::Pooling::EveryStep) {
        for (std::int64_t r = 0; r < time_ * count_; ++r) std::copy_n(y + r * width, width, features_ + r * row);
    } else if (net.pooling == Network::Pooling::Last) {
        for (std::int64_t b = 0; b < count_; ++b)
            for (std::size_t d = 0; d < top.directions.size(); ++d)
                std::copy_n(last_[d] + b * top.hidden, top.hidden,
                            features_ + b * row + static_cast<std::int64_t>(d) * top.hidden);
    } else if (net.pooling == Network::Pooling::Attention) {
        attend(batch);
    } else {
        for (std::int64_t b = 0; b < count_; ++b) {
            const std::int64_t length = lengthOf(batch, b);
            T* to = features_ + b * row;
            std::copy_n(y + b * width, width, to);
            for (std::int64_t t = 1; t < length; ++t) {
                const T* from = y + (t * count_ + b) * width;
                if (net.pooling == Network::Pooling::Mean)
                    for (std::int64_t k = 0; k < width; ++k) to[k] += from[k];
                else
                    for (std::int64_t k = 0; k < width; ++k)
                        to[k] = from[k] > to[k] || std::isnan(from[k]) ? from[k] : to[k];
            }
            if (net.pooling == Network::Pooling::Mean)
                for (std::int64_t k = 0; k < width; ++k) to[k] /= static_cast<T>(length);
        }
    }
    for (std::int64_t r = 0; row > width && r < headRows(); ++r)
        std::fill(features_ + r * row + width, features_ + (r + 1) * row, T(0));
}

template <class T>
void CpuBlock<T>::attend(const CpuBatch<T>& batch) {
    const Network& net = network_;
    const std::int64_t width = net.attention.inputs, row = net.attention.outputsPadded;
    const T* y = layers_.back().y;
    net.dense.product(time_ * count_, width, width, y, width, net.attention.turned, row, net.attention.paddedBias,
                      attended_, row);
    net.dense.tanh(time_ * count_ * row, attended_);
    for (std::int64_t b = 0; b < count_; ++b) {
        const std::int64_t length = lengthOf(batch, b);
        T highest = -std::numeric_limits<T>::infinity();
        for (std::int64_t t = 0; t < length; ++t)
            highest = std::max(highest,
                               share_[t * count_ + b] = dotOf(width, attended_ + (t * count_ + b) * row, net.context));
        T all = 0;
        for (std::int64_t t = 0; t < length; ++t)
            all += share_[t * count_ + b] = std::exp(share_[t * count_ + b] - highest);
        T* to = features_ + b * net.head.inputsPadded;
        std::fill_n(to, width, T(0));
        for (std::int64_t t = 0; t < length; ++t) {
            const T share = share_[t * count_ + b] /= all;
            const T* from = y + (t * count_ + b) * width;
            for (std::int64_t k = 0; k < width; ++k) to[k] += share * from[k];
        }
    }
}

template <class T>
void CpuBlock<T>::attendBackward(const CpuBatch<T>& batch) const {
    const Network& net = network_;
    const std::int64_t width = net.attention.inputs, row = net.attention.outputsPadded;
    const T* y = layers_.back().y;
    T* const context = gradientOf(net.contextAt);
    std::fill_n(context, width, T(0));
    for (std::int64_t b = 0; b < count_; ++b) {
        const std::int64_t length = lengthOf(batch, b);
        const T* gradient = featureGradient_ + b * net.head.inputsPadded;
        T mean = 0;
        for (std::int64_t t = 0; t < length; ++t)
            mean += share_[t * count_ + b] * dotOf(width, gradient, y + (t * count_ + b) * width);
        for (std::int64_t t = 0; t < time_; ++t) {
            const std::int64_t at = t * count_ + b;
            T* to = attendedGradient_ + at * row;
            if (t >= length) {
                std::fill_n(to, width, T(0));
                continue;
            }
            const T slope = share_[at] * (dotOf(width, gradient, y + at * width) - mean);
            const T* seen = attended_ + at * row;
            for (std::int64_t k = 0; k < width; ++k) {
                context[k] += slope * seen[k];
                to[k] = slope * net.context[k] * (1 - seen[k] * seen[k]);
            }
        }
    }
    const std::int64_t rows = time_ * count_;
    // What is read behind a row of y is another row, and not kept.
    net.dense.outer(rows, width, width, attendedGradient_, row, y, width, gradientOf(net.attention.weightAt), width);
    addColumnSums(rows, width, attendedGradient_, row, gradientOf(net.attention.biasAt));
    net.dense.product(rows, width, width, attendedGradient_, row, net.attention.rows, net.attention.inputsPadded,
                      nullptr, everyGradient_, net.attention.inputsPadded);
    for (std::int64_t at = 0; at < rows; ++at) {
        const T share = at / count_ < lengthOf(batch, at % count_) ? share_[at] : T(0);
        const T* gradient = featureGradient_ + at % count_ * net.head.inputsPadded;
        for (std::int64_t k = 0; k < width; ++k)
            everyGradient_[at * net.attention.inputsPadded + k] += share * gradient[k];
    }
}

template <class T>
double CpuBlock<T>::computeLoss(const CpuBatch<T>& batch) {
    const OutputLayout& layout = network_.layout;
    LossRows<T> rows;
    rows.rows = headRows();
    rows.output = output_;
    rows.gradient = outputGradient_;
    rows.row = network_.outputsPadded;
    rows.unit = batch.unit;
    rows.steps = layout.horizon;
    rows.targets = layout.targets;
    rows.truth = truth_.data();
    rows.level = level_;
    rows.scale = scale_;
    rows.deviation = deviation_;
    rows.classes = network_.outputs;
    rows.labels = labels_.data();
    return loss_(rows, numbers_);
}

template <class T>
void CpuBlock<T>::headBackward(const CpuBatch<T>&) {
    const Network& net = network_;
    const std::int64_t rows = headRows();
    net.dense.outer(rows, net.outputs, net.head.inputs, outputGradient_, net.outputsPadded, features_,
                    net.head.inputsPadded, gradientOf(net.head.weightAt), net.head.inputs);
    addColumnSums(rows, net.outputs, outputGradient_, net.outputsPadded, gradientOf(net.head.biasAt));
    net.dense.product(rows, net.outputs, net.head.inputs, outputGradient_, net.outputsPadded, net.head.rows,
                      net.head.inputsPadded, nullptr, featureGradient_, net.head.inputsPadded);
    if (net.linear.weight != nullptr && net.linear.learns)
        net.dense.outer(rows, net.outputs, net.linear.inputs, outputGradient_, net.outputsPadded, flat_,
                        net.linear.inputsPadded, gradientOf(net.linear.weightAt), net.linear.inputs);
}

template <class T>
void CpuBlock<T>::unpool(const CpuBatch<T>& batch, native::BackwardCall<T>& back) const {
    const Network& net = network_;
    const typename Network::Layer& top = net.layers.back();
    const std::int64_t width = top.outputs(), row = net.head.inputsPadded;
    back.dy = featureGradient_;
    back.dyRow = row;
    switch (net.pooling) {
        case Network::Pooling::EveryStep:
            back.dyStep = count_ * row;
            break;
        case Network::Pooling::Last:
            back.dy = nullptr;
            for (std::size_t d = 0; d < top.directions.size(); ++d)
                for (std::int64_t b = 0; b < count_; ++b)
                    std::copy_n(featureGradient_ + b * row + static_cast<std::int64_t>(d) * top.hidden, top.hidden,
                                lastGradient_[d] + b * top.hidden);
            break;
        case Network::Pooling::Mean:
            back.dyStep = 0;  // every step has the same
            for (std::int64_t b = 0; b < count_; ++b)
                for (std::int64_t k = 0; k < width; ++k)
                    featureGradient_[b * row + k] /= static_cast<T>(lengthOf(batch, b));
            break;
        case Network::Pooling::Attention:
            attendBackward(batch);
            back.dy = everyGradient_;
            back.dyRow = net.attention.inputsPadded;
            back.dyStep = count_ * back.dyRow;
            break;
        case Network::Pooling::Max: {
            // Steps that share the highest value share the gradient, as in the library.
            T* const to = stepGradient_[net.layers.size() % 2];
            const T* y = layers_.back().y;
            std::vector<std::int32_t>& counts = counts_;
            counts.assign(static_cast<std::size_t>(count_ * width), 0);
            for (std::int64_t t = 0; t < time_; ++t)
                for (std::int64_t b = 0; b < count_; ++b)
                    for (std::int64_t k = 0; t < lengthOf(batch, b) && k < width; ++k)
                        counts[static_cast<std::size_t>(b * width + k)] +=
                            y[(t * count_ + b) * width + k] == features_[b * row + k];
            for (std::int64_t t = 0; t < time_; ++t)
                for (std::int64_t b = 0; b < count_; ++b)
                    for (std::int64_t k = 0; k < width; ++k) {
                        const bool isHighest = y[(t * count_ + b) * width + k] == features_[b * row + k];
                        to[(t * count_ + b) * width + k] =
                            isHighest ? featureGradient_[b * row + k] /
                                            static_cast<T>(counts[static_cast<std::size_t>(b * width + k)])
                                      : T(0);
                    }
            back.dy = to;
            back.dyRow = width;
            back.dyStep = count_ * width;
        }
    }
}

template <class T>
void CpuBlock<T>::backward(const CpuBatch<T>& batch) {
    const Network& net = network_;
    headBackward(batch);
    native::BackwardCall<T> back;
    unpool(batch, back);
    for (std::size_t index = net.layers.size(); index-- > 0;) {
        const typename Network::Layer& layer = net.layers[index];
        layerBackward(index, back);
        if (!layer.wantsInput) return;
        T* const dx = stepGradient_[index % 2];
        if (index == 0) return net.tokens > 0 ? embeddingBackward(batch, dx) : wordsBackward(dx);
        const std::int64_t numbers = count_ * layer.inputs;
        const T* const mask = net.layers[index - 1].dropout;
        for (std::int64_t t = 0; mask != nullptr && t < time_; ++t)
            net.dense.multiplied(numbers, dx + t * numbers, mask + (t * net.batch() + first_) * layer.inputs,
                                 dx + t * numbers);
        back = {};
        back.dy = dx;
        back.dyRow = layer.inputs;
        back.dyStep = numbers;
    }
}

template <class T>
void CpuBlock<T>::layerBackward(std::size_t index, native::BackwardCall<T> back) {
    const Network& net = network_;
    const typename Network::Layer& layer = net.layers[index];
    T* const dx = stepGradient_[index % 2];
    const T* const dy = back.dy;
    for (std::size_t d = 0; d < layer.directions.size(); ++d) {
        const typename Network::Direction& direction = layer.directions[d];
        const native::Call<T> call = callOf(index, d);
        if (dy != nullptr)
            back.dy = dy + static_cast<std::int64_t>(d) * layer.hidden;
        else
            back.dhLast = lastGradient_[d];
        if (layer.wantsInput) {
            back.dx = d == 0 ? dx : stepGradient_[2];
            back.dxRow = layer.inputs;
            back.dxStep = count_ * layer.inputs;
        }
        std::fill_n(sums_, net.kernels.room(call.shape).weightSums, T(0));
        back.weightSums = sums_;
        back.backwardWeights = direction.backward;
        back.inputWeights = direction.input;
        back.scratch = scratchBackward_;
        net.kernels.backward(call, back);
        net.kernels.unpackSums(call.shape, sums_,
                               {gradientOf(direction.ih), gradientOf(direction.hh), gradientOf(direction.biasIh),
                                gradientOf(direction.biasHh)});
    }
    if (layer.wantsInput && layer.directions.size() > 1)
        net.dense.add(time_ * count_ * layer.inputs, stepGradient_[2], dx);
}

template <class T>
void CpuBlock<T>::embeddingBackward(const CpuBatch<T>& batch, const T* gradient) const {
    const Network& net = network_;
    T* const sums = gradientOf(net.embeddingAt);
    std::fill_n(sums, net.tokens * net.features, T(0));
    for (std::int64_t t = 0; t < time_; ++t)
        for (std::int64_t b = 0; b < count_; ++b) {
            if (batch.lengths != nullptr && t >= batch.lengths[first_ + b]) continue;
            T* to = sums + batch.tokens[t * batch.size + first_ + b] * net.features;
            const T* from = gradient + (t * count_ + b) * net.features;
            for (std::int64_t f = 0; f < net.features; ++f) to[f] += from[f];
        }
}

template <class T>
void CpuBlock<T>::wordsBackward(const T* gradient) const {
    const Network& net = network_;
    for (const typename Network::Table& table : net.tables)
        std::fill_n(gradientOf(table.at), table.words * table.size, T(0));
    for (std::int64_t t = 0; t < time_; ++t)
        for (std::int64_t b = 0; b < count_; ++b) {
            const T* given = given_ + t * givenStep_ + b * net.inputs;
            const T* from = gradient + (t * count_ + b) * net.features + std::ssize(net.plain);
            for (const typename Network::Table& table : net.tables)
                for (const WordTable::Copy& copy : table.copies) {
                    for (std::size_t i = 0; i < copy.inputs.size(); ++i) {
                        const T x = given[copy.inputs[i]];
                        if (x == 0) continue;
                        T* to = gradientOf(table.at) + copy.rows[i] * table.size;
                        for (std::int64_t k = 0; k < table.size; ++k) to[k] += x * from[k];
                    }
                    from += table.size;
                }
        }
}

template class CpuBlock<float>;
template class CpuBlock<double>;

}  // namespace gatelab
