// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/onnx_layers.h"

#include "config/setting_predicates.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

using Names = OnnxGraph::Names;
using Weights = PortableNetwork::Weights;

/// Blocks of rows in another order.
void appendBlocks(std::vector<float>& to, const std::vector<float>& from, const std::vector<std::size_t>& order) {
    const std::size_t block = from.size() / order.size();
    for (const std::size_t b : order)
        to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(b * block),
                  from.begin() + static_cast<std::ptrdiff_t>((b + 1) * block));
}

bool hasNode(const PortableNetwork& network) {
    return network.cell().library && network.config.projectionSize == 0 && network.config.zoneout == 0;
}

/// Ours are i f g o and r z n; those of ONNX i o f c and z r h, peepholes i o f.
std::string addNode(OnnxGraph& graph, const PortableNetwork& network, const PortableNetwork::Layer& layer,
                    const std::string& x, OnnxState& state) {
    const ExperimentConfig& config = network.config;
    const bool lstm = isLstm(config.cell), gru = isGru(config.cell);
    const std::vector<std::size_t> order = lstm  ? std::vector<std::size_t>{0, 3, 1, 2}
                                           : gru ? std::vector<std::size_t>{1, 0, 2}
                                                 : std::vector<std::size_t>{0};
    const std::int64_t directions = network.directions(), hidden = config.hiddenSize,
                       rows = network.cell().blocks() * hidden;
    std::vector<float> w, r, b, p;
    for (std::int64_t d = 0; d < directions; ++d) {
        appendBlocks(w, network.recurrent("weight_ih", layer.index, d)->values, order);
        appendBlocks(r, network.recurrent("weight_hh", layer.index, d)->values, order);
        appendBlocks(b, network.recurrent("bias_ih", layer.index, d)->values, order);
        appendBlocks(b, network.recurrent("bias_hh", layer.index, d)->values, order);
        if (const Weights* peephole = network.recurrent("weight_ch", layer.index, d))
            appendBlocks(p, peephole->values, {0, 2, 1});
    }
    const std::string name = "layer" + std::to_string(layer.index);
    Names inputs{x,
                 graph.floats(w, {directions, rows, layer.inputs}, name + ".W"),
                 graph.floats(r, {directions, rows, hidden}, name + ".R"),
                 graph.floats(b, {directions, 2 * rows}, name + ".B"),
                 "",
                 state.h};
    if (lstm) inputs.push_back(state.c);
    if (!p.empty()) inputs.push_back(graph.floats(p, {directions, 3 * hidden}, name + ".P"));
    while (inputs.back().empty()) inputs.pop_back();
    std::vector<OnnxGraph::Attribute> attributes{
        OnnxGraph::attribute("hidden_size", hidden),
        OnnxGraph::attribute("direction", std::string_view(directions == 2 ? "bidirectional" : "forward"))};
    if (gru) attributes.push_back(OnnxGraph::attribute("linear_before_reset", 1));  // PyTorch's form
    if (!lstm && !gru)
        attributes.push_back(OnnxGraph::attribute(
            "activations", std::vector<std::string>(static_cast<std::size_t>(directions),
                                                    network.cell().boundedOutput ? "Tanh" : "Relu")));
    const Names made = graph.nodes(network.cell().family, inputs, lstm ? 3 : 2, attributes);
    state = {made[1], lstm ? made[2] : std::string()};
    return graph.reshape(graph.transpose(made[0], {0, 2, 1, 3}), {0, 0, directions * hidden});
}

/// What one direction's Scan computes at one step: from the sums of the input [batch, rows], h and c.
class StepBody {
public:
    /// Constants stand in the graph around the body, once for all steps of a decoder.
    StepBody(OnnxGraph& outer, OnnxGraph& body, const PortableNetwork& network, std::int64_t layer,
             std::int64_t direction)
        : outer_(outer), g_(body), network_(network), layer_(layer), direction_(direction) {}

    /// h and c become those after the step.
    void step(const std::string& sums, std::string& h, std::string& c) {
        const std::string oldH = h, oldC = c;
        const CellTraits& cell = network_.cell();
        Names s = blocks(sums), ofState;
        if (cell.hiddenWeights == HiddenWeights::Matrix) ofState = blocks(product(oldH));
        if (cell.hiddenWeights == HiddenWeights::PerUnit && !cell.eigenvalues)
            for (std::int64_t k = 0; k < cell.blocks(); ++k) ofState.push_back(f("Mul", oldH, unitWeights(k)));
        for (std::size_t k = 0; k < ofState.size(); ++k)
            if (!cell.candidateApart || k + 1 < ofState.size()) s[k] = f("Add", s[k], ofState[k]);
        compute(s, ofState, h, c);
        if (network_.config.projectionSize > 0) h = g_.node("MatMul", {h, transposed("weight_hr")});
        h = zoneOut(h, oldH);
        if (!c.empty()) c = zoneOut(c, oldC);
    }

private:
    std::string f(std::string_view op, const std::string& a) { return g_.node(op, {a}); }
    std::string f(std::string_view op, const std::string& a, const std::string& b) { return g_.node(op, {a, b}); }
    Names blocks(const std::string& sums) {
        const auto count = static_cast<std::size_t>(network_.cell().blocks());
        return count == 1 ? Names{sums} : g_.nodes("Split", {sums}, count, {OnnxGraph::attribute("axis", 1)});
    }
    Names halves(const std::string& c) { return g_.nodes("Split", {c}, 2, {OnnxGraph::attribute("axis", 1)}); }
    [[nodiscard]] const Weights& weights(std::string_view what) const {
        return *network_.recurrent(what, layer_, direction_);
    }
    std::string transposed(std::string_view what) {
        const Weights& of = weights(what);
        const std::int64_t rows = of.shape[0], columns = of.shape[1];
        std::vector<float> turned(of.values.size());
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t k = 0; k < columns; ++k)
                turned[static_cast<std::size_t>(k * rows + r)] = of.values[static_cast<std::size_t>(r * columns + k)];
        return outer_.floats(turned, {columns, rows});
    }
    std::string product(const std::string& h) {
        const Weights& bias = weights("bias_hh");
        return f("Add", g_.node("MatMul", {h, transposed("weight_hh")}), outer_.floats(bias.values, bias.shape));
    }
    std::string unitWeights(std::int64_t block) {
        return unitNumbers(block, [](float v) { return v; });
    }
    template <class Change>
    std::string unitNumbers(std::int64_t block, const Change& change) {
        const std::int64_t hidden = network_.config.hiddenSize;
        std::vector<float> values;
        for (std::int64_t k = 0; k < hidden; ++k)
            values.push_back(change(weights("weight_hh").values[static_cast<std::size_t>(block * hidden + k)]));
        return outer_.floats(values, {hidden});
    }
    /// b + a * (c - b)
    std::string mix(const std::string& a, const std::string& c, const std::string& b) {
        return f("Add", b, f("Mul", a, f("Sub", c, b)));
    }
    std::string zoneOut(const std::string& now, const std::string& old) {
        const auto share = static_cast<float>(network_.config.zoneout);
        return share > 0 ? mix(outer_.number(share), old, now) : now;
    }
    /// log(sigmoid(x)) = -softplus(-x)
    std::string logSigmoid(const std::string& x) { return f("Neg", f("Softplus", f("Neg", x))); }

    void compute(const Names& s, const Names& ofState, std::string& h, std::string& c) {
        const std::string_view key = network_.config.cell;
        if (network_.cell().eigenvalues) return lru(s, h, c);
        if (network_.cell().second != 0) return slstm(s, h, c);
        if (network_.cell().cellState) return lstm(s, h, c);
        if (isGru(key)) {
            const std::string r = f("Sigmoid", s[0]), z = f("Sigmoid", s[1]);
            h = mix(z, h, f("Tanh", f("Add", s[2], f("Mul", r, ofState[2]))));
        } else if (isPlainRnn(key)) {
            h = f(network_.cell().boundedOutput ? "Tanh" : "Relu", s[0]);
        } else if (network_.cell().blocks() == 3) {  // minLSTM
            h = mix(f("Sigmoid", f("Sub", logSigmoid(s[1]), logSigmoid(s[0]))), h, s[2]);
        } else {  // minGRU
            h = mix(f("Sigmoid", s[0]), h, s[1]);
        }
    }
    void lstm(Names s, std::string& h, std::string& c) {
        const Weights* peephole = network_.recurrent("weight_ch", layer_, direction_);
        const std::int64_t hidden = network_.config.hiddenSize;
        const auto look = [&](std::size_t row) {
            return f(
                "Mul", c,
                outer_.floats(std::span(peephole->values)
                                  .subspan(row * static_cast<std::size_t>(hidden), static_cast<std::size_t>(hidden)),
                              {hidden}));
        };
        if (peephole != nullptr) s[0] = f("Add", s[0], look(0)), s[1] = f("Add", s[1], look(1));
        const std::string i = f("Sigmoid", s[0]), forget = f("Sigmoid", s[1]), g = f("Tanh", s[2]);
        c = f("Add", f("Mul", forget, c), f("Mul", i, g));
        if (peephole != nullptr) s[3] = f("Add", s[3], look(2));
        h = f("Mul", f("Sigmoid", s[3]), f("Tanh", c));
    }
    void slstm(const Names& s, std::string& h, std::string& c) {
        const Names old = halves(c);
        // log(exp(a) + exp(b)) = max + log(1 + exp(-|a - b|))
        const std::string a = f("Add", old[1], logSigmoid(s[1])), b = s[0];
        const std::string m = f("Add", f("Max", a, b),
                                f("Log", f("Add", outer_.number(1), f("Exp", f("Neg", f("Abs", f("Sub", a, b)))))));
        const std::string now = mix(f("Exp", f("Sub", s[0], m)), f("Tanh", s[2]), old[0]);
        h = f("Mul", f("Sigmoid", s[3]), now);
        c = g_.concat({now, m}, 1);
    }
    void lru(const Names& s, std::string& h, std::string& c) {
        const Names old = halves(c);
        const auto& rows = weights("weight_hh").values;
        const auto hidden = static_cast<std::size_t>(network_.config.hiddenSize);
        std::vector<float> real, turned;
        for (std::size_t k = 0; k < hidden; ++k) {
            const float size = std::exp(-std::exp(rows[k])), angle = std::exp(rows[hidden + k]);
            real.push_back(size * std::cos(angle));
            turned.push_back(size * std::sin(angle));
        }
        const std::string a = outer_.floats(real, {std::ssize(real)}), b = outer_.floats(turned, {std::ssize(turned)}),
                          k = unitNumbers(2, [](float v) { return std::exp(v); });
        const std::string now = f("Add", f("Sub", f("Mul", a, old[0]), f("Mul", b, old[1])), f("Mul", k, s[0]));
        const std::string j = f("Add", f("Add", f("Mul", b, old[0]), f("Mul", a, old[1])), f("Mul", k, s[1]));
        h = f("Mul", f("Sigmoid", s[2]), now);
        c = g_.concat({now, j}, 1);
    }

    OnnxGraph &outer_, &g_;
    const PortableNetwork& network_;
    std::int64_t layer_, direction_;
};

/// Zeros [batch, width] for the batch of x [time, batch, inputs].
std::string zeros(OnnxGraph& graph, const std::string& x, std::int64_t width) {
    const std::string batch = graph.gather(graph.node("Shape", {x}), 0, {1});
    return graph.node("Expand", {graph.number(0), graph.concat({batch, graph.integers({width})}, 0)});
}

/// One direction; gives [time, batch, half].
std::string addScan(OnnxGraph& graph, const PortableNetwork& network, const PortableNetwork::Layer& layer,
                    const std::string& x, std::int64_t direction, OnnxState& state) {
    const std::string name = "layer" + std::to_string(layer.index) + (direction == 1 ? "_reverse" : "");
    const Weights &matrix = *network.recurrent("weight_ih", layer.index, direction),
                  &bias = *network.recurrent("bias_ih", layer.index, direction);
    const std::int64_t rows = matrix.shape[0], half = layer.half(network.directions()),
                       width = network.cell().cellParts() * network.config.hiddenSize;
    const std::string turned = graph.transpose(graph.floats(matrix.values, matrix.shape, name + ".weight_ih"), {1, 0});
    const std::string sums =
        graph.node("Add", {graph.node("MatMul", {x, turned}), graph.floats(bias.values, bias.shape)});
    OnnxGraph body(name, name + "." + (state.h.empty() ? "" : state.h + "."));
    const std::string prefix = name + "_in_" + state.h;
    std::string h = body.input(prefix + "h", OnnxType::Float, {"batch", std::to_string(half)}), c;
    if (width > 0) c = body.input(prefix + "c", OnnxType::Float, {"batch", std::to_string(width)});
    const std::string s = body.input(prefix + "s", OnnxType::Float, {"batch", std::to_string(rows)});
    StepBody(graph, body, network, layer.index, direction).step(s, h, c);
    const auto give = [&](const std::string& value, const char* word, std::int64_t wide) {
        body.named(value, prefix + word);
        body.output(prefix + word, OnnxType::Float, {"batch", std::to_string(wide)});
    };
    give(h, "next_h", half);
    if (width > 0) give(c, "next_c", width);
    give(h, "y", half);
    Names inputs{state.h.empty() ? zeros(graph, x, half) : graph.select(state.h, 0, direction)};
    if (width > 0) inputs.push_back(state.c.empty() ? zeros(graph, x, width) : graph.select(state.c, 0, direction));
    inputs.push_back(sums);
    const std::vector<std::int64_t> way{direction};
    const Names made = graph.nodes(
        "Scan", inputs, width > 0 ? 3 : 2,
        {OnnxGraph::attribute("body", body), OnnxGraph::attribute("num_scan_inputs", 1),
         OnnxGraph::attribute("scan_input_directions", way), OnnxGraph::attribute("scan_output_directions", way)});
    state = {graph.unsqueeze(made[0], 0), width > 0 ? graph.unsqueeze(made[1], 0) : std::string()};
    return made.back();
}

}  // namespace

std::string addOnnxLayer(OnnxGraph& graph, const PortableNetwork& network, const PortableNetwork::Layer& layer,
                         const std::string& x, OnnxState& state) {
    if (hasNode(network)) return addNode(graph, network, layer, x, state);
    Names outputs, h, c;
    for (std::int64_t d = 0; d < network.directions(); ++d) {
        OnnxState one = state;
        outputs.push_back(addScan(graph, network, layer, x, d, one));
        h.push_back(one.h);
        if (!one.c.empty()) c.push_back(one.c);
    }
    state = {graph.concat(h, 0), c.empty() ? std::string() : graph.concat(c, 0)};
    return graph.concat(outputs, 2);
}

}  // namespace gatelab
