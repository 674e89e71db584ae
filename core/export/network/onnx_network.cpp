// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/onnx_network.h"

#include "config/config_io.h"
#include "config/decoder.h"
#include "config/heads/head_kinds.h"
#include "config/setting_predicates.h"
#include "export/network/onnx_distributions.h"
#include "export/network/onnx_layers.h"
#include "export/network/told_distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gatelab {

namespace {

using Names = OnnxGraph::Names;

constexpr float kLeastVariance = 1e-6F;  ///< as nn/losses.cpp

class NetworkGraph {
public:
    NetworkGraph(const PortableNetwork& network, bool streams)
        : n_(network), streams_(streams), g_(streams ? "gatelab_stream" : "gatelab") {}

    std::string make() {
        const std::string input = n_.tokens > 0 ? embedded() : prepared();
        std::vector<OnnxState> states(n_.layers.size());
        if (streams_)
            for (std::size_t i = 0; i < states.size(); ++i) addStateInputs(i, states[i]);
        std::string answer = pass(input, window_, states);
        if (streams_)
            for (std::size_t i = 0; i < states.size(); ++i) addStateOutputs(i, states[i]);
        if (n_.isForecast() && isRecursive(n_.config)) answer = decode(input, answer, std::move(states));
        if (n_.isForecast())
            addForecast(answer);
        else
            addAnswers(answer);
        return g_.model("Gatelab", n_.program, facts());
    }

private:
    std::string f(std::string_view op, const std::string& a) { return g_.node(op, {a}); }
    std::string f(std::string_view op, const std::string& a, const std::string& b) { return g_.node(op, {a, b}); }
    [[nodiscard]] std::int64_t targets() const { return std::ssize(n_.targets); }

    void addStateInputs(std::size_t i, OnnxState& state) {
        const std::string number = std::to_string(i);
        state.h = g_.input("h" + number, OnnxType::Float, {"1", "batch", std::to_string(n_.layers[i].outputs)});
        const std::int64_t width = n_.cell().cellParts() * n_.config.hiddenSize;
        if (width > 0) state.c = g_.input("c" + number, OnnxType::Float, {"1", "batch", std::to_string(width)});
    }
    void addStateOutputs(std::size_t i, const OnnxState& state) {
        const std::string number = std::to_string(i);
        give(state.h, "next_h" + number, {"1", "batch", std::to_string(n_.layers[i].outputs)});
        if (!state.c.empty())
            give(state.c, "next_c" + number,
                 {"1", "batch", std::to_string(n_.cell().cellParts() * n_.config.hiddenSize)});
    }
    void give(const std::string& value, const std::string& name, const OnnxGraph::Shape& shape) {
        g_.named(value, name);
        g_.output(name, OnnxType::Float, shape);
    }

    /// [time, batch, embedding]
    std::string embedded() {
        const auto& table = n_.at("embedding.weight");
        const std::string tokens = g_.input("tokens", OnnxType::Int64, {"batch", "time"});
        return g_.transpose(g_.node("Gather", {g_.floats(table.values, table.shape, "embedding"), tokens}), {1, 0, 2});
    }

    /// The values of the rows' columns known ahead, each some rows later: [batch, time, ahead].
    std::string later(const std::string& rows) {
        const std::int64_t most = n_.aheadRows();
        const std::string known =
            g_.input("known", OnnxType::Float, {"batch", std::to_string(most), std::to_string(n_.known.size())});
        const std::string whole = g_.concat({g_.gather(rows, 2, n_.known), known}, 1);
        Names parts;
        for (std::size_t i = 0; i < n_.ahead.size();) {
            const std::int64_t by = n_.ahead[i].rows;
            std::vector<std::int64_t> places;
            for (; i < n_.ahead.size() && n_.ahead[i].rows == by; ++i) places.push_back(n_.ahead[i].known);
            const std::int64_t end = by == most ? std::numeric_limits<std::int64_t>::max() : by - most;
            const std::string moved =
                g_.node("Slice", {whole, g_.integers({by}), g_.integers({end}), g_.integers({1})});
            parts.push_back(g_.gather(moved, 2, places));
        }
        return parts.size() == 1 ? parts.front() : g_.concat(parts, 2);
    }

    /// offsets_ and scales_ of every value that is scaled: [names], of many series [batch, names].
    void addScales() {
        const PortableNetwork::SeriesScale one = n_.scaleOf(0);
        const std::int64_t width = std::ssize(one.offsets);
        if (!n_.isMany()) {
            offsets_ = g_.doubles(one.offsets, {width}), scales_ = g_.doubles(one.scales, {width});
            return;
        }
        const std::string series = g_.input("series", OnnxType::Int64, {"batch"});
        std::vector<double> offsets, scales;
        for (const PortableNetwork::SeriesScale& each : n_.series) {
            offsets.insert(offsets.end(), each.offsets.begin(), each.offsets.end());
            scales.insert(scales.end(), each.scales.begin(), each.scales.end());
        }
        const auto table = [&](const char* name, const std::vector<double>& values) {
            const std::string all = g_.inputWithDefault(name, values, {std::ssize(n_.series), width},
                                                        {"known_series", std::to_string(width)});
            return g_.node("Gather", {all, series});
        };
        offsets_ = table("offsets", offsets), scales_ = table("scales", scales);
    }
    /// Those of these names: [names], of many series [batch, 1, names].
    std::string scalesAt(const std::string& all, const std::vector<std::int64_t>& places) {
        const std::string some = g_.gather(all, n_.isMany() ? 1 : 0, places);
        return n_.isMany() ? g_.unsqueeze(some, 1) : some;
    }

    /// Raw rows, scaled in double precision so that a high level costs no digits, around the anchor: [time, batch,
    /// inputs].
    std::string prepared() {
        const std::string time = n_.has("linear.weight") ? std::to_string(n_.config.lookback) : "time";
        const std::string rows = g_.input("rows", OnnxType::Float, {"batch", time, std::to_string(n_.columns.size())});
        std::vector<std::int64_t> places(n_.columns.size() + n_.ahead.size());
        std::iota(places.begin(), places.end(), 0);
        std::string all = n_.ahead.empty() ? rows : g_.concat({rows, later(rows)}, 2);
        addScales();
        all = f("Sub", g_.cast(all, OnnxType::Double), scalesAt(offsets_, places));
        all = g_.cast(f("Div", all, scalesAt(scales_, places)), OnnxType::Float);
        // A missing value of a sequence is the mean of the training.
        if (!n_.isForecast()) all = g_.node("Where", {f("IsNaN", all), g_.number(0), all});
        std::string input = g_.gather(all, 2, n_.inputs);
        if (n_.isForecast() && isAnchored(n_.config.anchor)) input = anchored(all, input);
        window_ = input;
        return g_.transpose(input, {1, 0, 2});
    }

    /// 1 where a target is this input: [targets, inputs].
    std::string places() {
        std::vector<float> ones(n_.targets.size() * n_.inputs.size(), 0.0F);
        for (std::size_t k = 0; k < n_.targets.size(); ++k)
            if (n_.targets[k].input >= 0)
                ones[k * n_.inputs.size() + static_cast<std::size_t>(n_.targets[k].input)] = 1;
        return g_.floats(ones, {targets(), std::ssize(n_.inputs)});
    }
    /// 1 where no target is this input: [inputs].
    std::string others() {
        std::vector<float> ones(n_.inputs.size(), 1.0F);
        for (const auto& target : n_.targets)
            if (target.input >= 0) ones[static_cast<std::size_t>(target.input)] = 0;
        return g_.floats(ones, {std::ssize(ones)});
    }

    std::string anchored(const std::string& all, const std::string& input) {
        std::vector<std::int64_t> rows;
        std::vector<float> least;
        for (const auto& target : n_.targets)
            rows.push_back(target.row), least.push_back(static_cast<float>(target.minScale));
        const std::string past = g_.gather(all, 2, rows);
        const auto mean = [&](const std::string& of) {
            return g_.node("ReduceMean", {of},
                           {OnnxGraph::attribute("axes", std::vector<std::int64_t>{1}),
                            OnnxGraph::attribute("keepdims", std::int64_t{0})});
        };
        level_ = anchorsAtLast(n_.config.anchor) ? g_.select(past, 1, -1) : mean(past);
        std::string moved = f("Sub", input, g_.unsqueeze(f("MatMul", level_, places()), 1));
        if (!anchorsScale(n_.config.anchor)) return moved;
        const std::string from = f("Sub", past, g_.unsqueeze(level_, 1));
        scale_ = f("Max", f("Sqrt", mean(f("Mul", from, from))), g_.floats(least, {targets()}));
        const std::string by = f("Add", f("MatMul", scale_, places()), others());
        return f("Div", moved, g_.unsqueeze(by, 1));
    }

    /// The network over x [time, batch, inputs] from the states on, which become those after it; `window` [batch, time,
    /// inputs] is what the linear path reads.
    std::string pass(const std::string& x, const std::string& window, std::vector<OnnxState>& states) {
        std::string sequence = x;
        for (const PortableNetwork::Layer& layer : n_.layers) {
            const std::string before = sequence;
            sequence = addOnnxLayer(g_, n_, layer, sequence, states[static_cast<std::size_t>(layer.index)]);
            if (layer.residual) sequence = f("Add", sequence, before);
            if (n_.config.layerNorm) sequence = normed(sequence, layer.index);
        }
        const std::string features = isLabelling(n_.config) ? sequence : pooled(sequence);
        std::string answer = linear(features, "head.weight");
        const auto& bias = n_.at("head.bias");
        answer = f("Add", answer, g_.floats(bias.values, bias.shape, "head.bias"));
        if (!n_.has("linear.weight")) return answer;
        return f("Add", answer, linear(g_.reshape(window, {0, -1}), "linear.weight"));
    }
    std::string linear(const std::string& x, const std::string& name) {
        const auto& weight = n_.at(name);
        return f("MatMul", x, g_.transpose(g_.floats(weight.values, weight.shape, name), {1, 0}));
    }
    std::string normed(const std::string& x, std::int64_t index) {
        const std::string name = "norm." + std::to_string(index);
        const auto &gain = n_.at(name + ".weight"), &bias = n_.at(name + ".bias");
        return g_.node("LayerNormalization",
                       {x, g_.floats(gain.values, gain.shape, name + ".weight"),
                        g_.floats(bias.values, bias.shape, name + ".bias")},
                       {OnnxGraph::attribute("axis", -1)});
    }
    std::string pooled(const std::string& sequence) {
        const auto over = [&](std::string_view op, const std::string& of) {
            return g_.node(op, {of},
                           {OnnxGraph::attribute("axes", std::vector<std::int64_t>{0}),
                            OnnxGraph::attribute("keepdims", std::int64_t{0})});
        };
        if (poolsMean(n_.config)) return over("ReduceMean", sequence);
        if (poolsMax(n_.config)) return over("ReduceMax", sequence);
        if (poolsByAttention(n_.config)) {
            const auto &bias = n_.at("attention.bias"), &context = n_.at("attention.context");
            const std::string seen =
                f("Tanh", f("Add", linear(sequence, "attention.weight"), g_.floats(bias.values, bias.shape)));
            const std::string score = f("MatMul", seen, g_.floats(context.values, {std::ssize(context.values), 1}));
            const std::string weight = g_.node("Softmax", {score}, {OnnxGraph::attribute("axis", std::int64_t{0})});
            return g_.node("ReduceSum", {f("Mul", weight, sequence), g_.integers({0})},
                           {OnnxGraph::attribute("keepdims", std::int64_t{0})});
        }
        const std::string last = g_.select(sequence, 0, -1);
        if (!n_.config.bidirectional) return last;
        std::vector<std::int64_t> forward, reverse;
        for (std::int64_t k = 0; k < n_.layers.back().outputs / 2; ++k)
            forward.push_back(k), reverse.push_back(k + n_.layers.back().outputs / 2);
        return g_.concat({g_.gather(last, 1, forward), g_.gather(g_.select(sequence, 0, 0), 1, reverse)}, 1);
    }

    /// One number per target of one step's output [batch, targets * values], which the next step reads.
    std::string centre(const std::string& answer) {
        if (n_.values == 1) return answer;
        std::vector<float> weights(static_cast<std::size_t>(n_.values), 0.0F);
        if (givesDistribution(n_.config.loss))
            weights[0] = 1;
        else if (n_.values % 2 == 1)
            weights[weights.size() / 2] = 1;
        else
            weights[weights.size() / 2 - 1] = weights[weights.size() / 2] = 0.5F;
        const std::string each = g_.reshape(answer, {-1, targets(), n_.values});
        return g_.reshape(f("MatMul", each, g_.floats(weights, {n_.values, 1})), {-1, targets()});
    }

    /// A recursive decoder, step after step.
    std::string decode(const std::string& input, const std::string& first, std::vector<OnnxState> states) {
        Names answers{first};
        std::string seen = window_;
        const std::string rest = f("Mul", g_.select(input, 0, -1), others());
        for (std::int64_t step = 1; step < n_.config.horizon; ++step) {
            const std::string row = f("Add", rest, f("MatMul", centre(answers.back()), places()));
            if (n_.has("linear.weight")) {
                const std::string kept =
                    g_.node("Slice", {seen, g_.integers({1}), g_.integers({n_.config.lookback}), g_.integers({1})});
                seen = g_.concat({kept, g_.unsqueeze(row, 1)}, 1);
            }
            answers.push_back(pass(g_.unsqueeze(row, 0), seen, states));
        }
        return g_.concat(answers, 1);
    }

    void addForecast(const std::string& answer) {
        const bool spreads = givesDistribution(n_.config.loss);
        const std::string all = g_.reshape(answer, {-1, n_.config.horizon, targets(), n_.values});
        const auto frame = [&](const std::string& of) { return g_.unsqueeze(g_.unsqueeze(of, 1), 3); };
        std::string values = spreads ? g_.gather(all, 3, {0}) : all;
        if (!scale_.empty()) values = f("Mul", values, frame(scale_));
        if (!level_.empty()) values = f("Add", values, frame(level_));
        if (isRisingQuantiles(n_.config.loss))
            values = rising(values);
        else if (!spreads && n_.values > 1)
            values = g_.nodes("TopK", {values, g_.integers({n_.values})}, 2,
                              {OnnxGraph::attribute("axis", 3), OnnxGraph::attribute("largest", std::int64_t{0}),
                               OnnxGraph::attribute("sorted", 1)})
                         .front();
        if (toldParameters(n_.config) > 0)
            return addDistribution(wide(values, true), wide(deviation(g_.gather(all, 3, {1}), frame), false), all);
        values = original(values, true);
        give(middle(values, spreads), "forecast", shape());
        if (spreads)
            give(g_.select(original(deviation(g_.gather(all, 3, {1}), frame), false), 3, 0), "deviation", shape());
        if (!spreads && n_.values > 1) give(values, "quantiles", shape(n_.values));
    }
    /// Parameters and quantiles, from level and deviation [batch, horizon, targets, 1] in the units of the data.
    void addDistribution(const std::string& level, const std::string& deviation, const std::string& all) {
        const auto single = [&](const std::string& of) { return g_.select(g_.cast(of, OnnxType::Float), 3, 0); };
        const std::int64_t levels = std::ssize(toldLevels(n_.config));
        OnnxDistribution made = isStudentT(n_.config.loss)
                                    ? studentOnnx(g_, n_.config, level, deviation, g_.gather(all, 3, {2}))
                                    : countsOnnx(g_, n_.config, level, deviation);
        give(single(made.mean), "forecast", shape());
        if (!made.scale.empty()) give(single(made.scale), "scale", shape());
        give(single(made.form), isStudentT(n_.config.loss) ? "freedom" : "size", shape());
        give(g_.cast(made.quantiles, OnnxType::Float), "quantiles", shape(levels));
    }
    [[nodiscard]] OnnxGraph::Shape shape(std::int64_t values = 0) const {
        OnnxGraph::Shape made{"batch", std::to_string(n_.config.horizon), std::to_string(n_.targets.size())};
        if (values > 0) made.push_back(std::to_string(values));
        return made;
    }
    /// Quantiles that are added up from the middle one outwards, each step above zero.
    std::string rising(const std::string& values) {
        const std::int64_t count = n_.values, steps = count - 1, middle = count / 2;
        if (steps < 1) return values;
        std::vector<float> difference(static_cast<std::size_t>(count * steps), 0.0F),
            sum(static_cast<std::size_t>(steps * count), 0.0F);
        for (std::int64_t i = 0; i < steps; ++i) {
            difference[static_cast<std::size_t>(i * steps + i)] = -1;
            difference[static_cast<std::size_t>((i + 1) * steps + i)] = 1;
            for (std::int64_t v = 0; v < count; ++v)
                if (i < middle ? v <= i : v > i) sum[static_cast<std::size_t>(i * count + v)] = i < middle ? -1 : 1;
        }
        const std::string apart = f("MatMul", values, g_.floats(difference, {count, steps}));
        const std::string step = f("Div", f("Softplus", f("Mul", apart, g_.number(20))), g_.number(20));
        return f("Add", g_.gather(values, 3, {middle}), f("MatMul", step, g_.floats(sum, {steps, count})));
    }
    std::string middle(const std::string& values, bool spreads) {
        const std::int64_t half = n_.values / 2;
        if (spreads || n_.values == 1) return g_.select(values, 3, 0);
        if (n_.values % 2 == 1) return g_.select(values, 3, half);
        return f("Mul", f("Add", g_.select(values, 3, half - 1), g_.select(values, 3, half)), g_.number(0.5F));
    }
    template <class Frame>
    std::string deviation(const std::string& raw, const Frame& frame) {
        std::string variance = f("Softplus", raw);
        if (!scale_.empty()) {
            variance = f("Mul", f("Add", variance, g_.number(kLeastVariance)), frame(f("Mul", scale_, scale_)));
            variance = f("Max", f("Sub", variance, g_.number(kLeastVariance)), g_.number(kLeastVariance));
        }
        return f("Sqrt", f("Add", variance, g_.number(kLeastVariance)));
    }
    /// [batch, horizon, targets, values] in the units of the data; a deviation has no level.
    std::string original(const std::string& values, bool hasLevel) {
        return g_.cast(wide(values, hasLevel), OnnxType::Float);
    }
    /// The same as doubles.
    std::string wide(const std::string& values, bool hasLevel) {
        std::vector<std::int64_t> places;
        for (const auto& target : n_.targets) places.push_back(target.scale);
        const auto each = [&](const std::string& all) {
            return g_.unsqueeze(scalesAt(all, places), n_.isMany() ? 3 : 1);
        };
        const std::string scaled = f("Mul", g_.cast(values, OnnxType::Double), each(scales_));
        return hasLevel ? f("Add", scaled, each(offsets_)) : scaled;
    }

    void addAnswers(const std::string& answer) {
        const std::string width = std::to_string(n_.outputs);
        if (!givesClasses(n_.config)) return give(answer, "numbers", {"batch", width});
        const std::string shares = g_.node("Softmax", {answer}, {OnnxGraph::attribute("axis", -1)});
        if (isLabelling(n_.config))
            return give(g_.transpose(shares, {1, 0, 2}), "probabilities", {"batch", "time", width});
        give(shares, "probabilities", {"batch", width});
    }

    [[nodiscard]] std::map<std::string, std::string> facts() const {
        std::map<std::string, std::string> made{{"gatelab", n_.program},
                                                {"run", n_.run},
                                                {"data_sha256", n_.data},
                                                {"weights", n_.weightsOf.english()},
                                                {"settings", configToJson(n_.config)}};
        const auto list = [](const auto& all, const auto& nameOf) {
            std::string names;
            for (const auto& one : all) names += (names.empty() ? "" : "\n") + nameOf(one);
            return names;
        };
        made["columns"] = list(n_.columns, [](const auto& one) { return one.name; });
        made["units"] = list(n_.columns, [](const auto& one) { return one.unit.empty() ? "-" : one.unit; });
        if (n_.isForecast()) made["targets"] = list(n_.targets, [](const auto& one) { return one.column.name; });
        const auto same = [](const std::string& one) { return one; };
        if (!n_.ahead.empty()) {
            made["known"] =
                list(n_.known, [&](std::int64_t at) { return n_.columns[static_cast<std::size_t>(at)].name; });
            made["known_rows"] = std::to_string(n_.aheadRows());
        }
        if (n_.isMany()) {
            made["series"] = list(n_.series, [](const auto& one) { return one.name; });
            made["scale_names"] = list(n_.scaleNames(), same);
            made["scale_rule"] = n_.scaleRule;
        }
        if (!n_.classNames.empty()) made["classes"] = list(n_.classNames, [](const auto& one) { return one; });
        if (givesQuantiles(n_.config.loss) || toldParameters(n_.config) > 0)
            made["quantile_levels"] = list(n_.config.quantiles, [](const auto& one) { return one; });
        return made;
    }

    const PortableNetwork& n_;
    bool streams_;
    OnnxGraph g_;
    std::string window_;            ///< [batch, time, inputs]
    std::string offsets_, scales_;  ///< see addScales()
    std::string level_, scale_;     ///< [batch, targets]; empty: none
};

}  // namespace

Result<std::string> onnxNetwork(const PortableNetwork& network) { return NetworkGraph(network, false).make(); }

Result<std::string> onnxStreamingNetwork(const PortableNetwork& network) {
    if (!network.streams())
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Export",
                                  "this network reads whole windows: both directions, an anchor, a linear path or "
                                  "pooling over time need every row at once")};
    return NetworkGraph(network, true).make();
}

}  // namespace gatelab
