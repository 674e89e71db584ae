// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/trackers/tracked_run.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace gatelab {

/// Whether these bytes begin a file of TFRecords: a length with its checksum.
bool isTfRecords(std::string_view bytes);

/// The run of a log folder of TensorBoard, which is one folder: its event files in the order of their names. Scalars
/// of both forms (simple_value, and the tensors of TensorFlow 2) are curves, hparams are parameters; histograms,
/// pictures and texts are left out. Of a file that is cut or damaged what lies before the fault is read, and the notes
/// say so. Corrupt: no file has an event. Blocks; a job's thread.
Result<TrackedRun> readTensorboardRun(const std::vector<std::filesystem::path>& files, const Progress& progress = {});

}  // namespace gatelab
