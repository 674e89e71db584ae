// SPDX-License-Identifier: GPL-3.0-or-later
#include "xla/pjrt_plugin.h"

#include "base/library_folder.h"

#include <dlfcn.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>

namespace gatelab {

namespace {

std::atomic<bool> isAllowed{false};
constexpr std::string_view kFormat = "mlir";

}  // namespace

void allowXlaPlugins() { isAllowed = true; }

PJRT_Program xlaProgramOf(std::string& code) {
    PJRT_Program program{};
    program.struct_size = PJRT_Program_STRUCT_SIZE;
    program.code = code.data();
    program.code_size = code.size();
    program.format = kFormat.data();
    program.format_size = kFormat.size();
    return program;
}

Result<> PjrtPlugin::check(PJRT_Error* error) const {
    if (error == nullptr) return {};
    PJRT_Error_Message_Args message{};
    message.struct_size = PJRT_Error_Message_Args_STRUCT_SIZE;
    message.error = error;
    api_->PJRT_Error_Message(&message);
    PJRT_Error_GetCode_Args kind{};
    kind.struct_size = PJRT_Error_GetCode_Args_STRUCT_SIZE;
    kind.error = error;
    const bool isKnown = api_->PJRT_Error_GetCode(&kind) == nullptr;
    const bool isFull = isKnown && kind.code == PJRT_Error_Code_RESOURCE_EXHAUSTED;
    Error told{isFull ? ErrorCode::OutOfMemory : ErrorCode::Unsupported,
               {GATELAB_TEXT("Xla", "XLA says: %1"), {std::string(message.message, message.message_size)}}};
    PJRT_Error_Destroy_Args destroy{};
    destroy.struct_size = PJRT_Error_Destroy_Args_STRUCT_SIZE;
    destroy.error = error;
    api_->PJRT_Error_Destroy(&destroy);
    return told;
}

Result<> PjrtPlugin::wait(PJRT_Event* event) const {
    if (event == nullptr) return {};
    const auto awaited = call<PJRT_Event_Await_Args>(api_->PJRT_Event_Await, [&](auto& args) { args.event = event; });
    PJRT_Event_Destroy_Args destroy{};
    destroy.struct_size = PJRT_Event_Destroy_Args_STRUCT_SIZE;
    destroy.event = event;
    api_->PJRT_Event_Destroy(&destroy);
    if (!awaited.ok()) return awaited.error();
    return {};
}

Result<std::shared_ptr<PjrtPlugin>> PjrtPlugin::open(const std::filesystem::path& file) {
    // libtpu would ask Google's metadata server for minutes, and nothing is sent unless somebody wants it.
    setenv("TPU_SKIP_MDS_QUERY", "1", 0);
    const auto refuse = [&](Phrase why) {
        return Error{ErrorCode::NoDevice,
                     {GATELAB_TEXT("Xla", "%1 cannot be used: %2"), {file.string(), std::move(why)}}};
    };
    if (!isAllowed)
        return refuse(GATELAB_TEXT("Xla",
                                   "plugins are opened in a process that trains alone; train in a process of "
                                   "its own"));
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return refuse(Phrase(loaderMessage()));
    const auto entry = reinterpret_cast<const PJRT_Api* (*)()>(dlsym(library, "GetPjrtApi"));
    if (entry == nullptr) return refuse(GATELAB_TEXT("Xla", "it is no PJRT plugin (it has no GetPjrtApi)"));
    auto plugin = std::make_shared<PjrtPlugin>();
    plugin->api_ = entry();
    // A plugin may know more or fewer functions than our header; those that are called must be among them.
    constexpr std::size_t kNeeded = offsetof(PJRT_Api, PJRT_Executable_GetCompiledMemoryStats) + sizeof(void*);
    if (plugin->api_ == nullptr || plugin->api_->pjrt_api_version.major_version != PJRT_API_MAJOR ||
        plugin->api_->struct_size < kNeeded)
        return refuse(GATELAB_TEXT("Xla", "it speaks another version of PJRT's C API; install a newer one"));
    auto ready = plugin->call<PJRT_Plugin_Initialize_Args>(plugin->api_->PJRT_Plugin_Initialize, [](auto&) {});
    if (!ready.ok()) return refuse(ready.error().phrase);
    return plugin;
}

Result<XlaMemory> memoryOf(const PjrtPlugin& plugin, PJRT_Executable* executable) {
    auto told = plugin.call<PJRT_Executable_GetCompiledMemoryStats_Args>(
        plugin.api().PJRT_Executable_GetCompiledMemoryStats, [&](auto& args) { args.executable = executable; });
    if (!told.ok()) return told.error();
    return XlaMemory{static_cast<double>(told->argument_size_in_bytes), static_cast<double>(told->output_size_in_bytes),
                     static_cast<double>(told->alias_size_in_bytes), static_cast<double>(told->temp_size_in_bytes),
                     static_cast<double>(told->generated_code_size_in_bytes)};
}

}  // namespace gatelab
