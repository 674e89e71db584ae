// SPDX-License-Identifier: GPL-3.0-or-later
// "xla": the programs of an experiment for XLA devices: their text, and what compilers of devices that are not there
// say of them.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/json_line.h"
#include "worker/runs.h"

#include "base/clock.h"
#include "config/obstacles/xla_obstacle.h"
#include "data/model_shape.h"
#include "session/xla_memory.h"
#include "xla/network_of.h"
#include "xla/plugin.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct XlaOptions {
    ExperimentOptions experiment;
    std::vector<std::string> devices;
    bool forward = false, json = false;
};

/// A whole slice that the compiler knows, of a kind of TPU, or the topology that is named.
Result<std::string> topologyOf(const std::string& device) {
    constexpr std::pair<const char*, const char*> kSmallest[] = {
        {"v4", "v4:2x2x1"}, {"v5e", "v5e:2x2"}, {"v5p", "v5p:2x2x1"}, {"v6e", "v6e:2x2"}};
    const std::string kind = device.substr(0, device.find(':'));
    for (const auto& [known, topology] : kSmallest)
        if (kind == known) return device == kind ? topology : device;
    return Error{ErrorCode::InvalidInput,
                 {GATELAB_TEXT("XlaObstacle",
                               "'%1' is no kind of TPU that is known here; known are v4, v5e, v5p and v6e, also with a "
                               "topology, as in v5e:4x4"),
                  {device}}};
}

Result<XlaNetwork> networkOf(const XlaOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return config.error();
    if (const Text why = xlaObstacle(*config); !why.isEmpty()) return Error{ErrorCode::Unsupported, why};
    const auto data = options.experiment.data(*config);
    if (!data.ok()) return data.error();
    const ModelShape shape = modelShape(*config, **data);
    if (shape.tokens > 0)
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("XlaObstacle", "XLA devices embed no tokens: choose other data, or another device.")};
    return xlaNetworkOf(*config, shape);
}

std::string textOf(const XlaOptions& options, const XlaNetwork& network) {
    return options.forward ? xlaForwardText(network) : xlaStepText(network);
}

int printText(const XlaOptions& options) {
    const auto network = networkOf(options);
    if (!network.ok()) return fail(network.error(), options.json);
    std::fputs(textOf(options, *network).c_str(), stdout);
    return kDone;
}

/// The one that compiles for TPUs, where several are installed.
Result<std::filesystem::path> compiler() {
    const auto plugins = findXlaPlugins();
    const auto libtpu =
        std::ranges::find_if(plugins, [](const auto& file) { return file.filename().string().starts_with("libtpu"); });
    if (libtpu != plugins.end()) return *libtpu;
    if (plugins.empty()) return Error{ErrorCode::NoDevice, noXlaPlugin()};
    return Error{ErrorCode::NoDevice,
                 {GATELAB_TEXT("XlaObstacle",
                               "only Google's libtpu compiles for TPUs, and there is %1 alone: pip install libtpu"),
                  {plugins.front().filename().string()}}};
}

Json jsonOf(const std::string& device, const XlaForecast& forecast, double seconds) {
    const XlaMemory& memory = forecast.memory;
    return {{"for", device},
            {"device", forecast.device},
            {"bytes", memory.total()},
            {"argument_bytes", memory.arguments},
            {"result_bytes", memory.results},
            {"shared_bytes", memory.shared},
            {"temporary_bytes", memory.temporary},
            {"code_bytes", memory.code},
            {"seconds", seconds}};
}

/// On the first device of the plugin that trains.
Result<XlaForecast> compileHere(const std::string& text) {
    const auto plugins = findXlaPlugins();
    if (plugins.empty()) return Error{ErrorCode::NoDevice, noXlaPlugin()};
    auto device = XlaDevice::open(plugins.front(), 0);
    if (!device.ok()) return device.error();
    const auto program = (*device)->compile(text);
    if (!program.ok()) return program.error();
    const auto memory = (*device)->memory(*program);
    if (!memory.ok()) return memory.error();
    return XlaForecast{(*device)->name(), *memory};
}

void print(const std::string& device, const XlaForecast& forecast) {
    const XlaMemory& memory = forecast.memory;
    constexpr double kMega = 1e6;
    std::printf("%s: %.3f MB on a %s: arguments %.3f (%.3f of them results as well), temporary %.3f, code %.3f\n",
                device.c_str(), memory.total() / kMega, forecast.device.c_str(), memory.arguments / kMega,
                memory.shared / kMega, memory.temporary / kMega, memory.code / kMega);
    std::fflush(stdout);
}

int compileFor(const XlaOptions& options) {
    const auto network = networkOf(options);
    if (!network.ok()) return fail(network.error(), options.json);
    std::vector<std::string> topologies;
    for (const std::string& device : options.devices) {
        auto topology = device == kXlaHere ? Result<std::string>(device) : topologyOf(device);
        if (!topology.ok()) return fail(topology.error(), options.json);
        topologies.push_back(std::move(*topology));
    }
    const bool isAllHere = std::ranges::all_of(options.devices, [](const auto& one) { return one == kXlaHere; });
    const auto plugin = isAllHere ? Result<std::filesystem::path>(std::filesystem::path()) : compiler();
    if (!plugin.ok()) return fail(plugin.error(), options.json);
    const std::string text = textOf(options, *network);
    Json all = Json::array();
    for (std::size_t i = 0; i < topologies.size(); ++i) {
        const std::string& device = options.devices[i];
        if (!options.json) std::fprintf(stderr, "compiling for %s (up to a minute)\n", device.c_str());
        const auto began = std::chrono::steady_clock::now();
        const auto forecast = device == kXlaHere ? compileHere(text) : compileXlaFor(*plugin, topologies[i], text);
        if (!forecast.ok())
            return fail(device == kXlaHere ? forecast.error() : forecast.error().withContext(Phrase(device)),
                        options.json);
        all.push_back(jsonOf(device, *forecast, secondsSince(began)));
        if (!options.json) print(device, *forecast);
    }
    if (options.json)
        printJson(Json{{"plugin", plugin->string()}, {"programs", all}});
    else if (!isAllHere)
        std::printf("said by the compiler %s of a batch of %lld; nothing was run, and no TPU has run it yet\n",
                    plugin->filename().c_str(), static_cast<long long>(network->batch));
    return kDone;
}

}  // namespace

CommandAction setXla(CLI::App& app) {
    const auto compiling = std::make_shared<XlaOptions>(), printing = std::make_shared<XlaOptions>();
    app.require_subcommand(1);
    CLI::App* compile = app.add_subcommand(
        "compile", "Compile the training step for TPUs that need not be there, and show the memory that it takes");
    compile
        ->add_option("--for", compiling->devices,
                     "Kinds of TPU, v4, v5e, v5p or v6e, or a topology that the plugin knows (v5e:4x4); here: the "
                     "device of this machine's plugin")
        ->required()
        ->delimiter(',');
    CLI::App* text = app.add_subcommand("text", "Print the training step as StableHLO text");
    for (const auto& [command, options] : {std::pair(compile, compiling), std::pair(text, printing)}) {
        command->add_flag("--forward", options->forward, "The forward pass of an evaluation instead of the step");
        command->add_flag("--json", options->json, "As JSON; errors too");
        options->experiment.addTo(*command);
    }
    return [=] { return compile->parsed() ? compileFor(*compiling) : printText(*printing); };
}

}  // namespace gatelab::worker
