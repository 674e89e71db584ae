// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/known_devices.h"

#include "io/file_io.h"
#include "io/json/json_text.h"

namespace gatelab {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kMostBytes = 1u << 20;
constexpr double kGiga = 1e9, kTera = 1e12;

Error damaged(const std::string& why) {
    return {ErrorCode::Corrupt,
            {GATELAB_TEXT("Hardware", "the list of known devices cannot be read: %1; install Gatelab again"), {why}}};
}

bool isUsable(const KnownDevice& device) {
    if (device.name.empty() || device.source.empty() || !(device.memoryBytes > 0) || !(device.bytesPerSecond > 0))
        return false;
    for (const auto& [precision, rate] : device.flopsPerSecond)
        if (!(rate > 0)) return false;
    return device.flopsPerSecond.contains("fp32");
}

}  // namespace

Result<std::vector<KnownDevice>> knownDevicesOfJson(std::string_view text) {
    try {
        const Json whole = parseJson<Json>(text);
        std::vector<KnownDevice> devices;
        for (const Json& json : whole.at("devices")) {
            KnownDevice device;
            device.name = json.at("name");
            device.isGpu = json.at("kind") == "gpu";
            device.memoryBytes = kGiga * json.at("memory_gb").get<double>();
            device.bytesPerSecond = kGiga * json.at("bandwidth_gb_s").get<double>();
            for (const auto& [precision, rate] : json.at("tflops").items())
                device.flopsPerSecond[precision] = kTera * rate.get<double>();
            device.source = json.at("source");
            if (!isUsable(device)) return damaged(device.name);
            devices.push_back(std::move(device));
        }
        return devices;
    } catch (const Json::exception& problem) {
        return damaged(problem.what());
    }
}

Result<std::vector<KnownDevice>> readKnownDevices(const std::filesystem::path& file) {
    const auto bytes = readFileBytes(file, kMostBytes);
    if (!bytes.ok()) return bytes.error();
    return knownDevicesOfJson(*bytes);
}

}  // namespace gatelab
