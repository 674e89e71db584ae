// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspect/walk_lines.h"
#include "inspect/walk_papers.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

using namespace walk_papers;

namespace {

void lstm(WalkLines& out) {
    out.read();
    out.readCell();
    const auto v = [&](const char* key) { return out.v(key); };
    const auto g = [&](const char* key) { return out.g(key); };
    const CellWalk& walk = out.walk();
    const auto paper = [&](const char* own) -> std::string {
        return walk.peephole ? std::string(own) + "; " + kPeephole : own;
    };
    out.sum("net.f", GATELAB_TEXT("CellWalk", "Weighted sum of the forget gate"), paper(kForget), Squash::Sigmoid, "f",
            "fₜ");
    out.sum("net.i", GATELAB_TEXT("CellWalk", "Weighted sum of the input gate"), paper(kLstm), Squash::Sigmoid, "i",
            "iₜ");
    out.sum("net.g", GATELAB_TEXT("CellWalk", "Weighted sum of the candidate"), kCandidate, Squash::Tanh, "g", "gₜ");
    out.sum("net.o", GATELAB_TEXT("CellWalk", "Weighted sum of the output gate"), paper(kLstm), Squash::Sigmoid, "o",
            "oₜ");
    out.line("f", "fₜ", GATELAB_TEXT("CellWalk", "Forget gate: how much of the old cell state is kept"), kForget,
             WalkStage::Gates, WalkStage::GatesBack, "fₜ = σ(Σf)", {"σ(%1) = %2", {v("net.f"), v("f")}},
             "∂L/∂fₜ = ∂L/∂cₜ · cₜ₋₁", {"%1 · %2 = %3", {g("c"), v("c0"), g("f")}}, {"net.f"});
    out.line("i", "iₜ", GATELAB_TEXT("CellWalk", "Input gate: how much of the candidate is let in"), kLstm,
             WalkStage::Gates, WalkStage::GatesBack, "iₜ = σ(Σi)", {"σ(%1) = %2", {v("net.i"), v("i")}},
             "∂L/∂iₜ = ∂L/∂cₜ · gₜ", {"%1 · %2 = %3", {g("c"), v("g"), g("i")}}, {"net.i"});
    out.line("g", "gₜ", GATELAB_TEXT("CellWalk", "Candidate: what this step proposes for the cell"), kCandidate,
             WalkStage::Gates, WalkStage::GatesBack, "gₜ = tanh(Σg)", {"tanh(%1) = %2", {v("net.g"), v("g")}},
             "∂L/∂gₜ = ∂L/∂cₜ · iₜ", {"%1 · %2 = %3", {g("c"), v("i"), g("g")}}, {"net.g"});
    out.line("o", "oₜ", GATELAB_TEXT("CellWalk", "Output gate: how much of the cell is shown"), kLstm, WalkStage::Gates,
             WalkStage::GatesBack, "oₜ = σ(Σo)", {"σ(%1) = %2", {v("net.o"), v("o")}},
             walk.projected ? "∂L/∂oₜ = ∂L/∂mₜ · tanh cₜ" : "∂L/∂oₜ = ∂L/∂hₜ · tanh cₜ",
             {"%1 · %2 = %3", {g(walk.projected ? "m" : "h"), v("tc"), g("o")}}, {"net.o"});
    out.line("fc", "fₜ · cₜ₋₁", GATELAB_TEXT("CellWalk", "What is kept of the old cell state"), kForget,
             WalkStage::Products, WalkStage::ProductsBack, "fₜ · cₜ₋₁", {"%1 · %2 = %3", {v("f"), v("c0"), v("fc")}},
             "∂L/∂(fₜ cₜ₋₁) = ∂L/∂cₜ", {"%1", {g("fc")}}, {"f", "c0"});
    out.line("ig", "iₜ · gₜ", GATELAB_TEXT("CellWalk", "What is let in of the candidate"), kLstm, WalkStage::Products,
             WalkStage::ProductsBack, "iₜ · gₜ", {"%1 · %2 = %3", {v("i"), v("g"), v("ig")}}, "∂L/∂(iₜ gₜ) = ∂L/∂cₜ",
             {"%1", {g("ig")}}, {"i", "g"});
    const double through = g("tc") * (1 - v("tc") * v("tc"));
    out.line("c", "cₜ", GATELAB_TEXT("CellWalk", "Cell state"), kForget, WalkStage::Cell, WalkStage::CellBack,
             "cₜ = fₜ · cₜ₋₁ + iₜ · gₜ", {"%1 + %2 = %3", {v("fc"), v("ig"), v("c")}},
             walk.peephole ? "∂L/∂cₜ = ∂L/∂tanh cₜ · (1 − tanh² cₜ) + ∂L/∂Σo · po + (t + 1 …)"
                           : "∂L/∂cₜ = ∂L/∂tanh cₜ · (1 − tanh² cₜ) + (t + 1 …)",
             {"%1 + %2 = %3", {through, g("c") - through, g("c")}}, {"fc", "ig"});
    const char* const above = walk.projected ? "m" : "h";
    out.line("tc", "tanh cₜ", GATELAB_TEXT("CellWalk", "The cell state, squeezed between −1 and 1"), kLstm,
             WalkStage::Hidden, WalkStage::HiddenBack, "tanh cₜ", {"tanh(%1) = %2", {v("c"), v("tc")}},
             walk.projected ? "∂L/∂tanh cₜ = ∂L/∂mₜ · oₜ" : "∂L/∂tanh cₜ = ∂L/∂hₜ · oₜ",
             {"%1 · %2 = %3", {g(above), v("o"), g("tc")}}, {"c"});
    if (walk.projected) {
        out.line("m", "mₜ", GATELAB_TEXT("CellWalk", "What is shown of the cell, before the projection"), kProjection,
                 WalkStage::Hidden, WalkStage::HiddenBack, "mₜ = oₜ · tanh cₜ",
                 {"%1 · %2 = %3", {v("o"), v("tc"), v("m")}}, "∂L/∂mₜ = Σ Wʰᵀ · ∂L/∂hₜ", {"%1", {g("m")}}, {"o", "tc"});
        out.line("h", "hₜ", GATELAB_TEXT("CellWalk", "Hidden state, projected from all units"), kProjection,
                 WalkStage::Hidden, WalkStage::HiddenBack, "hₜ = Wʰ · mₜ", {"Wʰ · mₜ = %1", {v("h")}}, out.hiddenBack(),
                 {"%1", {g("h")}}, {"m"});
    } else {
        out.line("h", "hₜ", GATELAB_TEXT("CellWalk", "Hidden state"), kLstm, WalkStage::Hidden, WalkStage::HiddenBack,
                 "hₜ = oₜ · tanh cₜ", {"%1 · %2 = %3", {v("o"), v("tc"), v("h")}}, out.hiddenBack(), {"%1", {g("h")}},
                 {"o", "tc"});
    }
}

void gru(WalkLines& out) {
    out.read("", " + ∂L/∂hₜ · zₜ");
    const auto v = [&](const char* key) { return out.v(key); };
    const auto g = [&](const char* key) { return out.g(key); };
    const std::string paper = kGru;
    out.sum("net.r", GATELAB_TEXT("CellWalk", "Weighted sum of the reset gate"), paper + "(5)", Squash::Sigmoid, "r",
            "rₜ");
    out.sum("net.z", GATELAB_TEXT("CellWalk", "Weighted sum of the update gate"), paper + "(6)", Squash::Sigmoid, "z",
            "zₜ");
    const auto part = [&](const char* key, const char* symbol, Text name, const char* formula, WalkTerm::From from,
                          const char* back, FilledLine backFilled, const char* reads) {
        double products = 0, bias = 0;
        if (const WalkSum* terms = out.walk().sum(key))
            for (const WalkTerm& term : terms->terms) (term.from == from ? products : bias) += term.product();
        out.line(key, symbol, name, paper + "(8)", WalkStage::Sums, WalkStage::SumsBack, formula,
                 {"%1 + %2 = %3", {products, bias, v(key)}}, back, std::move(backFilled), {reads});
    };
    part("net.x", "Σx", GATELAB_TEXT("CellWalk", "Weighted sum of the candidate, from the input"), "Σx = Wn · xₜ + b",
         WalkTerm::From::Input, "∂L/∂Σx = ∂L/∂Σn", {"%1", {g("net.x")}}, "x");
    part("net.h", "Σh", GATELAB_TEXT("CellWalk", "Weighted sum of the candidate, from the old state"),
         "Σh = Un · hₜ₋₁ + b", WalkTerm::From::Hidden, "∂L/∂Σh = ∂L/∂(rₜ Σh) · rₜ",
         {"%1 · %2 = %3", {g("rh"), v("r"), g("net.h")}}, "h0");
    out.line("r", "rₜ", GATELAB_TEXT("CellWalk", "Reset gate: how much of the old state the candidate uses"),
             paper + "(5)", WalkStage::Gates, WalkStage::GatesBack, "rₜ = σ(Σr)", {"σ(%1) = %2", {v("net.r"), v("r")}},
             "∂L/∂rₜ = ∂L/∂(rₜ Σh) · Σh", {"%1 · %2 = %3", {g("rh"), v("net.h"), g("r")}}, {"net.r"});
    out.line("z", "zₜ", GATELAB_TEXT("CellWalk", "Update gate: how much of the old state is kept"), paper + "(6)",
             WalkStage::Gates, WalkStage::GatesBack, "zₜ = σ(Σz)", {"σ(%1) = %2", {v("net.z"), v("z")}},
             "∂L/∂zₜ = ∂L/∂hₜ · (hₜ₋₁ − nₜ)", {"%1 · (%2 − %3) = %4", {g("h"), v("h0"), v("n"), g("z")}}, {"net.z"});
    out.line(
        "rh", "rₜ · Σh",
        GATELAB_TEXT(
            "CellWalk",
            "What the candidate uses of the old state; Cho's eq. (8) multiplies h first, cuDNN and PyTorch its sum"),
        paper + "(8)", WalkStage::Gates, WalkStage::GatesBack, "rₜ · Σh",
        {"%1 · %2 = %3", {v("r"), v("net.h"), v("rh")}}, "∂L/∂(rₜ Σh) = ∂L/∂Σn", {"%1", {g("rh")}}, {"r", "net.h"});
    out.line("net.n", "Σn", GATELAB_TEXT("CellWalk", "Sum of the candidate"), paper + "(8)", WalkStage::Products,
             WalkStage::ProductsBack, "Σn = Σx + rₜ · Σh", {"%1 + %2 = %3", {v("net.x"), v("rh"), v("net.n")}},
             "∂L/∂Σn = ∂L/∂nₜ · (1 − nₜ²)", {"%1 · (1 − %2²) = %3", {g("n"), v("n"), g("net.n")}}, {"net.x", "rh"});
    out.line("n", "nₜ", GATELAB_TEXT("CellWalk", "Candidate: what this step proposes"), paper + "(8)",
             WalkStage::Products, WalkStage::ProductsBack, "nₜ = tanh(Σn)", {"tanh(%1) = %2", {v("net.n"), v("n")}},
             "∂L/∂nₜ = ∂L/∂hₜ · (1 − zₜ)", {"%1 · (1 − %2) = %3", {g("h"), v("z"), g("n")}}, {"net.n"});
    out.line("zh", "zₜ · hₜ₋₁", GATELAB_TEXT("CellWalk", "What is kept of the old state"), paper + "(7)",
             WalkStage::Cell, WalkStage::CellBack, "zₜ · hₜ₋₁", {"%1 · %2 = %3", {v("z"), v("h0"), v("zh")}},
             "∂L/∂(zₜ hₜ₋₁) = ∂L/∂hₜ", {"%1", {g("zh")}}, {"z", "h0"});
    out.line("nn", "(1 − zₜ) · nₜ", GATELAB_TEXT("CellWalk", "What is let in of the candidate"), paper + "(7)",
             WalkStage::Cell, WalkStage::CellBack, "(1 − zₜ) · nₜ", {"(1 − %1) · %2 = %3", {v("z"), v("n"), v("nn")}},
             "∂L/∂((1 − zₜ) nₜ) = ∂L/∂hₜ", {"%1", {g("nn")}}, {"z", "n"});
    out.line("h", "hₜ", GATELAB_TEXT("CellWalk", "Hidden state"), paper + "(7)", WalkStage::Hidden,
             WalkStage::HiddenBack, "hₜ = zₜ · hₜ₋₁ + (1 − zₜ) · nₜ", {"%1 + %2 = %3", {v("zh"), v("nn"), v("h")}},
             out.hiddenBack(), {"%1", {g("h")}}, {"zh", "nn"});
}

/// Output gate and hidden state of a cell that shows its cell state as it is.
void shown(WalkLines& out, const char* paper) {
    const auto v = [&](const char* key) { return out.v(key); };
    const auto g = [&](const char* key) { return out.g(key); };
    out.line("o", "oₜ", GATELAB_TEXT("CellWalk", "Output gate: how much of the cell is shown"), paper, WalkStage::Gates,
             WalkStage::GatesBack, "oₜ = σ(Σo)", {"σ(%1) = %2", {v("net.o"), v("o")}}, "∂L/∂oₜ = ∂L/∂hₜ · cₜ",
             {"%1 · %2 = %3", {g("h"), v("c"), g("o")}}, {"net.o"});
    out.line("h", "hₜ", GATELAB_TEXT("CellWalk", "Hidden state"), paper, WalkStage::Hidden, WalkStage::HiddenBack,
             "hₜ = oₜ · cₜ", {"%1 · %2 = %3", {v("o"), v("c"), v("h")}}, out.hiddenBack(), {"%1", {g("h")}},
             {"o", "c"});
}

/// A second number that a unit has read from the step before.
void readSecond(WalkLines& out, const char* key, const char* symbol, Text name, const char* paper,
                const std::string& back) {
    WalkNode& node = out.add(key, symbol, name, paper, WalkStage::Inputs, WalkStage::InputsBack);
    node.formula = symbol;
    node.backFormula = back;
    node.backFilled = {"%1", {out.g(key)}};
}

void slstm(WalkLines& out) {
    out.read();
    out.readCell();
    const auto v = [&](const char* key) { return out.v(key); };
    const auto g = [&](const char* key) { return out.g(key); };
    readSecond(out, "m0", "mₜ₋₁", GATELAB_TEXT("CellWalk", "Logarithm of all weight given before this step"), kXlstm,
               "∂L/∂mₜ₋₁ = ∂L/∂aₜ");
    out.sum("net.f", GATELAB_TEXT("CellWalk", "Weighted sum of the forget gate"), kXlstm, Squash::Other, "f",
            "aₜ · (1 − σ(Σf))");
    out.sum("net.i", GATELAB_TEXT("CellWalk", "Weighted sum of the input gate"), kXlstm, Squash::Other, "i",
            "iₜ · iₜ + ∂L/∂mₜ · iₜ");
    out.sum("net.g", GATELAB_TEXT("CellWalk", "Weighted sum of the candidate"), kXlstm, Squash::Tanh, "g", "gₜ");
    out.sum("net.o", GATELAB_TEXT("CellWalk", "Weighted sum of the output gate"), kXlstm, Squash::Sigmoid, "o", "oₜ");
    out.line("a", "aₜ", GATELAB_TEXT("CellWalk", "Logarithm of the weight that the past keeps"), kXlstm,
             WalkStage::Gates, WalkStage::GatesBack, "aₜ = mₜ₋₁ + log σ(Σf)",
             {"%1 + log σ(%2) = %3", {v("m0"), v("net.f"), v("a")}}, "∂L/∂aₜ = ∂L/∂mₜ · fₜ",
             {"%1 · %2 = %3", {g("m"), v("f"), g("a")}}, {"m0", "net.f"});
    out.line("m", "mₜ", GATELAB_TEXT("CellWalk", "Logarithm of all weight given so far: the normaliser"), kXlstm,
             WalkStage::Gates, WalkStage::GatesBack, "mₜ = log(e^aₜ + e^Σi)",
             {"log(e^%1 + e^%2) = %3", {v("a"), v("net.i"), v("m")}}, "∂L/∂mₜ = − ∂L/∂iₜ · iₜ + (t + 1 …)",
             {"%1", {g("m")}}, {"a", "net.i"});
    out.line("i", "iₜ", GATELAB_TEXT("CellWalk", "Input gate: the share of all weight that this step has"), kXlstm,
             WalkStage::Gates, WalkStage::GatesBack, "iₜ = e^(Σi − mₜ)",
             {"e^(%1 − %2) = %3", {v("net.i"), v("m"), v("i")}}, "∂L/∂iₜ = ∂L/∂cₜ · gₜ − ∂L/∂fₜ",
             {"%1 · %2 − %3 = %4", {g("c"), v("g"), g("f"), g("i")}}, {"net.i", "m"});
    out.line("f", "fₜ", GATELAB_TEXT("CellWalk", "Forget gate: the share of the past"), kXlstm, WalkStage::Gates,
             WalkStage::GatesBack, "fₜ = 1 − iₜ", {"1 − %1 = %2", {v("i"), v("f")}}, "∂L/∂fₜ = ∂L/∂cₜ · cₜ₋₁",
             {"%1 · %2 = %3", {g("c"), v("c0"), g("f")}}, {"i"});
    out.line("g", "gₜ", GATELAB_TEXT("CellWalk", "Candidate: what this step proposes for the cell"), kXlstm,
             WalkStage::Gates, WalkStage::GatesBack, "gₜ = tanh(Σg)", {"tanh(%1) = %2", {v("net.g"), v("g")}},
             "∂L/∂gₜ = ∂L/∂cₜ · iₜ", {"%1 · %2 = %3", {g("c"), v("i"), g("g")}}, {"net.g"});
    out.line("fc", "fₜ · cₜ₋₁", GATELAB_TEXT("CellWalk", "What is kept of the old cell state"), kXlstm,
             WalkStage::Products, WalkStage::ProductsBack, "fₜ · cₜ₋₁", {"%1 · %2 = %3", {v("f"), v("c0"), v("fc")}},
             "∂L/∂(fₜ cₜ₋₁) = ∂L/∂cₜ", {"%1", {g("fc")}}, {"f", "c0"});
    out.line("ig", "iₜ · gₜ", GATELAB_TEXT("CellWalk", "What is let in of the candidate"), kXlstm, WalkStage::Products,
             WalkStage::ProductsBack, "iₜ · gₜ", {"%1 · %2 = %3", {v("i"), v("g"), v("ig")}}, "∂L/∂(iₜ gₜ) = ∂L/∂cₜ",
             {"%1", {g("ig")}}, {"i", "g"});
    out.line("c", "cₜ", GATELAB_TEXT("CellWalk", "Cell state, a mean of all candidates so far"), kXlstm,
             WalkStage::Cell, WalkStage::CellBack, "cₜ = fₜ · cₜ₋₁ + iₜ · gₜ",
             {"%1 + %2 = %3", {v("fc"), v("ig"), v("c")}}, "∂L/∂cₜ = ∂L/∂hₜ · oₜ + (t + 1 …)",
             {"%1 · %2 + %3 = %4", {g("h"), v("o"), g("c") - g("h") * v("o"), g("c")}}, {"fc", "ig"});
    shown(out, kXlstm);
}

void minLstm(WalkLines& out) {
    out.read("", "∂L/∂hₜ · fₜ");
    const auto v = [&](const char* key) { return out.v(key); };
    const auto g = [&](const char* key) { return out.g(key); };
    out.sum("net.f", GATELAB_TEXT("CellWalk", "Weighted sum of the forget gate"), kMinimal, Squash::Other, "f",
            "fₜ · fₜ · iₜ · (1 − σ(Σf))");
    out.sum("net.i", GATELAB_TEXT("CellWalk", "Weighted sum of the input gate"), kMinimal, Squash::Other, "f",
            "fₜ · (−fₜ) · iₜ · (1 − σ(Σi))");
    out.inputSum("g", "gₜ", GATELAB_TEXT("CellWalk", "Candidate: what this step proposes, without bounds"), kMinimal,
                 "∂L/∂gₜ = ∂L/∂hₜ · iₜ", {"%1 · %2 = %3", {g("h"), v("i"), g("g")}});
    out.line("f", "fₜ", GATELAB_TEXT("CellWalk", "Forget gate, as a share of both gates"), kMinimal, WalkStage::Gates,
             WalkStage::GatesBack, "fₜ = σ(Σf) / (σ(Σi) + σ(Σf))",
             {"σ(%1) / (σ(%2) + σ(%1)) = %3", {v("net.f"), v("net.i"), v("f")}}, "∂L/∂fₜ = ∂L/∂hₜ · hₜ₋₁ − ∂L/∂iₜ",
             {"%1 · %2 − %3 = %4", {g("h"), v("h0"), g("i"), g("f")}}, {"net.f", "net.i"});
    out.line("i", "iₜ", GATELAB_TEXT("CellWalk", "Input gate, as a share of both gates"), kMinimal, WalkStage::Gates,
             WalkStage::GatesBack, "iₜ = 1 − fₜ", {"1 − %1 = %2", {v("f"), v("i")}}, "∂L/∂iₜ = ∂L/∂hₜ · gₜ",
             {"%1 · %2 = %3", {g("h"), v("g"), g("i")}}, {"f"});
    out.line("ig", "iₜ · gₜ", GATELAB_TEXT("CellWalk", "What is let in of the candidate"), kMinimal,
             WalkStage::Products, WalkStage::ProductsBack, "iₜ · gₜ", {"%1 · %2 = %3", {v("i"), v("g"), v("ig")}},
             "∂L/∂(iₜ gₜ) = ∂L/∂hₜ", {"%1", {g("ig")}}, {"i", "g"});
    out.line("fh", "fₜ · hₜ₋₁", GATELAB_TEXT("CellWalk", "What is kept of the old state"), kMinimal, WalkStage::Cell,
             WalkStage::CellBack, "fₜ · hₜ₋₁", {"%1 · %2 = %3", {v("f"), v("h0"), v("fh")}}, "∂L/∂(fₜ hₜ₋₁) = ∂L/∂hₜ",
             {"%1", {g("fh")}}, {"f", "h0"});
    out.line("h", "hₜ", GATELAB_TEXT("CellWalk", "Hidden state"), kMinimal, WalkStage::Hidden, WalkStage::HiddenBack,
             "hₜ = fₜ · hₜ₋₁ + iₜ · gₜ", {"%1 + %2 = %3", {v("fh"), v("ig"), v("h")}}, out.hiddenBack(),
             {"%1", {g("h")}}, {"fh", "ig"});
}

void minGru(WalkLines& out) {
    out.read("", "∂L/∂hₜ · zₜ");
    const auto v = [&](const char* key) { return out.v(key); };
    const auto g = [&](const char* key) { return out.g(key); };
    out.sum("net.z", GATELAB_TEXT("CellWalk", "Weighted sum of the update gate"), kMinimal, Squash::Sigmoid, "z", "zₜ");
    out.inputSum("n", "nₜ", GATELAB_TEXT("CellWalk", "Candidate: what this step proposes, without bounds"), kMinimal,
                 "∂L/∂nₜ = ∂L/∂hₜ · (1 − zₜ)", {"%1 · (1 − %2) = %3", {g("h"), v("z"), g("n")}});
    out.line("z", "zₜ", GATELAB_TEXT("CellWalk", "Update gate: how much of the old state is kept"), kMinimal,
             WalkStage::Gates, WalkStage::GatesBack, "zₜ = σ(Σz)", {"σ(%1) = %2", {v("net.z"), v("z")}},
             "∂L/∂zₜ = ∂L/∂hₜ · (hₜ₋₁ − nₜ)", {"%1 · (%2 − %3) = %4", {g("h"), v("h0"), v("n"), g("z")}}, {"net.z"});
    out.line("nn", "(1 − zₜ) · nₜ", GATELAB_TEXT("CellWalk", "What is let in of the candidate"), kMinimal,
             WalkStage::Products, WalkStage::ProductsBack, "(1 − zₜ) · nₜ",
             {"(1 − %1) · %2 = %3", {v("z"), v("n"), v("nn")}}, "∂L/∂((1 − zₜ) nₜ) = ∂L/∂hₜ", {"%1", {g("nn")}},
             {"z", "n"});
    out.line("zh", "zₜ · hₜ₋₁", GATELAB_TEXT("CellWalk", "What is kept of the old state"), kMinimal, WalkStage::Cell,
             WalkStage::CellBack, "zₜ · hₜ₋₁", {"%1 · %2 = %3", {v("z"), v("h0"), v("zh")}}, "∂L/∂(zₜ hₜ₋₁) = ∂L/∂hₜ",
             {"%1", {g("zh")}}, {"z", "h0"});
    out.line("h", "hₜ", GATELAB_TEXT("CellWalk", "Hidden state"), kMinimal, WalkStage::Hidden, WalkStage::HiddenBack,
             "hₜ = zₜ · hₜ₋₁ + (1 − zₜ) · nₜ", {"%1 + %2 = %3", {v("zh"), v("nn"), v("h")}}, out.hiddenBack(),
             {"%1", {g("h")}}, {"zh", "nn"});
}

void lru(WalkLines& out) {
    out.read();
    const auto v = [&](const char* key) { return out.v(key); };
    const auto g = [&](const char* key) { return out.g(key); };
    readSecond(out, "c0", "cₜ₋₁", GATELAB_TEXT("CellWalk", "Cell state before this step, its real part"), kLru,
               "∂L/∂cₜ₋₁ = ∂L/∂cₜ · Re λ + ∂L/∂jₜ · Im λ");
    readSecond(out, "j0", "jₜ₋₁", GATELAB_TEXT("CellWalk", "Cell state before this step, its imaginary part"), kLru,
               "∂L/∂jₜ₋₁ = ∂L/∂jₜ · Re λ − ∂L/∂cₜ · Im λ");
    out.inputSum("u", "uₜ", GATELAB_TEXT("CellWalk", "What this step adds, its real part"), kLru, "∂L/∂uₜ = ∂L/∂cₜ · k",
                 {"%1", {g("u")}});
    out.inputSum("v", "vₜ", GATELAB_TEXT("CellWalk", "What this step adds, its imaginary part"), kLru,
                 "∂L/∂vₜ = ∂L/∂jₜ · k", {"%1", {g("v")}});
    out.sum("net.o", GATELAB_TEXT("CellWalk", "Weighted sum of the output gate"), kLru, Squash::Sigmoid, "o", "oₜ");
    const auto part = [&](const char* key, const char* symbol, Text name, const char* of, FilledLine numbers,
                          std::vector<std::string> reads) {
        out.line(key, symbol, name, kLru, WalkStage::Products, WalkStage::ProductsBack, symbol, std::move(numbers),
                 std::string("∂L/∂… = ∂L/∂") + of, {"%1", {g(key)}}, std::move(reads));
    };
    part("turned", "Re λ · cₜ₋₁ − Im λ · jₜ₋₁",
         GATELAB_TEXT("CellWalk", "The old state turned by the unit's own number λ, real part"), "cₜ",
         {"%1 · %2 − %3 · %4 = %5", {v("re"), v("c0"), v("im"), v("j0"), v("turned")}}, {"c0", "j0"});
    part("ku", "k · uₜ", GATELAB_TEXT("CellWalk", "What is added, scaled so that the state keeps its size"), "cₜ",
         {"%1 · %2 = %3", {v("k"), v("u"), v("ku")}}, {"u"});
    out.line("c", "cₜ", GATELAB_TEXT("CellWalk", "Cell state, real part"), kLru, WalkStage::Cell, WalkStage::CellBack,
             "cₜ = Re λ · cₜ₋₁ − Im λ · jₜ₋₁ + k · uₜ", {"%1 + %2 = %3", {v("turned"), v("ku"), v("c")}},
             "∂L/∂cₜ = ∂L/∂hₜ · oₜ + (t + 1 …)",
             {"%1 · %2 + %3 = %4", {g("h"), v("o"), g("c") - g("h") * v("o"), g("c")}}, {"turned", "ku"});
    part("turned.j", "Im λ · cₜ₋₁ + Re λ · jₜ₋₁",
         GATELAB_TEXT("CellWalk", "The old state turned by the unit's own number λ, imaginary part"), "jₜ",
         {"%1 · %2 + %3 · %4 = %5", {v("im"), v("c0"), v("re"), v("j0"), v("turned.j")}}, {"c0", "j0"});
    part("kv", "k · vₜ", GATELAB_TEXT("CellWalk", "What is added, scaled so that the state keeps its size"), "jₜ",
         {"%1 · %2 = %3", {v("k"), v("v"), v("kv")}}, {"v"});
    out.line("j", "jₜ", GATELAB_TEXT("CellWalk", "Cell state, imaginary part"), kLru, WalkStage::Cell,
             WalkStage::CellBack, "jₜ = Im λ · cₜ₋₁ + Re λ · jₜ₋₁ + k · vₜ",
             {"%1 + %2 = %3", {v("turned.j"), v("kv"), v("j")}}, "∂L/∂jₜ = (t + 1 …)", {"%1", {g("j")}},
             {"turned.j", "kv"});
    shown(out, kLru);
}

template <bool isRelu>
void plain(WalkLines& out) {
    out.read(kElman);
    const double net = out.v("net"), h = out.v("h");
    out.sum("net", GATELAB_TEXT("CellWalk", "Weighted sum"), kElman, isRelu ? Squash::Relu : Squash::Tanh, "h", "hₜ");
    out.line("h", "hₜ", GATELAB_TEXT("CellWalk", "Hidden state"), kElman, WalkStage::Hidden, WalkStage::HiddenBack,
             isRelu ? "hₜ = max(0, Σ)" : "hₜ = tanh(Σ)", {isRelu ? "max(0, %1) = %2" : "tanh(%1) = %2", {net, h}},
             out.hiddenBack(), {"%1", {out.g("h")}}, {"net"});
}

/// The lines of one kind of cell; its numbers come from replay/cell_walk.cpp.
struct CellLines {
    std::string_view cell;
    void (*add)(WalkLines& out);
};
constexpr CellLines kLines[] = {{"lstm", lstm},
                                {"gru", gru},
                                {"rnn-tanh", plain<false>},
                                {"rnn-relu", plain<true>},
                                {"lstm-diagonal", lstm},
                                {"slstm", slstm},
                                {"minlstm", minLstm},
                                {"mingru", minGru},
                                {"lru", lru}};

}  // namespace

void addCellLines(std::string_view cell, WalkLines& out) {
    std::ranges::find(kLines, cell, &CellLines::cell)->add(out);
}

}  // namespace gatelab
