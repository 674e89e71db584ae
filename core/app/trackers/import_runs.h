// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/run_bundle.h"

namespace gatelab {

/// Puts the runs that lie at a path into a workspace: those of a bundle, whole (openBundle()); those that another
/// program tracked as rows without settings (ImportedRun). The path is a bundle, an event file of TensorBoard, an
/// offline file of W&B, a database of MLflow or Trackio, or a folder with any of these in it, MLflow's file store among
/// them. A run that is there already, by its id in the tracker, is left as it is. What is read is never written to: a
/// database is copied first. In a folder a file that cannot be read is named in the notes and the others are imported.
/// Unsupported: a file is none of these, with what it looks like. Cancelled: what was imported before stays. Blocks; a
/// job's thread.
Result<OpenedBundle> importRuns(Workspace& workspace, const std::filesystem::path& path, const Progress& progress = {});

}  // namespace gatelab
