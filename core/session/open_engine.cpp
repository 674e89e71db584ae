// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/engine.h"

#include "base/library_folder.h"

#include <dlfcn.h>

namespace gatelab {

Result<std::shared_ptr<Engine>> openEngine() {
    const auto path = libraryFolder() / "libgatelab_engine.so";
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Training", "the training engine cannot be opened (%1); data and kept runs can still be looked at; app/run installs "
                                          "what the engine needs"),
                      {loaderMessage()}}};
    using Make = Engine* (*)();
    const auto make = reinterpret_cast<Make>(dlsym(library, "gatelab_make_engine"));
    if (make == nullptr)
        return Error{ErrorCode::Corrupt,
                     {GATELAB_TEXT("Training", "%1 is not the engine of this program (%2); build or install Gatelab again"), {path.string(), loaderMessage()}}};
    try {
        return std::shared_ptr<Engine>(make());
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Internal, {GATELAB_TEXT("Training", "the training engine did not start: %1"), {failure.what()}}};
    }
}

}  // namespace gatelab
