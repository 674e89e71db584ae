// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// One tensor as bytes: row-major, little-endian. dtype in safetensors' spelling: F64 F32 F16 BF16 I64 I32 I16 I8 U8
/// BOOL.
struct RawTensor {
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::vector<char> bytes;
};

/// Contents of a safetensors file (https://github.com/huggingface/safetensors). Names are sorted, so equal contents
/// give equal bytes.
struct TensorFile {
    std::map<std::string, RawTensor> tensors;
    std::map<std::string, std::string> metadata;
};

/// Bytes per element; 0 for an unknown dtype.
std::size_t dtypeSize(const std::string& dtype);
Result<std::string> serializeTensors(const TensorFile& file);
/// Strict: header at most 100,000,000 bytes and file - 8; duplicate keys, unknown dtypes, negative sizes, overflow,
/// gaps, overlaps and trailing bytes are errors. Sizes are checked before anything is allocated.
Result<TensorFile> parseTensors(std::string_view bytes);
Result<> writeTensors(const std::filesystem::path& path, const TensorFile& file);  ///< durable
Result<TensorFile> readTensors(const std::filesystem::path& path);
/// The same without the bytes: of the file only the header is read, and held against the file's size.
Result<TensorFile> readTensorShapes(const std::filesystem::path& path);

}  // namespace gatelab
