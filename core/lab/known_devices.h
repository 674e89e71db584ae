// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A device as its maker describes it: what it could do at most.
struct KnownDevice {
    std::string name;
    bool isGpu = false;
    double memoryBytes = 0, bytesPerSecond = 0;
    std::map<std::string, double> flopsPerSecond;  ///< by precision: "fp32"
    std::string source;
};

/// Of resources/devices.json. Corrupt: it is no such file, or a figure is none.
Result<std::vector<KnownDevice>> knownDevicesOfJson(std::string_view json);
Result<std::vector<KnownDevice>> readKnownDevices(const std::filesystem::path& file);

}  // namespace gatelab
