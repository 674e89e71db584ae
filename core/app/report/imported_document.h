// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/report_source.h"
#include "export/report/report_document.h"

#include <vector>

/// What a report tells of a run that another program tracked: where it comes from, its curves and values, and that its
/// settings are not known.
namespace gatelab {

ReportDocument importedDocument(const ReportedRun& told);

/// "Settings are not known (imported from MLflow): ..."
Phrase unknownSettings(const RunSummary& run);
/// Last and best value of every curve; without rows: there are none.
ReportTable trackedValues(const RunSummary& run);
/// A chart for each curve, both losses in one; the first 12 curves.
std::vector<ReportChart> trackedCharts(const ReportedRun& told);

/// All curves of a history by the tracker's names, over epochs, or where these are not known over steps; at most 1000
/// points of each.
std::vector<ReportLine> trackedLines(const RunHistory& history);
/// Of a run with epochs its losses at the end of each. Without them none: steps are no epochs.
std::vector<EpochRow> trackedEpochs(const RunSummary& run, const RunHistory& history);

}  // namespace gatelab
