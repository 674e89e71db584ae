// SPDX-License-Identifier: GPL-3.0-or-later
// "devices": what this machine can train on. Opens the engine.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/runs.h"

#include "xla/plugin.h"

#include <cstdio>
#include <memory>
#include <string>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

/// Devices of XLA: the plugins that are installed, by their files; where they are `opened`, what they find.
Json xlaDevices(bool opened, bool json) {
    Json all = Json::array();
    for (const std::filesystem::path& plugin : findXlaPlugins()) {
        Json devices = Json::array();
        std::string reason = opened ? "" : "not opened: --xla looks for its devices";
        for (int number = 0, count = opened ? 1 : 0; number < count; ++number) {
            const auto device = XlaDevice::open(plugin, number);
            if (!device.ok()) {
                reason = plainText(device.error().phrase);
                break;
            }
            count = (*device)->devices();
            devices.push_back({{"key", "xla:" + std::to_string(number)}, {"name", (*device)->name()}});
            if (!json) std::printf("xla:%-4d %s, %s\n", number, (*device)->name().c_str(), plugin.c_str());
        }
        if (!json && !reason.empty()) std::printf("xla      %s, %s\n", plugin.c_str(), reason.c_str());
        all.push_back({{"plugin", plugin.string()}, {"devices", devices}, {"reason", reason}});
        if (opened) break;  // the first one is used
    }
    if (!json && all.empty()) std::printf("no XLA: %s\n", plainText(noXlaPlugin()).c_str());
    return all;
}

int listDevices(bool opensXla, bool json) {
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), json);
    const EngineInfo& info = (*engine)->info();
    Json devices = Json::array();
    for (const TrainingDevice& device : info.devices) {
        devices.push_back({{"key", device.key},
                           {"name", device.name},
                           {"total_bytes", device.totalBytes},
                           {"free_bytes", device.freeBytes}});
        if (!json)
            std::printf("%-8s %s, %.1f GiB\n", device.key.c_str(), device.name.c_str(),
                        device.totalBytes / 1073741824.0);
    }
    const Json xla = xlaDevices(opensXla, json);
    if (json)
        printJson({{"devices", devices},
                   {"xla", xla},
                   {"cuda_reason", info.cudaReason.english()},
                   {"cores", info.cores},
                   {"torch", info.torch},
                   {"cuda", info.cuda},
                   {"cudnn", info.cudnn}});
    else {
        if (!info.cudaReason.empty()) std::printf("no CUDA: %s\n", plainText(info.cudaReason).c_str());
        std::printf("%d cores; LibTorch %s\n", info.cores, info.torch.c_str());
    }
    return kDone;
}

}  // namespace

CommandAction setDevices(CLI::App& app) {
    struct Options {
        bool xla = false, json = false;
    };
    const auto options = std::make_shared<Options>();
    app.add_flag("--xla", options->xla, "Open the plugin of XLA as well and list its devices");
    app.add_flag("--json", options->json, "As JSON");
    return [options] { return listDevices(options->xla, options->json); };
}

}  // namespace gatelab::worker
