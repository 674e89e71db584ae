// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "verdict/run_groups.h"

#include <QStringList>
#include <span>

class QComboBox;

namespace gatelab {

/// Of a box with one entry per group: those without a score yet are not offered, unless a run of theirs is ticked or
/// they are chosen. What an entry says in full is its tool tip, and that of the box.
void offerSettings(QComboBox& box, std::span<const RunGroup> groups, const QStringList& ticked);

}  // namespace gatelab
