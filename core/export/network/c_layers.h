// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/network/c_parts.h"

namespace gatelab {

/// The constants of a C file, and its functions up to one step of each layer.
class CLayers : public CParts {
public:
    using CParts::CParts;
    [[nodiscard]] std::string weights() const;
    [[nodiscard]] std::string functions() const;

private:
    [[nodiscard]] std::string scales() const;
    /// Where the inputs that are known ahead lie.
    [[nodiscard]] std::string aheadPlaces() const;
    /// NAME_series and NAME_scales.
    [[nodiscard]] std::string seriesScales() const;
    /// scaled, or scaled_at where columns are known ahead.
    [[nodiscard]] std::string scaledFunctions() const;
    [[nodiscard]] std::string layerFunction(const Layer& layer, std::int64_t d) const;
};

}  // namespace gatelab
