// SPDX-License-Identifier: GPL-3.0-or-later
// What libFuzzer calls, for the reader that GATELAB_FUZZ names; without one it lists them (tests/fuzz/run).
#include "fuzz/support_targets.h"
#include "io/temporary_folder.h"

#include <unistd.h>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace gatelab;

namespace {

const testing::FuzzTarget* target() {
    static const char* const kKey = std::getenv("GATELAB_FUZZ");
    static const testing::FuzzTarget* const kTarget = kKey == nullptr ? nullptr : testing::fuzzTarget(kKey);
    return kTarget;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    if (target() != nullptr) return 0;
    for (const testing::FuzzTarget& each : testing::fuzzTargets()) std::puts(each.key.c_str());
    std::fflush(stdout);
    _exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const TemporaryFolder folder("fuzz");
    const bool isTaken = testing::readAsTarget(*target(), {reinterpret_cast<const char*>(data), size}, folder.path());
    return isTaken ? 0 : -1;
}
