// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gates/quantity_words.h"

#include "common/texts.h"
#include "config/cell_traits.h"
#include "config/setting_predicates.h"

#include <QCoreApplication>

namespace gatelab {

QuantityWords quantityWords(const std::string& key, const std::string& cell) {
    const auto say = [](const char* text) { return QCoreApplication::translate("QuantityWords", text); };
    struct Entry {
        const char *key, *name, *formula, *meaning;
    };
    static constexpr Entry kLstm[] = {
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
    static constexpr Entry kGru[] = {
        {"r", QT_TRANSLATE_NOOP("QuantityWords", "Reset gate"), "r = σ(Wr x + Ur h₋₁ + br)",
         QT_TRANSLATE_NOOP("QuantityWords", "of the old state used for the candidate")},
        {"z", QT_TRANSLATE_NOOP("QuantityWords", "Update gate"), "z = σ(Wz x + Uz h₋₁ + bz)",
         QT_TRANSLATE_NOOP("QuantityWords", "of the old state kept")},
        {"n", QT_TRANSLATE_NOOP("QuantityWords", "Candidate"), "n = tanh(Wn x + bn + r (Un h₋₁ + cn))",
         QT_TRANSLATE_NOOP("QuantityWords", "proposed")},
        {"h", QT_TRANSLATE_NOOP("QuantityWords", "Hidden state"), "h = (1 − z) n + z h₋₁", ""},
    };
    if (isPlainRnn(cell))
        return {say(QT_TRANSLATE_NOOP("QuantityWords", "State")),
                cellTraits(cell).boundedOutput ? QStringLiteral("h = tanh(W x + U h₋₁ + b)")
                                               : QStringLiteral("h = max(0, W x + U h₋₁ + b)"),
                {}};
    const auto find = [&](const auto& entries) -> QuantityWords {
        for (const Entry& entry : entries)
            if (key == entry.key)
                return {say(entry.name), fromUtf8(entry.formula), *entry.meaning ? say(entry.meaning) : QString()};
        return {};
    };
    if (isGru(cell)) return find(kGru);
    if (isLstm(cell)) return find(kLstm);
    return {fromUtf8(key), {}, {}};  // of a cell without words of its own
}

}  // namespace gatelab
