// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace gatelab {

/// Whether the name of a column has one of these words, whatever its case: "Paid in", "paid_in" and "PaidIn" have
/// "paid". Words in lower case (ASCII; other letters as they are written): whole ones, or beginnings of words where
/// they end in '*'; Chinese and Japanese ones stand anywhere.
bool hasNameWord(std::string_view name, std::span<const std::string_view> words);

}  // namespace gatelab
