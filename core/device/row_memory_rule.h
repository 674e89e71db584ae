// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/row_memory.h"

namespace gatelab {

/// For the programs: a third of the memory that host, container and group leave this process, as long as a sixth stays
/// free of it whoever takes it, the rest in the user's cacheFolder(); no folder where there is none.
RowMemoryRule usersRowMemory();

}  // namespace gatelab
