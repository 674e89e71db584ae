// SPDX-License-Identifier: GPL-3.0-or-later
// LibTorch's CUDA backend by the processor. A tensor on "cuda:0" lies in memory of the made-up driver; every operation
// that LibTorch's CPU part does not compose of others runs on processor tensors that lie in the same memory. What such
// an operation makes anew is copied into the driver's memory.
#include "fake_gpu.h"
#include "fake_memory.h"
#include "fake_recording.h"

#include <ATen/ATen.h>
#include <ATen/EmptyTensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/record_function.h>
#include <torch/library.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace fakegpu {

namespace {

at::Tensor emptyStrided(at::IntArrayRef sizes, at::IntArrayRef strides, at::ScalarType type, at::Device device) {
    struct Source final : c10::Allocator {
        explicit Source(int index) : index(index) {}
        c10::DataPtr allocate(std::size_t bytes) override { return fakegpu::allocate(bytes, index); }
        void copy_data(void* to, const void* from, std::size_t count) const override { std::memcpy(to, from, count); }
        int index;
    };
    static Source sources[] = {Source(0), Source(1)};
    const int index = device.has_index() ? device.index() : currentDevice();
    return at::detail::empty_strided_generic(sizes, strides, &sources[index],
                                             c10::DispatchKeySet(c10::DispatchKey::CUDA), type);
}

at::Tensor emptyLike(at::IntArrayRef sizes, at::ScalarType type, at::Device device,
                     at::MemoryFormat format = at::MemoryFormat::Contiguous) {
    TORCH_CHECK(format == at::MemoryFormat::Contiguous || format == at::MemoryFormat::Preserve,
                "no such memory format here");
    std::vector<std::int64_t> strides(sizes.size());
    std::int64_t step = 1;
    for (std::size_t i = sizes.size(); i-- > 0; step *= std::max<std::int64_t>(1, sizes[i])) strides[i] = step;
    return emptyStrided(sizes, strides, type, device);
}

/// Processor tensors in the memory of device tensors for one call, and the way back.
class Call {
public:
    at::Tensor onHost(const at::Tensor& tensor) {
        if (!tensor.defined() || !tensor.is_cuda()) return tensor;
        if (!device_) device_ = tensor.device();
        for (const Pair& pair : pairs_)
            if (pair.device.is_same(tensor)) return pair.host;
        c10::Storage storage = hostStorage(tensor.storage());
        at::Tensor host = at::detail::make_tensor<c10::TensorImpl>(
            std::move(storage), c10::DispatchKeySet(c10::DispatchKey::CPU), tensor.dtype());
        host.unsafeGetTensorImpl()->set_storage_offset(tensor.storage_offset());
        host.unsafeGetTensorImpl()->set_sizes_and_strides(tensor.sizes(), tensor.strides());
        pairs_.push_back({tensor, host});
        return host;
    }

    /// made: what device memory was taken for it, as a processor tensor; undefined where the operation wrote in place.
    at::Tensor onDevice(const at::Tensor& result, at::Tensor* made = nullptr) {
        if (!result.defined() || !result.is_cpu() || !device_) return result;
        for (const Pair& pair : pairs_)
            if (pair.host.is_same(result)) return pair.device;
        for (const StoragePair& pair : storages_) {
            if (!pair.host.is_alias_of(result.storage())) continue;
            at::Tensor view = at::detail::make_tensor<c10::TensorImpl>(
                c10::Storage(pair.device), c10::DispatchKeySet(c10::DispatchKey::CUDA), result.dtype());
            view.unsafeGetTensorImpl()->set_storage_offset(result.storage_offset());
            view.unsafeGetTensorImpl()->set_sizes_and_strides(result.sizes(), result.strides());
            return view;
        }
        const at::Tensor dense = result.is_non_overlapping_and_dense() ? result : result.contiguous();
        at::Tensor taken = emptyStrided(dense.sizes(), dense.strides(), dense.scalar_type(), *device_);
        if (dense.numel() > 0)
            std::memcpy(taken.mutable_data_ptr(), dense.const_data_ptr(),
                        static_cast<std::size_t>(dense.numel()) * dense.element_size());
        if (made != nullptr) *made = onHost(taken);
        return taken;
    }

    void use(at::Device device) { device_ = device; }
    [[nodiscard]] bool isOfDevice(const at::Tensor& host) const {
        return std::ranges::any_of(pairs_, [&](const Pair& pair) { return pair.host.is_same(host); });
    }

    /// An operation may have given an output another size, and with it other memory.
    void takeOverSizes() {
        for (const Pair& pair : pairs_) {
            if (pair.host.sizes() == pair.device.sizes() && pair.host.strides() == pair.device.strides()) continue;
            auto* impl = pair.device.unsafeGetTensorImpl();
            const std::size_t bytes = pair.host.storage().nbytes();
            if (bytes > pair.device.storage().nbytes()) {
                c10::DataPtr block = allocate(bytes, pair.device.device().index());
                std::memcpy(block.get(), pair.host.storage().data(), bytes);
                impl->unsafe_storage().set_data_ptr(std::move(block));
                impl->unsafe_storage().set_nbytes(bytes);
                moved_.push_back({pair.host, impl->unsafe_storage().mutable_data(), bytes});
            }
            impl->set_sizes_and_strides(pair.host.sizes(), pair.host.strides());
        }
    }
    [[nodiscard]] std::optional<at::Device> device() const { return device_; }

    /// Memory that an output was given during the call, and the processor's, which the operation writes to.
    struct Moved {
        at::Tensor host;
        void* device;
        std::size_t bytes;
    };
    [[nodiscard]] const std::vector<Moved>& moved() const { return moved_; }
    /// All that was named stays for the recording.
    void useIn(Recording& recording) const {
        for (const StoragePair& pair : storages_) recording.use(pair.device.mutable_data());
        for (const Moved& one : moved_) recording.use(one.device);
    }

private:
    struct Pair {
        at::Tensor device, host;
    };
    struct StoragePair {
        c10::Storage device, host;
    };
    c10::Storage hostStorage(const c10::Storage& storage) {
        for (const StoragePair& pair : storages_)
            if (pair.device.is_alias_of(storage)) return pair.host;
        c10::Storage host(c10::Storage::use_byte_size_t(), storage.nbytes(),
                          c10::DataPtr(storage.mutable_data(), at::kCPU), c10::GetAllocator(at::kCPU), true);
        storages_.push_back({storage, host});
        return host;
    }
    std::vector<Pair> pairs_;
    std::vector<StoragePair> storages_;
    std::vector<Moved> moved_;
    std::optional<at::Device> device_;
};

/// What makes the host wait for the device's answer.
bool waits(const std::string& name) {
    return name == "aten::_local_scalar_dense" || name == "aten::nonzero" || name == "aten::masked_select" ||
           name == "aten::equal";
}

template <class Change>
void changeTensors(c10::IValue& value, const Change& change) {
    if (value.isTensor())
        value = change(value.toTensor());
    else if (value.isTensorList()) {
        std::vector<at::Tensor> changed;
        for (const at::Tensor& tensor : value.toTensorVector()) changed.push_back(change(tensor));
        value = c10::IValue(changed);
    } else if (value.isOptionalTensorList()) {
        c10::List<std::optional<at::Tensor>> changed;
        for (const std::optional<at::Tensor>& tensor : value.toOptionalTensorList())
            changed.push_back(tensor ? std::optional(change(*tensor)) : std::nullopt);
        value = c10::IValue(changed);
    }
}

/// One operation of a graph: given again with the same tensors and numbers, its results to where they were.
struct Recorded {
    c10::OperatorHandle operation;
    torch::jit::Stack given;       ///< processor tensors in the device's memory, and the host's numbers of then
    std::vector<at::Tensor> made;  ///< of each result; undefined: written in place
    std::vector<Call::Moved> moved{};
    int device = 0;

    void operator()() const {
        useDevice(device);
        torch::jit::Stack stack = given;
        operation.callBoxed(&stack);
        std::size_t next = 0;
        for (c10::IValue& value : stack)
            changeTensors(value, [&](const at::Tensor& result) {
                if (const at::Tensor& to = made.at(next++); to.defined()) to.copy_(result);
                return result;
            });
        for (const Call::Moved& one : moved) std::memcpy(one.device, one.host.storage().data(), one.bytes);
    }
};

/// The host's own tensors as they are now: a kernel gets their numbers, not their place.
torch::jit::Stack frozen(torch::jit::Stack given, const Call& call) {
    for (c10::IValue& value : given)
        changeTensors(value, [&](const at::Tensor& tensor) {
            if (!tensor.defined() || call.isOfDevice(tensor)) return tensor;
            at::Tensor kept = tensor.clone();
            kept.unsafeGetTensorImpl()->set_wrapped_number(tensor.unsafeGetTensorImpl()->is_wrapped_number());
            return kept;
        });
    return given;
}

void computeOnHost(const c10::OperatorHandle& operation, torch::jit::Stack* stack) {
    const std::string& name = operation.schema().name();
    if (waits(name)) noteWait(name.c_str());
    const std::size_t arguments = operation.schema().arguments().size(), results = operation.schema().returns().size();
    Call call;
    for (auto value = stack->end() - static_cast<std::ptrdiff_t>(arguments); value != stack->end(); ++value) {
        if (value->isDevice() && value->toDevice().is_cuda()) {
            call.use(value->toDevice());
            *value = at::Device(at::kCPU);
        } else {
            changeTensors(*value, [&](const at::Tensor& tensor) { return call.onHost(tensor); });
        }
    }
    const int device = call.device() && call.device()->has_index() ? call.device()->index() : currentDevice();
    useDevice(device);
    Recording* const recording = Recording::current();
    Recorded node{operation, {}, {}, {}, device};
    {
        const at::AutoDispatchBelowADInplaceOrView below;
        const at::DisableRecordFunctionGuard unseen;  // it is one operation to who counts them
        if (recording != nullptr)
            node.given = frozen({stack->end() - static_cast<std::ptrdiff_t>(arguments), stack->end()}, call);
        operation.callBoxed(stack);
    }
    call.takeOverSizes();
    for (auto value = stack->end() - static_cast<std::ptrdiff_t>(results); value != stack->end(); ++value)
        changeTensors(*value, [&](const at::Tensor& tensor) {
            at::Tensor made;
            const at::Tensor result = call.onDevice(tensor, &made);
            node.made.push_back(made);
            return result;
        });
    if (recording == nullptr) return;
    node.moved = call.moved();
    call.useIn(*recording);
    recording->add(std::move(node));
}

at::Tensor& copyInto(at::Tensor& to, const at::Tensor& from, bool nonBlocking) {
    const at::Device device = to.is_cuda() ? to.device() : from.device();
    // From the device to the host, and from memory that the driver cannot read by itself.
    const at::Tensor& onHost = to.is_cpu() ? to : from;
    if (onHost.is_cpu()) ++driver().copies;
    if (onHost.is_cpu() && onHost.numel() > 0 && !(nonBlocking && onHost.is_pinned()))
        noteWait(to.is_cpu() ? "copy to the host" : "copy from the host");
    useDevice(device.index());
    Call call;
    const at::Tensor there = call.onHost(to), here = call.onHost(from);
    if (Recording* recording = Recording::current()) {
        call.useIn(*recording);
        recording->add([there, here, device] {
            useDevice(device.index());
            there.copy_(here);
        });
    }
    const at::AutoDispatchBelowADInplaceOrView below;
    const at::DisableRecordFunctionGuard unseen;
    there.copy_(here);
    return to;
}

at::Tensor empty(at::IntArrayRef size, std::optional<at::ScalarType> type, std::optional<at::Layout>,
                 std::optional<at::Device> device, std::optional<bool>, std::optional<at::MemoryFormat> format) {
    return emptyLike(size, type.value_or(at::kFloat), device.value_or(at::kCUDA),
                     format.value_or(at::MemoryFormat::Contiguous));
}

at::Tensor emptyWithStrides(at::IntArrayRef size, at::IntArrayRef stride, std::optional<at::ScalarType> type,
                            std::optional<at::Layout>, std::optional<at::Device> device, std::optional<bool>) {
    return emptyStrided(size, stride, type.value_or(at::kFloat), device.value_or(at::kCUDA));
}

// The cells of LibTorch's own layers, which its CPU part has no kernels for. Gates in the order i, f, g, o; the
// workspace holds them after their functions.
std::tuple<at::Tensor, at::Tensor, at::Tensor> lstmCell(const at::Tensor& input, const at::Tensor& hidden,
                                                        const at::Tensor& c, const std::optional<at::Tensor>& inputBias,
                                                        const std::optional<at::Tensor>& hiddenBias) {
    at::Tensor gates = input + hidden;
    if (inputBias && inputBias->defined()) gates = gates + *inputBias + *hiddenBias;
    const auto parts = gates.chunk(4, 1);
    const at::Tensor i = parts[0].sigmoid(), f = parts[1].sigmoid(), g = parts[2].tanh(), o = parts[3].sigmoid();
    const at::Tensor next = f * c + i * g;
    return {o * next.tanh(), next, at::cat({i, f, g, o}, 1)};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> lstmCellBackward(const std::optional<at::Tensor>& dHidden,
                                                                const std::optional<at::Tensor>& dNext,
                                                                const at::Tensor& c, const at::Tensor& next,
                                                                const at::Tensor& workspace, bool hasBias) {
    const auto parts = workspace.chunk(4, 1);
    const at::Tensor &i = parts[0], &f = parts[1], &g = parts[2], &o = parts[3];
    const at::Tensor bent = next.tanh(), dh = dHidden && dHidden->defined() ? *dHidden : at::zeros_like(c);
    at::Tensor dc = dh * o * (1 - bent * bent);
    if (dNext && dNext->defined()) dc = dc + *dNext;
    const at::Tensor gates =
        at::cat({dc * g * i * (1 - i), dc * c * f * (1 - f), dc * i * (1 - g * g), dh * bent * o * (1 - o)}, 1);
    return {gates, dc * f, hasBias ? gates.sum(0) : at::Tensor()};
}

// Gates in the order r, z, n; the workspace holds r, z, n, the state before and what the reset gate was multiplied
// with.
std::tuple<at::Tensor, at::Tensor> gruCell(const at::Tensor& input, const at::Tensor& hidden, const at::Tensor& h,
                                           const std::optional<at::Tensor>& inputBias,
                                           const std::optional<at::Tensor>& hiddenBias) {
    const bool biased = inputBias && inputBias->defined();
    const auto in = (biased ? input + *inputBias : input).chunk(3, 1),
               own = (biased ? hidden + *hiddenBias : hidden).chunk(3, 1);
    const at::Tensor r = (in[0] + own[0]).sigmoid(), z = (in[1] + own[1]).sigmoid(), n = (in[2] + r * own[2]).tanh();
    return {n + z * (h - n), at::cat({r, z, n, h, own[2]}, 1)};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor, at::Tensor> gruCellBackward(const at::Tensor& dHidden,
                                                                                       const at::Tensor& workspace,
                                                                                       bool hasBias) {
    const auto parts = workspace.chunk(5, 1);
    const at::Tensor &r = parts[0], &z = parts[1], &n = parts[2], &h = parts[3], &own = parts[4];
    const at::Tensor dn = dHidden * (1 - z) * (1 - n * n), dz = dHidden * (h - n) * z * (1 - z),
                     dr = dn * own * r * (1 - r);
    const at::Tensor input = at::cat({dr, dz, dn}, 1), hidden = at::cat({dr, dz, dn * r}, 1);
    return {input, hidden, dHidden * z, hasBias ? input.sum(0) : at::Tensor(), hasBias ? hidden.sum(0) : at::Tensor()};
}

at::Tensor& setStorage(at::Tensor& tensor, c10::Storage storage, std::int64_t offset, at::IntArrayRef size,
                       at::IntArrayRef stride) {
    auto* impl = tensor.unsafeGetTensorImpl();
    impl->set_storage_keep_dtype(std::move(storage));
    impl->set_storage_offset(offset);
    impl->set_sizes_and_strides(size, stride);
    return tensor;
}

void recordStream(at::Tensor&, at::Stream) {}

}  // namespace

TORCH_LIBRARY_IMPL(_, CUDA, library) { library.fallback(torch::CppFunction::makeFromBoxedFunction<&computeOnHost>()); }

TORCH_LIBRARY_IMPL(aten, CUDA, library) {
    library.impl("empty.memory_format", &empty);
    library.impl("empty_strided", &emptyWithStrides);
    library.impl("copy_", &copyInto);
    library.impl("set_.source_Storage_storage_offset", &setStorage);
    library.impl("record_stream", &recordStream);
    // LibTorch would compose these of a form that writes into a scalar of another shape, which it warns of.
    for (const char* name : {"mse_loss", "smooth_l1_loss"})
        library.impl(name, torch::CppFunction::makeFromBoxedFunction<&computeOnHost>());
    library.impl("_thnn_fused_lstm_cell", &lstmCell);
    library.impl("_thnn_fused_lstm_cell_backward_impl", &lstmCellBackward);
    library.impl("_thnn_fused_gru_cell", &gruCell);
    library.impl("_thnn_fused_gru_cell_backward", &gruCellBackward);
}

}  // namespace fakegpu
