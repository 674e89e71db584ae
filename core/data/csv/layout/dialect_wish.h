// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/csv/layout/dialect_guess.h"

namespace gatelab {

/// The dialect of a text in UTF-8: guessed from its beginning, at most kDialectBytes, without the lines that the
/// settings skip, as far as they do not say it.
DialectGuess guessDialect(std::string_view text, const ExperimentConfig& options);
inline constexpr std::size_t kDialectBytes = 128 * 1024;

}  // namespace gatelab
