// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/data_identity.h"

#include "config/config_identity.h"
#include "data/rows_ahead.h"
#include "data/sequences/sequence_sizes.h"
#include "io/hash.h"

#include <algorithm>
#include <filesystem>

namespace gatelab {
namespace {

/// One file of which several parts were put together unasked, where runs made before read one of them.
bool isPutTogether(const Dataset& data, const ExperimentConfig& config) {
    const std::string& format = data.series ? data.series->report.format : data.sequences->report.format;
    const std::filesystem::path path = config.dataPath, end = path.extension();
    std::error_code unknown;
    return config.hdf5Datasets.empty() && (format == "several" || format == "recordings") && end != ".files" &&
           end != ".recordings" && !std::filesystem::is_directory(path, unknown);
}

/// Whatever waits in it.
std::string identityOfWhole(const Dataset& data, const ExperimentConfig& config) {
    const std::string& sha256 = data.series ? data.series->sha256 : data.sequences->sha256;
    if (isPutTogether(data, config)) return gatelab::sha256(sha256 + kPutTogether);
    // A run made before drew its validation part from all that is not tested.
    if (data.sequences && givenValidation(*data.sequences) > 0) return gatelab::sha256(sha256 + kOwnValidation);
    return sha256.empty() && config.dataPath.empty() ? builtinIdentity(config) : sha256;
}

}  // namespace

std::string dataIdentity(const Dataset& data, const ExperimentConfig& config) {
    std::string whole = identityOfWhole(data, config);
    // A run made before cut its parts from all rows.
    const bool isCut = data.series && !whole.empty() && haveRowsWaiting(*data.series, config);
    return isCut ? gatelab::sha256(whole + kWithoutWaiting) : whole;
}

bool isIdentityOf(const std::string& sha256OfBytes, const std::string& kept) {
    const auto isTaken = [&](const std::string& whole) {
        return whole == kept || std::ranges::any_of(kTakenOtherwise, [&](const char* how) {
                   return gatelab::sha256(whole + how) == kept;
               });
    };
    return isTaken(sha256OfBytes) || isTaken(gatelab::sha256(sha256OfBytes + kPutTogether));
}

}  // namespace gatelab
