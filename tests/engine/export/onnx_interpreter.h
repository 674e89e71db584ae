// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/protobuf.h"

#include <ATen/ATen.h>

#include <cstring>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

/// Computes the nodes of an ONNX file with LibTorch, each as the standard has it: an oracle on machines without
/// onnxruntime. Knows the operators that Gatelab writes; throws at any other.
namespace gatelab::testing {

class OnnxInterpreter {
public:
    using Values = std::map<std::string, at::Tensor>;

    explicit OnnxInterpreter(std::string_view model) {
        each(model, [&](const ProtobufField& field) {
            if (field.number == 7) graph_ = readGraph(field.bytes);
            if (field.number == 14) {
                std::string key, value;
                each(field.bytes, [&](const ProtobufField& one) { (one.number == 1 ? key : value) = one.bytes; });
                facts[key] = value;
            }
        });
    }
    /// All outputs by their names.
    Values run(const Values& inputs) const {
        Values values = inputs;
        compute(graph_, values);
        Values outputs;
        for (const std::string& name : graph_.outputs) outputs[name] = values.at(name);
        return outputs;
    }
    [[nodiscard]] const std::vector<std::string>& inputs() const { return graph_.inputs; }
    std::map<std::string, std::string> facts;

private:
    struct Graph;
    struct Attribute {
        std::int64_t number = 0;
        std::string text;
        std::vector<std::int64_t> numbers;
        std::vector<std::string> texts;
        std::shared_ptr<Graph> graph;
    };
    struct Node {
        std::string op;
        std::vector<std::string> inputs, outputs;
        std::map<std::string, Attribute> attributes;
        [[nodiscard]] std::int64_t number(const char* name, std::int64_t otherwise) const {
            const auto found = attributes.find(name);
            return found == attributes.end() ? otherwise : found->second.number;
        }
        [[nodiscard]] std::vector<std::int64_t> numbers(const char* name) const {
            const auto found = attributes.find(name);
            return found == attributes.end() ? std::vector<std::int64_t>() : found->second.numbers;
        }
    };
    struct Graph {
        std::vector<Node> nodes;
        Values constants;
        std::vector<std::string> inputs, outputs;
    };

    static void each(std::string_view bytes, const std::function<void(const ProtobufField&)>& take) {
        ProtobufReader reader(bytes);
        for (ProtobufField field; reader.next(field);) take(field);
        if (!reader.ended().ok()) throw std::runtime_error("damaged message");
    }
    static std::string nameOf(std::string_view valueInfo) {
        std::string name;
        each(valueInfo, [&](const ProtobufField& field) {
            if (field.number == 1) name = field.bytes;
        });
        return name;
    }
    static Graph readGraph(std::string_view bytes) {
        Graph graph;
        each(bytes, [&](const ProtobufField& field) {
            if (field.number == 1) graph.nodes.push_back(readNode(field.bytes));
            if (field.number == 5) readTensor(field.bytes, graph.constants);
            if (field.number == 11) graph.inputs.push_back(nameOf(field.bytes));
            if (field.number == 12) graph.outputs.push_back(nameOf(field.bytes));
        });
        return graph;
    }
    static void readTensor(std::string_view bytes, Values& into) {
        std::vector<std::int64_t> shape;
        std::int64_t type = 0;
        std::string name;
        std::string_view raw;
        each(bytes, [&](const ProtobufField& field) {
            if (field.number == 1) shape.push_back(field.integer());
            if (field.number == 2) type = field.integer();
            if (field.number == 8) name = field.bytes;
            if (field.number == 9) raw = field.bytes;
        });
        at::Tensor tensor = at::empty(shape, type == 1 ? at::kFloat : type == 11 ? at::kDouble : at::kLong);
        if (tensor.nbytes() != raw.size()) throw std::runtime_error("constant " + name + " has another size");
        std::memcpy(tensor.data_ptr(), raw.data(), raw.size());
        into[name] = tensor;
    }
    static Node readNode(std::string_view bytes) {
        Node node;
        each(bytes, [&](const ProtobufField& field) {
            if (field.number == 1) node.inputs.emplace_back(field.bytes);
            if (field.number == 2) node.outputs.emplace_back(field.bytes);
            if (field.number == 4) node.op = field.bytes;
            if (field.number != 5) return;
            std::string name;
            Attribute made;
            each(field.bytes, [&](const ProtobufField& one) {
                if (one.number == 1) name = one.bytes;
                if (one.number == 3) made.number = one.integer();
                if (one.number == 4) made.text = one.bytes;
                if (one.number == 6) made.graph = std::make_shared<Graph>(readGraph(one.bytes));
                if (one.number == 8) made.numbers.push_back(one.integer());
                if (one.number == 9) made.texts.emplace_back(one.bytes);
            });
            node.attributes[name] = made;
        });
        return node;
    }

    static void compute(const Graph& graph, Values& values) {
        for (const auto& [name, tensor] : graph.constants) values.emplace(name, tensor);  // an input may be given
        for (const Node& node : graph.nodes) {
            std::vector<at::Tensor> in;
            for (const std::string& name : node.inputs) in.push_back(name.empty() ? at::Tensor() : values.at(name));
            const std::vector<at::Tensor> out = apply(node, in, values);
            for (std::size_t i = 0; i < node.outputs.size(); ++i) values[node.outputs[i]] = out.at(i);
        }
    }
    static std::vector<std::int64_t> list(const at::Tensor& tensor) {
        const at::Tensor flat = tensor.contiguous();
        return {flat.const_data_ptr<std::int64_t>(), flat.const_data_ptr<std::int64_t>() + flat.numel()};
    }

    static std::vector<at::Tensor> apply(const Node& n, const std::vector<at::Tensor>& in, const Values& values) {
        using Unary = at::Tensor (*)(const at::Tensor&);
        static const std::map<std::string, Unary> kUnary{
            {"Identity", [](const at::Tensor& x) { return x; }},
            {"Tanh", at::tanh},
            {"Sigmoid", at::sigmoid},
            {"Relu", at::relu},
            {"Exp", at::exp},
            {"Log", at::log},
            {"Neg", at::neg},
            {"Abs", at::abs},
            {"Sqrt", at::sqrt},
            {"Floor", at::floor},
            {"IsNaN", at::isnan},
            {"Softplus", [](const at::Tensor& x) { return at::softplus(x); }}};
        if (const auto unary = kUnary.find(n.op); unary != kUnary.end()) return {unary->second(in[0])};
        if (n.op == "Add") return {in[0] + in[1]};
        if (n.op == "Sub") return {in[0] - in[1]};
        if (n.op == "Mul") return {in[0] * in[1]};
        if (n.op == "Div") return {in[0] / in[1]};
        if (n.op == "Min") return {at::minimum(in[0], in[1])};
        if (n.op == "Less") return {in[0] < in[1]};
        if (n.op == "And") return {at::logical_and(in[0], in[1])};
        if (n.op == "Max") return {at::maximum(in[0], in[1])};
        if (n.op == "MatMul") return {at::matmul(in[0], in[1])};
        if (n.op == "Where") return {at::where(in[0], in[1], in[2])};
        if (n.op == "Cast") return {in[0].to(n.number("to", 0) == 11 ? at::kDouble : at::kFloat)};
        if (n.op == "Gather") return {gather(in[0], in[1], n.number("axis", 0))};
        if (n.op == "Transpose") return {in[0].permute(n.numbers("perm"))};
        if (n.op == "Unsqueeze") return {in[0].unsqueeze(list(in[1]).front())};
        if (n.op == "Concat") return {at::cat(in, n.number("axis", 0))};
        if (n.op == "Shape") return {at::tensor(in[0].sizes().vec(), at::kLong)};
        if (n.op == "Expand") return {in[0].expand(list(in[1]))};
        if (n.op == "Softmax") return {in[0].softmax(n.number("axis", -1))};
        if (n.op == "ReduceMean") return {in[0].mean(n.numbers("axes"), n.number("keepdims", 1) != 0)};
        if (n.op == "ReduceMax" && !n.attributes.contains("axes")) return {in[0].max()};
        if (n.op == "ReduceMax") return {in[0].amax(n.numbers("axes"), n.number("keepdims", 1) != 0)};
        if (n.op == "ReduceSum") return {in[0].sum(list(in[1]), n.number("keepdims", 1) != 0)};
        if (n.op == "LayerNormalization") return {at::layer_norm(in[0], in[1].sizes(), in[1], in[2], 1e-5)};
        if (n.op == "Split") return at::chunk(in[0], static_cast<std::int64_t>(n.outputs.size()), n.number("axis", 0));
        if (n.op == "TopK") {
            const auto [sorted, places] =
                in[0].topk(list(in[1]).front(), n.number("axis", -1), n.number("largest", 1) != 0, true);
            return {sorted, places};
        }
        if (n.op == "Slice") return {in[0].slice(list(in[3])[0], list(in[1])[0], list(in[2])[0])};
        if (n.op == "Reshape") {
            std::vector<std::int64_t> shape = list(in[1]);
            for (std::size_t i = 0; i < shape.size(); ++i)
                if (shape[i] == 0) shape[i] = in[0].size(static_cast<std::int64_t>(i));
            return {in[0].reshape(shape)};
        }
        if (n.op == "Scan") return scan(n, in, values);
        if (n.op == "Loop") return loop(n, in, values);
        if (n.op == "LSTM" || n.op == "GRU" || n.op == "RNN") return recurrent(n, in);
        throw std::runtime_error("unknown operator " + n.op);
    }
    static at::Tensor gather(const at::Tensor& x, const at::Tensor& places, std::int64_t axis) {
        if (places.dim() == 0) return x.select(axis, places.item<std::int64_t>());
        if (places.dim() == 1) return x.index_select(axis, places);
        std::vector<std::int64_t> shape = places.sizes().vec();  // of an embedding: axis 0
        shape.insert(shape.end(), x.sizes().begin() + 1, x.sizes().end());
        return x.index_select(0, places.flatten()).view(shape);
    }

    static std::vector<at::Tensor> scan(const Node& n, const std::vector<at::Tensor>& in, const Values& values) {
        const Graph& body = *n.attributes.at("body").graph;
        const bool reverse = n.numbers("scan_input_directions")[0] == 1;
        if (n.numbers("scan_output_directions")[0] != (reverse ? 1 : 0)) throw std::runtime_error("turned outputs");
        const std::size_t states = in.size() - 1;
        std::vector<at::Tensor> state(in.begin(), in.end() - 1), steps;
        const std::int64_t time = in.back().size(0);
        for (std::int64_t i = 0; i < time; ++i) {
            Values inner = values;
            for (std::size_t k = 0; k < states; ++k) inner[body.inputs[k]] = state[k];
            inner[body.inputs.back()] = in.back()[reverse ? time - 1 - i : i];
            compute(body, inner);
            for (std::size_t k = 0; k < states; ++k) state[k] = inner.at(body.outputs[k]);
            steps.push_back(inner.at(body.outputs.back()));
        }
        if (reverse) std::reverse(steps.begin(), steps.end());
        state.push_back(at::stack(steps));
        return state;
    }

    /// From number, condition and what is carried on: the condition after it, and what is carried on.
    static std::vector<at::Tensor> loop(const Node& n, const std::vector<at::Tensor>& in, const Values& values) {
        const Graph& body = *n.attributes.at("body").graph;
        std::vector<at::Tensor> carried(in.begin() + 2, in.end());
        at::Tensor goes = in[1];
        for (std::int64_t i = 0; i < in[0].item<std::int64_t>() && goes.item<bool>(); ++i) {
            Values inner = values;
            inner[body.inputs[0]] = at::scalar_tensor(i, at::kLong);
            inner[body.inputs[1]] = goes;
            for (std::size_t k = 0; k < carried.size(); ++k) inner[body.inputs[k + 2]] = carried[k];
            compute(body, inner);
            goes = inner.at(body.outputs[0]);
            for (std::size_t k = 0; k < carried.size(); ++k) carried[k] = inner.at(body.outputs[k + 1]);
        }
        return carried;
    }

    /// By the formulas of the standard: gates i o f c, z r h; W, R [directions, gates, ...], B [directions, 2 gates].
    static std::vector<at::Tensor> recurrent(const Node& n, const std::vector<at::Tensor>& in) {
        const auto given = [&](std::size_t at) { return at < in.size() ? in[at] : at::Tensor(); };
        const std::int64_t time = in[0].size(0), batch = in[0].size(1), hidden = n.number("hidden_size", 0);
        const bool lstm = n.op == "LSTM";
        std::vector<at::Tensor> ys, hs, cs;
        for (std::int64_t d = 0; d < in[1].size(0); ++d) {
            const at::Tensor zero = at::zeros({batch, hidden}), w = in[1][d].t(), r = in[2][d].t();
            const std::vector<at::Tensor> bias = in[3][d].chunk(2);
            at::Tensor h = given(5).defined() ? given(5)[d] : zero, c = lstm && given(6).defined() ? given(6)[d] : zero;
            std::vector<at::Tensor> p, y;
            if (lstm && given(7).defined()) p = given(7)[d].chunk(3);
            for (std::int64_t i = 0; i < time; ++i) {
                const at::Tensor x = at::matmul(in[0][d == 1 ? time - 1 - i : i], w) + bias[0],
                                 s = at::matmul(h, r) + bias[1];
                if (lstm) {
                    auto g = (x + s).chunk(4, 1);
                    if (!p.empty()) g[0] = g[0] + p[0] * c, g[2] = g[2] + p[2] * c;
                    c = at::sigmoid(g[2]) * c + at::sigmoid(g[0]) * at::tanh(g[3]);
                    if (!p.empty()) g[1] = g[1] + p[1] * c;
                    h = at::sigmoid(g[1]) * at::tanh(c);
                } else if (n.op == "GRU") {
                    if (n.number("linear_before_reset", 0) != 1) throw std::runtime_error("another GRU");
                    const auto a = x.chunk(3, 1), b = s.chunk(3, 1);
                    const at::Tensor z = at::sigmoid(a[0] + b[0]),
                                     now = at::tanh(a[2] + at::sigmoid(a[1] + b[1]) * b[2]);
                    h = (1 - z) * now + z * h;
                } else {
                    h = n.attributes.at("activations").texts.at(static_cast<std::size_t>(d)) == "Relu"
                            ? at::relu(x + s)
                            : at::tanh(x + s);
                }
                y.push_back(h);
            }
            if (d == 1) std::reverse(y.begin(), y.end());
            ys.push_back(at::stack(y));
            hs.push_back(h);
            cs.push_back(c);
        }
        return {at::stack(ys, 1), at::stack(hs), at::stack(cs)};
    }

    Graph graph_;
};

}  // namespace gatelab::testing
