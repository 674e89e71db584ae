// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hash.h"

#include <atomic>
#include <string>
#include <string_view>
#include <thread>

namespace gatelab {

/// The SHA-256 of a file's bytes, made while they are read: on a thread of its own, or by add() on that of the caller.
class HashBeside {
public:
    HashBeside(std::string_view bytes, int threads) : bytes_(bytes) {
        if (threads > 1 && bytes.size() > kPiece) thread_ = std::jthread([this] { run(); });
    }
    [[nodiscard]] bool isBeside() const { return thread_.joinable(); }
    /// The next of the bytes, by who passes over them anyway: then they lie near.
    void add(std::string_view part) { hash_.add(part), at_ += part.size(); }
    ~HashBeside() { stops_ = true; }
    HashBeside(const HashBeside&) = delete;
    HashBeside& operator=(const HashBeside&) = delete;

    std::string finish() {
        if (thread_.joinable())
            thread_.join();
        else
            run();
        return hash_.finish();
    }

private:
    static constexpr std::size_t kPiece = std::size_t{8} << 20;
    void run() {
        while (at_ < bytes_.size() && !stops_) add(bytes_.substr(at_, kPiece));
    }
    std::string_view bytes_;
    std::size_t at_ = 0;
    Sha256 hash_;
    std::atomic<bool> stops_{false};
    std::jthread thread_;
};

}  // namespace gatelab
