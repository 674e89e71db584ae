// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/text.h"
#include "config/cell_traits.h"
#include "kernels/masks.h"
#include "kernels/sequence_lengths.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// One recurrent layer (both directions of it), as an implementation needs to know it.
struct RecurrentSpec {
    const CellTraits* cell = cellTraits().data();  ///< a row of the table
    std::int64_t inputs = 1, hidden = 1;
    std::int64_t projection = 0;  ///< LSTM with projected output (Sak et al. 2014); 0: off
    bool bidirectional = false;
    bool peephole = false;        ///< LSTM whose gates see the cell state (Gers & Schmidhuber 2000)
    double recurrentDropout = 0;  ///< one mask on h for all time steps (Gal & Ghahramani 2016)
    double zoneout = 0;           ///< share of h and c that keeps its old value (Krueger et al. 2017)
    int layer = 0;                ///< 0-based; part of the random streams

    [[nodiscard]] std::int64_t directions() const { return bidirectional ? 2 : 1; }
    [[nodiscard]] std::int64_t outputsPerDirection() const { return projection > 0 ? projection : hidden; }
    [[nodiscard]] std::int64_t outputs() const { return directions() * outputsPerDirection(); }
    [[nodiscard]] std::int64_t cellWidth() const { return cell->cellParts() * hidden; }
    /// Tensors per direction in RecurrentCall::weights.
    [[nodiscard]] std::size_t tensorsPerDirection() const { return weightShapes().size(); }
    struct WeightShape {
        const char* name;  ///< "weight_ih"
        std::vector<std::int64_t> sizes;
        bool isMatrix;  ///< or a bias
    };
    /// Of one direction, in their order: w_ih [g*H, in], w_hh [g*H, out] ([g*H, 1] of cells whose units see only
    /// themselves), b_ih [g*H], b_hh [g*H], with projection w_hr [P, H]; what the cell has not is left out.
    [[nodiscard]] std::vector<WeightShape> weightShapes() const;
};

/// State of one layer between steps: h [directions, batch, outputsPerDirection], c [directions, batch, cellWidth] (of
/// cells that have it). Undefined tensors mean zeros.
struct LayerState {
    at::Tensor h, c;
};

/// What a layer did, for the microscope; per direction, in the order of the time axis.
struct GateRecord {
    /// [time, batch, gates * hidden] after their activation functions, rows as in the weights
    std::vector<at::Tensor> gates;
    std::vector<at::Tensor> cell;    ///< [time, batch, cellWidth]; of cells that have it
    std::vector<at::Tensor> hidden;  ///< [time, batch, outputsPerDirection]
    /// The states of every time step as they stand in the graph, so that a gradient can be asked for with respect to
    /// them: per direction and time step [batch, outputsPerDirection] and [batch, cellWidth]. Only with keepsGraph,
    /// which the caller sets; sequences must all be full.
    bool keepsGraph = false;
    std::vector<std::vector<at::Tensor>> hiddenSteps, cellSteps;
};

/// What a row keeps of one layer from call to call: made by the row, owned by the layer's model, gone with it.
struct LayerCache {
    LayerCache() = default;
    virtual ~LayerCache() = default;
    LayerCache(const LayerCache&) = delete;
    LayerCache& operator=(const LayerCache&) = delete;
};

/// A number in the place of a state that one step reads: what if it had been this? Later steps see what follows from
/// it.
struct StateEdit {
    std::int64_t direction = 0, step = 0;
    bool isCell = false;  ///< c before the step, else h
    std::int64_t unit = 0;
    double value = 0;
};

/// One call of a layer. Only names things; nothing is owned beyond the call.
struct RecurrentCall {
    const RecurrentSpec& spec;
    const at::Tensor& input;  ///< [time, batch, inputs]
    /// Per direction what RecurrentSpec::weightShapes says
    at::TensorList weights;
    at::TensorList peepholes;  ///< per direction [3, H]: i, f, o; empty without peepholes
    const LayerState& state;
    SequenceLengths lengths;  ///< undefined: every sequence has all time steps
    bool training = false;
    const RandomPosition& position;
    GateRecord* record = nullptr;  ///< filled when given; only rows with recordsGates
    /// [directions, outputsPerDirection] of 0 and 1: what h is multiplied by at each step; undefined: all on; as record
    at::Tensor unitsOn = {};
    /// The layer's, empty before the first call; null: nothing can be kept
    std::unique_ptr<LayerCache>* cache = nullptr;
    std::span<const StateEdit> edits = {};  ///< as unitsOn
};

struct RecurrentResult {
    at::Tensor output;  ///< [time, batch, outputs]; with lengths: zero after each sequence's end
    /// After each sequence's last step (reverse direction: after its first); undefined where the row cannot tell
    LayerState state;
};

/// One call of a whole stack of plain layers (isPlainStack, kernels/stacked_layers.h): each reads all that the one
/// before gives. As RecurrentCall.
struct StackedCall {
    const RecurrentSpec& spec;  ///< of the first layer
    std::int64_t layers = 1;
    const at::Tensor& input;                       ///< [time, batch, inputs]
    at::TensorList weights;                        ///< layer by layer what RecurrentCall::weights says
    std::span<const LayerState> states;            ///< one per layer
    std::unique_ptr<LayerCache>* cache = nullptr;  ///< the stack's
};

struct StackedResult {
    at::Tensor output;               ///< of the last layer
    std::vector<LayerState> states;  ///< of each
};

/// One way to run a recurrent layer. All rows give the same numbers: outputs and gradients within 1e-10 in float64.
struct RecurrentImplementation {
    const char* key;  ///< of implementationChoices()
    Text label;
    bool recordsGates = false;
    /// Why this row cannot run the layer there; empty: it can. A whole sentence.
    Phrase (*supported)(const RecurrentSpec& spec, at::Device device, at::ScalarType dtype);
    RecurrentResult (*forward)(const RecurrentCall& call);
    /// Takes each step by itself: records within the graph (GateRecord::keepsGraph), holds units at zero
    /// (RecurrentCall::unitsOn) and puts numbers in the place of states (edits)
    bool isOpen = false;
    /// Runs a stack of plain layers, each of which the row supports, in one call, within which a library may run one
    /// layer beside another; sequences must all be full. Null: it has no such call.
    StackedResult (*stacked)(const StackedCall& call) = nullptr;
};

/// The rows of this library, best first ("auto" takes the first supported one). The CUDA module brings further rows.
std::span<const RecurrentImplementation> recurrentImplementations();

/// The row named by `key`, or for "auto" the first of `rows` that supports the layer. Fails with the row's reason.
Result<const RecurrentImplementation*> chooseImplementation(std::span<const RecurrentImplementation> rows,
                                                            std::string_view key, const RecurrentSpec& spec,
                                                            at::Device device, at::ScalarType dtype);

}  // namespace gatelab
