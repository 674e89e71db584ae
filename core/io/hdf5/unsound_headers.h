// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hdf5.h>

namespace gatelab::hdf5 {

/// Whether the object at this address of the file (or of that of the group) `within` says that its chunks have other
/// axes than its values. Version 1.10.8 of the library believes it when the object is opened, and divides by sizes that
/// are not there: the program ends. Looks at the file's own bytes; what it cannot follow is left to the library. Under
/// the LibraryLock.
bool chunksHaveOtherAxes(hid_t within, haddr_t address);
/// Whether the group at this address says that its names stand nowhere: the library reads them all the same, and the
/// program ends. Likewise.
bool namesStandNowhere(hid_t within, haddr_t address);

}  // namespace gatelab::hdf5
