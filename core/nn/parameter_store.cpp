// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/parameter_store.h"

#include "nn/host_memory.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace gatelab {
namespace {

constexpr std::pair<const char*, at::ScalarType> kDtypes[] = {
    {"F64", at::kDouble}, {"F32", at::kFloat}, {"F16", at::kHalf}, {"BF16", at::kBFloat16}, {"I64", at::kLong},
    {"I32", at::kInt},    {"I16", at::kShort}, {"I8", at::kChar},  {"U8", at::kByte},       {"BOOL", at::kBool}};

std::string shapeText(at::IntArrayRef shape) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + "]";
}

}  // namespace

void ParameterStore::addBuffer(const std::string& layer, const std::vector<Entry>& entries,
                               const at::TensorOptions& options, bool isHeld) {
    std::int64_t size = 0;
    for (const Entry& entry : entries) size += c10::multiply_integers(entry.shape);
    const std::int64_t tail = weightTailBytes(options.device()) / static_cast<std::int64_t>(options.dtype().itemsize());
    ParameterBuffer buffer{layer, at::zeros({size + tail}, options).narrow(0, 0, size),
                           [&] {
                               const MemoryScope gradients(MemoryCause::Gradients);
                               return at::zeros({size}, options);
                           }(),
                           isHeld};
    std::int64_t offset = 0;
    for (const Entry& entry : entries) {
        const std::int64_t count = c10::multiply_integers(entry.shape);
        const auto view = [&](const at::Tensor& flat) {
            return flat.narrow(0, offset, count).view(entry.shape).detach();
        };
        Parameter parameter{entry.name, entry.layer, view(buffer.values), buffers_.size(), offset, entry.decays};
        parameter.value.requires_grad_(true);
        parameter.value.mutable_grad() = view(buffer.gradients);
        parameters_.push_back(std::move(parameter));
        offset += count;
    }
    buffers_.push_back(std::move(buffer));
}

const Parameter* ParameterStore::find(const std::string& name) const {
    for (const Parameter& parameter : parameters_)
        if (parameter.name == name) return &parameter;
    return nullptr;
}

std::int64_t ParameterStore::count() const {
    std::int64_t sum = 0;
    for (const ParameterBuffer& buffer : buffers_) sum += buffer.values.numel();
    return sum;
}

void ParameterStore::zeroGradients() const {
    for (const ParameterBuffer& buffer : buffers_) buffer.gradients.zero_();
}

TensorFile ParameterStore::save() const {
    TensorFile file;
    for (const Parameter& parameter : parameters_) file.tensors[parameter.name] = toRawTensor(parameter.value);
    return file;
}

Result<> ParameterStore::fits(const TensorFile& file) const {
    for (const Parameter& parameter : parameters_) {
        const auto found = file.tensors.find(parameter.name);
        if (found == file.tensors.end()) {
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT(
                     "Weights",
                     "The weights have no tensor named '%1'; they belong to another model. The model is unchanged."),
                 {parameter.name}}};
        }
        const RawTensor& raw = found->second;
        if (parameter.value.sizes() != at::IntArrayRef(raw.shape)) {
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Weights",
                                       "The tensor '%1' is %2, the model needs %3. The model is unchanged; choose the "
                                       "settings the weights were trained with."),
                          {parameter.name, shapeText(raw.shape), shapeText(parameter.value.sizes())}}};
        }
        if (std::ranges::any_of(
                kDtypes, [&](const auto& row) { return raw.dtype == row.first && !at::isFloatingType(row.second); })) {
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Weights", "The tensor '%1' holds integers, not weights. The model is unchanged."),
                 {parameter.name}}};
        }
    }
    for (const auto& [name, raw] : file.tensors) {
        if (!find(name))
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Weights",
                              "The weights hold a tensor '%1' that this model does not have. The model is unchanged."),
                 {name}}};
    }
    return {};
}

Result<> ParameterStore::load(const TensorFile& file) const {
    if (auto fitting = fits(file); !fitting) return fitting;
    std::vector<at::Tensor> loaded;
    for (const Parameter& parameter : parameters_) {
        auto tensor = fromRawTensor(file.tensors.at(parameter.name));
        if (!tensor) return tensor.error().withContext({GATELAB_TEXT("Weights", "tensor '%1'"), {parameter.name}});
        loaded.push_back(std::move(*tensor));
    }
    const at::NoGradGuard noGrad;
    for (std::size_t i = 0; i < parameters_.size(); ++i) parameters_[i].value.copy_(loaded[i]);
    return {};
}

RawTensor toRawTensor(const at::Tensor& tensor) {
    const at::Tensor host = tensor.detach().to(at::kCPU).contiguous();
    RawTensor raw;
    for (const auto& [name, type] : kDtypes)
        if (type == host.scalar_type()) raw.dtype = name;
    TORCH_CHECK(!raw.dtype.empty(), "a tensor of this type cannot be stored");
    raw.shape = host.sizes().vec();
    const char* bytes = static_cast<const char*>(host.const_data_ptr());
    raw.bytes.assign(bytes, bytes + host.nbytes());
    return raw;
}

Result<at::Tensor> fromRawTensor(const RawTensor& raw) {
    for (const auto& [name, type] : kDtypes) {
        if (raw.dtype != name) continue;
        std::uint64_t count = 1;
        for (const std::int64_t size : raw.shape) {
            if (size < 0 || __builtin_mul_overflow(count, static_cast<std::uint64_t>(size), &count)) {
                return Error{ErrorCode::Corrupt,
                             {GATELAB_TEXT("Weights", "The shape %1 cannot be."), {shapeText(raw.shape)}}};
            }
        }
        if (count > raw.bytes.size() || count * c10::elementSize(type) != raw.bytes.size()) {
            return Error{ErrorCode::Corrupt,
                         {GATELAB_TEXT("Weights", "The shape %1 does not fit its %2 bytes."),
                          {shapeText(raw.shape), raw.bytes.size()}}};
        }
        at::Tensor tensor = at::empty(raw.shape, at::TensorOptions(type));
        if (!raw.bytes.empty()) std::memcpy(tensor.mutable_data_ptr(), raw.bytes.data(), raw.bytes.size());
        return tensor;
    }
    return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Weights", "The type '%1' is not known."), {raw.dtype}}};
}

}  // namespace gatelab
