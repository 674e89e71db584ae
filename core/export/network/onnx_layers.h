// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/network/onnx_graph.h"
#include "export/network/portable_network.h"

#include <string>

namespace gatelab {

/// State of one recurrent layer as names of values: h [directions, batch, half], c [directions, batch, cell width];
/// empty: zeros, and c of cells without one.
struct OnnxState {
    std::string h, c;
};

/// One recurrent layer over x [time, batch, inputs] from `state` on; gives [time, batch, outputs] and the state after
/// it, without the sum with its input and the norm. By the node LSTM (with peepholes as P), GRU or RNN where ONNX has
/// it; else step by step by Scan: projections, zoneout (its expectation), and the cells that ONNX does not know.
std::string addOnnxLayer(OnnxGraph& graph, const PortableNetwork& network, const PortableNetwork::Layer& layer,
                         const std::string& x, OnnxState& state);

}  // namespace gatelab
