// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/inspection.h"

#include <cstdint>
#include <string>
#include <vector>

/// Why a network answers as it does: of one window what each number read adds to the answer, of a whole part how much
/// larger the error is without a column or some steps. Values only.
namespace gatelab {

/// Of which answer to which window. All numbers count from 0.
struct AttributionQuestion {
    WindowPart part = WindowPart::Validation;
    std::int64_t window = 0;
    std::int64_t target = 0;  ///< of a forecast or a regression
    std::int64_t step = -1;   ///< of the forecast, or of a label per step; -1: the mean of all, for a label the last
    std::int64_t label = -1;  ///< the class whose logit is explained; -1: the likeliest
};

/// A share of the change that no input has alone.
struct AttributionRest {
    Phrase what;  ///< "level of OT"
    double value = 0;
};

/// Integrated gradients (Sundararajan, Taly, Yan 2017) along the straight line from the mean of the training windows to
/// the window, by Gauss-Legendre's rule in float64. They add up to the change of the answer; where they do not, the
/// engine refuses.
struct Attribution {
    AttributionQuestion question;  ///< with the class that was explained
    WeightsInUse weights;
    WindowView window;
    Phrase subject;                    ///< what is explained: "OT, mean of 24 steps"
    std::vector<std::string> columns;  ///< names of what is read
    std::vector<double> values;        ///< [step][column]; on the prepared scale, for classes in logits
    std::vector<AttributionRest> rest;
    std::vector<double> attention;    ///< [step], sums to 1; empty: the network has none
    double answer = 0, baseline = 0;  ///< to the window, and to the mean of the training windows
    std::int64_t training = 0;        ///< windows in that mean
    static constexpr int kNodes = 32, kMostNodes = 512;
    int nodes = kNodes;  ///< as many as it took, doubled where they do not add up
    static constexpr double kMaxGap = 1e-6;
    [[nodiscard]] double change() const { return answer - baseline; }
    [[nodiscard]] double sum() const;
    /// |sum - change|, in parts of the change where that is above 1.
    [[nodiscard]] double gap() const;
    [[nodiscard]] std::vector<double> byColumn() const;
    /// "The sum of all shares is 0.532, the change of the answer 0.532 (difference 2e-15)."
    [[nodiscard]] Phrase proof() const;
    /// What to make of it: what pulled the answer most, and where.
    [[nodiscard]] Phrase soWhat() const;
};

struct ImportanceQuestion {
    WindowPart part = WindowPart::Test;
    std::int64_t shuffles = 5;
    std::int64_t maxWindows = 512;  ///< looked at, evenly spread over the part
    std::uint64_t seed = 1;
};
/// What is exchanged among windows, and the error then, in parts of the error as it is: 1 = it does not matter.
struct ImportanceRow {
    enum class Kind { Column, Steps, Group };
    Kind kind = Kind::Column;
    Phrase name;                          ///< "OT", "lag 3", "lags 4 to 7", "HUFL, MUFL"
    std::vector<std::int64_t> columns;    ///< empty: all
    std::int64_t first = 0, last = 0;     ///< steps of the window (from 0), or tenths of it; Kind::Steps alone
    double ratio = 1, low = 1, high = 1;  ///< mean over the shuffles, 95 % interval by Student's t
    static constexpr double kLeast = 1.01;
    /// Whether chance alone is no explanation, and it is more than a hundredth.
    [[nodiscard]] bool matters() const { return low > 1 && ratio >= kLeast; }
    /// Likewise below: the error falls when it is exchanged.
    [[nodiscard]] bool misleads() const { return high < 1 && ratio <= 2 - kLeast; }
};
/// Permutation importance (Breiman 2001; Fisher, Rudin, Dominici 2019) by column, by block of steps and by groups of
/// columns that go together (|r| from 0.7 on over the training windows): each is exchanged among windows, five times.
struct Importance {
    ImportanceQuestion question;
    WeightsInUse weights;
    std::vector<ImportanceRow> rows;  ///< columns, groups, steps; in each the order of the data
    std::int64_t windows = 0, looked = 0;
    double error = 0;        ///< as it is
    bool isEntropy = false;  ///< the error is the cross entropy; else the mean squared error on the prepared scale
    static constexpr double kTogether = 0.7;
    [[nodiscard]] std::vector<const ImportanceRow*> of(ImportanceRow::Kind kind) const;
    /// Figure first: what matters most, what does not.
    [[nodiscard]] Phrase soWhat() const;
};

/// Answered by what an engine opens. As Inspector: blocks, one thread at a time.
class Explainer {
public:
    virtual ~Explainer() = default;
    /// Unsupported for tokens, between which there is no straight line, and where the shares do not add up.
    virtual Result<Attribution> attribute(const AttributionQuestion& question, const Progress& progress) = 0;
    virtual Result<Importance> importance(const ImportanceQuestion& question, const Progress& progress) = 0;
};

/// The same questions to an opened network; NotFound where it answers none.
Result<Attribution> attribution(Inspector& inspector, const AttributionQuestion& question, const Progress& progress);
Result<Importance> importance(Inspector& inspector, const ImportanceQuestion& question, const Progress& progress);

/// The window that forecasts from `row` of the data on (its first forecast row, from 1), in any part: part and number.
/// For sequences the number of the sequence of the part. NotFound names the rows that there are.
struct WindowOfRow {
    WindowPart part = WindowPart::Validation;
    std::int64_t window = 0;
};
Result<WindowOfRow> windowOfRow(const InspectedRun& run, std::int64_t row);

}  // namespace gatelab
