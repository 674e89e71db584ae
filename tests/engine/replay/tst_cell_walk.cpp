// SPDX-License-Identifier: GPL-3.0-or-later
// One step of one cell: every number is that of the formulas written out anew, every gradient that of autograd through
// the whole window; a changed number changes what follows as it would in a network that had it from the start, and put
// back all bits are as before. Holds core/replay/walk/cell_formulas.cpp and
// core/inspect/cell_lines.cpp.
#include "engine/nn_support.h"
#include "engine/session_support.h"
#include "replay/cell_walk.h"

#include <QtTest>

#include <algorithm>
#include <map>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

std::unique_ptr<OpenedNetwork> open(const ExperimentConfig& config) {
    return take(OpenedNetwork::make(take(OpenedNetwork::planFor(config, nullptr))));
}

/// A place that a test holds a number at.
struct Held {
    std::int64_t layer = -1, direction = 0, step = 0;
    char what = 'x';  ///< x, h, c
    std::int64_t index = 0;
    double value = 0;
};

/// Everything one step computes, as it stands in the graph.
using Graph = std::map<std::string, at::Tensor>;

struct Written {
    const OpenedNetwork& network;
    std::int64_t layer, direction, step;  ///< whose graph is kept
    std::vector<Held> held = {};
    Graph graph = {};
    at::Tensor loss = {}, output = {}, weightInput = {};

    at::Tensor weight(const std::string& name) const {
        const Parameter* parameter = network.model().parameters().find(name);
        return parameter ? parameter->value : at::Tensor();
    }
    at::Tensor put(at::Tensor state, std::int64_t l, std::int64_t d, std::int64_t t, char what) const {
        for (const Held& one : held)
            if (one.layer == l && (what == 'x' || one.direction == d) && one.step == t && one.what == what) {
                at::Tensor mask = at::zeros_like(state.detach());
                mask[0][one.index] = 1;
                state = state * (1 - mask) + one.value * mask;
            }
        return state;
    }

    void run(const Batch& batch) {
        const ExperimentConfig& config = network.plan().config;
        const std::int64_t size = config.hiddenSize, outputs = config.projectionSize > 0 ? config.projectionSize : size;
        std::vector<at::Tensor> sequence = batch.input.unbind(0);
        std::vector<std::vector<at::Tensor>> top;
        for (std::int64_t l = 0; l < config.layers; ++l) {
            top.clear();
            for (std::int64_t d = 0; d < (config.bidirectional ? 2 : 1); ++d) {
                const std::string end = "_l" + std::to_string(l) + (d == 1 ? "_reverse" : "");
                at::Tensor h = at::zeros({1, outputs}, at::kDouble), c = at::zeros({1, size}, at::kDouble), second = c;
                std::vector<at::Tensor> out(sequence.size());
                for (std::size_t i = 0; i < sequence.size(); ++i) {
                    const std::size_t t = d == 1 ? sequence.size() - 1 - i : i;
                    const bool here = l == layer && d == direction && static_cast<std::int64_t>(t) == step;
                    Graph local;
                    const auto keep = [&](const char* key, const at::Tensor& value) {
                        return local[key] = here ? value + at::zeros_like(value.detach()).requires_grad_(true) : value;
                    };
                    at::Tensor wi = weight("rnn.weight_ih" + end);
                    if (here) wi = weightInput = wi + at::zeros_like(wi.detach()).requires_grad_(true);
                    const at::Tensor x = keep("x", put(sequence[t], l, d, static_cast<std::int64_t>(t), 'x')),
                                     h0 = keep("h0", put(h, l, d, static_cast<std::int64_t>(t), 'h'));
                    const at::Tensor fromX = at::matmul(x, wi.t()) + weight("rnn.bias_ih" + end),
                                     wh = weight("rnn.weight_hh" + end), bh = weight("rnn.bias_hh" + end);
                    at::Tensor fromH = at::zeros_like(fromX);
                    if (bh.defined())
                        fromH = at::matmul(h0, wh.t()) + bh;
                    else if (config.cell == "lstm-diagonal")
                        fromH = at::cat({h0, h0, h0, h0}, 1) * wh.view({1, -1});
                    const auto part = [&](const at::Tensor& all, std::int64_t k) {
                        return all.slice(1, k * size, (k + 1) * size);
                    };
                    const at::Tensor peep = weight("rnn.weight_ch" + end), projection = weight("rnn.weight_hr" + end);
                    if (config.cell == "lstm" || config.cell == "lstm-diagonal") {
                        const at::Tensor c0 = keep("c0", put(c, l, d, static_cast<std::int64_t>(t), 'c')),
                                         s = fromX + fromH;
                        const at::Tensor i_ =
                            keep("i", at::sigmoid(keep(
                                          "net.i", part(s, 0) + (peep.defined() ? peep[0] * c0 : at::zeros_like(c0)))));
                        const at::Tensor f =
                            keep("f", at::sigmoid(keep(
                                          "net.f", part(s, 1) + (peep.defined() ? peep[1] * c0 : at::zeros_like(c0)))));
                        const at::Tensor g = keep("g", at::tanh(keep("net.g", part(s, 2))));
                        const at::Tensor fresh = keep("c", keep("fc", f * c0) + keep("ig", i_ * g));
                        const at::Tensor o = keep(
                            "o", at::sigmoid(keep(
                                     "net.o", part(s, 3) + (peep.defined() ? peep[2] * fresh : at::zeros_like(c0)))));
                        at::Tensor shown = o * keep("tc", at::tanh(fresh));
                        if (projection.defined()) shown = at::matmul(keep("m", shown), projection.t());
                        h = keep("h", shown);
                        c = fresh;
                        if (config.zoneout > 0)
                            c = keep("c.kept", (1 - config.zoneout) * fresh + config.zoneout * c0),
                            h = keep("h.kept", (1 - config.zoneout) * h + config.zoneout * h0);
                    } else if (config.cell == "gru") {
                        const at::Tensor r = keep("r", at::sigmoid(keep("net.r", part(fromX, 0) + part(fromH, 0)))),
                                         z = keep("z", at::sigmoid(keep("net.z", part(fromX, 1) + part(fromH, 1))));
                        const at::Tensor n =
                            keep("n", at::tanh(keep("net.n", keep("net.x", part(fromX, 2)) +
                                                                 keep("rh", r * keep("net.h", part(fromH, 2))))));
                        h = keep("h", keep("zh", z * h0) + keep("nn", (1 - z) * n));
                        if (config.zoneout > 0) h = keep("h.kept", (1 - config.zoneout) * h + config.zoneout * h0);
                    } else if (config.cell == "slstm") {
                        // As the paper has it: numerator, normaliser n (begun with 1) and no stabiliser.
                        const at::Tensor c0 = keep("c0", put(c, l, d, static_cast<std::int64_t>(t), 'c')),
                                         m0 = keep("m0", second), s = fromX + fromH, si = keep("net.i", part(s, 0)),
                                         sf = keep("net.f", part(s, 1)),
                                         g = keep("g", at::tanh(keep("net.g", part(s, 2)))),
                                         a = keep("a", at::log(at::exp(m0) * at::sigmoid(sf))),
                                         m = keep("m", at::log(at::exp(a) + at::exp(si))),
                                         i_ = keep("i", at::exp(si) / at::exp(m)), f = keep("f", 1 - i_),
                                         fresh = keep("c", keep("fc", f * c0) + keep("ig", i_ * g));
                        h = keep("h", keep("o", at::sigmoid(keep("net.o", part(s, 3)))) * fresh);
                        c = fresh, second = m;
                        if (config.zoneout > 0)
                            c = keep("c.kept", (1 - config.zoneout) * fresh + config.zoneout * c0),
                            second = (1 - config.zoneout) * m + config.zoneout * m0,
                            h = keep("h.kept", (1 - config.zoneout) * h + config.zoneout * h0);
                    } else if (config.cell == "minlstm") {
                        const at::Tensor a = at::sigmoid(keep("net.i", part(fromX, 0))),
                                         b = at::sigmoid(keep("net.f", part(fromX, 1))), g = keep("g", part(fromX, 2)),
                                         f = keep("f", b / (a + b)), i_ = keep("i", 1 - f);
                        h = keep("h", keep("fh", f * h0) + keep("ig", i_ * g));
                        if (config.zoneout > 0) h = keep("h.kept", (1 - config.zoneout) * h + config.zoneout * h0);
                    } else if (config.cell == "mingru") {
                        const at::Tensor z = keep("z", at::sigmoid(keep("net.z", part(fromX, 0)))),
                                         n = keep("n", part(fromX, 1));
                        h = keep("h", keep("zh", z * h0) + keep("nn", (1 - z) * n));
                        if (config.zoneout > 0) h = keep("h.kept", (1 - config.zoneout) * h + config.zoneout * h0);
                    } else if (config.cell == "lru") {
                        const auto row = [&](std::int64_t k) { return wh.view({3, -1})[k].unsqueeze(0); };
                        const at::Tensor re = keep("re", at::exp(-at::exp(row(0))) * at::cos(at::exp(row(1)))),
                                         im = keep("im", at::exp(-at::exp(row(0))) * at::sin(at::exp(row(1)))),
                                         k = keep("k", at::exp(row(2))),
                                         c0 = keep("c0", put(c, l, d, static_cast<std::int64_t>(t), 'c')),
                                         j0 = keep("j0", second),
                                         fresh = keep("c", keep("turned", re * c0 - im * j0) +
                                                               keep("ku", k * keep("u", part(fromX, 0)))),
                                         j = keep("j", keep("turned.j", im * c0 + re * j0) +
                                                           keep("kv", k * keep("v", part(fromX, 1))));
                        h = keep("h", keep("o", at::sigmoid(keep("net.o", part(fromX, 2)))) * fresh);
                        c = fresh, second = j;
                        if (config.zoneout > 0)
                            c = keep("c.kept", (1 - config.zoneout) * fresh + config.zoneout * c0),
                            second = (1 - config.zoneout) * j + config.zoneout * j0,
                            h = keep("h.kept", (1 - config.zoneout) * h + config.zoneout * h0);
                    } else {
                        const at::Tensor s = keep("net", fromX + fromH);
                        h = keep("h", config.cell == "rnn-tanh" ? at::tanh(s) : at::relu(s));
                        if (config.zoneout > 0) h = keep("h.kept", (1 - config.zoneout) * h + config.zoneout * h0);
                    }
                    out[t] = h;
                    if (here) graph = std::move(local);
                }
                top.push_back(std::move(out));
            }
            for (std::size_t t = 0; t < sequence.size(); ++t)
                sequence[t] = top.size() == 1 ? top[0][t] : at::cat({top[0][t], top[1][t]}, 1);
        }
        const at::Tensor features = top.size() == 1 ? top[0].back() : at::cat({top[0].back(), top[1].front()}, 1);
        output = at::matmul(features, weight("head.weight").t()) + weight("head.bias");
        loss = (output - batch.target.flatten(1)).square().mean();
    }
};

double gap(const std::vector<double>& a, const at::Tensor& b) {
    const at::Tensor flat = b.detach().to(at::kDouble).contiguous().view({-1});
    if (static_cast<std::int64_t>(a.size()) != flat.numel()) return INFINITY;
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double d = std::abs(a[i] - flat[static_cast<std::int64_t>(i)].item<double>());
        worst = std::max(worst, std::isfinite(d) ? d : INFINITY);
    }
    return worst;
}

/// Every number of two walks is the same bit for bit.
bool same(const CellWalk& a, const CellWalk& b) {
    if (a.window.loss != b.window.loss || a.window.answer != b.window.answer ||
        a.quantities.size() != b.quantities.size() || a.sums.size() != b.sums.size())
        return false;
    for (std::size_t k = 0; k < a.quantities.size(); ++k)
        if (a.quantities[k].values != b.quantities[k].values || a.quantities[k].gradients != b.quantities[k].gradients)
            return false;
    for (std::size_t k = 0; k < a.sums.size(); ++k)
        for (std::size_t t = 0; t < a.sums[k].terms.size(); ++t)
            if (a.sums[k].terms[t].weightValue != b.sums[k].terms[t].weightValue ||
                a.sums[k].terms[t].weightGradient != b.sums[k].terms[t].weightGradient)
                return false;
    return true;
}

ExperimentConfig plainConfig(const std::string& cell) {
    ExperimentConfig config = smallConfig();
    config.cell = cell;
    config.hiddenSize = 5;
    config.precision = "fp64";
    config.anchor = "none";
    return config;
}

/// Larger weights than the start ones, so that gates are away from their middle.
void stir(const OpenedNetwork& network) {
    const at::NoGradGuard noGrad;
    std::uint64_t seed = 1;
    for (const Parameter& parameter : network.model().parameters().all())
        if (parameter.name.starts_with("rnn."))
            parameter.value.detach().add_(0.6 * randomTensor(parameter.value.sizes(), ++seed));
}

}  // namespace

class TestCellWalk : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyNumberIsTheFormulasAndAutogradsOne_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<int>("layers");
        QTest::addColumn<bool>("both");
        QTest::addColumn<QString>("extra");
        for (const char* cell :
             {"lstm", "gru", "rnn-tanh", "rnn-relu", "lstm-diagonal", "slstm", "minlstm", "mingru", "lru"})
            for (const int layers : {1, 2})
                for (const bool both : {false, true})
                    QTest::addRow("%s, %d, %s", cell, layers, both ? "both" : "one way")
                        << cell << layers << both << "";
        QTest::newRow("peepholes") << "lstm" << 2 << true << "peephole";
        QTest::newRow("projection") << "lstm" << 2 << true << "projection";
        for (const char* cell : {"lstm", "gru", "rnn-tanh", "lstm-diagonal", "slstm", "minlstm", "mingru", "lru"})
            QTest::addRow("zoneout %s", cell) << cell << 2 << true << "zoneout";
        QTest::newRow("all at once") << "lstm" << 1 << false << "peephole projection zoneout";
    }
    void everyNumberIsTheFormulasAndAutogradsOne() {
        QFETCH(QString, cell);
        QFETCH(int, layers);
        QFETCH(bool, both);
        QFETCH(QString, extra);
        ExperimentConfig config = plainConfig(cell.toStdString());
        config.layers = layers;
        config.bidirectional = both;
        config.peephole = extra.contains(QStringLiteral("peephole"));
        config.projectionSize = extra.contains(QStringLiteral("projection")) ? 3 : 0;
        config.zoneout = extra.contains(QStringLiteral("zoneout")) ? 0.2 : 0;
        const auto net = open(config);
        stir(*net);
        const Batch batch = take(net->window(WindowPart::Validation, 3));
        CellWalker walker;
        for (int layer = 0; layer < layers; ++layer)
            for (int direction = 0; direction < (both ? 2 : 1); ++direction)
                for (const std::int64_t step : {std::int64_t{0}, std::int64_t{7}, config.lookback - 1}) {
                    const CellWalk walk =
                        take(walker.walk(*net, {{WindowPart::Validation, 3, {}}, layer, direction, step, 2, {}}));
                    Written written{*net, layer, direction, step};
                    written.run(batch);
                    QVERIFY(std::abs(walk.window.loss - written.loss.item<double>()) < 1e-10);
                    QVERIFY(walk.gap < 1e-12);
                    QCOMPARE(walk.quantities.size(), written.graph.size());
                    std::vector<at::Tensor> places{written.weightInput};
                    for (const WalkQuantity& quantity : walk.quantities)
                        places.push_back(written.graph.at(quantity.key));
                    const auto gradients = torch::autograd::grad({written.loss}, places, {}, true, false, true);
                    for (std::size_t k = 0; k < walk.quantities.size(); ++k) {
                        const WalkQuantity& quantity = walk.quantities[k];
                        QVERIFY2(gap(quantity.values, places[k + 1]) < 1e-10, quantity.key.c_str());
                        const at::Tensor gradient =
                            gradients[k + 1].defined() ? gradients[k + 1] : at::zeros_like(places[k + 1]);
                        QVERIFY2(gap(quantity.gradients, gradient) < 1e-10,
                                 qPrintable(QStringLiteral("%1 %2")
                                                .arg(quantity.key.c_str())
                                                .arg(gap(quantity.gradients, gradient))));
                    }
                    // What the sums are made of.
                    for (const WalkSum& sum : walk.sums) {
                        double total = 0;
                        for (const WalkTerm& term : sum.terms) {
                            total += term.product();
                            const Parameter* parameter = net->model().parameters().find(term.weight.tensor);
                            QVERIFY(parameter != nullptr);
                            QCOMPARE(
                                parameter->value.detach().contiguous().view({-1})[term.weight.index].item<double>(),
                                term.weightValue);
                            if (term.from == WalkTerm::From::Input && gradients[0].defined())
                                QVERIFY(
                                    std::abs(term.weightGradient -
                                             gradients[0].contiguous().view({-1})[term.weight.index].item<double>()) <
                                    1e-10);
                        }
                        QVERIFY2(std::abs(total - walk.value(sum.key)) < 1e-10, sum.key.c_str());
                    }
                    if (cell == QLatin1String("lstm")) {
                        const double squeezed = walk.value("tc");
                        const double ways =
                            walk.laterCell * (1 - config.zoneout) + walk.gradient("tc") * (1 - squeezed * squeezed);
                        QVERIFY(config.peephole || std::abs(ways - walk.gradient("c")) < 1e-10);
                    }
                    // The lines of the nodes come out at the number they stand for.
                    for (const WalkNode& node : walkNodes(walk)) {
                        QVERIFY2(walk.find(node.key) != nullptr, node.key.c_str());
                        if (!node.filled.numbers.empty())
                            QVERIFY2(node.filled.numbers.back() == walk.value(node.key), node.key.c_str());
                        if (!node.backFilled.numbers.empty())
                            QVERIFY2(std::abs(node.backFilled.numbers.back() - walk.gradient(node.key)) < 1e-12,
                                     node.key.c_str());
                    }
                    // The numbers of an LRU's unit stand in the lines alone.
                    QCOMPARE(walkNodes(walk).size() + (config.cell == "lru" ? 3 : 0), walk.quantities.size());
                }
    }

    void aChangedNumberChangesWhatFollows_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<bool>("both");
        for (const char* cell : {"lstm", "gru", "rnn-tanh", "rnn-relu", "lstm-diagonal", "slstm", "minlstm", "mingru"})
            for (const bool both : {false, true})
                QTest::addRow("%s %s", cell, both ? "both" : "one way") << cell << both;
    }
    void aChangedNumberChangesWhatFollows() {
        QFETCH(QString, cell);
        QFETCH(bool, both);
        ExperimentConfig config = plainConfig(cell.toStdString());
        config.layers = 2;
        config.bidirectional = both;
        const auto net = open(config);
        stir(*net);
        const Batch batch = take(net->window(WindowPart::Validation, 3));
        CellWalker walker;
        WalkRequest request{{WindowPart::Validation, 3, {}}, 1, both ? 1 : 0, 6, 1, {}};
        const CellWalk before = take(walker.walk(*net, request));
        const std::int64_t d = request.direction;
        using Kind = WalkPlace::Kind;
        struct Case {
            WalkEdit edit;
            Held held;
        };
        std::vector<Case> cases{
            {{{Kind::Input, {}, 0, 0, 6, 0}, 1.5}, {0, 0, 6, 'x', 0, 1.5}},
            {{{Kind::Input, {}, 1, 0, 6, 3}, -0.75}, {1, 0, 6, 'x', 3, -0.75}},
            {{{Kind::Hidden, {}, 1, d, 6, 2}, 0.9}, {1, d, 6, 'h', 2, 0.9}},
            {{{Kind::Hidden, {}, 0, 0, 0, 2}, 0.9}, {0, 0, 0, 'h', 2, 0.9}},
        };
        if (cellTraits(config.cell).cellState)
            cases.push_back({{{Kind::Cell, {}, 1, d, 6, 4}, -2}, {1, d, 6, 'c', 4, -2}});
        for (const Case& one : cases) {
            request.edits = {one.edit};
            const CellWalk walk = take(walker.walk(*net, request));
            Written written{*net, 1, d, 6, {one.held}};
            written.run(batch);
            QVERIFY(std::abs(walk.window.loss - written.loss.item<double>()) < 1e-10);
            QVERIFY(walk.window.loss != before.window.loss);
            QCOMPARE(walk.lossBefore, before.window.loss);
            QVERIFY(walk.gap < 1e-12);
            std::vector<at::Tensor> places;
            for (const WalkQuantity& quantity : walk.quantities) places.push_back(written.graph.at(quantity.key));
            const auto gradients = torch::autograd::grad({written.loss}, places, {}, true, false, true);
            for (std::size_t k = 0; k < places.size(); ++k) {
                QVERIFY2(gap(walk.quantities[k].values, places[k]) < 1e-10, walk.quantities[k].key.c_str());
                QVERIFY2(gap(walk.quantities[k].gradients,
                             gradients[k].defined() ? gradients[k] : at::zeros_like(places[k])) < 1e-10,
                         walk.quantities[k].key.c_str());
            }
        }
        // A weight: as a network that has it.
        const auto other = open(config);
        copyWeights(net->model(), other->model());
        const WalkTerm term = before.sums.front().terms[2];
        request.edits = {{term.weight, 1.25}};
        const CellWalk walk = take(walker.walk(*net, request));
        {
            const at::NoGradGuard noGrad;
            other->model().parameters().find(term.weight.tensor)->value.detach().view({-1})[term.weight.index] = 1.25;
        }
        CellWalker fresh;
        WalkRequest plain = request;
        plain.edits.clear();
        const CellWalk expected = take(fresh.walk(*other, plain));
        QVERIFY(same(walk, expected));
        // A unit below 0 hides it
        QVERIFY(cell == QLatin1String("rnn-relu") || walk.window.loss != before.window.loss);
        // Put back: the very same bits, also of the network itself.
        QVERIFY(same(take(walker.walk(*net, plain)), before));
        CellWalker anew;
        QVERIFY(same(take(anew.walk(*net, plain)), before));
    }

    /// What reaches a layer below from the one above is that one's gradient of what it reads; its formula says so.
    void aLayerBelowGetsItsGradientFromAbove() {
        for (const char* cell : {"lstm", "gru", "rnn-tanh"}) {
            ExperimentConfig config = plainConfig(cell);
            config.layers = 3;
            const auto net = open(config);
            stir(*net);
            CellWalker walker;
            const auto at = [&](std::int64_t layer) {  // the last step: no later one adds to it
                return take(walker.walk(*net, {{WindowPart::Validation, 3, {}}, layer, 0, 15, 1, {}}));
            };
            const auto formula = [](const CellWalk& walk, const char* key) {
                const auto nodes = walkNodes(walk);
                const auto node = std::ranges::find(nodes, key, &WalkNode::key);
                return node->key == "h" ? node->backFormula : node->formula;
            };
            const CellWalk below = at(1), above = at(2);
            const auto& gradients = below.find("h")->gradients;
            for (std::size_t unit = 0; unit < gradients.size(); ++unit)
                QVERIFY(std::abs(gradients[unit] - above.find("x")->gradients[unit]) < 1e-12);
            QCOMPARE(formula(below, "h"), std::string("∂L/∂hₜ = (∂L/∂xₜ (3), t + 1 …)"));
            QCOMPARE(formula(above, "h"), std::string("∂L/∂hₜ = (ŷ, t + 1 …)"));
            QCOMPARE(formula(above, "x"), std::string("xₜ = hₜ (2)"));
        }
    }

    /// A single input is read by every unit.
    void theOnlyInputIsToldOfEveryUnit() {
        const auto net = open(plainConfig("lstm"));
        CellWalker walker;
        const CellWalk walk = take(walker.walk(*net, {{WindowPart::Validation, 3, {}}, 0, 0, 6, 2, {}}));
        if (walk.find("x")->values.size() != 1) QSKIP("this network reads several inputs");
        QCOMPARE(walk.value("x"), walk.find("x")->values[0]);
        QCOMPARE(walk.gradient("x"), walk.find("x")->gradients[0]);
    }

    void unitsThatAreOffStayOff() {
        for (const char* cell : {"lstm", "gru"}) {
            const auto net = open(plainConfig(cell));
            CellWalker walker;
            const CellWalk walk = take(walker.walk(*net, {{WindowPart::Validation, 0, {{0, 0, 1}}}, 0, 0, 5, 1, {}}));
            QVERIFY(walk.isOff);
            QCOMPARE(walk.value("h.kept"), 0.0);
            QVERIFY(walk.gap < 1e-12);
            QCOMPARE(walk.gradient("h"), 0.0);
            QVERIFY(walk.gradient("h.kept") != 0.0);
        }
    }

    void otherTasksAndHeadsAreWalked() {
        for (const auto& [task, builtin, loss] :
             {std::tuple("classification", "grammar", "cross-entropy"),
              std::tuple("labelling", "copy", "cross-entropy"), std::tuple("regression", "adding", "mse")}) {
            ExperimentConfig config = smallConfig();
            config.task = task, config.builtin = builtin, config.loss = loss;
            config.builtinLength = 60;
            config.recipe.clear();
            config.bidirectional = true;
            config.layers = 2;
            config.residual = true;
            config.layerNorm = true;
            const auto net = open(config);
            CellWalker walker;
            WalkRequest request{{WindowPart::Train, 1, {}}, 0, 1, 2, 0, {}};
            const CellWalk walk = take(walker.walk(*net, request));
            QVERIFY2(walk.gap < 1e-5, task);  // float32 here
            request.layer = 1;
            QVERIFY(take(walker.walk(*net, request)).gap < 1e-5);
            request.edits = {{{WalkPlace::Kind::Input, {}, 0, 0, 2, 0}, 3.0}};
            const CellWalk edited = take(walker.walk(*net, request));
            QVERIFY(edited.window.loss != walk.window.loss);
            QCOMPARE(edited.lossBefore, walk.window.loss);
        }
    }

    void aRecursiveDecoderIsWalked() {
        ExperimentConfig config = plainConfig("gru");
        config.decoder = "recursive";
        const auto net = open(config);
        CellWalker walker;
        WalkRequest request{{WindowPart::Validation, 3, {}}, 0, 0, 6, 1, {}};
        const CellWalk walk = take(walker.walk(*net, request));
        QVERIFY(walk.gap < 1e-12);
        request.edits = {{{WalkPlace::Kind::Hidden, {}, 0, 0, 6, 1}, 0.8}};
        QVERIFY(take(walker.walk(*net, request)).window.loss != walk.window.loss);
    }

    void whatIsNotThereIsRefused() {
        const auto net = open(plainConfig("gru"));
        CellWalker walker;
        const WalkRequest good{{WindowPart::Validation, 0, {}}, 0, 0, 0, 0, {}};
        QVERIFY(walker.walk(*net, good).ok());
        const auto refuses = [&](auto change) {
            WalkRequest bad = good;
            change(bad);
            const auto walk = walker.walk(*net, bad);
            return !walk.ok() && walk.error().code == ErrorCode::InvalidInput && !walk.error().message.empty();
        };
        QVERIFY(refuses([](WalkRequest& r) { r.step = 16; }));
        QVERIFY(refuses([](WalkRequest& r) { r.step = -1; }));
        QVERIFY(refuses([](WalkRequest& r) { r.unit = 5; }));
        QVERIFY(refuses([](WalkRequest& r) { r.layer = 1; }));
        QVERIFY(refuses([](WalkRequest& r) { r.direction = 1; }));
        QVERIFY(refuses([](WalkRequest& r) { r.window.window = 100000; }));
        QVERIFY(refuses([](WalkRequest& r) {
            r.edits = {{{WalkPlace::Kind::Weight, "rnn.weight_ih_l7", 0, 0, 0, 0}, 1}};
        }));
        QVERIFY(refuses([](WalkRequest& r) {
            r.edits = {{{WalkPlace::Kind::Weight, "rnn.weight_ih_l0", 0, 0, 0, 1000000}, 1}};
        }));
        // A GRU has no cell state
        QVERIFY(refuses([](WalkRequest& r) { r.edits = {{{WalkPlace::Kind::Cell, {}, 0, 0, 0, 0}, 1}}; }));
        QVERIFY(refuses([](WalkRequest& r) { r.edits = {{{WalkPlace::Kind::Input, {}, 0, 0, 0, 0}, NAN}}; }));
        QVERIFY(walker.walk(*net, good).ok());
    }

    void aRunIsWalkedInFloat64() {
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(smallConfig(), {}, "test"));
        const auto run = record->folder();
        const auto engine = take(openEngine());
        runToEnd(*engine, smallConfig(), std::move(record));
        const auto inspector = take(engine->inspect({run, nullptr, "best"}));
        WalkRequest request{{WindowPart::Test, 1, {}}, 0, 0, 5, 3, {}};
        const CellWalk walk = take(inspector->walk(request));
        const GateView view = take(inspector->gates(request.window));
        for (const char* key : {"i", "f", "g", "o", "c", "h"})
            QVERIFY2(std::abs(walk.value(key) - static_cast<double>(view.find(0, 0, key)->at(5, 3))) < 1e-5, key);
        QVERIFY(walk.gap < CellWalk::kMaxGap);
        QCOMPARE(walk.weights.name, std::string("best"));
        QVERIFY(inspector->use("last").ok());
        QCOMPARE(take(inspector->walk(request)).weights.name, std::string("last"));
        QCOMPARE(plainLine({"σ(%1) = %2", {0.5, 0.62246}}), std::string("σ(0.5) = 0.6225"));
    }
};

QTEST_GUILESS_MAIN(TestCellWalk)
#include "tst_cell_walk.moc"
