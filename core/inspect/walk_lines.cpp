// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspect/walk_lines.h"

#include "config/cell_traits.h"
#include "inspect/walk_papers.h"

#include <string_view>

namespace gatelab {

using namespace walk_papers;

WalkNode& WalkLines::add(const char* key, const char* symbol, Text name, std::string paper, WalkStage stage,
                         WalkStage back) {
    WalkNode node;
    node.key = key, node.symbol = symbol, node.name = name, node.paper = std::move(paper), node.stage = stage,
    node.back = back;
    return nodes_.emplace_back(std::move(node));
}

void WalkLines::read(const char* hiddenPaper, const std::string& moreBack) {
    WalkNode& x = add("x", "xₜ", GATELAB_TEXT("CellWalk", "What the layer reads at this step"), {}, WalkStage::Inputs,
                      WalkStage::InputsBack);
    x.formula = walk_.layer == 0 ? "xₜ" : "xₜ = hₜ (" + std::to_string(walk_.layer) + ")";
    x.backFormula = "∂L/∂xₜ = Σ Wᵀ · ∂L/∂Σ";
    WalkNode& h = add("h0", "hₜ₋₁", GATELAB_TEXT("CellWalk", "Hidden state before this step"), hiddenPaper,
                      WalkStage::Inputs, WalkStage::InputsBack);
    h.formula = walk_.isFirst ? "h₀ = 0" : "hₜ₋₁";
    h.backFormula = cellTraits(walk_.cell).readsHidden() ? "∂L/∂hₜ₋₁ = Σ Uᵀ · ∂L/∂Σ" + moreBack
                    : moreBack.empty()                   ? "∂L/∂hₜ₋₁ = 0"
                                                         : "∂L/∂hₜ₋₁ = " + moreBack;
}

void WalkLines::readCell() {
    WalkNode& c = add("c0", "cₜ₋₁", GATELAB_TEXT("CellWalk", "Cell state before this step"), kForget, WalkStage::Inputs,
                      WalkStage::InputsBack);
    c.formula = walk_.isFirst ? "c₀ = 0" : "cₜ₋₁";
    c.backFormula = "∂L/∂cₜ₋₁ = ∂L/∂cₜ · fₜ";
    c.backFilled = {"%1 · %2 = %3", {g("c"), v("f"), g("c0")}};
    if (walk_.peephole) c.backFormula += " + ∂L/∂Σi · pi + ∂L/∂Σf · pf", c.backFilled = {"%1", {g("c0")}};
    if (walk_.zoneout > 0) c.backFormula += " + ζ · …", c.backFilled = {"%1", {g("c0")}};
}

void WalkLines::sum(const char* key, Text name, std::string paper, Squash squash, const char* after,
                    const std::string& made) {
    const std::string gate = std::string_view(key) == "net" ? "" : key + 4;  // net.f: f
    const std::string symbol = "Σ" + gate;
    double fromInput = 0, fromHidden = 0, bias = 0, peep = 0;
    if (const WalkSum* terms = walk_.sum(key))
        for (const WalkTerm& term : terms->terms)
            (term.from == WalkTerm::From::Input    ? fromInput
             : term.from == WalkTerm::From::Hidden ? fromHidden
             : term.from == WalkTerm::From::Cell   ? peep
                                                   : bias) += term.product();
    WalkNode& node = add(key, symbol.c_str(), name, std::move(paper), WalkStage::Sums, WalkStage::SumsBack);
    const bool peeps = walk_.peephole && gate != "g", seesHidden = cellTraits(walk_.cell).readsHidden();
    node.formula = symbol + " = W" + gate + " · xₜ" + (seesHidden ? " + U" + gate + " · hₜ₋₁" : "") +
                   (peeps ? " + p" + gate + (gate == "o" ? " · cₜ" : " · cₜ₋₁") : "") + " + b" + gate;
    node.filled = peeps        ? FilledLine{"%1 + %2 + %3 + %4 = %5", {fromInput, fromHidden, peep, bias, v(key)}}
                  : seesHidden ? FilledLine{"%1 + %2 + %3 = %4", {fromInput, fromHidden, bias, v(key)}}
                               : FilledLine{"%1 + %2 = %3", {fromInput, bias, v(key)}};
    node.reads = {"x"};
    if (seesHidden) node.reads.emplace_back("h0");
    if (peeps) node.reads.emplace_back(gate == "o" ? "c" : "c0");
    node.backFormula = "∂L/∂" + symbol + " = ∂L/∂" + made;
    switch (squash) {
        case Squash::Sigmoid:
            node.backFormula += " · " + made + " · (1 − " + made + ")";
            node.backFilled = {"%1 · %2 · (1 − %2) = %3", {g(after), v(after), g(key)}};
            break;
        case Squash::Tanh:
            node.backFormula += " · (1 − " + made + "²)";
            node.backFilled = {"%1 · (1 − %2²) = %3", {g(after), v(after), g(key)}};
            break;
        case Squash::Relu:
            node.backFormula += " · (" + symbol + " > 0)";
            node.backFilled = {v(after) > 0 ? "%1 · 1 = %2" : "%1 · 0 = %2", {g(after), g(key)}};
            break;
        case Squash::Other:
            node.backFilled = {"%1", {g(key)}};
            break;
    }
}

void WalkLines::inputSum(const char* key, const char* symbol, Text name, const char* paper,
                         const std::string& backFormula, FilledLine backFilled) {
    double products = 0, bias = 0;
    if (const WalkSum* terms = walk_.sum(key))
        for (const WalkTerm& term : terms->terms)
            (term.from == WalkTerm::From::Input ? products : bias) += term.product();
    WalkNode& node = add(key, symbol, name, paper, WalkStage::Sums, WalkStage::SumsBack);
    node.formula = std::string(symbol) + " = W" + key + " · xₜ + b" + key;
    node.filled = {"%1 + %2 = %3", {products, bias, v(key)}};
    node.backFormula = backFormula, node.backFilled = std::move(backFilled);
    node.reads = {"x"};
}

void WalkLines::line(const char* key, const char* symbol, Text name, std::string paper, WalkStage stage, WalkStage back,
                     const char* formula, FilledLine filled, const std::string& backFormula, FilledLine backFilled,
                     std::vector<std::string> reads) {
    WalkNode& node = add(key, symbol, name, std::move(paper), stage, back);
    node.formula = formula, node.filled = std::move(filled), node.backFormula = backFormula,
    node.backFilled = std::move(backFilled), node.reads = std::move(reads);
}

std::string WalkLines::hiddenBack() const {
    return walk_.layer + 1 < walk_.layers ? "∂L/∂hₜ = (∂L/∂xₜ (" + std::to_string(walk_.layer + 2) + "), t + 1 …)"
                                          : "∂L/∂hₜ = (ŷ, t + 1 …)";
}

void WalkLines::kept() {
    const double zeta = walk_.zoneout;
    if (walk_.find("c.kept"))
        line("c.kept", "cₜ′", GATELAB_TEXT("CellWalk", "Cell state that is handed on"), kZoneout, WalkStage::Hidden,
             WalkStage::HiddenBack, "cₜ′ = (1 − ζ) · cₜ + ζ · cₜ₋₁",
             {"(1 − %1) · %2 + %1 · %3 = %4", {zeta, v("c"), v("c0"), v("c.kept")}}, "∂L/∂cₜ′", {"%1", {g("c.kept")}},
             {"c", "c0"});
    if (!walk_.find("h.kept")) return;
    if (walk_.isOff)
        line("h.kept", "hₜ′", GATELAB_TEXT("CellWalk", "Hidden state of a unit that is held at 0"), {},
             WalkStage::Hidden, WalkStage::HiddenBack, "hₜ′ = 0", {"%1", {v("h.kept")}}, "∂L/∂hₜ′",
             {"%1", {g("h.kept")}}, {"h"});
    else
        line("h.kept", "hₜ′", GATELAB_TEXT("CellWalk", "Hidden state that is handed on"), zeta > 0 ? kZoneout : "",
             WalkStage::Hidden, WalkStage::HiddenBack, "hₜ′ = (1 − ζ) · hₜ + ζ · hₜ₋₁",
             {"(1 − %1) · %2 + %1 · %3 = %4", {zeta, v("h"), v("h0"), v("h.kept")}}, "∂L/∂hₜ′", {"%1", {g("h.kept")}},
             {"h", "h0"});
}

}  // namespace gatelab
