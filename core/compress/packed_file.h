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
/// Where the weights of a packed network come from.
struct PackedOrigin {
    std::string run;           ///< id
    std::int64_t anew = 0;     ///< steps from drawn weights; 0: they are the run's own
    std::int64_t further = 0;  ///< steps after those
    bool operator==(const PackedOrigin&) const = default;
};
/// Adds where it comes from, and the checksum that covers all of it.
Result<> sealPackedFile(TensorFile& file, const PackedOrigin& origin);

/// A sealed file, unpacked.
struct PackedFile {
    TensorFile weights;
    PackKind kind = PackKind::Dense;
    PackedOrigin origin;
    std::int64_t units = 0;  ///< of each layer
    std::int64_t bytes = 0;
};
/// Corrupt where a byte is another one or missing, or the file is none that was sealed.
Result<PackedFile> readPackedFile(const std::filesystem::path& path);
/// The weights under PyTorch's names, with zeros where nothing was kept. Corrupt where sizes or indices do not fit.
Result<TensorFile> unpackedFile(const TensorFile& packed);

}  // namespace gatelab
