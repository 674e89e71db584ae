// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Statements over measured figures that a program can check: "accuracy(lstm) - accuracy(rnn) > 0.2 and seconds(lstm) <
/// 30".
///   claim      = comparison { ("and" | "or") comparison }      read from left to right
///   comparison = sum ("<" | "<=" | ">" | ">=") sum
///   sum        = product { ("+" | "-") product }
///   product    = value { ("*" | "/") value }
///   value      = number | "-" value | "(" sum ")" | ("abs" | "min" | "max") "(" sum { "," sum } ")" | figure "(" word
///   { "," word } ")"
/// A comparison with a figure that does not exist (NaN) does not hold.
namespace gatelab {

/// A figure as it stands in a claim: its name and the words between its brackets.
struct FigureCall {
    std::string name;
    std::vector<std::string> arguments;
    friend bool operator==(const FigureCall&, const FigureCall&) = default;
};
using FigureSource = std::function<Result<double>(const FigureCall&)>;

/// InvalidInput, with the place as "character 12", where it cannot be read; errors of `figures` as they are.
Result<bool> claimHolds(std::string_view claim, const FigureSource& figures);
/// A sum alone.
Result<double> sumValue(std::string_view sum, const FigureSource& figures);
/// What a claim, or a sum, asks for, each once, in order.
Result<std::vector<FigureCall>> figuresOfClaim(std::string_view claim);
Result<std::vector<FigureCall>> figuresOfSum(std::string_view sum);

}  // namespace gatelab
