// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/measurement.h"
#include "runs/run_controller.h"

namespace gatelab::test {

/// Something else measures until the lease ends; empty: that was refused.
inline Measurements::Lease hold(RunController& runs, const QString& what) {
    Measurements::Lease given;
    (void)runs.measurements().begin(&runs, {what, Yielding::ToNothing},
                                    [&given](Measurements::Lease lease) { given = std::move(lease); });
    return given;
}

}  // namespace gatelab::test
