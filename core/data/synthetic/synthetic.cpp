// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/synthetic/synthetic.h"

#include "data/synthetic/synthetic_members.h"

namespace gatelab {

std::span<const Builtin> builtins() {
    static const std::vector<Builtin> table = [] {
        std::vector<Builtin> all(synthetic::series().begin(), synthetic::series().end());
        all.insert(all.end(), synthetic::sequences().begin(), synthetic::sequences().end());
        return all;
    }();
    return table;
}

Result<Dataset> makeBuiltin(std::string_view key, std::int64_t length, std::uint64_t seed) {
    constexpr std::int64_t kShortest = 16, kLongest = 10'000'000;
    std::string keys;
    for (const Builtin& builtin : builtins()) {
        if (key != builtin.key) {
            keys += (keys.empty() ? "" : ", ") + std::string(builtin.key);
            continue;
        }
        const std::int64_t longest = builtin.sequences ? synthetic::kMaxSequences : kLongest;
        if (length < kShortest || length > longest)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading", "built-in '%1': length %2 is not between %3 and %4"),
                          {std::string(key), length, kShortest, longest}}};
        return builtin.make(length, seed);
    }
    return Error{ErrorCode::NotFound,
                 {GATELAB_TEXT("Reading", "there is no built-in series '%1'; there are %2"), {std::string(key), keys}}};
}

}  // namespace gatelab
