// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Newer libraries keep the names and shapes of 1.10, the oldest one we build against.
#define H5_USE_110_API

#include "base/result.h"

#include <hdf5.h>
#include <filesystem>
#include <mutex>
#include <string>
#include <utility>

/// What reader and writer of HDF5 files share; private to core/io/hdf5_file*.
namespace gatelab::hdf5 {

/// Held during every call into the library, which is not thread-safe. Also keeps the library from printing its errors.
class LibraryLock {
public:
    LibraryLock();

private:
    std::unique_lock<std::mutex> lock_;
};

/// An id with the function that gives it back; only destroyed under the lock.
class Handle {
public:
    using Close = herr_t (*)(hid_t);
    Handle() = default;
    Handle(hid_t id, Close close) : id_(id), close_(close) {}
    ~Handle() { reset(); }
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    [[nodiscard]] bool valid() const { return id_ >= 0; }
    [[nodiscard]] hid_t id() const { return id_; }
    /// False when the library could not finish (a full disk shows here).
    bool reset() {
        const hid_t id = std::exchange(id_, -1);
        return id < 0 || close_(id) >= 0;
    }

private:
    hid_t id_ = -1;
    Close close_ = nullptr;
};

/// "cannot ACTION 'path': the library's innermost reason; remedy".
Error libraryError(const Phrase& action, const std::filesystem::path& path, ErrorCode code, const Phrase& remedy);

}  // namespace gatelab::hdf5
