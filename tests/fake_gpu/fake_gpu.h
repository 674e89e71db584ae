// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

/// A made-up driver with two GPUs that compute on the processor. Four libraries in a folder of their own stand where an
/// NVIDIA driver, its management library, CUDA's part of LibTorch and Gatelab's CUDA module would: libcuda.so.1 (this
/// state), libnvidia-ml.so.1, libgatelab_cuda.so (LibTorch's CUDA backend and the module's rows), beside copies of
/// libgatelab_core.so and libgatelab_engine.so, which look for the module in their own folder. The product has no
/// switch for it, and nothing of it is installed.
namespace fakegpu {

struct Process {
    std::uint32_t pid = 0;
    std::uint64_t bytes = 0;
    unsigned percent = 0;
};

struct Device {
    std::string name, uuid, unusable;
    double totalBytes = 8.0 * (1ULL << 30);
    // What the caching allocator would count.
    double allocated = 0, allocatedPeak = 0, reserved = 0, reservedPeak = 0;
    double graphs = 0;  ///< what recorded graphs need beside that: those of one thread share it
    double pool = 0;    ///< of that, what the recording under way may take
    /// Of the GPU that this is a part of (MIG), for the management library; empty: it is a whole one
    std::string wholeUuid;
    double wholeBytes = 0;  ///< memory of that GPU
    double limit = 1e300;   ///< bytes that it may reserve
    std::int64_t outOfMemory = 0;
    // What the management library would tell.
    unsigned percent = 37, celsius = 61, milliwatts = 215000, mhz = 1980, maxMhz = 1980;
    unsigned long long brakes = 0;  ///< NVML's reasons for a clock below the highest
    std::vector<Process> others;    ///< beside this process
};

/// What an implementation of layers does on this GPU.
struct Row {
    /// Of a graph with one such layer; of "library" 0: all others take so much longer than the host takes
    double milliseconds = 0;
    /// HangsWithin: as a measurement of its own that does not end, and which it tells of
    enum class Fate { Good, Wrong, NoMemory, Hangs, HangsWithin, Lost } fate = Fate::Good;
};

struct Block {
    std::size_t bytes = 0;
    int device = 0;
};

/// The state of the driver in this process. Every member under `mutex`, but what a test sets before it starts a run.
struct Driver {
    std::recursive_mutex mutex;
    std::array<Device, 2> devices;
    std::string name = "NVIDIA Fake";
    bool isLost = false;               ///< every call fails from now on, as after an Xid
    std::int64_t loseAfter = -1;       ///< operations until that happens; negative: never
    std::int64_t failAllocation = -1;  ///< allocations until one is refused; negative: none
    bool synchroniseFails = false;
    bool refuseWaits = false;  ///< an operation that makes the host wait throws
    std::int64_t operations = 0, allocations = 0, waits = 0, streams = 0, graphs = 0, launches = 0;
    std::int64_t nodes = 0;                        ///< of the operations those that a launched graph holds
    std::int64_t copies = 0;                       ///< between the host's memory and a device's, either way
    std::int64_t stacks = 0;                       ///< calls of tuned layers for a whole stack
    std::int64_t restBatches = 0;                  ///< that a tuned layer took for the rest of an epoch
    std::map<const void*, Block> blocks;           ///< that are handed out, by their address
    std::map<const void*, std::size_t> pinned;     ///< bytes of host memory that the device reads by itself
    std::map<std::string, Row> rows;               ///< by their keys; of the library's only its time counts
    std::int64_t rowPasses = 0;                    ///< through layers of the module's rows
    void (*onRowPass)(const char* key) = nullptr;  ///< called before each of them
    double rowClock = 0;                           ///< milliseconds that those took longer than the library's
    std::set<std::int64_t> hungStreams;            ///< what was given to them does not end
    std::int64_t frozen = 0;                       ///< calls that would not have come back from a wait for those
    double microseconds = 0;   ///< that every operation takes longer, for a run that a test can watch
    const char* refusal = "";  ///< why the module gives no rows; empty: it does

    /// As after a restart of the machine; blocks stay.
    void reset();
};

/// The one of this process.
Driver& driver();

}  // namespace fakegpu
