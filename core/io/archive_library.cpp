// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/archive_library.h"

#include <dlfcn.h>

namespace gatelab {
namespace {

constexpr const char* kName = "libarchive.so.13";

template <class Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

Result<ArchiveLibrary> opened() {
    ArchiveLibrary api;
    void* const library = dlopen(kName, RTLD_NOW | RTLD_LOCAL);
    const bool isWhole =
        library != nullptr && find(library, "archive_read_new", api.readNew) &&
        find(library, "archive_read_free", api.readFree) &&
        find(library, "archive_read_support_filter_gzip", api.gzip) &&
        find(library, "archive_read_support_filter_bzip2", api.bzip2) &&
        find(library, "archive_read_support_filter_xz", api.xz) &&
        find(library, "archive_read_support_filter_zstd", api.zstd) &&
        find(library, "archive_read_support_format_zip", api.zip) &&
        find(library, "archive_read_support_format_tar", api.tar) &&
        find(library, "archive_read_support_format_raw", api.raw) &&
        find(library, "archive_read_open_filename", api.open) &&
        find(library, "archive_read_next_header", api.nextHeader) && find(library, "archive_read_data", api.data) &&
        find(library, "archive_filter_bytes", api.filterBytes) &&
        find(library, "archive_filter_code", api.filterCode) && find(library, "archive_format", api.format) &&
        find(library, "archive_error_string", api.error) && find(library, "archive_entry_filetype", api.fileType) &&
        find(library, "archive_entry_pathname_utf8", api.nameUtf8) &&
        find(library, "archive_entry_pathname", api.name) && find(library, "archive_entry_size_is_set", api.hasSize) &&
        find(library, "archive_entry_size", api.size) &&
        find(library, "archive_entry_is_data_encrypted", api.isEncrypted) &&
        find(library, "archive_write_new", api.writeNew) && find(library, "archive_write_free", api.writeFree) &&
        find(library, "archive_write_close", api.writeClose) &&
        find(library, "archive_write_set_format_zip", api.writeZip) &&
        find(library, "archive_write_open_filename", api.writeOpen) &&
        find(library, "archive_write_header", api.writeHeader) && find(library, "archive_write_data", api.writeData) &&
        find(library, "archive_entry_new", api.entryNew) && find(library, "archive_entry_free", api.entryFree) &&
        find(library, "archive_entry_set_pathname_utf8", api.setName) &&
        find(library, "archive_entry_set_size", api.setSize) &&
        find(library, "archive_entry_set_filetype", api.setFileType) &&
        find(library, "archive_entry_set_perm", api.setPermissions);
    if (isWhole) return api;
    return Error{
        ErrorCode::Unsupported,
        {GATELAB_TEXT("Files",
                      "packed files and workbooks are read and written by %1, which is not on this machine; install "
                      "the package libarchive13, or unpack the file first"),
         {kName}}};
}

}  // namespace

const Result<ArchiveLibrary>& ArchiveLibrary::instance() {
    static const Result<ArchiveLibrary> library = opened();
    return library;
}

}  // namespace gatelab
