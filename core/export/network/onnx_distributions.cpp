// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/onnx_distributions.h"

#include "export/network/told_distribution.h"

namespace gatelab {

namespace {

using Names = OnnxGraph::Names;

constexpr std::int64_t kMostCounts = 1'000'000;
constexpr double kExactMean = 1000;

/// Nodes over doubles, within one graph.
class Doubles {
public:
    explicit Doubles(OnnxGraph& graph) : g_(graph) {}
    std::string operator()(std::string_view op, const std::string& a) { return g_.node(op, {a}); }
    std::string operator()(std::string_view op, const std::string& a, const std::string& b) {
        return g_.node(op, {a, b});
    }
    std::string operator()(std::string_view op, const std::string& a, double b) { return g_.node(op, {a, number(b)}); }
    std::string number(double value) { return g_.doubles({&value, 1}, {}); }
    std::string row(const std::vector<double>& values) { return g_.doubles(values, {std::ssize(values)}); }
    /// log(1 + exp(x)) = max(x, 0) + log(1 + exp(-|x|)); the node of that name knows floats alone.
    std::string softplus(const std::string& x) {
        Doubles& f = *this;
        return f("Add", f("Max", x, 0.0), f("Log", f("Add", f("Exp", f("Neg", f("Abs", x))), 1.0)));
    }

private:
    OnnxGraph& g_;
};

/// Log of the chance of 0, and the step from the chance of k to that of k + 1, of means up to 1000.
struct Chances {
    std::string size, share, none, most;
};

Chances chancesOf(Doubles& f, const std::string& mean, const std::string& excess, const std::string& deviation) {
    Chances made;
    const std::string few = f("Min", mean, kExactMean);
    made.size = f("Div", f("Mul", few, few), excess);
    made.share = f("Div", few, f("Add", few, made.size));
    made.none = f("Neg", f("Mul", made.size, f("Log", f("Add", f("Div", few, made.size), 1.0))));
    made.most = f("Add", f("Add", few, f("Mul", deviation, 50.0)), 50.0);
    return made;
}

/// Whether a level is not reached yet, and the counts are no more than they may be.
std::string isOpen(Doubles& f, const std::string& below, const std::string& count, const std::string& most,
                   const std::string& levels) {
    return f("And", f("Less", below, levels), f("Less", count, most));
}
std::string any(OnnxGraph& graph, const std::string& open) {
    const std::string ones = graph.cast(open, OnnxType::Float);
    return graph.node("Less", {graph.number(0),
                               graph.node("ReduceMax", {ones}, {OnnxGraph::attribute("keepdims", std::int64_t{0})})});
}

/// Counts up until each level is reached: [batch, horizon, targets, levels].
std::string countUp(OnnxGraph& graph, const ExperimentConfig& config, const Chances& chances) {
    Doubles f(graph);
    const OnnxGraph::Shape one{"batch", std::to_string(config.horizon), "targets", "1"},
        each{"batch", std::to_string(config.horizon), "targets", std::to_string(toldLevels(config).size())};
    const std::string levels = f.row(toldLevels(config)), begin = f.number(0), below = f("Exp", chances.none);
    const std::string none = f("Mul", f("Sub", below, below), f("Sub", levels, levels));
    OnnxGraph body("counts", "counts.");
    Doubles inner(body);
    (void)body.input("counts_number", OnnxType::Int64, {});
    (void)body.input("counts_goes", OnnxType::Bool, {});
    const std::string count = body.input("counts_at", OnnxType::Double, {}),
                      chance = body.input("counts_chance", OnnxType::Double, one),
                      sum = body.input("counts_below", OnnxType::Double, one),
                      found = body.input("counts_found", OnnxType::Double, each);
    const std::string open = isOpen(inner, sum, count, chances.most, levels), next = inner("Add", count, 1.0);
    const std::string step = inner("Mul", inner("Div", inner("Add", chances.size, count), next), chances.share);
    const std::string chanceNext = inner("Add", chance, inner("Log", step)),
                      sumNext = inner("Add", sum, inner("Exp", chanceNext));
    const auto give = [&](const std::string& value, const char* name, OnnxType type, const OnnxGraph::Shape& shape) {
        body.named(value, name);
        body.output(name, type, shape);
    };
    give(any(body, isOpen(inner, sumNext, next, chances.most, levels)), "counts_goes_on", OnnxType::Bool, {});
    give(next, "counts_at_next", OnnxType::Double, {});
    give(chanceNext, "counts_chance_next", OnnxType::Double, one);
    give(sumNext, "counts_below_next", OnnxType::Double, one);
    give(inner("Add", found, body.cast(open, OnnxType::Double)), "counts_found_next", OnnxType::Double, each);
    const std::string goes = any(graph, isOpen(f, below, begin, chances.most, levels));
    return graph
        .nodes("Loop", {graph.integer(kMostCounts), goes, begin, chances.none, below, none}, 4,
               {OnnxGraph::attribute("body", body)})
        .back();
}

}  // namespace

OnnxDistribution studentOnnx(OnnxGraph& graph, const ExperimentConfig& config, const std::string& mean,
                             const std::string& scale, const std::string& raw) {
    Doubles f(graph);
    const std::vector<double> curves = studentCurves(config);
    const std::size_t levels = toldLevels(config).size();
    const auto curve = [&](std::size_t term) {
        const auto from = curves.begin() + static_cast<std::ptrdiff_t>(term * levels);
        return f.row({from, from + static_cast<std::ptrdiff_t>(levels)});
    };
    const std::string freedom = f("Add", f.softplus(graph.cast(raw, OnnxType::Double)), 2.0);
    const std::string x = f("Sub", f("Div", f.number(4), freedom), 1.0), twice = f("Mul", x, 2.0);
    std::string before = f.number(0), now = curve(kCurveTerms - 1);
    for (std::size_t term = kCurveTerms - 2; term > 0; --term) {
        const std::string next = f("Add", f("Sub", f("Mul", twice, now), before), curve(term));
        before = now;
        now = next;
    }
    const std::string t = f("Add", f("Sub", f("Mul", x, now), before), curve(0));
    return {mean, scale, freedom, f("Add", mean, f("Mul", scale, t))};
}

OnnxDistribution countsOnnx(OnnxGraph& graph, const ExperimentConfig& config, const std::string& level,
                            const std::string& deviation) {
    Doubles f(graph);
    const std::string mean = f("Add", f.softplus(level), 1e-9);
    const std::string excess = f("Max", f("Mul", deviation, deviation), f("Mul", mean, 1e-6)),
                      spread = f("Sqrt", f("Add", mean, excess)), normal = f.row(normalValues(config));
    const std::string found = countUp(graph, config, chancesOf(f, mean, excess, spread));
    const std::string skew = f("Div", f("Div", f("Div", f("Add", mean, f("Mul", excess, 2.0)), mean), spread), 6.0);
    const std::string moved = f("Add", normal, f("Mul", f("Sub", f("Mul", normal, normal), 1.0), skew));
    const std::string large = f("Max", f("Floor", f("Add", f("Add", mean, f("Mul", spread, moved)), 0.5)), 0.0);
    const std::string isLarge = graph.cast(f("Less", f.number(kExactMean), mean), OnnxType::Double);
    return {
        mean, {}, f("Div", f("Mul", mean, mean), excess), f("Add", found, f("Mul", isLarge, f("Sub", large, found)))};
}

}  // namespace gatelab
