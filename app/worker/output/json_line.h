// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace gatelab::worker {

/// Without a line end; what is no UTF-8 in it (names of files, columns) is replaced.
std::string jsonLine(const nlohmann::ordered_json& json);

/// The same with its line end, on stdout.
void printJson(const nlohmann::ordered_json& json);

}  // namespace gatelab::worker
