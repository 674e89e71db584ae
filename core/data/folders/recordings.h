// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/folders/file_list.h"
#include "data/readers.h"
#include "data/series.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// Names of the two ways to read sounds, as parts of the file (options.hdf5Datasets).
inline constexpr const char *kSoundSamples = "samples", *kSoundBands = "bands";
/// Sounds of more samples are read as bands, where nothing else is asked for.
inline constexpr std::int64_t kMostSoundSteps = 2000;

/// Recordings in folders of classes as labelled sequences, in the order of the list: each row of a file is a step, each
/// column a channel; sounds are read as they are, or as log mel energies (SoundBands). All have the columns of the
/// first one, sounds one rate of samples; the times of others may not differ by half in their steps. Files that cannot
/// be read are left out and named; where they are most of them, or where one does not fit, an Error says which and why.
/// Validation recordings are kGivenValidation. `path`: what the data are said to be from.
/// `columns`: those that a kept run has learned from, in its order; other columns are left out, and an Error names one
/// that is missing; empty, and of sounds: those of the first file. Before values take more than 4 GiB an Error says so;
/// Cancelled.
Result<Dataset> readRecordings(const FileList& list, const std::filesystem::path& path, const ExperimentConfig& options,
                               const Progress& progress, const std::vector<std::string>& columns = {});
/// Whether all are sounds, by their names.
bool areSounds(const FileList& list);
/// Samples a second of a set that was read from sounds; 0: it was not.
std::int64_t soundRate(const SequenceSet& set);
/// Of sounds the two ways, of which one is taken; else none.
std::vector<FilePart> recordingParts(const FileList& list, const ExperimentConfig& options);

}  // namespace gatelab
