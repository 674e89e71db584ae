// SPDX-License-Identifier: GPL-3.0-or-later
// What libFuzzer calls, for the reader that GATELAB_FUZZ names; without one it lists them (tests/fuzz/run). With
// GATELAB_DAMAGE=cut it cuts the files it is given at every byte instead and flips their headers, with GATELAB_DAMAGE=N
// it flips them at N random places.
#include "fuzz/json_mutation.h"
#include "fuzz/support_damage.h"
#include "fuzz/support_targets.h"
#include "io/temporary_folder.h"

#include <sys/time.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace gatelab;

namespace {

const testing::FuzzTarget* target() {
    static const char* const kKey = std::getenv("GATELAB_FUZZ");
    static const testing::FuzzTarget* const kTarget = kKey == nullptr ? nullptr : testing::fuzzTarget(kKey);
    return kTarget;
}

/// From now on the program ends when it took ten seconds of a processor: a busy machine makes no reading slow.
void watchReading() {
    constexpr time_t kSeconds = 10;
    // It may come within malloc(): nothing here asks for memory.
    std::signal(SIGPROF, [](int) {
        constexpr char kWhy[] = "a reader is at fault: a reading of more than ten seconds\n";
        (void)!write(STDERR_FILENO, kWhy, sizeof kWhy - 1);
        std::abort();
    });
    const itimerval limit{{0, 0}, {kSeconds, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
}

/// By its target where its folder is called after one, else by its name. `what`: "cut", or how many random flips.
void damage(const std::filesystem::path& file, const std::string& what) {
    const TemporaryFolder folder("fuzz");
    std::ifstream stream(file, std::ios::binary);
    const std::string whole(std::istreambuf_iterator<char>(stream), {});
    const testing::FuzzTarget* const own = testing::fuzzTarget(file.parent_path().filename().string());
    std::int64_t readings = 0;
    const auto read = [&](std::string_view bytes) {
        watchReading();
        ++readings;
        if (own != nullptr)
            testing::readAsTarget(*own, bytes, folder.path());
        else if (const auto fault = testing::readAsFile(file.filename().string(), bytes, folder.path()); !fault.empty())
            testing::endWith(fault);
    };
    what == "cut" ? testing::eachCut(whole, 1, read) : testing::eachFlip(whole, std::atoi(what.c_str()), read);
    std::printf("%lld\n", static_cast<long long>(readings));
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
    if (const char* const what = std::getenv("GATELAB_DAMAGE")) {
        for (int i = 1; i < *count; ++i) damage((*words)[i], what);
        std::fflush(stdout);
        _exit(0);
    }
    if (target() != nullptr) return 0;
    for (const testing::FuzzTarget& each : testing::fuzzTargets()) std::puts(each.key.c_str());
    std::fflush(stdout);
    _exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const TemporaryFolder folder("fuzz");
    watchReading();
    const bool isTaken = testing::readAsTarget(*target(), {reinterpret_cast<const char*>(data), size}, folder.path());
    return isTaken ? 0 : -1;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

/// Every other time the values of a JSON text, else bytes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, most);
    const auto text = testing::mutatedJson({reinterpret_cast<const char*>(data), size}, seed / 2);
    if (!text || text->size() > most) return LLVMFuzzerMutate(data, size, most);
    std::ranges::copy(*text, data);
    return text->size();
}
