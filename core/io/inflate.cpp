// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <climits>

namespace gatelab {

Result<std::string> inflateZlib(std::string_view packed, std::size_t limit, const Progress& progress) {
    constexpr std::size_t kFirst = 4096, kAtOnce = std::size_t{1} << 20;
    z_stream stream{};
    if (packed.size() > UINT_MAX || inflateInit(&stream) != Z_OK)
        return Error{ErrorCode::OutOfMemory, GATELAB_TEXT("Files", "not enough memory")};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));  // zlib's own type; only read
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string bytes;
    std::size_t have = 0;
    int state = Z_OK;
    while (state == Z_OK && have < limit) {
        if (!report(progress, 1 - static_cast<double>(stream.avail_in) / static_cast<double>(packed.size()))) {
            inflateEnd(&stream);
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Files", "unpacking was cancelled")};
        }
        if (have == bytes.size()) bytes.resize(std::min(limit, std::max(kFirst, have * 2)));
        const std::size_t room = std::min(bytes.size() - have, kAtOnce);
        stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + have);
        stream.avail_out = static_cast<uInt>(room);
        state = inflate(&stream, Z_NO_FLUSH);
        have += room - stream.avail_out;
        if (state == Z_BUF_ERROR || (state == Z_OK && stream.avail_in == 0 && stream.avail_out > 0)) break;
    }
    inflateEnd(&stream);
    if (state == Z_OK && have >= limit)
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Files", "unpacks to more than %1 MiB, which is beyond what is unpacked here"),
                      {limit >> 20}}};
    if (state != Z_STREAM_END)
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Files", "a packed part is cut or damaged")};
    bytes.resize(have);
    return bytes;
}

std::uint32_t crc32Of(std::string_view bytes) {
    return static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<z_size_t>(bytes.size())));
}

}  // namespace gatelab
