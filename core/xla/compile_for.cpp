// SPDX-License-Identifier: GPL-3.0-or-later
#include "xla/pjrt_plugin.h"

namespace gatelab {

Result<XlaForecast> compileXlaFor(const std::filesystem::path& file, const std::string& topology,
                                  const std::string& text) {
    auto opened = PjrtPlugin::open(file);
    if (!opened.ok()) return opened.error();
    const PjrtPlugin& plugin = **opened;
    auto made = plugin.call<PJRT_TopologyDescription_Create_Args>(plugin.api().PJRT_TopologyDescription_Create,
                                                                  [&](auto& args) {
                                                                      args.topology_name = topology.data();
                                                                      args.topology_name_size = topology.size();
                                                                  });
    if (!made.ok()) return made.error();
    auto devices = plugin.call<PJRT_TopologyDescription_GetDeviceDescriptions_Args>(
        plugin.api().PJRT_TopologyDescription_GetDeviceDescriptions,
        [&](auto& args) { args.topology = made->topology; });
    if (!devices.ok()) return devices.error();
    auto kind = plugin.call<PJRT_DeviceDescription_Kind_Args>(
        plugin.api().PJRT_DeviceDescription_Kind,
        [&](auto& args) { args.device_description = devices->descriptions[0]; });
    if (!kind.ok()) return kind.error();
    std::string code = text;
    const PJRT_Program program = xlaProgramOf(code);
    auto compiled = plugin.call<PJRT_Compile_Args>(plugin.api().PJRT_Compile, [&](auto& args) {
        args.topology = made->topology;
        args.program = &program;
        args.compile_options = kOneDevice.data();
        args.compile_options_size = kOneDevice.size();
    });
    if (!compiled.ok()) return compiled.error();
    auto memory = memoryOf(plugin, compiled->executable);
    if (!memory.ok()) return memory.error();
    return XlaForecast{std::string(kind->device_kind, kind->device_kind_size), *memory};
}

}  // namespace gatelab
