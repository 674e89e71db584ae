// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gatelab {

/// A moment in the work of a device.
class DeviceMoment {
public:
    virtual ~DeviceMoment() = default;
    [[nodiscard]] virtual bool passed() const = 0;  ///< asks, and does not wait
    virtual void wait() const = 0;
    [[nodiscard]] virtual double secondsSince(const DeviceMoment& earlier) const = 0;  ///< both have passed
};
/// The moment at which the device has done what it was given so far.
using MakeMoment = std::function<std::unique_ptr<DeviceMoment>()>;
MakeMoment momentsOf(at::Device device);

/// Loss and norm of each step on the device, in a ring that is read in blocks: one copy to pinned memory for all steps
/// since the last one, which nobody waits for, and about one event per millisecond for the time at which steps were
/// done. Times are seconds of any clock of the caller's. One thread.
class StepRing {
public:
    static constexpr std::int64_t kRows = 4096;
    StepRing(at::Device device, MakeMoment makeMoment, std::int64_t rows = kRows);

    /// Rows that are free.
    [[nodiscard]] std::int64_t room() const {
        return rows_ - static_cast<std::int64_t>(given_.seconds.size() + sent_.seconds.size());
    }
    /// Values of steps that were given to the device at this time, one or several, scalars or [n]; not more than there
    /// is room for.
    void put(const at::Tensor& loss, const at::Tensor& norm, double now);
    /// The same of `count` rows of a table [n, 2] (loss, norm; float64) from `first` on, which keep their values until
    /// they are sent: they are copied then, all at once.
    void owe(const at::Tensor& table, std::int64_t first, std::int64_t count, double now);
    /// Remembers the moment, unless another is hardly past.
    void mark(double now);
    /// Sends what was put since the last time to the host. Nothing may be on its way.
    void send(double now);
    [[nodiscard]] bool isOnItsWay() const { return !sent_.seconds.empty(); }
    [[nodiscard]] bool hasArrived() const { return isOnItsWay() && sent_.marks.back().moment->passed(); }
    void wait() const { sent_.marks.back().moment->wait(); }
    /// Waits until the device is behind by `seconds` at most: what was given before that is done. So a stop, a pause
    /// and a live rate reach it soon, however many steps its queue takes; a queue that long never runs empty.
    void catchUp(double now, double seconds);
    /// What has arrived. `now`: it had by then.
    struct Block {
        std::vector<double> loss, norm, seconds;  ///< seconds: when each step was done
    };
    Block take(double now);

private:
    /// So many of the rows were done then; `given`: the moment was not before that.
    struct Mark {
        std::size_t rows = 0;
        std::unique_ptr<DeviceMoment> moment;
        double given = 0;
    };
    struct Rows {
        std::vector<double> seconds;  ///< when each was given
        std::vector<Mark> marks;
    };
    /// Rows of a table that belong into the ring.
    struct Owed {
        at::Tensor table;
        std::int64_t first = 0, row = 0, count = 0;
    };
    void settle();
    void timeRows(double now, std::vector<double>& seconds);
    MakeMoment makeMoment_;
    std::int64_t rows_;
    at::Tensor device_, host_;  ///< [rows, 2] float64
    std::int64_t next_ = 0, firstSent_ = 0;
    Rows given_, sent_;
    std::vector<Owed> owed_;
    double lastMark_ = -1;
    double caughtUp_ = -1;    ///< what was given up to then is done
    Mark last_;               ///< the last one that arrived
    double lastSeconds_ = 0;  ///< its time
};

}  // namespace gatelab
