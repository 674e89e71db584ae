// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/row_choices.h"

#include <CLI/CLI.hpp>

#include <string>

namespace gatelab::worker {

/// --measure: whether what "auto" stands for on a GPU is measured.
inline void addMeasure(CLI::App& app) {
    app.add_option_function<std::string>(
           "--measure",
           [](const std::string& how) {
               rowChoices().setMeasuring(how == "again" ? RowMeasuring::Again : RowMeasuring::Off);
           },
           "On a GPU, where the implementation is auto: 'again' measures the implementations anew, whatever is "
           "remembered of this shape; 'off' measures nothing: what is remembered counts, else a table of computed "
           "times. Without it a shape is measured at its first run, in a second or so, and remembered")
        ->check(CLI::IsMember({"again", "off"}));
}

}  // namespace gatelab::worker
