// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hdf5.h>

namespace gatelab::hdf5 {

/// Whether the object at this address of the file (or of that of the group) `within` says that its chunks have no
/// extent along an axis. Version 1.10.8 of the library divides by it when the object is opened, and the program ends.
/// Looks at the file's own bytes; what it cannot follow is left to the library. Under the LibraryLock.
bool hasEmptyChunks(hid_t within, haddr_t address);

}  // namespace gatelab::hdf5
