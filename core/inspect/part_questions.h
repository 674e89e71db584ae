// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/inspection.h"

#include <map>
#include <string>
#include <vector>

/// Questions for which a network reads a whole part of the data: what its units are called, and what happens without
/// some of them. Values only.
namespace gatelab {

/// What one quantity of one unit goes along with: the candidate with the largest correlation over all steps looked at.
/// It describes; a unit that was never trained may have a name as well.
struct UnitName {
    Phrase what;        ///< "follows the hour"
    Phrase detail;      ///< "highest at 6:00"; empty: nothing to add
    double figure = 0;  ///< |r| of Pearson, or R with the sine and cosine of a phase; NaN: the quantity never changes
    /// Below it two thirds of the variance have another cause: no simple name.
    static constexpr double kLeast = 0.6;
    [[nodiscard]] bool isSimple() const { return figure >= kLeast; }
    /// "follows the hour, 0.83", "no simple name".
    [[nodiscard]] Phrase phrase() const;
};
struct UnitNamesQuestion {
    WindowPart part = WindowPart::Validation;
    std::int64_t layer = 0, direction = 0;
    std::int64_t maxWindows = 128;  ///< looked at, evenly spread over the part
};
struct UnitNames {
    std::int64_t layer = 0, direction = 0, units = 0, looked = 0, windows = 0;
    std::map<std::string, std::vector<UnitName>> names;  ///< [quantity][unit]
    /// Null: there is none.
    [[nodiscard]] const UnitName* find(const std::string& quantity, std::int64_t unit) const;
};

struct AblationQuestion {
    WindowPart part = WindowPart::Validation;
    std::vector<UnitPlace> off;  ///< held at 0
    /// A gate of these units instead: held at its mean over the part, so that it no longer reacts. Empty: the units
    std::string gate;
};
/// How the loss of a whole part changes without some units. Neighbouring windows share rows, so the interval is that of
/// the means of blocks of neighbours, each as long as a window with its answer; a block knows nothing of the one after
/// the next.
struct Ablation {
    AblationQuestion question;
    Phrase weights;
    std::int64_t windows = 0, blocks = 0;
    double loss = 0, without = 0;  ///< the run's own loss, mean of all windows
    double low = 0, high = 0;      ///< 95 % interval of without - loss, Student's t; NaN: too few blocks
    static constexpr std::int64_t kMaxBlocks = 20, kMinBlocks = 3;
    [[nodiscard]] double change() const { return without - loss; }
    /// Whether the interval lies on one side of 0.
    [[nodiscard]] bool isClear() const { return low > 0 || high < 0; }
    /// Figure first, whole sentences.
    [[nodiscard]] Phrase phrase() const;
};

/// Answered by what an engine opens. As Inspector: blocks, one thread at a time.
class PartInspector {
public:
    virtual ~PartInspector() = default;
    virtual Result<UnitNames> names(const UnitNamesQuestion& question, const Progress& progress) = 0;
    virtual Result<Ablation> ablate(const AblationQuestion& question, const Progress& progress) = 0;
};

/// The same questions to an opened network; NotFound where it answers none.
Result<UnitNames> unitNames(Inspector& inspector, const UnitNamesQuestion& question, const Progress& progress);
Result<Ablation> ablation(Inspector& inspector, const AblationQuestion& question, const Progress& progress);

}  // namespace gatelab
