// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/report_source.h"
#include "export/report/report_document.h"

namespace gatelab {

/// How far to trust a run: its backtest, its intervals by step, and what its errors leave over; where there is no
/// backtest, the command that makes one.
ReportSection trustSection(const ReportedRun& told);
/// What matters to the run, where somebody asked; else the command that asks.
ReportSection whySection(const ReportedRun& told);

}  // namespace gatelab
