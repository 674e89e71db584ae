// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/cpu/network.h"

#include "config/linear_path.h"
#include "config/setting_predicates.h"
#include "nn/init.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace gatelab {

template <class T>
CpuNetwork<T>::CpuNetwork(const ExperimentConfig& config, const ModelShape& shape, const Model& model)
    : kernels(native::kernels<T>()),
      dense(native::stepKernels<T>()),
      lanes(dense.lanes),
      tokens(shape.tokens),
      inputs(shape.tokens > 0 ? config.embeddingSize : shape.inputs),
      features(seenInputs(config, shape)),
      plain(plainInputs(shape.tables, shape.inputs)),
      outputs(model.outputSize()),
      outputsPadded(padded(outputs)),
      layout(model.layout()),
      store_(model.parameters()),
      dropout_(config.dropout),
      recurrentDropout_(config.recurrentDropout),
      zoneout_(config.zoneout) {
    std::int64_t seen = features;
    for (std::int64_t index = 0; index < config.layers; ++index) {
        Layer layer{native::cellOf(config.cell), seen, config.hiddenSize, index > 0 || model.embeds(), {}};
        for (int d = 0; d < (config.bidirectional ? 2 : 1); ++d) {
            const auto number = [&](const char* what) { return numberOf(recurrentName(what, index, d)); };
            Direction direction{{}, number("weight_ih"), number("weight_hh"), number("bias_ih"), number("bias_hh")};
            direction.weights = {valuesOf(direction.ih), valuesOf(direction.hh), valuesOf(direction.biasIh),
                                 valuesOf(direction.biasHh)};
            layer.directions.push_back(direction);
        }
        seen = layer.outputs();
        layers.push_back(std::move(layer));
    }
    pooling = isLabelling(config)        ? Pooling::EveryStep
              : poolsMean(config)        ? Pooling::Mean
              : poolsMax(config)         ? Pooling::Max
              : poolsByAttention(config) ? Pooling::Attention
                                         : Pooling::Last;
    addDense(head, "head.weight", "head.bias", seen, outputs);
    if (pooling == Pooling::Attention) {
        addDense(attention, "attention.weight", "attention.bias", seen, seen);
        context = valuesOf(contextAt = numberOf("attention.context"));
    }
    if (store_.find("linear.weight") != nullptr)
        addDense(linear, "linear.weight", nullptr, config.lookback * shape.inputs, outputs);
    linear.learns = !fitsLinearPath(config);
    if (tokens > 0) embedding = valuesOf(embeddingAt = numberOf("embedding.weight"));
    for (const WordTable& table : shape.tables) {
        const std::size_t number = numberOf(table.name);
        tables.push_back({valuesOf(number), number, table.words, table.size, table.copies});
    }
}

template <class T>
std::size_t CpuNetwork<T>::numberOf(const std::string& name) const {
    return static_cast<std::size_t>(store_.find(name) - store_.all().data());
}

template <class T>
void CpuNetwork<T>::addDense(Dense& one, const char* weight, const char* bias, std::int64_t columns,
                             std::int64_t results) {
    one.weight = valuesOf(one.weightAt = numberOf(weight));
    if (bias != nullptr) one.bias = valuesOf(one.biasAt = numberOf(bias));
    one.inputs = columns;
    one.inputsPadded = padded(columns);
    one.outputs = results;
    one.outputsPadded = padded(results);
}

template <class T>
native::Shape CpuNetwork<T>::shapeOf(const Layer& layer, std::size_t direction, std::int64_t time,
                                     std::int64_t rows) const {
    return {layer.cell, time, rows, layer.inputs, layer.hidden, direction == 1};
}

template <class T>
void CpuNetwork<T>::layOutDense(Dense& one, ArraySlots<T>& work, bool hasInputGradient) const {
    if (one.weight == nullptr) return;
    one.turned = work.take(one.inputs * one.outputsPadded);
    one.paddedBias = work.take(one.bias != nullptr ? one.outputsPadded : 0);
    one.padded = work.take(hasInputGradient && one.inputs != one.inputsPadded ? one.outputs * one.inputsPadded : 0);
    one.rows = one.padded != nullptr ? one.padded : one.weight;
}

template <class T>
void CpuNetwork<T>::layOut(StepArena<T>& arena, std::int64_t time, std::int64_t batch) {
    masks_.clear();
    batch_ = batch;
    const auto mask = [&](double probability, std::int64_t numbers) {
        if (probability > 0) masks_.push_back(arena.kept.take(numbers));
        return probability > 0 ? masks_.back() : nullptr;
    };
    for (std::size_t index = 0; index < layers.size(); ++index) {
        Layer& layer = layers[index];
        for (std::size_t d = 0; d < layer.directions.size(); ++d) {
            Direction& direction = layer.directions[d];
            const native::Room room = kernels.room(shapeOf(layer, d, 1, 1));
            direction.forward = arena.work.take(room.forwardWeights);
            direction.backward = arena.work.take(room.backwardWeights);
            direction.input = arena.work.take(layer.wantsInput ? room.inputWeights : 0);
            direction.recurrentMask = mask(recurrentDropout_, batch * layer.hidden);
            direction.zoneH = mask(zoneout_, time * batch * layer.hidden);
            direction.zoneC = layer.cell == native::Cell::Lstm ? mask(zoneout_, time * batch * layer.hidden) : nullptr;
        }
        layer.dropout = mask(dropsAfter(index) ? dropout_ : 0, time * batch * layer.outputs());
    }
    layOutDense(head, arena.work, true);
    layOutDense(linear, arena.work, false);
    layOutDense(attention, arena.work, true);
}

template <class T>
void CpuNetwork<T>::packDense(Dense& one) const {
    if (one.weight == nullptr) return;
    dense.transposed(one.outputs, one.inputs, one.weight, one.turned, one.outputsPadded);
    if (one.bias != nullptr) {
        std::copy_n(one.bias, one.outputs, one.paddedBias);
        std::fill(one.paddedBias + one.outputs, one.paddedBias + one.outputsPadded, T(0));
    }
    if (one.padded == nullptr) return;
    for (std::int64_t row = 0; row < one.outputs; ++row) {
        T* to = one.padded + row * one.inputsPadded;
        std::copy_n(one.weight + row * one.inputs, one.inputs, to);
        std::fill(to + one.inputs, to + one.inputsPadded, T(0));
    }
}

template <class T>
void CpuNetwork<T>::pack(const RandomPosition& position, std::int64_t time, std::int64_t batch) {
    auto mask = masks_.begin();
    const auto draw = [&](double probability, double kept, std::int64_t numbers, std::size_t layer, MaskSite site) {
        fillMask(std::span<T>(*mask++, static_cast<std::size_t>(numbers)), probability, kept, position,
                 static_cast<int>(layer), site);
    };
    for (std::size_t index = 0; index < layers.size(); ++index) {
        const Layer& layer = layers[index];
        for (std::size_t d = 0; d < layer.directions.size(); ++d) {
            const Direction& direction = layer.directions[d];
            const native::Shape shape = shapeOf(layer, d, 1, 1);
            kernels.packForward(shape, direction.weights, direction.forward);
            kernels.packBackward(shape, direction.weights, direction.backward, direction.input);
            const auto site = [&](MaskSite forward, MaskSite reverse) { return d == 1 ? reverse : forward; };
            if (recurrentDropout_ > 0)
                draw(recurrentDropout_, 1 / (1 - recurrentDropout_), batch * layer.hidden, index,
                     site(MaskSite::RecurrentForward, MaskSite::RecurrentReverse));
            if (zoneout_ <= 0) continue;
            draw(1 - zoneout_, 1, time * batch * layer.hidden, index,
                 site(MaskSite::ZoneoutHidden, MaskSite::ZoneoutHiddenReverse));
            if (layer.cell == native::Cell::Lstm)
                draw(1 - zoneout_, 1, time * batch * layer.hidden, index,
                     site(MaskSite::ZoneoutCell, MaskSite::ZoneoutCellReverse));
        }
        if (dropsAfter(index))
            draw(dropout_, 1 / (1 - dropout_), time * batch * layer.outputs(), index, MaskSite::BetweenLayers);
    }
    packDense(head);
    packDense(linear);
    packDense(attention);
}

template class CpuNetwork<float>;
template class CpuNetwork<double>;

}  // namespace gatelab
