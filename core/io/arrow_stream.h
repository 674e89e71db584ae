// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// The Arrow C data and stream interfaces (arrow.apache.org/docs/format/CDataInterface.html), letter by letter: all
/// that the module for Parquet and Arrow files and the rest of the program know of each other.
extern "C" {

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};
#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
    int (*get_next)(ArrowArrayStream*, ArrowArray* out);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};
#endif

/// How a file begins.
enum GatelabArrowFormat { kGatelabParquet = 0, kGatelabArrowFile = 1, kGatelabArrowStream = 2 };

/// Opens a file; 0, or 1 with the reason in `error`. memory: bytes that may be taken at a time. rows: of the file; -1:
/// it does not tell. Cancel: stop calling get_next, and release.
int gatelab_arrow_open(const char* path, int format, std::int64_t memory, ArrowArrayStream* out, std::int64_t* rows,
                       char* error, std::size_t errorSize);
/// Writes the batches of `in`, which is released, into a new file: Parquet (zstd) or an Arrow file (Feather). 0, or 1
/// with the reason.
int gatelab_arrow_write(const char* path, int format, ArrowArrayStream* in, char* error, std::size_t errorSize);
}
