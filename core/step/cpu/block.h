// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "step/cpu/loss.h"
#include "step/cpu/network.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// One batch as plain arrays; lives as long as the batch or the series behind it. Either `windows`, of which each block
/// gathers its own, or arrays that are there.
template <class T>
struct CpuBatch {
    std::int64_t size = 0, time = 0;
    const WindowsInPlace* windows = nullptr;
    const std::int64_t* starts = nullptr;  ///< [size], first rows of the windows

    const T* input = nullptr;              ///< [time, size, features]
    const std::int64_t* tokens = nullptr;  ///< [time, size]
    const T* truth = nullptr;              ///< [size, steps, targets]
    const std::int64_t* labels = nullptr;  ///< [size], or [time, size] where every step has one
    const T *level = nullptr, *scale = nullptr, *deviation = nullptr;  ///< [size, targets]
    const std::int64_t* lengths = nullptr;                             ///< [size]; null: all full
    double unit = 0;                                                   ///< what one element counts in the step's loss
};

/// Some rows of a batch through the network and back: the same arrays in every step, one thread at a time. All arrays
/// are laid out before the step.
template <class T>
class CpuBlock {
public:
    CpuBlock(const CpuNetwork<T>& network, RowsLoss<T> loss, const LossNumbers<T>& numbers)
        : network_(network), loss_(loss), numbers_(numbers) {}

    /// Rows [first, first + count) of a batch. `windows`: they are gathered here.
    void layOut(StepArena<T>& arena, const CpuBatch<T>& batch, std::int64_t first, std::int64_t count);
    /// Where the gradient of each parameter goes, by its number in the store; null: it learns nothing.
    void setGradients(std::vector<T*> gradients) { gradients_ = std::move(gradients); }

    void gather(const CpuBatch<T>& batch);
    void forward(const CpuBatch<T>& batch);
    /// What these rows add to the step's loss.
    double computeLoss(const CpuBatch<T>& batch);
    void backward(const CpuBatch<T>& batch);

private:
    using Network = CpuNetwork<T>;
    struct DirectionArrays {
        T *gates = nullptr, *cells = nullptr;
    };
    struct LayerArrays {
        T *y = nullptr, *dropped = nullptr;  ///< [time, rows, outputs]
        DirectionArrays directions[2];
    };
    void gatherAnchors(const CpuBatch<T>& batch);
    void gatherRows(const CpuBatch<T>& batch);
    void lookUpWords();
    void addOrder(const CpuBatch<T>& batch);
    [[nodiscard]] native::Call<T> callOf(std::size_t layer, std::size_t direction) const;
    void pool(const CpuBatch<T>& batch);
    void attend(const CpuBatch<T>& batch);
    void attendBackward(const CpuBatch<T>& batch) const;
    [[nodiscard]] std::int64_t lengthOf(const CpuBatch<T>& batch, std::int64_t row) const {
        return batch.lengths != nullptr ? batch.lengths[first_ + row] : time_;
    }
    [[nodiscard]] std::int64_t headRows() const {
        return network_.pooling == Network::Pooling::EveryStep ? time_ * count_ : count_;
    }
    void headBackward(const CpuBatch<T>& batch);
    void unpool(const CpuBatch<T>& batch, native::BackwardCall<T>& back) const;
    void layerBackward(std::size_t layer, native::BackwardCall<T> back);
    void embeddingBackward(const CpuBatch<T>& batch, const T* gradient) const;
    void wordsBackward(const T* gradient) const;
    [[nodiscard]] T* gradientOf(std::size_t parameter) const { return gradients_[parameter]; }

    const CpuNetwork<T>& network_;
    RowsLoss<T> loss_;
    const LossNumbers<T>& numbers_;
    std::int64_t first_ = 0, count_ = 0, time_ = 0;
    std::vector<T*> gradients_;
    std::vector<std::int32_t> order_, active_;  ///< as native::Call wants them
    std::vector<const T*> truth_;
    std::vector<const std::int64_t*> labels_;
    std::vector<LayerArrays> layers_;
    /// given: the rows' inputs; x: what the first layer sees, the same but for words that tables read
    const T *given_ = nullptr, *x_ = nullptr, *level_ = nullptr, *scale_ = nullptr, *deviation_ = nullptr;
    std::int64_t givenStep_ = 0, xStep_ = 0;
    /// [time, rows, inputs]; [time, rows, features]; [rows, window padded]; [2][rows, targets]
    T *gathered_ = nullptr, *seen_ = nullptr, *flat_ = nullptr, *anchors_ = nullptr;
    T *last_[2] = {nullptr, nullptr}, *lastGradient_[2] = {nullptr, nullptr};  ///< [rows, hidden]
    T *features_ = nullptr, *featureGradient_ = nullptr;  ///< [head rows, outputs of the last layer, padded]
    T *output_ = nullptr, *outputGradient_ = nullptr, *beside_ = nullptr;  ///< [head rows, outputs padded]
    T *scratchForward_ = nullptr, *scratchBackward_ = nullptr, *sums_ = nullptr;
    /// [time, rows, outputs padded], what the attention sees of each step; [time, rows], what each step counts
    T *attended_ = nullptr, *share_ = nullptr;
    /// As attended_: of it before its tangent; of what the top layer gave
    T *attendedGradient_ = nullptr, *everyGradient_ = nullptr;
    /// [time, rows, widest]: of what a layer gave and of what it saw
    T* stepGradient_[3] = {nullptr, nullptr, nullptr};
    std::int64_t sumsNumbers_ = 0;
    mutable std::vector<std::int32_t> counts_;  ///< [rows, outputs]: steps that share the highest value
};

extern template class CpuBlock<float>;
extern template class CpuBlock<double>;

}  // namespace gatelab
