// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_weights.h"

#include "store/checkpoint.h"

namespace gatelab {

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

Result<std::size_t> exportRunWeights(const std::filesystem::path& runFolder, const std::filesystem::path& file) {
    const auto weights = readRunWeights(runFolder);
    if (!weights.ok()) return weights.error();
    if (auto written = writeTensors(file, *weights); !written.ok()) return written.error();
    return weights->tensors.size();
}

}  // namespace gatelab
