// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gates/quantity_words.h"

#include "common/texts.h"
#include "config/cell_traits.h"
#include "config/setting_predicates.h"

#include <QCoreApplication>

#include <span>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

struct QuantityEntry {
    const char *key, *name, *formula, *meaning;
};
constexpr QuantityEntry kLstm[] = {
    {"i", QT_TRANSLATE_NOOP("QuantityWords", "Input gate"), "i = σ(Wi x + Ui h₋₁ + bi)",
     QT_TRANSLATE_NOOP("QuantityWords", "of the candidate let in")},
    {"f", QT_TRANSLATE_NOOP("QuantityWords", "Forget gate"), "f = σ(Wf x + Uf h₋₁ + bf)",
     QT_TRANSLATE_NOOP("QuantityWords", "of the old cell kept")},
    {"g", QT_TRANSLATE_NOOP("QuantityWords", "Candidate"), "g = tanh(Wg x + Ug h₋₁ + bg)",
     QT_TRANSLATE_NOOP("QuantityWords", "proposed")},
    {"o", QT_TRANSLATE_NOOP("QuantityWords", "Output gate"), "o = σ(Wo x + Uo h₋₁ + bo)",
     QT_TRANSLATE_NOOP("QuantityWords", "of the cell shown")},
    {"c", QT_TRANSLATE_NOOP("QuantityWords", "Cell state"), "c = f c₋₁ + i g", ""},
    {"h", QT_TRANSLATE_NOOP("QuantityWords", "Hidden state"), "h = o tanh(c)", ""},
};
constexpr QuantityEntry kGru[] = {
    {"r", QT_TRANSLATE_NOOP("QuantityWords", "Reset gate"), "r = σ(Wr x + Ur h₋₁ + br)",
     QT_TRANSLATE_NOOP("QuantityWords", "of the old state used for the candidate")},
    {"z", QT_TRANSLATE_NOOP("QuantityWords", "Update gate"), "z = σ(Wz x + Uz h₋₁ + bz)",
     QT_TRANSLATE_NOOP("QuantityWords", "of the old state kept")},
    {"n", QT_TRANSLATE_NOOP("QuantityWords", "Candidate"), "n = tanh(Wn x + bn + r (Un h₋₁ + cn))",
     QT_TRANSLATE_NOOP("QuantityWords", "proposed")},
    {"h", QT_TRANSLATE_NOOP("QuantityWords", "Hidden state"), "h = (1 − z) n + z h₋₁", ""},
};
constexpr QuantityEntry kDiagonal[] = {
    {"i", QT_TRANSLATE_NOOP("QuantityWords", "Input gate"), "i = σ(Wi x + ui h₋₁ + bi)",
     QT_TRANSLATE_NOOP("QuantityWords", "of the candidate let in")},
    {"f", QT_TRANSLATE_NOOP("QuantityWords", "Forget gate"), "f = σ(Wf x + uf h₋₁ + bf)",
     QT_TRANSLATE_NOOP("QuantityWords", "of the old cell kept")},
    {"g", QT_TRANSLATE_NOOP("QuantityWords", "Candidate"), "g = tanh(Wg x + ug h₋₁ + bg)",
     QT_TRANSLATE_NOOP("QuantityWords", "proposed")},
    {"o", QT_TRANSLATE_NOOP("QuantityWords", "Output gate"), "o = σ(Wo x + uo h₋₁ + bo)",
     QT_TRANSLATE_NOOP("QuantityWords", "of the cell shown")},
    {"c", QT_TRANSLATE_NOOP("QuantityWords", "Cell state"), "c = f c₋₁ + i g", ""},
    {"h", QT_TRANSLATE_NOOP("QuantityWords", "Hidden state"), "h = o tanh(c)", ""},
};
constexpr QuantityEntry kSlstm[] = {
    {"i", QT_TRANSLATE_NOOP("QuantityWords", "Input gate"), "i = exp(Wi x + Ui h₋₁ + bi − m)",
     QT_TRANSLATE_NOOP("QuantityWords", "of all weight so far is this step's")},
    {"f", QT_TRANSLATE_NOOP("QuantityWords", "Forget gate"), "f = 1 − i",
     QT_TRANSLATE_NOOP("QuantityWords", "of the old cell kept")},
    {"g", QT_TRANSLATE_NOOP("QuantityWords", "Candidate"), "g = tanh(Wg x + Ug h₋₁ + bg)",
     QT_TRANSLATE_NOOP("QuantityWords", "proposed")},
    {"o", QT_TRANSLATE_NOOP("QuantityWords", "Output gate"), "o = σ(Wo x + Uo h₋₁ + bo)",
     QT_TRANSLATE_NOOP("QuantityWords", "of the cell shown")},
    {"c", QT_TRANSLATE_NOOP("QuantityWords", "Cell state"), "c = f c₋₁ + i g", ""},
    {"m", QT_TRANSLATE_NOOP("QuantityWords", "Normaliser, as a logarithm"),
     "m = log(exp(m₋₁) σ(Wf x + Uf h₋₁ + bf) + exp(Wi x + Ui h₋₁ + bi))", ""},
    {"h", QT_TRANSLATE_NOOP("QuantityWords", "Hidden state"), "h = o c", ""},
};
constexpr QuantityEntry kMinLstm[] = {
    {"i", QT_TRANSLATE_NOOP("QuantityWords", "Input gate"), "i = 1 − f",
     QT_TRANSLATE_NOOP("QuantityWords", "of the candidate let in")},
    {"f", QT_TRANSLATE_NOOP("QuantityWords", "Forget gate"), "f = σ(Wf x + bf) / (σ(Wi x + bi) + σ(Wf x + bf))",
     QT_TRANSLATE_NOOP("QuantityWords", "of the old state kept")},
    {"g", QT_TRANSLATE_NOOP("QuantityWords", "Candidate"), "g = Wg x + bg",
     QT_TRANSLATE_NOOP("QuantityWords", "proposed")},
    {"h", QT_TRANSLATE_NOOP("QuantityWords", "Hidden state"), "h = f h₋₁ + i g", ""},
};
constexpr QuantityEntry kMinGru[] = {
    {"z", QT_TRANSLATE_NOOP("QuantityWords", "Update gate"), "z = σ(Wz x + bz)",
     QT_TRANSLATE_NOOP("QuantityWords", "of the old state kept")},
    {"n", QT_TRANSLATE_NOOP("QuantityWords", "Candidate"), "n = Wn x + bn",
     QT_TRANSLATE_NOOP("QuantityWords", "proposed")},
    {"h", QT_TRANSLATE_NOOP("QuantityWords", "Hidden state"), "h = (1 − z) n + z h₋₁", ""},
};
constexpr QuantityEntry kLru[] = {
    {"u", QT_TRANSLATE_NOOP("QuantityWords", "Input, real part"), "u = Wu x + bu", ""},
    {"v", QT_TRANSLATE_NOOP("QuantityWords", "Input, imaginary part"), "v = Wv x + bv", ""},
    {"o", QT_TRANSLATE_NOOP("QuantityWords", "Output gate"), "o = σ(Wo x + bo)",
     QT_TRANSLATE_NOOP("QuantityWords", "of the cell shown")},
    {"c", QT_TRANSLATE_NOOP("QuantityWords", "Cell state, real part"), "c + i j = λ (c₋₁ + i j₋₁) + k (u + i v)", ""},
    {"j", QT_TRANSLATE_NOOP("QuantityWords", "Cell state, imaginary part"), "c + i j = λ (c₋₁ + i j₋₁) + k (u + i v)",
     ""},
    {"h", QT_TRANSLATE_NOOP("QuantityWords", "Hidden state"), "h = o c", ""},
};

}  // namespace

QuantityWords quantityWords(const std::string& key, const std::string& cell) {
    const auto say = [](const char* text) { return QCoreApplication::translate("QuantityWords", text); };
    if (isPlainRnn(cell))
        return {say(QT_TRANSLATE_NOOP("QuantityWords", "State")),
                cellTraits(cell).boundedOutput ? QStringLiteral("h = tanh(W x + U h₋₁ + b)")
                                               : QStringLiteral("h = max(0, W x + U h₋₁ + b)"),
                {}};
    const auto find = [&](const auto& entries) -> QuantityWords {
        for (const QuantityEntry& entry : entries)
            if (key == entry.key)
                return {say(entry.name), fromUtf8(entry.formula), *entry.meaning ? say(entry.meaning) : QString()};
        return {};
    };
    const std::pair<std::string_view, std::span<const QuantityEntry>> cells[] = {
        {"lstm", kLstm},     {"gru", kGru}, {"lstm-diagonal", kDiagonal}, {"slstm", kSlstm}, {"minlstm", kMinLstm},
        {"mingru", kMinGru}, {"lru", kLru}};
    for (const auto& [name, entries] : cells)
        if (cell == name) return find(entries);
    return {fromUtf8(key), {}, {}};  // of a cell without words of its own
}

}  // namespace gatelab
