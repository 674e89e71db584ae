// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "xla/plugin.h"

#include <pjrt_c_api.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace gatelab {

/// CompileOptionsProto { executable_build_options (3) { num_replicas (4): 1, num_partitions (5): 1 } }
inline constexpr std::string_view kOneDevice("\x1a\x04\x20\x01\x28\x01", 6);
/// For the compilers; refers to `code`, which the API wants to be able to write.
PJRT_Program xlaProgramOf(std::string& code);

/// An opened plugin. Its functions take structs that know their size and give errors that must be asked and destroyed.
class PjrtPlugin {
public:
    /// NoDevice where it cannot be used, with the reason.
    static Result<std::shared_ptr<PjrtPlugin>> open(const std::filesystem::path& file);

    template <class Args, class Fill>
    Result<Args> call(PJRT_Error* (*function)(Args*), Fill fill) const {
        Args args{};
        args.struct_size = sizeof(Args);
        fill(args);
        if (auto done = check(function(&args)); !done.ok()) return done.error();
        return args;
    }
    /// What it says of it; null: nothing is wrong. Frees it.
    Result<> check(PJRT_Error* error) const;
    /// Waits for it and frees it; null: there is nothing to wait for.
    Result<> wait(PJRT_Event* event) const;
    [[nodiscard]] const PJRT_Api& api() const { return *api_; }

private:
    const PJRT_Api* api_ = nullptr;
};

Result<XlaMemory> memoryOf(const PjrtPlugin& plugin, PJRT_Executable* executable);

}  // namespace gatelab
