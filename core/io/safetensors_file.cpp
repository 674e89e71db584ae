// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/safetensors_file.h"

#include "io/file_io.h"
#include "io/json/json.h"
#include "io/safetensors_header.h"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <optional>

namespace gatelab {
namespace {

static_assert(std::endian::native == std::endian::little,
              "safetensors files are little-endian; a big-endian machine needs byte swaps here");

constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;
constexpr std::uint64_t kMaxFileBytes = UINT64_C(64) << 30;

struct Dtype {
    const char* name;
    std::size_t size;
};
constexpr std::array kDtypes = {Dtype{"F64", 8},  Dtype{"I64", 8}, Dtype{"F32", 4}, Dtype{"I32", 4}, Dtype{"F16", 2},
                                Dtype{"BF16", 2}, Dtype{"I16", 2}, Dtype{"I8", 1},  Dtype{"U8", 1},  Dtype{"BOOL", 1}};

Error corrupt(const Phrase& what) {
    return {
        ErrorCode::Corrupt,
        {GATELAB_TEXT("Files", "not a sound safetensors file: %1; nothing was loaded; fetch or save the file again"),
         {what}}};
}

/// Bytes that shape and dtype ask for; nothing on overflow.
std::optional<std::uint64_t> tensorBytes(const std::string& dtype, const std::vector<std::int64_t>& shape) {
    std::uint64_t bytes = dtypeSize(dtype);
    for (const std::int64_t size : shape) {
        if (size < 0 || __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(size), &bytes)) return std::nullopt;
    }
    return bytes;
}

/// Ranges must cover the data exactly: no gap, no overlap, nothing behind.
Result<> checkRanges(const SafetensorsHeader& header, std::uint64_t dataBytes) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    ranges.reserve(header.tensors.size());
    for (const auto& [name, entry] : header.tensors) {
        if (dtypeSize(entry.dtype) == 0)
            return corrupt({GATELAB_TEXT("Files", "tensor '%1' has the unknown type '%2'"), {name, entry.dtype}});
        const auto bytes = tensorBytes(entry.dtype, entry.shape);
        if (!bytes || entry.begin > entry.end || entry.end > dataBytes || entry.end - entry.begin != *bytes)
            return corrupt(
                {GATELAB_TEXT("Files", "tensor '%1' has a shape that does not fit its place in the file"), {name}});
        ranges.emplace_back(entry.begin, entry.end);
    }
    std::sort(ranges.begin(), ranges.end());
    std::uint64_t reached = 0;
    for (const auto& [begin, end] : ranges) {
        if (begin != reached)
            return corrupt({GATELAB_TEXT("Files", "tensors overlap or leave a gap at byte %1 of the data"),
                            {std::min(begin, reached)}});
        reached = end;
    }
    if (reached != dataBytes)
        return corrupt({GATELAB_TEXT("Files", "%1 bytes at the end belong to no tensor"), {dataBytes - reached}});
    return {};
}

/// Bytes of the header of a file of so many bytes that begins like this.
Result<std::uint64_t> headerSize(std::string_view start, std::uint64_t fileBytes) {
    if (fileBytes < 8 || start.size() < 8) return corrupt({GATELAB_TEXT("Files", "it has only %1 bytes"), {fileBytes}});
    std::uint64_t headerBytes = 0;
    for (int byte = 7; byte >= 0; --byte)
        headerBytes = headerBytes << 8 | static_cast<unsigned char>(start[static_cast<std::size_t>(byte)]);
    if (headerBytes > kMaxHeaderBytes || headerBytes > fileBytes - 8)
        return corrupt({GATELAB_TEXT("Files", "it claims a header of %1 bytes and has %2 bytes in all"),
                        {headerBytes, fileBytes}});
    return headerBytes;
}

/// The header of such a file, sound in itself and with a place in the file for each tensor. `start` holds all of it.
Result<SafetensorsHeader> headerOf(std::string_view start, std::uint64_t fileBytes) {
    const auto size = headerSize(start, fileBytes);
    if (!size) return size.error();
    auto header = parseSafetensorsHeader(start.substr(8, *size));
    if (!header) return corrupt(header.error().phrase);
    if (auto checked = checkRanges(*header, fileBytes - 8 - *size); !checked) return checked.error();
    return header;
}

/// Larger items first, as the reference writer does, so that every tensor starts at a multiple of its item size; then
/// by name.
std::vector<const std::pair<const std::string, RawTensor>*> writingOrder(const TensorFile& file) {
    std::vector<const std::pair<const std::string, RawTensor>*> order;
    for (const auto& entry : file.tensors) order.push_back(&entry);
    std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
        return dtypeSize(a->second.dtype) > dtypeSize(b->second.dtype);
    });
    return order;
}

}  // namespace

std::size_t dtypeSize(const std::string& dtype) {
    const auto row = std::find_if(kDtypes.begin(), kDtypes.end(), [&](const Dtype& d) { return dtype == d.name; });
    return row == kDtypes.end() ? 0 : row->size;
}

Result<std::string> serializeTensors(const TensorFile& file) {
    const auto order = writingOrder(file);
    nlohmann::json header = nlohmann::json::object();
    if (!file.metadata.empty()) header["__metadata__"] = file.metadata;
    std::uint64_t offset = 0;
    for (const auto* entry : order) {
        const auto& [name, tensor] = *entry;
        const auto bytes = tensorBytes(tensor.dtype, tensor.shape);
        if (name == "__metadata__" || dtypeSize(tensor.dtype) == 0 || !bytes || *bytes != tensor.bytes.size())
            return Error{
                ErrorCode::Internal,
                {GATELAB_TEXT("Files", "tensor '%1' cannot be written: its type, shape and bytes do not fit together"),
                 {name}}};
        header[name] = {{"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {offset, offset + *bytes}}};
        offset += *bytes;
    }
    std::string text;
    try {
        text = header.dump();
    } catch (const nlohmann::json::exception&) {
        return Error{
            ErrorCode::InvalidInput,
            GATELAB_TEXT("Files",
                         "a tensor's name or a metadata text is not valid UTF-8; nothing was written; rename it")};
    }
    text.append((8 - text.size() % 8) % 8, ' ');
    if (text.size() > kMaxHeaderBytes)
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Files", "too many tensors for one safetensors file; nothing was written")};
    std::string out;
    out.reserve(8 + text.size() + offset);
    for (int byte = 0; byte < 8; ++byte)
        out += static_cast<char>(static_cast<std::uint64_t>(text.size()) >> (8 * byte) & 255);
    out += text;
    for (const auto* entry : order) out.append(entry->second.bytes.data(), entry->second.bytes.size());
    return out;
}

Result<TensorFile> parseTensors(std::string_view bytes) {
    try {
        auto header = headerOf(bytes, bytes.size());
        if (!header) return header.error();
        const std::string_view data = bytes.substr(8 + *headerSize(bytes, bytes.size()));
        TensorFile file;
        file.metadata = std::move(header->metadata);
        for (auto& [name, entry] : header->tensors) {
            const std::string_view part = data.substr(entry.begin, entry.end - entry.begin);
            file.tensors.emplace(name,
                                 RawTensor{std::move(entry.dtype), std::move(entry.shape), {part.begin(), part.end()}});
        }
        return file;
    } catch (const std::bad_alloc&) {
        return Error{
            ErrorCode::OutOfMemory,
            {GATELAB_TEXT("Files",
                          "not enough memory for a safetensors file of %1 bytes; close other programs and try again"),
             {bytes.size()}}};
    }
}

Result<> writeTensors(const std::filesystem::path& path, const TensorFile& file) {
    auto bytes = serializeTensors(file);
    if (!bytes) return bytes.error().withContext("'" + path.string() + "'");
    return writeFileDurably(path, *bytes);
}

Result<TensorFile> readTensors(const std::filesystem::path& path) {
    auto bytes = readFileBytes(path, kMaxFileBytes);
    if (!bytes) return bytes.error();
    return parseTensors(*bytes).withContext("'" + path.string() + "'");
}

Result<TensorFile> readTensorShapes(const std::filesystem::path& path) {
    const std::string where = "'" + path.string() + "'";
    auto start = readFileStart(path, 8);
    if (!start) return start.error();
    const auto size = headerSize(start->bytes, start->fileBytes);
    if (!size) return size.error().withContext(where);
    start = readFileStart(path, 8 + *size);
    if (!start) return start.error();
    auto header = headerOf(start->bytes, start->fileBytes);
    if (!header) return header.error().withContext(where);
    TensorFile file;
    file.metadata = std::move(header->metadata);
    for (auto& [name, entry] : header->tensors)
        file.tensors.emplace(name, RawTensor{std::move(entry.dtype), std::move(entry.shape), {}});
    return file;
}

}  // namespace gatelab
