// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <string>

namespace gatelab {

/// One way to read a table or an array, and what comes of it.
struct ShapeCandidate {
    std::string shape = {};  ///< key of csv_shape
    Phrase outcome = {};     ///< "40 series, 300 to 419 rows"; empty: a large file is not read only to know
    Phrase reason = {};      ///< what its times and values are like; empty as that
    /// 0 to 1: the share of steps that are equal times the share of cells that have a value; of arrays, against the
    /// likeliest order of the dimensions
    double fit = 0;
    bool isGuess = false;    ///< in which loadAsItLooks() reads it
    bool ofColumns = false;  ///< of many series: each column is one
};

}  // namespace gatelab
