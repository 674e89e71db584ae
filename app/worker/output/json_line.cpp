// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/json_line.h"

#include "io/json/json.h"

#include <cstdio>

namespace gatelab::worker {

std::string jsonLine(const nlohmann::ordered_json& json) {
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void printJson(const nlohmann::ordered_json& json) { std::printf("%s\n", jsonLine(json).c_str()); }

}  // namespace gatelab::worker
