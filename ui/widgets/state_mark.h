// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QPainter>

namespace gatelab {

/// What a tab, a run or a finding is in. The marks differ in shape, so they are told apart without colour.
enum class StateMark { Nothing, Begun, Ready, Warning, Error, Running, Paused, Queued, Unknown };

/// Draws the mark, 10 px across at size 10.
void drawStateMark(QPainter& painter, QPointF centre, StateMark mark, const Palette& palette, double size = 10);
/// The mark in words, for screen readers and tooltips.
QString stateMarkText(StateMark mark);

}  // namespace gatelab
