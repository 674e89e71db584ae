// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/local_time.h"

#include <ctime>

namespace gatelab::worker {

std::string localTimeText(double seconds) {
    const auto moment = static_cast<std::time_t>(seconds);
    std::tm parts{};
    char text[32];
    return localtime_r(&moment, &parts) != nullptr && std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts) > 0
               ? text
               : "-";
}

}  // namespace gatelab::worker
