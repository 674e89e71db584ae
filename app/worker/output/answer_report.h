// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/sequences/sequence_stream.h"
#include "run/forecast_set.h"

namespace gatelab::worker {

/// What a network answers to every sequence: its number, the answer and, of classes, its probability and the truth
/// where the data say it.
void printAnswers(const SequenceAnswers& answers);

/// Reads steps from standard input, a line each, an empty line between sequences; the first line may name the columns.
/// Of a run that reads texts each line is one. Writes an answer after each as CSV or JSON lines. A line that cannot be
/// read ends it with its number. Returns the exit code.
int streamAnswers(SequenceStream& stream, bool json);

}  // namespace gatelab::worker
