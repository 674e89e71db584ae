// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/Parallel.h>

namespace gatelab {

/// LibTorch computes on one thread as long as this lives: sums in another order would be other bits, and other times.
class OneThread {
public:
    OneThread() : before_(at::get_num_threads()) { at::set_num_threads(1); }
    ~OneThread() { at::set_num_threads(before_); }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

private:
    int before_;
};

}  // namespace gatelab
