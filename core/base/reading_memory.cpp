// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/reading_memory.h"

#include <fstream>

namespace gatelab {

Result<> checkReadingMemory(const std::string& name, std::uint64_t fileBytes, std::uint64_t needed) {
    constexpr std::uint64_t kSmall = UINT64_C(1) << 20;
    if (fileBytes < kSmall) return {};
    std::ifstream info("/proc/meminfo");
    std::string word;
    std::uint64_t freeKib = 0;
    while (info >> word)
        if (word == "MemAvailable:") {
            info >> freeKib;
            break;
        }
    if (freeKib == 0 || needed / 1024 < freeKib) return {};
    return Error{ErrorCode::OutOfMemory,
                 {GATELAB_TEXT("Reading",
                               "%1: the file has %2 MiB, reading it needs up to %3 MiB of memory, and %4 MiB are free; "
                               "nothing was changed. "
                               "Close other programs or cut the file into parts"),
                  {name, fileBytes >> 20, needed >> 20, freeKib >> 10}}};
}

}  // namespace gatelab
