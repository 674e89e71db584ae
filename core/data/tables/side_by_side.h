// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/readers.h"
#include "data/tables/tsf_file.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace gatelab {

/// Which of the series of a file become columns: those that options.hdf5Datasets names; else all, where most of the
/// table is filled; else those of the most frequent start and length. An Error where a name is of none.
Result<std::vector<std::size_t>> chooseSeries(const std::vector<TsfSeries>& all, const TsfStep& step,
                                              const ExperimentConfig& options);

/// The chosen series as columns of one table, each at its times; where one has no row the value is missing. Without a
/// start or a step all begin in the first row. What is left out is said.
std::shared_ptr<Series> putSideBySide(const std::vector<TsfSeries>& all, const std::vector<std::size_t>& chosen,
                                      const TsfStep& step);

/// Those that options.hdf5Datasets names, else all, one below the other as many series with one column "value": their
/// lengths and times are their own. An Error where a name is of none.
Result<std::shared_ptr<Series>> putBelowEachOther(const std::vector<TsfSeries>& all, const TsfStep& step,
                                                  const ExperimentConfig& options);

/// Says in the report of a series what its shape is: more series in the file than stand side by side, of which none was
/// chosen, are many for one network.
void guessShape(std::size_t count, const ExperimentConfig& options, Series& series);

/// The same as a list to choose from.
std::vector<FilePart> partsOf(const std::vector<TsfSeries>& all, const TsfStep& step, const ExperimentConfig& options);

}  // namespace gatelab
