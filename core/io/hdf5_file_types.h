// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5_file.h"
#include "io/hdf5_file_handle.h"

#include <string>
#include <vector>

/// Looking at objects of a file before trusting them; private to core/io/hdf5_file*. The caller holds the LibraryLock.
namespace gatelab::hdf5 {

/// "float32", "uint8", "text", ...; isNumber only for the integer and IEEE formats that everybody writes.
struct TypeFacts {
    std::string name;
    bool isNumber = false;
};
TypeFacts typeFacts(hid_t type);

/// Shape, type, attributes and whether the values may be read. Reads no values. fileBytes: size of the whole file.
Hdf5Dataset describeDataset(hid_t dataset, const std::string& path, const Hdf5Limits& limits, std::uint64_t fileBytes);

}  // namespace gatelab::hdf5
