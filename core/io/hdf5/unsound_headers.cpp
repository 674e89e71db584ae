// SPDX-License-Identifier: GPL-3.0-or-later
// HDF5 File Format Specification 3.0, IV.A.1 (object headers) and IV.A.2.i (data layout).
#include "io/hdf5/unsound_headers.h"

#include "io/hdf5_file_handle.h"

#include <unistd.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab::hdf5 {
namespace {

constexpr int kDataspace = 0x01, kLayout = 0x08, kContinuation = 0x10, kSymbolTable = 0x11, kShared = 0x02,
              kChunked = 2;
constexpr std::uint64_t kMostBytes = 1 << 20;
constexpr std::size_t kMostBlocks = 64;

/// A number without a sign, the low byte first; 0 beyond the end.
std::uint64_t numberAt(std::string_view bytes, std::size_t at, std::size_t width) {
    std::uint64_t number = 0;
    for (std::size_t i = std::min<std::size_t>(width, 8); i-- > 0;)
        number = number << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    return number;
}

class ObjectHeader {
public:
    explicit ObjectHeader(hid_t within) : owner_(H5Iget_file_id(within), H5Fclose) {
        const hid_t file = owner_.id();
        const Handle plist(H5Fget_create_plist(file), H5Pclose);
        void* handle = nullptr;
        hsize_t userBytes = 0;
        isReadable_ = plist.valid() && H5Pget_sizes(plist.id(), &offsetBytes_, &lengthBytes_) >= 0 &&
                      H5Pget_userblock(plist.id(), &userBytes) >= 0 &&
                      H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) >= 0 && handle != nullptr;
        if (!isReadable_) return;
        base_ = userBytes;
        number_ = *static_cast<const int*>(handle);
    }

    bool chunksHaveOtherAxes(std::uint64_t address) {
        lookAt(address);
        // The size of a value is one more.
        return chunkAxes_ && (*chunkAxes_ < 2 || (axes_ && *chunkAxes_ != *axes_ + 1));
    }

    bool namesStandNowhere(std::uint64_t address) {
        lookAt(address);
        return namesStandNowhere_;
    }

private:
    struct Block {
        std::uint64_t at = 0, bytes = 0;
    };

    void lookAt(std::uint64_t address) {
        if (!isReadable_) return;
        const std::string start = read(address, 48);
        const bool isNew = start.starts_with("OHDR");
        const auto flags = isNew ? numberAt(start, 5, 1) : 0;
        const std::size_t width = std::size_t{1} << (flags & 3),
                          at = isNew ? 6U + ((flags & 0x20) != 0 ? 16 : 0) + ((flags & 0x10) != 0 ? 4 : 0) : 16;
        blocks_ = {{address + at + (isNew ? width : 0), isNew ? numberAt(start, at, width) : numberAt(start, 8, 4)}};
        const std::size_t before = isNew ? 4U + ((flags & 4) != 0 ? 2 : 0) : 8;
        for (std::size_t i = 0; i < blocks_.size() && i < kMostBlocks; ++i)
            lookInto(read(blocks_[i].at, blocks_[i].bytes), isNew, before);
    }

    [[nodiscard]] std::string read(std::uint64_t address, std::uint64_t size) const {
        std::string bytes(static_cast<std::size_t>(std::min(size, kMostBytes)), '\0');
        const auto got = ::pread(number_, bytes.data(), bytes.size(), static_cast<off_t>(base_ + address));
        bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
        return bytes;
    }

    /// before: bytes of a message before its contents.
    void lookInto(std::string_view block, bool isNew, std::size_t before) {
        for (std::size_t at = 0; at + before <= block.size();) {
            const auto type = numberAt(block, at, isNew ? 1 : 2), size = numberAt(block, at + (isNew ? 1 : 2), 2),
                       flags = numberAt(block, at + (isNew ? 3 : 4), 1);
            const std::string_view message = block.substr(at + before, size);
            at += before + static_cast<std::size_t>(size);
            if (type == kDataspace && (flags & kShared) == 0) axes_ = numberAt(message, 1, 1);
            if (type == kLayout && (flags & kShared) == 0) takeLayout(message);
            if (type == kSymbolTable && (flags & kShared) == 0) takeSymbolTable(message);
            if (type != kContinuation) continue;
            const std::uint64_t place = numberAt(message, 0, offsetBytes_),
                                bytes = numberAt(message, offsetBytes_, lengthBytes_);
            blocks_.push_back(isNew ? Block{place + 4, bytes - std::min<std::uint64_t>(bytes, 8)}
                                    : Block{place, bytes});
        }
    }

    void takeLayout(std::string_view message) {
        const auto version = numberAt(message, 0, 1);
        const bool isOld = version < 3;
        if (numberAt(message, isOld ? 2 : 1, 1) == kChunked)
            chunkAxes_ = numberAt(message, isOld ? 1 : version == 3 ? 2 : 3, 1);
    }

    /// Where the tree of a group lies, and its names.
    void takeSymbolTable(std::string_view message) {
        const std::uint64_t nowhere =
            offsetBytes_ >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * offsetBytes_) - 1;
        namesStandNowhere_ = namesStandNowhere_ || numberAt(message, 0, offsetBytes_) == nowhere ||
                             numberAt(message, offsetBytes_, offsetBytes_) == nowhere;
    }

    Handle owner_;  ///< whose file descriptor it is
    bool isReadable_ = false;
    int number_ = -1;
    std::uint64_t base_ = 0;
    std::size_t offsetBytes_ = 8, lengthBytes_ = 8;
    std::vector<Block> blocks_;
    std::optional<std::uint64_t> axes_, chunkAxes_;
    bool namesStandNowhere_ = false;
};

}  // namespace

bool chunksHaveOtherAxes(hid_t within, haddr_t address) { return ObjectHeader(within).chunksHaveOtherAxes(address); }
bool namesStandNowhere(hid_t within, haddr_t address) { return ObjectHeader(within).namesStandNowhere(address); }

}  // namespace gatelab::hdf5
