// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace gatelab {

/// A value that copies share and that is unpacked from text when first looked at, so that a long list of records costs
/// what is looked at. Reading may come from any thread; a change goes to this copy alone. Unpack must not throw and
/// must be content with any text.
template <class T>
class LazyValue {
public:
    using Unpack = T (*)(std::string_view packed);

    LazyValue() = default;
    LazyValue(T value) : state_(std::make_shared<State>(std::move(value))) {}
    LazyValue(std::string packed, Unpack unpack) : state_(std::make_shared<State>(std::move(packed), unpack)) {}

    [[nodiscard]] const T& operator*() const {
        static const T none{};
        return state_ ? state_->read() : none;
    }
    const T* operator->() const { return &**this; }
    operator const T&() const { return **this; }

    /// To change; what other copies show stays. The reference holds until the next copy is made.
    T& edit() {
        const T& now = **this;
        if (!state_ || state_.use_count() > 1) state_ = std::make_shared<State>(T(now));
        std::atomic_thread_fence(std::memory_order_acquire);  // what the last other copy read was read before
        return *state_->value;
    }

private:
    struct State {
        explicit State(T known) : value(std::move(known)) {}
        State(std::string text, Unpack how) : packed(std::move(text)), unpack(how) {}

        const T& read() {
            if (unpack != nullptr)
                std::call_once(isRead, [this] {
                    value.emplace(unpack(packed));
                    packed = {};
                });
            return *value;
        }

        std::string packed;
        const Unpack unpack = nullptr;
        std::once_flag isRead;
        std::optional<T> value;
    };
    std::shared_ptr<State> state_;
};

}  // namespace gatelab
