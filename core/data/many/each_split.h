// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/many/member_split.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A split of many series that gives the rows of each, as a training has it that a program asks for: "420/140/8 each
/// 300/100/4 120/40/4" are those of all together, then those of every series in their order.
bool isOfEach(std::string_view split);
/// That split, from those of every series by itself ("300/100/4").
std::string splitOfEach(const std::vector<std::string>& parts);
/// What it gives each of `series` series. InvalidInput: it is of another number of them.
Result<std::vector<MemberSplit>> splitsOfEach(std::string_view split, std::size_t series);

}  // namespace gatelab
