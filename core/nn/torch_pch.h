// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled for the engine and its tests: LibTorch's headers cost 8 to 37 s each.
#pragma once
#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/types.h>
