// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/architecture.h"
#include "config/experiment_config.h"
#include "kernels/masks.h"
#include "kernels/recurrent.h"
#include "nn/compute_copy.h"
#include "nn/fed_back.h"
#include "nn/parameter_store.h"
#include "nn/word_lookup.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

/// Where and how a model lives.
struct ModelOptions {
    at::Device device = at::kCPU;
    at::ScalarType dtype = at::kFloat;
    std::uint64_t seed = 1;  ///< of the start values
    /// Whether the model can be: its parameters have shapes and take no memory, and it computes nothing
    bool shapesOnly = false;
    /// Precision of the passes where it is lower than that of the parameters (BF16, FP16)
    std::optional<at::ScalarType> compute = std::nullopt;
    bool stacked = false;  ///< plain layers in a row are run in one call where their row has such a one
    std::span<const RecurrentImplementation> implementations = recurrentImplementations();  ///< must outlive the model
    DrawMask drawMask = nullptr;  ///< of the device; null: the processor's own
    /// The row that "auto" stands for, where it can run the layer; empty: the first that can
    std::string automatic = {};
};

/// State of the whole stack between batches; one entry per recurrent layer. Detached when it is handed on (truncated
/// back-propagation).
using ModelState = std::vector<LayerState>;
ModelState detached(const ModelState& state);

/// What a recursive decoder reads after the window.
struct DecoderFeed {
    /// [steps - 1, batch, feature]: inputs as far as they are known; undefined: those of the window's last step.
    /// Targets are replaced
    at::Tensor ahead;
    at::Tensor truth;  ///< [batch, steps - 1 or more, targets] on the scale of the inputs; only for a teacher
    /// Of the steps, drawn for each window, that read the truth instead of the forecast before them
    double teacherShare = 0;
    /// The same as teacherThresholdOf(share) in an int64 scalar on the device, which a recorded graph reads anew;
    /// undefined: teacherShare counts
    at::Tensor teacherThreshold = {};
    std::int64_t steps = 0;  ///< to forecast; 0: the horizon
};

/// The maskThreshold for a share of steps that are taught; with no share not one is.
std::int64_t teacherThresholdOf(double share);

/// What a layer gave, named as its parameters are ("rnn.l0").
struct LayerOutput {
    std::string layer;
    at::Tensor values;
};

/// A number in the place of one that a recurrent layer reads at one step.
struct StepEdit {
    enum class Kind { Input, Hidden, Cell };
    Kind kind = Kind::Input;
    std::int64_t layer = 0;
    StateEdit place;  ///< of an input: both directions read it; unit is its column
};

struct ForwardOptions {
    bool training = false;
    RandomPosition position;            ///< used when training with dropout or zoneout
    SequenceLengths lengths;            ///< each 1 to time; undefined: all full
    const ModelState* state = nullptr;  ///< null: zeros
    /// Filled with one record per recurrent layer; such a pass uses a row that can record
    std::vector<GateRecord>* record = nullptr;
    bool recordGraph = false;  ///< the records keep the states of every step in the graph (GateRecord::keepsGraph)
    /// Per recurrent layer, as RecurrentCall has it; such a pass uses a row that can record
    const std::vector<at::Tensor>* unitsOn = nullptr;
    /// In the window, not in what a decoder reads after it; such a pass uses a row that can record
    const std::vector<StepEdit>* edits = nullptr;
    /// Gets what each layer gives, in their order; only to look for a fault
    std::vector<LayerOutput>* outputs = nullptr;
    DecoderFeed feed;
};

struct ForwardResult {
    at::Tensor output;  ///< [batch, outputSize]; labelling: [time, batch, classes]
    ModelState state;   ///< after the window, also where a decoder went on
};

/// What the numbers of a forecast head mean: output is [horizon][target][value], row-major.
struct OutputLayout {
    std::int64_t horizon = 1, targets = 1, values = 1;
    [[nodiscard]] std::int64_t size() const { return horizon * targets * values; }
};

/// Where a forecast starts from; undefined tensors: from 0, in units of 1.
struct ForecastFrame {
    ForecastFrame(at::Tensor levels = {}, at::Tensor scales = {})
        : level(std::move(levels)), scale(std::move(scales)) {}
    at::Tensor level;  ///< [batch, targets]
    at::Tensor scale;  ///< [batch, targets], above 0
};

/// A recurrent network as the configuration describes it: (embedding of tokens, or of words among the inputs) -> stack
/// of recurrent layers, each followed by (the sum with its input, from the second layer on and where both have the same
/// width), (layer norm), (dropout, except after the last) -> pooling over time -> linear head. A forecast may have a
/// linear path beside it all, from the flattened window to the output (Lai et al. 2018). A recursive decoder gives one
/// step at a time: it runs on with its own forecasts as inputs, and the linear path with the last steps in place of the
/// window. Of a head with several values it reads the centre, not samples: the spread of a later step is that given the
/// steps before it. One training thread uses it at a time. Input [time, batch, feature] in the model's dtype, or int64
/// tokens [time, batch]; padding after a sequence's end may hold any finite number. Parameters beyond PyTorch's nn.LSTM
/// + nn.Linear: "embedding.weight" [tokens, embedding], of each column of words that is read through a table
/// "category.<column>.weight" [words, size] (WordTable), "rnn.weight_ch_l0" [3, H] (peepholes), "norm.0.weight",
/// "norm.0.bias" [outputs], "linear.weight" [output, lookback * inputs] (in a buffer of its own where fitsLinearPath:
/// it is held), attention (Yang et al. 2016) "attention.weight" [D, D], "attention.bias" [D], "attention.context" [D].
/// Throws c10::Error on shapes that do not fit; the training thread's door turns it into an Error.
class Model {
public:
    /// Fails when no implementation, or not the one asked for, can run a layer, with the reason.
    static Result<std::unique_ptr<Model>> create(const ExperimentConfig& config, const ModelShape& shape,
                                                 const ModelOptions& options);

    ForwardResult forward(const at::Tensor& input, const ForwardOptions& options = {});
    /// [batch, horizon, targets, values]. Every value that is a level is multiplied by the frame's scale and moved by
    /// its level; a Gaussian's variance is multiplied by the square of the scale.
    ForwardResult forwardForecast(const at::Tensor& input, const ForecastFrame& frame,
                                  const ForwardOptions& options = {});

    /// The two halves of forward(), for who hands the window from layer to layer by himself, in the model's own
    /// precision. One layer over `input` [time, batch, feature] from its part of options.state on, which is not
    /// detached here; `state` becomes the one after it.
    at::Tensor runLayer(std::size_t index, const at::Tensor& input, const ForwardOptions& options,
                        LayerState& state) const;
    /// What follows the layers: the output, given what the last of them gave [time, batch, feature] and its state. The
    /// linear path reads `window`, the network's input.
    [[nodiscard]] at::Tensor runTop(const at::Tensor& sequence, const LayerState& state, const at::Tensor& window,
                                    const ForwardOptions& options) const;

    /// The same for an output that is already there.
    [[nodiscard]] at::Tensor inFrame(const at::Tensor& output, const ForecastFrame& frame) const;

    [[nodiscard]] ParameterStore& parameters() { return store_; }
    [[nodiscard]] const ParameterStore& parameters() const { return store_; }
    [[nodiscard]] const OutputLayout& layout() const { return layout_; }
    [[nodiscard]] std::int64_t outputSize() const { return outputSize_; }
    /// The row that runs layer `index`.
    [[nodiscard]] const RecurrentImplementation& implementation(std::size_t index) const {
        return *layers_[index].implementation;
    }
    [[nodiscard]] std::size_t layerCount() const { return layers_.size(); }
    /// How many numbers the first layer sees of a step.
    [[nodiscard]] std::int64_t seenInputs() const { return layers_.front().spec.inputs; }
    /// Whether these are not the inputs themselves, but what tables give for tokens or words.
    [[nodiscard]] bool embeds() const { return embedding_.defined() || words_.defined(); }
    /// The row that runs all layers in one call, but for passes that look inside or have unequal lengths; null: one by
    /// one.
    [[nodiscard]] const RecurrentImplementation* stackedLayers() const { return stack_; }
    [[nodiscard]] at::TensorOptions options() const { return tensorOptions_; }

private:
    struct Layer {
        RecurrentSpec spec;
        const RecurrentImplementation* implementation = nullptr;
        const RecurrentImplementation* recorder = nullptr;
        const RecurrentImplementation* open = nullptr;  ///< for what only rows that take each step by itself can do
        std::vector<at::Tensor> weights, peepholes;
        at::Tensor normGain, normBias;
        bool residual = false;
        mutable std::unique_ptr<LayerCache> cache = {};  ///< of `implementation`
    };
    Model() = default;
    Result<> addLayers(const ExperimentConfig& config, std::int64_t features, const ModelOptions& options);
    void addStack(const ExperimentConfig& config, const ModelOptions& options);
    void addRest(const ExperimentConfig& config, const ModelShape& shape);
    Result<> addDecoder(const ExperimentConfig& config, const ModelShape& shape);
    void bind(const std::vector<at::Tensor>& tensors);
    [[nodiscard]] std::vector<at::Tensor> values() const;
    [[nodiscard]] bool usesStack(const ForwardOptions& options) const;
    [[nodiscard]] at::Tensor runStack(const at::Tensor& input, const ForwardOptions& options, ModelState& state) const;
    ForwardResult run(const at::Tensor& input, const ForwardOptions& options) const;
    /// The network over `input` from options.state on; the linear path reads `window`.
    ForwardResult pass(const at::Tensor& input, const at::Tensor& window, const ForwardOptions& options) const;
    /// One number per target of one step's output, which the next step reads: the mean of a Gaussian, the middle one of
    /// the quantiles (the mean of two).
    [[nodiscard]] at::Tensor centreOf(const at::Tensor& output) const;
    /// The forecasts of all steps, given the pass over the window.
    [[nodiscard]] at::Tensor decode(const at::Tensor& input, const ForwardResult& window,
                                    const ForwardOptions& options) const;
    [[nodiscard]] at::Tensor pool(const at::Tensor& sequence, const LayerState& state,
                                  const ForwardOptions& options) const;
    [[nodiscard]] at::Tensor poolLast(const at::Tensor& sequence, const LayerState& state,
                                      const SequenceLengths& lengths) const;

    enum class Pooling { Last, Mean, Max, Attention };
    at::TensorOptions tensorOptions_, computeOptions_;
    ParameterStore store_;
    std::optional<ComputeCopy> lowered_;
    std::vector<Layer> layers_;
    OutputLayout layout_;
    std::int64_t outputSize_ = 0;
    bool labelling_ = false, gaussian_ = false, holdsLinear_ = false;
    double dropout_ = 0;
    DrawMask drawMask_ = nullptr;
    std::int64_t recomputeChunk_ = 0;
    FedBack fedBack_;
    Pooling pooling_ = Pooling::Last;
    WordLookup words_;
    at::Tensor embedding_, headWeight_, headBias_, linearWeight_, attentionWeight_, attentionBias_, attentionContext_;
    const RecurrentImplementation* stack_ = nullptr;
    std::optional<ComputeCopy> stackedWeights_;  ///< in the precision of the passes
    mutable std::unique_ptr<LayerCache> stackCache_;
};

}  // namespace gatelab
