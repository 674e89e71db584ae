// SPDX-License-Identifier: GPL-3.0-or-later
#include "xla/layers.h"

namespace gatelab {

namespace {

std::string nameOf(const char* what, std::int64_t layer, std::int64_t direction) {
    return "rnn." + std::string(what) + "_l" + std::to_string(layer) + (direction == 1 ? "_reverse" : "");
}

}  // namespace

const XlaValue& XlaLayers::parameter(const char* what, std::int64_t layer, std::int64_t direction) const {
    return parameters_.at(nameOf(what, layer, direction));
}

XlaValue XlaLayers::timeOf(const XlaValue& step, bool reverse) {
    return reverse ? p_.sub(p_.integer(n_.time - 1), step) : step;
}

XlaValue XlaLayers::goesOn(const XlaValue& time, const XlaValue& lengths) {
    const XlaValue on = p_.compare("LT", p_.spread(time, {n_.batch}), lengths);
    return p_.spread(on, {n_.batch, n_.hidden}, {0});
}

XlaValue XlaLayers::isOn() {
    const XlaShape shape{n_.time, n_.batch};
    return p_.compare("LT", p_.count(shape, 0), p_.spread(*lengths_, shape, {1}));
}

XlaLayers::Step XlaLayers::step(const XlaValue& ofInput, const XlaValue& ofState, const XlaValue& h,
                                const XlaValue& c) {
    if (isGru()) {
        const XlaValue r = p_.unary("logistic", p_.add(block(ofInput, 0), block(ofState, 0)));
        const XlaValue z = p_.unary("logistic", p_.add(block(ofInput, 1), block(ofState, 1)));
        const XlaValue sum = block(ofState, 2);
        const XlaValue n = p_.unary("tanh", p_.add(block(ofInput, 2), p_.mul(r, sum)));
        return {p_.add(p_.mul(p_.oneMinus(z), n), p_.mul(z, h)), c, p_.join({r, z, n, sum}, 1)};
    }
    const XlaValue sums = p_.add(ofInput, ofState);
    if (isLstm()) {
        const XlaValue i = p_.unary("logistic", block(sums, 0)), f = p_.unary("logistic", block(sums, 1));
        const XlaValue g = p_.unary("tanh", block(sums, 2)), o = p_.unary("logistic", block(sums, 3));
        const XlaValue cell = p_.add(p_.mul(f, c), p_.mul(i, g));
        return {p_.mul(o, p_.unary("tanh", cell)), cell, p_.join({i, f, g, o}, 1)};
    }
    const XlaValue now = n_.usesRelu ? p_.binary("maximum", sums, p_.number(0, sums.shape)) : p_.unary("tanh", sums);
    return {now, c, now};
}

XlaLayers::Pass XlaLayers::direction(std::int64_t layer, std::int64_t direction) {
    const std::int64_t width = blocks() * n_.hidden;
    const XlaShape sums{n_.time, n_.batch, width}, state{n_.batch, n_.hidden};
    const XlaValue& wi = parameter("weight_ih", layer, direction);
    const XlaValue ofInput = p_.add(p_.dot(inputs_.back(), wi, {2}, {1}, sums),
                                    p_.spread(parameter("bias_ih", layer, direction), sums, {2}));
    const XlaValue none = p_.number(0, state);
    const XlaShape states{n_.time, n_.batch, n_.hidden};
    std::vector<XlaValue> start{none,
                                none,
                                p_.number(0, {n_.time, n_.batch, kept() * n_.hidden}),
                                p_.number(0, states),
                                p_.number(0, isLstm() ? states : XlaShape{1, 1, 1}),
                                ofInput,
                                parameter("weight_hh", layer, direction),
                                parameter("bias_hh", layer, direction)};
    if (lengths_ != nullptr) start.push_back(*lengths_);
    const auto after = p_.loop(n_.time, start, [&](const XlaValue& number, const std::vector<XlaValue>& s) {
        const XlaValue t = timeOf(number, direction == 1);
        const XlaValue& h = s[0];
        const XlaValue& c = s[1];
        const XlaShape row{n_.batch, width};
        const XlaValue ofState = p_.add(p_.dot(h, s[6], {1}, {1}, row), p_.spread(s[7], row, {1}));
        Step now = step(p_.at(s[5], t), ofState, h, c);
        if (lengths_ != nullptr) {
            const XlaValue on = goesOn(t, s[8]);
            now.h = p_.select(on, now.h, h);
            if (isLstm()) now.c = p_.select(on, now.c, c);
        }
        std::vector<XlaValue> next = s;
        next[0] = now.h;
        next[1] = now.c;
        next[2] = p_.put(s[2], now.gates, t);
        next[3] = p_.put(s[3], now.h, t);
        if (isLstm()) next[4] = p_.put(s[4], now.c, t);
        return next;
    });
    return {after[2], after[3], after[4], after[0]};
}

void XlaLayers::forward(const XlaValue& input) {
    sequence_ = input;
    for (std::int64_t layer = 0; layer < n_.layers; ++layer) {
        inputs_.push_back(sequence_);
        std::vector<XlaValue> states;
        passes_.emplace_back();
        for (std::int64_t d = 0; d < n_.directions; ++d) {
            passes_.back().push_back(direction(layer, d));
            states.push_back(passes_.back().back().states);
        }
        sequence_ = p_.join(states, 2);
    }
}

XlaValue XlaLayers::last() {
    std::vector<XlaValue> finals;
    for (const Pass& pass : passes_.back()) finals.push_back(pass.final);
    return p_.join(finals, 1);
}

XlaLayers::Back XlaLayers::back(const XlaValue& gates, const XlaValue& h, const XlaValue& c, const XlaValue& cNow,
                                const XlaValue& dh, const XlaValue& dc, const XlaValue& hNow) {
    if (isGru()) {
        const XlaValue r = block(gates, 0), z = block(gates, 1), n = block(gates, 2), sum = block(gates, 3);
        const XlaValue dn = tanhBack(p_.mul(dh, p_.oneMinus(z)), n);
        const XlaValue dz = sigmoidBack(p_.mul(dh, p_.sub(h, n)), z), dr = sigmoidBack(p_.mul(dn, sum), r);
        return {p_.join({dr, dz, dn}, 1), p_.join({dr, dz, p_.mul(dn, r)}, 1), p_.mul(dh, z), dc};
    }
    if (isLstm()) {
        const XlaValue i = block(gates, 0), f = block(gates, 1), g = block(gates, 2), o = block(gates, 3);
        const XlaValue flat = p_.unary("tanh", cNow), d = p_.add(dc, tanhBack(p_.mul(dh, o), flat));
        const XlaValue sums = p_.join({sigmoidBack(p_.mul(d, g), i), sigmoidBack(p_.mul(d, c), f),
                                       tanhBack(p_.mul(d, i), g), sigmoidBack(p_.mul(dh, flat), o)},
                                      1);
        return {sums, sums, p_.number(0, dh.shape), p_.mul(d, f)};
    }
    const XlaValue none = p_.number(0, dh.shape);
    const XlaValue sums = n_.usesRelu ? p_.select(p_.compare("GT", hNow, none), dh, none) : tanhBack(dh, hNow);
    return {sums, sums, none, dc};
}

/// States as they were before each step, zero before the first.
XlaValue XlaLayers::before(const XlaValue& states, bool reverse) {
    XlaShape one = states.shape;
    one[0] = 1;
    const XlaValue none = p_.number(0, one);
    if (n_.time == 1) return none;
    const XlaValue rest = p_.slice(states, 0, reverse ? 1 : 0, reverse ? n_.time : n_.time - 1);
    return reverse ? p_.join({rest, none}, 0) : p_.join({none, rest}, 0);
}

XlaValue XlaLayers::directionBack(std::int64_t layer, std::int64_t direction, const XlaValue& gradient,
                                  const XlaValue* last, XlaValues& gradients) {
    const Pass& pass = passes_[static_cast<std::size_t>(layer)][static_cast<std::size_t>(direction)];
    const XlaValue& input = inputs_[static_cast<std::size_t>(layer)];
    const std::int64_t width = blocks() * n_.hidden;
    const XlaShape state{n_.batch, n_.hidden}, sums{n_.time, n_.batch, width};
    const XlaValue none = p_.number(0, state), noSums = p_.number(0, sums);
    const XlaValue statesBefore = before(pass.states, direction == 1);
    const XlaValue cellsBefore = isLstm() ? before(pass.cells, direction == 1) : pass.cells;
    // The GRU's two sums have gradients of their own, of the others they are the same.
    std::vector<XlaValue> start{last != nullptr ? *last : none,
                                none,
                                noSums,
                                isGru() ? noSums : pass.cells,
                                gradient,
                                pass.gates,
                                pass.states,
                                pass.cells,
                                statesBefore,
                                cellsBefore,
                                parameter("weight_hh", layer, direction)};
    if (lengths_ != nullptr) start.push_back(*lengths_);
    const auto after = p_.loop(n_.time, start, [&](const XlaValue& number, const std::vector<XlaValue>& s) {
        const XlaValue t = timeOf(number, direction == 0);

        const XlaValue inside = p_.number(0, state);
        const XlaValue dh = p_.add(s[0], p_.at(s[4], t));
        const XlaValue c = isLstm() ? p_.at(s[9], t) : inside, cNow = isLstm() ? p_.at(s[7], t) : inside;
        Back one = back(p_.at(s[5], t), p_.at(s[8], t), c, cNow, dh, s[1], p_.at(s[6], t));
        XlaValue h = p_.add(one.h, p_.dot(one.ofState, s[10], {1}, {0}, state));
        if (lengths_ != nullptr) {
            const XlaValue on = goesOn(t, s[11]);
            h = p_.select(on, h, dh);
            one.c = p_.select(on, one.c, s[1]);
            const XlaShape row{n_.batch, width};
            const XlaValue wide = p_.spread(p_.compare("LT", p_.spread(t, {n_.batch}), s[11]), row, {0});
            one.ofInput = p_.select(wide, one.ofInput, p_.number(0, row));
            one.ofState = p_.select(wide, one.ofState, p_.number(0, row));
        }
        std::vector<XlaValue> next = s;
        next[0] = h;
        next[1] = one.c;
        next[2] = p_.put(s[2], one.ofInput, t);
        if (isGru()) next[3] = p_.put(s[3], one.ofState, t);
        return next;
    });
    const XlaValue &ofInput = after[2], &ofState = isGru() ? after[3] : after[2];
    gradients[nameOf("weight_ih", layer, direction)] = p_.dot(ofInput, input, {0, 1}, {0, 1}, {width, input.shape[2]});
    gradients[nameOf("weight_hh", layer, direction)] =
        p_.dot(ofState, statesBefore, {0, 1}, {0, 1}, {width, n_.hidden});
    gradients[nameOf("bias_ih", layer, direction)] = p_.sum(ofInput, {0, 1});
    gradients[nameOf("bias_hh", layer, direction)] = p_.sum(ofState, {0, 1});
    return layer > 0 ? p_.dot(ofInput, parameter("weight_ih", layer, direction), {2}, {0}, input.shape) : XlaValue();
}

XlaValues XlaLayers::backward(const XlaValue* ofSequence, const XlaValue* ofLast) {
    XlaValues gradients;
    XlaValue gradient = ofSequence != nullptr ? *ofSequence : p_.number(0, sequence_.shape);
    for (std::int64_t layer = n_.layers - 1; layer >= 0; --layer) {
        XlaValue below;
        for (std::int64_t d = 0; d < n_.directions; ++d) {
            const std::int64_t from = d * n_.hidden, to = from + n_.hidden;
            const bool takesLast = ofLast != nullptr && layer == n_.layers - 1;
            const XlaValue last = takesLast ? p_.slice(*ofLast, 1, from, to) : XlaValue();
            const XlaValue one =
                directionBack(layer, d, p_.slice(gradient, 2, from, to), takesLast ? &last : nullptr, gradients);
            if (layer > 0) below = d == 0 ? one : p_.add(below, one);
        }
        gradient = below;
    }
    return gradients;
}

}  // namespace gatelab
