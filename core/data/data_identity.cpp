// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/data_identity.h"

#include "config/config_identity.h"

namespace gatelab {

std::string dataIdentity(const Dataset& data, const ExperimentConfig& config) {
    const std::string& sha256 = data.series ? data.series->sha256 : data.sequences->sha256;
    return sha256.empty() && config.dataPath.empty() ? builtinIdentity(config) : sha256;
}

}  // namespace gatelab
