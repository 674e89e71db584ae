// SPDX-License-Identifier: GPL-3.0-or-later
#include "xla/loss.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

std::int64_t countOf(const XlaShape& shape) {
    std::int64_t count = 1;
    for (const std::int64_t size : shape) count *= size;
    return count;
}

/// Per element: the loss, and its derivative with respect to the error.
struct Elements {
    XlaValue loss, slope;
};

Elements squared(XlaProgram& p, const XlaNetwork&, const XlaValue& e) {
    return {p.mul(e, e), p.mul(e, p.number(2, e.shape))};
}

Elements absolute(XlaProgram& p, const XlaNetwork&, const XlaValue& e) {
    return {p.unary("abs", e), p.unary("sign", e)};
}

Elements huber(XlaProgram& p, const XlaNetwork& n, const XlaValue& e) {
    const XlaValue delta = p.number(n.huberDelta, e.shape), half = p.number(0.5, e.shape), size = p.unary("abs", e);
    const XlaValue outside = p.mul(delta, p.sub(size, p.mul(half, delta))), inside = p.mul(half, p.mul(e, e));
    const XlaValue slope = p.binary("minimum", p.binary("maximum", e, p.number(-n.huberDelta, e.shape)), delta);
    return {p.select(p.compare("LE", size, delta), inside, outside), slope};
}

// log(cosh(e)) = |e| + log(1 + exp(-2|e|)) - log 2, which neither overflows nor cancels.
Elements logCosh(XlaProgram& p, const XlaNetwork&, const XlaValue& e) {
    const XlaValue size = p.unary("abs", e);
    const XlaValue rest = p.unary("log_plus_one", p.unary("exponential", p.mul(p.number(-2, e.shape), size)));
    return {p.sub(p.add(size, rest), p.number(std::log(2.0), e.shape)), p.unary("tanh", e)};
}

Elements scaledAbsolute(XlaProgram& p, const XlaNetwork& n, const XlaValue& e) {
    const XlaValue scale = p.spread(p.numbers(n.seasonal), e.shape, {2});
    return {p.div(p.unary("abs", e), scale), p.div(p.unary("sign", e), scale)};
}

// With e = output - target, so that the slope is that of the output.
Elements pinball(XlaProgram& p, const XlaNetwork& n, const XlaValue& e) {
    const XlaValue level = p.spread(p.numbers(n.quantiles), e.shape, {3});
    const XlaValue above = p.oneMinus(level), below = p.unary("negate", level);
    const XlaValue isAbove = p.compare("GT", e, p.number(0, e.shape));
    const XlaValue slope = p.select(isAbove, above, below);
    return {p.mul(slope, e), slope};
}

using Rule = Elements (*)(XlaProgram& p, const XlaNetwork& n, const XlaValue& error);
constexpr std::pair<const char*, Rule> kRules[] = {{"mse", squared},         {"mae", absolute},
                                                   {"huber", huber},         {"log-cosh", logCosh},
                                                   {"mase", scaledAbsolute}, {"pinball", pinball}};

XlaLoss ofNumbers(XlaProgram& p, const XlaNetwork& n, const XlaValue& output, const XlaTarget& given) {
    const XlaShape shape{n.batch, n.horizon, n.targets, n.values};
    XlaValue values = p.reshape(output, shape), scale;
    if (given.scale != nullptr) scale = p.spread(*given.scale, shape, {0, 2}), values = p.mul(values, scale);
    if (given.level != nullptr) values = p.add(values, p.spread(*given.level, shape, {0, 2}));
    const XlaValue error = p.sub(values, p.spread(given.target, shape, {0, 1, 2}));
    const auto* rule = std::ranges::find(kRules, n.loss, [](const auto& row) { return std::string_view(row.first); });
    if (rule == std::end(kRules)) throw std::invalid_argument("XLA has no loss '" + n.loss + "'");
    const Elements all = rule->second(p, n, error);
    const double share = 1.0 / static_cast<double>(countOf(error.shape));
    XlaShape dims;
    for (std::size_t i = 0; i < error.shape.size(); ++i) dims.push_back(static_cast<std::int64_t>(i));
    const XlaValue loss = p.mul(p.sum(all.loss, dims), p.number(share));
    XlaValue gradient = p.mul(all.slope, p.number(share, shape));
    if (given.scale != nullptr) gradient = p.mul(gradient, scale);
    return {loss, p.reshape(gradient, output.shape)};
}

XlaLoss ofClasses(XlaProgram& p, const XlaNetwork& n, const XlaValue& output, const XlaTarget& given) {
    const std::int64_t rows = countOf(output.shape) / n.outputs;
    const XlaShape shape{rows, n.outputs};
    const XlaValue scores = p.reshape(output, shape), labels = p.reshape(given.target, {rows});
    const auto wide = [&](const XlaValue& ofRow) { return p.spread(ofRow, shape, {0}); };
    const XlaValue shifted = p.sub(scores, wide(p.max(scores, {1}))), grown = p.unary("exponential", shifted);
    const XlaValue sums = p.sum(grown, {1}), logs = p.sub(shifted, wide(p.unary("log", sums)));
    // A label of -100 is no class: nothing of its row counts.
    XlaValue wanted = p.toNumber(p.compare("EQ", p.count(shape, 1), wide(labels)));
    if (!n.classWeights.empty()) wanted = p.mul(wanted, p.spread(p.numbers(n.classWeights), shape, {1}));
    const XlaValue weights = p.sum(wanted, {1}), all = p.sum(weights, {0});
    const XlaValue loss = p.div(p.unary("negate", p.sum(p.mul(wanted, logs), {0, 1})), all);
    const XlaValue shares = p.mul(p.div(grown, wide(sums)), wide(weights));
    return {loss, p.reshape(p.div(p.sub(shares, wanted), p.spread(all, shape)), output.shape)};
}

}  // namespace

XlaLoss writeXlaLoss(XlaProgram& program, const XlaNetwork& network, const XlaValue& output, const XlaTarget& target) {
    return network.hasClasses ? ofClasses(program, network, output, target)
                              : ofNumbers(program, network, output, target);
}

}  // namespace gatelab
