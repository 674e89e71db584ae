// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "io/arrow_stream.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

namespace gatelab {

/// What a file's first bytes say of it; nothing: it is neither Parquet nor Arrow.
enum class ArrowFormat { None, Parquet, File, Stream };
ArrowFormat arrowFormat(std::string_view head);

/// Nothing where libgatelab_arrow can be opened, else why not and what to do. Any thread.
Result<> findArrow();

/// The batches of a Parquet, Feather or Arrow file, one after the other; schema and batch live during the call only.
/// rows: of the file, -1: not told. Each batch was checked whole against its own sizes and checksums. At most `memory`
/// bytes are taken at a time. An Error names the file. Any thread.
using ArrowTake = std::function<Result<>(const ArrowSchema& schema, const ArrowArray& batch, std::int64_t rows)>;
inline constexpr std::int64_t kArrowMemory = INT64_C(4) << 30;
Result<> readArrowBatches(const std::filesystem::path& path, ArrowFormat format, const ArrowTake& take,
                          std::int64_t memory = kArrowMemory);

/// Writes a stream durably; the stream is released. format: Parquet or File.
Result<> writeArrowStream(const std::filesystem::path& path, ArrowFormat format, ArrowArrayStream& stream);

}  // namespace gatelab
