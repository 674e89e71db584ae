// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/native/native.h"
#include "kernels/native/step_kernels.h"
#include "nn/model.h"
#include "step/cpu/arrays.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// A model as plain arrays, for the whole step: where its weights lie, and the same packed for the kernels once per
/// step. The model and its parameters outlive it. T: float or double, the type of the parameters. Packing is the
/// training thread's; the packed arrays are read by every thread of a step.
template <class T>
class CpuNetwork {
public:
    enum class Pooling { Last, Mean, Max, Attention, EveryStep };
    struct Direction {
        native::Weights<T> weights;
        std::size_t ih = 0, hh = 0, biasIh = 0, biasHh = 0;           ///< numbers of the parameters in the store
        T *forward = nullptr, *backward = nullptr, *input = nullptr;  ///< packed
        const T *recurrentMask = nullptr, *zoneH = nullptr, *zoneC = nullptr;  ///< of the whole batch; null: none
    };
    struct Layer {
        native::Cell cell{};
        std::int64_t inputs = 0, hidden = 0;
        bool wantsInput = false;  ///< a gradient of what it sees
        std::vector<Direction> directions;
        const T* dropout = nullptr;  ///< [time, batch, outputs], mask of its output, of the whole batch; null: none
        [[nodiscard]] std::int64_t outputs() const { return hidden * static_cast<std::int64_t>(directions.size()); }
    };
    struct Dense {
        const T *weight = nullptr, *bias = nullptr;  ///< [outputs, inputs], [outputs]; null: not there
        std::size_t weightAt = 0, biasAt = 0;
        std::int64_t inputs = 0, inputsPadded = 0, outputs = 0, outputsPadded = 0;
        bool learns = true;
        T *turned = nullptr, *paddedBias = nullptr;  ///< [inputs, outputs padded]
        const T* rows = nullptr;                     ///< [outputs, inputs padded]: of the weights, or a padded copy
        T* padded = nullptr;
    };

    /// A column of words that is read through a table.
    struct Table {
        const T* values = nullptr;  ///< [words, size]
        std::size_t at = 0;         ///< number of the parameter in the store
        std::int64_t words = 0, size = 0;
        std::vector<WordTable::Copy> copies;
    };

    CpuNetwork(const ExperimentConfig& config, const ModelShape& shape, const Model& model);

    /// Of one direction of a layer over some rows.
    [[nodiscard]] native::Shape shapeOf(const Layer& layer, std::size_t direction, std::int64_t time,
                                        std::int64_t rows) const;
    /// Where the packed weights and the masks of a batch of so many rows and steps lie.
    void layOut(StepArena<T>& arena, std::int64_t time, std::int64_t batch);
    /// Packs the weights as they are now; the masks of this position are drawn.
    void pack(const RandomPosition& position, std::int64_t time, std::int64_t batch);
    /// Rows of the batch that the masks are of.
    [[nodiscard]] std::int64_t batch() const { return batch_; }
    [[nodiscard]] bool drawsRecurrentMasks() const { return recurrentDropout_ > 0; }
    /// Whether a mask lies on the output of this layer.
    [[nodiscard]] bool dropsAfter(std::size_t layer) const { return dropout_ > 0 && layer + 1 < layers.size(); }
    [[nodiscard]] std::int64_t padded(std::int64_t numbers) const { return (numbers + lanes - 1) / lanes * lanes; }

    const native::Kernels<T>& kernels;
    const native::StepKernels<T>& dense;
    std::int64_t lanes;
    std::vector<Layer> layers;
    Pooling pooling = Pooling::Last;
    Dense head, linear, attention;  ///< linear: the path beside it all
    const T* context = nullptr;     ///< [outputs of the last layer], of the attention
    std::size_t contextAt = 0;
    const T* embedding = nullptr;  ///< [tokens, features]; null: no tokens
    std::size_t embeddingAt = 0;
    /// inputs: numbers of a step that are given, of tokens what the embedding gives; features: that the first layer
    /// sees
    std::int64_t tokens = 0, inputs = 0, features = 0;
    std::vector<Table> tables;
    std::vector<std::int64_t> plain;  ///< inputs that no table reads: the first features, where there are tables
    std::int64_t outputs = 0, outputsPadded = 0;
    OutputLayout layout;

private:
    [[nodiscard]] std::size_t numberOf(const std::string& name) const;
    [[nodiscard]] const T* valuesOf(std::size_t parameter) const {
        return store_.all()[parameter].value.template const_data_ptr<T>();
    }
    void addDense(Dense& dense, const char* weight, const char* bias, std::int64_t inputs, std::int64_t outputs);
    void layOutDense(Dense& dense, ArraySlots<T>& work, bool hasInputGradient) const;
    void packDense(Dense& dense) const;
    const ParameterStore& store_;
    double dropout_, recurrentDropout_, zoneout_;
    std::int64_t batch_ = 0;
    std::vector<T*> masks_;  ///< in the order of layOut
};

extern template class CpuNetwork<float>;
extern template class CpuNetwork<double>;

}  // namespace gatelab
