// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_weights.h"

#include "io/safetensors_header.h"
#include "store/checkpoint.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::uint64_t kMostHeader = 1 << 24;

Result<SafetensorsHeader> readHeader(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::uint64_t size = 0;
    file.read(reinterpret_cast<char*>(&size), sizeof size);  // little-endian, as the machine
    if (!file || size > kMostHeader) return Error{ErrorCode::Corrupt, GATELAB_TEXT("Files", "the header of the weights cannot be read")};
    std::string json(size, '\0');
    if (!file.read(json.data(), static_cast<std::streamsize>(size))) return Error{ErrorCode::Corrupt, GATELAB_TEXT("Files", "the header of the weights cannot be read")};
    return parseSafetensorsHeader(json);
}

}  // namespace

std::map<std::string, RawTensor> keptWeights(const std::map<std::string, RawTensor>& state) {
    for (const std::string prefix : {"best/", "average/", "weights/"}) {
        std::map<std::string, RawTensor> found;
        for (auto it = state.lower_bound(prefix); it != state.end() && it->first.starts_with(prefix); ++it) found[it->first.substr(prefix.size())] = it->second;
        if (!found.empty()) return found;
    }
    return {};
}

Result<TensorFile> readRunWeights(const std::filesystem::path& runFolder) {
    auto loaded = CheckpointStore(runFolder).newestGood();
    if (!loaded.ok()) return loaded.error();
    TensorFile file;
    file.tensors = keptWeights(loaded->contents.tensors.tensors);
    if (file.tensors.empty()) return Error{ErrorCode::Corrupt, {GATELAB_TEXT("Files", "the checkpoint '%1' holds no weights"), {loaded->info.folder.string()}}};
    file.metadata["format"] = "pt";  // what PyTorch's reader looks for
    return file;
}

Result<WeightSizes> readWeightSizes(const std::filesystem::path& runFolder) {
    const auto all = CheckpointStore(runFolder).list();
    const auto newest = std::ranges::find_if(all, [](const CheckpointInfo& info) { return info.problem.empty(); });
    if (newest == all.end()) return Error{ErrorCode::NotFound, {GATELAB_TEXT("Files", "the run '%1' has no checkpoint"), {runFolder.string()}}};
    const auto path = newest->folder / "tensors.safetensors";
    const auto header = readHeader(path);
    if (!header.ok()) return header.error().withContext("'" + path.string() + "'");
    WeightSizes sizes;
    for (const auto& [name, entry] : header->tensors) {
        const auto& shape = entry.shape;
        if (!name.starts_with("weights/")) continue;
        sizes.parameters += std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
        if (name == "weights/rnn.weight_ih_l0" && shape.size() == 2) sizes.inputs = shape[1];
    }
    return sizes;
}

Result<std::size_t> exportRunWeights(const std::filesystem::path& runFolder, const std::filesystem::path& file) {
    const auto weights = readRunWeights(runFolder);
    if (!weights.ok()) return weights.error();
    if (auto written = writeTensors(file, *weights); !written.ok()) return written.error();
    return weights->tensors.size();
}

}  // namespace gatelab
