// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace gatelab {

/// Times that were counted in a long unit and written with few digits: 45047.041667 days are 1:00:00.029, 0.0167 hours
/// are 60.12 s. Where every one lies within the last digit written of a multiple of one step of a clock (a day, ...,
/// a second, counted from midnight or from the start), and that step is long against the digit, all become what was
/// meant. `values`: as written, `unit`: microseconds of one, `times`: microseconds made of them, kNoTime where there is
/// none. Fewer than 5 times, or digits without end, stay as they are.
void mendRounded(const std::vector<double>& values, double unit, std::vector<std::int64_t>& times);

}  // namespace gatelab
