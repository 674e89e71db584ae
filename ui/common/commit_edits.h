// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace gatelab {

/// What is typed in `root`'s window and not yet taken is taken now, as when its editor is left: a line or a cell with
/// the focus, a question that keeps what was typed (popovers are closed). Before widgets are deleted: an editor that
/// goes with its focus speaks to owners that are half gone. GUI thread.
void commitEdits(QWidget& root);

}  // namespace gatelab
