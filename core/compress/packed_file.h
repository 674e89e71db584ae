// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compress/packed_matrix.h"
#include "io/safetensors_file.h"
#include "nn/parameter_store.h"

#include <filesystem>
#include <string>

namespace gatelab {

/// A network's weights as a checkpoint with packed matrices: the recurrent ones, and with bytes those of the inputs,
/// under their name with an ending (".values", ".bytes", ".scales", ".starts", ".kept", ".left", ".right"), all others
/// as they are. The indices say which weights are there, so that the file keeps the mask.
TensorFile packedFile(const ParameterStore& store, PackKind kind);
/// Adds of which run it is, and the checksum that covers all of it.
Result<> sealPackedFile(TensorFile& file, const std::string& run);

/// A sealed file, unpacked.
struct PackedFile {
    TensorFile weights;
    PackKind kind = PackKind::Dense;
    std::string run;         ///< id
    std::int64_t units = 0;  ///< of each layer
    std::int64_t bytes = 0;
};
/// Corrupt where a byte is another one or missing, or the file is none that was sealed.
Result<PackedFile> readPackedFile(const std::filesystem::path& path);
/// The weights under PyTorch's names, with zeros where nothing was kept. Corrupt where sizes or indices do not fit.
Result<TensorFile> unpackedFile(const TensorFile& packed);

}  // namespace gatelab
