// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/recurrent.h"

/// The members of the table in recurrent.cpp.
namespace gatelab {

RecurrentResult runNaive(const RecurrentCall& call);
RecurrentResult runCell(const RecurrentCall& call);
RecurrentResult runLibrary(const RecurrentCall& call);
StackedResult runLibraryStack(const StackedCall& call);
RecurrentResult runScan(const RecurrentCall& call);
RecurrentResult runNative(const RecurrentCall& call);
RecurrentResult runTimeParallel(const RecurrentCall& call);
Phrase timeParallelSupported(const RecurrentSpec& spec, at::Device device, at::ScalarType dtype);
Phrase nativeSupported(const RecurrentSpec& spec, at::Device device, at::ScalarType dtype);
Phrase scanSupported(const RecurrentSpec& spec, at::Device device, at::ScalarType dtype);
Phrase librarySupported(const RecurrentSpec& spec, at::Device device, at::ScalarType dtype);

}  // namespace gatelab
