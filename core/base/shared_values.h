// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace gatelab {

/// Values that several threads need, each made once by whoever asks first while the others wait for it: what runs that
/// train together hold in common. A key says everything that its value depends on and begins with the kind of it
/// ("prepared:..."). Any thread. The values of the last kKept keys stay until the object goes; older ones are held by
/// their users alone and are made again when they are asked for again.
class SharedValues {
public:
    static constexpr std::size_t kKept = 48;

    /// The value of the key; where there is none, what `make` gives: a Result<T>. Nothing is kept of one that failed,
    /// the next that asks makes it anew. `goOn`: asked while another thread makes it; false ends the waiting with
    /// Cancelled. Empty: waits for as long as it takes.
    template <class T, class Make>
    Result<std::shared_ptr<const T>> get(const std::string& key, const Make& make,
                                         const std::function<bool()>& goOn = {}) {
        const std::shared_ptr<Entry> entry = entryOf(key);
        while (!entry->making.try_lock_for(std::chrono::milliseconds(50)))
            if (goOn && !goOn()) return Error{ErrorCode::Cancelled, {}};
        const std::lock_guard lock(entry->making, std::adopt_lock);
        if (!entry->value) {
            Result<T> made = make();
            if (!made.ok()) return made.error();
            entry->value = std::make_shared<const T>(std::move(*made));
            count(key);
        }
        return std::static_pointer_cast<const T>(entry->value);
    }

    /// How many values of a kind were made so far.
    [[nodiscard]] std::int64_t made(const std::string& kind) const {
        const std::lock_guard lock(mutex_);
        const auto found = made_.find(kind);
        return found == made_.end() ? 0 : found->second;
    }

private:
    struct Entry {
        std::timed_mutex making;
        std::shared_ptr<const void> value;
    };

    std::shared_ptr<Entry> entryOf(const std::string& key) {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<Entry>& entry = entries_[key];
        if (entry) return entry;
        entry = std::make_shared<Entry>();
        order_.push_back(key);
        const std::shared_ptr<Entry> fresh = entry;
        if (order_.size() > kKept) {
            entries_.erase(order_.front());
            order_.pop_front();
        }
        return fresh;
    }

    void count(const std::string& key) {
        const std::lock_guard lock(mutex_);
        ++made_[key.substr(0, key.find(':'))];
    }

    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Entry>> entries_;
    std::deque<std::string> order_;  ///< keys of entries_, oldest first
    std::map<std::string, std::int64_t> made_;
};

}  // namespace gatelab
