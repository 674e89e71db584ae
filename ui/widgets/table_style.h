// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace gatelab {

/// A table as the look draws it: rows of 26, header of 28, no zebra, no grid of its own, whole rows chosen, Ctrl+C copies with headers.
void styleTable(QTableView& table);

}  // namespace gatelab
