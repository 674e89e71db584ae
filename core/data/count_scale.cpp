// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/count_scale.h"

#include <cmath>

namespace gatelab {

namespace {

/// What the recipe makes of 0, 1 and 2, as it is inverted after this row.
struct Inverted {
    double at[3];
    Inverted(const PreparedSeries& prepared, std::size_t target, std::int64_t origin) {
        for (int i = 0; i < 3; ++i) {
            double value = i;
            prepared.invert(target, origin, {&value, 1});
            at[i] = value;
        }
    }
};

bool isNear(double a, double b, double unit) { return std::abs(a - b) <= 1e-9 * std::abs(unit); }

}  // namespace

Result<std::vector<CountScale>> countScales(const PreparedSeries& prepared) {
    std::vector<CountScale> scales;
    for (std::size_t t = 0; t < prepared.targets.size(); ++t) {
        const std::string& name = prepared.table.columns[prepared.targets[t]].name;
        for (const double value : prepared.originalTarget(t))
            if (std::isfinite(value) && (value < 0 || value != std::floor(value)))
                return Error{ErrorCode::InvalidInput,
                             {GATELAB_TEXT("Preparing",
                                           "'%1' has values that are no counts (whole numbers of zero or more); choose "
                                           "the loss Student t or Gaussian"),
                              {name}}}
                    .ofField("loss");
        const Inverted first(prepared, t, prepared.split.train.end / 2),
            last(prepared, t, prepared.split.train.end - 1);
        const double factor = first.at[1] - first.at[0];
        if (!(factor > 0) || !isNear(first.at[2] - first.at[1], factor, factor) ||
            !isNear(last.at[0], first.at[0], std::abs(first.at[0]) + factor) ||
            !isNear(last.at[1], first.at[1], std::abs(first.at[1]) + factor))
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Preparing",
                                       "a distribution of counts needs a recipe that is a line, and that of '%1' is "
                                       "none (log, difference); take such steps out"),
                          {name}}}
                .ofField("recipe");
        scales.push_back({first.at[0], factor});
    }
    return scales;
}

}  // namespace gatelab
