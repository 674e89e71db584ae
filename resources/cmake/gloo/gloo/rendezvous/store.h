// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#define GLOO_STORE_HAS_STORE_V2 1

namespace gloo::rendezvous {
/// The virtual functions that LibTorch's adapter overrides, in Gloo's order.
class Store {
public:
    virtual ~Store() = default;
    virtual void set(const std::string& key, const std::vector<char>& data) = 0;
    virtual std::vector<char> get(const std::string& key) = 0;
    virtual void wait(const std::vector<std::string>& keys) = 0;
    virtual void wait(const std::vector<std::string>& keys, const std::chrono::milliseconds& timeout) = 0;
    virtual bool has_v2_support() = 0;
    virtual std::vector<std::vector<char>> multi_get(const std::vector<std::string>& keys) = 0;
    virtual void multi_set(const std::vector<std::string>& keys, const std::vector<std::vector<char>>& values) = 0;
    virtual void append(const std::string& key, const std::vector<char>& data) = 0;
    virtual std::int64_t add(const std::string& key, std::int64_t value) = 0;
};
}  // namespace gloo::rendezvous
