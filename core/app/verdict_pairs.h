// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "verdict/run_groups.h"

#include <span>
#include <utility>

/// Which two settings the verdict is about until a person chooses; pure functions. Settings by their place, newest
/// first.
namespace gatelab {

/// Whether paired seeds of the two can tell which is better.
bool canBePaired(const RunGroup& a, const RunGroup& b);
/// The newest other setting that can be paired with this one, else the newest other one; without one (-1) the newest
/// that began from the start. -1: none.
int partnerOf(std::span<const RunGroup> groups, int one);
/// Of two or more wanted settings, newest first: the newest and the oldest that can be paired with it; else the newest
/// and the oldest.
std::pair<int, int> pairOf(std::span<const RunGroup> groups, std::span<const int> wanted);

}  // namespace gatelab
