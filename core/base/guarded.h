// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <utility>

namespace gatelab {

/// A value that threads share: it can be reached only while its lock is held.
template <class T>
class Guarded {
public:
    Guarded() = default;
    explicit Guarded(T value) : value_(std::move(value)) {}

    /// What `use` returns of the value, which no other thread reaches meanwhile. A reference to the value must not
    /// leave `use`, and `use` must not come back to this object.
    template <class Use>
    decltype(auto) with(Use&& use) {
        const std::lock_guard lock(mutex_);
        return std::forward<Use>(use)(value_);
    }
    template <class Use>
    decltype(auto) with(Use&& use) const {
        const std::lock_guard lock(mutex_);
        return std::forward<Use>(use)(std::as_const(value_));
    }
    void set(T value) {
        const std::lock_guard lock(mutex_);
        value_ = std::move(value);
    }
    [[nodiscard]] T get() const {
        const std::lock_guard lock(mutex_);
        return value_;
    }
    /// The value, in whose place there is an empty one.
    [[nodiscard]] T take() {
        const std::lock_guard lock(mutex_);
        T taken = std::move(value_);
        value_ = T{};
        return taken;
    }

private:
    mutable std::mutex mutex_;
    T value_{};
};

}  // namespace gatelab
