// SPDX-License-Identifier: GPL-3.0-or-later
#include "xla/network.h"

#include "xla/layers.h"
#include "xla/loss.h"

#include <array>
#include <optional>

namespace gatelab {

namespace {

constexpr double kNormEpsilon = 1e-6;  // as in clip_grad_norm_
constexpr double kLargest = 3e38;      // what is above, or no number, is not finite in float32

using Pooling = XlaNetwork::Pooling;

/// One function being written, with its arguments and results.
struct Function {
    std::string arguments, names, types;
    std::int64_t results = 0;

    /// `isGivenBack`: the result of the same number lies where it lay.
    XlaValue argument(const std::string& name, XlaShape shape, const std::string& kind, bool isGivenBack = false) {
        XlaValue value{"%" + name, std::move(shape), kind};
        const std::string place = isGivenBack ? " {tf.aliasing_output = " + std::to_string(given_++) + " : i32}" : "";
        arguments += (arguments.empty() ? "" : ", ") + value.name + ": " + xlaType(value) + place;
        return value;
    }
    void result(const XlaValue& value) {
        names += (results > 0 ? ", " : "") + value.name;
        types += (results++ > 0 ? ", " : "") + xlaType(value);
    }
    [[nodiscard]] std::string module(const std::string& body) const {
        return "module @gatelab {\nfunc.func public @main(" + arguments + ") -> (" + types + ") {\n" + body +
               "return " + names + " : " + types + "\n}\n}\n";
    }

private:
    int given_ = 0;
};

std::int64_t countOf(const XlaParameter& parameter) {
    std::int64_t count = 1;
    for (const std::int64_t size : parameter.shape) count *= size;
    return count;
}

void unpack(XlaProgram& p, const XlaPiece& piece, const XlaValue& flat, XlaValues& parameters) {
    for (const XlaParameter& one : piece.parameters)
        parameters[one.name] = p.reshape(p.slice(flat, 0, one.offset, one.offset + countOf(one)), one.shape);
}

/// The gradients of a piece as one vector, zero where no parameter lies.
XlaValue pack(XlaProgram& p, const XlaPiece& piece, const XlaValues& gradients) {
    std::vector<XlaValue> parts;
    std::int64_t place = 0;
    const auto fill = [&](std::int64_t to) {
        if (to > place) parts.push_back(p.number(0, {to - place}));
    };
    for (const XlaParameter& one : piece.parameters) {
        fill(one.offset);
        parts.push_back(p.reshape(gradients.at(one.name), {countOf(one)}));
        place = one.offset + countOf(one);
    }
    fill(piece.numbers);
    return p.join(parts, 0);
}

/// From what the layers gave to what the head reads, and back.
class Head {
public:
    Head(XlaProgram& program, const XlaNetwork& network, XlaLayers& layers, const XlaValues& parameters,
         const XlaValue* lengths)
        : p_(program), n_(network), layers_(layers), parameters_(parameters), lengths_(lengths) {}

    XlaValue forward() {
        features_ = n_.pooling == Pooling::EveryStep ? layers_.sequence()
                    : n_.pooling == Pooling::Mean    ? mean()
                                                     : layers_.last();
        XlaShape shape = features_.shape;
        const std::int64_t last = static_cast<std::int64_t>(shape.size()) - 1;
        shape.back() = n_.outputs;
        return p_.add(p_.dot(features_, parameters_.at("head.weight"), {last}, {1}, shape),
                      p_.spread(parameters_.at("head.bias"), shape, {last}));
    }

    /// All gradients of the network from that of the head's output.
    XlaValues backward(const XlaValue& gradient) {
        XlaShape rows{0};
        if (n_.pooling == Pooling::EveryStep) rows.push_back(1);
        const std::int64_t last = static_cast<std::int64_t>(rows.size());
        const XlaValue weight = p_.dot(gradient, features_, rows, rows, {n_.outputs, features_.shape.back()});
        const XlaValue bias = p_.sum(gradient, rows);
        const XlaValue below = p_.dot(gradient, parameters_.at("head.weight"), {last}, {0}, features_.shape);
        XlaValues all = n_.pooling == Pooling::Last ? layers_.backward(nullptr, &below) : ofSequence(below);
        all["head.weight"] = weight;
        all["head.bias"] = bias;
        return all;
    }

private:
    XlaValue mean() {
        const XlaValue& sequence = layers_.sequence();
        const XlaShape features{n_.batch, sequence.shape[2]};
        if (lengths_ == nullptr)
            return p_.mul(p_.sum(sequence, {0}), p_.number(1.0 / static_cast<double>(n_.time), features));
        return p_.div(p_.sum(p_.mul(sequence, on(sequence.shape)), {0}),
                      p_.spread(p_.toNumber(*lengths_), features, {0}));
    }
    XlaValue on(const XlaShape& shape) { return p_.spread(p_.toNumber(layers_.isOn()), shape, {0, 1}); }

    XlaValues ofSequence(const XlaValue& below) {
        if (n_.pooling == Pooling::EveryStep) return layers_.backward(&below, nullptr);
        const XlaShape shape = layers_.sequence().shape;
        const XlaValue count = lengths_ != nullptr ? p_.spread(p_.toNumber(*lengths_), below.shape, {0})
                                                   : p_.number(static_cast<double>(n_.time), below.shape);
        XlaValue each = p_.spread(p_.div(below, count), shape, {1, 2});
        if (lengths_ != nullptr) each = p_.mul(each, on(shape));
        return layers_.backward(&each, nullptr);
    }

    XlaProgram& p_;
    const XlaNetwork& n_;
    XlaLayers& layers_;
    const XlaValues& parameters_;
    const XlaValue* lengths_;
    XlaValue features_;
};

/// Penalties, clip and update of one step (step/cpu/update.h has the same on the processor).
class Update {
public:
    Update(XlaProgram& program, const XlaNetwork& network, const XlaValue& hyper) : p_(program), n_(network) {
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            const auto at = static_cast<std::int64_t>(i);
            numbers_[i] = p_.reshape(p_.slice(hyper, 0, at, at + 1), {});
        }
    }
    XlaValue of(XlaHyper which, const XlaShape& shape) {
        return p_.spread(numbers_[static_cast<std::size_t>(which)], shape);
    }
    XlaValue penalised(const XlaValue& gradient, const XlaValue& weights) {
        const XlaShape& s = weights.shape;
        const XlaValue l2 = p_.mul(weights, of(XlaHyper::L2, s));
        const XlaValue l1 = p_.mul(p_.unary("sign", weights), of(XlaHyper::L1, s));
        const XlaValue all = p_.add(p_.add(gradient, l2), l1), limit = of(XlaHyper::ClipValue, s);
        return p_.binary("maximum", p_.binary("minimum", all, limit), p_.unary("negate", limit));
    }
    /// The new weights, then the optimiser's new vectors.
    std::vector<XlaValue> step(const XlaValue& clipped, const std::vector<XlaValue>& state) {
        const XlaValue& w = state.front();
        const XlaShape& s = w.shape;
        const XlaValue g = p_.add(clipped, p_.mul(w, of(XlaHyper::Decay, s)));
        const XlaValue rate = of(XlaHyper::Rate, s), shrunk = p_.mul(w, of(XlaHyper::Shrink, s));
        if (n_.rule == XlaNetwork::Rule::Sgd) {
            if (!n_.usesMomentum) return {p_.sub(shrunk, p_.mul(rate, g)), state[1]};
            const XlaValue momentum = of(XlaHyper::Momentum, s);
            const XlaValue moving = p_.add(p_.mul(momentum, state[1]), p_.mul(of(XlaHyper::Taken, s), g));
            const XlaValue by = n_.nesterov ? p_.add(g, p_.mul(momentum, moving)) : moving;
            return {p_.sub(shrunk, p_.mul(rate, by)), moving};
        }
        const XlaValue mean = p_.add(state[1], p_.mul(p_.sub(g, state[1]), of(XlaHyper::NewMean, s)));
        const XlaValue square =
            p_.add(p_.mul(state[2], of(XlaHyper::Square, s)), p_.mul(p_.mul(g, g), of(XlaHyper::NewSquare, s)));
        std::vector<XlaValue> next{{}, mean, square};
        if (n_.amsgrad) next.push_back(p_.binary("maximum", state[3], square));
        const XlaValue root = p_.mul(p_.unary("sqrt", next.back()), of(XlaHyper::RootFactor, s));
        const XlaValue down = p_.add(root, of(XlaHyper::Epsilon, s));
        next.front() = p_.sub(shrunk, p_.mul(rate, p_.div(mean, down)));
        return next;
    }

private:
    XlaProgram& p_;
    const XlaNetwork& n_;
    std::array<XlaValue, static_cast<std::size_t>(XlaHyper::Count)> numbers_;
};

struct Arguments {
    std::vector<std::vector<XlaValue>> pieces;  ///< weights, then the optimiser's vectors
    XlaValue stopped, input, target, hyper;
    std::optional<XlaValue> lengths, level, scale;
};

Arguments stepArguments(Function& f, const XlaNetwork& n) {
    Arguments a;
    for (std::size_t i = 0; i < n.pieces.size(); ++i) {
        a.pieces.emplace_back();
        for (std::int64_t slot = 0; slot <= n.slots(); ++slot)
            a.pieces.back().push_back(
                f.argument("s" + std::to_string(i) + "_" + std::to_string(slot), {n.pieces[i].numbers}, n.kind, true));
    }
    a.stopped = f.argument("stopped", {}, n.kind, true);
    a.input = f.argument("x", {n.time, n.batch, n.inputs}, n.kind);
    const XlaShape labels = n.pooling == Pooling::EveryStep ? XlaShape{n.time, n.batch} : XlaShape{n.batch};
    a.target = n.hasClasses ? f.argument("y", labels, "i32") : f.argument("y", {n.batch, n.horizon, n.targets}, n.kind);
    if (n.hasLengths) a.lengths = f.argument("lengths", {n.batch}, "i32");
    if (n.hasLevel) a.level = f.argument("level", {n.batch, n.targets}, n.kind);
    if (n.hasScale) a.scale = f.argument("scale", {n.batch, n.targets}, n.kind);
    a.hyper = f.argument("hyper", {static_cast<std::int64_t>(XlaHyper::Count)}, n.kind);
    return a;
}

const XlaValue* pointerTo(const std::optional<XlaValue>& value) { return value ? &*value : nullptr; }

/// From the loss's gradient to the new state, as results of the function.
void writeUpdate(XlaProgram& p, const XlaNetwork& n, const Arguments& a, const XlaValues& gradients,
                 const XlaValue& loss, Function& f) {
    Update update(p, n, a.hyper);
    std::vector<XlaValue> pieces;
    XlaValue squares = p.number(0);
    for (std::size_t i = 0; i < n.pieces.size(); ++i) {
        pieces.push_back(update.penalised(pack(p, n.pieces[i], gradients), a.pieces[i].front()));
        squares = p.add(squares, p.sum(p.mul(pieces.back(), pieces.back()), {0}));
    }
    const XlaValue norm = p.unary("sqrt", squares);
    const XlaValue share = p.div(update.of(XlaHyper::ClipNorm, {}), p.add(norm, p.number(kNormEpsilon)));
    const XlaValue factor = p.binary("minimum", share, p.number(1));
    const XlaValue isFinite = p.compare("LT", p.add(p.unary("abs", loss), norm), p.number(kLargest));
    const XlaValue stopped = p.select(isFinite, a.stopped, p.number(1));
    const XlaValue goesOn = p.compare("EQ", stopped, p.number(0));
    for (std::size_t i = 0; i < n.pieces.size(); ++i) {
        const XlaShape shape{n.pieces[i].numbers};
        const auto next = update.step(p.mul(pieces[i], p.spread(factor, shape)), a.pieces[i]);
        const XlaValue where = p.spread(goesOn, shape);
        for (std::size_t slot = 0; slot < next.size(); ++slot) f.result(p.select(where, next[slot], a.pieces[i][slot]));
    }
    f.result(stopped);
    f.result(loss);
    f.result(norm);
}

}  // namespace

std::string xlaStepText(const XlaNetwork& n) {
    XlaProgram p(n.kind);
    Function f;
    const Arguments a = stepArguments(f, n);
    XlaValues parameters;
    for (std::size_t i = 0; i < n.pieces.size(); ++i) unpack(p, n.pieces[i], a.pieces[i].front(), parameters);
    XlaLayers layers(p, n, parameters, pointerTo(a.lengths));
    layers.forward(a.input);
    Head head(p, n, layers, parameters, pointerTo(a.lengths));
    const XlaLoss loss = writeXlaLoss(p, n, head.forward(), {a.target, pointerTo(a.level), pointerTo(a.scale)});
    writeUpdate(p, n, a, head.backward(loss.gradient), loss.loss, f);
    return f.module(p.text());
}

std::string xlaForwardText(const XlaNetwork& n) {
    XlaProgram p(n.kind);
    Function f;
    XlaValues parameters;
    for (std::size_t i = 0; i < n.pieces.size(); ++i)
        unpack(p, n.pieces[i], f.argument("w" + std::to_string(i), {n.pieces[i].numbers}, n.kind), parameters);
    const XlaValue input = f.argument("x", {n.time, n.batch, n.inputs}, n.kind);
    std::optional<XlaValue> lengths;
    if (n.hasLengths) lengths = f.argument("lengths", {n.batch}, "i32");
    XlaLayers layers(p, n, parameters, pointerTo(lengths));
    layers.forward(input);
    f.result(Head(p, n, layers, parameters, pointerTo(lengths)).forward());
    return f.module(p.text());
}

}  // namespace gatelab
