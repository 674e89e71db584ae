// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <archive.h>
#include <archive_entry.h>

namespace gatelab {

/// The functions of libarchive that are used. It is opened when the first archive is read, and not linked: it draws in
/// an XML reader and tables of all scripts, 40 MB that a worker on another machine would have to carry.
struct ArchiveLibrary {
    decltype(&::archive_read_new) readNew = nullptr;
    decltype(&::archive_read_free) readFree = nullptr;
    decltype(&::archive_read_support_filter_gzip) gzip = nullptr;
    decltype(&::archive_read_support_filter_bzip2) bzip2 = nullptr;
    decltype(&::archive_read_support_filter_xz) xz = nullptr;
    decltype(&::archive_read_support_filter_zstd) zstd = nullptr;
    decltype(&::archive_read_support_format_zip) zip = nullptr;
    decltype(&::archive_read_support_format_tar) tar = nullptr;
    decltype(&::archive_read_support_format_raw) raw = nullptr;
    decltype(&::archive_read_open_filename) open = nullptr;
    decltype(&::archive_read_next_header) nextHeader = nullptr;
    decltype(&::archive_read_data) data = nullptr;
    decltype(&::archive_filter_bytes) filterBytes = nullptr;
    decltype(&::archive_filter_code) filterCode = nullptr;
    decltype(&::archive_format) format = nullptr;
    decltype(&::archive_error_string) error = nullptr;
    decltype(&::archive_entry_filetype) fileType = nullptr;
    decltype(&::archive_entry_pathname_utf8) nameUtf8 = nullptr;
    decltype(&::archive_entry_pathname) name = nullptr;
    decltype(&::archive_entry_size_is_set) hasSize = nullptr;
    decltype(&::archive_entry_size) size = nullptr;
    decltype(&::archive_entry_is_data_encrypted) isEncrypted = nullptr;
    decltype(&::archive_write_new) writeNew = nullptr;
    decltype(&::archive_write_free) writeFree = nullptr;
    decltype(&::archive_write_close) writeClose = nullptr;
    decltype(&::archive_write_set_format_zip) writeZip = nullptr;
    decltype(&::archive_write_open_filename) writeOpen = nullptr;
    decltype(&::archive_write_header) writeHeader = nullptr;
    decltype(&::archive_write_data) writeData = nullptr;
    decltype(&::archive_entry_new) entryNew = nullptr;
    decltype(&::archive_entry_free) entryFree = nullptr;
    decltype(&::archive_entry_set_pathname_utf8) setName = nullptr;
    decltype(&::archive_entry_set_size) setSize = nullptr;
    decltype(&::archive_entry_set_filetype) setFileType = nullptr;
    decltype(&::archive_entry_set_perm) setPermissions = nullptr;

    /// Opened once for the process; an Error that names the package where it is not there. Any thread.
    static const Result<ArchiveLibrary>& instance();
};

}  // namespace gatelab
