// SPDX-License-Identifier: GPL-3.0-or-later
#define USE_C10D_NCCL  // else c10d's header is empty; here alone, since nobody else speaks by NCCL
#include "cuda/nccl_wire.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include <cstring>
#include <deque>
#include <exception>
#include <map>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

using Work = c10::intrusive_ptr<c10d::Work>;

constexpr auto kLookEvery = std::chrono::microseconds(50);

/// Two groups, one for messages to higher ranks and one for those to lower ones: between two ranks NCCL does one thing
/// after the other, and what is expected early would hold up what is sent.
class NcclWire final : public RankWire {
public:
    NcclWire(int device, const RankWireRequest& request)
        : device_(at::kCUDA, static_cast<c10::DeviceIndex>(device)),
          rank_(request.rank),
          up_(groupOf("up", request)),
          down_(groupOf("down", request)) {}
    ~NcclWire() override {
        up_->abort();
        down_->abort();
    }

    void expect(int from, int tag, std::span<std::byte> into) override {
        const c10::cuda::CUDAGuard guard(device_);
        Expected expected{into, {}, {}};
        if (!into.empty()) {
            expected.onDevice = bytes(into.size());
            std::vector<at::Tensor> tensors{expected.onDevice};
            expected.work = (from < rank_ ? up_ : down_)->recv(tensors, from, tag);
        }
        expected_[{from, tag}].push_back(std::move(expected));
    }
    void receive(int from, int tag, std::chrono::milliseconds limit) override {
        auto& waiting = expected_[{from, tag}];
        const Expected& first = waiting.front();
        if (first.work) {
            await(*first.work, limit);
            const c10::cuda::CUDAGuard guard(device_);
            const at::Tensor here = first.onDevice.cpu();
            std::memcpy(first.into.data(), here.const_data_ptr(), first.into.size());
        }
        waiting.pop_front();
    }
    void send(int to, int tag, std::span<const std::byte> from) override {
        const c10::cuda::CUDAGuard guard(device_);
        at::Tensor onDevice = bytes(from.size());
        onDevice.copy_(at::from_blob(const_cast<std::byte*>(from.data()), onDevice.sizes(), at::kByte));
        std::vector<at::Tensor> tensors{onDevice};
        Work work = (to > rank_ ? up_ : down_)->send(tensors, to, tag);
        sent_.push_back({to, std::move(onDevice), std::move(work)});
    }
    [[nodiscard]] int oldest() const override { return sent_.empty() ? -1 : sent_.front().to; }
    void sent(std::chrono::milliseconds limit) override {
        await(*sent_.front().work, limit);
        sent_.pop_front();
    }

private:
    struct Expected {
        std::span<std::byte> into;
        at::Tensor onDevice;
        Work work;
    };
    struct Sent {
        int to;
        at::Tensor onDevice;
        Work work;
    };
    using Group = c10::intrusive_ptr<c10d::ProcessGroupNCCL>;

    static Group groupOf(const char* name, const RankWireRequest& request) {
        auto options = c10d::ProcessGroupNCCL::Options::create();
        options->timeout = request.toConnect;
        return c10::make_intrusive<c10d::ProcessGroupNCCL>(c10::make_intrusive<c10d::PrefixStore>(name, request.store),
                                                           request.rank, request.size, options);
    }
    [[nodiscard]] at::Tensor bytes(std::size_t count) const {
        return at::empty({static_cast<std::int64_t>(count)}, at::TensorOptions(device_).dtype(at::kByte));
    }
    /// The work's own wait lets the device wait, and not the host.
    static void await(c10d::Work& work, std::chrono::milliseconds limit) {
        const auto until = std::chrono::steady_clock::now() + limit;
        while (!work.isCompleted()) {
            if (std::chrono::steady_clock::now() > until) throw std::runtime_error("timed out");
            std::this_thread::sleep_for(kLookEvery);
        }
        if (const std::exception_ptr problem = work.exception()) std::rethrow_exception(problem);
    }

    at::Device device_;
    int rank_;
    Group up_, down_;
    std::map<std::pair<int, int>, std::deque<Expected>> expected_;  ///< by peer and tag
    std::deque<Sent> sent_;
};

}  // namespace

std::unique_ptr<RankWire> openNcclWire(int device, const RankWireRequest& request) {
    return std::make_unique<NcclWire>(device, request);
}

}  // namespace gatelab
