// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "data/doctor.h"
#include "data/experiment_check.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace gatelab {

/// What one step does about what the doctor found.
struct FindingRemedy {
    ExperimentConfig config;     ///< the settings as they are then
    Phrase word;                 ///< on its button: "Sort", "Lookback: 60"
    Phrase preview = {};         ///< what becomes of the values, before it is done; empty: the word says it
    RowRange rescaled = {};      ///< these rows of the column become times * x + plus; empty: none do
    double times = 1, plus = 0;  ///< of those
};

/// `findings`: of one kind that are mended together, with the same recipe and setting, of this series as it was read
/// with these settings. Columns without a value, without a change or with coming values of what is forecast leave the
/// inputs, all of the kind at once (a column that holds what another comes to even where it is forecast, too; nothing
/// where that other one is not forecast, as DataFinding::value names it); rows out of
/// order are sorted, unless they are several series, which are then read as such. Rows before a change of unit are
/// rescaled to the unit after it, or left out with the parts cut from the others; the later ones are left out where too
/// few would stay. Numbers that stand for "missing" are read as such, where a file of text is read with its spellings,
/// else masked wherever they are. Nothing: these settings have what mends it, or only a person can. Rows that could be
/// masked are maskOf()'s.
std::optional<FindingRemedy> remedyOf(std::span<const DataFinding> findings, const Series& series,
                                      const ExperimentConfig& config);

/// What one step does about what checkExperiment(), or preparing, found: the parts stratified where one lacks a class,
/// numbers of rows that were meant as shares, windows that each part can hold. Nothing: only a person can.
std::optional<FindingRemedy> remedyOf(const ConfigFinding& finding, const Dataset& data,
                                      const ExperimentConfig& config);

/// Those of `findings` that leave the inputs with these of one kind: one setting holds all inputs, so that a remedy for
/// some of them would take back that for the others. Other kinds: they alone.
std::vector<DataFinding> mendedWith(std::span<const DataFinding> kind, std::span<const DataFinding> findings);

/// Whether these settings, as somebody chose them, have done what mends it: the step or its mask is in the recipe, a
/// column that is to be left out is no input.
bool isMended(const DataFinding& finding, const Series& series, const ExperimentConfig& config);

/// Whether maskOf() these leaves a window in each part that has one, so that a run can still learn and be judged. False
/// of many series: rows of a mask are those of each of them.
bool canBeMasked(std::span<const DataFinding> findings, const Series& series, const ExperimentConfig& config);

/// The step of the recipe, from 0, that mends them; none: it has no such step.
std::optional<std::size_t> mendedIn(const DataFinding& finding, const ExperimentConfig& config);

}  // namespace gatelab
