// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrow_file.h"

#include "base/library_folder.h"
#include "base/torch_module.h"
#include "io/file_io.h"

#include <dlfcn.h>

#include <array>
#include <system_error>

namespace gatelab {
namespace {

struct ArrowModule {
    decltype(&::gatelab_arrow_open) open = nullptr;
    decltype(&::gatelab_arrow_write) write = nullptr;
};

Result<ArrowModule> opened() {
    const auto path = libraryFolder() / "libgatelab_arrow.so";
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Files",
                          "this build of Gatelab has no module for Parquet and Arrow files (%1); app/run fetches the "
                          "library and builds it, or write the file as CSV or HDF5"),
             {path.string()}}};
    // Local: nobody else may find the symbols of Arrow's own copies of other libraries.
    void* const library = openTorchModule(path, "pyarrow/libparquet.so.2600", RTLD_NOW | RTLD_LOCAL);
    ArrowModule module;
    if (library != nullptr) {
        module.open = reinterpret_cast<decltype(module.open)>(dlsym(library, "gatelab_arrow_open"));
        module.write = reinterpret_cast<decltype(module.write)>(dlsym(library, "gatelab_arrow_write"));
    }
    if (module.open != nullptr && module.write != nullptr) return module;
    return Error{
        ErrorCode::Unsupported,
        {GATELAB_TEXT("Files",
                      "the module for Parquet and Arrow files could not be opened (%1); gatelab-worker engine install "
                      "fetches its library again, or write the file as CSV or HDF5"),
         {loaderMessage()}}};
}

const Result<ArrowModule>& module() {
    static const Result<ArrowModule> only = opened();
    return only;
}

constexpr int formatOf(ArrowFormat format) {
    return format == ArrowFormat::Parquet  ? kGatelabParquet
           : format == ArrowFormat::Stream ? kGatelabArrowStream
                                           : kGatelabArrowFile;
}

/// Calls `release` of what another library made.
template <class Item>
struct Released {
    Item item{};
    Released() = default;
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;
    ~Released() { drop(); }
    void drop() {
        if (item.release != nullptr) item.release(&item);
        item.release = nullptr;
    }
};

Error unreadable(const std::filesystem::path& path, std::string_view why) {
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Files",
                          "'%1' cannot be read (%2); it may be cut or damaged, or need more memory than is given to "
                          "one file: copy or download it again"),
             {path.string(), std::string(why.substr(0, 200))}}};
}

}  // namespace

ArrowFormat arrowFormat(std::string_view head) {
    if (head.starts_with("PAR1")) return ArrowFormat::Parquet;
    if (head.starts_with("ARROW1")) return ArrowFormat::File;
    // A stream: the mark of a message, and a length of less than 16 MiB before its schema
    const bool isStream = head.size() > 8 && head.starts_with("\xFF\xFF\xFF\xFF") && head[7] == 0;
    return isStream ? ArrowFormat::Stream : ArrowFormat::None;
}

Result<> findArrow() { return module() ? Result<>() : module().error(); }

Result<> readArrowBatches(const std::filesystem::path& path, ArrowFormat format, const ArrowTake& take,
                          std::int64_t memory) {
    if (!module()) return module().error();
    std::array<char, 1024> why{};
    std::int64_t rows = -1;
    Released<ArrowArrayStream> stream;
    if (module()->open(path.c_str(), formatOf(format), memory, &stream.item, &rows, why.data(), why.size()) != 0)
        return unreadable(path, why.data());
    const auto failed = [&] {
        const char* message = stream.item.get_last_error(&stream.item);
        return unreadable(path, message == nullptr ? "?" : message);
    };
    Released<ArrowSchema> schema;
    if (stream.item.get_schema(&stream.item, &schema.item) != 0) return failed();
    for (;;) {
        Released<ArrowArray> batch;
        if (stream.item.get_next(&stream.item, &batch.item) != 0) return failed();
        if (batch.item.release == nullptr) return {};
        if (auto taken = take(schema.item, batch.item, rows); !taken) return taken;
    }
}

Result<> writeArrowStream(const std::filesystem::path& path, ArrowFormat format, ArrowArrayStream& stream) {
    if (!module()) {
        stream.release(&stream);
        return module().error();
    }
    return publishDurably(path, [&](const std::filesystem::path& temporary) -> Result<> {
        std::array<char, 1024> why{};
        if (module()->write(temporary.c_str(), formatOf(format), &stream, why.data(), why.size()) == 0) return {};
        return Error{ErrorCode::Io,
                     {GATELAB_TEXT("Files", "'%1' could not be written (%2); nothing was kept"),
                      {path.string(), std::string(why.data())}}};
    });
}

}  // namespace gatelab
