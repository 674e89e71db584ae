// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/database.h"

#include <initializer_list>

namespace gatelab {

/// Whether a table is there and has these columns. A view is no table.
bool hasColumns(Database& database, const char* table, std::initializer_list<const char*> columns);

}  // namespace gatelab
