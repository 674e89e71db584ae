// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/field.h"

namespace gatelab {

/// What is wrong with this value for this field, to stand behind the field's name; empty when it is right.
Phrase fieldProblem(const Field& field, const FieldValue& value);

}  // namespace gatelab
