// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/series.h"
#include "data/taken_anew.h"

#include <string>

namespace gatelab {

/// What dataIdentity() adds to the SHA-256 of the bytes where runs made before took something else from them: one of
/// the first two, then those of kTakenAnew that the report of reading holds, then the third.
inline constexpr const char* kPutTogether = " together";
inline constexpr const char* kOwnValidation = " validated";
inline constexpr const char* kWithoutWaiting = " observed";

/// SHA-256 by which a run knows its data again: of the file's bytes, or of the description of a built-in series. It is
/// the mark of how the run's parts are cut, too (PartsOfRun): one of a series with rows that wait, in no part of it,
/// is not that of the bytes alone.
std::string dataIdentity(const Dataset& data, const ExperimentConfig& config);
/// Whether dataIdentity() of data whose bytes have this SHA-256 may be that which a run kept.
bool isIdentityOf(const std::string& sha256OfBytes, const std::string& kept);

}  // namespace gatelab
