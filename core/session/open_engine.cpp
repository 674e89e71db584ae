// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/engine.h"

#include "base/library_folder.h"

#include <dlfcn.h>

namespace gatelab {

Result<std::shared_ptr<Engine>> openEngine() {
    const auto path = libraryFolder() / "libgatelab_engine.so";
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return Error{ErrorCode::NotFound, "the training engine cannot be opened (" + loaderMessage() +
                                              "); data and kept runs can still be looked at; app/run installs what the engine needs"};
    using Make = Engine* (*)();
    const auto make = reinterpret_cast<Make>(dlsym(library, "gatelab_make_engine"));
    if (make == nullptr)
        return Error{ErrorCode::Corrupt, path.string() + " is not the engine of this program (" + loaderMessage() + "); build or install Gatelab again"};
    try {
        return std::shared_ptr<Engine>(make());
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Internal, std::string("the training engine did not start: ") + failure.what()};
    }
}

}  // namespace gatelab
