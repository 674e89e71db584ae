// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/engine.h"

#include <dlfcn.h>

namespace gatelab {

namespace {

/// Folder of the library that holds this very function: the engine lies beside it, built or installed.
std::filesystem::path libraryFolder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&openEngine), &info) == 0 || info.dli_fname == nullptr) return {};
    std::error_code ignored;
    const auto path = std::filesystem::canonical(info.dli_fname, ignored);
    return ignored ? std::filesystem::path(info.dli_fname).parent_path() : path.parent_path();
}

std::string lastLoaderMessage() {
    const char* message = dlerror();
    return message != nullptr ? message : "no reason given";
}

}  // namespace

Result<std::shared_ptr<Engine>> openEngine() {
    const auto path = libraryFolder() / "libgatelab_engine.so";
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return Error{ErrorCode::NotFound, "the training engine cannot be opened (" + lastLoaderMessage() +
                                              "); data and kept runs can still be looked at; app/run installs what the engine needs"};
    using Make = Engine* (*)();
    const auto make = reinterpret_cast<Make>(dlsym(library, "gatelab_make_engine"));
    if (make == nullptr)
        return Error{ErrorCode::Corrupt, path.string() + " is not the engine of this program (" + lastLoaderMessage() + "); build or install Gatelab again"};
    try {
        return std::shared_ptr<Engine>(make());
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Internal, std::string("the training engine did not start: ") + failure.what()};
    }
}

}  // namespace gatelab
