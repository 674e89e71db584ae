// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspect/part_questions.h"

#include "base/number_text.h"

#include <cmath>

namespace gatelab {

namespace {

constexpr int kDigits = 3;

const Error kNoAnswer{ErrorCode::NotFound,
                      GATELAB_TEXT("Inspect", "this engine answers no question about a whole part of the data")};

Phrase shown(double value, int digits = kDigits) { return numberText(value, digits); }

}  // namespace

Phrase UnitName::phrase() const {
    if (!isSimple()) return GATELAB_TEXT("Inspect", "no simple name");
    return {GATELAB_TEXT("Inspect", "%1, %2"), {what, shown(figure, 2)}};
}

const UnitName* UnitNames::find(const std::string& quantity, std::int64_t unit) const {
    const auto found = names.find(quantity);
    if (found == names.end() || unit < 0 || unit >= static_cast<std::int64_t>(found->second.size())) return nullptr;
    return &found->second[static_cast<std::size_t>(unit)];
}

Phrase Ablation::phrase() const {
    const Phrase told{GATELAB_TEXT("Inspect", "Loss of all %1 windows: %2 instead of %3."),
                      {windows, shown(without, 4), shown(loss, 4)}};
    if (!std::isfinite(low) || !std::isfinite(high))
        return together(told, {GATELAB_TEXT("Inspect",
                                            "The part is too short for an interval: it has %1 blocks of windows that "
                                            "share no row, and 3 are needed."),
                               {blocks}});
    const Phrase difference{GATELAB_TEXT("Inspect", "Change %1, 95 % interval %2 to %3 from %4 blocks of windows."),
                            {shown(change()), shown(low), shown(high), blocks}};
    const Phrase verdict = !isClear() ? Phrase(GATELAB_TEXT("Inspect", "It may be chance."))
                           : low > 0  ? Phrase(GATELAB_TEXT("Inspect", "The network needs them."))
                                      : Phrase(GATELAB_TEXT("Inspect", "Without them it is better on this part."));
    return together(together(told, difference), verdict);
}

Result<UnitNames> unitNames(Inspector& inspector, const UnitNamesQuestion& question, const Progress& progress) {
    auto* part = dynamic_cast<PartInspector*>(&inspector);
    if (part == nullptr) return kNoAnswer;
    return part->names(question, progress);
}

Result<Ablation> ablation(Inspector& inspector, const AblationQuestion& question, const Progress& progress) {
    auto* part = dynamic_cast<PartInspector*>(&inspector);
    if (part == nullptr) return kNoAnswer;
    return part->ablate(question, progress);
}

}  // namespace gatelab
