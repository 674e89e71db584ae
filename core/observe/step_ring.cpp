// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/step_ring.h"

#include <ATen/ATen.h>
#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr double kMarkSeconds = 1e-3;

class EventMoment final : public DeviceMoment {
public:
    explicit EventMoment(at::Device device) : event_(device.type(), c10::EventFlag::BACKEND_DEFAULT) {
        event_.record(c10::impl::VirtualGuardImpl(device.type()).getStream(device));
    }
    [[nodiscard]] bool passed() const override { return event_.query(); }
    void wait() const override { event_.synchronize(); }
    [[nodiscard]] double secondsSince(const DeviceMoment& earlier) const override {
        return 1e-3 * static_cast<const EventMoment&>(earlier).event_.elapsedTime(event_);
    }

private:
    c10::Event event_;
};

}  // namespace

MakeMoment momentsOf(at::Device device) {
    return [device] { return std::make_unique<EventMoment>(device); };
}

StepRing::StepRing(at::Device device, MakeMoment makeMoment, std::int64_t rows)
    : makeMoment_(std::move(makeMoment)),
      rows_(rows),
      device_(at::zeros({rows, 2}, at::TensorOptions(at::kDouble).device(device))),
      host_(at::zeros({rows, 2}, at::TensorOptions(at::kDouble).pinned_memory(device.is_cuda()))) {}

void StepRing::put(const at::Tensor& loss, const at::Tensor& norm, double now) {
    const at::NoGradGuard noGrad;
    const at::Tensor losses = loss.reshape({-1}), norms = norm.reshape({-1});
    const std::int64_t count = losses.size(0);
    for (std::int64_t done = 0; done < count;) {
        const std::int64_t part = std::min(count - done, rows_ - next_);
        const at::Tensor rows = device_.narrow(0, next_, part);
        rows.select(1, 0).copy_(losses.narrow(0, done, part));
        rows.select(1, 1).copy_(norms.narrow(0, done, part));
        next_ = (next_ + part) % rows_;
        done += part;
    }
    given_.seconds.insert(given_.seconds.end(), static_cast<std::size_t>(count), now);
}

void StepRing::owe(const at::Tensor& table, std::int64_t first, std::int64_t count, double now) {
    for (std::int64_t done = 0; done < count;) {
        const std::int64_t part = std::min(count - done, rows_ - next_);
        Owed* const last = owed_.empty() ? nullptr : &owed_.back();
        if (last != nullptr && last->table.is_same(table) && last->first + last->count == first + done &&
            last->row + last->count == next_)
            last->count += part;
        else
            owed_.push_back({table, first + done, next_, part});
        next_ = (next_ + part) % rows_;
        done += part;
    }
    given_.seconds.insert(given_.seconds.end(), static_cast<std::size_t>(count), now);
}

void StepRing::settle() {
    for (const Owed& owed : std::exchange(owed_, {}))
        device_.narrow(0, owed.row, owed.count).copy_(owed.table.narrow(0, owed.first, owed.count));
}

void StepRing::mark(double now) {
    if (given_.seconds.empty() || now - lastMark_ < kMarkSeconds) return;
    if (!given_.marks.empty() && given_.marks.back().rows == given_.seconds.size()) return;
    given_.marks.push_back({given_.seconds.size(), makeMoment_(), now});
    lastMark_ = now;
}

void StepRing::send(double now) {
    if (given_.seconds.empty()) return;
    const at::NoGradGuard noGrad;
    settle();
    sent_ = std::exchange(given_, {});
    const auto count = static_cast<std::int64_t>(sent_.seconds.size());
    firstSent_ = (next_ - count + rows_) % rows_;
    const std::int64_t straight = std::min(count, rows_ - firstSent_);
    host_.narrow(0, firstSent_, straight).copy_(device_.narrow(0, firstSent_, straight), /*non_blocking=*/true);
    if (straight < count)
        host_.narrow(0, 0, count - straight).copy_(device_.narrow(0, 0, count - straight), /*non_blocking=*/true);
    sent_.marks.push_back({sent_.seconds.size(), makeMoment_(), now});
    lastMark_ = now;
}

void StepRing::catchUp(double now, double seconds) {
    const Mark* last = nullptr;
    for (const Rows* rows : {&sent_, &given_})
        for (const Mark& mark : rows->marks) {
            if (mark.given > now - seconds) break;
            last = &mark;
        }
    if (last == nullptr || last->given <= caughtUp_) return;
    if (!last->moment->passed()) last->moment->wait();
    caughtUp_ = last->given;
}

StepRing::Block StepRing::take(double now) {
    Block block;
    const double* values = host_.const_data_ptr<double>();
    for (std::size_t i = 0; i < sent_.seconds.size(); ++i) {
        const std::int64_t row = (firstSent_ + static_cast<std::int64_t>(i)) % rows_;
        block.loss.push_back(values[2 * row]);
        block.norm.push_back(values[2 * row + 1]);
    }
    timeRows(now, block.seconds);
    sent_ = {};
    return block;
}

// When a moment passed is known from the one before it, by the device's own clock; it was not before it was given, nor
// after it was seen.
void StepRing::timeRows(double now, std::vector<double>& seconds) {
    const Mark& end = sent_.marks.back();
    double ended = now;
    if (last_.moment) ended = std::min(ended, lastSeconds_ + end.moment->secondsSince(*last_.moment));
    ended = std::max(ended, end.given);
    double before = last_.moment ? lastSeconds_ : sent_.seconds.front();
    std::size_t row = 0;
    for (const Mark& mark : sent_.marks) {
        const double done =
            std::max(before, mark.moment == end.moment ? ended : ended - end.moment->secondsSince(*mark.moment));
        // What came after a stand-still was not begun in it.
        const double from = std::clamp(row < sent_.seconds.size() ? sent_.seconds[row] : before, before, done);
        const std::size_t first = row;
        for (; row < mark.rows; ++row)
            seconds.push_back(from + (done - from) * static_cast<double>(row + 1 - first) /
                                         static_cast<double>(mark.rows - first));
        before = done;
    }
    last_ = std::move(sent_.marks.back());
    lastSeconds_ = ended;
}

}  // namespace gatelab
