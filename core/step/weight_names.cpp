// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/weight_names.h"

#include "base/input_error.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace gatelab {
namespace {

constexpr const char* kRecurrent[] = {"weight_ih_l", "weight_hh_l", "bias_ih_l",
                                      "bias_hh_l",   "weight_hr_l", "weight_ch_l"};

/// Module and own name of a tensor: "fc" and "weight".
std::pair<std::string, std::string> parts(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? std::pair(std::string(), name)
                                    : std::pair(name.substr(0, dot), name.substr(dot + 1));
}

bool isRecurrent(const std::string& own) {
    return std::ranges::any_of(kRecurrent, [&](const char* start) { return own.starts_with(start); });
}

at::Tensor viewOf(const Parameter& parameter, const std::vector<at::Tensor>& buffers) {
    return buffers[parameter.buffer]
        .detach()
        .narrow(0, parameter.offset, parameter.value.numel())
        .view(parameter.value.sizes());
}

std::string weightsOf(const std::filesystem::path& path) { return "the weights of '" + path.string() + "'"; }

/// Refused with a NaN or an infinity in any tensor: no training gets rid of it.
Result<TensorFile> readFinite(const std::filesystem::path& path) {
    auto file = readTensors(path);
    if (!file.ok()) return asInput(file.error());
    for (const auto& [name, raw] : file->tensors) {
        const auto tensor = fromRawTensor(raw);
        if (!tensor.ok() || !tensor->is_floating_point()) continue;
        if (const auto bad = tensor->isfinite().logical_not().sum().item<std::int64_t>(); bad > 0)
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Training",
                              "'%1' holds %2 values that are not finite (NaN or infinite); export the weights anew"),
                 {name, bad}}}
                .withContext(weightsOf(path));
    }
    return file;
}

}  // namespace

TensorFile withModelNames(TensorFile file, const ParameterStore& store) {
    std::set<std::string> others;
    for (const auto& [name, raw] : file.tensors)
        if (!store.find(name) && !isRecurrent(parts(name).second)) others.insert(parts(name).first);
    const bool hasHead = file.tensors.contains("head.weight");
    TensorFile named;
    named.metadata = std::move(file.metadata);
    for (auto& [name, raw] : file.tensors) {
        const auto [module, own] = parts(name);
        std::string to = name;
        if (!store.find(name) && isRecurrent(own))
            to = "rnn." + own;
        else if (!store.find(name) && others.size() == 1 && !hasHead)
            to = "head." + own;
        named.tensors[to] = std::move(raw);
    }
    return named;
}

Result<> loadWeights(const std::filesystem::path& path, const ParameterStore& store) {
    if (path.empty()) return {};
    auto file = readFinite(path);
    return file.ok() ? store.load(withModelNames(std::move(*file), store)).withContext(weightsOf(path)) : file.error();
}

Result<> checkWeights(const std::filesystem::path& path, const ParameterStore& store) {
    if (path.empty()) return {};
    auto shapes = readTensorShapes(path);
    if (!shapes.ok()) return asInput(shapes.error());
    if (auto fits = store.fits(withModelNames(std::move(*shapes), store)).withContext(weightsOf(path)); !fits.ok())
        return fits;
    const auto file = readFinite(path);
    return file.ok() ? Result<>() : file.error();
}

TensorFile namedBuffers(const ParameterStore& store, const std::vector<at::Tensor>& buffers) {
    TensorFile file;
    for (const Parameter& parameter : store.all())
        file.tensors[parameter.name] = toRawTensor(viewOf(parameter, buffers));
    return file;
}

Result<std::vector<at::Tensor>> buffersFromNames(const ParameterStore& store, const TensorFile& file) {
    const at::NoGradGuard noGrad;
    if (file.tensors.size() != store.all().size())
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Training", "the kept weights belong to another model")};
    std::vector<at::Tensor> buffers;
    for (const ParameterBuffer& buffer : store.buffers()) buffers.push_back(at::empty_like(buffer.values.detach()));
    for (const Parameter& parameter : store.all()) {
        const auto found = file.tensors.find(parameter.name);
        if (found == file.tensors.end())
            return Error{ErrorCode::Corrupt,
                         {GATELAB_TEXT("Training", "the kept weights lack '%1'"), {parameter.name}}};
        auto tensor = fromRawTensor(found->second);
        if (!tensor.ok())
            return tensor.error().withContext({GATELAB_TEXT("Training", "kept weights '%1'"), {parameter.name}});
        if (tensor->sizes() != parameter.value.sizes())
            return Error{ErrorCode::Corrupt,
                         {GATELAB_TEXT("Training", "the kept weights '%1' have another shape than this model's"),
                          {parameter.name}}};
        viewOf(parameter, buffers).copy_(*tensor);
    }
    return buffers;
}

}  // namespace gatelab
