// SPDX-License-Identifier: GPL-3.0-or-later
#include "xla/pjrt_plugin.h"

#include <string_view>
#include <utility>

namespace gatelab {

namespace {

/// kOneDevice with a device of this id { device_assignment (9) { replica_count (1): 1, computation_count (2): 1,
/// computation_devices (3) { replica_device_ids (1): [id] } } }. Ids from 128 on would take more bytes.
constexpr int kMaxId = 127;
std::string optionsFor(int id) {
    std::string options("\x1a\x0f\x20\x01\x28\x01\x4a\x09\x08\x01\x10\x01\x1a\x03\x0a\x01", 16);
    return options + static_cast<char>(id);
}

/// Opened once for each process.
class Device final : public XlaDevice {
public:
    Device(std::shared_ptr<PjrtPlugin> plugin, PJRT_Client* client) : plugin_(std::move(plugin)), client_(client) {}
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    ~Device() override {
        static_cast<void>(plugin_->call<PJRT_Client_Destroy_Args>(plugin_->api().PJRT_Client_Destroy,
                                                                  [&](auto& args) { args.client = client_; }));
    }

    Result<> choose(int number) {
        auto found = plugin_->call<PJRT_Client_AddressableDevices_Args>(plugin_->api().PJRT_Client_AddressableDevices,
                                                                        [&](auto& args) { args.client = client_; });
        if (!found.ok()) return found.error();
        count_ = static_cast<int>(found->num_addressable_devices);
        if (number < 0 || number >= count_)
            return Error{ErrorCode::NoDevice,
                         {GATELAB_TEXT("Xla", "there is no device xla:%1; the plugin has %2"), {number, count_}}};
        device_ = found->addressable_devices[number];
        auto description = plugin_->call<PJRT_Device_GetDescription_Args>(plugin_->api().PJRT_Device_GetDescription,
                                                                          [&](auto& args) { args.device = device_; });
        if (!description.ok()) return description.error();
        auto kind = plugin_->call<PJRT_DeviceDescription_Kind_Args>(
            plugin_->api().PJRT_DeviceDescription_Kind,
            [&](auto& args) { args.device_description = description->device_description; });
        if (!kind.ok()) return kind.error();
        auto id = plugin_->call<PJRT_DeviceDescription_Id_Args>(
            plugin_->api().PJRT_DeviceDescription_Id,
            [&](auto& args) { args.device_description = description->device_description; });
        if (!id.ok()) return id.error();
        if (id->id < 0 || id->id > kMaxId)
            return Error{ErrorCode::NoDevice, {GATELAB_TEXT("Xla", "device xla:%1 has an id above 127"), {number}}};
        options_ = optionsFor(id->id);
        name_ = std::string(kind->device_kind, kind->device_kind_size);
        name_ += " (XLA, PJRT " + std::to_string(plugin_->api().pjrt_api_version.major_version) + "." +
                 std::to_string(plugin_->api().pjrt_api_version.minor_version) + ")";
        return {};
    }
    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] int devices() const override { return count_; }

    Result<XlaExecutable> compile(const std::string& text) override {
        std::string code = text;
        const PJRT_Program program = xlaProgramOf(code);
        auto made = plugin_->call<PJRT_Client_Compile_Args>(plugin_->api().PJRT_Client_Compile, [&](auto& args) {
            args.client = client_;
            args.program = &program;
            args.compile_options = options_.data();
            args.compile_options_size = options_.size();
        });
        if (!made.ok()) return made.error();
        return XlaExecutable(made->executable, [plugin = plugin_](void* executable) {
            static_cast<void>(plugin->call<PJRT_LoadedExecutable_Destroy_Args>(
                plugin->api().PJRT_LoadedExecutable_Destroy,
                [&](auto& args) { args.executable = static_cast<PJRT_LoadedExecutable*>(executable); }));
        });
    }

    Result<XlaMemory> memory(const XlaExecutable& program) override;

    Result<double> size(const XlaBuffer& buffer) override {
        auto told = plugin_->call<PJRT_Buffer_OnDeviceSizeInBytes_Args>(
            plugin_->api().PJRT_Buffer_OnDeviceSizeInBytes,
            [&](auto& args) { args.buffer = static_cast<PJRT_Buffer*>(buffer.get()); });
        if (!told.ok()) return told.error();
        return static_cast<double>(told->on_device_size_in_bytes);
    }

    Result<double> peak() override {
        auto told = plugin_->call<PJRT_Device_MemoryStats_Args>(plugin_->api().PJRT_Device_MemoryStats,
                                                                [&](auto& args) { args.device = device_; });
        if (!told.ok()) return told.error();
        if (!told->peak_bytes_in_use_is_set)
            return Error{ErrorCode::Unsupported, GATELAB_TEXT("Xla", "this plugin does not count its memory")};
        return static_cast<double>(told->peak_bytes_in_use);
    }

    Result<XlaBuffer> upload(const void* data, const std::vector<std::int64_t>& shape, XlaNumber type) override {
        constexpr PJRT_Buffer_Type kTypes[] = {PJRT_Buffer_Type_F32, PJRT_Buffer_Type_F64, PJRT_Buffer_Type_S32};
        auto made = plugin_->call<PJRT_Client_BufferFromHostBuffer_Args>(
            plugin_->api().PJRT_Client_BufferFromHostBuffer, [&](auto& args) {
                args.client = client_;
                args.data = data;
                args.type = kTypes[static_cast<std::size_t>(type)];
                args.dims = shape.data();
                args.num_dims = shape.size();
                args.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes;
                args.device = device_;
            });
        if (!made.ok()) return made.error();
        const XlaBuffer buffer = owned(made->buffer);
        if (auto done = plugin_->wait(made->done_with_host_buffer); !done.ok()) return done.error();
        return buffer;
    }

    Result<> download(const XlaBuffer& buffer, void* to, std::size_t bytes) override {
        auto begun =
            plugin_->call<PJRT_Buffer_ToHostBuffer_Args>(plugin_->api().PJRT_Buffer_ToHostBuffer, [&](auto& args) {
                args.src = static_cast<PJRT_Buffer*>(buffer.get());
                args.dst = to;
                args.dst_size = bytes;
            });
        if (!begun.ok()) return begun.error();
        return plugin_->wait(begun->event);
    }

    Result<std::vector<XlaBuffer>> run(const XlaExecutable& program, const std::vector<XlaBuffer>& arguments) override {
        auto* const executable = static_cast<PJRT_LoadedExecutable*>(program.get());
        auto count = resultsOf(executable);
        if (!count.ok()) return count.error();
        std::vector<PJRT_Buffer*> given, made(*count, nullptr);
        for (const XlaBuffer& argument : arguments) given.push_back(static_cast<PJRT_Buffer*>(argument.get()));
        PJRT_Buffer* const* in = given.data();
        PJRT_Buffer** out = made.data();
        PJRT_ExecuteOptions options{};
        options.struct_size = PJRT_ExecuteOptions_STRUCT_SIZE;
        auto begun = plugin_->call<PJRT_LoadedExecutable_Execute_Args>(plugin_->api().PJRT_LoadedExecutable_Execute,
                                                                       [&](auto& args) {
                                                                           args.executable = executable;
                                                                           args.options = &options;
                                                                           args.argument_lists = &in;
                                                                           args.num_devices = 1;
                                                                           args.num_args = given.size();
                                                                           args.output_lists = &out;
                                                                       });
        if (!begun.ok()) return begun.error();
        std::vector<XlaBuffer> results;
        for (PJRT_Buffer* one : made) results.push_back(owned(one));
        return results;
    }

private:
    [[nodiscard]] XlaBuffer owned(PJRT_Buffer* buffer) const {
        return {buffer, [plugin = plugin_](void* held) {
                    static_cast<void>(plugin->call<PJRT_Buffer_Destroy_Args>(
                        plugin->api().PJRT_Buffer_Destroy,
                        [&](auto& args) { args.buffer = static_cast<PJRT_Buffer*>(held); }));
                }};
    }
    [[nodiscard]] Result<PJRT_Executable*> plain(PJRT_LoadedExecutable* loaded) const {
        auto found = plugin_->call<PJRT_LoadedExecutable_GetExecutable_Args>(
            plugin_->api().PJRT_LoadedExecutable_GetExecutable, [&](auto& args) { args.loaded_executable = loaded; });
        if (!found.ok()) return found.error();
        return found->executable;
    }
    Result<std::size_t> resultsOf(PJRT_LoadedExecutable* loaded) {
        if (counted_.first == loaded) return counted_.second;
        auto executable = plain(loaded);
        if (!executable.ok()) return executable.error();
        auto count = plugin_->call<PJRT_Executable_NumOutputs_Args>(plugin_->api().PJRT_Executable_NumOutputs,
                                                                    [&](auto& args) { args.executable = *executable; });
        free(*executable);
        if (!count.ok()) return count.error();
        counted_ = {loaded, count->num_outputs};
        return count->num_outputs;
    }
    void free(PJRT_Executable* executable) const {
        static_cast<void>(plugin_->call<PJRT_Executable_Destroy_Args>(
            plugin_->api().PJRT_Executable_Destroy, [&](auto& args) { args.executable = executable; }));
    }

    std::shared_ptr<PjrtPlugin> plugin_;
    PJRT_Client* client_;
    PJRT_Device* device_ = nullptr;
    int count_ = 0;
    std::string options_;
    std::string name_;
    std::pair<PJRT_LoadedExecutable*, std::size_t> counted_{nullptr, 0};
};

Result<XlaMemory> Device::memory(const XlaExecutable& program) {
    auto executable = plain(static_cast<PJRT_LoadedExecutable*>(program.get()));
    if (!executable.ok()) return executable.error();
    auto told = memoryOf(*plugin_, *executable);
    free(*executable);
    return told;
}

}  // namespace

Result<std::shared_ptr<XlaDevice>> XlaDevice::open(const std::filesystem::path& file, int number) {
    auto plugin = PjrtPlugin::open(file);
    if (!plugin.ok()) return plugin.error();
    auto client = (*plugin)->call<PJRT_Client_Create_Args>((*plugin)->api().PJRT_Client_Create, [](auto&) {});
    if (!client.ok())
        return Error{ErrorCode::NoDevice,
                     {GATELAB_TEXT("Xla", "%1 finds no device: %2"), {file.string(), client.error().phrase}}};
    auto device = std::make_shared<Device>(std::move(*plugin), client->client);
    if (auto chosen = device->choose(number); !chosen.ok()) return chosen.error();
    return std::shared_ptr<XlaDevice>(std::move(device));
}

}  // namespace gatelab
