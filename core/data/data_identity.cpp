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

/// However it is read.
std::string identityOfBytes(const Dataset& data, const ExperimentConfig& config) {
    const std::string& sha256 = data.series ? data.series->sha256 : data.sequences->sha256;
    if (isPutTogether(data, config)) return gatelab::sha256(sha256 + kPutTogether);
    // A run made before drew its validation part from all that is not tested.
    if (data.sequences && givenValidation(*data.sequences) > 0) return gatelab::sha256(sha256 + kOwnValidation);
    return sha256.empty() && config.dataPath.empty() ? builtinIdentity(config) : sha256;
}

std::string marked(const std::string& sha256, const std::string& marks) {
    return marks.empty() || sha256.empty() ? sha256 : gatelab::sha256(sha256 + marks);
}

/// Whatever waits in it.
std::string identityOfWhole(const Dataset& data, const ExperimentConfig& config) {
    const auto& taken = data.series ? data.series->report.takenAnew : data.sequences->report.takenAnew;
    std::string marks;
    for (const char* how : kTakenAnew)
        if (std::ranges::find(taken, how) != taken.end()) marks += how;
    return marked(identityOfBytes(data, config), marks);
}

}  // namespace

std::string dataIdentity(const Dataset& data, const ExperimentConfig& config) {
    std::string whole = identityOfWhole(data, config);
    // A run made before cut its parts from all rows.
    const bool isCut = data.series && !whole.empty() && haveRowsWaiting(*data.series, config);
    return isCut ? gatelab::sha256(whole + kWithoutWaiting) : whole;
}

bool isIdentityOf(const std::string& sha256OfBytes, const std::string& kept) {
    constexpr std::size_t kSets = std::size_t{1} << kTakenAnew.size();
    for (const char* before : {"", kPutTogether, kOwnValidation})
        for (std::size_t set = 0; set < kSets; ++set) {
            std::string marks;
            for (std::size_t i = 0; i < kTakenAnew.size(); ++i)
                if ((set >> i & 1U) != 0) marks += kTakenAnew[i];
            const std::string whole = marked(marked(sha256OfBytes, before), marks);
            if (whole == kept || marked(whole, kWithoutWaiting) == kept) return true;
        }
    return false;
}

}  // namespace gatelab
