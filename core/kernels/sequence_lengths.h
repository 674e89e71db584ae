// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>

namespace gatelab {

/// The same numbers on `device`, by a copy that the host does not wait for: from pinned memory, behind what the current
/// stream was given before. The same tensor where it is there already.
at::Tensor sentTo(at::Device device, const at::Tensor& host);

/// How long the sequences of a batch are, and what its passes need of that on their device: made when it is first asked
/// for, by one copy for the whole batch, and shared by all copies of this object. One thread at a time.
class SequenceLengths {
public:
    SequenceLengths() = default;  ///< all sequences have all time steps
    /// int64 [batch] on the CPU, each from 1 on; undefined: as above.
    SequenceLengths(at::Tensor host);

    [[nodiscard]] bool defined() const { return made_ != nullptr; }
    [[nodiscard]] const at::Tensor& host() const { return made_->host; }
    /// int64 [batch]. In the header, because the CUDA module links nothing of the engine.
    [[nodiscard]] const at::Tensor& on(at::Device device) const {
        at::Tensor& lengths = made_->lengths;
        if (!lengths.defined() || lengths.device() != device) lengths = made_->send(device, made_->host);
        return lengths;
    }
    /// bool [time, batch, 1]: not behind the end of its sequence.
    [[nodiscard]] const at::Tensor& valid(std::int64_t time, at::Device device) const;
    /// Each sequence of x [time, batch, features] turned round; what is behind its end stays. Its gradient is turned in
    /// the same way, which sorts nothing, as that of a gather would on a GPU.
    [[nodiscard]] at::Tensor turn(const at::Tensor& x) const;
    /// [1, batch, features]: the last step of each sequence of x, with a gradient that sorts nothing.
    [[nodiscard]] at::Tensor lastOf(const at::Tensor& x) const;

private:
    struct Made {
        at::Tensor host;
        at::Tensor (*send)(at::Device device, const at::Tensor& host) = &sentTo;
        at::Tensor lengths{}, valid{}, last{}, isLast{}, turned{};
    };
    /// int64 [1, batch, 1], and bool [time, batch, 1]: the last step.
    [[nodiscard]] const at::Tensor& last(at::Device device) const;
    [[nodiscard]] const at::Tensor& isLast(std::int64_t time, at::Device device) const;
    /// int64 [time, batch, 1]: where a step is in the sequence turned round.
    [[nodiscard]] const at::Tensor& turned(std::int64_t time, at::Device device) const;
    std::shared_ptr<Made> made_;
};

}  // namespace gatelab
