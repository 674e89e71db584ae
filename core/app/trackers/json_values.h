// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/trackers/tracked_run.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// What W&B and Trackio keep as JSON: values with names, and values within values. NaN, Infinity and -Infinity are
/// numbers there, written as words or as texts.
namespace gatelab {

/// A number, a word for one, or true and false; nothing: something else.
std::optional<double> jsonNumber(std::string_view json);

/// The plain values of a JSON text, each with its name: "model.layers" within "model"; parts are joined by a dot. More
/// than four levels deep, and lists, only their number of members is told. A text that is no JSON gives nothing. `use`:
/// name, number where it is one, text as a person reads it.
using UseJsonValue =
    std::function<void(const std::string& name, const std::optional<double>& number, const std::string& text)>;
void forJsonValues(const std::string& name, std::string_view json, const UseJsonValue& use);

}  // namespace gatelab
